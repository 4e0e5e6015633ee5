/**
 * The character state machine: JSON text in, cut anywhere; one call out for each thing that becomes known.
 *
 * It keeps no text but the lexeme it's in, never recurses, and never looks back. Its states are plain integers and its
 * stack an array of bytes, so that a cursor over a schema can walk beside it.
 *
 * Invariants:
 * - `run` consumes everything up to `to`, or stops with `state` DONE or FAILED at the first character it didn't take.
 * - What the sink is told depends on the text alone, never on the cuts, except that one string's text may come in
 *   several pieces; a piece never ends within an escape or a surrogate pair.
 */
import type { Cursor } from "./cursor.ts";
import type { ErrorCode } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { NumberReader } from "./numbers.ts";
import { Skimmer, shortest } from "./skim.ts";
import { BAD_ESCAPE, CLOSED, CONTROL, StringReader, TOO_LONG } from "./strings.ts";

/** A value must come: at the root, after a colon, after a comma in an array. */
export const VALUE = 0;
/** After `[`: a value or `]`. */
export const FIRST_ITEM = 1;
/** After `{`: a key or `}`. */
export const FIRST_KEY = 2;
/** After a comma in an object: a key. */
export const NEXT_KEY = 3;
/** After a key: a colon. */
export const COLON = 4;
/** After a value inside a container: a comma or the closer. */
export const AFTER = 5;
/** The root value is complete. */
export const DONE = 6;
/** The text can't be JSON; `failure` says why. */
export const FAILED = 7;
// From here on: inside a lexeme.
export const STRING = 8;
export const KEY = 9;
export const NUMBER = 10;
export const LITERAL = 11;

export const ARRAY = 0;
export const OBJECT = 1;

/** Whoever listens to the machine. Offsets count UTF-16 units of the whole text; `end` is one past the last character. */
export interface Sink {
  open(kind: number, start: number): void;
  close(end: number): void;
  /** A key is complete. `false` refuses it as a duplicate. */
  key(key: string, start: number, end: number): boolean;
  beginString(start: number): void;
  /** More text of the open string, decoded; never empty. The spans of a string's pieces adjoin. */
  text(piece: string, start: number, end: number): void;
  endString(end: number): void;
  /** `raw` is the source text, or empty for integers of up to 15 digits, which a double holds exactly. */
  number(value: number, raw: string, start: number, end: number): void;
  literal(value: boolean | null, start: number, end: number): void;
  /** A candidate has proved itself to be a document (see `tentative`). */
  proven(): void;
  /** Whether nobody needs to be told of each thing: values may come whole, in bulk. */
  readonly bulk: boolean;
  /** Whole values, made of `count` values in all: items of the open array, or the one value that was awaited. */
  whole(values: readonly unknown[], count: number): void;
}

/** Why the machine stopped. */
export interface Failure {
  readonly code: ErrorCode;
  readonly offset: number;
  readonly expected: string;
  /** What was found, as people should see it; empty if it doesn't help. */
  readonly found: string;
  /** Offset after the last character looked at. */
  readonly seen: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON_SIGN = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

export class Machine {
  state = VALUE;
  /** Open containers. */
  depth = 0;
  /** The kind of each open container. */
  kinds: Uint8Array = new Uint8Array(32);
  failure: Failure | undefined;
  /** The state in which it failed. */
  failedIn = VALUE;
  /** Offset of the last container's opener. */
  lastOpen = 0;
  /** Offset after the last literal. */
  literalEnd = 0;
  /**
   * True while the text may still turn out not to be a document. The machine calls `proven` and clears it at the first
   * sure sign: a string or a container as a member's value, an object's comma or closing brace after a member, or
   * (unless `aside`) an array's comma.
   */
  tentative = false;
  /** Don't take an array of scalars for a document: in running text it may be a citation. */
  aside = false;
  readonly strings: StringReader;
  readonly numbers: NumberReader;

  /** Commas seen in each open container. */
  private commas: number[] = [];
  private word = "";
  private wordAt = 0;
  private lexemeStart = 0;
  /** Don't skim before this offset: it would be in vain. */
  private skimFrom = 0;
  private readonly skimmer = new Skimmer();
  /** Too low limits are the machine's to watch. */
  private readonly skims: boolean;

