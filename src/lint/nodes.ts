import { type JsonSchema, type Place, SchemaDocument, SchemaError } from "../schema/index.ts";

/**
 * What a subschema says of the value it is about.
 * - `value`: describes it
 * - `refinement`: adds to what is described elsewhere (`then`, `dependentSchemas`, …)
 * - `condition`: asks something of it (`if`, `not`, `contains`, `propertyNames`)
 */
export type Role = "value" | "refinement" | "condition";

/** An object schema somewhere in a document. */
export interface Node {
  readonly place: Place;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly role: Role;
  /** The name, if the value is that of a property; and the names beside it. */
  readonly property: string | undefined;
  readonly siblings: readonly string[];
}

type Kind = "one" | "list" | "map";

/** Keywords that hold schemas: how, of the same value or a part of it, and as what. */
const holders: readonly (readonly [keyword: string, kind: Kind, same: boolean, role: Role])[] = [
  ["properties", "map", false, "value"],
  ["patternProperties", "map", false, "value"],
  ["additionalProperties", "one", false, "value"],
  ["unevaluatedProperties", "one", false, "value"],
  ["prefixItems", "list", false, "value"],
  ["items", "list", false, "value"],
  ["items", "one", false, "value"],
  ["additionalItems", "one", false, "value"],
  ["unevaluatedItems", "one", false, "value"],
  ["allOf", "list", true, "value"],
  ["anyOf", "list", true, "value"],
  ["oneOf", "list", true, "value"],
  ["then", "one", true, "refinement"],
  ["else", "one", true, "refinement"],
  ["dependentSchemas", "map", true, "refinement"],
  ["dependencies", "map", true, "refinement"],
  ["if", "one", true, "condition"],
  ["not", "one", true, "condition"],
  ["contains", "one", false, "condition"],
  ["propertyNames", "one", false, "condition"],
  ["$defs", "map", false, "value"],
  ["definitions", "map", false, "value"],
];
const definitions: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** A subschema directly inside another. */
export interface Child {
  readonly place: Place;
  readonly keyword: string;
  readonly same: boolean;
  readonly role: Role;
  readonly name: string | undefined;
}

/** All subschemas of a document, by their pointers: those that stand in it, and those that references lead to. */
export class Nodes {
  readonly document: SchemaDocument;
  readonly all = new Map<string, Node>();

  /** What isn't a schema, or is too deep for one, is left out: compiling says so. */
  constructor(schema: JsonSchema) {
    this.document = new SchemaDocument(schema);
    const todo: Omit<Node, "schema">[] = [
      { place: this.document.root, role: "value", property: undefined, siblings: [] },
    ];
    for (let node = todo.pop(); node; node = todo.pop()) {
      const { place, role } = node;
      if (typeof place.schema === "boolean" || this.all.has(place.pointer)) continue;
      this.all.set(place.pointer, { ...node, schema: place.schema });
      const target = this.target(place);
      if (target) todo.push({ place: target, role, property: undefined, siblings: [] });
      const siblings = namesOf(place.schema.properties);
      for (const child of this.childrenOf(place).toReversed()) {
        const fresh = definitions.has(child.keyword);
        todo.push({
          place: child.place,
          role: fresh ? "value" : graver(role, child.role),
          property: child.keyword === "properties" ? child.name : undefined,
          siblings,
        });
      }
    }
  }

  at(pointer: string): Node | undefined {
    return this.all.get(pointer);
  }

  /** Where the `$ref` of a place leads. */
  target(place: Place): Place | undefined {
    if (typeof place.schema === "boolean" || typeof place.schema.$ref !== "string") return undefined;
    const reference = place.schema.$ref;
    const found = unlessBroken(() => this.document.resolve(place, reference));
    return found && "schema" in found ? found : undefined;
  }

  /** Why a reference at a place leads nowhere, if it does. */
  failure(place: Place, reference: string): string | undefined {
    const found = unlessBroken(() => this.document.resolve(place, reference));
    return found && "failure" in found ? found.failure : undefined;
  }

  /** The subschemas directly inside a place, in the order of the table above. */
  childrenOf(place: Place): Child[] {
    const found: Child[] = [];
    for (const [keyword, kind, same, role] of holders) {
      const held = (place.schema as Record<string, unknown>)[keyword];
      if (held === undefined || held === null || !Object.hasOwn(place.schema as object, keyword)) continue;
      const add = (name: string | undefined, ...steps: (string | number)[]): void => {
        const child = unlessBroken(() => this.document.child(place, keyword, ...steps));
        if (child) found.push({ place: child, keyword, same, role, name });
      };
      if (kind === "list" && Array.isArray(held)) held.forEach((_, i) => void add(undefined, i));
      if (kind === "map" && isObject(held)) {
        for (const name of Object.keys(held)) if (!Array.isArray(held[name])) add(name, name);
      }
      if (kind === "one" && !Array.isArray(held)) add(undefined);
    }
    return found;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function namesOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function graver(outer: Role, own: Role): Role {
  if (outer === "condition" || own === "condition") return "condition";
  return outer === "refinement" ? outer : own;
}

function unlessBroken<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}
