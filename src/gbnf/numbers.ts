import { type NumberAlternative, withinDecimals } from "../schema/index.ts";
import { choice, type Expression, nothing, oneOf, sequence, text } from "./expression.ts";
import type { Settings } from "./options.ts";
import type { RuleBook } from "./rules.ts";

const digit = oneOf([0x30, 0x39]);
const nonZero = oneOf([0x31, 0x39]);
/** Most digits of an exponent: with at most 200 digits before and after the point no number is Infinity or vanishes. */
const exponentDigits = 2;

/** After an integer: `.0`, or nothing. */
export const zeroFraction = choice(text(".0"), nothing);

/**
 * JSON numerals of a range. Integers are written without exponent, and without fraction but for `.0` where that's asked
 * for. Without bounds, or with zero as the only
 * one, numbers have every JSON spelling, with exponents of at most two digits; within other bounds they have no exponent.
 */
export class NumberRules {
  readonly #rules: RuleBook;
  /** The most digits of an unbounded integer, and of a fraction. */
  readonly #maxDigits: number;
  readonly #zeroFractions: boolean;

  constructor(rules: RuleBook, { maxDigits, zeroFractions }: Pick<Settings, "maxDigits" | "zeroFractions">) {
    this.#rules = rules;
    this.#maxDigits = maxDigits;
    this.#zeroFractions = zeroFractions;
  }

