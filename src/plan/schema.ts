/** The task-plan contract: the one place that says what a plan is. */
import type { JsonSchema } from "../schema/index.ts";
import { readCount, readTools } from "./options.ts";

/** How much harm a step can do. */
export type RiskLevel = "low" | "medium" | "high";

/** The risk levels, from harmless to harmful. */
export const riskLevels = ["low", "medium", "high"] as const satisfies readonly RiskLevel[];

/** One step of a plan. */
export interface PlanStep {
  /** `S` and a number without leading zeros; unique in the plan. */
  readonly id: string;
  /** 1 to 80 characters. */
  readonly title: string;
  /** 1 to 500 characters. */
  readonly description: string;
  /** Ids of the steps that must be done before this one. */
  readonly dependencies: readonly string[];
  /** The registered tool to use; null for none. */
  readonly tool_hint: string | null;
  /** What is there when the step is done, so that it can be checked; 1 to 300 characters. */
  readonly expected_output: string;
  readonly risk_level: RiskLevel;
}

/** A plan that satisfies the contract, defaults filled in. */
export interface Plan {
  /** 1 to 500 characters. */
  readonly objective: string;
  readonly assumptions: readonly string[];
  /** 1 to 20 steps. */
  readonly steps: readonly PlanStep[];
  /** At least one. */
  readonly completion_criteria: readonly string[];
}

/** The bounds of the contract. Lengths in code points. */
export const planLimits = {
  steps: 20,
  objective: 500,
  title: 80,
  description: 500,
  expected_output: 300,
} as const;

/** Narrows the contract. */
export interface PlanSchemaOptions {
  /** Registered tools: `tool_hint` must be one of them or null. Default: any string. */
  readonly tools?: readonly string[];
  /** Most steps, 1 to 20. Default 20. */
  readonly maxSteps?: number;
}

/**
 * The task-plan contract as JSON Schema 2020-12. What a schema can't say (ids, order, cycles, risk, worth) is checked by
 * `checkPlan`.
 * @throws {PlanOptionError} for tools or a count that can't be used
 */
export function planSchema(options: PlanSchemaOptions = {}): JsonSchema & object {
  const maxSteps = readCount("maxSteps", options.maxSteps ?? planLimits.steps, 1, planLimits.steps);
  const tool = options.tools ? { enum: [...readTools(options.tools), null] } : { type: ["string", "null"] };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "TaskPlan",
    description: "A plan: steps that a program can run in the order of their dependencies.",
    type: "object",
    properties: {
      objective: text(planLimits.objective, "What is true when the plan is done"),
      assumptions: {
        type: "array",
        items: { type: "string" },
        default: [],
        description: "What the plan takes for granted",
      },
      steps: {
        type: "array",
        minItems: 1,
        maxItems: maxSteps,
        items: {
          type: "object",
          properties: {
            id: { type: "string", pattern: "^S[1-9][0-9]*$", description: "S1, S2, S3 and so on" },
            title: text(planLimits.title, "The step in a few words"),
            description: text(planLimits.description, "What to do, with what and where"),
            dependencies: {
              type: "array",
              items: { type: "string" },
              default: [],
              description: "Ids of the steps that must be done before",
            },
            tool_hint: { ...tool, default: null, description: "The registered tool to use, or null" },
            expected_output: text(planLimits.expected_output, "What can be checked when the step is done"),
            risk_level: { enum: [...riskLevels], default: "low", description: "How much harm the step can do" },
          },
          required: ["id", "title", "description", "expected_output"],
          additionalProperties: false,
        },
        description: "What to do, in order",
      },
      completion_criteria: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        description: "How to tell that the objective is reached",
      },
    },
    required: ["objective", "steps", "completion_criteria"],
    additionalProperties: false,
  };
}

function text(maxLength: number, description: string) {
  return { type: "string", minLength: 1, maxLength, description };
}
