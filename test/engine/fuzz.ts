/**
 * Fuzzes the header check with the native loader behind it. By hand, minutes:
 *   npx tsx test/engine/fuzz.ts [MODEL.gguf] [MUTANTS] [FIRST_SEED]
 * Mutants that pass the check are loaded in a child process; prints what came of all, and each seed whose mutant still
 * crashes or hangs it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { scanHeader } from "../../src/engine/gguf/scan.ts";
import { EngineError, readModelHeader } from "../../src/engine/index.ts";
import { mutant } from "./mutants.ts";

const embedded = fileURLToPath(new URL("../../models/embedded.gguf", import.meta.url));
const [model = embedded, mutants = "500", firstSeed = "1"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sluice-fuzz-"));
const path = join(folder, "mutant.gguf");
const file = readFileSync(model);
const { values, headerBytes } = scanHeader(file, file.length);
const keys = [...values.keys()];
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

let child: ChildProcess | undefined;
for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(mutants); seed++) {
  writeFileSync(path, mutant(file, headerBytes, keys, seed));
  const startedAt = performance.now();
  const refusal = await readModelHeader(path).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof EngineError ? thrown.code : `untyped: ${thrown}`),
  );
  const ms = performance.now() - startedAt;
  if (ms > 2000) console.log(`seed ${seed}: the check took ${ms.toFixed(0)} ms`);
  if (refusal !== undefined) {
    count(`check: ${refusal}`);
    continue;
  }
  const outcome = await load();
  count(`loader: ${outcome}`);
  if (/crash|hang|untyped/.test(outcome)) console.log(`seed ${seed}: ${outcome}`);
}
child?.kill("SIGKILL");
rmSync(folder, { recursive: true });
for (const [what, number] of [...counts].sort()) console.log(`${String(number).padStart(6)}  ${what}`);
process.exit();

function load(): Promise<string> {
  child ??= fork(fileURLToPath(new URL("./fuzz-child.ts", import.meta.url)), [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href],
  });
  const running = child;
  let errors = "";
  running.stderr?.on("data", (bytes: Buffer) => {
    errors += bytes.toString();
  });
  return new Promise((resolve) => {
    const end = (outcome: string, alive: boolean) => {
      clearTimeout(timer);
      running.removeAllListeners();
      running.stderr?.removeAllListeners();
      if (!alive) {
        running.kill("SIGKILL");
        child = undefined;
      }
      resolve(outcome);
    };
    const timer = setTimeout(() => end("hang", false), 30_000);
    running.once("message", (outcome) => end(String(outcome), true));
    running.once("exit", (code, signal) => {
      end(
        `crash ${signal ?? code}: ${errors.split("\n").find((line) => /ASSERT|what\(\)|rror/.test(line)) ?? ""}`,
        false,
      );
    });
    running.send(path);
  });
}
