/**
 * The proof that what is written under masks is valid, whatever the model: ten thousand texts of random weights at
 * temperature 1.5 over 200 schemas of MaskBench. Random weights don't end what could go on, so a text may meet its budget;
 * such are counted apart. Run it with `npm run test:slow valid`; `VALID=500` makes it shorter, `SEED` takes other schemas.
 */
import { expect, it } from "vitest";
import { EngineError } from "../../src/engine/index.ts";
import { createExtractor } from "../../src/json/index.ts";
import { maskFor } from "../../src/run/constrain.ts";
import { sayIfMissing, shared, write } from "../engine/helpers.ts";
import { loadRandomModel } from "../random-model.ts";
import { chooseSchemas, judgeOf } from "./schemas.ts";

const texts = Number(process.env.VALID ?? 10_000);
const seed = Number(process.env.SEED ?? 1);
const schemas = 200;
const models = 5;
const archive = shared("maskbench/half.jsonl.gz");

it.skipIf(sayIfMissing(archive, "texts under real schemas"))(`${texts} texts are valid`, { timeout: 0 }, async () => {
  const { chosen, refused } = chooseSchemas(archive, schemas, seed);
  const each = Math.ceil(texts / (schemas * models));
  console.log(
    `seed ${seed}: ${chosen.length} schemas, ${refused.length} passed over; ${models} models, ${each} texts of each`,
  );
  const counts = { valid: 0, length: 0, stuck: 0, tokens: 0, forced: 0, reevaluated: 0, rollbacks: 0 };
  const unfinished = new Map<string, number>();
  const invalid: string[] = [];
  for (let m = 0; m < models; m++) {
    await using model = await loadRandomModel(seed * 100 + m);
    for (const { id, schema, shortest } of chosen) {
      const judge = judgeOf(schema);
      const constraint = maskFor(schema);
      const maxTokens = Math.min(model.info.contextSize - 8, Math.max(2000, shortest * 10));
      for (let n = 0; n < each; n++) {
        const one = seed * 1_000_000 + m * 1000 + n;
        const sampling = { temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: one };
        const name = `${id}, model ${seed * 100 + m}, seed ${one}`;
        const written = await write(model as never, { prompt: "x", constraint, sampling, maxTokens }).catch((error) => {
          if (!(error instanceof EngineError && error.code === "constraint-stuck")) throw error;
          return undefined;
        });
        if (!written) counts.stuck++;
        if (!written || written.finish !== "stop") {
          if (written) counts.length++;
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
    console.log(`model ${m + 1} of ${models}: ${JSON.stringify(counts)}`);
  }
  console.log(`unfinished: ${[...unfinished].map(([id, count]) => `${id} ${count}`).join(", ")}`);
  expect(invalid).toEqual([]);
  expect(counts.valid).toBeGreaterThan(0.95 * texts);
});

/** One JSON value without a fault, no key twice, nothing around it. */
function isWhole(text: string): boolean {
  const reader = createExtractor({ wrappers: "none" });
  reader.write(text);
  const { warnings, repairs } = reader.end();
  return warnings.length === 0 && repairs.length === 0;
}
