import type { Place } from "./errors.ts";

/** Where in the whole text reading has come. */
export class Cursor {
  /** Offset of the first character of the piece being read. */
  base = 0;
  /** Line of the next character, from 1. */
  line = 1;
  /** Offset at which that line begins. */
  lineStart = 0;

  /** Character `i` of the piece is a line feed. */
  newline(i: number): void {
    this.line++;
    this.lineStart = this.base + i + 1;
  }

  /** So many line feeds, the last of them at `i`. */
  newlines(count: number, i: number): void {
    this.line += count - 1;
    this.newline(i);
  }

  /** The place of an offset on the current line. */
  place(offset: number): Place {
    return { offset, line: this.line, column: offset - this.lineStart + 1 };
  }
}
