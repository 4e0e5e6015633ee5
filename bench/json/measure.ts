/**
 * One measurement, in a process of its own: `measure.ts READER WORK` prints a line of JSON.
 *
 * CPU time, because the machine is shared; the least of many repetitions; `JSON.parse` of the whole text in the same
 * process, before and after each, so that ratios hold where times don't.
 */
import { isDeepStrictEqual } from "node:util";
import { makeDocument, toByteChunks, toChunks, toTokens } from "./documents.ts";
import { type Chunk, type Read, readers } from "./readers.ts";
import { works } from "./works.ts";

export interface Measurement {
  /** CPU microseconds for all of it. */
  readonly time: number;
  /** CPU microseconds of `JSON.parse` of the whole text (for bytes: decoding too). */
  readonly parse: number;
  /** Pieces. */
  readonly tokens: number;
  readonly megabytes: number;
  /** Bytes kept alive by the value, and by `JSON.parse`'s. */
  readonly kept?: number;
  readonly keptByParse?: number;
  /** It read something else. */
  readonly wrong?: boolean;
}

const longest = 3_000_000;
const mostRuns = 30;
/** Prefixes at which readers of whole texts are measured. */
const samples = 8;

async function main(): Promise<void> {
  const [readerName, workName] = process.argv.slice(2);
  const reader = readers.find((r) => r.name === readerName)!;
  const work = works.find((w) => w.name === workName)!;
  let load: Read | undefined;
  try {
    load = await reader.load(work.mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  if (!load) return void console.log("null");
  const read: Read = work.bytes && !reader.bytes ? (chunks) => load(decoded(chunks)) : load;

  const text = makeDocument(work.sort, work.size, work.size > 2 ** 21 ? 0 : 2);
  const bytes = work.bytes ? new TextEncoder().encode(text) : undefined;
  const chunks: Chunk[] = bytes ? toByteChunks(text, 2 ** 16) : work.tokens ? toTokens(text) : toChunks(text, 2 ** 16);
  const decoder = new TextDecoder();
  const parse = () => JSON.parse(bytes ? decoder.decode(bytes) : text);
  const sampled = reader.whole && work.tokens === true;
  const run: () => unknown = sampled ? () => sample(read, chunks) : () => read(chunks);

  const value = await (sampled ? read(chunks) : run());
  const wrong = typeof value !== "number" && !isDeepStrictEqual(value, parse());
  const { time, parse: parseTime } = await least(run, parse);
  const measurement: Measurement = {
    time: sampled ? (time / samples) * chunks.length : time,
    parse: parseTime,
    tokens: chunks.length,
    megabytes: (bytes ?? text).length / 1e6,
    ...(work.memory && (await memory(read, work))),
    ...(wrong && { wrong }),
  };
  console.log(JSON.stringify(measurement));
}

/** What a caller does for readers of text only. */
function decoded(chunks: readonly Chunk[]): string[] {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk as Uint8Array, { stream: true }));
}

/** Evenly spread prefixes, read anew. */
async function sample(read: Read, chunks: readonly Chunk[]): Promise<void> {
  for (let k = 1; k <= samples; k++) await read(chunks.slice(0, Math.ceil((chunks.length * (k - 0.5)) / samples)));
}

async function least(run: () => unknown, parse: () => unknown) {
  let time = Number.POSITIVE_INFINITY;
  let parseTime = Number.POSITIVE_INFINITY;
  const parses = loops(parse);
  const begun = cpu();
  let inner = 1;
  for (let n = 0; n < mostRuns && (n < 3 || cpu() - begun < longest); n++) {
    parseTime = Math.min(parseTime, timed(parse, parses));
    const before = cpu();
    for (let k = 0; k < inner; k++) {
      const pending = run();
      if (pending instanceof Promise) await pending;
    }
    const spent = cpu() - before;
    time = Math.min(time, spent / inner);
    if (spent < 4000) inner *= 2;
  }
  return { time, parse: Math.min(parseTime, timed(parse, parses)) };
}

function loops(f: () => unknown): number {
  f();
  return Math.max(1, Math.ceil(4000 / Math.max(1, timed(f, 1))));
}

function timed(f: () => unknown, times: number): number {
  const before = cpu();
  for (let k = 0; k < times; k++) f();
  return (cpu() - before) / times;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What the value keeps alive once all it was read from is gone. */
async function memory(read: Read, work: (typeof works)[number]) {
  const { gc } = globalThis as { gc?: () => void };
  const collect = () => {
    // The engine keeps the last text a regular expression matched: let that not be a document.
    /a/.test("a");
    gc!();
  };
  const kept = async (make: () => unknown) => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const value = await make();
    collect();
    const after = process.memoryUsage().heapUsed;
    return value === undefined ? 0 : after - before;
  };
  const make = () => makeDocument(work.sort, work.size, 0);
  return { kept: await kept(() => read(toChunks(make(), 2 ** 16))), keptByParse: await kept(() => JSON.parse(make())) };
}

await main();
