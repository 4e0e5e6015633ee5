import { type CompiledSchema, compileSchema, type JsonSchema, SchemaError } from "../../../src/schema/index.ts";

/** A schema compiled; `undefined`: no value fits it, which is an answer too. */
export function satisfiable(schema: JsonSchema): CompiledSchema | undefined {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError && error.code === "unsatisfiable") return undefined;
    throw error;
  }
}
