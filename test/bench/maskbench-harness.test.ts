import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Harness, HarnessError } from "../../bench/maskbench/harness.ts";
import { type Options, readOptions } from "../../bench/maskbench/options.ts";

/** Stands in for the harness: a line for each schema that isn't done; schema 3 of a seed of 3 never ends. */
const script = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
const option = (name) => process.argv[process.argv.indexOf("--" + name) + 1];
const file = option("out") + "/results.jsonl";
const done = existsSync(file) ? readFileSync(file, "utf8").split("\\n").filter(Boolean).map((line) => JSON.parse(line).id) : [];
if (option("seed") === "2") throw new Error("no such engine");
for (let id = 1; id <= Number(option("sample")); id++) {
  if (done.includes(String(id))) continue;
  if (id === 3 && option("seed") === "3") {
    const worker = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
    writeFileSync(option("out") + "/worker", String(worker.pid));
    await new Promise(() => setInterval(() => {}, 1000));
  }
  appendFileSync(file, JSON.stringify({ id: String(id), status: "pass" }) + "\\n");
}
`;
const engine = { id: "one", name: "one", peer: true, version: "1", adapter: "one.mjs", options: ["mode=strict"] };
const options = (...args: string[]) => readOptions(args) as Options;
let folder: string;
let work: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-harness-"));
  work = join(folder, "work");
  mkdirSync(work);
  writeFileSync(join(folder, "run.mjs"), script);
});
afterEach(() => rmSync(folder, { recursive: true }));

const harness = () => new Harness(folder, work);
const ids = () =>
  harness()
    .read(engine)
    .results.trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);

describe("running the harness", () => {
  it("goes on where it was stopped, the half line that was left taken off", async () => {
    expect(await harness().measure(engine, 2, options(), () => {})).toBe("done");
    const before = harness().read(engine).spent.seconds;
    appendFileSync(join(work, "one/results.jsonl"), '{"id":"3","sta');
    expect(await harness().measure(engine, 4, options(), () => {})).toBe("done");
    expect(ids()).toEqual(["1", "2", "3", "4"]);
    expect(harness().read(engine).spent.seconds).toBeGreaterThan(before);
  });

  it("doesn't mix results of different settings or versions", async () => {
    await harness().measure(engine, 1, options(), () => {});
    const otherClock = harness().measure(engine, 2, options("--clock", "wall"), () => {});
    await expect(otherClock).rejects.toThrow(HarnessError);
    await expect(otherClock).rejects.toThrow(/clock cpu, not wall/);
    const otherVersion = harness().measure({ ...engine, version: "2" }, 2, options(), () => {});
    await expect(otherVersion).rejects.toThrow(/version 1, not 2/);
    expect(ids()).toEqual(["1"]);
  });

  it("says why an engine failed", async () => {
    const outcome = await harness().measure(engine, 1, options("--seed", "2"), () => {});
    expect(outcome).toEqual({ failed: "Error: no such engine" });
  });

  // The harness itself counts memory by /proc.
  it.skipIf(process.platform !== "linux")("stops at once, and leaves no worker behind", async () => {
    const running = harness();
    const outcome = running.measure(engine, 5, options("--seed", "3"), () => {});
    const file = join(work, "one/worker");
    while (!existsSync(file) || readFileSync(file, "utf8") === "") await new Promise((done) => setTimeout(done, 20));
    const worker = Number(readFileSync(file, "utf8"));
    expect(ended(worker)).toBe(false);
    running.stop();
    expect(await outcome).toBe("stopped");
    for (let wait = 0; wait < 250 && !ended(worker); wait++) await new Promise((done) => setTimeout(done, 20));
    expect(ended(worker)).toBe(true);
    expect(ids()).toEqual(["1", "2"]);
    expect(await running.measure(engine, 5, options("--seed", "3"), () => {})).toBe("stopped");
  });
});

/** Whether a process is gone, or dead and only not yet taken note of by its parent. */
function ended(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return true;
  }
}
