import { type Automaton, lengthRange, matches } from "./automaton.ts";
import type { BuiltAlternative } from "./compile.ts";
import type { Place } from "./document.ts";
import { SchemaError } from "./error.ts";
import type { ShapeTable } from "./shape.ts";
import type { BuiltArray, BuiltObject, Request } from "./structures.ts";
import { assembled } from "./table.ts";

/**
 * From what was built to the table: finds the shapes that no value fits, decides which `oneOf`s exclude, simplifies,
 * and lets the table be assembled.
 * @param decided called for each `oneOf` with whether its branches exclude each other
 * @throws {SchemaError} `unsatisfiable` when nothing is left of the root
 */
export function decidedShapes(
  shapes: BuiltAlternative[][],
  overlaps: ReadonlyMap<Place, Request[] | undefined>,
  decided: (place: Place, exclude: boolean) => void,
): ShapeTable {
  const fits = satisfiable(shapes);
  if (!fits[0]) {
    throw new SchemaError("unsatisfiable", "No value fits this schema: its demands contradict each other.", {
      path: "",
    });
  }
  const overlapping = new Set<Place>();
  for (const [place, pairs] of overlaps) {
    const exclude = pairs !== undefined && !pairs.some((request) => fits[request]);
    decided(place, exclude);
    if (!exclude) overlapping.add(place);
  }
  for (const shape of shapes) {
    for (const alternative of shape) {
      for (const place of alternative.exclusive) if (overlapping.has(place)) alternative.checks.add(place);
    }
  }
  const alive = shapes.map((shape, i) => (fits[i] ? shape.filter((one) => canExist(one, fits)) : []));
  for (const shape of alive) for (const one of shape) simplify(one, fits);
  return assembled(alive);
}

/**
 * Which shapes have a value: the least fixed point, since a value is finite. Children are mostly asked for after their
 * parents, so going backwards takes few rounds.
 */
function satisfiable(shapes: readonly BuiltAlternative[][]): Uint8Array {
  const fits = new Uint8Array(shapes.length);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = shapes.length - 1; i >= 0; i--) {
      if (fits[i] || !shapes[i]!.some((alternative) => canExist(alternative, fits))) continue;
      fits[i] = 1;
      changed = true;
    }
  }
  return fits;
}

function canExist(one: BuiltAlternative, fits: Uint8Array): boolean {
  switch (one.kind) {
    case "literals":
      return one.values.length > 0;
    case "number":
      return true;
    case "string":
      return true;
    case "array":
      return one.minItems <= mostItems(one, fits);
    case "object":
      return canBeObject(one, fits);
  }
}

/** How many items an array can have, given which shapes have values. */
function mostItems(one: BuiltArray, fits: Uint8Array): number {
  const most = one.maxItems ?? Number.POSITIVE_INFINITY;
  const dead = one.prefix.findIndex((shape) => !fits[shape]);
  if (dead >= 0) return Math.min(dead, most);
  return one.items === null || !fits[one.items] ? Math.min(one.prefix.length, most) : most;
}

function canBeObject(one: BuiltObject, fits: Uint8Array): boolean {
  let possible = 0;
  let required = 0;
  for (const property of one.properties) {
    const can = property.shape !== null && fits[property.shape] === 1;
    if (property.required && !can) return false;
    if (property.required) required++;
    if (can) possible++;
  }
  if (required > (one.maxProperties ?? Number.POSITIVE_INFINITY)) return false;
  for (const { keys, shape } of one.others) if (fits[shape]) possible += keys ? keyCount(keys, one) : Infinity;
  return possible >= one.minProperties && one.minProperties <= (one.maxProperties ?? Number.POSITIVE_INFINITY);
}

/** How many keys of a class there are besides the named ones. */
function keyCount(keys: Automaton, { properties }: BuiltObject): number {
  const { longest } = lengthRange(keys);
  if (longest === Number.POSITIVE_INFINITY) return longest;
  // Per state, how many texts are accepted from it: by growing length, since there's no cycle.
  let counts: number[] = keys.accepting.map(() => 0);
  for (let length = 0; length <= longest; length++) {
    counts = keys.edges.map((edges, state) => {
      let sum = keys.accepting[state] ? 1 : 0;
      for (let i = 0; i < edges.length; i += 3) sum += (edges[i + 1]! - edges[i]! + 1) * counts[edges[i + 2]!]!;
      return sum;
    });
  }
  return counts[0]! - properties.filter(({ name }) => matches(keys, name)).length;
}

/** Removes what can't occur in an alternative, so that every index in it leads to a shape with values. */
function simplify(one: BuiltAlternative, fits: Uint8Array): void {
  if (one.kind === "array") {
    const most = mostItems(one, fits);
    if (most <= one.prefix.length) {
      one.prefix.length = most;
      one.items = null;
    }
    one.maxItems = one.items === null ? most : one.maxItems;
  }
  if (one.kind === "object") {
    one.others = one.others.filter(({ shape }) => fits[shape]);
    for (const property of one.properties) {
      if (property.shape !== null && !fits[property.shape]) property.shape = null;
    }
    if (one.others.length === 0) one.properties = one.properties.filter(({ shape }) => shape !== null);
  }
}
