/**
 * Masks of real vocabularies, of 32,000 to 262,000 tokens: at random positions under schemas of every kind, each token of
 * the vocabulary is in the mask just when it's accepted. Run it with `npm run test:slow`; `LOOKS=1` makes it shorter.
 */
import { describe, it } from "vitest";
import { compareMasks, schemas, vocabularyFrom } from "../constraint/vocabularies.ts";
import { sayIfMissing, shared } from "../engine/helpers.ts";

const looks = Number(process.env.LOOKS ?? 6);
const names = ["llama-spm", "gpt-2", "llama-bpe", "qwen2", "gemma-4"];

describe.each(names)("%s", (name) => {
  const path = shared(`models/vocab/ggml-vocab-${name}.gguf`);
  it.skipIf(sayIfMissing(path, "masks of a real vocabulary"))("is exact", { timeout: 0 }, async () => {
    const vocabulary = await vocabularyFrom(path);
    for (const [seed, schema] of schemas.entries()) compareMasks(vocabulary, schema, seed, looks);
  });
});
