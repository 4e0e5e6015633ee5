/**
 * Shows a run: live on a terminal's stderr while the model writes, then the result on stdout in the form asked for.
 * stdout never holds anything but the result (or the events), so it can be piped.
 */
import type { Engine, EngineError, GenerateStats } from "../engine/index.ts";
import type { FailedResult, Run, RunRecord } from "../run/index.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import { failureOf, reportFault } from "./fault.ts";
import { beforeEnd } from "./interrupt.ts";
import type { ModelFlags } from "./model-options.ts";
import type { Pace } from "./plan-view.ts";
import { LiveRegion, printable, printLine, type Style, styleFor, visibleJson, widthOf } from "./terminal.ts";
import { inFlags } from "./words.ts";

export type RunOutput = "text" | "json" | "events";

type Finished<Value> = { readonly ok: true; readonly value: Value; readonly record: RunRecord };

export interface ShowOptions<Part, Result> {
  readonly output: RunOutput;
  readonly flags: ModelFlags;
  /** Lines of the live view. */
  frame(partial: Part | undefined, pace: Pace, style: Style, width: number, height: number): readonly string[];
  /** Lines of a finished result, for `text`. */
  text(result: Result, style: Style, width: number): readonly string[];
}

/**
 * Lets a model write once it's loaded, follows the run to its end, prints what was asked for, and says how it went as an
 * exit code. However it ends, an error or an interrupt while the model loads included, the last event says how, and the
 * counts so far are printed.
 */
export async function showRun<Part, Value, Result extends Finished<Value>>(
  loading: Promise<Engine>,
  begin: (model: Engine) => Run<Part, Result | FailedResult<Part>>,
  options: ShowOptions<Part, Result>,
): Promise<ExitCode> {
  const region = new LiveRegion(process.stderr);
  let run: ReturnType<typeof begin> | undefined;
  let tokens = 0;
  const fail = (error?: unknown) => {
    const stats = (error as EngineError | undefined)?.stats ?? { ...nothingWritten(options.flags), tokens };
    tellFailure(failureOf(error), run?.partial, stats, options);
  };
  const unheard = beforeEnd(fail);
  let model: Engine | undefined;
  try {
    model = await loading;
    run = begin(model);
    run.on("text", (event) => {
      tokens = event.tokens;
    });
    if (options.output === "events") run.onAny((event) => printLine(event));
    else if (region.active) follow(run, region, options);
    const result = await run;
    region.clear();
    unheard();
    return tellResult(result, options);
  } catch (error) {
    region.clear();
    unheard();
    const code = reportFault(error);
    if (options.output !== "events") tellPartial(run?.partial);
    fail(error);
    return code;
  } finally {
    await model?.dispose();
  }
}

function tellResult<Part, Value, Result extends Finished<Value>>(
  result: Result | FailedResult<Part>,
  options: ShowOptions<Part, Result>,
): ExitCode {
  if (options.output === "events") printLine({ type: "result", ...withoutStats(result) });
  else {
    if (result.ok) printResult(result, options);
    else explain(result);
    warn(result.record);
  }
  if (options.flags.stats) printStats(result.record.stats);
  return exitCode(result);
}

/** What's told to machines of a run that has no result. */
function tellFailure<Part, Result>(
  failure: Readonly<Record<string, unknown>>,
  partial: Part | undefined,
  stats: Stats,
  { output, flags }: ShowOptions<Part, Result>,
): void {
  if (output === "events") printLine({ type: "result", ok: false, failure, partial });
  if (flags.stats) printStats(failure.kind === "aborted" ? { ...stats, finish: "aborted" } : stats);
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
  tellPartial(partial);
}

function tellPartial(partial: unknown): void {
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

/** The counts of a run that ended before there were any. The seed isn't known unless it's given. */
function nothingWritten({ model, seed, constraint }: ModelFlags): Stats {
  const none = { promptTokens: 0, tokens: 0, forced: 0, evaluations: 0, reevaluated: 0, rollbacks: 0, erased: 0 };
  const asked = model ?? (process.env.SLUICE_MODEL || "embedded");
  const times = { loadMs: 0, firstTokenMs: 0, decodeMs: 0 };
  return { model: asked, constraint, seed: seed ?? null, ...none, withheld: 0, ...times, finish: "failed" };
}

type Stats = Omit<GenerateStats, "seed"> & { readonly seed: number | null };

function printStats(stats: Stats): void {
  process.stderr.write(`${JSON.stringify(statsLine(stats))}\n`);
}

/** The documented line of `--stats`: exactly these fields, in this order. */
function statsLine(stats: Stats): Record<keyof GenerateStats, string | number | null> {
  const { model, constraint, seed, promptTokens, tokens, forced, evaluations, reevaluated } = stats;
  const { rollbacks, erased, withheld, loadMs, firstTokenMs, decodeMs, finish } = stats;
  return {
    ...{ model, constraint, seed, promptTokens, tokens, forced, evaluations, reevaluated },
    ...{ rollbacks, erased, withheld },
    ...{ loadMs: Math.round(loadMs), firstTokenMs: Math.round(firstTokenMs), decodeMs: Math.round(decodeMs), finish },
  };
}
