/**
 * Packs trained weights into the embedded model: `npx tsx models/make/pack.ts CORPUS_FOLDER WEIGHTS_FOLDER [OUT.gguf]`.
 * Reads `corpus.json` (corpus.ts) with `weights.bin` and `training.json` (train.py).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LlamaShape, packLlama } from "./llama.ts";
import { Vocabulary } from "./vocabulary.ts";

interface CorpusHead {
  readonly shape: LlamaShape;
  readonly merges: readonly string[];
  readonly documents: number;
}

function pack(corpus: string, weights: string): Uint8Array {
  const head = JSON.parse(readFileSync(join(corpus, "corpus.json"), "utf8")) as CorpusHead;
  const bytes = readFileSync(join(weights, "weights.bin"));
  const training = JSON.stringify(JSON.parse(readFileSync(join(weights, "training.json"), "utf8")));
  let offset = 0;
  const file = packLlama({
    name: "sluice planner",
    shape: head.shape,
    tokenizer: new Vocabulary(head.merges).metadata(),
    type: "Q8_0",
    prompt: "task",
    general: {
      license: "mit",
      description: `Writes small plans. Trained from nothing on ${head.documents} generated documents: ${training}`,
    },
    weights(_, shape) {
      const numbers = new Float32Array(shape.reduce((product, length) => product * length, 1));
      for (let i = 0; i < numbers.length; i++, offset += 4) numbers[i] = bytes.readFloatLE(offset);
      return numbers;
    },
  });
  if (offset !== bytes.length) throw new RangeError(`weights.bin has ${bytes.length} bytes, the shape needs ${offset}`);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [corpus, weights, out = fileURLToPath(new URL("../embedded.gguf", import.meta.url))] = process.argv.slice(2);
  if (!corpus || !weights)
    throw new Error("usage: npx tsx models/make/pack.ts CORPUS_FOLDER WEIGHTS_FOLDER [OUT.gguf]");
  const file = pack(corpus, weights);
  writeFileSync(out, file);
  console.log(`${out}: ${file.length} bytes`);
}
