import type { NumberAlternative } from "../schema/index.ts";
import { dead, Lexeme, mark } from "./lexeme.ts";

/** Most digits before and after the point where no bound says otherwise; and of an exponent, so that nothing overflows. */
const mostDigits = 20;
const mostExponentDigits = 2;

/**
 * A numeral within bounds, digit by digit. All that matters of the digits so far is how many there are and how they
 * compare to as many digits of each bound, so states are few whatever the bounds.
 *
 * Integers are written without exponent, and without fraction but for `.0` where that's asked for; so are numbers between bounds other than zero without exponent.
 */
export class NumberLexeme extends Lexeme {
  private readonly integer: boolean;
  private readonly exponents: boolean;
  private readonly mostDecimals: number;
  private readonly ranges: Record<"+" | "-", Range | undefined>;
  private readonly inner: Inner[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: NumberAlternative,
    private readonly zeroFractions = false,
  ) {
    super();
    // A multiple of 0.25 has no more digits after the point than that.
    this.mostDecimals = Math.min(mostDigits, ...multipleOf.map((unit) => (unit.split(".")[1] ?? "").length));
    const low = minimum === null ? undefined : decimal(minimum, exclusiveMinimum);
    const high = maximum === null ? undefined : decimal(maximum, exclusiveMaximum);
    this.integer = integer;
    this.exponents =
      !integer && multipleOf.length === 0 && [low, high].every((bound) => !bound || isZero(bound)) && !(low && high);
    this.ranges = {
      "+": high?.negative ? undefined : { low: low && !low.negative ? low : zero, high },
      // Minus zero is zero.
      "-": low && !low.negative ? undefined : { low: high && (high.negative || isZero(high)) ? high : zero, high: low },
    };
    this.state({ phase: "start", sign: "+" });
  }

  override goesOn(state: number): boolean {
    return this.inner[state]!.phase !== "zero";
  }

  protected next(state: number, byte: number): number {
    const inner = this.inner[state]!;
    const { phase, sign } = inner;
    const digit = byte >= 0x30 && byte <= 0x39;
    if (phase === "start") {
      if (byte === 0x2d) return this.state({ phase: "sign", sign: "-" });
      return digit && this.ranges["+"] ? this.whole({ phase: "whole", sign, count: 0, low: 0, high: 0 }, byte) : dead;
    }
    if (phase === "sign") return digit ? this.whole({ phase: "whole", sign, count: 0, low: 0, high: 0 }, byte) : dead;
    if (phase === "whole") {
      if (digit) return inner.zero || !this.mayGrow(inner) ? dead : this.whole(inner, byte);
      if (byte === 0x2e) return this.point(inner);
    }
    if (phase === "point") return byte === 0x30 ? this.state({ phase: "zero", sign }) : dead;
    if (phase === "zero") return dead;
    if (phase === "fraction" && digit) return this.fraction(inner, byte);
    if (phase === "whole" || phase === "fraction") {
      const e = byte === 0x65 || byte === 0x45;
      return e && this.exponents && this.isAllowed(inner) ? this.state({ phase: "e", sign }) : dead;
    }
    if (phase === "e" && (byte === 0x2b || byte === 0x2d)) return this.state({ phase: "e sign", sign });
    if (!digit) return dead;
    const count = phase === "exponent" ? inner.count! + 1 : 1;
    return count > mostExponentDigits ? dead : this.state({ phase: "exponent", sign, count });
  }

  /** One more digit before the point. */
  private whole({ sign, count = 0, low = 0, high = 0 }: Inner, byte: number): number {
    const range = this.ranges[sign]!;
    const inner: Inner = {
      phase: "whole",
      sign,
      count: count + 1,
      low: compared(low, byte, range.low.whole, count),
      high: range.high ? compared(high, byte, range.high.whole, count) : -1,
      zero: count === 0 && byte === 0x30,
    };
    const mayGrow = !inner.zero && this.mayGrow(inner);
    const mayPoint = !this.integer && this.ties(inner) !== undefined;
    return mayGrow || mayPoint || this.isAllowed(inner) ? this.state(inner) : dead;
  }

  /** Whether more digits before the point can come to a number in the range. */
  private mayGrow({ sign, count = 0, low = 0, high = 0 }: Inner): boolean {
    const range = this.ranges[sign]!;
    const least = low >= 0 ? range.low.whole.length : range.low.whole.length + 1;
    const most = range.high
      ? range.high.whole.length - (high > 0 || (high === 0 && isReached(range.high, count)) ? 1 : 0)
      : Math.max(mostDigits, range.low.whole.length);
    return Math.max(count + 1, least) <= most;
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
      return this.zeroFractions && this.isAllowed(inner) ? this.state({ phase: "point", sign: inner.sign }) : dead;
    }
    const ties = this.mostDecimals > 0 ? this.ties(inner) : undefined;
    return ties ? this.state({ phase: "fraction", sign: inner.sign, count: 0, ...ties }) : dead;
  }

  /** One more digit after the point. */
  private fraction({ sign, count = 0, toLow = false, toHigh = false }: Inner, byte: number): number {
    const { low, high } = this.ranges[sign]!;
    const few = this.mostDecimals < mostDigits;
    const most = few
      ? this.mostDecimals
      : Math.max(mostDigits, low.fraction.length + 1, (high?.fraction.length ?? 0) + 1);
    if (count >= most) return dead;
    const least = toLow ? digitAt(low, count) : 0x30;
    const greatest = toHigh ? digitAt(high!, count) : 0x39;
    if (byte < least || byte > greatest) return dead;
    const ties = { toLow: toLow && byte === least, toHigh: toHigh && byte === greatest };
    if (!this.mayFraction(sign, count + 1, ties)) return dead;
    return this.state({ phase: "fraction", sign, count: count + 1, ...ties });
  }

  /** Whether a fraction of which so many digits are written can come to a number in the range. */
  private mayFraction(sign: "+" | "-", count: number, { toHigh }: Ties): boolean {
    const { high } = this.ranges[sign]!;
    // Only a bound that's been reached, and must not be, leaves no way: whatever comes is at least as much.
    return !(toHigh && high!.exclusive && count >= high!.fraction.length);
  }

  /** Whether the number as it stands is in the range. */
  private isAllowed(inner: Inner): boolean {
    const { phase, sign, count = 0 } = inner;
    const { low, high } = this.ranges[sign]!;
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
    if (inner.phase === "sign" && !this.ranges[inner.sign]) return dead;
    const key = JSON.stringify(inner);
    let state = this.known.get(key);
    if (state === undefined) {
      const { phase } = inner;
      const whole =
        phase === "exponent" ||
        phase === "zero" ||
        ((phase === "whole" || phase === "fraction") && this.isAllowed(inner));
      state = this.add(whole ? mark.whole : 0);
      this.inner.push(inner);
      this.known.set(key, state);
    }
    return state;
  }
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
  readonly phase: "start" | "sign" | "whole" | "point" | "zero" | "fraction" | "e" | "e sign" | "exponent";
  readonly sign: "+" | "-";
  /** Digits of the part. */
  readonly count?: number;
  /** How the digits compare to as many of the bounds' first ones: −1, 0 or 1. */
  readonly low?: number;
  readonly high?: number;
  readonly zero?: boolean;
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
