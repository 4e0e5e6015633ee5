import type { JsonValue } from "../schema/index.ts";

/**
 * What every check of a model's output says, whatever it looks at: the gates a value passes, in order, and the one form
 * of error they share. Repair, degradation and records are built on these types alone.
 */

/** The gates, in the order an output passes them (design §6). */
export const gates = ["extract", "parse", "schema", "reference", "cycle", "tool", "risk", "worth"] as const;

/** One gate: `extract` and `parse` look at the text, `schema` at the shape, the others at what the value means. */
export type Gate = (typeof gates)[number];

/** One fault in a model's output. Optional fields are present where they say something. */
export interface ContractError {
  /** The gate that found it. */
  readonly gate: Gate;
  /** The JSON Schema keyword, or at the other gates the name of the rule, that isn't met. */
  readonly keyword: string;
  /** JSON pointer (RFC 6901) of the value at fault; `""` is the whole document. */
  readonly path: string;
  /** One sentence that says where, what is wrong and what would be right; written so that a model can act on it. */
  readonly message: string;
  /** Names at fault: a missing or unknown property, an unknown or repeated id. */
  readonly names?: readonly string[];
  /** All that would be accepted here. */
  readonly allowed?: readonly JsonValue[];
  /** The accepted name that is most like the one written, if one is near. */
  readonly nearest?: string;
  /** The bound that was crossed (length, count, value). */
  readonly limit?: number;
}

/** A check that didn't pass. */
export interface Refusal<E extends ContractError = ContractError> {
  readonly ok: false;
  /** In the order of the gates; within one gate as they were found. Never empty. */
  readonly errors: readonly E[];
  /** Whether `errors` holds every fault found; false where the list was cut short (see `errorLimit`). */
  readonly complete: boolean;
  /** Gates that couldn't run because an earlier one failed: nothing is known of them. */
  readonly skipped: readonly Gate[];
}

/** What a check of a value of type `T` comes to. A model's faults are results; they are never thrown. */
export type GateResult<T, E extends ContractError = ContractError> =
  | {
      readonly ok: true;
      readonly value: T;
      /** JSON pointers of what was missing and got its default, sorted. */
      readonly defaults: readonly string[];
    }
  | Refusal<E>;

/** Most errors one refusal lists. A model can't act on more, and hostile output could hold millions. */
export const errorLimit = 100;

/** Makes a refusal: errors in the order of their gates, cut at `errorLimit`. */
export function refuse<E extends ContractError>(
  errors: readonly E[],
  { skipped = [], complete = true }: { readonly skipped?: readonly Gate[]; readonly complete?: boolean } = {},
): Refusal<E> {
  const ordered = gates.flatMap((gate) => errors.filter((error) => error.gate === gate));
  const listed = ordered.slice(0, errorLimit);
  return { ok: false, errors: listed, complete: complete && listed.length === ordered.length, skipped };
}