  constructor(
    private readonly sink: Sink,
    private readonly cursor: Cursor,
    private readonly limits: Required<Limits>,
  ) {
    this.strings = new StringReader(limits.stringLength);
    this.numbers = new NumberReader(limits.numberLength);
    const { depth, stringLength, numberLength, keys, items } = limits;
    this.skims = Math.min(depth / 2, numberLength, stringLength / 2 ** 8, keys / 2 ** 8, items / 2 ** 8) >= 256;
  }

  /** Makes ready for a new document. Position in the text goes on. */
  reset(): void {
    this.state = VALUE;
    this.depth = 0;
    this.failure = undefined;
    this.tentative = false;
    this.aside = false;
    this.skimFrom = 0;
    this.strings.reset();
  }

  /** Takes the whole of `text` if it's plain text of the open string, as most of a stream is; else nothing. */
  takePlain(text: string): boolean {
    if (this.state !== STRING || this.tentative) return false;
    const { strings, cursor } = this;
    const { base } = cursor;
    if (!strings.isPlain(text, base)) return false;
    const start = strings.end;
    const end = base + text.length;
    strings.end = end;
    cursor.base = end;
    this.sink.text(text, start, end);
    return true;
  }

  /** Reads `text` from `from` to `to`; returns the index of the first character not taken. */
  run(text: string, from: number, to: number): number {
    let i = from;
    while (i < to) {
      const state = this.state;
      if (state > FAILED) {
        if (state === STRING) i = this.string(text, i, to);
        else if (state === KEY) i = this.key(text, i, to);
        else if (state === NUMBER) i = this.number(text, i, i, to);
        else i = this.literal(text, i, to);
        continue;
      }
      if (state > AFTER) return i;
      const c = text.charCodeAt(i);
      if (c <= 32) {
        if (c === 10) this.cursor.newline(i);
        else if (c !== 32 && c !== 13 && c !== 9) return this.unexpected(text, i);
        i++;
        while (i < to && text.charCodeAt(i) === 32) i++;
        continue;
      }
      if (state <= FIRST_ITEM) i = this.skim(text, i, to, c) ?? this.value(text, i, to, c);
      else if (state === AFTER) i = this.after(text, i, c);
      else if (state === COLON) {
        if (c !== COLON_SIGN) return this.unexpected(text, i);
        this.state = VALUE;
        i++;
      } else if (c === QUOTE) {
        this.lexemeStart = this.cursor.base + i;
        this.strings.begin(this.cursor.base + i + 1);
        this.state = KEY;
        i = this.key(text, i + 1, to);
      } else if (c === CLOSE_BRACE && state === FIRST_KEY) i = this.close(i);
      else return this.unexpected(text, i);
    }
    return i;
  }

  /** The text is over: a number at the root is complete. Returns whether the root value is. */
  finish(): boolean {
    if (this.state === NUMBER && this.depth === 0 && this.numbers.complete) this.endNumber(0);
    return this.state === DONE;
  }

  /** Nothing but white space has been read. */
  get blank(): boolean {
    return this.state === VALUE && this.depth === 0;
  }

  private value(text: string, i: number, to: number, c: number): number {
    if (c === QUOTE) {
      if (this.tentative && this.inObject) this.prove();
      this.lexemeStart = this.cursor.base + i;
      this.sink.beginString(this.cursor.base + i);
      this.strings.begin(this.cursor.base + i + 1);
      this.state = STRING;
      return this.string(text, i + 1, to);
    }
    if (c === OPEN_BRACE || c === OPEN_BRACKET) return this.open(i, c === OPEN_BRACE ? OBJECT : ARRAY);
    if ((c >= 48 && c <= 57) || c === 45) {
      this.lexemeStart = this.cursor.base + i;
      this.state = NUMBER;
      return this.number(text, i, this.numbers.begin(c) ? i + 1 : i, to);
    }
    if (c === CLOSE_BRACKET && this.state === FIRST_ITEM) return this.close(i);
    if (c === 116) this.word = "true";
    else if (c === 102) this.word = "false";
    else if (c === 110) this.word = "null";
    else return this.unexpected(text, i);
    this.wordAt = 0;
    this.lexemeStart = this.cursor.base + i;
    this.state = LITERAL;
    return this.literal(text, i, to);
  }

