import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getLlama, type Llama, LlamaLogLevel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GgufMetadata, readGgufMetadata } from "../../models/make/gguf.ts";
import { copyTokenizer, makeRandomModel } from "../../models/make/random.ts";
import { learnMerges, Vocabulary } from "../../models/make/vocabulary.ts";

const vocabulary = new Vocabulary(learnMerges(["the plan, the plan"], 400)).metadata();
const folder = mkdtempSync(join(tmpdir(), "sluice-random-"));
const shared = fileURLToPath(new URL("../../../shared/models/vocab/ggml-vocab-gpt-2.gguf", import.meta.url));
let llama: Llama;

beforeAll(async () => {
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled });
});
afterAll(async () => {
  await llama.dispose();
  rmSync(folder, { recursive: true });
});

test("the seed decides every byte", () => {
  expect(makeRandomModel({ seed: 5, vocabulary })).toStrictEqual(makeRandomModel({ seed: 5, vocabulary }));
  expect(makeRandomModel({ seed: 5, vocabulary })).not.toStrictEqual(makeRandomModel({ seed: 6, vocabulary }));
});

test.each(["F32", "F16", "Q8_0", "Q4_0"] as const)(
  "a model of %s matrices decodes, and not one token for ever",
  async (type) => {
    const tokens = await decode(makeRandomModel({ seed: 2, vocabulary, type }), 40);
    expect(tokens).toHaveLength(40);
    expect(new Set(tokens).size).toBeGreaterThan(10);
  },
);

test("a shape that doesn't fit is refused", () => {
  expect(() => makeRandomModel({ vocabulary, width: 60, heads: 4 })).toThrow(/width 60 \/ heads 4/);
  expect(() => makeRandomModel({ vocabulary, heads: 4, kvHeads: 3 })).toThrow(/multiple of kvHeads 3/);
  expect(() => makeRandomModel({ vocabulary, feedForward: 100 })).toThrow(/multiple of 32 numbers, not 100/);
  expect(() => makeRandomModel({ vocabulary: new Map() })).toThrow(/no tokenizer.ggml.tokens/);
});

if (!existsSync(shared)) console.warn("skipped: tokenizer of an existing file (../shared/models/vocab is missing)");
describe.skipIf(!existsSync(shared))("the tokenizer of an existing file", () => {
  test("is copied whole, types included, and works on random weights", async () => {
    const source = readGgufMetadata(readFileSync(shared));
    const copied = copyTokenizer(readFileSync(shared));
    expect([...copied.keys()]).toStrictEqual([...source.keys()].filter((key) => key.startsWith("tokenizer.")));
    const model = makeRandomModel({
      vocabulary: copied,
      layers: 1,
      width: 32,
      heads: 2,
      feedForward: 32,
      type: "Q4_0",
    });
    const written = tokenizerKeys(readGgufMetadata(model));
    expect(written).toStrictEqual(tokenizerKeys(source));
    expect(await decode(model, 5)).toHaveLength(5);
  });
});

function tokenizerKeys(metadata: GgufMetadata): unknown[] {
  return [...metadata].filter(([key]) => key.startsWith("tokenizer."));
}

async function decode(file: Uint8Array, count: number): Promise<number[]> {
  const modelPath = join(folder, "model.gguf");
  writeFileSync(modelPath, file);
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ threads: 1, contextSize: 256 });
  const tokens: number[] = [];
  for await (const token of context.getSequence().evaluate(model.tokenize("the plan"), { temperature: 1, seed: 1 })) {
    tokens.push(token);
    if (tokens.length === count) break;
  }
  await model.dispose();
  return tokens;
}
