/**
 * Shows a run: live on a terminal's stderr while the model writes, then the result on stdout in the form asked for.
 * stdout never holds anything but the result (or the events), so it can be piped.
 */
import type { GenerateStats } from "../engine/index.ts";
import type { FailedResult, Run, RunRecord } from "../run/index.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import type { Pace } from "./plan-view.ts";
import { LiveRegion, printable, printLine, type Style, styleFor, visibleJson, widthOf } from "./terminal.ts";
import { inFlags } from "./words.ts";

export type RunOutput = "text" | "json" | "events";

type Finished<Value> = { readonly ok: true; readonly value: Value; readonly record: RunRecord };

export interface ShowOptions<Part, Result> {
  readonly output: RunOutput;
  readonly stats: boolean;
  /** Lines of the live view. */
  frame(partial: Part | undefined, pace: Pace, style: Style, width: number, height: number): readonly string[];
  /** Lines of a finished result, for `text`. */
  text(result: Result, style: Style, width: number): readonly string[];
}

/** Follows a run to its end, prints what was asked for, and says how it went as an exit code. */
export async function showRun<Part, Value, Result extends Finished<Value>>(
  run: Run<Part, Result | FailedResult<Part>>,
  options: ShowOptions<Part, Result>,
): Promise<ExitCode> {
  const region = new LiveRegion(process.stderr);
  if (options.output === "events") run.onAny((event) => printLine(event));
  else if (region.active) follow(run, region, options);
  let result: Result | FailedResult<Part>;
  try {
    result = await run;
  } finally {
    region.clear();
  }
  if (options.output === "events") printLine({ type: "result", ...withoutStats(result) });
  else {
    if (result.ok) printResult(result, options);
    else explain(result);
    warn(result.record);
  }
  if (options.stats) process.stderr.write(`${JSON.stringify(statsLine(result.record.stats))}\n`);
  return exitCode(result);
}

function follow<Part, Result>(run: Run<Part, unknown>, region: LiveRegion, { frame }: ShowOptions<Part, Result>): void {
  const style = styleFor(process.stderr);
  let started = 0;
  run.on("text", ({ tokens }) => {
    started ||= performance.now();
    region.draw((width, height) => {
      const seconds = (performance.now() - started) / 1000;
      const { fraction } = run;
      const pace: Pace = {
        tokens,
        tokensPerSecond: seconds > 0.2 ? (tokens - 1) / seconds : 0,
        ...(fraction !== undefined && { fraction }),
      };
      return frame(run.partial, pace, style, width, height);
    });
  });
}

function printResult<Part, Result extends Finished<unknown>>(result: Result, options: ShowOptions<Part, Result>): void {
  if (options.output === "json") printLine(result.value);
  else {
    const lines = options.text(result, styleFor(process.stdout), widthOf(process.stdout));
    process.stdout.write(`${lines.join("\n")}\n`);
  }
}

/** Says on stderr what went wrong and what was known by then. */
function explain<Part>({ failure, partial }: FailedResult<Part>): void {
  const style = styleFor(process.stderr);
  process.stderr.write(`${style.red(failure.kind)}: ${printable(inFlags(failure.message))}\n`);
  if (failure.kind === "invalid") {
    for (const error of failure.errors) process.stderr.write(`  ${error.gate}: ${printable(error.message)}\n`);
  }
  if (partial !== undefined) process.stderr.write(`Known by then, not finished:\n${visibleJson(partial, 2)}\n`);
}

/** What was written and isn't quite what the value says: a number that lost digits, say. */
function warn({ warnings }: RunRecord): void {
  const style = styleFor(process.stderr);
  for (const { kind, line, column, message } of warnings) {
    const place = `${kind} at line ${line}, column ${column}`;
    process.stderr.write(`${style.yellow("warning:")} ${place}: ${printable(message)}\n`);
  }
}

function exitCode(result: { ok: true } | FailedResult<unknown>): ExitCode {
  if (result.ok) return exitCodes.valid;
  return result.failure.kind === "aborted" ? exitCodes.interrupted : exitCodes.invalid;
}

function withoutStats<Part>(result: Finished<unknown> | FailedResult<Part>): Record<string, unknown> {
  const { stats: _, ...record } = result.record;
  if (result.ok) return { ...result, record };
  return { ...result, failure: { ...result.failure, message: inFlags(result.failure.message) }, record };
}

/** The documented line of `--stats`: exactly these fields, in this order. */
export function statsLine(stats: GenerateStats): Record<keyof GenerateStats, string | number> {
  const { model, constraint, seed, promptTokens, tokens, forced, evaluations, reevaluated, rollbacks } = stats;
  const { loadMs, firstTokenMs, decodeMs, finish } = stats;
  return {
    ...{ model, constraint, seed, promptTokens, tokens, forced, evaluations, reevaluated, rollbacks },
    ...{ loadMs: Math.round(loadMs), firstTokenMs: Math.round(firstTokenMs), decodeMs: Math.round(decodeMs), finish },
  };
}
