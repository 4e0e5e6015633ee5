/** What the command line knows of terminals: colours, widths, and a region that is redrawn in place. */
import { stripVTControlCharacters } from "node:util";

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

type Stream = NodeJS.WriteStream | { isTTY?: boolean };

/** Colours for a stream: only on a terminal, and never when `NO_COLOR` is set (https://no-color.org). */
export function styleFor(stream: Stream): Style {
  const on = Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      on && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/** Columns of a stream's terminal; 80 where they aren't known (a terminal that nobody measured says 0). */
export function widthOf(stream: { readonly columns?: number }): number {
  return stream.columns || 80;
}

/**
 * Model output is hostile: escape sequences in it could rewrite the screen or the clipboard. Each control character is
 * shown as a dot, and the text around it stays: what a sequence would have hidden is seen. Line breaks and tabs become
 * spaces.
 */
export function printable(text: string): string {
  return text.replace(/[\n\r\t]+/g, " ").replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "·");
}

/** Columns a text takes: combining marks none, wide East Asian characters and emoji two. */
export function columns(text: string): number {
  let width = 0;
  for (const char of stripVTControlCharacters(text)) width += charColumns(char.codePointAt(0)!);
  return width;
}

function charColumns(code: number): number {
  if (code < 0x300) return 1;
  if (code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x300 && code <= 0x36f)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/** The longest beginning of a plain text that takes at most `width` columns. */
function head(text: string, width: number): string {
  let used = 0;
  let length = 0;
  for (const char of text) {
    used += charColumns(char.codePointAt(0)!);
    if (used > width) break;
    length += char.length;
  }
  return text.slice(0, length);
}

/** Cuts a plain text to a width of at least 1, with an ellipsis where something was left out. */
export function clip(text: string, width: number): string {
  return columns(text) <= width ? text : `${head(text, width - 1)}…`;
}

/** Cuts a line that a {@link Style} painted to a width. */
function clipPainted(line: string, width: number): string {
  if (columns(line) <= width) return line;
  let kept = "";
  let used = 0;
  for (const [part] of line.matchAll(/\x1b\[\d+m|./gu)) {
    const paint = part.length > 1 && part.startsWith("\x1b");
    if (!paint) used += charColumns(part.codePointAt(0)!);
    // All paint is kept: it ends what it begins.
    if (paint || used <= width) kept += part;
  }
  return kept;
}

/** The end of a plain text that takes at most `width` columns, with an ellipsis before it if something was left out. */
export function clipStart(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let used = 1;
  let start = text.length;
  for (const char of [...text].reverse()) {
    used += charColumns(char.codePointAt(0)!);
    if (used > width) break;
    start -= char.length;
  }
  return `…${text.slice(start)}`;
}

/**
 * Breaks a plain text at spaces into lines of at most `width` columns; words longer than a line are cut. However narrow,
 * a line holds a character.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (columns(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line !== "" && columns(line) > width) {
      const cut = head(line, width) || firstCharacter(line);
      lines.push(cut);
      line = line.slice(cut.length);
    }
  }
  lines.push(line);
  return lines;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}

/** JSON in which nothing is left that a terminal would obey. */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** Escapes, in JSON text, the characters that a terminal would obey; it means the same. */
export function escapeJson(json: string): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, escaped);
}

/** Prints a value as one line of JSON on stdout. */
export function printLine(value: unknown): void {
  process.stdout.write(`${visibleJson(value)}\n`);
}

/** A bar that is full up to a share of 0 to 1. */
export function progressBar(share: number, cells: number, style: Style): string {
  const full = Math.round(share * cells);
  return style.cyan("█".repeat(full)) + style.dim("░".repeat(cells - full));
}

/** Columns and rows below which nothing is drawn: lines that the terminal breaks or scrolls away can't be taken back. */
const smallest = { columns: 20, rows: 4 };

/** Most redraws per second: enough to look alive, few enough not to slow the model down. */
const framesPerSecond = 30;

/**
 * A region at the end of the terminal that is redrawn in place. Draws at most 15 times a second, only what fits the
 * screen (the newest lines), and nothing at all when the stream isn't a terminal or is too narrow.
 */
export class LiveRegion {
  #shown = 0;
  #last = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {}

  get active(): boolean {
    return Boolean(this.stream.isTTY) && process.env.TERM !== "dumb" && this.#fits;
  }

  get width(): number {
    return widthOf(this.stream);
  }

  /** Redraws with the lines that `frame` makes, unless the last redraw was a moment ago. */
  draw(frame: (width: number, height: number) => readonly string[]): void {
    if (!this.active) return;
    const now = performance.now();
    if (now - this.#last < 1000 / framesPerSecond) return;
    this.#last = now;
    const height = this.#rows - 1;
    const lines = frame(this.width, height).slice(-height);
    // Hiding the cursor and rewriting line by line, each cleared to its end, avoids the flicker of clearing first.
    const rewritten = lines.map((line) => `${clipPainted(line, this.width)}\x1b[K`).join("\n");
    this.stream.write(`\x1b[?25l${this.#up()}${rewritten}\x1b[J\n`);
    this.#shown = lines.length;
  }

  /** Removes the region, leaving the terminal as it was before the first draw. */
  clear(): void {
    if (this.#last === 0) return;
    this.stream.write(`${this.#up()}\x1b[J\x1b[?25h`);
    this.#shown = 0;
    this.#last = 0;
  }

  get #fits(): boolean {
    return this.width >= smallest.columns && this.#rows >= smallest.rows;
  }

  get #rows(): number {
    return this.stream.rows || 24;
  }

  #up(): string {
    return this.#shown > 0 ? `\x1b[${this.#shown}A\r` : "";
  }
}
