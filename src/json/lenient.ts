/**
 * Lenient mode: what the machine does where strict JSON ends.
 *
 * Valid text never comes here. Each flaw read past is one whose meaning is sure from what's around it, and is reported
 * where it is; what could mean two things stays an error. Cut anywhere, like all else.
 */
import type { Cursor } from "./cursor.ts";
import type { Machine } from "./machine.ts";
import type { RepairName } from "./repairs.ts";
import type { Sink } from "./sink.ts";
import { AFTER, COLON, FIRST_ITEM, FIRST_KEY, FLAW, NEXT_KEY, VALUE } from "./states.ts";
import { CLOSED } from "./strings.ts";

// What is being read.
const SLASH_SEEN = 0;
const LINE_COMMENT = 1;
const BLOCK_COMMENT = 2;
const WORD = 3;
const QUOTED = 4;

const LF = 10;
const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const STAR = 42;
const SLASH = 47;

const words: ReadonlyMap<string, boolean | null> = new Map([
  ...["True", "TRUE"].map((word) => [word, true] as const),
  ...["False", "FALSE"].map((word) => [word, false] as const),
  ...["None", "NULL", "Null"].map((word) => [word, null] as const),
]);
const longestWord = 128;

/** Typographic and full-width double quotes. */
const isQuote = (c: number) => (c >= 0x201c && c <= 0x201f) || c === 0xff02;
const isComma = (c: number) => c === 0xff0c || c === 0x3001;
const isColon = (c: number) => c === 0xff1a;
const isUpper = (c: number) => c >= 65 && c <= 90;
const isLetter = (c: number) => isUpper(c) || (c >= 97 && c <= 122) || c === 95 || c === 36 || isForeign(c);
/** Letters of other scripts: all but Latin-1 signs and the blocks of punctuation. */
const isForeign = (c: number) => (c >= 0xc0 && c < 0x2000) || (c >= 0x3041 && c < 0xd800);
const isWord = (c: number) => isLetter(c) || (c >= 48 && c <= 57) || c === 45;

/** The flaw that character `c` is where the machine can't take it; undefined if it's none we know. */
export function flawAt(machine: Machine, c: number): RepairName | undefined {
  const { state, inObject, tentative } = machine;
  // A scalar that breaks in running text is prose.
  if (state > AFTER || (tentative && machine.depth === 0)) return undefined;
  const first = state === FIRST_KEY || state === FIRST_ITEM;
  if (c === SLASH || (c === HASH && !(tentative && first))) return "comment";
  if (state === COLON) return isColon(c) ? "punctuation" : undefined;
  if (state === AFTER) {
    if (isComma(c)) return "punctuation";
    const opens = c === DOUBLE || (!inObject && (c === 123 || c === 91));
    return opens && machine.isApart ? "missing-comma" : undefined;
  }
  if (isQuote(c)) return "quote";
  if (c === SINGLE) return "single-quote";
  if (state === FIRST_KEY || state === NEXT_KEY) {
    if (c === 125) return "trailing-comma";
    return isLetter(c) ? "key" : undefined;
  }
  if (c === 93 && state === VALUE && machine.depth > 0 && !inObject) return "trailing-comma";
  return isUpper(c) ? "literal" : undefined;
}

export class Lenient {
  private part = SLASH_SEEN;
  /** The machine's state to go back to. */
  private back = VALUE;
  private text = "";
  private start = 0;
  private quote = 0;
  private star = false;

  constructor(
    private readonly machine: Machine,
    private readonly sink: Sink,
    private readonly cursor: Cursor,
    private readonly allowed: ReadonlySet<RepairName>,
  ) {}

  /** A new document begins. */
  reset(): void {
    this.part = SLASH_SEEN;
  }

  allows(flaw: RepairName): boolean {
    return this.allowed.has(flaw);
  }

  /** What's open is a key. */
  get inKey(): boolean {
    return this.back === FIRST_KEY || this.back === NEXT_KEY;
  }

  get inComment(): boolean {
    return this.part <= BLOCK_COMMENT;
  }

  /** The last flaw was a word without quotes. */
  get inWord(): boolean {
    return this.part === WORD;
  }

  get inQuotes(): boolean {
    return this.part === QUOTED;
  }

  /** Offset of what's being read. */
  get begun(): number {
    return this.start;
  }

