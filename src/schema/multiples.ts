import { type Decimal, decimalText, leastCommonMultiple, parseDecimal } from "./decimal.ts";
import { type Bound, decimal, isZero, scaledUp, zero } from "./digits.ts";
import type { NumberAlternative } from "./shape.ts";

/** So many digits are the same as a double: of a number that must be a multiple there are no more. */
export const exactDigits = 15;
/** Multiples are counted by remainders, up to this many. */
const mostRemainders = 4096;

/** The numbers that a {@link NumberAlternative} stands for. */
export type NumberRange = Pick<
  NumberAlternative,
  "integer" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
>;

/** What numbers are multiples of, times ten to the `decimals`: a whole number that's small enough to count by remainders. */
export interface Unit {
  readonly remainders: number;
  readonly decimals: number;
}

/** Most units of which a common multiple is sought: it grows with each. */
const mostUnits = 16;
const one: Decimal = { coefficient: 1n, exponent: 0 };

/** Whether `Numerals` count the multiples of a range; else they must be judged as whole values. */
export function countsMultiples(range: NumberRange): boolean {
  return range.multipleOf.length === 0 || unitOf(range) !== undefined;
}

/** What a range's multiples are counted by; `undefined`: there are none, or too many remainders, or digits. */
export function unitOf(range: NumberRange): Unit | undefined {
  const { integer, minimum, maximum, multipleOf } = range;
  if (multipleOf.length === 0 || multipleOf.length > mostUnits) return undefined;
  const units = multipleOf.map(parseDecimal);
  const common = (integer ? [one, ...units] : units).reduce(leastCommonMultiple);
  const { coefficient, exponent } = parseDecimal(decimalText(common));
  const decimals = Math.max(0, -exponent);
  if (exponent > 3 || decimals >= exactDigits || coefficient > mostRemainders) return undefined;
  const remainders = Number(coefficient) * 10 ** Math.max(0, exponent);
  const isLong = (bound: string | null) =>
    bound !== null && decimal(bound, false).whole.length > exactDigits - decimals;
  if (remainders > mostRemainders || isLong(minimum) || isLong(maximum)) return undefined;
  const unit = { remainders, decimals };
  // Where the first one is too long, none is left.
  return lengthOfFirst(range, unit) > exactDigits - decimals ? undefined : unit;
}

/** How many digits the first number from a bound on, by absolute values, has before the point. */
export function firstLength(low: Bound, unit: Unit | undefined): number {
  if (!unit) return low.whole.length;
  const [least, size] = [scaledUp(low, unit.decimals), BigInt(unit.remainders)];
  const first = ((least + size - 1n) / size) * size;
  return Math.max(1, String(first).length - unit.decimals);
}

/** How many digits before the point the first number has on the sides of a range that have no end; 1 where that is zero. */
export function firstDigits(range: NumberRange): number {
  return lengthOfFirst(range, unitOf(range));
}

function lengthOfFirst(range: NumberRange, unit: Unit | undefined): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = range;
  const low = minimum === null ? zero : decimal(minimum, exclusiveMinimum);
  const high = maximum === null ? zero : decimal(maximum, exclusiveMaximum);
  const above = maximum === null && !low.negative ? firstLength(low, unit) : 1;
  const below = minimum === null && (high.negative || isZero(high)) ? firstLength(high, unit) : 1;
  return Math.max(above, below);
}

/** What digits that leave `rest` leave with so many zeros after them. */
export function remainder(rest: number, zeros: number, unit: number): number {
  let left = rest;
  for (let i = 0; i < zeros && left > 0; i++) left = (left * 10) % unit;
  return left;
}
