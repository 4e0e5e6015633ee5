/**
 * Reads one string or key, cut anywhere: plain runs as slices, escapes decoded, halves held back.
 *
 * After `read`, `piece` is the new text and `start`..`end` the source it came from. Pieces adjoin: a surrogate or an
 * escape that isn't whole yet belongs to the next piece.
 */

import { asName, Keys } from "./keys.ts";

export const OPEN = 0;
export const CLOSED = 1;
export const BAD_ESCAPE = 2;
export const CONTROL = 3;
export const TOO_LONG = 4;

const QUOTE = 34;
const BACKSLASH = 92;

const hexDigits = new Int8Array(128).fill(-1);
for (const [i, c] of [..."0123456789abcdef"].entries()) {
  hexDigits[c.charCodeAt(0)] = i;
  hexDigits[c.toUpperCase().charCodeAt(0)] = i;
}
const escapes: string[] = new Array(128).fill("");
for (const [c, meant] of Object.entries({
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
})) {
  escapes[c.charCodeAt(0)] = meant;
}

/** Where in an escape: 0 not in one, 1 after the backslash, 2 to 5 with that many hexadecimal digits to come, less one. */
const AFTER_BACKSLASH = 1;
const FOUR_DIGITS = 5;

export class StringReader {
  status = OPEN;
  /** New text; for a key, once CLOSED, the whole key. */
  piece = "";
  /** Source span of `piece`. */
  start = 0;
  end = 0;

  private escape = 0;
  private unit = 0;
  /** Offset of the escape in progress. */
  private escapeAt = 0;
  /** A high surrogate held back, and its offset. */
  private high = 0;
  private highAt = 0;
  /** What a key cut into pieces has so far. */
  private key = "";
  /** Offset at which the limit is reached. */
  private bound = 0;
  private readonly keys = new Keys();
  /** The key so far is as expected, and isn't in `key`. */
  private expected = false;

  constructor(private readonly limit: number) {}

  reset(): void {
    this.status = OPEN;
    this.escape = 0;
    this.high = 0;
    this.key = "";
    this.expected = false;
  }

  /** A string begins; its first character is at offset `at`. */
  begin(at: number): void {
    this.end = at;
    this.bound = at + this.limit;
  }

  /** Offset of the first character within the quotes. */
  get begun(): number {
    return this.bound - this.limit;
  }

  /** Just after a backslash. */
  get inEscape(): boolean {
    return this.escape === AFTER_BACKSLASH;
  }

  /** Whether a character at this offset is within the limit. */
  hasRoom(offset: number): boolean {
    return offset < this.bound;
  }

  /** Takes `text`, whose source ends at `end`, as it stands, instead of an escape in progress. Returns the new piece. */
  takeLiterally(text: string, end: number): string {
    this.release(end);
    this.escape = 0;
    this.status = OPEN;
    return (this.piece += text);
  }

  /** What was held back won't become whole: it's the new piece, whose source ends at `end`. */
  release(end: number): void {
    this.piece = this.high === 0 ? "" : String.fromCharCode(this.high);
    this.high = 0;
    this.start = this.end;
    this.end = end;
  }

  /** Adds the new piece to the key that's open. */
  keep(): void {
    this.key += this.piece;
  }

  /** Nothing is held back, and text up to offset `end` is within the limit. */
  isClear(end: number): boolean {
    return this.escape === 0 && this.high === 0 && end <= this.bound;
  }

  /** Whether so many characters are within the limit. */
  mayHold(length: number): boolean {
    return length <= this.limit;
  }

  /** Reads on at `from`; returns the index after the closing quote, of the wrong character, or `to`. */
  read(text: string, from: number, to: number, base: number): number {
    if (this.escape !== 0 || this.high !== 0) return this.readSlowly(text, from, from, to, base);
    return this.readOn(text, from, plainEnd(text, from, to), to, base);
  }

  /** The same where nothing is held back and text from `from` to `plain` is known to be plain. */
  readOn(text: string, from: number, plain: number, to: number, base: number): number {
    if (base + to > this.bound) return this.readSlowly(text, from, from, to, base);
    if (plain < to) {
      if (text.charCodeAt(plain) !== QUOTE) return this.readEscaped(text, from, plain, to, base);
      this.status = CLOSED;
      this.piece = text.slice(from, plain);
    } else {
      if (to > from && isHigh(text.charCodeAt(to - 1))) return this.readSlowly(text, from, plain, to, base);
      this.status = OPEN;
      this.piece = from === 0 && to === text.length ? text : text.slice(from, to);
    }
    this.start = this.end;
    this.end = base + plain;
    return plain < to ? plain + 1 : to;
  }

