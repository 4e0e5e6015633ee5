import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { JsonSchema } from "../../../src/schema/index.ts";

// One for all: compiling the schema of schemas takes it longer than compiling ours.
const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
formats.default(ajv);

/** What another validator says of values: whether they fit the schema. */
export function judge(schema: JsonSchema): (value: unknown) => boolean {
  const fits = ajv.compile(schema);
  // It would keep every schema it has seen.
  if (typeof schema === "object") ajv.removeSchema(schema);
  return fits;
}
