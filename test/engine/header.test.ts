import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HeaderProblem, MoreBytesNeeded, scanHeader } from "../../src/engine/gguf/scan.ts";
import { EngineError, readModelHeader } from "../../src/engine/index.ts";
import { codeOf, embedded, randomModel, temporaryFolder } from "./helpers.ts";
import { mutant } from "./mutants.ts";

const folder = temporaryFolder();
const file = readFileSync(embedded);
const header = scanHeader(file, file.length);
const headerEnd = header.headerBytes;

function fileWith(content: string | Uint8Array): string {
  const path = join(folder, "model.gguf");
  writeFileSync(path, content);
  return path;
}

/** The bytes of a metadata entry with a 32-bit number. */
function replaced(key: string, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, copy.indexOf(key) + key.length + 4);
  return copy;
}

describe("the header of a good file", () => {
  test("tells what the model is", async () => {
    expect(await readModelHeader(embedded)).toMatchObject({
      path: embedded,
      fileSize: file.length,
      version: 3,
      architecture: "llama",
      contextLength: 2048,
      hasChatTemplate: true,
    });
  });

  test("counts weights and finds the main type", async () => {
    const path = randomModel(join(folder, "q4.gguf"), { type: "Q4_0", layers: 1 });
    const found = await readModelHeader(path);
    expect(found).toMatchObject({ quantisation: "Q4_0", layers: 1 });
    const { tensors } = scanHeader(readFileSync(path), found.fileSize);
    expect(found.parameters).toBe(tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0));
  });

  test("a prefix of the header asks for more bytes, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: headerEnd - 1 }), (length) => {
        expect(() => scanHeader(file.subarray(0, length), file.length)).toThrow(MoreBytesNeeded);
        if (length > 3) expect(() => scanHeader(file.subarray(0, length), length)).toThrow(HeaderProblem);
      }),
    );
  });

  test("all parts of a split model must be there", async () => {
    const first = join(folder, "split-00001-of-00002.gguf");
    writeFileSync(first, file);
    expect(await codeOf(readModelHeader(first))).toBe("model-not-found");
  });
});

describe("a file that is no model", () => {
  test.each([
    ["missing", join(folder, "nowhere.gguf"), "model-not-found"],
    ["a folder", folder, "model-not-found"],
    ["a device", "/dev/null", "model-not-found"],
  ])("%s", async (_what, path, code) => {
    expect(await codeOf(readModelHeader(path))).toBe(code);
  });

  test.skipIf(process.platform === "win32")("a pipe, without waiting for its other end", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(await codeOf(readModelHeader(pipe))).toBe("model-not-found");
  });

  test.each([
    ["empty", "", "not-a-model"],
    ["three bytes", "GGU", "not-a-model"],
    ["text", "hello, this is text\n".repeat(100), "not-a-model"],
    ["the magic alone", "GGUF", "model-truncated"],
    ["noise after the magic", Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(4000, 0xa5)]), "model-unsupported"],
    ["half of the header", file.subarray(0, headerEnd >> 1), "model-truncated"],
    ["all but the last byte", file.subarray(0, header.bytesNeeded - 1), "model-truncated"],
    ["a vocabulary without weights", withoutTensors(), "model-unsupported"],
  ])("%s", async (_what, content, code) => {
    expect(await codeOf(readModelHeader(fileWith(content)))).toBe(code);
  });

  test.each([
    ["llama.block_count", 0xffffffff],
    ["llama.block_count", 0],
    ["llama.context_length", 0],
    ["llama.embedding_length", 96],
    ["llama.feed_forward_length", 9],
    ["llama.attention.head_count", 0],
    ["llama.attention.head_count_kv", 0],
    ["llama.attention.layer_norm_rms_epsilon", 0x7fc00000],
  ])("%s of %i", async (key, value) => {
    expect(await codeOf(readModelHeader(fileWith(replaced(key, value))))).toBe("model-invalid");
  });

  test("the same token twice, also when only the part before a NUL is the same", async () => {
    const copy = Buffer.from(file);
    const { values } = header;
    const tokens = values.get("tokenizer.ggml.tokens");
    if (tokens === undefined || !("array" in tokens)) throw new Error("no tokens");
    let place = tokens.array.start;
    for (let done = 0; done < 2; ) {
      const length = copy.readUInt32LE(place);
      if (length >= 2) {
        copy.write("A\0", place + 8, "latin1");
        done++;
      }
      place += 8 + length;
    }
    expect(await codeOf(readModelHeader(fileWith(copy)))).toBe("model-invalid");
  });
});

describe("hostile headers", () => {
  test("every damaged file passes or fails with a typed error, in time linear in its size", async () => {
    const keys = [...header.values.keys()];
    for (let seed = 0; seed < 1500; seed++) {
      const damaged = mutant(file, headerEnd, keys, seed);
      try {
        scanHeader(damaged, damaged.length);
      } catch (thrown) {
        if (!(thrown instanceof HeaderProblem)) throw new Error(`seed ${seed}: ${thrown}`);
      }
      if (seed % 10 > 0) continue;
      await readModelHeader(fileWith(damaged)).catch((thrown: unknown) => {
        if (!(thrown instanceof EngineError)) throw new Error(`seed ${seed}: ${thrown}`);
      });
    }
  });

  test("any bytes after the magic fail with a typed error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(2, 3), (bytes, version) => {
        const content = Buffer.concat([Buffer.from("GGUF"), Buffer.from([version, 0, 0, 0]), bytes]);
        try {
          scanHeader(content, content.length);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(HeaderProblem);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

function withoutTensors(): Buffer {
  const copy = Buffer.from(file.subarray(0, headerEnd));
  copy.writeBigUInt64LE(0n, 8);
  return copy;
}
