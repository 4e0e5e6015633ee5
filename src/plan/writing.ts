/** The schema a model writes a plan under: the contract with its rules built in. */
import type { JsonSchema } from "../schema/index.ts";
import { readCount, readTools } from "./options.ts";
import { planLimits, riskLevels } from "./schema.ts";

/** Most characters (code points) and items a model may write, by field. All stay within the contract. */
export interface WritingLimits {
  /** Default 300, at most 500. */
  readonly objective?: number;
  /** Default 80, at most 80. */
  readonly title?: number;
  /** Default 300, at most 500. */
  readonly description?: number;
  /** Default 200, at most 300. */
  readonly expected_output?: number;
  /** Most assumptions: default 4, at most 20. */
  readonly assumptions?: number;
  /** Most completion criteria: default 4, at most 20. */
  readonly completion_criteria?: number;
  /** Characters of one assumption or criterion: default 160, at most 500. */
  readonly item?: number;
}

/** What a plan may be written with. */
export interface PlanWritingOptions {
  /** The registered tools. None: `tool_hint` can only be null. */
  readonly tools?: readonly string[];
  /** Most steps, 1 to 20. Default 20. */
  readonly maxSteps?: number;
  /** Bounds on text and lists, so that a small model can't run away. */
  readonly limits?: WritingLimits;
}

/**
 * The task-plan contract as a schema whose grammar carries the rules, for constrained decoding:
 * - steps are numbered S1, S2, … in order (a constant each), so no id can repeat or be missing;
 * - step k may depend only on S1 … S(k-1), each at most once, so no dependency can be unknown, repeated, on itself, on
 *   a later step or part of a cycle;
 * - `tool_hint` is a registered tool or null;
 * - every property is there, in a fixed order, so nothing is left to defaults.
 *
 * Whatever satisfies it passes `checkPlan` (order `earlier`) up to and including the gate `tool`.
 * @throws {PlanOptionError} for tools, a count or a limit that can't be used
 */
export function planWritingSchema(options: PlanWritingOptions = {}): JsonSchema & object {
  const tools = readTools(options.tools ?? []);
  const maxSteps = readCount("maxSteps", options.maxSteps ?? planLimits.steps, 1, planLimits.steps);
  const limit = (field: keyof WritingLimits, standard: number, most: number) =>
    readCount(`limits.${field}`, options.limits?.[field] ?? standard, 1, most);
  const item = text(limit("item", 160, 500));

  const stepText = {
    title: text(limit("title", planLimits.title, planLimits.title)),
    description: text(limit("description", 300, planLimits.description)),
    expected_output: text(limit("expected_output", 200, planLimits.expected_output)),
  };
  const ids = Array.from({ length: maxSteps }, (_, index) => `S${index + 1}`);
  const step = (id: string, index: number) =>
    closed({
      id: { const: id },
      title: stepText.title,
      description: stepText.description,
      dependencies: distinct(ids.slice(0, index)),
      tool_hint: tools.length === 0 ? { type: "null" } : { enum: [...tools, null] },
      expected_output: stepText.expected_output,
      risk_level: { enum: [...riskLevels] },
    });

  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...closed({
      objective: text(limit("objective", 300, planLimits.objective)),
      assumptions: { type: "array", items: item, maxItems: limit("assumptions", 4, 20) },
      steps: { type: "array", minItems: 1, prefixItems: ids.map(step), items: false },
      completion_criteria: { type: "array", items: item, minItems: 1, maxItems: limit("completion_criteria", 4, 20) },
    }),
  };
}

/** An object with just these properties, all of them. */
function closed(properties: Readonly<Record<string, unknown>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** A list of some of these names, none twice. */
function distinct(names: readonly string[]) {
  if (names.length === 0) return { type: "array", maxItems: 0 };
  return { type: "array", items: { enum: names }, uniqueItems: true };
}

function text(maxLength: number) {
  return { type: "string", minLength: 1, maxLength };
}
