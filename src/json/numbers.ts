/** Reads one number, cut anywhere, by the grammar of RFC 8259. */

const MINUS = 0;
const ZERO = 1;
const INTEGER = 2;
const POINT = 3;
const FRACTION = 4;
const E = 5;
const E_SIGN = 6;
const EXPONENT = 7;

/** Most digits whose integers a double always holds exactly. */
const EXACT_DIGITS = 15;

export class NumberReader {
  /** After `value()`, the source text of a number that a double can't hold; else empty. */
  raw = "";

  private state = MINUS;
  private negative = false;
  private whole = 0;
  private digits = 0;
  private length = 0;
  /** Source text from pieces already gone, and of the last piece once the number ended. */
  private text = "";

  constructor(private readonly limit: number) {}

  /** A number begins with character `c`, a minus or a digit; returns whether it's taken (a minus). */
  begin(c: number): boolean {
    this.state = MINUS;
    this.whole = 0;
    this.digits = 0;
    this.length = 0;
    this.text = "";
    this.negative = c === 45;
    return this.negative;
  }

  /**
   * Reads on at `from`; text from `begin` on belongs to the number. Returns the index of the first character that
   * doesn't; the number has ended there (or is wrong, if not `complete`) unless that is `to`.
   */
  read(text: string, begin: number, from: number, to: number): number {
    let i = from;
    let { state, whole, digits } = this;
    for (; i < to; i++) {
      const c = text.charCodeAt(i);
      if (c >= 48 && c <= 57) {
        if (state === INTEGER) {
          whole = whole * 10 + (c - 48);
          digits++;
        } else if (state === MINUS) {
          state = c === 48 ? ZERO : INTEGER;
          whole = c - 48;
          digits = 1;
        } else if (state === POINT) state = FRACTION;
        else if (state === E || state === E_SIGN) state = EXPONENT;
        else if (state === ZERO) break;
      } else if (c === 46) {
        if (state !== INTEGER && state !== ZERO) break;
        state = POINT;
      } else if (c === 101 || c === 69) {
        if (state !== INTEGER && state !== ZERO && state !== FRACTION) break;
        state = E;
      } else if ((c === 43 || c === 45) && state === E) state = E_SIGN;
      else break;
    }
    this.state = state;
    this.whole = whole;
    this.digits = digits;
    this.length += i - begin;
    // The text of a short integer is never looked at.
    if ((i === to || state > INTEGER || digits > EXACT_DIGITS) && !this.tooLong) this.text += text.slice(begin, i);
    return i;
  }

  /** Longer than the limit. */
  get tooLong(): boolean {
    return this.length > this.limit;
  }

  /** Whether what's been read is a whole number. */
  get complete(): boolean {
    const { state } = this;
    return (state === INTEGER || state === ZERO || state === FRACTION || state === EXPONENT) && !this.tooLong;
  }

  /** The number that was read; sets `raw`. */
  value(): number {
    if (this.state <= INTEGER && this.digits <= EXACT_DIGITS) {
      this.raw = "";
      this.text = "";
      return this.negative ? -this.whole : this.whole;
    }
    const { text } = this;
    const value = +text;
    const exact = this.state <= INTEGER ? Number.isSafeInteger(value) : Number.isFinite(value);
    this.raw = exact ? "" : text;
    this.text = "";
    return value;
  }
}
