/** How a run ends: a value, or a failure that says what the model did; and a record of it either way. */
import type { ContractError } from "../contract/index.ts";
import type { ConstraintKind, FinishReason, GenerateStats } from "../engine/index.ts";
import type { ExtractError, Repair, Warning } from "../json/index.ts";

/**
 * Why a run has no value. Each is something a model can do, so it's a result and not an exception:
 * - `truncated`: the token budget (`finish` is `length`) or the context (`context`) ran out before the document was
 *   complete; the message says what to do about which;
 * - `stuck`: what was written leaves no way on to a value that passes the schema's checks, and going back found none;
 * - `aborted`: the signal fired, or `abort()` was called; `reason` is what it was given;
 * - `no-document`: the text holds no JSON;
 * - `malformed`: the text isn't JSON where it broke off (only without a constraint);
 * - `invalid`: the document breaks its contract; every error is listed.
 */
export type Failure =
  | { readonly kind: "truncated"; readonly finish: FinishReason; readonly message: string }
  | { readonly kind: "stuck"; readonly message: string }
  | { readonly kind: "aborted"; readonly reason: unknown; readonly message: string }
  | { readonly kind: "no-document"; readonly message: string }
  | { readonly kind: "malformed"; readonly error: ExtractError; readonly message: string }
  | { readonly kind: "invalid"; readonly errors: readonly ContractError[]; readonly message: string };

/** What happened in a run: enough to compare runs and to count rates over many. */
export interface RunRecord {
  readonly model: string;
  readonly constraint: ConstraintKind;
  readonly seed: number;
  /** Generations it took; 1 until repair is asked for. */
  readonly attempts: number;
  readonly finish: FinishReason;
  /** SHA-256 of the raw text, hexadecimal: tells equal outputs without keeping them. */
  readonly textHash: string;
  readonly warnings: readonly Warning[];
  readonly repairs: readonly Repair[];
  /** JSON pointers of values the model left out and the contract's defaults filled in. */
  readonly defaults: readonly string[];
  readonly stats: GenerateStats;
}

/** A failed run: why, and what was known by then. `partial` is never a finished value. */
export interface FailedResult<Part> {
  readonly ok: false;
  readonly value?: undefined;
  readonly failure: Failure;
  readonly partial: Part | undefined;
  /** The raw text, for diagnosis. Treat it as hostile. */
  readonly text: string;
  readonly record: RunRecord;
}
