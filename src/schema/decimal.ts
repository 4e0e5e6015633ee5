/**
 * Exact decimal numbers, for bounds that doubles and JSON text must agree on.
 * A value is `coefficient × 10^exponent`, with no trailing zero in the coefficient (and exponent 0 for zero).
 */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const numeral = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads a JSON numeral, exactly.
 * @throws {RangeError} if it isn't one
 */
export function parseDecimal(text: string): Decimal {
  const match = numeral.exec(text);
  if (!match) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  const digits = `${whole}${fraction}`.replace(/0+$/, "");
  const dropped = whole.length + fraction.length - digits.length;
  const coefficient = BigInt(digits || "0");
  if (coefficient === 0n) return { coefficient: 0n, exponent: 0 };
  return {
    coefficient: sign ? -coefficient : coefficient,
    exponent: Number(power) - fraction.length + dropped,
  };
}

/** The shortest decimal that reads back as this double: what JSON text of it says. */
export function decimalOf(value: number): Decimal {
  return parseDecimal(String(value));
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const difference = scaled(a, exponent) - scaled(b, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The greatest integer not above the value. */
export function floorDecimal(value: Decimal): bigint {
  if (value.exponent >= 0) return scaled(value, 0);
  return floorDivision(value.coefficient, 10n ** BigInt(-value.exponent));
}

/** The least integer not below the value. */
export function ceilDecimal(value: Decimal): bigint {
  return -floorDecimal({ coefficient: -value.coefficient, exponent: value.exponent });
}

/** The greatest decimal not above the value that has at most so many digits after the point. */
export function roundedDown({ coefficient, exponent }: Decimal, decimals: number): Decimal {
  const units = floorDecimal({ coefficient, exponent: exponent + decimals });
  return parseDecimal(`${units}e${-decimals}`);
}

/** The least such decimal not below the value. */
export function roundedUp({ coefficient, exponent }: Decimal, decimals: number): Decimal {
  const units = ceilDecimal({ coefficient, exponent: exponent + decimals });
  return parseDecimal(`${units}e${-decimals}`);
}

export function isInteger(value: Decimal): boolean {
  return value.exponent >= 0;
}

/** Is `value` a whole multiple of `unit`? False for a unit of zero. */
export function isMultiple(value: Decimal, unit: Decimal): boolean {
  if (unit.coefficient === 0n) return false;
  const exponent = Math.min(value.exponent, unit.exponent);
  return scaled(value, exponent) % scaled(unit, exponent) === 0n;
}

/** The least decimal above zero that is a whole multiple of both. Of 0.02 and 0.03 it is 0.06. */
export function leastCommonMultiple(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [scaled(a, exponent), scaled(b, exponent)];
  let [divisor, rest] = [x, y];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return { coefficient: (x / divisor) * y, exponent };
}

/** Plain notation, without an exponent: `-0.001`, `1200`. */
export function decimalText(value: Decimal): string {
  const sign = value.coefficient < 0n ? "-" : "";
  const digits = String(value.coefficient < 0n ? -value.coefficient : value.coefficient);
  if (value.exponent >= 0) return sign + digits + "0".repeat(value.exponent);
  const padded = digits.padStart(1 - value.exponent, "0");
  const point = padded.length + value.exponent;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

function scaled(value: Decimal, exponent: number): bigint {
  return value.coefficient * 10n ** BigInt(value.exponent - exponent);
}

/** The numbers of a range, of which only whole multiples of some decimals count. */
interface Range {
  readonly integer: boolean;
  readonly minimum: Decimal | null;
  readonly maximum: Decimal | null;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: readonly Decimal[];
}

const one: Decimal = { coefficient: 1n, exponent: 0 };
/** Of more units than these no common multiple is sought: it grows with each. */
const maxUnits = 16;

/** How many numbers there are in a range; `Infinity` where they lie dense, have no end or can't be counted. */
export function multiplesBetween(range: Range): number {
  const { minimum, maximum } = range;
  if (!minimum || !maximum) return Number.POSITIVE_INFINITY;
  const order = compareDecimals(minimum, maximum);
  if (order > 0 || (order === 0 && (range.exclusiveMinimum || range.exclusiveMaximum))) return 0;
  const units = range.integer ? [one, ...range.multipleOf] : range.multipleOf;
  if (units.length === 0) return order === 0 ? 1 : Number.POSITIVE_INFINITY;
  if (units.length > maxUnits) return Number.POSITIVE_INFINITY;
  const unit = units.reduce(leastCommonMultiple);
  const exponent = Math.min(unit.exponent, minimum.exponent, maximum.exponent);
  const size = scaled(unit, exponent);
  const [low, high] = [scaled(minimum, exponent), scaled(maximum, exponent)];
  let least = floorDivision(low, size);
  if (range.exclusiveMinimum || least * size !== low) least++;
  let most = floorDivision(high, size);
  if (range.exclusiveMaximum && most * size === high) most--;
  return most < least ? 0 : Number(most - least + 1n);
}

function floorDivision(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}
