/** A bound on absolute values, as digits that those of numerals are compared with. */
export interface Bound {
  readonly negative: boolean;
  /** Digits before the point; no zero in front of others. */
  readonly whole: string;
  /** Digits after it; no zero at the end. */
  readonly fraction: string;
  readonly exclusive: boolean;
}

/** A bound's digits before the point, and so many after it. */
export function digitsOf({ whole, fraction }: Bound, decimals: number): string {
  return whole + fraction.slice(0, decimals).padEnd(decimals, "0");
}

/** The least whole number that isn't below a bound times ten to the `decimals`, or that's above it if it's exclusive. */
export function scaledUp(bound: Bound, decimals: number): bigint {
  const { fraction, exclusive } = bound;
  return BigInt(digitsOf(bound, decimals)) + (exclusive || fraction.length > decimals ? 1n : 0n);
}

/** The greatest that isn't above it, or that's below. */
export function scaledDown(bound: Bound, decimals: number): bigint {
  const { fraction, exclusive } = bound;
  return BigInt(digitsOf(bound, decimals)) - (exclusive && fraction.length <= decimals ? 1n : 0n);
}

export const zero: Bound = { negative: false, whole: "0", fraction: "", exclusive: false };

/** A bound of plain notation. */
export function decimal(text: string, exclusive: boolean): Bound {
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  return { negative, whole: whole.replace(/^0+(?=\d)/, ""), fraction: fraction.replace(/0+$/, ""), exclusive };
}

export function isZero({ whole, fraction }: Bound): boolean {
  return whole === "0" && fraction === "";
}

/** Whether a bound that must not be reached is, by its first digits already: only zeros follow. */
export function isReached({ whole, fraction, exclusive }: Bound, count: number): boolean {
  return exclusive && fraction === "" && /^0*$/.test(whole.slice(count));
}

/** How digits compare to a bound's once one more has come; beyond the bound's end it no longer matters. */
export function compared(before: number, byte: number, digits: string, at: number): number {
  if (before !== 0) return before;
  if (at >= digits.length) return 1;
  return Math.sign(byte - digits.charCodeAt(at));
}

/** Whether a number with just the bound's first digits after the point is in the range. */
export function isMet({ fraction, exclusive }: Bound, count: number): boolean {
  return !exclusive && fraction.length <= count;
}

export function digitAt({ fraction }: Bound, at: number): number {
  return at < fraction.length ? fraction.charCodeAt(at) : 0x30;
}
