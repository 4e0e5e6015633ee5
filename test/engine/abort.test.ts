import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const child = fileURLToPath(new URL("./abort-child.ts", import.meta.url));

/** Runs one task of the child to the end of its process; one that never ends is killed, and has no exit code. */
function run(task: string): Promise<{ lines: string[]; stderr: string; code: number | null }> {
  const process_ = spawn(process.execPath, ["--import", "tsx", child, task], { timeout: 50_000 });
  let stdout = "";
  let stderr = "";
  process_.stdout.on("data", (bytes) => (stdout += bytes));
  process_.stderr.on("data", (bytes) => (stderr += bytes));
  return new Promise((resolve) => {
    process_.on("close", (code) => resolve({ lines: stdout.trim().split("\n"), stderr, code }));
  });
}

const hasProc = existsSync("/proc/self/task");
if (!hasProc) console.warn("SKIPPED: what happens to the test process is seen through /proc, which isn't here");

describe("a signal while a model loads", () => {
  test("ends it whenever it fires, and leaves nothing behind that keeps the process alive", async () => {
    const { lines, stderr, code } = await run("looks");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines).toEqual([...lines.slice(1).map(() => "aborted"), "embedded"]);
  });

  test.runIf(hasProc)("is what counts when Ctrl-C ended the test process as well", async () => {
    expect(await run("interrupted")).toEqual({ lines: ["aborted"], stderr: "", code: 0 });
  });
});

test.runIf(hasProc)(
  "a test process that breaks is an error, not a stack trace on the screen, and not remembered",
  async () => {
    expect(await run("broken")).toEqual({ lines: ["build-unavailable", "embedded"], stderr: "", code: 0 });
  },
);
