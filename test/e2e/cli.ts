/**
 * Runs the built command line as a user does: its own process, its exit code, its two streams. And, where a process of
 * its own makes no difference, within the test.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, vi } from "vitest";
import { main } from "../../src/cli/main.ts";

/** The command, as npm installs it. */
export const bin = fileURLToPath(new URL("../../bin/sluice.js", import.meta.url));
if (!existsSync(new URL("../../dist/cli/main.js", import.meta.url))) {
  throw new Error("The command line isn't built: run `npm run build` (`npm test` does).");
}

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly input?: string;
  readonly env?: Record<string, string>;
  /** Called with everything on stdout so far; a signal it returns is sent to the process, once. */
  readonly interruptWhen?: (stdout: string) => NodeJS.Signals | undefined;
}

export function sluice(args: readonly string[], { input, env, interruptWhen }: CliOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, SLUICE_MODEL: "", ...env } });
  let stdout = "";
  let stderr = "";
  let sent = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const signal = sent ? undefined : interruptWhen?.(stdout);
    if (signal) {
      sent = true;
      child.kill(signal);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A command that ends without reading its input is no fault of the test.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * The same without a process, for wrong use that's found before a model is loaded: a process begins to open the native
 * library as soon as it sees the command's name, and ends after a second, when that's done. Standard input can't be given.
 */
export async function sluiceHere(args: readonly string[]): Promise<CliRun> {
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  }
  vi.stubEnv("SLUICE_MODEL", "");
  const signals = ["SIGINT", "SIGTERM", "uncaughtException"] as const;
  const before = signals.map((signal) => process.listeners(signal as NodeJS.Signals));
  try {
    const code = await main(args);
    return { code, ...written };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    signals.forEach((signal, index) => {
      for (const listener of process.listeners(signal as NodeJS.Signals)) {
        if (!before[index]!.includes(listener)) process.off(signal, listener);
      }
    });
  }
}

/** The lines of a text that holds one JSON value a line. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const folder = mkdtempSync(join(tmpdir(), "sluice-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file for a command to read; without content, a path where there is none. */
export function file(name: string, content?: unknown): string {
  const path = join(folder, name);
  const raw = typeof content === "string" || content instanceof Uint8Array;
  if (content !== undefined) writeFileSync(path, raw ? content : JSON.stringify(content));
  return path;
}

/** What every failure looks like: a sentence on stderr, nothing on stdout, no stack. */
export function expectFault(
  run: { code: number | null; stdout: string; stderr: string },
  code: number,
  says: RegExp,
): void {
  expect(run.stderr).toMatch(says);
  expect(run.stderr).not.toMatch(/\n\s+at /);
  expect(run.stdout).toBe("");
  expect(run.code).toBe(code);
}

/** A schema to write or compile. */
export const person = {
  type: "object",
  properties: { name: { type: "string", maxLength: 20 }, age: { type: "integer", minimum: 0, maximum: 130 } },
  required: ["name", "age"],
  additionalProperties: false,
};
