/** The errors of a plan: a contract's, plus the step and the cycle they are about. */
import type { ContractError } from "../contract/index.ts";

/** One fault of a plan. */
export interface PlanError extends ContractError {
  /** Id of the step at fault, where it has one. */
  readonly step?: string;
  /** Ids along a cycle, first and last the same: each waits for the next. */
  readonly cycle?: readonly string[];
}

/** Pointer of a step, or of something in it: `stepPath(2, "id")` is `/steps/2/id`. */
export function stepPath(index: number, ...inside: readonly (string | number)[]): string {
  return ["", "steps", index, ...inside].join("/");
}
