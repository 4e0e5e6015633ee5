/**
 * Reads the text around documents: prose, fences, reasoning blocks, tags. It finds where a document may begin, and what
 * of the text is reasoning; it never looks into a document.
 */
import type { Cursor } from "./cursor.ts";

/** What a scan ran into. */
export const NOTHING = 0;
/** A document may begin at the index returned. */
export const CANDIDATE = 1;
/** A reasoning block that was never opened has ended: everything before it was reasoning. */
export const UNOPENED = 2;

// Parts of text outside documents.
const PLAIN = 0;
const TAG = 1;
const ATTRIBUTES = 2;
const TICKS = 3;
const INFO = 4;
const MARKER = 5;

const LF = 10;
const LESS = 60;
const GREATER = 62;
const SLASH = 47;
const BACKTICK = 96;
const TILDE = 126;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const longestName = 32;

/** After these a list is more than a citation: `Result: [1, 2]`. */
const introducing = new Set([...":：=>"].map((c) => c.charCodeAt(0)));

/** Markers in brackets that introduce a document: `[TOOL_CALLS][{}]`, `[TOOL_CALLS]name[CALL_ID]id[ARGS]{}`. */
const introducingMarkers: ReadonlySet<string> = new Set(["TOOL_CALLS", "CALL_ID", "ARGS"]);

/** Names of the tags that hold reasoning; a prefix (`seed:think`) is ignored. */
export const reasoningTags: readonly string[] = [
  "think",
  "thinking",
  "thought",
  "reasoning",
  "reflection",
  "scratchpad",
];

export class Scanner {
  signal = NOTHING;
  /** Inside a reasoning block. */
  reasoning = false;
  /** The language tag of the open fence, or the name of the last tag. */
  name = "";
  /** The character the open fence is made of; 0 if none is open. */
  fence = 0;

  /** The name between `[TOOL_CALLS]` and the next marker. */
  tool = "";

  private part = PLAIN;
  /** What comes is that name. */
  private naming = false;
  /** The last character on this line that isn't white space; 0 if there's none. */
  private before = 0;
  /** Nothing but white space since the text, a fence or the answer after reasoning began. */
  private fresh = true;
  private tag = "";
  private closing = false;
  private last = 0;
  private tick = 0;
  private ticks = 0;
  private fenceLength = 0;
  /** No candidate begins before this offset: it would break where the last one broke. */
  private notBefore = 0;

  constructor(
    private readonly cursor: Cursor,
    private readonly reasoningNames: ReadonlySet<string>,
  ) {}

  /** Whether a document is expected here: at the start of a line, after a colon or a tag. */
  get expected(): boolean {
    return this.before === 0 || introducing.has(this.before) || false;
  }

  /** A document ended; another may follow at once. */
  resume(): void {
    this.before = 0;
    this.fresh = false;
    this.tool = "";
    this.naming = false;
  }

  /** What began with `opener` was prose; what opens before `notBefore` is too. */
  fellBack(opener: number, notBefore: number): void {
    if (opener === OPEN_BRACKET) this.beginTag(MARKER);
    this.before = opener;
    this.fresh = false;
    this.notBefore = notBefore;
  }

