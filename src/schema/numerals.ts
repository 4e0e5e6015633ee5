import { type Decimal, decimalText, leastCommonMultiple, parseDecimal } from "./decimal.ts";
import type { NumberAlternative } from "./shape.ts";

/** Most digits before and after the point where no bound says otherwise; and of an exponent, so that nothing overflows. */
const mostDigits = 20;
const mostExponentDigits = 2;
/** So many digits are the same as a double: of a number that must be a multiple there are no more. */
const exactDigits = 15;
/** Multiples are counted by remainders, up to this many. */
const mostRemainders = 4096;

/** No numeral begins so. */
export const noNumeral = -1;

export interface NumeralOptions {
  /** Let integers be written `1.0`, too. Default false. */
  readonly zeroFractions?: boolean;
  /** Most digits before the point where no bound says otherwise. Default 20. */
  readonly digits?: number;
}

/** The numbers that a {@link NumberAlternative} stands for. */
export type NumberRange = Pick<
  NumberAlternative,
  "integer" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
>;

/**
 * The numerals of a range as a deterministic automaton over bytes, made as it's walked. All that matters of the digits so
 * far is how many there are, how they compare to as many digits of each bound, and what remains of them divided by what
 * they must be a multiple of; so states are few whatever the bounds.
 *
 * Integers are written without exponent, and without fraction but for `.0` where that's asked for; so are numbers between
 * bounds other than zero without exponent. Multiples have at most fifteen digits: more of them a double doesn't keep.
 *
 * Laws: state 0 is the start; from every state a numeral in the range can be reached.
 */
export class Numerals {
  /** Number of states. */
  size = 0;
  private readonly integer: boolean;
  private readonly zeroFractions: boolean;
  private readonly exponents: boolean;
  private readonly unit: Unit | undefined;
  private readonly mostWhole: number;
  private readonly mostDecimals: number;
  private readonly ranges: Record<"+" | "-", Range | undefined>;
  private readonly inner: Inner[] = [];
  private readonly known = new Map<number, number>();

  constructor(range: NumberRange, { zeroFractions = false, digits = mostDigits }: NumeralOptions = {}) {
    const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = range;
    this.unit = unitOf(range);
    this.mostWhole = this.unit ? Math.min(digits, exactDigits - this.unit.decimals) : digits;
    // A multiple of 0.25 has no more digits after the point than that.
    this.mostDecimals = this.unit
      ? this.unit.decimals
      : Math.min(mostDigits, ...multipleOf.map((unit) => (unit.split(".")[1] ?? "").length));
    const low = minimum === null ? undefined : decimal(minimum, exclusiveMinimum);
    const high = maximum === null ? undefined : decimal(maximum, exclusiveMaximum);
    this.integer = integer;
    this.zeroFractions = zeroFractions;
    this.exponents =
      !integer && multipleOf.length === 0 && [low, high].every((bound) => !bound || isZero(bound)) && !(low && high);
    this.ranges = {
      "+": high?.negative ? undefined : { low: low && !low.negative ? low : zero, high },
      // Minus zero is zero.
      "-": low && !low.negative ? undefined : { low: high && (high.negative || isZero(high)) ? high : zero, high: low },
    };
    this.state({ phase: "start", sign: "+" });
  }

  /** Whether the text so far is a numeral in the range. */
  isWhole(state: number): boolean {
    const inner = this.inner[state]!;
    const { phase } = inner;
    if (phase === "exponent" || phase === "zero") return true;
    return (phase === "whole" || phase === "fraction") && this.isAllowed(inner);
  }

  /** Whether more may come after what's whole. */
  goesOn(state: number): boolean {
    return this.inner[state]!.phase !== "zero";
  }

  /** The state after one more byte, or {@link noNumeral}. */
  next(state: number, byte: number): number {
    const inner = this.inner[state]!;
    const { phase, sign } = inner;
    const digit = byte >= 0x30 && byte <= 0x39;
    if (phase === "start") {
      if (byte === 0x2d) return this.state({ phase: "sign", sign: "-" });
      return digit && this.ranges["+"]
        ? this.whole({ phase: "whole", sign, count: 0, low: 0, high: 0 }, byte)
        : noNumeral;
    }
    if (phase === "sign")
      return digit ? this.whole({ phase: "whole", sign, count: 0, low: 0, high: 0 }, byte) : noNumeral;
    if (phase === "whole") {
      if (digit) return inner.zero || !this.mayGrow(inner) ? noNumeral : this.whole(inner, byte);
      if (byte === 0x2e) return this.point(inner);
    }
    if (phase === "point") return byte === 0x30 ? this.state({ phase: "zero", sign }) : noNumeral;
    if (phase === "zero") return noNumeral;
    if (phase === "fraction" && digit) return this.fraction(inner, byte);
    if (phase === "whole" || phase === "fraction") {
      const e = byte === 0x65 || byte === 0x45;
      return e && this.exponents && this.isAllowed(inner) ? this.state({ phase: "e", sign }) : noNumeral;
    }
    if (phase === "e" && (byte === 0x2b || byte === 0x2d)) return this.state({ phase: "e sign", sign });
    if (!digit) return noNumeral;
    const count = phase === "exponent" ? inner.count! + 1 : 1;
    return count > mostExponentDigits ? noNumeral : this.state({ phase: "exponent", sign, count });
  }

