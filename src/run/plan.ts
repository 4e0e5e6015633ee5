/** `plan`: a task plan for a goal, under a grammar that carries the plan's rules. */
import { compileGbnf } from "../gbnf/index.ts";
import { createExtractor } from "../json/index.ts";
import { checkPlan, type Plan, planPrompt, planWritingSchema } from "../plan/index.ts";
import type { Unfinished } from "../schema/index.ts";
import { judge } from "./judge.ts";
import type { FailedResult, RunRecord } from "./result.ts";
import { Run, type RunOptions } from "./run.ts";

export interface PlanOptions extends RunOptions {
  /** What the plan is for. */
  readonly goal: string;
  /** Tools a step may name. Default: none, so that every `tool_hint` is null. */
  readonly tools?: readonly string[];
  /** Most steps, 1 to 20. Default 20. */
  readonly maxSteps?: number;
}

/** A plan that passed every rule. */
export interface PlannedResult {
  readonly ok: true;
  readonly value: Plan;
  /** Steps that can run at the same time, in order. */
  readonly waves: readonly (readonly string[])[];
  /** The longest chain of steps that wait for each other. */
  readonly criticalPath: readonly string[];
  readonly record: RunRecord;
}

export type PlanResult = PlannedResult | FailedResult<Unfinished<Plan>>;

/**
 * Lets a model write a plan. Under the default constraint it can't write an unknown, repeated or later step as a
 * dependency, nor a tool that isn't given; every rule is checked again on the finished plan.
 */
export function plan(options: PlanOptions): Run<Unfinished<Plan>, PlanResult> {
  const { goal, tools = [], maxSteps } = options;
  const schema = planWritingSchema({ tools, ...(maxSteps !== undefined && { maxSteps }) });
  const check = (value: unknown) => checkPlan(value, { tools, order: "earlier", request: goal });
  const accepts = (value: unknown) => check(value).ok;
  const constrained = options.constraint !== "none";
  return new Run({
    options,
    extractor: createExtractor(
      constrained ? { wrappers: "none" } : { select: "schema", accepts: (value) => check(value).ok },
    ),
    request: {
      prompt: planPrompt({ goal, tools, contract: !constrained }),
      ...(constrained && { grammar: compileGbnf(schema).grammar }),
    },
    finish: (outcome) =>
      judge(
        outcome,
        check,
        ({ plan, waves, criticalPath }, record): PlannedResult => ({
          ok: true,
          value: plan,
          waves,
          criticalPath,
          record,
        }),
      ),
  });
}
