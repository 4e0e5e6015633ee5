/** From what was written to a result: which failure it is, or the value that passed. */
import type { Refusal } from "../contract/index.ts";
import type { GenerateStats } from "../engine/index.ts";
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
  if (stats.finish === "stuck") return fail({ kind: "stuck", message: stuck(stats) }, partial);
  if (extracted.status === "error" && extracted.error) {
    return fail({ kind: "malformed", error: extracted.error, message: extracted.error.message }, partial);
  }
  if (extracted.status === "none" && stats.finish === "stop") {
    return fail(
      { kind: "no-document", message: "The model's text holds no JSON that fits. Constrain it, or ask for JSON only." },
      partial,
    );
  }
  const message = truncation(stats, extracted.status === "none");
  return fail({ kind: "truncated", finish: stats.finish, message }, partial);
}

/** What ended too soon, and what to do about that cause: more tokens aren't always the cure. */
function truncation({ finish, withheld, constraint }: GenerateStats, nothing: boolean): string {
  if (finish !== "length" && finish !== "context") return "The model stopped before the value was complete.";
  const what = finish === "length" ? "The token budget ran out" : "The context is full";
  const more =
    finish === "length" ? "raise `maxTokens`" : "load the model with a larger `contextSize`, or one trained for more";
  if (withheld > 0) {
    return (
      `${what} within a value that must pass a check as it closes, so ${tokens(withheld)} of it weren't shown. ` +
      `Say in the schema's types and bounds what its checks demand, or ${more}.`
    );
  }
  if (nothing && constraint === "none")
    return `${what}, and no JSON that fits was written. Constrain the model, ask for JSON only, or ${more}.`;
  const bounds = "Bound what the schema leaves open (`maxLength`, `maxItems`), if anything";
  return `${what} before the value was complete. ${bounds}, or ${more}.`;
}

function stuck({ rollbacks }: GenerateStats): string {
  return (
    "What was written can't become a value that passes the schema's checks, nor could what was tried in its stead " +
    `(${rollbacks} times). Try another \`seed\`, or say in the schema's types and patterns what its checks demand.`
  );
}

function tokens(count: number): string {
  return count === 1 ? "1 token" : `${count} tokens`;
}

function invalid(errors: Refusal["errors"]): Failure {
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: see errors.` : "";
  return { kind: "invalid", errors, message: `The value breaks its contract: ${errors[0]!.message}${more}` };
}
