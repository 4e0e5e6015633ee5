/**
 * Runs: one generation from prompt to judged value. `generate` takes any schema, `plan` takes a goal; both return a
 * {@link Run}, which can be awaited, iterated, watched and aborted. What a model does wrong is a result; what a program
 * does wrong is thrown.
 */
export {
  type Generated,
  type GenerateOptions,
  type GenerateResult,
  generate,
  type Prepared,
  type PrepareOptions,
  prepare,
  type SchemaInput,
  type ValueOf,
} from "./generate.ts";
export {
  type PlanContract,
  type PlannedResult,
  type PlanOptions,
  type PlanResult,
  type PreparedPlan,
  plan,
  preparePlan,
} from "./plan.ts";
export type { FailedResult, Failure, RunRecord } from "./result.ts";
export { Run, type RunEvent, type RunOptions, type TextEvent } from "./run.ts";