  /** One more digit before the point. */
  private whole({ sign, count = 0, low = 0, high = 0, rest = 0 }: Inner, byte: number): number {
    const range = this.ranges[sign]!;
    const inner: Inner = {
      phase: "whole",
      sign,
      count: count + 1,
      low: compared(low, byte, range.low.whole, count),
      high: range.high ? compared(high, byte, range.high.whole, count) : -1,
      zero: count === 0 && byte === 0x30,
      rest: this.unit ? (rest * 10 + byte - 0x30) % this.unit.remainders : 0,
    };
    if (this.unit) return this.canEnd(inner) ? this.state(inner) : noNumeral;
    const mayGrow = !inner.zero && this.mayGrow(inner);
    const mayPoint = !this.integer && this.ties(inner) !== undefined;
    return mayGrow || mayPoint || this.isAllowed(inner) ? this.state(inner) : noNumeral;
  }

  /** Whether more digits before the point can come to a number in the range. */
  private mayGrow({ sign, count = 0, low = 0, high = 0 }: Inner): boolean {
    const range = this.ranges[sign]!;
    const least = low >= 0 ? range.low.whole.length : range.low.whole.length + 1;
    const most = range.high
      ? range.high.whole.length - (high > 0 || (high === 0 && isReached(range.high, count)) ? 1 : 0)
      : Math.max(this.mostWhole, range.low.whole.length);
    return Math.max(count + 1, least) <= most;
  }

  /** Whether a multiple in the range can come of digits, told by how many are still free and what those so far leave. */
  private canEnd(inner: Inner): boolean {
    const { phase, sign, count = 0, low = 0, high = 0, rest = 0, zero } = inner;
    const { decimals } = this.unit!;
    const { low: least, high: most } = this.ranges[sign]!;
    if (phase === "fraction") {
      const { toLow = false, toHigh = false } = inner;
      const { length } = (toLow || !most ? least : most).whole;
      return this.hasMultiple(sign, { toLow, toHigh }, length + count, rest, decimals - count);
    }
    const longest = zero ? 1 : most ? most.whole.length : Math.max(this.mostWhole, least.whole.length);
    for (let length = count; length <= longest; length++) {
      const toLow = length < least.whole.length ? -1 : length > least.whole.length ? 1 : low;
      const toHigh = !most || length < most.whole.length ? -1 : length > most.whole.length ? 1 : high;
      if (toLow < 0 || toHigh > 0) continue;
      const ties = { toLow: toLow === 0, toHigh: toHigh === 0 };
      if (this.hasMultiple(sign, ties, count, rest, length - count + decimals)) return true;
    }
    return false;
  }

  /**
   * Whether with so many more digits a multiple in the range can come of digits that leave `rest`. Where they are tied to a
   * bound they're its first `count`, so the numbers they can come to are known; else what they leave says it all.
   */
  private hasMultiple(sign: "+" | "-", { toLow, toHigh }: Ties, count: number, rest: number, free: number): boolean {
    const { remainders, decimals } = this.unit!;
    if (!toLow && !toHigh) return (remainders - remainder(rest, free, remainders)) % remainders < 10 ** free;
    const unit = BigInt(remainders);
    const ways = 10n ** BigInt(free);
    const { low, high } = this.ranges[sign]!;
    const from = BigInt(digitsOf(toLow ? low : high!, decimals).slice(0, count)) * ways;
    const least = toLow ? scaledUp(low, decimals) : from;
    const most = toHigh ? scaledDown(high!, decimals) : from + ways - 1n;
    return most >= 0n && most - (most % unit) >= least;
  }