  /** Lets `JSON.parse` read what it can of a long piece; returns the index after that, or undefined if it's nothing. */
  private skim(text: string, i: number, to: number, c: number): number | undefined {
    if (to - i < shortest || !this.skims || this.tentative) return undefined;
    const { cursor, skimmer, depth } = this;
    const { base } = cursor;
    const top = depth - 1;
    const inArray = depth > 0 && this.kinds[top] === ARRAY;
    const worth = base + i >= this.skimFrom && depth < 128 && (inArray || c === OPEN_BRACE || c === OPEN_BRACKET);
    if (!worth || !this.sink.bulk) return undefined;
    skimmer.look(text, i, to, !inArray);
    const { end } = skimmer;
    if (end - i < shortest) {
      this.skimFrom = base + skimmer.looked;
      return undefined;
    }
    const values = parseAll(text.slice(i, end));
    const commas = inArray && values ? this.commas[top]! + values.length - 1 : 0;
    if (!values || (inArray && commas >= this.limits.items)) {
      this.skimFrom = base + end;
      return undefined;
    }
    if (inArray) this.commas[top] = commas;
    if (skimmer.lines > 0) cursor.newlines(skimmer.lines, skimmer.lastLine);
    this.state = depth === 0 ? DONE : AFTER;
    this.sink.whole(values, skimmer.values);
    return end;
  }

  private open(i: number, kind: number): number {
    const { depth, limits } = this;
    if (depth >= limits.depth) {
      return this.fail("depth-limit", i, "", `at most ${limits.depth} nested containers`);
    }
    if (this.tentative && this.inObject) this.prove();
    if (depth === this.kinds.length) {
      const wider = new Uint8Array(depth * 2);
      wider.set(this.kinds);
      this.kinds = wider;
    }
    this.kinds[depth] = kind;
    this.commas[depth] = 0;
    this.lastOpen = this.cursor.base + i;
    this.depth = depth + 1;
    this.sink.open(kind, this.cursor.base + i);
    this.state = kind === OBJECT ? FIRST_KEY : FIRST_ITEM;
    return i + 1;
  }

  private after(text: string, i: number, c: number): number {
    const object = this.kinds[this.depth - 1] === OBJECT;
    if (c === COMMA) {
      if (this.tentative && (object || !this.aside)) this.prove();
      const top = this.depth - 1;
      const commas = (this.commas[top] = this.commas[top]! + 1);
      if (commas >= (object ? this.limits.keys : this.limits.items)) return this.tooMany(i, object);
      this.state = object ? NEXT_KEY : VALUE;
      return i + 1;
    }
    if (c === (object ? CLOSE_BRACE : CLOSE_BRACKET)) {
      if (this.tentative && object) this.prove();
      return this.close(i);
    }
    return this.unexpected(text, i);
  }

  private close(i: number): number {
    this.depth--;
    this.state = this.depth === 0 ? DONE : AFTER;
    this.sink.close(this.cursor.base + i + 1);
    return i + 1;
  }

  private string(text: string, from: number, to: number): number {
    const { strings } = this;
    const { base } = this.cursor;
    const i = strings.read(text, from, to, base);
    if (strings.piece !== "") this.sink.text(strings.piece, strings.start, strings.end);
    if (strings.status === CLOSED) {
      this.state = this.depth === 0 ? DONE : AFTER;
      this.sink.endString(base + i);
    } else if (strings.status > CLOSED) this.badString(text, i);
    return i;
  }

  private key(text: string, from: number, to: number): number {
    const { strings } = this;
    const { base } = this.cursor;
    const i = strings.readKey(text, from, to, base);
    if (strings.status === CLOSED) {
      this.state = COLON;
      if (!this.sink.key(strings.piece, this.lexemeStart, base + i)) {
        this.fail("duplicate-key", this.lexemeStart - base, strings.piece, "a key not yet in the object", i);
      }
    } else if (strings.status > CLOSED) this.badString(text, i);
    return i;
  }

