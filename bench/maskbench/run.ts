/**
 * `npm run bench:maskbench [-- OPTIONS]`: our constraint over MaskBench's schemas, and its peers in the same run; `--help`
 * lists the options. Needs the MaskBench harness and half of its data beside the repository.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type EngineToRun, findPeers, type LeftOut, ours } from "./engines.ts";
import { Harness, HarnessError, memoryLimit } from "./harness.ts";
import { help, OptionError, type Options, readOptions } from "./options.ts";
import { type Machine, type Run, reportOf } from "./report.ts";
import { parseResults } from "./results.ts";
import { markdownOf } from "./table.ts";

const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));
const harnessFolder = join(shared, "tools/maskbench");
const data = {
  cases: join(shared, "maskbench/half.jsonl.gz"),
  vocabulary: join(shared, "models/vocab/ggml-vocab-llama-bpe.gguf"),
  library: fileURLToPath(new URL("../../node_modules/node-llama-cpp/", import.meta.url)),
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") console.log(help);
  else await bench(options);
} catch (error) {
  if (!(error instanceof OptionError || error instanceof HarnessError)) throw error;
  console.error(`bench:maskbench: ${error.message}`);
  process.exitCode = 2;
}

async function bench(options: Options): Promise<void> {
  for (const needed of [harnessFolder, ...Object.values(data)]) {
    if (!existsSync(needed)) throw new HarnessError(`needs ${needed}, which isn't there.`);
  }
  const { found, leftOut } = findPeers(options, harnessFolder);
  for (const { name, why, remedy } of leftOut) console.error(`Without ${name}: ${why}. To have it: ${remedy}`);
  const work = options.out === undefined ? mkdtempSync(join(tmpdir(), "maskbench-")) : resolve(options.out);
  const harness = new Harness(harnessFolder, work);
  process.on("exit", () => {
    harness.stop();
    if (options.out === undefined) rmSync(work, { recursive: true, force: true });
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => (harness.stopped ? process.exit(130) : harness.stop()));
  }

  progress("tokenising the instances");
  await harness.prepare(data);
  const { runs, failed } = await measureAll(harness, [...ours(options.whitespace), ...found], options);
  progress("");
  if (harness.stopped) {
    const goOn = options.out === undefined ? "" : " The same command goes on from here.";
    console.error(`Stopped: the tables are of what was measured.${goOn}`);
    process.exitCode = 130;
  }
  if (runs.length === 0) return;
  const machine: Machine = {
    processor: cpus()[0]?.model ?? "unknown processor",
    cores: cpus().length,
    node: process.version,
  };
  const { peers, whitespace, python, venv, out, json, ...measured } = options;
  const report = reportOf({ ...measured, memoryLimit }, machine, runs, [...leftOut, ...failed]);
  console.log(json ? JSON.stringify(report) : markdownOf(report));
}

/** One engine after the other, and each alone. One that fails to start is left out, and said to be; ours must not. */
async function measureAll(harness: Harness, engines: readonly EngineToRun[], options: Options) {
  const runs: Run[] = [];
  const failed: LeftOut[] = [];
  for (const engine of engines) {
    const sample = engine.peer ? options.peerSample : options.sample;
    const before = performance.now();
    const outcome = await harness.measure(engine, sample, options, (done) => {
      const seconds = Math.round((performance.now() - before) / 1000);
      progress(`${engine.name}: ${done} of ${sample ?? "all"} schemas, ${seconds} s`);
    });
    if (typeof outcome === "object") {
      if (!engine.peer) throw new HarnessError(`${engine.name} can't be measured: ${outcome.failed}`);
      const remedy = "see what its adapter says: node run.mjs in the harness's folder";
      failed.push({ name: engine.name, why: `it failed (${outcome.failed})`, remedy });
      continue;
    }
    const { results: text, ...about } = harness.read(engine);
    const results = parseResults(text);
    if (results.size > 0) runs.push({ engine, results, stopped: outcome === "stopped", ...about });
    if (harness.stopped) break;
  }
  return { runs, failed };
}

function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}
