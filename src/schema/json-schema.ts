import { SchemaError } from "./error.ts";
import { copyPlain } from "./plain.ts";

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
  try {
    return standardPart(schema) !== undefined;
  } catch {
    return false;
  }
}

/** What a schema may hold; some are made in a program, of parts that hold each other. */
const limits = { depth: 20_000, values: 1_000_000 };

/**
 * The plain JSON Schema of whatever a caller gave: of a JSON Schema a copy, as JSON has it (what is `undefined` is left
 * out); a Standard Schema is asked for the JSON Schema (draft 2020-12) of its *input*, the value before transforms and
 * defaults, since that is what a model writes.
 * @throws {SchemaError} `not-a-schema` for anything else, such as what `compileSchema` returns or a damaged copy of that, and
 * for libraries (or their versions) that can't say it; `invalid`
 * for what JSON can't write or what can't be read, such as a getter that throws; `too-deep` for more than 20,000 levels and
 * `too-large` for more than a million values
 */
export function toJsonSchema(input: JsonSchema | StandardSchema): JsonSchema {
  if (typeof input === "boolean") return input;
  let schema: unknown;
  try {
    const standard = standardPart(input);
    schema = standard ? saidBy(standard) : input;
    if (typeof schema !== "boolean" && (typeof schema !== "object" || schema === null || Array.isArray(schema))) {
      throw notASchema(`A schema is an object or a boolean, not ${kindOf(schema)}.`);
    }
    if (isPartlyCompiled(schema)) throw notASchema(compiledAlready);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    throw notASchema(`The schema can't be read: ${reasonOf(error)}`);
  }
  const copied = copyPlain(schema, limits);
  if ("copy" in copied) return copied.copy as JsonSchema;
  const { kind, path, what } = copied.fault;
  if (kind === "json") throw new SchemaError("invalid", `The schema isn't JSON: ${path || "it"} ${what}.`, { path });
  const code = kind === "depth" ? "too-deep" : "too-large";
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  throw new SchemaError(code, `The schema is too large: ${shown} ${what}. Is a part of it held by itself?`, {
    path: shown,
  });
}

const compiledAlready =
  "This is what compileSchema returns, or a damaged copy of it, and no JSON Schema: its `schema` is one. compileGbnf and " +
  "createConstraint take it as it is, if it's whole.";

/** Whether something has what a compiled schema has; as a JSON Schema all of that would be unknown, and so allow anything. */
function isPartlyCompiled(schema: object | boolean): boolean {
  if (typeof schema === "boolean" || !["report", "schema", "dead"].some((name) => name in schema)) return false;
  const { shape } = schema as { shape?: Partial<Record<string, unknown>> | null };
  if (typeof shape !== "object" || shape === null) return false;
  return ["shapes", "automata", "checks", "sources"].some((name) => Array.isArray(shape[name]));
}

function saidBy({ vendor: given, jsonSchema }: StandardSchema["~standard"]): unknown {
  const vendor = String(given);
  if (typeof jsonSchema?.input !== "function") {
    throw notASchema(`This ${vendor} schema can't say itself as JSON Schema. ${advice(vendor)}`);
  }
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    throw notASchema(`${vendor} can't write this schema as JSON Schema: ${reasonOf(error)}`);
  }
}

function notASchema(message: string): SchemaError {
  return new SchemaError("not-a-schema", message, { path: "" });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : typeof error === "string" ? error : "it throws";
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
