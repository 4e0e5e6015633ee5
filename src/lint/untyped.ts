import { type Alternative, escapePointer, type Shape, type ShapeTable } from "../schema/index.ts";
import type { Findings } from "./findings.ts";
import { isObject, type Node, type Nodes } from "./nodes.ts";
import { includesType } from "./structure.ts";

/** Finds where a value of any type may be written, by what all schemas of the value come to together. */
export function findUntyped(table: ShapeTable, nodes: Nodes, findings: Findings): void {
  const free = table.shapes.map(isFree);
  if (free[0]) findings.add("no-type", "", "Nothing says of what type the value is.");
  for (const shape of table.shapes) {
    for (const one of shape) {
      if (one.kind !== "object" && one.kind !== "array") continue;
      const sources = one.sources.flatMap((source) => nodes.at(table.sources[source]!) ?? []);
      for (const node of sources) {
        if (node.role === "condition") continue;
        const parts = one.kind === "array" ? itemsOf(one, free, node, sources) : [];
        if (one.kind === "object") parts.push(...membersOf(one, free, table, node));
        for (const { path, message } of parts) findings.add("no-type", path, message);
      }
    }
  }
}

/** Does a shape take values of every type, and not for want of a closer one? */
function isFree(shape: Shape): boolean {
  if (shape.every(({ checks }) => checks.length > 0)) return false;
  const kinds = new Set<string>();
  for (const one of shape) {
    if (one.kind !== "literals") kinds.add(one.kind);
    else for (const value of one.values) kinds.add(value === null ? "null" : typeof value);
  }
  return kinds.size === 6;
}

interface Part {
  readonly path: string;
  readonly message: string;
}

/** Named properties that may be anything, and other keys, where a schema speaks of them. */
function membersOf(
  one: Extract<Alternative, { kind: "object" }>,
  free: readonly boolean[],
  table: ShapeTable,
  { place, schema }: Node,
): Part[] {
  const found: Part[] = [];
  const { properties } = schema;
  for (const { name, shape } of one.properties) {
    if (shape === null || !free[shape] || !isObject(properties) || !Object.hasOwn(properties, name)) continue;
    const path = pointer(place.pointer, "properties", name);
    found.push({ path, message: `Nothing says of what type \`${name}\` is.` });
  }
  const open = one.others.flatMap(({ shape }) => (free[shape] ? table.shapes[shape]! : []));
  if (open.length === 0) return found;
  const sources = new Set(open.flatMap((part) => part.sources.map((source) => table.sources[source]!)));
  const look = (held: unknown, ...steps: string[]): void => {
    const path = pointer(place.pointer, ...steps);
    const nothing =
      held === true || (isObject(held) && (sources.has(path) || !typing.some((keyword) => keyword in held)));
    if (nothing) found.push({ path, message: "Nothing says of what type the values of these keys are." });
  };
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) look(schema[keyword], keyword);
  const patterns = isObject(schema.patternProperties) ? schema.patternProperties : {};
  for (const [pattern, held] of Object.entries(patterns)) look(held, "patternProperties", pattern);
  return found;
}

/** Items that may be anything. */
function itemsOf(
  one: Extract<Alternative, { kind: "array" }>,
  free: readonly boolean[],
  { place, schema }: Node,
  sources: readonly Node[],
): Part[] {
  const found: Part[] = [];
  const list = Array.isArray(schema.prefixItems) ? "prefixItems" : "items";
  const listed = Array.isArray(schema[list]) ? schema[list].length : 0;
  for (const [i, shape] of one.prefix.entries()) {
    if (!free[shape] || i >= listed) continue;
    found.push({ path: pointer(place.pointer, list, `${i}`), message: `Nothing says of what type item ${i} is.` });
  }
  if (one.items === null || !free[one.items]) return found;
  const message = "Nothing says of what type the items are.";
  const speaking = ofItems.filter((keyword) => speaks(schema, keyword));
  for (const keyword of speaking) found.push({ path: pointer(place.pointer, keyword), message });
  // Where no schema says a word of them, the array is what lacks it.
  const silent = !sources.some((source) => ofItems.some((keyword) => speaks(source.schema, keyword)));
  if (silent && includesType(schema, "array")) found.push({ path: place.pointer, message });
  return found;
}

const ofItems = ["items", "additionalItems", "unevaluatedItems"];

function speaks(schema: Node["schema"], keyword: string): boolean {
  return schema[keyword] !== undefined && !Array.isArray(schema[keyword]);
}

/** Keywords that leave at least a type out, or may. */
const typing =
  "type enum const $ref $dynamicRef $recursiveRef allOf anyOf oneOf not if unevaluatedProperties nullable".split(" ");

function pointer(at: string, ...steps: readonly string[]): string {
  return [at, ...steps.map(escapePointer)].join("/");
}
