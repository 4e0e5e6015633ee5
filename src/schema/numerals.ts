import { withinDecimals } from "./bounds.ts";
import {
  type Bound,
  compared,
  decimal,
  digitAt,
  digitsOf,
  isMet,
  isReached,
  isZero,
  scaledDown,
  scaledUp,
  zero,
} from "./digits.ts";
import { exactDigits, firstLength, type NumberRange, remainder, type Unit, unitOf } from "./multiples.ts";

/** Most digits before and after the point where no bound says otherwise; and of an exponent, so that nothing overflows. */
const mostDigits = 20;
const mostExponentDigits = 2;
/** No numeral begins so. */
export const noNumeral = -1;

export interface NumeralOptions {
  /** Let integers be written `1.0`, too. Default false. */
  readonly zeroFractions?: boolean;
  /** Most digits before the point where no bound says otherwise, unless the first number there takes more. Default 20. */
  readonly digits?: number;
}

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
  private readonly mostWhole: Record<"+" | "-", number>;
  private readonly mostDecimals: number;
  private readonly ranges: Record<"+" | "-", Range | undefined>;
  private readonly inner: Inner[] = [];
  private readonly known = new Map<number, number>();

  constructor(range: NumberRange, { zeroFractions = false, digits = mostDigits }: NumeralOptions = {}) {
    const { integer, multipleOf } = range;
    this.unit = unitOf(range);
    // A multiple of 0.25 has no more digits after the point than that.
    this.mostDecimals = this.unit
      ? this.unit.decimals
      : Math.min(mostDigits, ...multipleOf.map((unit) => (unit.split(".")[1] ?? "").length));
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = withinDecimals(range, this.mostDecimals);
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
    const most = this.unit ? Math.min(digits, exactDigits - this.unit.decimals) : digits;
    const longest = (side: Range | undefined) => (side ? Math.max(most, firstLength(side.low, this.unit)) : most);
    this.mostWhole = { "+": longest(this.ranges["+"]), "-": longest(this.ranges["-"]) };
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
      : this.mostWhole[sign];
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
    const longest = zero ? 1 : most ? most.whole.length : this.mostWhole[sign];
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
    if (count + 1 === most && ties.toLow && !isMet(low, most)) return noNumeral;
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
