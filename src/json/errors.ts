import { briefPath, clipped, type Path } from "./path.ts";
import type { RepairName } from "./repairs.ts";

/** What went wrong in a text, by name. */
export type ErrorCode =
  | "unexpected-character"
  | "control-character"
  | "invalid-escape"
  | "invalid-utf8"
  | "trailing-text"
  | "duplicate-key"
  | "depth-limit"
  | "document-limit"
  | "string-limit"
  | "number-limit"
  | "key-limit"
  | "item-limit";

/** Where something is in the source text. */
export interface Place {
  /** UTF-16 units from the start of the whole text, a byte order mark included. Bytes count as the text they decode to. */
  readonly offset: number;
  /** From 1; lines end in a line feed. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export interface ErrorDetails extends Place {
  readonly code: ErrorCode;
  readonly path: Path;
  readonly expected: string;
  readonly excerpt: string;
  readonly found: string;
  readonly repair?: RepairName | undefined;
}

/** A document that can't be read on. Returned in results and events, never thrown: it's the text's fault, not the caller's. */
export class ExtractError extends Error {
  override readonly name = "ExtractError";
  readonly code: ErrorCode;
  /** UTF-16 units from the start of the whole text. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The innermost value that was open or awaited. */
  readonly path: Path;
  /** What could have come, for people: `"," or "}"`. */
  readonly expected: string;
  /** The last characters read, up to and with the one that's wrong. */
  readonly excerpt: string;
  /** What came instead; empty where that says nothing. */
  readonly found: string;
  /** The repair that would have read on, had it been allowed. */
  readonly repair: RepairName | undefined;

  constructor(details: ErrorDetails) {
    super(`${faultOf(details)}${details.repair ? `; allow the repair "${details.repair}" to read it` : ""}`);
    this.code = details.code;
    this.offset = details.offset;
    this.line = details.line;
    this.column = details.column;
    this.path = details.path;
    this.expected = details.expected;
    this.excerpt = details.excerpt;
    this.found = details.found;
    this.repair = details.repair;
  }

  /** The same facts as a plain object (`JSON.stringify` uses it). */
  toJSON(): Record<string, unknown> {
    const { code, message, offset, line, column, path, expected, excerpt, repair } = this;
    return { code, message, offset, line, column, path, expected, excerpt, ...(repair && { repair }) };
  }
}

const wording: Record<ErrorCode, string> = {
  "unexpected-character": "Unexpected",
  "control-character": "Unescaped control character",
  "invalid-escape": "Invalid escape",
  "invalid-utf8": "Invalid UTF-8",
  "trailing-text": "Text after the document:",
  "duplicate-key": "Duplicate key",
  "depth-limit": "Nested too deep",
  "document-limit": "Document too long",
  "string-limit": "String too long",
  "number-limit": "Number too long",
  "key-limit": "Too many keys in one object",
  "item-limit": "Too many items in one array",
};

/** What is wrong, and where, in a sentence without its full stop. */
export function faultOf({ code, found, line, column, path, expected }: ErrorDetails): string {
  const where = `line ${line}, column ${column}, in ${briefPath(path)}`;
  const what = found === "" ? wording[code] : `${wording[code]} ${JSON.stringify(clipped(found))}`;
  return `${what} at ${where}: expected ${expected}`;
}
