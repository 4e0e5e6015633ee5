/**
 * Records a command in a terminal and draws the recording as one animated SVG, for the README.
 *
 *   npx tsx scripts/terminal-picture.ts docs/plan.svg 'npx sluice plan "…"' [shown command line]
 *
 * Needs `script` (util-linux) for the pseudo-terminal. What is drawn is what a terminal shows: the bytes are played
 * through a terminal emulator and each frame is its screen. The picture plays once per look, in real time.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import xterm from "@xterm/headless";

const columns = 96;
const rows = 44;
const cell = { width: 8.4, height: 18 };
const padding = 14;
/** Frames closer together than this are drawn as one. */
const frameMs = 30;
/** How long the last frame stays before the picture starts again. */
const holdMs = 8000;

const palette = ["#1e1e2e", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", "#cdd6f4"];
const foreground = "#cdd6f4";
const background = "#1e1e2e";

interface Frame {
  readonly at: number;
  readonly rows: readonly string[];
}

function record(command: string): { readonly output: Buffer; readonly timing: string } {
  const folder = mkdtempSync(join(tmpdir(), "sluice-picture-"));
  const [out, times] = [join(folder, "out"), join(folder, "timing")];
  try {
    const sized = `stty cols ${columns} rows ${rows}; ${command}`;
    execFileSync("script", ["-q", "-e", "-c", sized, "-O", out, "-T", times, "-m", "advanced"], {
      stdio: "ignore",
      env: { ...process.env, TERM: "xterm-256color", COLUMNS: String(columns), LINES: String(rows) },
    });
    return { output: readFileSync(out), timing: readFileSync(times, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function frames(shown: string, { output, timing }: ReturnType<typeof record>): Promise<Frame[]> {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: false,
    scrollback: 0,
  });
  const write = (data: string | Uint8Array) => new Promise<void>((done) => terminal.write(data, done));
  await write(`\x1b[32m$\x1b[39m ${shown}\r\n`);
  const found: Frame[] = [{ at: 0, rows: screen(terminal) }];
  // `script` writes a header line into its log; the recorded bytes follow it.
  let offset = output.indexOf("\n") + 1;
  let at = 0;
  for (const line of timing.split("\n")) {
    const [kind, seconds, bytes] = line.split(" ");
    if (kind === undefined || kind === "H") continue;
    at += Number(seconds) * 1000;
    if (kind !== "O") continue;
    await write(output.subarray(offset, (offset += Number(bytes))));
    const frame = { at: Math.round(at), rows: screen(terminal) };
    const last = found.at(-1)!;
    // What's drawn as one appears when the first of it did.
    if (frame.at - last.at < frameMs) found[found.length - 1] = { ...frame, at: last.at };
    else found.push(frame);
  }
  return found;
}

/** The screen as one SVG fragment a row. */
function screen(terminal: InstanceType<typeof xterm.Terminal>): string[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: rows }, (_, row) => rowSvg(buffer.getLine(buffer.viewportY + row)));
}

type Line = ReturnType<InstanceType<typeof xterm.Terminal>["buffer"]["active"]["getLine"]>;

function rowSvg(line: Line): string {
  if (!line) return "";
  let svg = "";
  for (let column = 0; column < columns; ) {
    const first = line.getCell(column)!;
    const style = styleOf(first);
    const start = column;
    let text = "";
    for (; column < columns; column++) {
      const next = line.getCell(column)!;
      if (styleOf(next) !== style) break;
      if (next.getWidth() > 0) text += next.getChars() || " ";
    }
    if (text.trim() !== "") {
      const x = (padding + start * cell.width).toFixed(1);
      svg += `<tspan x="${x}"${style}>${xmlText(text.trimEnd())}</tspan>`;
    }
  }
  return svg;
}

function styleOf(char: NonNullable<ReturnType<NonNullable<Line>["getCell"]>>): string {
  const colour = char.isFgPalette() ? ` fill="${palette[char.getFgColor() % 8]}"` : "";
  return `${colour}${char.isBold() ? ' font-weight="bold"' : ""}${char.isDim() ? ' opacity="0.6"' : ""}`;
}

function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Each row of each frame is drawn only while it differs from the one before, so the file stays small. */
function draw(all: readonly Frame[], title: string): string {
  const total = all.at(-1)!.at + holdMs;
  const used = 1 + Math.max(...all.map((frame) => frame.rows.findLastIndex((row) => row !== "")));
  const width = Math.ceil(columns * cell.width + 2 * padding);
  const height = Math.ceil(used * cell.height + 2 * padding);
  const spans: string[] = [];
  const rules: string[] = [];
  for (let row = 0; row < used; row++) {
    for (let start = 0; start < all.length; ) {
      let end = start + 1;
      while (end < all.length && all[end]!.rows[row] === all[start]!.rows[row]) end++;
      const svg = all[start]!.rows[row]!;
      if (svg !== "") {
        const y = padding + (row + 0.75) * cell.height;
        const timed = start > 0 || end < all.length;
        const name = `f${rules.length}`;
        if (timed) rules.push(rule(name, all[start]!.at / total, end < all.length ? all[end]!.at / total : 1, total));
        spans.push(`<text y="${y.toFixed(1)}" xml:space="preserve"${timed ? ` class="${name}"` : ""}>${svg}</text>`);
      }
      start = end;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<style>text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:${foreground};white-space:pre}${rules.join("")}</style>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...spans,
    "</svg>",
    "",
  ].join("\n");
}

function rule(name: string, from: number, to: number, total: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  const hidden = from > 0 ? `0%{visibility:hidden}` : "";
  const end = to < 1 ? `${percent(to)}{visibility:hidden}` : "";
  return `@keyframes ${name}{${hidden}${percent(from)}{visibility:visible}${end}}.${name}{animation:${name} ${total}ms step-end infinite}`;
}

const [file, command, shown] = process.argv.slice(2);
if (!file || !command) {
  console.error("usage: terminal-picture.ts FILE.svg COMMAND [SHOWN]");
  process.exitCode = 2;
} else {
  writeFileSync(file, draw(await frames(shown ?? command, record(command)), shown ?? command));
}
