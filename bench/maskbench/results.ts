/** Reads what the harness wrote about one engine, and counts it as MaskBench does. */

/** How an engine did at one schema; the last failing instance names the class of an error (MaskBench's rule). */
const statuses = [
  "pass",
  "compile_error",
  "validation_error",
  "invalidation_error",
  "crash",
  "oom",
  "timeout",
] as const;
export type Status = (typeof statuses)[number];

/** One schema's line in the harness's `results.jsonl`. */
export interface Result {
  readonly id: string;
  readonly status: Status;
  /** Time of compiling, in microseconds; left out where it failed. */
  readonly compileUs?: number;
  /** Time of each mask, check and advance, in microseconds. */
  readonly maskUs: readonly number[];
  /** Valid instances that were refused, or that failed. */
  readonly validRefused: number;
  readonly invalidAccepted: number;
}

/** Times in the unit of what they were made of. */
export interface Spread {
  readonly p50: number;
  readonly mean: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export interface Figures {
  readonly schemas: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Schemas that accept at least one invalid instance. */
  readonly acceptingInvalid: number;
  /** Instances, over all schemas. */
  readonly invalidAccepted: number;
  readonly validRefused: number;
  /** How many masks were made. */
  readonly masks: number;
  /** Microseconds a mask; left out where none was made. */
  readonly maskUs?: Spread;
  /** Microseconds of compiling; a schema that reached the time limit counts with the limit, as in MaskBench. */
  readonly compileUs?: Spread;
}

/** A line that the harness can't have written. */
export class ResultError extends Error {
  override readonly name = "ResultError";
}

/**
 * Reads a `results.jsonl`. The last line counts only once its line break is there: a run that was stopped may have left
 * a part of one, and does that schema again.
 *
 * @returns results by schema, in the order of the file
 * @throws ResultError for a line that isn't a result
 */
export function parseResults(text: string): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    const result = parseResult(line, index + 1);
    results.set(result.id, result);
  }
  return results;
}

function parseResult(line: string, number: number): Result {
  const wrong = (what: string) => new ResultError(`line ${number} of the results: ${what}: ${line.slice(0, 80)}`);
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    throw wrong("not JSON");
  }
  const { id, status, ttfm_us, mask_us = [], failures = [] } = Object(read) as Record<string, unknown>;
  if (typeof id !== "string") throw wrong("no id");
  if (!statuses.includes(status as Status)) throw wrong("an unknown status");
  if (!Array.isArray(mask_us) || !mask_us.every((time) => Number.isFinite(time))) throw wrong("no list of times");
  if (!Array.isArray(failures)) throw wrong("no list of failures");
  const failed = (kind: string) => failures.filter((failure) => Object(failure).kind === kind).length;
  return {
    id,
    status: status as Status,
    ...(status !== "compile_error" && typeof ttfm_us === "number" && ttfm_us > 0 && { compileUs: ttfm_us }),
    maskUs: mask_us,
    validRefused: failed("validation"),
    invalidAccepted: failed("invalidation"),
  };
}

/** @param timeLimit in seconds: what a schema that reached it counts with among the compile times */
export function figuresOf(results: readonly Result[], timeLimit: number): Figures {
  const byStatus = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of results) byStatus[status]++;
  const compile = results.flatMap(({ compileUs }) => compileUs ?? []);
  for (let late = 0; late < byStatus.timeout; late++) compile.push(timeLimit * 1e6);
  const masks = sortedMasks(results);
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    schemas: results.length,
    byStatus,
    acceptingInvalid: results.filter(({ invalidAccepted }) => invalidAccepted > 0).length,
    invalidAccepted: sum(({ invalidAccepted }) => invalidAccepted),
    validRefused: sum(({ validRefused }) => validRefused),
    masks: masks.length,
    ...(masks.length > 0 && { maskUs: spreadOf(masks) }),
    ...(compile.length > 0 && { compileUs: spreadOf(Float64Array.from(compile).sort()) }),
  };
}

export function sortedMasks(results: readonly Result[]): Float64Array {
  const masks = new Float64Array(results.reduce((total, { maskUs }) => total + maskUs.length, 0));
  let length = 0;
  for (const { maskUs } of results) {
    masks.set(maskUs, length);
    length += maskUs.length;
  }
  return masks.sort();
}

/** @param sorted not empty; a percentile is the value at `floor(n × p / 100)`, as MaskBench takes it */
export function spreadOf(sorted: Float64Array): Spread {
  const at = (percent: number) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { p50: at(50), mean, p90: at(90), p99: at(99), p999: at(99.9), max: at(100) };
}

/** Where {@link slowerThan} looks: 20 times a decade from 1 µs to 100 s, as powers of ten. */
const perDecade = 20;

/**
 * How many masks took longer than each of a row of times, as `[µs, masks]`; it ends with the first that none did.
 *
 * @param sorted times in microseconds
 */
export function slowerThan(sorted: Float64Array): (readonly [number, number])[] {
  const steps: (readonly [number, number])[] = [];
  let at = 0;
  for (let step = 0; step <= 8 * perDecade; step++) {
    const limit = 10 ** (step / perDecade);
    while (at < sorted.length && sorted[at]! <= limit) at++;
    steps.push([Number(limit.toPrecision(4)), sorted.length - at]);
    if (at === sorted.length) break;
  }
  return steps;
}

/** The ids that every engine has a result for, in the order of the first. */
export function commonTo(
  runs: readonly ReadonlyMap<string, Result>[],
  wanted: (result: Result) => boolean = () => true,
) {
  const [first, ...others] = runs;
  return [...(first?.values() ?? [])]
    .filter((result) => wanted(result) && others.every((run) => run.has(result.id) && wanted(run.get(result.id)!)))
    .map(({ id }) => id);
}