  private number(text: string, begin: number, from: number, to: number): number {
    const i = this.numbers.read(text, begin, from, to);
    if (i === to) return i;
    if (this.numbers.complete) this.endNumber(i);
    else if (this.numbers.tooLong) this.fail("number-limit", i, "", `at most ${this.limits.numberLength} characters`);
    else this.unexpected(text, i);
    return i;
  }

  private endNumber(i: number): void {
    const { numbers } = this;
    this.state = this.depth === 0 ? DONE : AFTER;
    this.sink.number(numbers.value(), numbers.raw, this.lexemeStart, this.cursor.base + i);
  }

  private literal(text: string, from: number, to: number): number {
    const { word } = this;
    let at = this.wordAt;
    let i = from;
    for (; i < to; i++) {
      if (text.charCodeAt(i) !== word.charCodeAt(at)) return this.unexpected(text, i);
      if (++at === word.length) {
        this.state = this.depth === 0 ? DONE : AFTER;
        this.literalEnd = this.cursor.base + i + 1;
        this.sink.literal(at === 5 ? false : word === "true" ? true : null, this.lexemeStart, this.literalEnd);
        return i + 1;
      }
    }
    this.wordAt = at;
    return i;
  }

  private get inObject(): boolean {
    return this.depth > 0 && this.kinds[this.depth - 1] === OBJECT;
  }

  /** Ends the doubt about a candidate. */
  prove(): void {
    this.tentative = false;
    this.sink.proven();
  }

  private unexpected(text: string, i: number): number {
    return this.fail("unexpected-character", i, characterAt(text, i), this.expected());
  }

  private tooMany(i: number, object: boolean): number {
    return object
      ? this.fail("key-limit", i, "", `at most ${this.limits.keys} keys`)
      : this.fail("item-limit", i, "", `at most ${this.limits.items} items`);
  }

  private badString(text: string, i: number): number {
    const found = characterAt(text, i);
    switch (this.strings.status) {
      case BAD_ESCAPE:
        return this.fail(
          "invalid-escape",
          i,
          found,
          this.strings.inUnicode ? "a hexadecimal digit" : 'one of "\\/bfnrtu',
        );
      case CONTROL:
        return this.fail("control-character", i, found, "an escape such as \\n, or a closing quote");
      case TOO_LONG:
        return this.fail("string-limit", i, "", `at most ${this.limits.stringLength} characters`);
    }
    return i;
  }

  /** Stops because of character `i` of the piece being run, having looked at all before `seen`. */
  fail(code: ErrorCode, i: number, found: string, expected: string, seen = i + 1): number {
    const { base } = this.cursor;
    this.failure = { code, offset: base + i, expected, found, seen: base + seen };
    this.failedIn = this.state;
    this.state = FAILED;
    return i;
  }

  /** What may come next, for people. */
  expected(): string {
    switch (this.state) {
      case VALUE:
        return "a value";
      case FIRST_ITEM:
        return 'a value or "]"';
      case FIRST_KEY:
        return 'a key in double quotes or "}"';
      case NEXT_KEY:
        return "a key in double quotes";
      case COLON:
        return '":"';
      case AFTER:
        return this.inObject ? '"," or "}"' : '"," or "]"';
      case NUMBER:
        return "a digit";
      case LITERAL:
        return JSON.stringify(this.word);
      case DONE:
        return "the end of the text";
      default:
        return "a closing quote";
    }
  }
}

/** For messages. Half of a surrogate pair stands for the pair, whose other half may not be here yet. */
export function characterAt(text: string, i: number): string {
  return (text.charCodeAt(i) & 0xf800) === 0xd800 ? "\ufffd" : text.charAt(i);
}

/** The values in a list of them; undefined if it's not JSON. */
function parseAll(list: string): unknown[] | undefined {
  try {
    return JSON.parse(`[${list}]`);
  } catch {
    return undefined;
  }
}