  /** Reads past a flaw at index `i`, or into it; returns the index to go on from. */
  begin(flaw: RepairName, text: string, i: number): number {
    const { machine, cursor } = this;
    const c = text.charCodeAt(i);
    const at = cursor.base + i;
    this.back = machine.state;
    this.start = at;
    this.text = "";
    switch (flaw) {
      case "trailing-comma":
        this.report(flaw, at, ",");
        return machine.close(i);
      case "punctuation":
        this.report(flaw, at, text[i]!);
        return machine.state === COLON ? machine.colon(i) : machine.comma(i);
      case "missing-comma":
        this.report(flaw, at, "");
        machine.comma(i);
        return i;
      case "comment":
        if (c === HASH) this.report(flaw, at, "#");
        return this.enter(c === HASH ? LINE_COMMENT : SLASH_SEEN, i + 1);
      case "key":
      case "literal":
        return this.enter(WORD, i);
      default:
        this.report(flaw, at, text[i]!);
        this.quote = c;
        if (!this.inKey) machine.beginString(at);
        machine.strings.begin(at + 1);
        return this.enter(QUOTED, i + 1);
    }
  }

  /** Reads on in what was begun. */
  read(text: string, i: number, to: number): number {
    if (this.part === WORD) return this.word(text, i, to);
    return this.part === QUOTED ? this.quoted(text, i, to) : this.comment(text, i, to);
  }

  /** The text is over: a word at the root is whole. */
  finish(): void {
    if (this.part === WORD && this.machine.depth === 0) this.endWord(0);
  }

  private enter(part: number, i: number): number {
    this.part = part;
    this.star = false;
    this.machine.state = FLAW;
    return i;
  }

  private report(flaw: RepairName, at: number, text: string): void {
    this.sink.repair(flaw, at, text, this.back);
  }

  private comment(text: string, from: number, to: number): number {
    const { machine, cursor } = this;
    let i = from;
    if (this.part === SLASH_SEEN) {
      const c = text.charCodeAt(i);
      if (c !== SLASH && c !== STAR) {
        machine.state = this.back;
        return machine.fail("unexpected-character", i - 1, "/", machine.expected(), i + 1);
      }
      this.report("comment", this.start, c === SLASH ? "//" : "/*");
      this.part = c === SLASH ? LINE_COMMENT : BLOCK_COMMENT;
      i++;
    }
    for (; i < to; i++) {
      const c = text.charCodeAt(i);
      if (this.part === LINE_COMMENT) {
        if (c !== LF) continue;
        machine.state = this.back;
        return i;
      }
      if (c === LF) cursor.newline(i);
      if (c === SLASH && this.star) {
        machine.state = this.back;
        return i + 1;
      }
      this.star = c === STAR;
    }
    return i;
  }

  private word(text: string, from: number, to: number): number {
    let i = from;
    while (i < to && isWord(text.charCodeAt(i)) && this.text.length < longestWord) this.text += text[i++];
    return i < to ? this.endWord(i) : i;
  }

  private endWord(i: number): number {
    const { machine, text, start, cursor } = this;
    const end = cursor.base + i;
    machine.state = this.back;
    if (this.inKey) {
      this.report("key", start, text);
      machine.endKey(text, start, end);
      return i;
    }
    const value = words.get(text);
    if (value === undefined) {
      return machine.fail("unexpected-character", start - cursor.base, text, machine.expected(), i + 1);
    }
    this.report("literal", start, text);
    machine.endLiteral(value, start, end);
    return i;
  }

  /** A string in other quotes. It ends at a quote of its kind, or a plain one; what follows must bear that out. */
  private quoted(text: string, from: number, to: number): number {
    const { machine, cursor } = this;
    const { strings } = machine;
    const { base } = cursor;
    const single = this.quote === SINGLE;
    let end = from;
    for (; end < to; end++) {
      const c = text.charCodeAt(end);
      if (c === DOUBLE || (single ? c === SINGLE : isQuote(c))) break;
    }
    if (end > from) {
      const i = strings.read(text, from, end, base);
      this.take();
      return strings.status > CLOSED ? machine.badString(text, i, this.inKey) : i;
    }
    const c = text.charCodeAt(end);
    if (strings.inEscape) {
      if (c === SINGLE) strings.takeLiterally(text[end]!, base + end + 1);
      else strings.read(text, end, end + 1, base);
      this.take();
      return strings.status > CLOSED ? machine.badString(text, end, this.inKey) : end + 1;
    }
    if (single && c === DOUBLE) {
      strings.takeLiterally('"', base + end + 1);
      this.take();
      return end + 1;
    }
    strings.release(base + end);
    this.take();
    if (this.inKey) machine.endKey(this.text, this.start, base + end + 1);
    else machine.endString(base + end + 1);
    return end + 1;
  }

  /** Hands on the new text of the open string. */
  take(): void {
    const { strings } = this.machine;
    if (strings.piece === "") return;
    if (this.inKey) this.text += strings.piece;
    else this.sink.text(strings.piece, strings.start, strings.end);
    strings.piece = "";
  }
}
