/** What the tests of this room share: cutting texts, reading them, and comparing what came of it. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { createExtractor, type ExtractEvent, type ExtractorOptions, type ExtractResult } from "../../src/json/index.ts";

export type Chunk = string | Uint8Array;

/** A file of the shared material, or undefined (said aloud) where there is none. */
export function shared(name: string): Buffer | undefined {
  const url = new URL(`../../../shared/${name}`, import.meta.url);
  if (existsSync(url)) return readFileSync(url);
  console.warn(`SKIPPED: no shared/${name} beside the repository, so the tests that read it did not run`);
  return undefined;
}

export const whole = (text: string): Chunk[] => [text];
export const byCharacter = (text: string): Chunk[] => text.split("");
export const byByte = (text: string): Chunk[] => [...new TextEncoder().encode(text)].map((b) => Uint8Array.of(b));

/** Cuts a text, as characters or as bytes, into pieces of the lengths given, again and again. */
export function cut(text: string, lengths: readonly number[], bytes: boolean): Chunk[] {
  const source = bytes ? new TextEncoder().encode(text) : text;
  const chunks: Chunk[] = [];
  for (let i = 0, k = 0; i < source.length; i += lengths[k++ % lengths.length]!) {
    chunks.push(source.slice(i, i + lengths[k % lengths.length]!));
  }
  return chunks;
}

export const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

/** Every kind of cut of a text, named. Texts with lone surrogates can't be bytes. */
export function allCuts(text: string, random: readonly number[] = [3, 1, 7]): [string, Chunk[]][] {
  const cuts: [string, Chunk[]][] = [
    ["whole", whole(text)],
    ["by character", byCharacter(text)],
    ["random", cut(text, random, false)],
  ];
  if (isWellFormed(text)) cuts.push(["by byte", byByte(text)], ["random bytes", cut(text, random, true)]);
  return cuts;
}

export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

export interface Reading {
  readonly result: ExtractResult;
  /** All events but `end`, as plain data, adjoining deltas joined. */
  readonly events: Record<string, unknown>[];
}

export function read(chunks: readonly Chunk[], options: ExtractorOptions = {}): Reading {
  const extractor = createExtractor(options);
  const events: Record<string, unknown>[] = [];
  extractor.onAny((event) => {
    if (event.type !== "end") record(events, event);
  });
  for (const chunk of chunks) extractor.write(chunk);
  return { result: extractor.end(), events };
}

/** Law 1's normal form: a delta that adjoins the one before it is part of it, and progress told between them is left out. */
function record(events: Record<string, unknown>[], event: ExtractEvent): void {
  const plain = plainly(event) as Record<string, unknown>;
  const last = events.at(-1);
  if (plain.type === "progress" && last?.type === "delta") return;
  const joins = plain.type === "delta" && last?.type === "delta" && last.end === plain.start;
  if (!joins) events.push(plain);
  else {
    last.text = `${last.text}${plain.text}`;
    last.end = plain.end;
  }
}

/** Data without prototypes and getters, -0 and `undefined` told apart. */
export function plainly(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, v) => (Object.is(v, -0) ? "-0" : typeof v === "bigint" ? `${v}n` : v)));
}

/** The files of a gzipped tar archive by base name, or by whole path. */
export function untar(archive: Buffer, { paths = false } = {}): Map<string, Buffer> {
  const tar = gunzipSync(archive);
  const files = new Map<string, Buffer>();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) =>
      tar.toString("latin1", at + from, at + from + length).replace(/\0.*/, "");
    const size = Number.parseInt(field(124, 12), 8);
    const path = [field(345, 155), field(0, 100)].filter((part) => part !== "").join("/");
    if (field(156, 1) !== "5")
      files.set(paths ? path.replace(/^\.\//, "") : path.replace(/.*\//, ""), tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
