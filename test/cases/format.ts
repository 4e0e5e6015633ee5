/** The two formats of case files: what a model wrote and what a reader must get; a plan and what its check must say. */
import { readFileSync } from "node:fs";

/** A file that holds no cases. */
export class CaseFileError extends Error {
  override readonly name = "CaseFileError";
}

/** One case, of either format. */
export type Case = ExtractionCase | PlanCase;

interface AnyCase {
  readonly id: string;
  readonly note?: string;
}

/** What a model wrote, and what must be read from it. */
export interface ExtractionCase extends AnyCase {
  readonly text: string;
  readonly mode?: "strict" | "lenient";
  readonly select?: "first" | "last" | "all" | "schema";
  /** For `select: "schema"`: the document wanted validates against it. */
  readonly schema?: object;
  /** Repairs allowed by name. */
  readonly allow?: readonly string[];
  readonly want: {
    readonly status: "complete" | "truncated" | "none" | "error";
    /** The documents in order. Not looked at if empty while the status is `complete`. */
    readonly values: readonly unknown[];
    readonly partial?: unknown;
    readonly errorKind?: string;
    /** The first document's keys. */
    readonly ownKeys?: readonly string[];
    /** Kinds that must be reported; an empty list: none may be. */
    readonly repairs?: readonly string[];
    readonly warnings?: readonly string[];
  };
}

/** A risk rule as a file writes it: `words` for a list of them, `pattern` for an expression (or a list too). */
export interface CaseRiskRule {
  readonly pattern?: string | readonly string[];
  readonly words?: readonly string[];
  readonly atLeast?: "medium" | "high";
  /** The same as `atLeast`. */
  readonly level?: "medium" | "high";
}

/** A plan, or the text of one, and what its check must say. */
export interface PlanCase extends AnyCase {
  readonly plan: unknown;
  readonly tools?: readonly string[];
  readonly order?: "earlier" | "dag";
  /** Rules, or `"default"` for those of the package. */
  readonly riskRules?: "default" | readonly CaseRiskRule[];
  readonly request?: string;
  readonly want: {
    readonly ok: boolean;
    readonly waves?: readonly (readonly string[])[];
    readonly criticalPath?: readonly string[];
    readonly defaults?: readonly string[];
    /** Each must be among those reported: every field given must match. */
    readonly errors?: readonly Readonly<Record<string, unknown>>[];
  };
}

/**
 * Reads a file of cases.
 * @throws {CaseFileError} if it can't be read or isn't a list of cases
 */
export function readCases(path: string): Case[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new CaseFileError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (!Array.isArray(value) || value.length === 0) throw new CaseFileError(`${path} must hold a list of cases.`);
  const seen = new Set<string>();
  return value.map((item, index) => {
    const found = readCase(item, `${path}: case ${index}`);
    if (seen.has(found.id)) throw new CaseFileError(`${path}: the id ${JSON.stringify(found.id)} is there twice.`);
    seen.add(found.id);
    return found;
  });
}

/** Whether a case is about extraction; else it is about a plan. */
export function isExtraction(item: Case): item is ExtractionCase {
  return "text" in item;
}

function readCase(item: unknown, where: string): Case {
  if (!isObject(item)) throw new CaseFileError(`${where} must be an object.`);
  if (typeof item.id !== "string") throw new CaseFileError(`${where} must have an id.`);
  const named = `${where} (${item.id})`;
  if (!isObject(item.want)) throw new CaseFileError(`${named} must say what is wanted.`);
  if (typeof item.text === "string") {
    if (typeof item.want.status !== "string") throw new CaseFileError(`${named} must say which status is wanted.`);
    if (!Array.isArray(item.want.values)) throw new CaseFileError(`${named} must say which values are wanted.`);
    return item as unknown as ExtractionCase;
  }
  if (!("plan" in item)) throw new CaseFileError(`${named} has neither a text nor a plan.`);
  if (typeof item.want.ok !== "boolean") throw new CaseFileError(`${named} must say whether the plan is ok.`);
  return item as unknown as PlanCase;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
