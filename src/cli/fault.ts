/** What became of an error: a sentence for people, an exit code, and the failure that machines read. */
import { CommanderError } from "commander";
import { type ExitCode, exitCodes, UsageError } from "./exit.ts";
import { interrupted, interruptSignal } from "./interrupt.ts";
import { printable, styleFor } from "./terminal.ts";
import { inFlags } from "./words.ts";

/** Errors of the library that say the command was given something that can't be used. */
const usageErrors: ReadonlySet<string> = new Set(["SchemaError", "PlanOptionError", "ExampleError"]);

const interruption = "Interrupted before it was done.";

/** Says on stderr what went wrong, in one sentence, and the exit code that goes with it. */
export function reportFault(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.valid : exitCodes.usage;
  if (interrupted()) {
    process.stderr.write(`${styleFor(process.stderr).red("aborted:")} ${interruption}\n`);
    return exitCodes.interrupted;
  }
  process.stderr.write(`${styleFor(process.stderr).red("error:")} ${printable(sentenceOf(error))}\n`);
  if (process.env.SLUICE_DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  return isWrongUse(error) ? exitCodes.usage : exitCodes.engine;
}

/** The same as the `failure` of a result: kind `aborted`, `usage` or `engine`, the latter two with the error's code, if it has one. */
export function failureOf(error: unknown): Readonly<Record<string, unknown>> {
  if (interrupted()) return { kind: "aborted", reason: interruptSignal().reason, message: interruption };
  const { code } = error as Error & { code?: unknown };
  const kind = isWrongUse(error) ? "usage" : "engine";
  return { kind, ...(typeof code === "string" && { code }), message: sentenceOf(error) };
}

/** The command line's own words stay; so do a schema's, whose names may look like options. */
function sentenceOf(error: unknown): string {
  const { name, message } = error as Error;
  return error instanceof UsageError || name === "SchemaError" ? message : inFlags(message);
}

function isWrongUse(error: unknown): boolean {
  const { name, code } = error as Error & { code?: unknown };
  return error instanceof UsageError || usageErrors.has(name) || code === "bad-option";
}
