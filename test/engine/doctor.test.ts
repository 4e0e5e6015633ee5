import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { probe } from "../../src/engine/doctor/doctor.ts";
import { builds, doctor } from "../../src/engine/index.ts";
import { codeOf, embedded, temporaryFolder } from "./helpers.ts";

const folder = temporaryFolder();

test("tells what this computer can run", async () => {
  // As it's built: from source each of its processes would compile the engine anew.
  const built = new URL("../../dist/engine/index.js", import.meta.url).href;
  const { doctor }: typeof import("../../src/engine/index.ts") = await import(/* @vite-ignore */ built);
  const report = await doctor({ model: "embedded", build: "cpu", threads: 1 });
  expect(report.node).toEqual({ version: process.versions.node, supported: true });
  expect(report.cpu.threads).toBeGreaterThan(0);
  expect(report.memory.total).toBeGreaterThan(report.memory.free);
  expect(report.nodeLlamaCpp).toMatch(/^\d+\.\d+\.\d+$/);
  expect(report.builds.map(({ build }) => build)).toEqual(builds);
  for (const { usable, reason, devices, build } of report.builds) {
    if (build === "cpu") expect(usable).toBe(true);
    expect(usable ? undefined : reason).toBe(reason);
    if (!usable) expect(devices).toEqual([]);
  }
  expect(report.model).toMatchObject({ model: "embedded", path: embedded, loads: true, build: "cpu", threads: 1 });
  expect(report.model.tokensPerSecond).toBeGreaterThan(0);
});

test("a model that can't be used is a finding, not an error", async () => {
  const path = join(folder, "text.gguf");
  writeFileSync(path, "this is text");
  const { model, builds: found } = await doctor({ model: path, timeoutMs: 1 });
  expect(found.every(({ usable }) => !usable)).toBe(true);
  expect(model.loads).toBe(false);
  expect(model.reason).toMatch(/isn't a GGUF file/);
});

test("a probe that hangs is ended", async () => {
  const answer = await probe({ kind: "build", build: "cpu" }, 1);
  expect(answer).toEqual({ reason: "It gave no answer within 0.001 s." });
});

test("a crash is reported with its last words", async () => {
  const crash = join(folder, "crash.cjs");
  writeFileSync(
    crash,
    `process.on("message", () => { process.stderr.write("GGML_ASSERT(sense) failed\\n", () => process.abort()); });`,
  );
  vi.stubEnv("NODE_OPTIONS", `--require ${crash}`);
  const answer = await probe({ kind: "build", build: "cpu" }, 60_000);
  vi.unstubAllEnvs();
  expect(answer).toEqual({ reason: "The native library crashed (SIGABRT): GGML_ASSERT(sense) failed." });
});

test("can be aborted", async () => {
  expect(await codeOf(doctor({ signal: AbortSignal.abort() }))).toBe("aborted");
});
