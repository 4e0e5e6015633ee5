import { type Automaton, matches } from "./automaton.ts";
import type { BuiltAlternative } from "./build.ts";
import { type BuiltContains, mostContained } from "./contains.ts";
import { countTexts, mostDistinct } from "./count.ts";
import type { BuiltArray, BuiltObject, Request } from "./structures.ts";

/**
 * Which shapes have a value: the least fixed point, since a value is finite. A shape that has none yet waits for a part
 * that it needs, and is looked at again once that has one; one that needs any of many is looked at when all else is done.
 */
export function satisfiable(shapes: readonly BuiltAlternative[][]): Uint8Array {
  const fits = new Uint8Array(shapes.length);
  const waiting = new Map<Request, number[]>();
  const late = new Set<number>();
  // Parts are mostly asked for after the whole, so they come first: the last is on top.
  let todo = [...shapes.keys()];
  for (let progress = true; progress; todo = [...late]) {
    progress = false;
    for (let i = todo.pop(); i !== undefined; i = todo.pop()) {
      if (fits[i]) continue;
      const shape = i;
      const waitFor = (part: Request | undefined): void => {
        const known = part === undefined ? undefined : waiting.get(part);
        if (part === undefined) late.add(shape);
        else if (known) known.push(shape);
        else waiting.set(part, [shape]);
      };
      if (!shapes[shape]!.some((one) => canExist(one, fits, shapes, waitFor))) continue;
      fits[shape] = 1;
      progress = true;
      for (const user of waiting.get(shape) ?? []) todo.push(user);
      waiting.delete(shape);
      late.delete(shape);
    }
  }
  return fits;
}

/** Told which part an alternative would have to get a value for; `undefined`: any of several. */
type WaitFor = (part: Request | undefined) => void;

/** Can there be a value of this alternative, as far as its parts are known to have one? */
export function canExist(
  one: BuiltAlternative,
  fits: Uint8Array,
  shapes: readonly BuiltAlternative[][],
  waitFor: WaitFor = () => {},
): boolean {
  switch (one.kind) {
    case "literals":
      return one.values.length > 0;
    case "number":
      return true;
    case "string":
      return true;
    case "array":
      return canBeArray(one, fits, shapes, waitFor);
    case "object":
      return canBeObject(one, fits, waitFor);
  }
}

function canBeArray(
  one: BuiltArray,
  fits: Uint8Array,
  shapes: readonly BuiltAlternative[][],
  waitFor: WaitFor,
): boolean {
  if (one.minItems > (one.maxItems ?? Number.POSITIVE_INFINITY)) return false;
  if (one.minItems > 1 && one.unique) {
    const prefix = one.prefix.map((id) => shapes[id]!);
    if (one.minItems > mostDistinct(prefix, one.items === null ? undefined : shapes[one.items]!)) return false;
  }
  const most = mostItems(one, fits);
  if (one.contains && !canContain(one, one.contains, most, fits, shapes)) {
    waitFor(undefined);
    return false;
  }
  if (one.minItems <= most) return true;
  const missing = most < one.prefix.length ? one.prefix[most]! : one.items;
  if (missing !== null) waitFor(missing);
  return false;
}

function canContain(
  { unique }: BuiltArray,
  contains: BuiltContains,
  mostItems: number,
  fits: Uint8Array,
  shapes: readonly BuiltAlternative[][],
): boolean {
  const { least, most, prefix, items } = contains;
  if (least > (most ?? Number.POSITIVE_INFINITY) || least > mostContained(contains, mostItems, fits)) return false;
  if (!unique || least < 2 || items === null || prefix.length > 0) return true;
  return least <= mostDistinct([], shapes[items]!);
}

/** How many items an array can have, given which shapes have values. */
export function mostItems(one: BuiltArray, fits: Uint8Array): number {
  const most = one.maxItems ?? Number.POSITIVE_INFINITY;
  const dead = one.prefix.findIndex((shape) => !fits[shape]);
  if (dead >= 0) return Math.min(dead, most);
  return one.items === null || !fits[one.items] ? Math.min(one.prefix.length, most) : most;
}

function canBeObject(one: BuiltObject, fits: Uint8Array, waitFor: WaitFor): boolean {
  const most = one.maxProperties ?? Number.POSITIVE_INFINITY;
  let possible = 0;
  let required = 0;
  for (const property of one.properties) {
    const can = property.shape !== null && fits[property.shape] === 1;
    if (property.required && !can) {
      if (property.shape !== null) waitFor(property.shape);
      return false;
    }
    if (property.required) required++;
    if (can) possible++;
  }
  if (required > most || one.minProperties > most) return false;
  for (const { keys, shape } of one.others) {
    if (possible >= one.minProperties) return true;
    if (fits[shape]) possible += keyCount(keys, one.properties);
  }
  if (possible >= one.minProperties) return true;
  waitFor(undefined);
  return false;
}

/** How many keys of a class there are beside the named ones. */
function keyCount(keys: Automaton | null, named: BuiltObject["properties"]): number {
  if (!keys) return Number.POSITIVE_INFINITY;
  const count = countTexts(keys, 0, Number.POSITIVE_INFINITY);
  return count === Number.POSITIVE_INFINITY ? count : count - named.filter(({ name }) => matches(keys, name)).length;
}
