/** Downloads one file over HTTP: resumable, abortable, stopped when it stalls. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { throwIfAborted } from "../abort.ts";
import { EngineError, messageOf } from "../errors.ts";

/** How far a download has come. */
export interface Progress {
  /** Bytes on disk. */
  readonly loaded: number;
  /** Bytes of the whole file, once known. */
  readonly total: number | undefined;
  /** Where it comes from, in words. */
  readonly source: string;
}

/** A source didn't give the file; `unreachable` if nobody answered at all. */
export class SourceFailure extends Error {
  constructor(
    readonly reason: string,
    readonly unreachable = false,
  ) {
    super(reason);
  }
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: (loaded: number, total: number | undefined) => void;
  /** Milliseconds without a byte after which the connection counts as lost. Default 60,000. */
  readonly stallMs?: number;
}

/** What the server said of the file. */
export interface Downloaded {
  /** SHA-256 in hex, if the server named one. */
  readonly sha256: string | undefined;
  /** Whether bytes of an earlier run were kept. */
  readonly resumed: boolean;
}

/** A cut connection is taken up again as long as each try brings bytes, and this often without any. */
const emptyTries = 3;

/**
 * Downloads `url` to the file `part`. Bytes already there are kept if the server still has the same file (its ETag is
 * remembered beside them in `part.etag`). The caller checks the content and moves the file to its place.
 * @throws {SourceFailure} @throws {EngineError} `aborted`
 */
export async function downloadTo(part: string, url: string, options: DownloadOptions = {}): Promise<Downloaded> {
  await mkdir(dirname(part), { recursive: true });
  const start = await sizeOf(part);
  let empty = 0;
  for (;;) {
    const before = await sizeOf(part);
    try {
      const sha256 = await downloadRest(part, url, before, options);
      return { sha256, resumed: start > 0 };
    } catch (thrown) {
      throwIfAborted("The download", options.signal);
      if (!(thrown instanceof ConnectionLost)) throw thrown;
      empty = (await sizeOf(part)) > before ? 0 : empty + 1;
      if (empty === emptyTries) throw new SourceFailure(thrown.message, thrown.unreachable);
      await new Promise((resolve) => setTimeout(resolve, 200 * empty));
    }
  }
}

/** The connection failed on the way: worth another try. */
class ConnectionLost extends Error {
  constructor(
    message: string,
    readonly unreachable: boolean,
  ) {
    super(message);
  }
}

async function downloadRest(
  part: string,
  url: string,
  have: number,
  options: DownloadOptions,
): Promise<string | undefined> {
  const etagFile = `${part}.etag`;
  const etag = have > 0 ? await readFile(etagFile, "utf8").catch(() => "") : "";
  // Without an ETag the bytes at hand may be of another file: begin anew.
  const from = etag === "" ? 0 : have;
  const watch = new Watch(options.stallMs ?? 60_000, options.signal);
  try {
    const range = from === 0 ? {} : { range: `bytes=${from}-`, "if-range": etag };
    const { response, sha256 } = await request(url, range, watch.signal);
    const answersRange = response.headers.get("content-range")?.startsWith(`bytes ${from}-`) ?? false;
    if (response.status === 416 || (response.status === 206 && !answersRange)) {
      await rm(part, { force: true });
      throw new ConnectionLost("the server has no such range", false);
    }
    if (!response.ok || response.body === null) throw new SourceFailure(answer(response));
    const at = response.status === 206 ? from : 0;
    if (at === 0) await rm(part, { force: true });
    await writeFile(etagFile, response.headers.get("etag") ?? "");
    await writeBody(part, response, at, watch, options);
    await rm(etagFile, { force: true });
    return sha256;
  } catch (thrown) {
    if (thrown instanceof SourceFailure || thrown instanceof ConnectionLost || thrown instanceof EngineError)
      throw thrown;
    throw lost(thrown, watch.stalled);
  } finally {
    watch.end();
  }
}

/** Follows redirects by hand: the hub names the file's SHA-256 in the answer that redirects, and nowhere else. */
async function request(url: string, headers: Record<string, string>, signal: AbortSignal) {
  let target = url;
  let sha256: string | undefined;
  for (let hops = 0; hops < 10; hops++) {
    const response = await fetch(target, {
      headers: { ...headers, "accept-encoding": "identity" },
      redirect: "manual",
      signal,
    });
    sha256 ??= /^"?([0-9a-f]{64})"?$/.exec(response.headers.get("x-linked-etag") ?? "")?.[1];
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return { response, sha256 };
    await response.body?.cancel();
    target = new URL(location, target).href;
  }
  throw new SourceFailure("redirects without end");
}

async function writeBody(
  part: string,
  { body, headers }: Response,
  at: number,
  watch: Watch,
  options: DownloadOptions,
): Promise<void> {
  const length = headers.get("content-length");
  const total = length === null || headers.has("content-encoding") ? undefined : at + Number(length);
  const file = await open(part, at > 0 ? "r+" : "w");
  try {
    let position = at;
    options.onBytes?.(position, total);
    for await (const bytes of body ?? []) {
      watch.moved();
      await writeAll(file, bytes, position);
      position += bytes.length;
      options.onBytes?.(position, total);
    }
    if (total !== undefined && position < total) throw new ConnectionLost("the connection was cut", false);
  } finally {
    await file.close();
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  try {
    while (written < bytes.length) {
      written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
    }
  } catch (thrown) {
    throw new EngineError(
      "download-failed",
      `The model can't be written: ${messageOf(thrown)}.`,
      "Make room, or set SLUICE_CACHE.",
    );
  }
}

function answer(response: Response): string {
  if (response.status === 404) return "the server doesn't have the file (404)";
  if (response.status === 401 || response.status === 403)
    return `the server wants an account for it (${response.status})`;
  return `the server answered ${response.status}`;
}

const unreachableCodes = [
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
];

function lost(thrown: unknown, stalled: boolean): ConnectionLost {
  if (stalled) return new ConnectionLost("the connection stalled", false);
  const cause = thrown instanceof Error ? (thrown.cause as { code?: string; message?: string } | undefined) : undefined;
  return new ConnectionLost(cause?.message ?? messageOf(thrown), unreachableCodes.includes(cause?.code ?? ""));
}

/** Its signal fires when the user's does, and when nothing has moved for a while. */
class Watch {
  stalled = false;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #user: AbortSignal | undefined;
  readonly #onAbort = () => this.#controller.abort();

  constructor(ms: number, user: AbortSignal | undefined) {
    this.#user = user;
    this.#timer = setTimeout(() => {
      this.stalled = true;
      this.#controller.abort();
    }, ms);
    user?.addEventListener("abort", this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  moved(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#user?.removeEventListener("abort", this.#onAbort);
  }
}

/** Size of a file; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path, { signal, highWaterMark: 2 ** 20 })) hash.update(bytes as Buffer);
  return hash.digest("hex");
}
