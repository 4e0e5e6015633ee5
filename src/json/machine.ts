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
import { flawAt, Lenient } from "./lenient.ts";
import type { Limits } from "./limits.ts";
import { NumberReader } from "./numbers.ts";
import type { RepairName } from "./repairs.ts";
import type { Failure, Sink } from "./sink.ts";
import { Skimmer, shortest } from "./skim.ts";
import {
  AFTER,
  ARRAY,
  COLON,
  DONE,
  expectedIn,
  FAILED,
  FIRST_ITEM,
  FIRST_KEY,
  FLAW,
  KEY,
  LITERAL,
  NEXT_KEY,
  NUMBER,
  OBJECT,
  STRING,
  VALUE,
} from "./states.ts";
import { CLOSED, CONTROL, isHigh, plainEnd, StringReader, TOO_LONG } from "./strings.ts";

const QUOTE = 34;
const COMMA = 44;
const COLON_SIGN = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Containers open beyond which nothing is skimmed: what is skimmed may have 64 more. */
const deepestSkim = 128;

export class Machine {
  state = VALUE;
  /** Open containers. */
  depth = 0;
  /** The innermost open container is an object. */
  inObject = false;
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
  /** Absent in strict mode. */
  readonly lenient: Lenient | undefined;
  /** Offset after the last string, while nothing else has come since. */
  private stringEnd = -1;

  /** @param repairs what may be read past; none in strict mode */
  constructor(
    private readonly sink: Sink,
    private readonly cursor: Cursor,
    private readonly limits: Required<Limits>,
    repairs: ReadonlySet<RepairName>,
  ) {
    if (repairs.size > 0) this.lenient = new Lenient(this, sink, cursor, repairs);
    this.strings = new StringReader(limits.stringLength);
    this.numbers = new NumberReader(limits.numberLength);
    const { depth, stringLength, numberLength, keys, items } = limits;
    this.skims = Math.min(depth / 2, numberLength, stringLength / 2 ** 8, keys / 2 ** 8, items / 2 ** 8) >= 256;
  }

  /** Makes ready for a new document. Position in the text goes on. */
  reset(): void {
    this.state = VALUE;
    this.depth = 0;
    this.inObject = false;
    this.failure = undefined;
    this.tentative = false;
    this.aside = false;
    this.skimFrom = 0;
    this.stringEnd = -1;
    this.strings.reset();
    this.lenient?.reset();
  }

  /**
   * Reads `text` from `from` to `to`; returns the index of the first character not taken. What comes most is read here, in
   * one loop: a call costs as much as the characters of a token.
   */
  run(text: string, from: number, to: number): number {
    const { sink, cursor, strings } = this;
    const { base } = cursor;
    const bulk = this.skims && to - from >= shortest && sink.bulk;
    let i = from;
    while (i < to) {
      const { state } = this;
      if (state === STRING) {
        const end = strings.isClear(base + to) ? plainEnd(text, i, to) : -1;
        const closed = end < to;
        if (end < 0 || (closed ? text.charCodeAt(end) !== QUOTE : isHigh(text.charCodeAt(to - 1)))) {
          i = this.took(text, strings.read(text, i, to, base));
          continue;
        }
        const { end: start } = strings;
        strings.end = base + end;
        if (end > i) sink.text(end - i === text.length ? text : text.slice(i, end), start, base + end);
        if (!closed) return end;
        i = end + 1;
        this.endString(base + i);
        continue;
      }
      if (state > AFTER) {
        if (state <= FAILED) return i;
        i = this.lexeme(text, i, to);
        continue;
      }
      const c = text.charCodeAt(i);
      if (c <= 32) {
        if (c === 10) cursor.newline(i);
        else if (c !== 32 && c !== 13 && c !== 9) return this.unexpected(text, i);
        i++;
        while (i < to && text.charCodeAt(i) === 32) i++;
      } else if (state <= FIRST_ITEM) {
        const skimmed = bulk && to - i >= shortest ? this.skim(text, i, to, c) : i;
        i = skimmed > i ? skimmed : this.value(text, i, to, c);
      } else if (state === AFTER) i = this.after(text, i, c);
      else if (state === COLON) i = c === COLON_SIGN ? this.colon(i) : this.unexpected(text, i);
      else if (c === QUOTE) {
        this.lexemeStart = base + i;
        strings.beginKey(base + i + 1);
        this.state = KEY;
        i = this.key(text, i + 1, to);
      } else if (c === CLOSE_BRACE && state === FIRST_KEY) i = this.close(i);
      else i = this.unexpected(text, i);
    }
    return i;
  }

  /** Reads on in a lexeme other than a string. */
  private lexeme(text: string, i: number, to: number): number {
    const { state } = this;
    if (state === KEY) return this.key(text, i, to);
    if (state === NUMBER) return this.number(text, i, i, to);
    return state === LITERAL ? this.literal(text, i, to) : this.lenient!.read(text, i, to);
  }

