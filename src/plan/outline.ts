/**
 * What can be read of a plan, valid or not: the gates after `schema` work on this, so that one renamed field doesn't
 * hide a cycle, and a model gets all its faults at once.
 */
import { type PlanStep, riskLevels } from "./schema.ts";

/** One step, as far as it can be read. What is missing or of the wrong type is undefined. */
export interface StepOutline {
  /** Position in the plan, from 0. */
  readonly index: number;
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly expected_output: string | undefined;
  readonly tool_hint: string | undefined;
  readonly risk_level: PlanStep["risk_level"] | undefined;
  /** By position in the list, so that errors can point at the item. */
  readonly dependencies: readonly (string | undefined)[];
}

/** A plan, as far as it can be read. */
export interface Outline {
  readonly objective: string | undefined;
  readonly assumptions: readonly (string | undefined)[];
  readonly completion_criteria: readonly (string | undefined)[];
  /** Undefined if there is no list of steps, or one so long that looking into it is pointless. */
  readonly steps: readonly StepOutline[] | undefined;
}

/** More steps than this aren't looked into: the contract allows 20. */
const mostSteps = 100;

/** Reads what can be read. */
export function outlineOf(value: unknown): Outline {
  const steps = own(value, "steps");
  return {
    objective: text(own(value, "objective")),
    assumptions: texts(own(value, "assumptions")),
    completion_criteria: texts(own(value, "completion_criteria")),
    steps: Array.isArray(steps) && steps.length <= mostSteps ? steps.map(stepOutline) : undefined,
  };
}

/** Steps whose ids can all be read; what refers to ids can be checked only then. */
export type IdentifiedStep = StepOutline & { readonly id: string };

/** Whether every step has an id. */
export function areIdentified(steps: readonly StepOutline[]): steps is readonly IdentifiedStep[] {
  return steps.every((step) => step.id !== undefined);
}

function stepOutline(value: unknown, index: number): StepOutline {
  const risk = own(value, "risk_level");
  return {
    index,
    id: text(own(value, "id")),
    title: text(own(value, "title")),
    description: text(own(value, "description")),
    expected_output: text(own(value, "expected_output")),
    tool_hint: text(own(value, "tool_hint")),
    risk_level: riskLevels.find((level) => level === risk),
    dependencies: texts(own(value, "dependencies")),
  };
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function texts(value: unknown): (string | undefined)[] {
  return Array.isArray(value) ? value.map(text) : [];
}
