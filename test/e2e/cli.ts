/** Runs the built command line as a user does: its own process, its exit code, its two streams. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../bin/sluice.js", import.meta.url));
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

/** The lines of a text that holds one JSON value a line. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
