/** `plan`: a task plan for a goal, under a grammar that carries the plan's rules. */
import { readFileSync } from "node:fs";
import type { Constraint, Vocabulary } from "../constraint/index.ts";
import { compileGbnf } from "../gbnf/index.ts";
import { createExtractor } from "../json/index.ts";
import { checkPlan, type Plan, planPrompt, planWritingSchema, type RiskRule } from "../plan/index.ts";
import { compileSchema, type JsonSchema, type Unfinished } from "../schema/index.ts";
import { constrained, maskFor } from "./constrain.ts";
import { judge } from "./judge.ts";
import type { FailedResult, RunRecord } from "./result.ts";
import { optionsOf, Run, type RunOptions } from "./run.ts";

/** What a plan's grammar depends on. */
export interface PlanContract {
  /** Tools a step may name. Default: none, so that every `tool_hint` is null. */
  readonly tools?: readonly string[];
  /** Most steps, 1 to 20. Default 20. */
  readonly maxSteps?: number;
}

/** A plan's contract made ready for any number of runs. */
export interface PreparedPlan {
  readonly tools: readonly string[];
  readonly schema: JsonSchema;
  readonly grammar: string;
  /** Makes the constraint on a model's tokens. */
  readonly mask: (vocabulary: Vocabulary) => Constraint;
}

export interface PlanOptions extends RunOptions, PlanContract {
  /** What makes a step dangerous; a step that matches must say so in its `risk_level`. Default: no rules. */
  readonly riskRules?: readonly RiskRule[];
  /** What the plan is for. */
  readonly goal: string;
  /** Made by `preparePlan`; stands for `tools` and `maxSteps`, and saves compiling them for each plan. */
  readonly prepared?: PreparedPlan;
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
 * Compiles a plan's contract for `plan`.
 * @throws {PlanOptionError} for tools or a number of steps that can't be used
 */
export function preparePlan({ tools = [], maxSteps }: PlanContract = {}): PreparedPlan {
  const schema = planWritingSchema({ tools, ...(maxSteps !== undefined && { maxSteps }) });
  const usual = tools.length === 0 && maxSteps === undefined;
  const compiled = compileSchema(schema, { shared: true });
  let grammar: string | undefined;
  return {
    tools,
    schema,
    // Masks don't need it.
    get grammar() {
      return (grammar ??= usual ? readyGrammar() : compileGbnf(schema).grammar);
    },
    mask: maskFor(compiled),
  };
}

/**
 * The grammar of plans without tools, compiled beforehand (a test keeps it equal): a fresh process spends a fifth of a
 * second on compiling it, just when it should show the first words.
 */
function readyGrammar(): string {
  return readFileSync(new URL("../../grammars/plan-writing.gbnf", import.meta.url), "utf8");
}

/**
 * Lets a model write a plan. Under the default constraint it can't write an unknown, repeated or later step as a
 * dependency, nor a tool that isn't given; every rule is checked again on the finished plan.
 * @throws {PlanOptionError} at once, for tools or a number of steps that can't be used
 * @throws {TypeError} at once, without a model or a goal
 */
export function plan(options: PlanOptions): Run<Unfinished<Plan>, PlanResult> {
  const { goal, riskRules, prepared = preparePlan(options) } = optionsOf(options, "{ model, goal }");
  if (typeof goal !== "string") throw new TypeError("`goal` must be a text that says what the plan is for.");
  const { tools, schema } = prepared;
  const held = options.constraint !== "none";
  const check = (value: unknown) =>
    checkPlan(value, { tools, order: "earlier", request: goal, ...(riskRules && { riskRules }) });
  const accepts = (value: unknown) => check(value).ok;
  return new Run({
    options,
    extractor: () => createExtractor({ schema, ...(held ? { wrappers: "none" } : { select: "schema", accepts }) }),
    request: {
      prompt: planPrompt({ goal, tools, contract: !held }),
      ...constrained(options.constraint, prepared),
    },
    finish: (outcome) =>
      judge(
        outcome,
        check,
        ({ plan: value, waves, criticalPath }, record): PlannedResult => ({
          ok: true,
          value,
          waves,
          criticalPath,
          record,
        }),
      ),
  });
}
