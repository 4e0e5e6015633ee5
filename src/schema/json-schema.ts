import { SchemaError } from "./error.ts";

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON Schema: an object of keywords, or `true` (anything) or `false` (nothing). */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * A schema object of any library that follows Standard Schema 1 (zod, Valibot, ArkType, …). `jsonSchema` is the
 * specification's later part: a library that has it can say itself as JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Absent only from schema objects that aren't a library's own. */
    readonly validate?: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => Record<string, unknown> };
  };
}

/** What a Standard Schema's own validation comes to: its output, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Whether a schema is an object of a Standard Schema library. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return standardPart(schema) !== undefined;
}

/**
 * The plain JSON Schema of whatever a caller gave: a JSON Schema is returned as it is, a Standard Schema is asked for
 * the JSON Schema (draft 2020-12) of its *input*, the value before transforms and defaults, since that is what a
 * model writes.
 * @throws {SchemaError} `not-a-schema` for anything else, and for libraries (or their versions) that can't say it
 */
export function toJsonSchema(input: JsonSchema | StandardSchema): JsonSchema {
  if (typeof input === "boolean") return input;
  const standard = standardPart(input);
  if (!standard) {
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as JsonSchema;
    throw new SchemaError("not-a-schema", `A schema is an object or a boolean, not ${kindOf(input)}.`, { path: "" });
  }
  const vendor = String(standard.vendor);
  if (typeof standard.jsonSchema?.input !== "function") {
    throw new SchemaError("not-a-schema", `This ${vendor} schema can't say itself as JSON Schema. ${advice(vendor)}`, {
      path: "",
    });
  }
  try {
    return standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaError("not-a-schema", `${vendor} can't write this schema as JSON Schema: ${reason}`, { path: "" });
  }
}

function standardPart(input: unknown): StandardSchema["~standard"] | undefined {
  if ((typeof input !== "object" && typeof input !== "function") || input === null) return undefined;
  const part = (input as Partial<StandardSchema>)["~standard"];
  return typeof part === "object" && part !== null && "vendor" in part ? part : undefined;
}

function advice(vendor: string): string {
  if (vendor === "zod") return "Use zod 4.2 or later, or pass z.toJSONSchema(schema, { io: 'input' }).";
  if (vendor === "valibot") return "Wrap it with toStandardJsonSchema from @valibot/to-json-schema.";
  return "Use a version of it with `~standard.jsonSchema`, or pass a plain JSON Schema.";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}
