/**
 * `npm run bench:maskbench [-- --sample N] [--recycle N]`: our constraint over MaskBench's schemas, in the harness that also
 * measured the peers: per token the time of mask, check and advance, as CPU time, with the Llama-3 vocabulary of 128,256
 * tokens. One process serves all schemas, as a server's would; the harness's own default is a new one after every 100
 * (`--recycle 100`), which measures mostly how JavaScript warms up.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));
const harness = join(shared, "tools/maskbench");
const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    recycle: { type: "string", default: "100000" },
  },
});

/** What the two best engines came to in this harness over all 11,305 schemas (microseconds). */
const peers = [
  ["LLGuidance 1.9.1", "83.9 %", "0", "9", "25", "260–370", "700", "10,000"],
  ["XGrammar 0.2.9", "85.5 %", "in 443", "4", "40", "220–510", "1,900", "1,700,000"],
];

if (!existsSync(harness)) {
  console.error(
    `bench:maskbench needs the MaskBench harness and data beside this repository (${shared}), which aren't there.`,
  );
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), "maskbench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(harness, script), ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", script === "run.mjs" ? "inherit" : "ignore"],
  });

const library = fileURLToPath(new URL("../../node_modules/node-llama-cpp/", import.meta.url));
const data = [
  "--jsonl",
  join(shared, "maskbench/half.jsonl.gz"),
  "--gguf",
  join(shared, "models/vocab/ggml-vocab-llama-bpe.gguf"),
];
run("prepare.mjs", ...data, "--nlc", library, "--out", join(work, "cache"));
const adapter = fileURLToPath(new URL("sluice.mjs", import.meta.url));
const sample = values.sample === undefined ? [] : ["--sample", values.sample, "--seed", values.seed];
const common = ["--masks", "--clock", "cpu", "--jobs", "1", "--time-limit", "60", "--recycle", values.recycle];
run("run.mjs", "--cache", join(work, "cache"), "--adapter", adapter, ...common, ...sample, "--out", join(work, "out"));
const report = run("report.mjs", "--cache", join(work, "cache"), "--common", join(work, "out"));
console.log(report.split("\n## ")[0]);

const cell = (metric: string) => new RegExp(`\\| ${metric} +\\| +([^ |]+)`).exec(report)?.[1] ?? "?";
console.log("\nBeside the peers, as measured over all of MaskBench on such a machine:\n");
console.log("| engine | passing | invalid instances accepted | mask p50, µs | mean | p99 | compile p50, µs | p99 |");
console.log("|---|---|---|---|---|---|---|---|");
const ours = ["TBM p50", "TBM avg", "TBM p99", "TTFM p50", "TTFM p99"].map(cell);
console.log(`| sluice | ${cell("passing %")} % | ${cell("invalid instances accepted")} | ${ours.join(" | ")} |`);
for (const row of peers) console.log(`| ${row.join(" | ")} |`);
