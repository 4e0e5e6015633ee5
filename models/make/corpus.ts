/**
 * Writes the corpus that the embedded model is trained on: `npx tsx models/make/corpus.ts FOLDER [DOCUMENTS]`.
 * The folder gets `tokens.bin` (16-bit token ids), `corpus.json` (dimensions, merges) and `sample.txt` to read.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPlan, defaultRiskRules } from "../../src/plan/index.ts";
import { type Task, writeTask } from "./corpus/plan.ts";
import { type LlamaShape, normEpsilon, ropeBase } from "./llama.ts";
import { Random } from "./seed.ts";
import { assistantToken, endToken, learnMerges, userToken, Vocabulary } from "./vocabulary.ts";

/** Dimensions of the embedded model. */
export const shape: LlamaShape = {
  layers: 4,
  width: 192,
  heads: 6,
  kvHeads: 3,
  feedForward: 512,
  contextLength: 2048,
};

const seed = 1;
const vocabularySize = 2560;
const heldOutDocuments = 256;

/** What the user says, in the words of sluice's plan prompt; a few users write the goal and nothing else. */
export function question({ goal, tools, bare }: Pick<Task, "goal" | "tools" | "bare">): string {
  if (bare) return goal;
  return `Goal: ${goal}\nTools: ${tools.join(", ") || "none"}\nAnswer with one JSON object only.`;
}

/** A value as JSON with Python's spacing: ", " and ": ". */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spacedJson(item)}`)
    .join(", ")}}`;
}

/**
 * Tasks without end: first those with nouns held out, then the ones to train on. None is about the README's example, and
 * sluice's own check of plans passes every one.
 */
export function* tasks(): Generator<Task> {
  const random = new Random(seed);
  for (let count = 0; ; ) {
    const task = writeTask(random, count < heldOutDocuments);
    if (task.goal.includes("billing database") || !passes(task)) continue;
    count++;
    yield task;
  }
}

function passes({ plan, tools, goal }: Task): boolean {
  return checkPlan(plan, { tools, order: "earlier", request: goal, riskRules: defaultRiskRules }).ok;
}

function take(count: number): Task[] {
  const some: Task[] = [];
  for (const task of tasks()) if (some.push(task) === count) break;
  return some;
}

function write(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  const texts = take(5000).map((task) => `${question(task)}${spacedJson(task.plan)}`);
  const vocabulary = new Vocabulary(learnMerges(texts, vocabularySize));
  const ids: number[] = [];
  for (const task of take(count)) {
    ids.push(vocabulary.id(userToken));
    for (const id of vocabulary.encode(question(task))) ids.push(id);
    ids.push(vocabulary.id(assistantToken));
    for (const id of vocabulary.encode(spacedJson(task.plan))) ids.push(id);
    ids.push(vocabulary.id(endToken));
  }
  writeFileSync(join(folder, "tokens.bin"), new Uint8Array(Uint16Array.from(ids).buffer));
  const head = {
    shape: { ...shape, normEpsilon, ropeBase },
    vocabulary: vocabulary.tokens.length,
    userToken: vocabulary.id(userToken),
    assistantToken: vocabulary.id(assistantToken),
    endToken: vocabulary.id(endToken),
    documents: count,
    merges: vocabulary.merges,
  };
  writeFileSync(join(folder, "corpus.json"), JSON.stringify(head));
  const sample = take(heldOutDocuments + 50).map(
    (task) => `${question(task)}\n${JSON.stringify(task.plan, null, 1)}\n`,
  );
  writeFileSync(join(folder, "sample.txt"), sample.join("\n"));
  console.log(`${count} documents, ${ids.length} tokens, ${(ids.length / count).toFixed(0)} a document`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, count = "60000"] = process.argv.slice(2);
  if (!folder) throw new Error("usage: npx tsx models/make/corpus.ts FOLDER [DOCUMENTS]");
  write(folder, Number(count));
}
