/** What commands read: files, standard input, lists. Every fault is a sentence that names the file. */
import { createReadStream, fstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { UsageError } from "./exit.ts";

/** A file's text; `-` is standard input. */
export async function readText(path: string): Promise<string> {
  if (path === "-") return readStdin();
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(cannotRead(path, error), { cause: error });
  }
}

/** Bytes of a schema's file: some have no end, such as `/dev/zero`. */
const mostSchema = 64 * 2 ** 20;

/** A schema's text: UTF-8 without a fault, since what stood for a fault would be taken for what's meant. */
export async function readSchemaText(path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(path)) {
    size += chunk.length;
    if (size > mostSchema) throw new UsageError(`${nameOf(path)} is larger than ${mostSchema >> 20} MB: no schema is.`);
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const wide = bytes.length > 1 && (bytes.readUInt16BE(0) === 0xfeff || bytes.readUInt16BE(0) === 0xfffe);
    const what = wide ? "UTF-8 but UTF-16" : `UTF-8: byte ${firstFault(bytes)} can't be there`;
    throw new UsageError(`${nameOf(path)} isn't ${what}. Save it as UTF-8.`, { cause: error });
  }
}

/** The index of the first byte that isn't part of UTF-8. */
function firstFault(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString("utf8"));
  let at = 0;
  while (at < bytes.length && bytes[at] === again[at]) at++;
  return at;
}

/** A file's bytes as they come; `-` is standard input. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const stream = path === "-" ? requireStdin() : createReadStream(path);
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new UsageError(cannotRead(path, error), { cause: error });
  }
}

/** The text given as an argument, or else standard input. */
export async function argumentOrStdin(argument: string | undefined, what: string): Promise<string> {
  const text = argument === undefined || argument === "-" ? await readStdin(what) : argument;
  if (text.trim() === "") throw new UsageError(`The ${what} is empty. Give it as an argument or on standard input.`);
  return text;
}

async function readStdin(what = "input"): Promise<string> {
  const stdin = requireStdin(what);
  let text = "";
  stdin.setEncoding("utf8");
  for await (const chunk of stdin) text += chunk;
  return text;
}

function requireStdin(what = "input"): typeof process.stdin {
  if (process.stdin.isTTY) throw new UsageError(`No ${what}: give it as an argument, or pipe it to standard input.`);
  // Node reads a folder as if it were empty.
  if (fstatSync(0).isDirectory()) throw new UsageError("Cannot read standard input: it is a folder.");
  return process.stdin;
}

function cannotRead(path: string, error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    EACCES: "permission is denied",
  };
  return `Cannot read ${path === "-" ? "standard input" : path || "a file without a name"}: ${reasons[code ?? ""] ?? (error as Error).message}.`;
}

/** A path at the beginning of a sentence. */
export function nameOf(path: string): string {
  return path === "-" ? "Standard input" : path;
}

/** A comma-separated list, possibly given several times. Empty entries are dropped. */
export function list(value: string, before: readonly string[] = []): readonly string[] {
  const names = value.split(",").map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== "")];
}

/** A number option within bounds. */
export function number(what: string, least: number, most = Number.POSITIVE_INFINITY): (text: string) => number {
  const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
  return (text) => within(what, text, decimal.test(text) ? Number(text) : Number.NaN, least, most);
}

/** A whole-number option within bounds. */
export function integer(what: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => within(what, text, /^-?\d+$/.test(text) ? Number(text) : Number.NaN, least, most, "a whole number");
}

function within(what: string, text: string, value: number, least: number, most: number, kind = "a number"): number {
  if (text.trim() !== "" && value >= least && value <= most) return value;
  const range = Number.isFinite(most) && most !== Number.MAX_SAFE_INTEGER ? `${least} to ${most}` : `${least} or more`;
  throw new UsageError(`${what} takes ${kind}, ${range}; got "${text}".`);
}
