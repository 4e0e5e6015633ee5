/** Models with random weights: real in every way but sense. Tests and proofs run on them. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type GgufMetadata, readGgufMetadata } from "./gguf.ts";
import { type LlamaShape, packLlama, tokenizerOf } from "./llama.ts";
import type { TensorType } from "./quantise.ts";
import { Random } from "./seed.ts";

/** What {@link makeRandomModel} makes. */
export interface RandomModelOptions extends Partial<LlamaShape> {
  /** Any integer; the same seed and options give the same bytes. Default 1. */
  readonly seed?: number;
  /** The tokenizer: `tokenizer.*` keys, made here or copied by {@link copyTokenizer}. */
  readonly vocabulary: GgufMetadata;
  /** Type of the matrices. Default Q8_0. */
  readonly type?: TensorType;
  /** Spread of the logits: 0 makes all tokens alike, 1 (default) mild preferences, 5 strong ones. */
  readonly spread?: number;
}

/**
 * The bytes of a seeded random-weight `llama` model around a tokenizer. Defaults: 2 layers, width 64, 4 heads, 2 heads
 * of keys and values, feed-forward 128, context 2,048. Its output weights aren't tied to its embedding: tied random
 * weights repeat one token.
 *
 * @throws RangeError for a shape that doesn't fit itself or the tensor type (Q8_0 and Q4_0 need multiples of 32).
 */
export function makeRandomModel(options: RandomModelOptions): Uint8Array {
  const { seed = 1, vocabulary, type = "Q8_0", spread = 1 } = options;
  const shape: LlamaShape = {
    layers: options.layers ?? 2,
    width: options.width ?? 64,
    heads: options.heads ?? 4,
    kvHeads: options.kvHeads ?? 2,
    feedForward: options.feedForward ?? 128,
    contextLength: options.contextLength ?? 2048,
  };
  const random = new Random(seed);
  return packLlama({
    name: `random ${seed}`,
    shape,
    tokenizer: vocabulary,
    type,
    weights(name, dimensions) {
      const numbers = new Float32Array(dimensions.reduce((product, length) => product * length, 1));
      if (dimensions.length === 1) return numbers.fill(1);
      const scale =
        name === "token_embd.weight" ? 1 : (name === "output.weight" ? spread : 1) / Math.sqrt(dimensions[0]!);
      for (let i = 0; i < numbers.length; i++) numbers[i] = random.normal() * scale;
      return numbers;
    },
  });
}

/** The tokenizer of an existing GGUF file (`tokenizer.*` keys, with their types), to give to {@link makeRandomModel}. */
export function copyTokenizer(file: Uint8Array): GgufMetadata {
  return tokenizerOf(readGgufMetadata(file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, to, seed = "1"] = process.argv.slice(2);
  if (!from || !to) throw new Error("usage: npx tsx models/make/random.ts TOKENIZER.gguf OUT.gguf [SEED]");
  const model = makeRandomModel({ seed: Number(seed), vocabulary: copyTokenizer(readFileSync(from)) });
  writeFileSync(to, model);
  console.log(`${to}: ${model.length} bytes`);
}
