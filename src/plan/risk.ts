/** Gate `risk`: a step that does something dangerous says so. */
import { list } from "../contract/index.ts";
import { type PlanError, stepPath } from "./error.ts";
import { PlanOptionError } from "./options.ts";
import type { StepOutline } from "./outline.ts";
import { type RiskLevel, riskLevels } from "./schema.ts";

/** A rule: a step whose title, description or tool matches must have at least this risk level. */
export interface RiskRule {
  /**
   * What to look for: a regular expression; its source as a string (read with the flags `iu`, so that rules can be
   * written in JSON); or a list of words and phrases, matched whole and in any case (in scripts without spaces, anywhere).
   */
  readonly pattern: RegExp | string | readonly string[];
  readonly atLeast: "medium" | "high";
}

/** A rule ready to be matched. */
export interface CompiledRiskRule {
  readonly expression: RegExp;
  readonly atLeast: RiskLevel;
}

/**
 * Compiles rules once.
 * @throws {PlanOptionError} for a rule that can't be read
 */
export function compileRiskRules(rules: readonly RiskRule[]): readonly CompiledRiskRule[] {
  return rules.map(({ pattern, atLeast }, index) => {
    if (!riskLevels.includes(atLeast)) {
      throw new PlanOptionError("riskRules", `\`riskRules[${index}].atLeast\` must be "medium" or "high".`);
    }
    return { expression: expressionOf(pattern, index), atLeast };
  });
}

/** One error for each step whose level is too low, for the rule that asks the most. */
export function checkRisks(steps: readonly StepOutline[], rules: readonly CompiledRiskRule[]): PlanError[] {
  return steps.flatMap((step) => {
    const level = step.risk_level;
    if (level === undefined) return [];
    const text = [step.title, step.description, step.tool_hint].filter((part) => part !== undefined).join("\n");
    let strictest: { readonly atLeast: RiskLevel; readonly found: string } | undefined;
    for (const { expression, atLeast } of rules) {
      if (rankOf(atLeast) <= Math.max(rankOf(level), strictest ? rankOf(strictest.atLeast) : 0)) continue;
      const match = expression.exec(text);
      if (match) strictest = { atLeast, found: match[0] };
    }
    if (!strictest) return [];
    const path = stepPath(step.index, "risk_level");
    const allowed = riskLevels.slice(rankOf(strictest.atLeast));
    const message = `${path} must be ${list(allowed).replace(", ", " or ")}, not ${list([level])}: the step says ${list([strictest.found])}.`;
    const error: PlanError = { gate: "risk", keyword: "risk", path, message, names: [strictest.found], allowed };
    return [step.id === undefined ? error : { ...error, step: step.id }];
  });
}

function rankOf(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}

function expressionOf(pattern: RiskRule["pattern"], index: number): RegExp {
  try {
    // Without `g` and `y`, which would make a match depend on the one before.
    if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ""));
    if (typeof pattern === "string") return new RegExp(pattern, "iu");
    return new RegExp(pattern.map(wholeWord).join("|") || "(?!)", "iu");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlanOptionError("riskRules", `\`riskRules[${index}].pattern\` can't be read: ${reason}.`);
  }
}

/** Words end where letters and digits do, but not in scripts that are written without spaces. */
function wholeWord(word: string): string {
  if (typeof word !== "string" || word.trim() === "") throw new Error("a word must be a text that isn't empty");
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
  const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  const letter = "[\\p{L}\\p{N}_]";
  const before = spaceless.test(word[0]!) ? "" : `(?<!${letter})`;
  const after = spaceless.test(word.at(-1)!) ? "" : `(?!${letter})`;
  return `${before}${escaped}${after}`;
}