  number(alternative: NumberAlternative): Expression {
    const range = withinDecimals(alternative, this.#maxDigits);
    const minimum = range.minimum === null ? null : decimal(range.minimum, range.exclusiveMinimum);
    const maximum = range.maximum === null ? null : decimal(range.maximum, range.exclusiveMaximum);
    if (range.integer) {
      const integer = this.#rules.share(
        "integer",
        this.#signed(minimum, maximum, (low, high) => this.#integers(low, high)),
      );
      return this.#zeroFractions ? sequence(integer, zeroFraction) : integer;
    }
    if (minimum && !maximum && isZero(minimum)) return this.#positive(minimum.exclusive);
    if (maximum && !minimum && isZero(maximum)) {
      const negative = sequence(text("-"), this.#positive(maximum.exclusive));
      return maximum.exclusive ? negative : choice(negative, sequence(text("0"), optional(this.#pointZero())));
    }
    if (!minimum && !maximum) return this.#rules.share("number", sequence(optional(text("-")), this.#positive(false)));
    return this.#rules.share(
      "number",
      this.#signed(minimum, maximum, (low, high) => this.#fractions(low, high)),
    );
  }

  /** Every numeral from zero up, or above zero. */
  #positive(exclusive: boolean): Expression {
    const exponent = sequence(
      oneOf([0x45, 0x45, 0x65, 0x65]),
      optional(oneOf([0x2b, 0x2b, 0x2d, 0x2d])),
      this.#digits(1, exponentDigits),
    );
    if (!exclusive) {
      const whole = this.#between("0", null);
      return this.#rules.share("positive", sequence(whole, optional(this.#fraction()), optional(exponent)));
    }
    const whole = sequence(this.#between("1", null), optional(this.#fraction()));
    const below = sequence(text("0."), this.#someFraction());
    return this.#rules.share("positive", sequence(choice(whole, below), optional(exponent)));
  }

  /** Splits a range at zero; each side is a range of absolute values. */
  #signed(
    minimum: Bound | null,
    maximum: Bound | null,
    absolute: (low: Bound, high: Bound | null) => Expression | undefined,
  ): Expression {
    const zero: Bound = { whole: "0", fraction: "", negative: false, exclusive: false };
    const options: Expression[] = [];
    if (!maximum?.negative) {
      const low = minimum && !minimum.negative ? minimum : zero;
      const found = absolute(low, maximum);
      if (found) options.push(found);
    }
    if (!minimum || minimum.negative) {
      const low = maximum?.negative ? { ...maximum, negative: false } : { ...zero, exclusive: true };
      const high = minimum ? { ...minimum, negative: false } : null;
      const found = absolute(low, high);
      if (found) options.push(sequence(text("-"), found));
    }
    return choice(...options);
  }

  /** Integers between two integers, without leading zeros. An exclusive bound moves by one. */
  #integers(low: Bound, high: Bound | null): Expression | undefined {
    const from = BigInt(low.whole) + (low.exclusive ? 1n : 0n);
    const to = high === null ? null : BigInt(high.whole) - (high.exclusive ? 1n : 0n);
    if (to !== null && from > to) return undefined;
    return this.#between(String(from), to === null ? null : String(to));
  }

  #between(from: string, to: string | null): Expression {
    const options: Expression[] = [];
    const most = to === null ? Math.max(this.#maxDigits, from.length) : to.length;
    if (from === "0" && (to === null || to.length > 1)) {
      options.push(text("0"));
      from = "1";
    }
    for (let length = from.length; length <= most; length++) {
      const low = length === from.length ? from : `1${"0".repeat(length - 1)}`;
      const high = to !== null && length === to.length ? to : "9".repeat(length);
      // Lengths between the bounds' own lengths have every digit free: say them together.
      if (low === `1${"0".repeat(length - 1)}` && high === "9".repeat(length)) {
        let last = length;
        while (last < most && (to === null || last + 1 < to.length || to === "9".repeat(last + 1))) last++;
        options.push(sequence(nonZero, this.#digits(length - 1, last - 1)));
        length = last;
      } else options.push(sameLength(low, high));
    }
    return this.#rules.share("digits", choice(...options));
  }

  /** Decimals without exponent between two bounds: by whole part, the bounds' own whole parts apart. */
  #fractions(low: Bound, high: Bound | null): Expression | undefined {
    const options: Expression[] = [];
    const [from, to] = [BigInt(low.whole), high === null ? null : BigInt(high.whole)];
    const free = optional(this.#fraction());
    if (to !== null && from === to) {
      const inside = this.#fractionBetween(low, high!);
      return inside && sequence(text(low.whole), inside);
    }
    const above = this.#fractionAbove(low.fraction, low.exclusive);
    options.push(sequence(text(low.whole), above));
    if (to === null || to > from + 1n) {
      options.push(sequence(this.#between(String(from + 1n), to === null ? null : String(to - 1n)), free));
    }
    const below = high && this.#fractionBelow(high.fraction, high.exclusive);
    if (below) options.push(sequence(text(high!.whole), below));
    return choice(...options);
  }

  /** The fraction of a numeral (with its point, or nothing) that is at least `bound`, or above it. */
  #fractionAbove(bound: string, exclusive: boolean): Expression {
    if (bound === "") return exclusive ? sequence(text("."), this.#someFraction()) : optional(this.#fraction());
    return sequence(text("."), this.#digitsAbove(bound, exclusive));
  }

  /** Digits after the point that make a fraction of at least `bound`, or above it. From the back, digit by digit. */
  #digitsAbove(bound: string, exclusive: boolean): Expression {
    let rest = exclusive ? this.#someFraction() : this.#more(bound.length);
    for (let i = bound.length - 1; i >= 0; i--) {
      const same = sequence(text(bound[i]!), rest);
      const next = bound.charCodeAt(i) + 1;
      const options = next <= 0x39 ? [sequence(oneOf([next, 0x39]), this.#more(i + 1)), same] : [same];
      rest = this.#rules.share("digits", choice(...options));
    }
    return rest;
  }

  /** The fraction of a numeral that is at most `bound`, or below it; `undefined` where none is. */
  #fractionBelow(bound: string, exclusive: boolean): Expression | undefined {
    if (bound === "") return exclusive ? undefined : optional(this.#pointZero());
    return optional(sequence(text("."), this.#digitsBelow(bound, exclusive)));
  }

  /** Digits after the point that make a fraction of at most `bound`, or below it; the bound has digits. */
  #digitsBelow(bound: string, exclusive: boolean): Expression {
    // Nothing follows a bound that must not be reached; a beginning of it is below it, so the digits may end there.
    let rest = exclusive ? undefined : optional(this.#zeros());
    for (let i = bound.length - 1; i >= 0; i--) {
      const options: Expression[] = rest ? [sequence(text(bound[i]!), rest)] : [];
      const next = bound.charCodeAt(i) - 1;
      if (next >= 0x30) options.push(sequence(oneOf([0x30, next]), this.#more(i + 1)));
      if (i > 0) options.push(nothing);
      rest = this.#rules.share("digits", choice(...options));
    }
    return rest!;
  }

  /** Fractions between those of two bounds with the same whole part; `undefined` where there are none. */
  #fractionBetween(low: Bound, high: Bound): Expression | undefined {
    const length = Math.max(low.fraction.length, high.fraction.length);
    const [from, to] = [low.fraction.padEnd(length, "0"), high.fraction.padEnd(length, "0")];
    if (from === to) {
      if (low.exclusive || high.exclusive) return undefined;
      if (low.fraction === "") return optional(this.#pointZero());
      return sequence(text(`.${from}`), optional(this.#zeros()));
    }
    let same = 0;
    while (from[same] === to[same]) same++;
    const options: Expression[] = [];
    const [first, last] = [from.charCodeAt(same), to.charCodeAt(same)];
    if (first + 1 < last) options.push(sequence(oneOf([first + 1, last - 1]), this.#more(same + 1)));
    const [lowRest, highRest] = [trimmed(from.slice(same + 1)), trimmed(to.slice(same + 1))];
    const above = lowRest === "" && !low.exclusive ? this.#more(same + 1) : this.#digitsAbove(lowRest, low.exclusive);
    options.push(sequence(text(from[same]!), above));
    if (highRest !== "") options.push(sequence(text(to[same]!), optional(this.#digitsBelow(highRest, high.exclusive))));
    else if (!high.exclusive) options.push(sequence(text(to[same]!), optional(this.#zeros())));
    // From the lower bound's last digit on the numeral may end: it is the bound itself then.
    const mayEnd = (digits: number): boolean => !low.exclusive && digits >= low.fraction.length;
    let digits = mayEnd(same) && same > 0 ? choice(...options, nothing) : choice(...options);
    for (let i = same - 1; i >= 0; i--) {
      digits = sequence(text(from[i]!), digits);
      if (i > 0 && mayEnd(i)) digits = optional(digits);
    }
    const fraction = sequence(text("."), digits);
    return mayEnd(0) ? optional(fraction) : fraction;
  }

  #fraction(): Expression {
    return this.#rules.share("fraction", sequence(text("."), this.#digits(1, this.#maxDigits)));
  }

  /** Digits that are not all zeros. */
  #someFraction(): Expression {
    const rest = this.#more(1);
    const zeros = this.#rules.repeat("digit", text("0"), 0, this.#maxDigits - 1);
    return this.#rules.share("some-digits", sequence(zeros, nonZero, rest));
  }

  #pointZero(): Expression {
    return sequence(text("."), this.#zeros());
  }

  #zeros(): Expression {
    return this.#rules.repeat("zero", text("0"), 1, this.#maxDigits);
  }

  /** Further digits, or none, after so many. */
  #more(written: number): Expression {
    return this.#digits(0, Math.max(0, this.#maxDigits - written));
  }

  #digits(min: number, max: number): Expression {
    return this.#rules.repeat("digit", digit, min, max);
  }
}

interface Bound {
  readonly whole: string;
  /** Without trailing zeros. */
  readonly fraction: string;
  readonly negative: boolean;
  readonly exclusive: boolean;
}

function decimal(value: string, exclusive: boolean): Bound {
  const negative = value.startsWith("-");
  const [whole = "0", fraction = ""] = value.slice(negative ? 1 : 0).split(".");
  return { whole, fraction: trimmed(fraction), negative, exclusive };
}

function isZero(bound: Bound): boolean {
  return bound.whole === "0" && bound.fraction === "";
}

function trimmed(digits: string): string {
  return digits.replace(/0+$/, "");
}

function optional(item: Expression): Expression {
  return choice(item, nothing);
}

/** Numerals of one length between two of that length: digit by digit, as long as the digits are those of a bound. */
function sameLength(low: string, high: string): Expression {
  let same = 0;
  while (same < low.length && low[same] === high[same]) same++;
  if (same === low.length) return text(low);
  const [first, last] = [low.charCodeAt(same), high.charCodeAt(same)];
  const rest = low.length - same - 1;
  if (rest === 0) return sequence(text(low.slice(0, same)), oneOf([first, last]));
  const lowFree = /^0*$/.test(low.slice(same + 1));
  const highFree = /^9*$/.test(high.slice(same + 1));
  const options: Expression[] = [];
  const [from, to] = [lowFree ? first : first + 1, highFree ? last : last - 1];
  if (!lowFree) options.push(sequence(text(low[same]!), sameLength(low.slice(same + 1), "9".repeat(rest))));
  if (from <= to) options.push(sequence(oneOf([from, to]), ...Array<Expression>(rest).fill(digit)));
  if (!highFree) options.push(sequence(text(high[same]!), sameLength("0".repeat(rest), high.slice(same + 1))));
  return sequence(text(low.slice(0, same)), choice(...options));
}