  /** The text is over: a number at the root is complete. Returns whether the root value is. */
  finish(): boolean {
    if (this.state === NUMBER && this.depth === 0 && this.numbers.complete) this.endNumber(0);
    else if (this.state === FLAW) this.lenient!.finish();
    return this.state === DONE;
  }

  /** Nothing but white space has been read. */
  get blank(): boolean {
    return this.state === VALUE && this.depth === 0;
  }

  private value(text: string, i: number, to: number, c: number): number {
    if (c === QUOTE) return this.wholeString(text, i, to);
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

  /** Lets `JSON.parse` read what it can of a long piece; returns the index after that, or `i` if it's nothing. */
  private skim(text: string, i: number, to: number, c: number): number {
    const { cursor, skimmer, depth } = this;
    const inArray = depth > 0 && !this.inObject;
    if (!inArray && c !== OPEN_BRACE && c !== OPEN_BRACKET) return i;
    const from = cursor.base + i;
    if (from < this.skimFrom || depth > deepestSkim || this.tentative || !this.sink.bulk) return i;
    const values = skimmer.read(text, i, to, !inArray);
    const commas = inArray && values ? this.commas[depth - 1]! + values.length - 1 : 0;
    if (!values || commas >= this.limits.items) {
      this.skimFrom = cursor.base + skimmer.looked;
      return i;
    }
    if (inArray) this.commas[depth - 1] = commas;
    if (skimmer.lines > 0) cursor.newlines(skimmer.lines, skimmer.lastLine);
    this.leave();
    this.sink.bulkValues(values, skimmer.values);
    return skimmer.end;
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
    this.inObject = kind === OBJECT;
    this.state = kind === OBJECT ? FIRST_KEY : FIRST_ITEM;
    return i + 1;
  }

  /** A string begins at index `i`. Most end in the same piece, and are told at once. */
  private wholeString(text: string, i: number, to: number): number {
    const { strings, sink } = this;
    const { base } = this.cursor;
    if (this.tentative && this.inObject) this.prove();
    this.lexemeStart = base + i;
    const plain = plainEnd(text, i + 1, to);
    let end = plain + 1;
    let whole: string;
    if (plain < to && text.charCodeAt(plain) === QUOTE && strings.mayHold(plain - i - 1)) {
      whole = text.slice(i + 1, plain);
    } else {
      strings.begin(base + i + 1);
      if (plain === to && strings.isClear(base + to) && !isHigh(text.charCodeAt(to - 1))) {
        sink.beginString(base + i);
        this.state = STRING;
        strings.end = base + to;
        if (to > i + 1) sink.text(text.slice(i + 1, to), base + i + 1, base + to);
        return to;
      }
      end = strings.readOn(text, i + 1, plain, to, base);
      if (strings.status !== CLOSED) {
        sink.beginString(base + i);
        this.state = STRING;
        return this.took(text, end);
      }
      whole = strings.piece;
    }
    this.leave();
    this.stringEnd = base + end;
    sink.string(whole, base + i, base + end);
    return end;
  }

  beginString(start: number): void {
    if (this.tentative && this.inObject) this.prove();
    this.lexemeStart = start;
    this.sink.beginString(start);
  }

  colon(i: number): number {
    this.state = VALUE;
    return i + 1;
  }

  comma(i: number): number {
    const object = this.inObject;
    if (this.tentative && (object || !this.aside)) this.prove();
    const top = this.depth - 1;
    const commas = (this.commas[top] = this.commas[top]! + 1);
    if (commas >= (object ? this.limits.keys : this.limits.items)) return this.tooMany(i, object);
    this.state = object ? NEXT_KEY : VALUE;
    return i + 1;
  }

  private after(text: string, i: number, c: number): number {
    if (c === COMMA) return this.comma(i);
    const object = this.inObject;
    if (c === (object ? CLOSE_BRACE : CLOSE_BRACKET)) {
      if (this.tentative && object) this.prove();
      return this.close(i);
    }
    return this.unexpected(text, i);
  }

  close(i: number): number {
    const depth = --this.depth;
    this.inObject = depth > 0 && this.kinds[depth - 1] === OBJECT;
    this.stringEnd = -1;
    this.leave();
    this.sink.close(this.cursor.base + i + 1);
    return i + 1;
  }

  /** A value is complete. */
  leave(): void {
    this.state = this.depth === 0 ? DONE : AFTER;
  }

  endString(end: number): void {
    this.leave();
    this.stringEnd = end;
    this.sink.endString(end);
  }

  /** A key is complete. */
  endKey(key: string, start: number, end: number): void {
    this.state = COLON;
    if (this.sink.key(key, start, end)) return;
    const { base } = this.cursor;
    this.fail("duplicate-key", start - base, key, "a key not yet in the object", end - base);
  }

  endLiteral(value: boolean | null, start: number, end: number): void {
    this.leave();
    this.literalEnd = end;
    this.sink.literal(value, start, end);
  }

  /** The open string was read up to index `i`. */
  private took(text: string, i: number): number {
    const { strings } = this;
    if (strings.piece !== "") this.sink.text(strings.piece, strings.start, strings.end);
    if (strings.status === CLOSED) this.endString(this.cursor.base + i);
    else if (strings.status > CLOSED) return this.badString(text, i, false);
    return i;
  }

  private key(text: string, from: number, to: number): number {
    const { strings } = this;
    const { base } = this.cursor;
    const i = strings.readKey(text, from, to, base);
    if (strings.status === CLOSED) {
      this.endKey(strings.piece, this.lexemeStart, base + i);
      // A colon mostly follows at once.
      if (i < to && this.state === COLON && text.charCodeAt(i) === COLON_SIGN) return this.colon(i);
    } else if (strings.status > CLOSED) return this.badString(text, i, true);
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
    this.leave();
    this.sink.number(numbers.value(), numbers.raw, this.lexemeStart, this.cursor.base + i);
  }

  private literal(text: string, from: number, to: number): number {
    const { word } = this;
    let at = this.wordAt;
    let i = from;
    for (; i < to; i++) {
      if (text.charCodeAt(i) !== word.charCodeAt(at)) return this.unexpected(text, i);
      if (++at === word.length) {
        this.endLiteral(at === 5 ? false : word === "true" ? true : null, this.lexemeStart, this.cursor.base + i + 1);
        return i + 1;
      }
    }
    this.wordAt = at;
    return i;
  }

  /** Whether what comes is surely not the rest of the value before: it isn't a string, or a line lies between. */
  get isApart(): boolean {
    return this.stringEnd < this.lexemeStart || this.cursor.lineStart >= this.stringEnd;
  }

  /** Ends the doubt about a candidate. */
  prove(): void {
    this.tentative = false;
    this.sink.proven();
  }

  private unexpected(text: string, i: number): number {
    const flaw = flawAt(this, text.charCodeAt(i));
    if (flaw && this.lenient?.allows(flaw)) return this.lenient.begin(flaw, text, i);
    return this.fail("unexpected-character", i, characterAt(text, i), this.expected(), i + 1, flaw);
  }

  private tooMany(i: number, object: boolean): number {
    return object
      ? this.fail("key-limit", i, "", `at most ${this.limits.keys} keys`)
      : this.fail("item-limit", i, "", `at most ${this.limits.items} items`);
  }

  /** Character `i` can't be in a string or key. */
  badString(text: string, i: number, key: boolean): number {
    const { strings, lenient } = this;
    const found = characterAt(text, i);
    if (strings.status === TOO_LONG || !strings.hasRoom(this.cursor.base + i)) {
      return this.fail("string-limit", i, "", `at most ${this.limits.stringLength} characters`);
    }
    const control = strings.status === CONTROL;
    const flaw = control ? "control-character" : strings.inEscape ? "escape" : undefined;
    if (flaw && lenient?.allows(flaw)) return this.takeLiterally(flaw, text, i, key);
    return control
      ? this.fail("control-character", i, found, "an escape such as \\n, or a closing quote", i + 1, flaw)
      : this.fail("invalid-escape", i, found, flaw ? 'one of "\\/bfnrtu' : "a hexadecimal digit", i + 1, flaw);
  }

  /** Takes a control character, or the backslash before character `i`, as it is; but `\'` is an apostrophe. */
  private takeLiterally(flaw: RepairName, text: string, i: number, key: boolean): number {
    const { strings, cursor, sink } = this;
    const { base } = cursor;
    const c = text[i]!;
    const backslash = flaw === "escape" && c !== "'";
    const next = backslash ? i : i + 1;
    sink.repair(flaw, base + i, characterAt(text, i), key ? KEY : STRING);
    const kept = strings.takeLiterally(backslash ? "\\" : c, base + next);
    if (c === "\n" && !backslash) cursor.newline(i);
    if (this.state === FLAW) this.lenient!.take();
    else if (key) strings.keep();
    else sink.text(kept, strings.start, base + next);
    return next;
  }

  /** Stops because of character `i` of the piece being run, having looked at all before `seen`. */
  fail(code: ErrorCode, i: number, found: string, expected: string, seen = i + 1, repair?: RepairName): number {
    const { base } = this.cursor;
    this.failure = { code, offset: base + i, expected, found, seen: base + seen, repair };
    this.failedIn = this.state;
    this.state = FAILED;
    return i;
  }

  /** What may come next, for people. */
  expected(): string {
    return expectedIn(this.state, this.inObject, this.word);
  }
}

/** For messages. Half of a surrogate pair stands for the pair, whose other half may not be here yet. */
export function characterAt(text: string, i: number): string {
  return (text.charCodeAt(i) & 0xf800) === 0xd800 ? "\ufffd" : text.charAt(i);
}
