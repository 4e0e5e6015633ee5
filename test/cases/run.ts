/** Runs cases and says which fail, with what was wanted and what came. */
import { isDeepStrictEqual } from "node:util";
import { createValidator } from "../../src/contract/index.ts";
import { createExtractor, type ExtractorOptions, type ExtractResult } from "../../src/json/index.ts";
import {
  type CheckPlanOptions,
  checkPlan,
  defaultRiskRules,
  type PlanError,
  type RiskRule,
} from "../../src/plan/index.ts";
import { cutsOf } from "./cuts.ts";
import { type Case, type CaseRiskRule, type ExtractionCase, isExtraction, type PlanCase } from "./format.ts";

/** Why a case failed. */
export interface Failure {
  readonly id: string;
  readonly wanted: string;
  readonly came: string;
}

/** Runs one case; undefined if it passed. What is thrown is a failure of the case. */
export function runCase(item: Case, seed: number): Failure | undefined {
  try {
    return isExtraction(item) ? runExtraction(item, seed) : runPlan(item);
  } catch (thrown) {
    return { id: item.id, wanted: show(item.want), came: `thrown: ${thrown instanceof Error ? thrown.stack : thrown}` };
  }
}

// Extraction.

/** Kinds of repair, warning and error by our name, where the files have another. One to one within each mode. */
const theirNames: Readonly<Record<string, string>> = { "single-quote": "quote", "depth-limit": "depth" };

function runExtraction(item: ExtractionCase, seed: number): Failure | undefined {
  const options = optionsOf(item);
  for (const { name, chunks } of cutsOf(item.text, seed)) {
    const extractor = createExtractor(options);
    for (const chunk of chunks) extractor.write(chunk);
    const result = extractor.end();
    const fault = extractionFault(item.want, result);
    if (fault) return { id: item.id, wanted: show(item.want), came: `${name}: ${fault} in ${summary(result)}` };
  }
  return undefined;
}

function optionsOf({ mode, select, schema, allow }: ExtractionCase): ExtractorOptions {
  const validator = schema === undefined ? undefined : createValidator({ ...schema });
  return {
    ...(mode && { mode }),
    ...(select && { select }),
    ...(validator && { accepts: (value: unknown) => validator.validate(value).ok }),
    ...(allow && { allow: allow as NonNullable<ExtractorOptions["allow"]> }),
  };
}

/** What doesn't match, in words. */
function extractionFault(want: ExtractionCase["want"], result: ExtractResult): string | undefined {
  if (result.status !== want.status) return "another status";
  const values = result.documents.map((document) => document.value);
  const valuesMatter = want.status !== "complete" || want.values.length > 0;
  if (valuesMatter && !isDeepStrictEqual(values, want.values)) return "other values";
  if ("partial" in want && !isDeepStrictEqual(result.partial, want.partial)) return "another partial value";
  if (want.errorKind !== undefined && kind(result.error?.code ?? "") !== want.errorKind) return "another error";
  if (want.ownKeys && !hasOwnKeys(values[0], want.ownKeys)) return "other keys";
  const repairs = result.repairs.map((repair) => kind(repair.kind));
  if (want.repairs && !covers(repairs, want.repairs)) return "other repairs";
  const warnings = result.warnings.map((warning) => kind(warning.kind));
  if (want.warnings && !covers(warnings, want.warnings)) return "other warnings";
  return undefined;
}

function kind(name: string): string {
  return theirNames[name] ?? name;
}

/** Just these own keys, in this order, and none that come from a prototype that a text has put there. */
function hasOwnKeys(value: unknown, keys: readonly string[]): boolean {
  if (typeof value !== "object" || value === null || !isDeepStrictEqual(Object.keys(value), keys)) return false;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === null || prototype === Object.prototype) && !("admin" in {});
}

/** All wanted kinds are there; if none is wanted, none is. */
function covers(kinds: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 ? kinds.length === 0 : wanted.every((name) => kinds.includes(name));
}

function summary({ status, documents, partial, error, warnings, repairs }: ExtractResult): string {
  return show({
    status,
    values: documents.map((document) => document.value),
    ...(partial === undefined ? {} : { partial }),
    ...(error && { error: error.code }),
    warnings: warnings.map((warning) => warning.kind),
    repairs: repairs.map((repair) => repair.kind),
  });
}

// Plans.

function runPlan(item: PlanCase): Failure | undefined {
  const { want } = item;
  const result = checkPlan(item.plan, planOptions(item));
  const failure = (came: string): Failure => ({ id: item.id, wanted: show(want), came });
  if (!result.ok) {
    if (want.ok) return failure(show(result.errors));
    const lacking = (want.errors ?? []).find((error) => !isReported(error, result.errors));
    return lacking && failure(`no error like ${show(lacking)} in ${show(result.errors)}`);
  }
  if (!want.ok) return failure("the plan is ok");
  const sameWaves = !want.waves || isDeepStrictEqual(result.waves.map(sorted), want.waves.map(sorted));
  const samePath = !want.criticalPath || isDeepStrictEqual(result.criticalPath, want.criticalPath);
  const sameDefaults = !want.defaults || isDeepStrictEqual(sorted(result.defaults), sorted(want.defaults));
  if (sameWaves && samePath && sameDefaults) return undefined;
  const { waves, criticalPath, defaults } = result;
  return failure(show({ waves, criticalPath, defaults }));
}

function planOptions({ tools, order, riskRules, request }: PlanCase): CheckPlanOptions {
  return {
    ...(tools && { tools }),
    ...(order && { order }),
    ...(riskRules && { riskRules: riskRules === "default" ? defaultRiskRules : riskRules.map(readRule) }),
    ...(request !== undefined && { request }),
  };
}

function readRule({ pattern, words, atLeast, level }: CaseRiskRule): RiskRule {
  return { pattern: pattern ?? words ?? [], atLeast: atLeast ?? level ?? "high" };
}

/**
 * Whether an error is among those reported. Names may be spread over several errors of one place and rule, as ajv does
 * with missing properties, or listed in one.
 */
function isReported(wanted: Readonly<Record<string, unknown>>, errors: readonly PlanError[]): boolean {
  const { names, ...rest } = wanted;
  const alike = errors.filter((error) =>
    Object.entries(rest).every(([field, value]) => isDeepStrictEqual(error[field as keyof PlanError], value)),
  );
  if (names === undefined) return alike.length > 0;
  return alike.some((error) => {
    const group = alike.filter((other) => other.keyword === error.keyword && other.path === error.path);
    const wantedNames = sorted(names as string[]);
    return [error.names ?? [], group.flatMap((other) => other.names ?? [])].some((some) =>
      isDeepStrictEqual(sorted(some), wantedNames),
    );
  });
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort();
}

/** JSON, on one line that a terminal can bear. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} characters)` : text;
}
