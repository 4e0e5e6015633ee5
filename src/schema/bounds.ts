/** Bounds of numbers, as texts must keep them: what's written is read as a double, by `JSON.parse` and most others. */
import {
  ceilDecimal,
  compareDecimals,
  type Decimal,
  decimalOf,
  decimalText,
  isInteger,
  parseDecimal,
  roundedDown,
  roundedUp,
} from "./decimal.ts";

/** A range of numbers; `null` is no bound. */
export interface Bounds {
  minimum: Decimal | null;
  maximum: Decimal | null;
  exclusiveMinimum: boolean;
  exclusiveMaximum: boolean;
}

/** From 2⁵³ on not every integer is a double. */
const everyInteger: Decimal = { coefficient: 2n ** 53n, exponent: 0 };
/** From here on one more digit may make a number infinite: doubles end at 1.8 × 10³⁰⁸. */
const nearInfinity: Decimal = { coefficient: 1n, exponent: 308 };
/** Between zero and less than this there may be texts with so many digits that they are read as zero. */
const nearZero: Decimal = { coefficient: 1n, exponent: -100 };

/** Adds a lower bound. */
export function raise(bounds: Bounds, given: Decimal, exclusive: boolean): void {
  const bound = exclusive ? pastLarge(given) : given;
  const isExclusive = exclusive && bound === given;
  const order = bounds.minimum === null ? 1 : compareDecimals(bound, bounds.minimum);
  if (order > 0) bounds.exclusiveMinimum = isExclusive;
  if (order > 0) bounds.minimum = bound;
  if (order === 0) bounds.exclusiveMinimum ||= isExclusive;
}

/** Adds an upper bound. */
export function lower(bounds: Bounds, given: Decimal, exclusive: boolean): void {
  const bound = exclusive ? negated(pastLarge(negated(given))) : given;
  const isExclusive = exclusive && compareDecimals(bound, given) === 0;
  const order = bounds.maximum === null ? -1 : compareDecimals(bound, bounds.maximum);
  if (order < 0) bounds.exclusiveMaximum = isExclusive;
  if (order < 0) bounds.maximum = bound;
  if (order === 0) bounds.exclusiveMaximum ||= isExclusive;
}

/**
 * The next double, of large ones: the limits of `int64` aren't doubles, and which of two bounds is less could be different
 * once they are read. The bound itself, if it's not large or the last one.
 */
function pastLarge(bound: Decimal): Decimal {
  if (compareDecimals(magnitude(bound), everyInteger) < 0) return bound;
  const next = nextDouble(Number(decimalText(bound)));
  return Number.isFinite(next) ? decimalOf(next) : bound;
}

/**
 * Makes bounds inclusive. A decimal below 1 may be read as 1: of 0.99999999999999999999 no double is left but that. So
 * a bound that must not be reached becomes the double next to it: reading rounds, and never past a double, so what isn't
 * beyond that one isn't read as one that is. All doubles that are allowed are within. Of integers it is the next one, while
 * those are doubles. Zero stays, since nothing that's written is so small that it's read as that.
 * @returns false: no double is left
 */
export function closeBounds(bounds: Bounds, integer: boolean): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  if (minimum) {
    bounds.minimum = leastWithin(minimum, exclusiveMinimum, integer, maximum);
    bounds.exclusiveMinimum = exclusiveMinimum && bounds.minimum === minimum;
  }
  if (maximum) {
    const most = leastWithin(negated(maximum), exclusiveMaximum, integer, minimum && negated(minimum));
    bounds.maximum = most && negated(most);
    bounds.exclusiveMaximum = exclusiveMaximum && !!most && compareDecimals(bounds.maximum!, maximum) === 0;
  }
  if ((minimum && !bounds.minimum) || (maximum && !bounds.maximum)) return false;
  // Without an end, digits could come to Infinity.
  if (minimum && !maximum && compareDecimals(minimum, nearInfinity) >= 0) bounds.maximum = decimalOf(Number.MAX_VALUE);
  if (maximum && !minimum && compareDecimals(negated(maximum), nearInfinity) >= 0) {
    bounds.minimum = decimalOf(-Number.MAX_VALUE);
  }
  return true;
}

/** The lower bound itself if it may stand; else the least value beyond it, `null` if there is none. */
function leastWithin(bound: Decimal, exclusive: boolean, integer: boolean, end: Decimal | null): Decimal | null {
  if (integer && !isInteger(bound)) return whole(ceilDecimal(bound));
  if (!exclusive) return bound;
  if (integer && compareDecimals(magnitude(bound), everyInteger) < 0) return whole(ceilDecimal(bound) + 1n);
  const isZero = bound.coefficient === 0n;
  if (isZero && (!end || compareDecimals(magnitude(end), nearZero) >= 0)) return bound;
  const next = nextDouble(Number(decimalText(bound)));
  return Number.isFinite(next) ? decimalOf(next) : null;
}

function whole(value: bigint): Decimal {
  return parseDecimal(String(value));
}

function negated({ coefficient, exponent }: Decimal): Decimal {
  return { coefficient: -coefficient, exponent };
}

function magnitude(value: Decimal): Decimal {
  return value.coefficient < 0n ? negated(value) : value;
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The least double above one: IEEE 754 orders the bits of those of one sign like whole numbers. */
export function nextDouble(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  double[0] = value;
  bits[0] = bits[0]! + (value > 0 ? 1n : -1n);
  return double[0];
}

/** A range in text, as a Shape has it. */
interface TextBounds {
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
}

/** The same numbers of at most so many digits after the point, by bounds that have no more; as it is if there are none. */
export function withinDecimals<T extends TextBounds>(range: T, decimals: number): T {
  const [minimum, maximum] = [range.minimum, range.maximum].map((text) => (text === null ? null : parseDecimal(text)));
  const isShort = (bound: Decimal | null | undefined) => !bound || -bound.exponent <= decimals;
  if (isShort(minimum) && isShort(maximum)) return range;
  const least = minimum && !isShort(minimum) ? roundedUp(minimum, decimals) : minimum;
  const most = maximum && !isShort(maximum) ? roundedDown(maximum, decimals) : maximum;
  const exclusiveMinimum = range.exclusiveMinimum && least === minimum;
  const exclusiveMaximum = range.exclusiveMaximum && most === maximum;
  const order = least && most ? compareDecimals(least, most) : -1;
  if (order > 0 || (order === 0 && (exclusiveMinimum || exclusiveMaximum))) return range;
  const text = (bound: Decimal | null | undefined) => (bound ? decimalText(bound) : null);
  return { ...range, minimum: text(least), maximum: text(most), exclusiveMinimum, exclusiveMaximum };
}
