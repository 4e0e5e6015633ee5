/**
 * sluice: structured output from local models that a program can trust, shown while it streams.
 *
 * Load a model, then `generate` a value of a schema or `plan` for a goal. The rooms below are subpaths of their own:
 * `sluice/json` (reads any model's stream, also in a browser), `sluice/schema`, `sluice/gbnf`, `sluice/contract`,
 * `sluice/plan`, `sluice/engine`.
 */
export type { ContractError } from "./contract/index.ts";
export { type Engine, EngineError, type LoadOptions, loadModel } from "./engine/index.ts";
export { createExtractor, ExtractError, type Extractor } from "./json/index.ts";
export { OptionError } from "./options/index.ts";
export {
  checkPlan,
  defaultRiskRules,
  type Plan,
  type PlanError,
  PlanOptionError,
  type PlanStep,
  type RiskRule,
} from "./plan/index.ts";
export {
  type FailedResult,
  type Failure,
  type Generated,
  type GenerateOptions,
  type GenerateResult,
  generate,
  type PlannedResult,
  type PlanOptions,
  type PlanResult,
  type Prepared,
  type PreparedPlan,
  type PrepareOptions,
  plan,
  prepare,
  preparePlan,
  Run,
  type RunEvent,
  type RunOptions,
  type RunRecord,
} from "./run/index.ts";
export { type Infer, type JsonSchema, SchemaError, type Unfinished } from "./schema/index.ts";
