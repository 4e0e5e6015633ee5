import { checkOptions, oneOf } from "../options/index.ts";
import { type JsonSchema, SchemaError, type StandardSchema } from "../schema/index.ts";
import { createAjv, toReadable, typed } from "./compile.ts";
import { movedPointer } from "./dialect.ts";
import type { ValidatorOptions } from "./validator.ts";

/** Whether a value is valid against the subschema at a JSON pointer. */
export type BoundaryCheck = (pointer: string, value: unknown) => boolean;

/** The name under which ajv keeps the schema, which has none of its own any more. */
const name = "schema";

/**
 * Makes the judge of values as they close: it validates a value against one subschema of a schema. Nothing is filled in.
 * Subschemas are compiled when they're first asked for.
 * @throws {SchemaError} if the schema isn't valid or refers to what isn't in it; from the check, if there's no such subschema
 * @throws {OptionError} for options that there aren't
 */
export function boundaryCheck(
  schema: JsonSchema | StandardSchema,
  options: Pick<ValidatorOptions, "formats"> = {},
): BoundaryCheck {
  checkOptions("boundaryCheck", options, { formats: true });
  const formats = oneOf("formats", options.formats ?? "assert", ["assert", "annotate"]);
  const readable = toReadable(schema);
  const { schema: own, moved } = readable;
  const ajv = attempt(own, () => {
    const made = createAjv(readable, { validateFormats: formats === "assert" });
    return made.addSchema(own as Record<string, unknown>, name);
  });
  return (pointer, value) => {
    const place = movedPointer(pointer);
    const path = (moved.get(place) ?? place).split("/").map(encodeURIComponent).join("/");
    const validate = attempt(own, () => ajv.getSchema(path === "" ? name : `${name}#${path}`));
    if (!validate) throw new SchemaError("reference", `The schema has no part ${pointer}.`, { path: pointer });
    try {
      return validate(value) === true;
    } catch (cause) {
      // A value that is too deep for the stack can't be judged, so it doesn't pass.
      if (cause instanceof RangeError) return false;
      throw cause;
    }
  };
}

function attempt<T>(schema: unknown, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw typed(cause, schema);
  }
}
