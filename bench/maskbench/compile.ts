/**
 * How long it takes to compile real-world schemas to a grammar: half of MaskBench, CPU time of this process per schema.
 *
 *   npx tsx bench/maskbench/compile.ts [ID-PREFIX]
 */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { compileGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError } from "../../src/schema/index.ts";

const file = new URL("../../../shared/maskbench/half.jsonl.gz", import.meta.url);
if (!existsSync(file)) {
  console.warn("skipped: shared/maskbench/half.jsonl.gz is not beside the repository");
  process.exit(0);
}
const [prefix = ""] = process.argv.slice(2);
const lines = gunzipSync(readFileSync(file)).toString().split("\n");

interface Run {
  readonly id: string;
  readonly milliseconds: number;
  /** Length of the grammar, or the code of the error in its place. */
  readonly outcome: number | string;
}

const runs: Run[] = [];
for (const line of lines) {
  if (line === "") continue;
  const { id, schema } = JSON.parse(line) as { id: string; schema: JsonSchema };
  if (!id.startsWith(prefix)) continue;
  const before = process.cpuUsage();
  const outcome = outcomeOf(schema);
  const { user, system } = process.cpuUsage(before);
  runs.push({ id, milliseconds: (user + system) / 1000, outcome });
}

/** Anything but a typed error is a fault of the compiler, and ends the run. */
function outcomeOf(schema: JsonSchema): number | string {
  try {
    return compileGbnf(schema).grammar.length;
  } catch (error) {
    if (error instanceof SchemaError) return error.code;
    throw error;
  }
}

const compiled = runs.filter((run): run is Run & { outcome: number } => typeof run.outcome === "number");
const refused = runs.filter(({ outcome }) => typeof outcome === "string");
console.log(`${runs.length} schemas: ${compiled.length} compiled, ${refused.length} refused`);
for (const { id, outcome } of refused) console.log(`  ${outcome} ${id}`);

const times = runs.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
const sizes = compiled.map(({ outcome }) => outcome).sort((a, b) => a - b);
console.log(`CPU ms per schema: ${spread(times)}`);
console.log(`grammar characters: ${spread(sizes)}`);
console.log("slowest:");
for (const { id, milliseconds, outcome } of runs.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10)) {
  console.log(`  ${milliseconds.toFixed(1)} ms  ${id}  ${outcome}`);
}

function spread(sorted: readonly number[]): string {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  const figures = { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1), mean };
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toFixed(value < 100 ? 2 : 0)}`)
    .join(", ");
}
