/**
 * Masks and texts of random schemas, at random positions, for `SOAK_MINUTES` (2 unless said; `npm run test:soak` takes 30):
 * memory stays where it is. Heap and resident memory are taken now and then after collecting garbage; over the second half
 * of the run a line through them may not rise by more than a little for each thousand rounds. `SEED` takes other schemas.
 */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { learnMerges, Vocabulary as Tokenizer } from "../../models/make/vocabulary.ts";
import { type Constraint, tokenKind, type Vocabulary } from "../../src/constraint/index.ts";
import { loadModel } from "../../src/engine/index.ts";
import { maskFor } from "../../src/run/constrain.ts";
import { compileSchema } from "../../src/schema/index.ts";
import { members } from "../constraint/support.ts";
import { quick, randomModel, sayIfMissing, shared, temporaryFolder } from "../engine/helpers.ts";
import { type Random, seeded } from "../gbnf/support/sampler.ts";
import { chooseSchemas, writeWildly } from "./schemas.ts";

const minutes = Number(process.env.SOAK_MINUTES ?? 2);
const seed = Number(process.env.SEED ?? 1);
/** Most megabytes a thousand rounds may add. A round that kept what it makes would add a hundred. */
const mostHeap = 2;
const mostResident = 8;
const archive = shared("maskbench/half.jsonl.gz");
const path = join(temporaryFolder(), "soak.gguf");

it.skipIf(sayIfMissing(archive, "the soak"))(`memory stays flat for ${minutes} minutes`, { timeout: 0 }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { chosen } = chooseSchemas(archive, 400, seed);
  const merges = learnMerges(
    chosen.slice(0, 40).map(({ schema }) => JSON.stringify(schema)),
    800,
  );
  randomModel(path, { seed, vocabulary: new Tokenizer(merges).metadata() });
  await using model = await loadModel(path, { ...quick, contextSize: 2048, sequences: 2 });
  const random = seeded(seed);
  const end = performance.now() + minutes * 60_000;
  const samples: Sample[] = [];
  let rounds = 0;
  let next = 0;
  console.log(`seed ${seed}, ${minutes} minutes`);
  while (performance.now() < end) {
    const one = async () => {
      const { schema } = chosen[Math.floor(random() * chosen.length)]!;
      const mask = maskFor(compileSchema(schema));
      const constraint = (vocabulary: Vocabulary) => {
        roam(mask(vocabulary), vocabulary, random);
        return mask(vocabulary);
      };
      const signal = random() < 0.1 ? AbortSignal.timeout(5) : undefined;
      await writeWildly(model, { constraint, seed: rounds++, maxTokens: 150, ...(signal && { signal }) });
    };
    await Promise.all([one(), one()]);
    if (performance.now() < next) continue;
    next = performance.now() + (minutes * 60_000) / 60;
    collect();
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    samples.push({ rounds, heap: (heapUsed + arrayBuffers) / 1e6, resident: rss / 1e6 });
  }
  const half = samples.slice(samples.length >> 1);
  const heap = slope(half.map((sample) => [sample.rounds, sample.heap]));
  const resident = slope(half.map((sample) => [sample.rounds, sample.resident]));
  for (const sample of samples.filter((_, i) => i % 6 === 0)) {
    console.log(
      `${sample.rounds} rounds: heap ${sample.heap.toFixed(1)} MB, resident ${sample.resident.toFixed(0)} MB`,
    );
  }
  console.log(
    `a thousand rounds add ${(heap * 1000).toFixed(2)} MB of heap, ${(resident * 1000).toFixed(2)} MB resident`,
  );
  expect(heap * 1000).toBeLessThan(mostHeap);
  expect(resident * 1000).toBeLessThan(mostResident);
});

interface Sample {
  readonly rounds: number;
  readonly heap: number;
  readonly resident: number;
}

/** Takes tokens out of masks at random, and some of them back. */
function roam(constraint: Constraint, vocabulary: Vocabulary, random: Random): void {
  for (let n = 0; n < 60; n++) {
    const texts = members(constraint.mask(), vocabulary.size).filter((t) => vocabulary.kindOf(t) === tokenKind.text);
    const token = texts[Math.floor(random() * texts.length)];
    if (token === undefined) return;
    constraint.accept(token);
    if (random() < 0.1) constraint.rollback(Math.floor(random() * constraint.length));
  }
}

/** Of the line through points that has the least squares of distances. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const x = mean(points.map(([a]) => a));
  const y = mean(points.map(([, b]) => b));
  const across = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return across / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