  /** A string with escapes, if all of it is here; else the careful path. Text from `from` to `plain` is plain. */
  private readEscaped(text: string, from: number, plain: number, to: number, base: number): number {
    let piece = "";
    let run = from; // plain text from here isn't in `piece` yet
    let i = plain;
    while (i < to) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        this.start = this.end;
        this.end = base + i;
        this.status = CLOSED;
        this.piece = run < i ? piece + text.slice(run, i) : piece;
        return i + 1;
      }
      if (c !== BACKSLASH || i + 6 > to) break;
      if (run < i) piece += text.slice(run, i);
      const e = text.charCodeAt(i + 1);
      if (e === 117) {
        const unit = hexUnit(text, i + 2);
        if (unit < 0) break;
        piece += String.fromCharCode(unit);
        i += 6;
      } else {
        const meant = e < 128 ? escapes[e]! : "";
        if (meant === "") break;
        piece += meant;
        i += 2;
      }
      run = i;
      i = plainEnd(text, i, to);
    }
    return this.readSlowly(text, from, plain, to, base);
  }

  /** A key begins; its first character is at offset `at`. */
  beginKey(at: number): void {
    this.begin(at);
    this.keys.begin();
    this.expected = true;
  }

  /** Like `read`, but gives the whole key at its end, and nothing before. */
  readKey(text: string, from: number, to: number, base: number): number {
    const { keys } = this;
    let begin = from;
    if (this.expected) {
      const before = keys.matched;
      if (base + to <= this.bound) {
        const i = keys.follow(text, from, to);
        if (i === to) return this.tookKey("", OPEN, i);
        if (keys.isWhole && text.charCodeAt(i) === QUOTE) return this.tookKey(keys.accept(), CLOSED, i + 1);
        if (before > 0) begin = i;
      }
      this.expected = false;
      if (before > 0) this.key = keys.read;
      else if (base + to <= this.bound) {
        const i = plainEnd(text, from, to);
        if (i < to && text.charCodeAt(i) === QUOTE) return this.tookKey(keys.take(text, from, i), CLOSED, i + 1);
      }
      this.end = base + begin;
    }
    const i = this.read(text, begin, to, base);
    this.key += this.piece;
    if (this.status === CLOSED) {
      const { key } = this;
      const { length } = key;
      this.piece = plainEnd(key, 0, length) === length ? keys.take(key, 0, length) : asName(key);
      this.key = "";
    }
    return i;
  }

  private tookKey(key: string, status: number, i: number): number {
    this.piece = key;
    this.status = status;
    return i;
  }

  /** The careful path: escapes, surrogates, cuts, limits. Text from `from` to `plain` is known to be plain. */
  private readSlowly(text: string, from: number, plain: number, to: number, base: number): number {
    let piece = "";
    let run = from; // plain text from here isn't in `piece` yet
    let i = plain;
    let lastAt = this.highAt; // where the last character of `piece` was written
    if (this.high !== 0) {
      piece = String.fromCharCode(this.high);
      this.high = 0;
    }
    const limit = Math.min(to, this.bound - base);
    let status = OPEN;
    while (i < to) {
      let c = text.charCodeAt(i);
      if (this.escape === 0) {
        while (i < limit && c !== QUOTE && c !== BACKSLASH && c >= 32 && ++i < to) c = text.charCodeAt(i);
        if (i === to) break;
        if (c === QUOTE) {
          status = CLOSED;
          break;
        }
        if (i >= limit) {
          status = TOO_LONG;
          break;
        }
        if (c < 32) {
          status = CONTROL;
          break;
        }
        if (run < i) {
          piece += text.slice(run, i);
          lastAt = base + i - 1;
        }
        this.escape = AFTER_BACKSLASH;
        this.escapeAt = base + i;
        if (++i === to) break;
        c = text.charCodeAt(i);
      }
      const decoded = this.unescape(c);
      if (decoded === undefined) {
        status = BAD_ESCAPE;
        break;
      }
      i++;
      run = i;
      if (decoded !== "") {
        piece += decoded;
        lastAt = this.escapeAt;
      }
    }
    if (this.escape === 0 && run < i) {
      piece += text.slice(run, i);
      lastAt = base + i - 1;
    }
    this.start = this.end;
    this.end = this.escape === 0 ? base + i : this.escapeAt;
    if (status !== CLOSED) piece = this.holdBack(piece, lastAt);
    this.piece = piece;
    this.status = status;
    return status === CLOSED ? i + 1 : i;
  }

  /** One character of an escape: the text it makes, empty if more must come, undefined if it's wrong. */
  private unescape(c: number): string | undefined {
    if (this.escape === AFTER_BACKSLASH) {
      const meant = c < 128 ? escapes[c]! : "";
      if (meant !== "") this.escape = 0;
      else if (c === 117) {
        this.escape = FOUR_DIGITS;
        this.unit = 0;
      } else return undefined;
      return meant;
    }
    const digit = c < 128 ? hexDigits[c]! : -1;
    if (digit < 0) return undefined;
    this.unit = this.unit * 16 + digit;
    if (--this.escape > AFTER_BACKSLASH) return "";
    this.escape = 0;
    return String.fromCharCode(this.unit);
  }

  /** Takes a high surrogate, written at offset `at`, off the end: its other half may be next. */
  private holdBack(piece: string, at: number): string {
    const last = piece === "" ? 0 : piece.charCodeAt(piece.length - 1);
    if (!isHigh(last)) return piece;
    this.high = last;
    this.highAt = at;
    this.end = at;
    return piece.slice(0, -1);
  }
}

/** Whether a code unit is the first half of a surrogate pair. */
export function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Index of the first character from `i` on that ends plain text: a quote, a backslash, a control character; or `to`. */
export function plainEnd(text: string, i: number, to: number): number {
  let k = i;
  while (k < to) {
    const c = text.charCodeAt(k);
    if (c === QUOTE || c === BACKSLASH || c < 32) break;
    k++;
  }
  return k;
}

/** The code unit of the four hexadecimal digits at index `i`; negative if they aren't. */
function hexUnit(text: string, i: number): number {
  let unit = 0;
  for (let k = i; k < i + 4; k++) {
    const c = text.charCodeAt(k);
    unit = (unit << 4) | (c < 128 ? hexDigits[c]! : -1);
  }
  return unit;
}
