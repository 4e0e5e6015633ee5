/**
 * Task plans: the contract, the schema a model writes one under, the prompt, and the check that makes a plan runnable.
 *
 * - What passes `checkPlan` has unique ids, only known dependencies, no cycle, only registered tools.
 * - What is written under `planWritingSchema` can't break those rules in the first place.
 */
export { type CheckedPlan, type CheckPlanOptions, checkPlan, type PlanCheck } from "./check.ts";
export type { PlanError } from "./error.ts";
export { PlanOptionError } from "./options.ts";
export { type PlanPromptOptions, planExample, planPrompt } from "./prompt.ts";
export type { Order } from "./reference.ts";
export type { RiskRule } from "./risk.ts";
export { defaultRiskRules } from "./risk-rules.ts";
export {
  type Plan,
  type PlanSchemaOptions,
  type PlanStep,
  planLimits,
  planSchema,
  type RiskLevel,
  riskLevels,
} from "./schema.ts";
export { type PlanWritingOptions, planWritingSchema, type WritingLimits } from "./writing.ts";
