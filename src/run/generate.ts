/** `generate`: a value of any schema, written by a model and judged by the schema. */

import type { Constraint, Vocabulary } from "../constraint/index.ts";
import { applyStandard, createValidator, type GateResult, promptFor } from "../contract/index.ts";
import { compileGbnf } from "../gbnf/index.ts";
import { createExtractor } from "../json/index.ts";
import { checkOptions } from "../options/index.ts";
import type { Infer, InferInput, JsonSchema, ReportEntry, StandardSchema, Unfinished } from "../schema/index.ts";
import { closeObjects, compileSchema, isStandardSchema, toJsonSchema } from "../schema/index.ts";
import { constrained, maskFor } from "./constrain.ts";
import { judge } from "./judge.ts";
import type { FailedResult, RunRecord } from "./result.ts";
import { optionsOf, Run, type RunOptions } from "./run.ts";

/** What `generate` takes as a schema: JSON Schema, or anything of the Standard JSON Schema family (zod 4, …). */
export type SchemaInput = JsonSchema | StandardSchema;

/** A schema made ready for any number of runs: compiled once, judged by one validator. */
export interface Prepared<Value = unknown, Written = Value> {
  /** Only a type: what a model writes, before the library's transforms. */
  readonly written?: Written;
  readonly schema: JsonSchema;
  /** What `constraint: "gbnf"` holds the model to. @throws {SchemaError} if it would be too large */
  readonly grammar: string;
  /** Makes the constraint on a model's tokens. */
  readonly mask: (vocabulary: Vocabulary) => Constraint;
  /**
   * How each keyword is kept: by the grammar, by a check (masks make it as a value closes, `gbnf` on the finished value), or
   * as an annotation; and the bounds of what the schema leaves open.
   * @throws {SchemaError} as `grammar`
   */
  readonly report: readonly ReportEntry[];
  /** Whether a value satisfies the JSON Schema. */
  accepts(value: unknown): boolean;
  /** Judges a finished value: by the JSON Schema, then by the library the schema is from, which may transform it. */
  judge(value: unknown): Promise<GateResult<Value>>;
}

export interface GenerateOptions<S> extends RunOptions {
  /** The contract of the value; `prepare` it once when it serves many runs. */
  readonly schema: S;
  /** What the model is asked for. The schema and the form of the answer are added. */
  readonly prompt: string;
  /** A filled value, preferably of another task; small models follow examples better than rules. */
  readonly example?: unknown;
}

/** A value that satisfies its schema. */
export interface Generated<Value> {
  readonly ok: true;
  readonly value: Value;
  readonly record: RunRecord;
}

export type GenerateResult<Value, Written = Value> = Generated<Value> | FailedResult<Unfinished<Written>>;

/** The value type of a schema or of a prepared one. */
export type ValueOf<S> = S extends Prepared<infer Value, infer _Written> ? Value : Infer<S>;

/** The type of what a model writes for it: the same, unless a library transforms it. */
export type WrittenOf<S> = S extends Prepared<infer _Value, infer Written> ? Written : InferInput<S>;

export interface PrepareOptions {
  /**
   * `assert` (default): a string must be of the `format` it's given. `annotate`: formats say nothing, as is JSON Schema's own
   * default.
   */
  readonly formats?: "assert" | "annotate";
}

/**
 * Compiles a schema for `generate`. Costs about a millisecond for an ordinary schema.
 * @throws {SchemaError} if the schema can't be used, naming each keyword and path
 * @throws {OptionError} for options that there aren't
 */
export function prepare<const S extends SchemaInput>(
  schema: S,
  options: PrepareOptions = {},
): Prepared<Infer<S>, InferInput<S>> {
  checkOptions("prepare", options, { formats: true });
  const { formats = "assert" } = options;
  const plain = toJsonSchema(schema);
  const standard = isStandardSchema(schema) ? schema : undefined;
  const written = standard ? closeObjects(plain) : plain;
  const compiled = compileSchema(written, { shared: true, formats });
  const { validate } = createValidator<JsonSchema, Infer<S>>(written, { formats });
  let made: ReturnType<typeof compileGbnf> | undefined;
  const gbnf = () => (made ??= compileGbnf(compileSchema(written, { formats })));
  return {
    schema: written,
    // Masks don't need a grammar, and some schemas are too large for one.
    get grammar() {
      return gbnf().grammar;
    },
    mask: maskFor(compiled, formats),
    get report() {
      return gbnf().report;
    },
    accepts: (value) => validate(value).ok,
    judge: async (value) =>
      standard ? ((await applyStandard(standard, validate(value))) as GateResult<Infer<S>>) : validate(value),
  };
}

/**
 * Lets a model write a value of a schema.
 *
 * The text can't break the schema: under the default constraint, masks, that goes for every keyword; under `gbnf` those
 * that a grammar can't say (see `report` of `prepare`) are checked on the finished value, and a breach is a failure of kind
 * `invalid`.
 * @throws {SchemaError} at once, if the schema can't be used
 * @throws {TypeError} at once, without a model or a prompt
 */
export function generate<const S extends SchemaInput | Prepared>(
  options: GenerateOptions<S>,
): Run<Unfinished<WrittenOf<S>>, GenerateResult<ValueOf<S>, WrittenOf<S>>> {
  const { schema, prompt, example } = optionsOf(options, "{ model, schema, prompt }");
  if (typeof prompt !== "string" || prompt.trim() === "")
    throw new TypeError("`prompt` must be a text that asks for something.");
  const prepared = (isPrepared(schema) ? schema : prepare(schema as SchemaInput)) as Prepared<ValueOf<S>, WrittenOf<S>>;
  const messages = promptFor({ schema: prepared.schema, task: prompt, ...(example !== undefined && { example }) });
  const held = options.constraint !== "none";
  return new Run({
    options,
    extractor: () =>
      createExtractor({
        schema: prepared.schema,
        ...(held ? { wrappers: "none" } : { select: "schema", accepts: prepared.accepts }),
      }),
    request: { prompt: messages, ...constrained(options.constraint, prepared) },
    finish: (outcome) =>
      judge(outcome, prepared.judge, ({ value }, record): Generated<ValueOf<S>> => ({ ok: true, value, record })),
  });
}

function isPrepared(schema: unknown): schema is Prepared {
  return typeof schema === "object" && schema !== null && "grammar" in schema && "judge" in schema;
}