  /** To which bounds a fraction after these digits is tied; undefined if none can be in the range. */
  private ties({ sign, count = 0, low = 0, high = 0 }: Inner): Ties | undefined {
    const { low: least, high: most } = this.ranges[sign]!;
    const toLow = count < least.whole.length ? -1 : count > least.whole.length ? 1 : low;
    const toHigh = !most || count < most.whole.length ? -1 : count > most.whole.length ? 1 : high;
    if (toLow < 0 || toHigh > 0) return undefined;
    const ties = { toLow: toLow === 0, toHigh: toHigh === 0 };
    return this.mayFraction(sign, 0, ties) ? ties : undefined;
  }

  private point(inner: Inner): number {
    if (this.integer) {
      return this.zeroFractions && this.isAllowed(inner) ? this.state({ phase: "point", sign: inner.sign }) : noNumeral;
    }
    const ties = this.mostDecimals > 0 ? this.ties(inner) : undefined;
    if (!ties) return noNumeral;
    const fraction: Inner = { phase: "fraction", sign: inner.sign, count: 0, ...ties, ...this.left(inner.rest) };
    return this.unit && !this.canEnd(fraction) ? noNumeral : this.state(fraction);
  }

  /** One more digit after the point. */
  private fraction({ sign, count = 0, toLow = false, toHigh = false, rest = 0 }: Inner, byte: number): number {
    const { low, high } = this.ranges[sign]!;
    const few = this.mostDecimals < mostDigits;
    const most = few
      ? this.mostDecimals
      : Math.max(mostDigits, low.fraction.length + 1, (high?.fraction.length ?? 0) + 1);
    if (count >= most) return noNumeral;
    const least = toLow ? digitAt(low, count) : 0x30;
    const greatest = toHigh ? digitAt(high!, count) : 0x39;
    if (byte < least || byte > greatest) return noNumeral;
    const ties = { toLow: toLow && byte === least, toHigh: toHigh && byte === greatest };
    if (!this.mayFraction(sign, count + 1, ties)) return noNumeral;
    const fraction: Inner = {
      phase: "fraction",
      sign,
      count: count + 1,
      ...ties,
      ...this.left(rest * 10 + byte - 0x30),
    };
    return this.unit && !this.canEnd(fraction) ? noNumeral : this.state(fraction);
  }

  /** What's left of digits divided by the unit, if there's one. */
  private left(digits = 0): { readonly rest?: number } {
    return this.unit ? { rest: digits % this.unit.remainders } : {};
  }

  /** Whether a fraction of which so many digits are written can come to a number in the range. */
  private mayFraction(sign: "+" | "-", count: number, { toHigh }: Ties): boolean {
    const { high } = this.ranges[sign]!;
    // Only a bound that's been reached, and must not be, leaves no way: whatever comes is at least as much.
    return !(toHigh && high!.exclusive && count >= high!.fraction.length);
  }

  /** Whether the number as it stands is in the range, and a multiple. */
  private isAllowed(inner: Inner): boolean {
    const { phase, sign, count = 0, rest = 0 } = inner;
    const { low, high } = this.ranges[sign]!;
    if (this.unit) {
      const { remainders, decimals } = this.unit;
      if (remainder(rest, decimals - (phase === "fraction" ? count : 0), remainders) !== 0) return false;
    }
    if (phase === "fraction") {
      if (count === 0) return false;
      const atLow = inner.toLow === true;
      const atHigh = inner.toHigh === true && count >= high!.fraction.length;
      return !(atLow && (count < low.fraction.length || low.exclusive)) && !(atHigh && high!.exclusive);
    }
    const toLow = count < low.whole.length ? -1 : count > low.whole.length ? 1 : inner.low!;
    const toHigh = !high || count < high.whole.length ? -1 : count > high.whole.length ? 1 : inner.high!;
    if (toLow < 0 || (toLow === 0 && (low.fraction !== "" || low.exclusive))) return false;
    return toHigh < 0 || (toHigh === 0 && (high!.fraction !== "" || !high!.exclusive));
  }

  private state(inner: Inner): number {
    if (inner.phase === "sign" && !this.ranges[inner.sign]) return noNumeral;
    const key = keyOf(inner);
    let state = this.known.get(key);
    if (state === undefined) {
      state = this.size++;
      this.inner.push(inner);
      this.known.set(key, state);
    }
    return state;
  }
}

const phases = ["start", "sign", "whole", "point", "zero", "fraction", "e", "e sign", "exponent"] as const;

/** A number for what tells a state: counts below 2²⁰ and remainders below 2¹³ leave room for the rest. */
function keyOf({ phase, sign, count = 0, low = 0, high = 0, zero, toLow, toHigh, rest = 0 }: Inner): number {
  const flags = (sign === "-" ? 1 : 0) + (zero ? 2 : 0) + (toLow ? 4 : 0) + (toHigh ? 8 : 0);
  const compared = (low + 1) * 3 + high + 1;
  return (((rest * 2 ** 20 + count) * 9 + compared) * 16 + flags) * phases.length + phases.indexOf(phase);
}

