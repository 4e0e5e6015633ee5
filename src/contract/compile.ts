/** JSON Schema → an ajv validator: the dialect, the formats, and what can't be compiled as typed errors. */
import { Ajv, type ErrorObject, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type JsonSchema, SchemaError, type StandardSchema, toJsonSchema } from "../schema/index.ts";
import { copyJson, isPlainObject } from "./copy.ts";
import { replaceKeywords } from "./keywords.ts";

/** A compiled schema. Both runs fill defaults into the value they are given; errors carry value and schema. */
export interface Compiled {
  /** Stops at the first error: linear in the value. */
  first(value: unknown): readonly ErrorObject[];
  /** Goes on to the last error; ajv's joining of lists makes that quadratic in the number of errors. */
  all(value: unknown): readonly ErrorObject[];
  /** The schema that was compiled; `parentSchema` of every error is an object in it. */
  readonly schema: unknown;
  /** What the schema says and no check enforces: unknown formats, patterns read without the `u` flag. One sentence each. */
  readonly notes: readonly string[];
}

/** `$schema` without scheme and trailing `#` → the class that reads that dialect. */
const dialects: Readonly<Record<string, "7" | "2019" | "2020">> = {
  "json-schema.org/draft-06/schema": "7",
  "json-schema.org/draft-07/schema": "7",
  "json-schema.org/draft/2019-09/schema": "2019",
  "json-schema.org/draft/2020-12/schema": "2020",
};

/**
 * Compiles a schema with ajv. The dialect is the one `$schema` names; without it 2020-12. Unknown keywords are
 * annotations, as JSON Schema says.
 * @throws {SchemaError} if it isn't a valid schema of that dialect, or refers to what isn't in it
 */
export function compile(schema: JsonSchema | StandardSchema): Compiled {
  const copied = copyJson(toJsonSchema(schema));
  if ("error" in copied) {
    const { keyword, path, message } = copied.error;
    throw new SchemaError(keyword === "depth" ? "too-deep" : "invalid", `The schema isn't JSON: ${message}`, { path });
  }
  const own = copied.copy;
  const dialect = dialectOf(own);
  if (isPlainObject(own)) {
    enforceProtoProperties(own);
    delete own.$schema;
  }
  const notes = new Set<string>();
  const runner = (allErrors: boolean) => {
    try {
      const validate = createAjv(dialect, allErrors, notes).compile(own as boolean | Record<string, unknown>);
      return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
    } catch (cause) {
      throw typed(cause);
    }
  };
  const first = runner(false);
  let all: typeof first | undefined;
  return {
    first,
    // Compiled when a value first fails: most validators never need it.
    all: (value) => (all ??= runner(true))(value),
    schema: own,
    notes: [...notes],
  };
}

function dialectOf(schema: unknown): "7" | "2019" | "2020" {
  const uri = isPlainObject(schema) ? schema.$schema : undefined;
  if (uri === undefined) return "2020";
  const known = typeof uri === "string" ? dialects[uri.replace(/^https?:\/\//, "").replace(/#$/, "")] : undefined;
  if (known) return known;
  throw new SchemaError(
    "invalid",
    `$schema names ${JSON.stringify(uri)}, which isn't a dialect that can be validated. ` +
      "Use draft-06, draft-07, 2019-09 or 2020-12, or leave $schema out for 2020-12.",
    { path: "/$schema", keyword: "$schema" },
  );
}

function createAjv(dialect: "7" | "2019" | "2020", allErrors: boolean, notes: Set<string>): Ajv {
  const note = (...parts: unknown[]) => void notes.add(parts.map(String).join(" "));
  const options: Options = {
    allErrors,
    // Errors carry the value and the schema they are about: the sentences need both.
    verbose: true,
    strict: false,
    useDefaults: true,
    // `toString` or `__proto__` is there only if the value holds it itself.
    ownProperties: true,
    logger: { log: note, warn: note, error: note },
    code: { regExp: Object.assign((source: string) => patternOf(source, notes), { code: "patternOf" }) },
  };
  const ajv: Ajv =
    dialect === "2020" ? new Ajv2020(options) : dialect === "2019" ? new Ajv2019(options) : new Ajv(options);
  // The package is CommonJS: where its default export lands depends on who loads it.
  const add = formats as unknown as { default?: (target: Ajv) => unknown } & ((target: Ajv) => unknown);
  (add.default ?? add)(ajv);
  replaceKeywords(ajv);
  return ajv;
}

/** Patterns are ECMAScript with the `u` flag; many in the wild (`\-`) are only valid without it, so that is tried next. */
function patternOf(source: string, notes: Set<string>): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (unicodeError) {
    try {
      const plain = new RegExp(source);
      notes.add(`The pattern ${JSON.stringify(source)} isn't valid with the "u" flag; it was read without it.`);
      return plain;
    } catch {
      throw unicodeError;
    }
  }
}

/**
 * ajv skips a property named `__proto__` under `properties`. Written as a pattern property it is checked, so that is
 * what it becomes. Values under `enum`, `const`, `default` and `examples` aren't schemas and stay as they are.
 */
function enforceProtoProperties(schema: Record<string, unknown>): void {
  const stack: Record<string, unknown>[] = [schema];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const properties = node.properties;
    if (isPlainObject(properties) && Object.hasOwn(properties, "__proto__")) {
      const patterns = isPlainObject(node.patternProperties) ? node.patternProperties : {};
      const already = patterns["^__proto__$"];
      const own = Object.getOwnPropertyDescriptor(properties, "__proto__")?.value as unknown;
      Reflect.deleteProperty(properties, "__proto__");
      node.patternProperties = {
        ...patterns,
        "^__proto__$": already === undefined ? own : { allOf: [already, own] },
      };
    }
    for (const key of Object.keys(node)) {
      if (key === "enum" || key === "const" || key === "default" || key === "examples") continue;
      for (const inner of [node[key]].flat()) if (isPlainObject(inner)) stack.push(inner);
    }
  }
}

function typed(cause: unknown): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const missing = (cause as { missingRef?: unknown } | null)?.missingRef;
  if (typeof missing === "string") {
    const advice = "Nothing is fetched: put what it refers to under $defs and refer to it there.";
    return new SchemaError("reference", `The schema refers to ${missing}, which isn't in it. ${advice}`, {
      path: "",
      keyword: "$ref",
    });
  }
  if (cause instanceof SyntaxError) {
    return new SchemaError("invalid", `A pattern isn't a regular expression: ${reason}.`, {
      path: "",
      keyword: "pattern",
    });
  }
  if (cause instanceof RangeError) {
    return new SchemaError("too-deep", "The schema is nested too deeply to be compiled; use $defs and $ref.", {
      path: "",
    });
  }
  return new SchemaError("invalid", `The schema can't be compiled: ${reason}.`, { path: "" });
}
