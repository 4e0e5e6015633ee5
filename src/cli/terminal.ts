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

/**
 * Model output is hostile: escape sequences in it could rewrite the screen or the clipboard. Control characters are
 * shown as a visible stand-in; line breaks and tabs become spaces.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\n\r\t]+/g, " ")
    .replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "·");
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

/** Cuts a plain text to a width, with an ellipsis where something was left out. */
export function clip(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const char of text) {
    const next = charColumns(char.codePointAt(0)!);
    if (used + next > width - 1) break;
    kept += char;
    used += next;
  }
  return `${kept}…`;
}

/** Breaks a plain text at spaces into lines of at most `width` columns; words longer than a line are cut. */
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
    while (columns(line) > width) {
      const head = clip(line, width + 1).slice(0, -1) || line.slice(0, 1);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

/** JSON in which nothing is left that a terminal would obey: such characters are escaped, which means the same. */
export function visibleJson(value: unknown, indent?: number): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, escaped);
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

/** Most redraws per second: enough to look alive, few enough not to slow the model down. */
const framesPerSecond = 15;

/**
 * A region at the end of the terminal that is redrawn in place. Draws at most 15 times a second, only what fits the
 * screen (the newest lines), and nothing at all when the stream isn't a terminal.
 */
export class LiveRegion {
  #shown = 0;
  #last = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {}

  get active(): boolean {
    return Boolean(this.stream.isTTY) && process.env.TERM !== "dumb";
  }

  get width(): number {
    return Math.max(20, this.stream.columns ?? 80);
  }

  /** Redraws with the lines that `frame` makes, unless the last redraw was a moment ago. */
  draw(frame: (width: number, height: number) => readonly string[]): void {
    if (!this.active) return;
    const now = performance.now();
    if (now - this.#last < 1000 / framesPerSecond) return;
    this.#last = now;
    const height = Math.max(3, (this.stream.rows ?? 24) - 1);
    const lines = frame(this.width, height).slice(-height);
    // Hiding the cursor and rewriting line by line, each cleared to its end, avoids the flicker of clearing first.
    const rewritten = lines.map((line) => `${line}\x1b[K`).join("\n");
    this.stream.write(`\x1b[?25l${this.#up()}${rewritten}\x1b[J\n`);
    this.#shown = lines.length;
  }

  /** Removes the region, leaving the terminal as it was before the first draw. */
  clear(): void {
    if (!this.active || this.#last === 0) return;
    this.stream.write(`${this.#up()}\x1b[J\x1b[?25h`);
    this.#shown = 0;
    this.#last = 0;
  }

  #up(): string {
    return this.#shown > 0 ? `\x1b[${this.#shown}A\r` : "";
  }
}
