import { type Place, SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { referring } from "./faults.ts";
import type { JsonSchema } from "./json-schema.ts";
import { subschemaSteps } from "./subschemas.ts";

type Keywords = Record<string, unknown>;

/**
 * Makes every reference that can be followed a pointer from the root, and takes away identifiers and anchors, which nothing
 * needs then. So a validator finds what the compiler finds, whatever either thinks of identifiers. Subschemas stay where
 * they are. For schemas without dynamic references between resources: see `settleDynamic`. Changes the schema it is given.
 */
export function settleReferences(schema: JsonSchema): void {
  if (!hasNames(schema)) return;
  const document = new SchemaDocument(schema);
  const changes: (() => void)[] = [];
  const seen = new Set<JsonSchema>();
  const todo: Place[] = [document.root];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const at = document.original(place);
    if (typeof at === "boolean" || seen.has(at)) continue;
    seen.add(at);
    const node = at as Keywords;
    for (const keyword of referring) {
      if (typeof (place.schema as Keywords)[keyword] !== "string") continue;
      const target = targetOf(document, place, keyword);
      if (!target) {
        const named = document.uri(place, String(node[keyword]));
        // What isn't here may be known elsewhere, by its full name.
        if (keyword === "$ref" && named && named.protocol !== "schema:")
          changes.push(() => void (node.$ref = named.href));
        continue;
      }
      todo.push(target);
      changes.push(() => refer(node, keyword, target));
    }
    changes.push(() => {
      for (const name of ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"]) {
        if (typeof node[name] === "string" || name === "$recursiveAnchor") delete node[name];
      }
    });
    for (const [keyword, value] of Object.entries(place.schema)) {
      for (const steps of subschemaSteps(keyword, value)) {
        const child = unlessBroken(() => document.child(place, ...steps));
        if (child) todo.push(child);
      }
    }
  }
  for (const change of changes) change();
}

const naming = ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$dynamicRef", "$recursiveRef"];

/** Is there anything by which references could mean something else than a pointer from the root? */
function hasNames(schema: unknown): boolean {
  const stack = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (naming.some((name) => Object.hasOwn(value as object, name))) return true;
    for (const part of Object.values(value)) stack.push(part);
  }
  return false;
}

function targetOf(document: SchemaDocument, place: Place, keyword: string): Place | undefined {
  const reference = (place.schema as Keywords)[keyword] as string;
  const found = unlessBroken(() => document.resolve(place, reference));
  return found && "schema" in found ? found : undefined;
}

function refer(node: Keywords, keyword: string, { pointer }: Place): void {
  const $ref = `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
  if (keyword === "$ref") {
    node.$ref = $ref;
    return;
  }
  delete node[keyword];
  if (node.$ref === undefined) node.$ref = $ref;
  else node.allOf = [...(Array.isArray(node.allOf) ? node.allOf : []), { $ref }];
}

/** What is no schema is left to whoever compiles it. */
function unlessBroken<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SchemaError && error.code === "invalid") return undefined;
    throw error;
  }
}
