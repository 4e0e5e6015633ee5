/** `npm run bench:decode [-- OPTIONS]`: what holding a model to a schema costs, and what jumping over forced text brings. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { copyTokenizer, makeRandomModel } from "../../models/make/random.ts";
import { fileTypes, type MatrixType, requantise } from "../../models/make/requantise.ts";
import { type Engine, loadModel } from "../../src/engine/index.ts";
import { batchCost } from "./batch.ts";
import { type Case, cases } from "./cases.ts";
import { measureAll, tokensOf, variants } from "./measure.ts";
import { type Clock, type Round, type Row, rowOf, tableOf } from "./report.ts";

const help = `npm run bench:decode [-- OPTIONS]

What holding a model to a schema costs and what jumping over forced text brings, a token at a time: unconstrained, under
llama.cpp's grammar, and under masks without and with jumps, on six contracts.

  --model PATH        default: SmolLM2-135M beside the repository, or SLUICE_MODEL
  --quantisation TYPE of f16, q8_0, q4_0 and q4_1: the model's matrices are first stored as this type, in a temporary file.
                      What its own type rounded away stays lost; what counts here is which kernels llama.cpp has for the new
  --vocab             instead, random weights around vocabularies of 128,000 and 152,000 tokens
  --rounds N          seeds, each measured with every variant (default 5)
  --threads N         default: the engine's own
  --case NAME         only this case; may be repeated
  --clock wall|cpu    which time the ratios and the bound are of (default wall; cpu where neighbours are busy)
  -o md|json          default md

The variants of a round have the same seed and prompt and are written in lockstep; a ratio is the median of the rounds'
own. All write as many tokens as the masks with jumps do, the model's end ignored where nothing constrains it; only a
grammar's text may end before.`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    model: { type: "string" },
    quantisation: { type: "string" },
    vocab: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    threads: { type: "string" },
    case: { type: "string", multiple: true },
    clock: { type: "string", default: "wall" },
    output: { type: "string", short: "o", default: "md" },
  },
});

if (values.help) {
  console.log(help);
  process.exit(0);
}
const rounds = wholeNumber("--rounds", values.rounds);
const threads = values.threads === undefined ? undefined : wholeNumber("--threads", values.threads);
const clock = oneOf("--clock", values.clock, ["wall", "cpu"]) as Clock;
const output = oneOf("-o", values.output, ["md", "json"]);
const types = Object.keys(fileTypes);
const quantisation = values.quantisation && oneOf("--quantisation", values.quantisation.toUpperCase(), types);
if (quantisation && values.vocab) fail("--quantisation is for a model that's given, not for --vocab.");
const mostTokens = 400;
const shared = fileURLToPath(new URL("../../../shared/models/", import.meta.url));
const known = cases();
const chosen = known.filter(({ name }) => values.case === undefined || values.case.includes(name));
if (chosen.length === 0) fail(`--case must be one of ${known.map(({ name }) => name).join(", ")}.`);

/** What was measured of one model. */
interface Report {
  readonly model: string;
  readonly vocabulary: number;
  readonly threads: number;
  /** What a token costs in a batch, in units of one alone. */
  readonly batchCost: number;
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly rows: readonly Row[];
}

const reports: Report[] = [];
if (values.vocab) {
  for (const name of ["llama-bpe", "qwen2"]) await withModel(`random weights, ${name}`, randomModel(name), report);
} else {
  const path = values.model ?? process.env.SLUICE_MODEL ?? join(shared, "SmolLM2-135M-Instruct.Q4_1.gguf");
  if (!existsSync(path)) fail(`There is no model at ${path}; give one with --model.`);
  const name = path.split("/").at(-1)!;
  if (quantisation) await withModel(`${name}, its matrices stored as ${quantisation}`, converted(path), report);
  else await report(path, name);
}
if (output === "json") console.log(JSON.stringify(reports, null, 1));

async function report(path: string, name: string): Promise<void> {
  await using model = await loadModel(path, {
    build: "cpu",
    offline: true,
    sequences: variants.length,
    contextSize: 2048,
    threads,
  });
  const loadBefore = loadavg()[0]!;
  const cost = await batchCost(path, model.info.threads, clock);
  const rows: Row[] = [];
  for (const one of chosen) rows.push(rowOf(one.name, await roundsOf(model, one, name), cost, clock));
  const { vocabularySize: vocabulary } = model.info;
  const loadAfter = loadavg()[0]!;
  const made = { model: name, vocabulary, threads: model.info.threads, batchCost: cost, loadBefore, loadAfter, rows };
  reports.push(made);
  if (output === "md") print(made);
}

async function roundsOf(model: Engine, one: Case, name: string): Promise<Round[]> {
  const made: Round[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    progress(`${name}: ${one.name}, round ${seed} of ${rounds}`);
    // It also warms up what is remembered of the schema.
    const maxTokens = await tokensOf(model, one, seed, mostTokens);
    made.push(await measureAll(model, one, { seed, maxTokens }));
  }
  progress("");
  return made;
}

function converted(path: string): Uint8Array {
  progress(`${path}: storing matrices as ${quantisation}`);
  return requantise(readFileSync(path), quantisation as MatrixType);
}

function randomModel(name: string): Uint8Array {
  const from = join(shared, `vocab/ggml-vocab-${name}.gguf`);
  if (!existsSync(from)) fail(`There is no vocabulary at ${from}.`);
  return makeRandomModel({ vocabulary: copyTokenizer(readFileSync(from)), contextLength: 4096 });
}

/** Keeps a model in a file while it's used; a signal that ends the process doesn't leave it behind. */
async function withModel(
  name: string,
  bytes: Uint8Array,
  use: (path: string, name: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sluice-decode-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  try {
    const path = join(folder, "model.gguf");
    writeFileSync(path, bytes);
    await use(path, name);
  } finally {
    remove();
  }
}

function print({ model, vocabulary, threads, batchCost, loadBefore, loadAfter, rows }: Report): void {
  console.log(
    `\n${model}: ${vocabulary} tokens, ${threads} threads, CPU build, ${rounds} rounds, ${clock} time a token.`,
  );
  console.log(`Load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after.`);
  console.log(
    `A token in a batch of eight costs ${batchCost.toFixed(2)} of one alone; the bound of jumps is of that.\n`,
  );
  console.log(tableOf(rows, clock));
}

function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

function wholeNumber(option: string, given: string): number {
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : fail(`${option} must be a whole number from 1 to 9999.`);
}

function oneOf(option: string, given: string, choices: readonly string[]): string {
  return choices.includes(given) ? given : fail(`${option} must be one of ${choices.join(", ")}.`);
}

function fail(why: string): never {
  console.error(`bench:decode: ${why}`);
  process.exit(2);
}