/** A bound on absolute values. */
interface Bound {
  readonly negative: boolean;
  /** Digits before the point; no zero in front of others. */
  readonly whole: string;
  /** Digits after it; no zero at the end. */
  readonly fraction: string;
  readonly exclusive: boolean;
}

interface Range {
  readonly low: Bound;
  readonly high: Bound | undefined;
}

interface Ties {
  readonly toLow: boolean;
  readonly toHigh: boolean;
}

interface Inner extends Partial<Ties> {
  readonly phase: (typeof phases)[number];
  readonly sign: "+" | "-";
  /** Digits of the part. */
  readonly count?: number;
  /** How the digits compare to as many of the bounds' first ones: −1, 0 or 1. */
  readonly low?: number;
  readonly high?: number;
  readonly zero?: boolean;
  /** What the digits so far leave, divided by the unit. */
  readonly rest?: number;
}

/** What numbers are multiples of, times ten to the `decimals`: a whole number that's small enough to count by remainders. */
interface Unit {
  readonly remainders: number;
  readonly decimals: number;
}

/** Most units of which a common multiple is sought: it grows with each. */
const mostUnits = 16;
const one: Decimal = { coefficient: 1n, exponent: 0 };

/** Whether {@link Numerals} count the multiples of a range; else they must be judged as whole values. */
export function countsMultiples(range: NumberRange): boolean {
  return range.multipleOf.length === 0 || unitOf(range) !== undefined;
}

function unitOf({ integer, minimum, maximum, multipleOf }: NumberRange): Unit | undefined {
  if (multipleOf.length === 0 || multipleOf.length > mostUnits) return undefined;
  const units = multipleOf.map(parseDecimal);
  const common = (integer ? [one, ...units] : units).reduce(leastCommonMultiple);
  const { coefficient, exponent } = parseDecimal(decimalText(common));
  const decimals = Math.max(0, -exponent);
  if (exponent > 3 || decimals >= exactDigits || coefficient > mostRemainders) return undefined;
  const remainders = Number(coefficient) * 10 ** Math.max(0, exponent);
  const isLong = (bound: string | null) =>
    bound !== null && decimal(bound, false).whole.length > exactDigits - decimals;
  return remainders > mostRemainders || isLong(minimum) || isLong(maximum) ? undefined : { remainders, decimals };
}

/** What digits that leave `rest` leave with so many zeros after them. */
function remainder(rest: number, zeros: number, unit: number): number {
  let left = rest;
  for (let i = 0; i < zeros && left > 0; i++) left = (left * 10) % unit;
  return left;
}

/** A bound's digits before the point, and so many after it. */
function digitsOf({ whole, fraction }: Bound, decimals: number): string {
  return whole + fraction.slice(0, decimals).padEnd(decimals, "0");
}

/** The least whole number that isn't below a bound times ten to the `decimals`, or that's above it if it's exclusive. */
function scaledUp(bound: Bound, decimals: number): bigint {
  const { fraction, exclusive } = bound;
  return BigInt(digitsOf(bound, decimals)) + (exclusive || fraction.length > decimals ? 1n : 0n);
}

/** The greatest that isn't above it, or that's below. */
function scaledDown(bound: Bound, decimals: number): bigint {
  const { fraction, exclusive } = bound;
  return BigInt(digitsOf(bound, decimals)) - (exclusive && fraction.length <= decimals ? 1n : 0n);
}

const zero: Bound = { negative: false, whole: "0", fraction: "", exclusive: false };

function decimal(text: string, exclusive: boolean): Bound {
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  return { negative, whole: whole.replace(/^0+(?=\d)/, ""), fraction: fraction.replace(/0+$/, ""), exclusive };
}

function isZero({ whole, fraction }: Bound): boolean {
  return whole === "0" && fraction === "";
}

/** Whether a bound that must not be reached is, by its first digits already: only zeros follow. */
function isReached({ whole, fraction, exclusive }: Bound, count: number): boolean {
  return exclusive && fraction === "" && /^0*$/.test(whole.slice(count));
}

/** How digits compare to a bound's once one more has come; beyond the bound's end it no longer matters. */
function compared(before: number, byte: number, digits: string, at: number): number {
  if (before !== 0) return before;
  if (at >= digits.length) return 1;
  return Math.sign(byte - digits.charCodeAt(at));
}

function digitAt({ fraction }: Bound, at: number): number {
  return at < fraction.length ? fraction.charCodeAt(at) : 0x30;
}
