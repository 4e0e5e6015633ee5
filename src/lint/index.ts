/**
 * What makes a schema hard for a model, costly, or not what was meant, found before a model is asked.
 */
export type { Location } from "../json/index.ts";
export type { Cost } from "./compiled.ts";
export type { Finding } from "./findings.ts";
export { defaultLimits, type Limits, type LintOptions, type LintResult, lintSchema, lintText } from "./lint.ts";
export { isRuleId, type LintRule, lintRules, type RuleId, type Severity, severities } from "./rules.ts";
export { type LintedFile, type SarifLog, type SarifResult, type SarifRun, toSarif } from "./sarif.ts";
