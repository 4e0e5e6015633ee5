/**
 * The proof that `sluice extract` reads text of any size in memory that doesn't grow with it: much text of each sort goes
 * to its standard input as fast as it takes it, and at no time does the process hold more than 200 MB. Run it with
 * `npm run test:slow extract`; `EXTRACT_MB=1000` makes it a gigabyte of each, and takes an hour.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const megabytes = Number(process.env.EXTRACT_MB ?? 250);
const mostMegabytes = 200;

const bin = fileURLToPath(new URL("../../bin/sluice.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sluice-extract-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Tells the most memory the process ever held, in kilobytes, on a pipe of its own. */
const probe = join(folder, "probe.mjs");
writeFileSync(
  probe,
  `import { writeSync } from "node:fs";
process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));`,
);
writeFileSync(join(folder, "never.json"), JSON.stringify({ type: "object", required: ["there is no such key"] }));

/** A text: how it begins, what is in it over and over again (`#` is a number), how it ends. */
interface Text {
  readonly head?: string;
  readonly again: string;
  readonly tail?: string;
}

const record = '{"id":#,"name":"Ada \\u00e9 Lovelace","tags":["a","计划"],"score":0.5,"done":true,"owner":null}';
const words =
  'He said {so} and [1] "quoted" it\'s `code` <b>bold</b> 12 times, the plan 计划 of f(x) { return x[0] }. ';

const lines: Text = { again: `${record}\n` };
const array: Text = { head: '{"items":[', again: `${record},`, tail: "0]}" };
const prose: Text = { again: `${words}\n` };
const string: Text = { head: '{"text":"', again: "a line of text\\n ", tail: '"}' };
const empties: Text = { head: "[", again: "{},[],", tail: "0]" };

interface Run {
  readonly code: number | null;
  readonly stderr: string;
  readonly output: number;
  readonly peak: number;
}

/** Pieces of about 64 KB, so many that they are `megabytes`. */
function* piecesOf({ head = "", again, tail = "" }: Text): Generator<string> {
  yield head;
  let count = 0;
  let sent = 0;
  const copies = Math.ceil(2 ** 16 / again.length);
  while (sent < megabytes * 1e6) {
    let piece = "";
    for (let k = 0; k < copies; k++) piece += again.replace("#", String(count++));
    sent += Buffer.byteLength(piece);
    yield piece;
  }
  yield tail;
}

/** @param slow the output is taken a little at a time */
async function extract(args: readonly string[], text: Text, slow = false): Promise<Run> {
  const child = spawn(process.execPath, ["--import", probe, bin, "extract", ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const [stdin, stdout, stderr, peak] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
  const closed = once(child, "close");
  const told = { stderr: "", peak: "", output: 0 };
  stdout.on("data", (chunk: Buffer) => {
    told.output += chunk.length;
    if (!slow) return;
    stdout.pause();
    setTimeout(() => stdout.resume(), 1);
  });
  stderr.setEncoding("utf8").on("data", (chunk: string) => (told.stderr = (told.stderr + chunk).slice(-2000)));
  peak.setEncoding("utf8").on("data", (chunk: string) => (told.peak += chunk));
  let wake = () => {};
  // It may have all that it needs before the text is over.
  stdin.on("error", () => {});
  stdin.on("drain", () => wake());
  stdin.on("close", () => wake());
  for (const piece of piecesOf(text)) {
    if (stdin.destroyed) break;
    if (stdin.write(piece) || stdin.destroyed) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  stdin.end();
  const [code] = await closed;
  return { code, stderr: told.stderr, output: told.output, peak: Number(told.peak) / 1000 };
}

describe(`${megabytes} MB on standard input in at most ${mostMegabytes} MB of memory`, () => {
  it.each<readonly [what: string, args: string, text: Text, code: number, says: RegExp]>([
    ["lines of JSON", "", lines, 0, /^$/],
    ["lines of JSON", "--select last", lines, 0, /^$/],
    ["lines of JSON", "--select all", lines, 0, /^$/],
    ["lines of JSON", "--select all --lenient -o report", lines, 0, /^$/],
    ["lines of JSON", "--select all -o events", lines, 0, /^$/],
    ["lines of JSON", "--select all --schema never.json -o report", lines, 1, /broke the schema/],
    ["lines of JSON", "--select schema --schema never.json", lines, 1, /none: \d+ documents found/],
    ["one array", "-o events", array, 0, /^$/],
    ["one array", "-o json", array, 1, /error: Document too long .* --limit raises it/],
    ["one array", "-o report", array, 1, /error: Document too long/],
    ["one array of nothing", "-o events --schema never.json", empties, 1, /error: Document too long/],
    ["one array of nothing", "-o json", empties, 1, /error: Document too long/],
    ["one string", "-o events", string, 1, /error: String too long .* --limit raises it/],
    ["prose", "", prose, 1, /none: There is no JSON/],
    ["prose", "--select all -o events", prose, 1, /none: There is no JSON/],
    ["prose", "--select last --lenient -o report", prose, 1, /none: There is no JSON/],
  ])("%s: extract %s", { timeout: 0 }, async (what, args, text, code, says) => {
    const run = await extract(args.split(" ").filter(Boolean), text);
    console.log(`${what}, extract ${args}: ${run.peak.toFixed(0)} MB`);
    expect(run.stderr).toMatch(says);
    expect(run.code).toBe(code);
    expect(run.peak).toBeLessThan(mostMegabytes);
  });

  it("what's printed slower than it's read holds reading up", { timeout: 0 }, async () => {
    const run = await extract(["--select", "all"], lines, true);
    console.log(`a slow reader of ${(run.output / 1e6).toFixed(0)} MB: ${run.peak.toFixed(0)} MB`);
    expect(run.code).toBe(0);
    expect(run.peak).toBeLessThan(mostMegabytes);
  });
});
