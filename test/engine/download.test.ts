/** Downloads from a server of our own on the loopback, which cuts, redirects, stalls and lies as told. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { downloadTo, type SourceFailure } from "../../src/engine/catalogue/download.ts";
import { modelPath, type Progress, pullModel } from "../../src/engine/index.ts";
import { codeOf, temporaryFolder } from "./helpers.ts";

const content = Buffer.alloc(300_000, 0).map((_, index) => (index * 7 + (index >> 8)) & 0xff);
const sha256 = createHash("sha256").update(content).digest("hex");
const uri = "hf:owner/repo/model.gguf";
const folder = temporaryFolder();
const saved = { ...process.env };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handler: Handler;
let requests: IncomingMessage[];
let caches = 0;
const server = createServer((request, response) => {
  requests.push(request);
  handler(request, response);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.closeAllConnections());
beforeEach(() => {
  requests = [];
  handler = serve();
  process.env.HF_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.SLUICE_CACHE = join(folder, `cache-${caches++}`);
});
afterEach(() => {
  process.env = { ...saved };
});

/** Serves the content with ranges and an ETag; `cutAfter` bytes of each answer the connection breaks. */
function serve({ cutAfter = Infinity, etag = '"v1"', ranges = true, shift = 0 } = {}): Handler {
  return (request, response) => {
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
    const start = ranges && range !== undefined && request.headers["if-range"] === etag ? Number(range) : 0;
    if (start >= content.length) return response.writeHead(416).end();
    const rest = content.subarray(start);
    const range206 = { "content-range": `bytes ${start + shift}-${content.length - 1}/${content.length}` };
    response.writeHead(start > 0 ? 206 : 200, { etag, "content-length": rest.length, ...(start > 0 && range206) });
    if (rest.length <= cutAfter) return response.end(rest);
    response.write(rest.subarray(0, cutAfter), () => response.socket?.destroy());
  };
}

function begun(bytes: Uint8Array, etag: string): string {
  const path = modelPath(uri);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  writeFileSync(`${path}.part.etag`, etag);
  return path;
}

test("a file arrives whole, in its place, and nothing else is left", async () => {
  const seen: Progress[] = [];
  const path = await pullModel(uri, { onProgress: (progress) => seen.push(progress) });
  expect(readFileSync(path).equals(content)).toBe(true);
  expect(existsSync(`${path}.part`) || existsSync(`${path}.part.etag`)).toBe(false);
  expect(seen.at(-1)).toMatchObject({ loaded: content.length, total: content.length });
  expect(requests[0]?.url).toBe("/owner/repo/resolve/main/model.gguf");
});

test("two pulls at once share one download", async () => {
  const paths = await Promise.all([pullModel(uri), pullModel(uri)]);
  expect(new Set(paths).size).toBe(1);
  expect(requests).toHaveLength(1);
});

describe("resuming", () => {
  test("a cut connection is taken up where it broke", async () => {
    handler = serve({ cutAfter: 100_000 });
    const path = await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(requests.slice(1).every(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  test("what an earlier run brought is kept", async () => {
    const path = begun(content.subarray(0, 200_000), '"v1"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(requests[0]?.headers.range).toBe("bytes=200000-");
  });

  test("unless the server has another file by now", async () => {
    const path = begun(Buffer.alloc(200_000, 1), '"v0"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test("or can't resume", async () => {
    handler = serve({ ranges: false });
    const path = begun(content.subarray(0, 200_000), '"v1"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test("or answers with another range than asked for", async () => {
    handler = serve({ shift: 10 });
    const path = begun(content.subarray(0, 200_000), '"v1"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test("or has less than what is here", async () => {
    const path = begun(Buffer.alloc(400_000, 1), '"v1"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test("a connection that is always cut at once fails in the end, and keeps what came", async () => {
    handler = (_request, response) => response.socket?.destroy();
    const path = begun(content.subarray(0, 1000), '"v1"');
    expect(await codeOf(pullModel(uri))).toBe("download-failed");
    expect(readFileSync(`${path}.part`)).toHaveLength(1000);
  });
});

describe("checksums", () => {
  const linked: (hash: string, then?: Handler) => Handler =
    (hash, then = serve()) =>
    (request, response) => {
      if (request.url === "/elsewhere") return then(request, response);
      response.writeHead(302, { location: "/elsewhere", "x-linked-etag": `"${hash}"` }).end();
    };

  test("the hub's own is found in the redirect and holds", async () => {
    handler = linked(sha256);
    expect(readFileSync(await pullModel(uri)).equals(content)).toBe(true);
    expect(requests.map(({ url }) => url)).toEqual(["/owner/repo/resolve/main/model.gguf", "/elsewhere"]);
  });

  test("a wrong one throws the file away", async () => {
    handler = linked("0".repeat(64));
    const path = modelPath(uri);
    expect(await codeOf(pullModel(uri))).toBe("checksum");
    expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
  });

  test("bytes of an earlier run that were wrong are fetched again", async () => {
    handler = linked(sha256);
    const path = begun(Buffer.alloc(200_000, 1), '"v1"');
    await pullModel(uri);
    expect(readFileSync(path).equals(content)).toBe(true);
  });
});

describe("failures", () => {
  test.each([
    [404, /doesn't have/],
    [401, /account/],
    [500, /500/],
  ])("status %i", async (status, words) => {
    handler = (_request, response) => response.writeHead(status).end("no");
    expect(await codeOf(pullModel(uri))).toBe("download-failed");
    await expect(pullModel(uri)).rejects.toThrow(words);
  });

  test("redirects without end", async () => {
    handler = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    expect(await codeOf(pullModel(uri))).toBe("download-failed");
  });

  test("a connection that stalls", async () => {
    handler = (_request, response) => response.writeHead(200, { "content-length": 1000 }).write("a little");
    const part = join(folder, "stalled.part");
    const failure = await downloadTo(part, `${process.env.HF_ENDPOINT}/x`, { stallMs: 50 }).catch(
      (thrown) => thrown as SourceFailure,
    );
    expect(failure).toMatchObject({ reason: "the connection stalled" });
  });
});

describe("aborting", () => {
  test("before it starts", async () => {
    expect(await codeOf(pullModel(uri, { signal: AbortSignal.abort() }))).toBe("aborted");
    expect(requests).toHaveLength(0);
  });

  test("on the way keeps what came, for the next time", async () => {
    const slow: Handler = (_request, response) => {
      response.writeHead(200, { etag: '"v1"', "content-length": content.length });
      response.write(content.subarray(0, 150_000));
    };
    handler = slow;
    const controller = new AbortController();
    const onProgress = ({ loaded }: Progress) => loaded === 150_000 && controller.abort();
    expect(await codeOf(pullModel(uri, { signal: controller.signal, onProgress }))).toBe("aborted");
    handler = serve();
    const path = await pullModel(uri);
    expect(requests.at(-1)?.headers.range).toBe("bytes=150000-");
    expect(readFileSync(path).equals(content)).toBe(true);
  });
});