  /** Reads on at `from`; returns where it stopped because of `signal`, or `to`. */
  scan(text: string, from: number, to: number): number {
    this.signal = NOTHING;
    for (let i = from; i < to; i++) {
      const c = text.charCodeAt(i);
      if (this.part !== PLAIN && this.within(c)) {
        if (this.signal !== NOTHING) return i + 1;
        continue;
      }
      if (c === LF) {
        this.cursor.newline(i);
        this.before = 0;
      } else if (c === 32 || c === 13 || c === 9 || c === 0xfeff) {
        // White space tells nothing.
      } else if (c === LESS) {
        this.beginTag(TAG);
        this.text(c);
      } else if (this.reasoning) {
        if (c === OPEN_BRACKET) this.beginTag(MARKER);
        this.before = c;
      } else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
        if (this.cursor.base + i >= this.notBefore) {
          this.signal = CANDIDATE;
          return i;
        }
        this.text(c);
      } else if (this.fresh && beginsScalar(c)) {
        this.signal = CANDIDATE;
        return i;
      } else {
        if (c === BACKTICK || c === TILDE) {
          this.part = TICKS;
          this.tick = c;
          this.ticks = 1;
        }
        this.text(c);
      }
    }
    return to;
  }

  private beginTag(part: number): void {
    this.part = part;
    this.tag = "";
    this.closing = false;
  }

  private text(c: number): void {
    if (this.naming && this.tool.length < longestName * 4) this.tool += String.fromCharCode(c);
    this.before = c;
    this.fresh = false;
  }

  /** Another character of a tag or a fence; false if it's no longer one, and the character still to be read. */
  private within(c: number): boolean {
    switch (this.part) {
      case TAG:
        return this.inTag(c);
      case ATTRIBUTES:
        return this.inAttributes(c);
      case TICKS:
        return this.inTicks(c);
      case MARKER:
        return this.inMarker(c);
      default:
        return this.inInfo(c);
    }
  }

  /** A name between `<` or `[` and what ends it. */
  private inTag(c: number): boolean {
    if (c === SLASH && this.tag === "" && !this.closing) {
      this.closing = true;
      return true;
    }
    if (isNameCharacter(c)) {
      if (this.tag.length < longestName) this.tag += String.fromCharCode(c);
      return true;
    }
    const marker = this.part === MARKER;
    this.part = PLAIN;
    if (marker) return false;
    const name = this.tag.toLowerCase();
    if (this.reasoningNames.has(name.slice(name.indexOf(":") + 1))) {
      if (c === GREATER) return this.reasoningTag();
      if (c === 32 || c === 9 || c === SLASH) {
        this.part = ATTRIBUTES;
        this.last = c;
        return true;
      }
    } else if (c === GREATER && !this.reasoning) this.name = this.closing ? "" : this.tag;
    return false;
  }

  private inMarker(c: number): boolean {
    if (c === CLOSE_BRACKET) {
      this.part = PLAIN;
      if (this.reasoningNames.has(this.tag.toLowerCase())) return this.reasoningTag();
      if (this.closing || !introducingMarkers.has(this.tag)) return false;
      this.name = this.tag;
      this.before = GREATER;
      this.naming = this.tag === "TOOL_CALLS";
      if (this.naming) this.tool = "";
      return true;
    }
    return this.inTag(c);
  }

  private inAttributes(c: number): boolean {
    if (c === GREATER) {
      this.part = PLAIN;
      return this.last === SLASH ? true : this.reasoningTag();
    }
    if (c === LESS || c === LF || c === OPEN_BRACE || c === OPEN_BRACKET || c === BACKTICK) {
      this.part = PLAIN;
      return false;
    }
    this.last = c;
    return true;
  }

  private reasoningTag(): boolean {
    if (!this.closing) this.reasoning = true;
    else {
      if (!this.reasoning) this.signal = UNOPENED;
      this.reasoning = false;
      this.before = 0;
      this.fresh = true;
      this.name = "";
      this.fence = 0;
    }
    return true;
  }

  private inTicks(c: number): boolean {
    if (c === this.tick) {
      this.ticks++;
      return true;
    }
    this.part = PLAIN;
    if (this.ticks < 3) return false;
    if (this.fence === 0) {
      this.fence = this.tick;
      this.fenceLength = this.ticks;
      this.part = INFO;
      this.name = "";
      return this.inInfo(c);
    }
    if (this.tick === this.fence && this.ticks >= this.fenceLength) {
      this.fence = 0;
      this.name = "";
      this.before = 0;
    }
    return false;
  }

  private inInfo(c: number): boolean {
    if (isNameCharacter(c) || c === 43 || c === 35) {
      if (this.name.length < longestName) this.name += String.fromCharCode(c);
      return true;
    }
    this.part = PLAIN;
    this.before = 0;
    this.fresh = true;
    return false;
  }
}

/** Letters, digits and `_ - : . |`. */
function isNameCharacter(c: number): boolean {
  return (
    (c >= 97 && c <= 122) ||
    (c >= 65 && c <= 90) ||
    (c >= 48 && c <= 58) ||
    c === 95 ||
    c === 45 ||
    c === 46 ||
    c === 124
  );
}

/** A quote, a minus, a digit, or the first letter of a literal. */
function beginsScalar(c: number): boolean {
  return c === 34 || c === 45 || (c >= 48 && c <= 57) || c === 116 || c === 102 || c === 110;
}
