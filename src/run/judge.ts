/** From what was written to a result: which failure it is, or the value that passed. */
import type { Refusal } from "../contract/index.ts";
import type { Unfinished } from "../schema/index.ts";
import type { FailedResult, Failure, RunRecord } from "./result.ts";
import type { Outcome } from "./run.ts";

/** What a check of a finished value comes to: more than this if it passed, depending on the contract. */
type Check<Passed> = Passed | Refusal;

/** Judges an outcome: the text first, then the value by its contract. */
export async function judge<Value, Passed extends { readonly ok: true; readonly defaults: readonly string[] }, Success>(
  { extracted, text, stats, record, reason }: Outcome,
  check: (value: unknown) => Check<Passed> | Promise<Check<Passed>>,
  succeed: (passed: Passed, record: RunRecord) => Success,
): Promise<Success | FailedResult<Unfinished<Value>>> {
  const fail = (failure: Failure, partial: unknown): FailedResult<Unfinished<Value>> => ({
    ok: false,
    failure,
    partial: partial as Unfinished<Value> | undefined,
    text,
    record: { ...record, defaults: [] },
  });
  const document = extracted.documents[0];
  if (extracted.status === "complete" && document !== undefined) {
    const checked = await check(document.value);
    if (!checked.ok) return fail(invalid(checked.errors), document.value);
    return succeed(checked, { ...record, defaults: checked.defaults });
  }
  const { partial } = extracted;
  if (stats.finish === "aborted")
    return fail({ kind: "aborted", reason, message: "The run was stopped before the end." }, partial);
  if (extracted.status === "error" && extracted.error) {
    return fail({ kind: "malformed", error: extracted.error, message: extracted.error.message }, partial);
  }
  if (extracted.status === "none" && stats.finish === "stop") {
    return fail(
      { kind: "no-document", message: "The model's text holds no JSON. Constrain it, or ask for JSON only." },
      partial,
    );
  }
  return fail({ kind: "truncated", finish: stats.finish, message: truncation[stats.finish] }, partial);
}

const truncation = {
  length: "The token budget ran out before the value was complete. Raise `maxTokens`.",
  context:
    "The context is full and the value isn't complete. Load the model with a larger `contextSize`, or one trained for more.",
  stop: "The model stopped before the value was complete.",
  aborted: "The run was stopped before the end.",
} as const;

function invalid(errors: Refusal["errors"]): Failure {
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: see errors.` : "";
  return { kind: "invalid", errors, message: `The value breaks its contract: ${errors[0]!.message}${more}` };
}
