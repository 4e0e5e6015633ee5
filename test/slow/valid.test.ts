/**
 * The proof that what is written under masks is valid, whatever the model: thousands of texts of random weights at
 * temperature 1.5 over 200 schemas of MaskBench. Random weights don't end what could go on, so a text may meet its budget;
 * such are counted apart, not among the valid. Run it with `npm run test:slow valid`: 2,000 texts, 25 minutes of CPU.
 * `VALID=10000` is the full proof and takes two hours; `SEED` takes other schemas and models.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { learnMerges, Vocabulary } from "../../models/make/vocabulary.ts";
import { loadModel } from "../../src/engine/index.ts";
import { maskFor } from "../../src/run/constrain.ts";
import { compileSchema } from "../../src/schema/index.ts";
import { quick, randomModel, sayIfMissing, shared, temporaryFolder } from "../engine/helpers.ts";
import { chooseSchemas, isWhole, judgeOf, writeWildly } from "./schemas.ts";

const texts = Number(process.env.VALID ?? 2000);
const seed = Number(process.env.SEED ?? 1);
const schemas = 200;
/** Tokens of the models' vocabularies. The smaller it is, the sooner chance ends a text. */
const sizes = [400, 600, 800, 1200, 2000];
const contextLength = 8192;
const folder = temporaryFolder();
const archive = shared("maskbench/half.jsonl.gz");

it.skipIf(sayIfMissing(archive, "texts under real schemas"))(`${texts} texts are valid`, { timeout: 0 }, async () => {
  const { chosen, refused } = chooseSchemas(archive, schemas, seed);
  const each = Math.ceil(texts / (schemas * sizes.length));
  console.log(
    `seed ${seed}: ${chosen.length} schemas, ${refused.length} passed over, ${each} texts of each with each model`,
  );
  const counts = {
    valid: 0,
    length: 0,
    stuck: 0,
    failed: 0,
    aborted: 0,
    tokens: 0,
    forced: 0,
    reevaluated: 0,
    rollbacks: 0,
  };
  const unfinished = new Map<string, number>();
  const invalid: string[] = [];
  for (const [m, size] of sizes.entries()) {
    const merges = learnMerges(
      chosen.slice(m * 20, m * 20 + 40).map(({ schema }) => JSON.stringify(schema)),
      size,
    );
    const vocabulary = new Vocabulary(merges).metadata();
    const path = randomModel(join(folder, `${m}.gguf`), { seed: seed * 100 + m, vocabulary, contextLength });
    await using model = await loadModel(path, { ...quick, contextSize: contextLength });
    for (const { id, schema, shortest } of chosen) {
      const judge = judgeOf(schema);
      const constraint = maskFor(compileSchema(schema));
      const maxTokens = Math.min(contextLength - 8, Math.max(1500, shortest * 3));
      for (let n = 0; n < each; n++) {
        const one = seed * 1_000_000 + m * 1000 + n;
        const name = `${id}, model ${seed * 100 + m}, seed ${one}`;
        const written = await writeWildly(model, { constraint, seed: one, maxTokens });
        if (written.finish !== "stop") {
          counts[written.finish]++;
          unfinished.set(id, (unfinished.get(id) ?? 0) + 1);
          continue;
        }
        counts.tokens += written.tokens;
        counts.forced += written.forced;
        counts.reevaluated += written.reevaluated;
        counts.rollbacks += written.rollbacks;
        if (isWhole(written.text) && judge(JSON.parse(written.text))) counts.valid++;
        else invalid.push(`${name}: ${written.text.slice(0, 300)}`);
      }
    }
    console.log(`after model ${m + 1} of ${sizes.length}: ${JSON.stringify(counts)}`);
  }
  console.log(`unfinished: ${[...unfinished].map(([id, count]) => `${id} ${count}`).join(", ")}`);
  expect(invalid).toEqual([]);
  expect(counts).toMatchObject({ stuck: 0, failed: 0, aborted: 0 });
  expect(counts.valid).toBeGreaterThan(0.95 * texts);
});
