import { combining, type Place, type SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { keywordsOf } from "./keywords.ts";
import { escapePointer } from "./report.ts";
import { subschemaSteps } from "./subschemas.ts";
import { faultOfValue } from "./values.ts";

/** Keywords whose value is a reference. */
export const referring = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** A schema, and the way to it: pointers are only made of those that someone asks for. */
interface Step {
  readonly schema: JsonSchema;
  readonly from: Step | undefined;
  /** Pointer from there. */
  readonly path: string;
}

/**
 * Refuses a document that can't be judged by: whose keywords have values that its draft doesn't allow them, or that refers
 * back to itself. That is asked of all schemas in it, used or not, since a schema of schemas does; so whoever compiles a schema
 * and whoever validates by it take the same ones. References that lead nowhere aren't looked at.
 * @throws {SchemaError} `invalid`, or `reference` for a circle
 */
export function refuseFaults(document: SchemaDocument): void {
  const seen = new Set<JsonSchema>();
  const referrers: Step[] = [];
  const todo: Step[] = [{ schema: document.original(document.root), from: undefined, path: "" }];
  const starts: Place[] = [];
  // What references lead to needn't be where schemas are.
  for (let next = 0; todo.length > 0; ) {
    checkValues(document, todo, seen, referrers);
    for (; next < referrers.length; next++) {
      const place = document.at(pointerOf(referrers[next]!));
      if (!place) continue;
      starts.push(place);
      for (const target of targetsOf(document, place)) {
        const schema = document.original(target);
        if (!seen.has(schema)) todo.push({ schema, from: undefined, path: target.pointer });
      }
    }
  }
  refuseCircles(document, starts);
}

function checkValues(document: SchemaDocument, todo: Step[], seen: Set<JsonSchema>, referrers: Step[]): void {
  for (let step = todo.pop(); step; step = todo.pop()) {
    if (typeof step.schema === "boolean" || seen.has(step.schema)) continue;
    seen.add(step.schema);
    const { schema } = document.heard(step.schema);
    const at = step;
    // The pointer is asked for where something is wrong.
    const here = {
      schema,
      get pointer() {
        return pointerOf(at);
      },
    };
    for (const keyword in schema as object) {
      const value = (schema as Readonly<Record<string, unknown>>)[keyword];
      const fault = faultOfValue(document.draft, here, keyword);
      if (fault) throw fault;
      refusePatterns(keyword, value, at);
      // Nothing can be wrong with what is no object.
      if (typeof value !== "object") continue;
      for (const [, name] of subschemaSteps(keyword, value)) {
        const part = name === undefined ? value : (value as Record<string | number, unknown>)[name];
        if (typeof part !== "object" || part === null) continue;
        const path = `/${escapePointer(keyword)}${name === undefined ? "" : `/${escapePointer(String(name))}`}`;
        todo.push({ schema: part as JsonSchema, from: step, path });
      }
    }
    if (referring.some((keyword) => Object.hasOwn(schema as object, keyword))) referrers.push(step);
  }
}

/** Refuses what is no regular expression, with the `u` flag nor without. */
function refusePatterns(keyword: string, value: unknown, at: Step): void {
  const sources =
    keyword === "pattern" ? [value as string] : keyword === "patternProperties" ? Object.keys(value!) : [];
  for (const source of sources) {
    const failure = failureOf(source, "u") && failureOf(source, "");
    if (failure === undefined) continue;
    const path = `${pointerOf(at)}/${keyword}`;
    throw new SchemaError("invalid", `A pattern isn't a regular expression: ${failure}.`, { path, keyword });
  }
}

function failureOf(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function pointerOf(step: Step): string {
  const paths: string[] = [];
  for (let at: Step | undefined = step; at; at = at.from) paths.push(at.path);
  return paths.reverse().join("");
}

function* targetsOf(document: SchemaDocument, place: Place): Generator<Place> {
  for (const keyword of referring) {
    const reference = keywordsOf(place)[keyword];
    if (typeof reference !== "string") continue;
    const target = document.resolve(place, reference);
    if ("schema" in target) yield target;
  }
}

/** Looks for a way from a schema back to itself that stays at the same value. All have a reference in them. */
function refuseCircles(document: SchemaDocument, starts: readonly Place[]): void {
  const done = new Set<Place>();
  const open = new Set<Place>();
  const stack: { readonly place: Place; readonly left: boolean }[] = [];
  for (const start of starts) {
    stack.push({ place: start, left: false });
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { place, left } = top;
      if (left) {
        open.delete(place);
        done.add(place);
        continue;
      }
      if (open.has(place)) throw circular(outermost([...open].slice([...open].indexOf(place))));
      if (done.has(place) || typeof place.schema === "boolean") continue;
      open.add(place);
      stack.push({ place, left: true });
      for (const target of targetsOf(document, place)) stack.push({ place: target, left: false });
      for (const [keyword, value] of Object.entries(place.schema)) {
        if (!combining.has(keyword)) continue;
        for (const steps of subschemaSteps(keyword, value)) {
          stack.push({ place: document.child(place, ...steps), left: false });
        }
      }
    }
  }
}

/** Of the schemas of a circle, the one that the others are most likely in. */
function outermost(circle: readonly Place[]): Place {
  return circle.reduce((least, place) => (place.pointer.length < least.pointer.length ? place : least));
}

/** What a schema is refused for by which no judging would come to an end. */
export function circular(place: Place): SchemaError {
  return new SchemaError(
    "reference",
    `The schema at ${place.pointer || "the root"} refers back to itself without going into a property or an item, ` +
      "so it says nothing. Remove that reference.",
    { path: place.pointer, keyword: "$ref" },
  );
}
