/** Token bytes: what the tokeniser takes apart, the table puts together again, byte for byte. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LlamaModel } from "node-llama-cpp";
import { describe, expect, test } from "vitest";
import { copyTokenizer } from "../../models/make/random.ts";
import { tokenKind } from "../../src/constraint/index.ts";
import { loadModel } from "../../src/engine/index.ts";
import { openLibrary } from "../../src/engine/llama/library.ts";
import { readVocabulary } from "../../src/engine/llama/vocabulary.ts";
import { codeOf, embedded, quick, randomModel, sayIfMissing, shared, temporaryFolder } from "./helpers.ts";

const texts = [
  '{"steps": [{"id": "S1", "title": "Move , then check ! \\"quoted\\""}]}',
  "  two spaces,\ttab,\n\n  new lines  ",
  "你好，世界 안녕하세요 こんにちは",
  "🙂👩‍👩‍👧🇪🇺 é e\u0301 ﷽ 𒀀 \u{10FFFF}",
  "const x = a[i] ?? `b`; // done",
];

/** Vocabularies of each spelling. The `llama` kind puts a space before the text. */
const vocabularies: readonly [name: string, prefix: string][] = [
  ["ggml-vocab-llama-spm.gguf", " "],
  ["ggml-vocab-gpt-2.gguf", ""],
  ["ggml-vocab-gemma-4.gguf", ""],
];

async function withVocabulary(path: string, use: (model: LlamaModel) => void): Promise<void> {
  const { llama } = await openLibrary("cpu");
  const model = await llama.loadModel({ modelPath: path, vocabOnly: true, gpuLayers: 0 });
  try {
    use(model);
  } finally {
    await model.dispose();
  }
}

function writtenBack(model: LlamaModel): string[] {
  const vocabulary = readVocabulary(model);
  const bytesOf = (text: string) => Buffer.concat(model.tokenize(text).map((token) => vocabulary.bytesOf(token)));
  return texts.map((text) => bytesOf(text).toString("utf8"));
}

test("the embedded model's", async () => {
  await withVocabulary(embedded, (model) => {
    expect(writtenBack(model)).toEqual(texts);
    const vocabulary = readVocabulary(model);
    const kinds = new Set(Array.from({ length: vocabulary.size }, (_, token) => vocabulary.kindOf(token)));
    expect(kinds).toEqual(new Set(Object.values(tokenKind)));
  });
});

describe.each(vocabularies)("%s", (name, prefix) => {
  const path = shared(`models/vocab/${name}`);
  test.skipIf(sayIfMissing(path, "token bytes of a vocabulary"))("gives back every text", async () => {
    await withVocabulary(path, (model) => {
      expect(writtenBack(model)).toEqual(texts.map((text) => prefix + text));
    });
  });
});

test("a tokenizer of unknown spelling is refused", async () => {
  const vocabulary = new Map(copyTokenizer(readFileSync(embedded)));
  vocabulary.set("tokenizer.ggml.model", { type: "string", value: "rwkv" });
  const path = randomModel(join(temporaryFolder(), "random.gguf"), { vocabulary });
  expect(await codeOf(loadModel(path, quick))).toBe("model-unsupported");
});
