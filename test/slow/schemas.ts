/** Schemas of MaskBench for the slow suites, and what judges the values written under them. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { createValidator } from "../../src/contract/index.ts";
import { type Engine, EngineError, type GenerateRequest } from "../../src/engine/index.ts";
import { createExtractor } from "../../src/json/index.ts";
import { compileSchema, type JsonSchema } from "../../src/schema/index.ts";
import { write } from "../engine/helpers.ts";
import { seeded } from "../gbnf/support/sampler.ts";

export interface Subject {
  readonly id: string;
  readonly schema: JsonSchema & object;
  /** Bytes of the shortest valid instance that's known. */
  readonly shortest: number;
}

interface Line {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly valid: boolean; readonly data: unknown }[];
}

/** A seeded choice of schemas that compile and have a valid instance, and the ids of those passed over since they don't compile. */
export function chooseSchemas(archive: string, count: number, seed: number) {
  const lines = gunzipSync(readFileSync(archive)).toString().trim().split("\n");
  const random = seeded(seed);
  const chosen: Subject[] = [];
  const refused: string[] = [];
  while (chosen.length < count && lines.length > 0) {
    const [line] = lines.splice(Math.floor(random() * lines.length), 1);
    const { id, schema, tests } = JSON.parse(line!) as Line;
    const valid = tests.filter((test) => test.valid).map(({ data }) => Buffer.byteLength(JSON.stringify(data)));
    if (typeof schema !== "object" || valid.length === 0) continue;
    try {
      compileSchema(schema);
      chosen.push({ id, schema, shortest: Math.min(...valid) });
    } catch {
      refused.push(id);
    }
  }
  return { chosen, refused };
}

/** Judges by our validator (ajv in the schema's dialect), and by ajv as it comes where that knows the dialect. */
export function judgeOf(schema: JsonSchema & object): (value: unknown) => boolean {
  const { validate } = createValidator(schema, { defaults: false });
  const plain = plainAjv(schema);
  return (value) => validate(value).ok && plain(value);
}

function plainAjv(schema: JsonSchema & object): (value: unknown) => boolean {
  const dialect = (schema as { $schema?: unknown }).$schema;
  const draft = typeof dialect === "string" ? /draft-0[67]|2020-12/.exec(dialect)?.[0] : undefined;
  if (!draft) return () => true;
  const options = { strict: false, logger: false, ownProperties: true, unicodeRegExp: true } as const;
  const ajv = draft === "2020-12" ? new Ajv2020(options) : new Ajv(options);
  formats.default(ajv);
  const { $schema, ...rest } = schema as Record<string, unknown>;
  try {
    return ajv.compile((draft === "2020-12" ? rest : withReferencesAlone(rest)) as object) as (
      value: unknown,
    ) => boolean;
  } catch {
    // Patterns and references that ajv as it comes can't read.
    return () => true;
  }
}

/** Up to draft 7 what stands beside a `$ref` says nothing; ajv takes it at its word. */
function withReferencesAlone(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withReferencesAlone);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, part]) => [key, withReferencesAlone(part)] as const);
  const isAlone = typeof (schema as { $ref?: unknown }).$ref === "string";
  return Object.fromEntries(entries.filter(([key]) => !isAlone || ["$ref", "definitions", "$defs"].includes(key)));
}

/** One JSON value without a fault, no key twice, nothing around it. Integers may be longer than a double holds. */
export function isWhole(text: string): boolean {
  const reader = createExtractor({ wrappers: "none" });
  reader.write(text);
  const { warnings, repairs } = reader.end();
  return repairs.length === 0 && warnings.every((warning) => "kind" in warning && warning.kind === "number-precision");
}

/** What a model writes at temperature 1.5, nothing cut off what's unlikely; `stuck` if its checks left no way on. */
export async function writeWildly(
  model: Engine,
  { seed, ...request }: Pick<GenerateRequest, "constraint" | "maxTokens" | "signal"> & { readonly seed: number },
) {
  const sampling = { temperature: 1.5, topK: 0, topP: 1, minP: 0, seed };
  try {
    const { finish, ...written } = await write(model, { prompt: "x", ...request, sampling });
    if (finish === "context") throw new Error("the context was full");
    return { finish, ...written } as const;
  } catch (error) {
    if (error instanceof EngineError && error.code === "constraint-stuck") return { finish: "stuck" } as const;
    throw error;
  }
}
