import { checkOptions, oneOf } from "../options/index.ts";
import { type JsonSchema, SchemaError, type StandardSchema } from "../schema/index.ts";
import { inspected } from "./inspect.ts";
import { Judge } from "./judge.ts";
import type { ValidatorOptions } from "./validator.ts";

/** Whether a value is valid against the subschema at a JSON pointer. */
export type BoundaryCheck = (pointer: string, value: unknown) => boolean;

/**
 * Makes the judge of values as they close: it validates a value against one subschema of a schema. Nothing is filled in, and
 * nothing is compiled: the first verdict costs no more than any other.
 * @throws {SchemaError} if the schema isn't valid or refers to what isn't in it; from the check, if there's no such subschema
 * @throws {OptionError} for options that there aren't
 */
export function boundaryCheck(
  schema: JsonSchema | StandardSchema,
  options: Pick<ValidatorOptions, "formats"> = {},
): BoundaryCheck {
  checkOptions("boundaryCheck", options, { formats: true });
  const formats = oneOf("formats", options.formats ?? "assert", ["assert", "annotate"]);
  const document = inspected(schema);
  const judge = new Judge(document, formats === "assert");
  return (pointer, value) => {
    const place = typeof pointer === "string" ? document.at(pointer) : undefined;
    if (!place)
      throw new SchemaError("reference", `The schema has no part ${String(pointer)}.`, { path: String(pointer) });
    try {
      return judge.judge(place, value);
    } catch (cause) {
      // A value that is too deep for the stack can't be judged, so it doesn't pass.
      if (cause instanceof RangeError) return false;
      throw cause;
    }
  };
}
