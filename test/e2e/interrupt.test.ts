import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { bin } from "./cli.ts";

interface Interrupted {
  /** As a shell sees it: 128 and the signal's number for a process that a signal ended. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line and, once `moment` resolves, sends a signal to it and to all processes it started, as Ctrl-C in a
 * terminal does.
 */
async function interrupted(
  args: readonly string[],
  moment: (child: ChildProcess) => Promise<void>,
  signals: readonly NodeJS.Signals[] = ["SIGINT"],
): Promise<Interrupted> {
  const child = spawn(process.execPath, [bin, ...args], { detached: true, env: { ...process.env, SLUICE_MODEL: "" } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes) => (stdout += bytes));
  child.stderr.on("data", (bytes) => (stderr += bytes));
  const status = new Promise<number>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
  await moment(child);
  for (const signal of signals) process.kill(-child.pid!, signal);
  return { status: await status, stdout, stderr };
}

/** The process in which node-llama-cpp tries its binary is there. */
async function triesBinary({ pid }: ChildProcess): Promise<void> {
  while (readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8") === "") await wait(1);
}

/** It was there and is gone. */
async function loads(child: ChildProcess): Promise<void> {
  await triesBinary(child);
  while (readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8") !== "") await wait(1);
}

async function writes(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => child.stdout!.once("data", resolve));
}

const plan = ["plan", "--seed", "1", "--threads", "1", "Move house"];
const hasProc = existsSync("/proc/self/task");
if (!hasProc) console.warn("SKIPPED: when a command loads is seen through /proc, which isn't here");

describe.runIf(hasProc)("Ctrl-C while a model loads", () => {
  it.each([
    ["its binary is tried", triesBinary, ["SIGINT"]],
    ["its binary is tried, twice", triesBinary, ["SIGINT", "SIGINT"]],
    ["it is read", loads, ["SIGINT"]],
  ] as const)("as %s: exit code 130 and at most a line", async (_, moment, signals) => {
    const { status, stdout, stderr } = await interrupted(plan, moment, signals);
    expect(stderr).toMatch(/^(aborted: .*\n)?$/);
    expect(stdout).toBe("");
    expect(status).toBe(130);
  });

  it.each([
    ["once", ["SIGINT"]],
    ["twice", ["SIGINT", "SIGINT"]],
  ] as const)("ends with one last event and the counts so far: %s", async (_, signals) => {
    const { status, stdout, stderr } = await interrupted([...plan, "-o", "events", "--stats"], triesBinary, signals);
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({
      type: "result",
      ok: false,
      failure: { kind: "aborted", reason: "SIGINT" },
    });
    expect(JSON.parse(stderr.trimEnd().split("\n").at(-1)!)).toMatchObject({ seed: 1, tokens: 0, finish: "aborted" });
  });

  it("stops an examination", async () => {
    const { status, stdout, stderr } = await interrupted(["doctor"], triesBinary);
    expect(stderr).toMatch(/^(aborted: .*\n)?$/);
    expect(stdout).toBe("");
    expect(status).toBe(130);
  });
});

describe("Ctrl-C while a model writes", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("keeps what was complete (%s)", async (signal) => {
    const { status, stdout } = await interrupted([...plan, "-o", "events"], writes, [signal]);
    expect(status).toBe(130);
    const last = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
    expect(last).toMatchObject({ type: "result", ok: false, failure: { kind: "aborted", reason: signal } });
  });
});
