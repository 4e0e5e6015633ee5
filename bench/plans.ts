/**
 * Writes a plan for each of twenty goals and shows them, to be read: are they valid, and are they any good?
 *
 *   npx tsx bench/plans.ts [MODEL] [SEED]
 */
import { readFileSync } from "node:fs";
import { planText } from "../src/cli/plan-view.ts";
import { styleFor } from "../src/cli/terminal.ts";
import { loadModel } from "../src/engine/index.ts";
import { plan } from "../src/run/index.ts";

const goals = JSON.parse(readFileSync(new URL("goals.json", import.meta.url), "utf8")) as string[];
const tools = ["sql", "shell", "search_web", "send_email"];
const [name, seed = "1"] = process.argv.slice(2);

await using model = await loadModel(name);
let valid = 0;
let tokens = 0;
let milliseconds = 0;
const lengths: number[] = [];
for (const goal of goals) {
  const result = await plan({ model, goal, tools, seed: Number(seed) });
  const { stats } = result.record;
  tokens += stats.tokens;
  milliseconds += stats.firstTokenMs + stats.decodeMs;
  console.log(`\n=== ${goal}`);
  if (result.ok) {
    valid++;
    lengths.push(result.value.steps.length);
    console.log(planText(result.value, result, styleFor({}), 100).join("\n"));
  } else {
    console.log(`${result.failure.kind}: ${result.failure.message}`);
    if (result.failure.kind === "invalid") for (const error of result.failure.errors) console.log(`  ${error.message}`);
    console.log(JSON.stringify(result.partial, null, 1));
  }
}
console.log(
  `\n${model.info.model}: ${valid} of ${goals.length} valid, steps ${lengths.join(" ")}, ` +
    `${(tokens / goals.length).toFixed(0)} tokens and ${(milliseconds / goals.length / 1000).toFixed(1)} s a plan`,
);
