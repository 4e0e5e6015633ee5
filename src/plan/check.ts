/** The check of a plan: all gates, all errors, and for a good plan the order to run it in. */
import { createValidator, type Gate, type Refusal, readText, refuse, type Validator } from "../contract/index.ts";
import type { JsonSchema } from "../schema/index.ts";
import { checkCycles } from "./cycle.ts";
import type { PlanError } from "./error.ts";
import { criticalPath, waves } from "./graph.ts";
import { PlanOptionError, readTools } from "./options.ts";
import { areIdentified, type Outline, outlineOf } from "./outline.ts";
import { checkReferences, graphOf, haveUniqueIds, type Order } from "./reference.ts";
import { checkRisks, compileRiskRules, type RiskRule } from "./risk.ts";
import { type Plan, planSchema } from "./schema.ts";
import { checkTools } from "./tool.ts";
import { checkWorth } from "./worth.ts";

/** What a plan is checked against. */
export interface CheckPlanOptions {
  /** The registered tools; a step may name one of them or null. Default: any name passes. */
  readonly tools?: readonly string[];
  /** Whether a step may depend on any other (`dag`, the default) or only on those before it (`earlier`). */
  readonly order?: Order;
  /** What makes a step dangerous. Default: no rules; `defaultRiskRules` are some to start with. */
  readonly riskRules?: readonly RiskRule[];
  /** What the user asked for, word for word: credentials in it aren't held against the plan, and repeating it is. */
  readonly request?: string;
  /** Whether to check if the plan is worth anything. Default true. */
  readonly worth?: boolean;
}

/** A plan that passed, ready to run. */
export interface CheckedPlan {
  readonly ok: true;
  /** A copy with defaults filled in. */
  readonly plan: Plan;
  /** Ids of steps that can run side by side, wave after wave. */
  readonly waves: readonly (readonly string[])[];
  /** Ids of the longest chain of steps that wait for each other: the fewest rounds the plan can take. */
  readonly criticalPath: readonly string[];
  /** JSON pointers of the defaults filled in, sorted. */
  readonly defaults: readonly string[];
}

/** What a check comes to. */
export type PlanCheck = CheckedPlan | Refusal<PlanError>;

let contract: Validator<Plan> | undefined;

/**
 * Checks a plan through all gates (`schema`, `reference`, `cycle`, `tool`, `risk`, `worth`). A string is taken for the
 * text a model wrote: the plan is found in it first (`extract`, `parse`). Every gate that can run does, so all errors
 * come at once; those that can't, because an earlier gate failed, are named in `skipped`. Never throws for what a
 * model can write; linear in the size of the plan.
 * @throws {PlanOptionError} for options that can't be used
 */
export function checkPlan(input: unknown, options: CheckPlanOptions = {}): PlanCheck {
  const checks = readOptions(options);
  contract ??= createValidator<JsonSchema, Plan>(planSchema());
  const read = typeof input === "string" ? readText(input, { accepts: hasSteps }) : { ok: true as const, value: input };
  if (!read.ok) return refuse<PlanError>(read.errors, { skipped: [...read.skipped, ...checks.asked] });

  const shape = contract.validate(read.value);
  const outline = outlineOf(shape.ok ? shape.value : read.value);
  const { errors, skipped } = runGates(outline, checks);
  if (!shape.ok) return refuse<PlanError>([...shape.errors, ...errors], { skipped, complete: shape.complete });
  if (errors.length > 0) return refuse(errors, { skipped });
  return { ok: true, plan: shape.value, ...schedule(shape.value), defaults: shape.defaults };
}

/** Options read once, with the gates after `schema` that they ask for. */
function readOptions(options: CheckPlanOptions) {
  const { order = "dag", request = "", worth = true } = options;
  if (order !== "dag" && order !== "earlier") throw new PlanOptionError("order", '`order` must be "dag" or "earlier".');
  const tools = options.tools && readTools(options.tools);
  const risks = options.riskRules && compileRiskRules(options.riskRules);
  const asked: Gate[] = ["reference", "cycle"];
  if (tools) asked.push("tool");
  if (risks) asked.push("risk");
  if (worth) asked.push("worth");
  return { order, request, tools, risks, asked };
}

/** Of several documents in a text the plan is the one with steps. */
function hasSteps(value: unknown): boolean {
  return outlineOf(value).steps !== undefined;
}

function runGates(outline: Outline, checks: ReturnType<typeof readOptions>) {
  const { order, request, tools, risks, asked } = checks;
  const { steps } = outline;
  if (steps === undefined) return { errors: [], skipped: asked };
  const errors: PlanError[] = [];
  const skipped: Gate[] = [];
  if (areIdentified(steps)) {
    errors.push(...checkReferences(steps, order));
    if (haveUniqueIds(steps)) errors.push(...checkCycles(steps, graphOf(steps)));
    else skipped.push("cycle");
  } else {
    skipped.push("reference", "cycle");
  }
  if (tools) errors.push(...checkTools(steps, tools));
  if (risks) errors.push(...checkRisks(steps, risks));
  if (asked.includes("worth")) errors.push(...checkWorth(outline, request));
  return { errors, skipped };
}

function schedule(plan: Plan) {
  const { steps } = outlineOf(plan);
  if (!steps || !areIdentified(steps)) throw new Error("A plan that satisfies the contract has steps with ids.");
  const graph = graphOf(steps);
  const idOf = (index: number) => steps[index]!.id;
  return { waves: waves(graph).map((wave) => wave.map(idOf)), criticalPath: criticalPath(graph).map(idOf) };
}
