/** A loaded model with random weights: it writes anything the constraint lets it, so it proves what the constraint holds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, loadModel, modelPath } from "sluice/engine";
import { copyTokenizer, makeRandomModel, type RandomModelOptions } from "../models/make/random.ts";

export async function loadRandomModel(seed: number, options: Partial<RandomModelOptions> = {}): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "sluice-random-"));
  const path = join(folder, "random.gguf");
  const vocabulary = copyTokenizer(readFileSync(modelPath("embedded")));
  try {
    writeFileSync(path, makeRandomModel({ seed, vocabulary, contextLength: 32_768, ...options }));
    return await loadModel(path, { build: "cpu", threads: 1, contextSize: 32_768 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
