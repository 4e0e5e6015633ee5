/** JSON Schema → an ajv validator: the dialect, the formats, and what can't be compiled as typed errors. */
import type { Ajv, ErrorObject, Options } from "ajv";
import { type JsonSchema, SchemaError, type StandardSchema, toJsonSchema } from "../schema/index.ts";
import { addFormats, ajv2019, ajv2020, ajvCore } from "./ajv.ts";
import { copyJson } from "./copy.ts";
import { type Dialect, doubtsAbout, toDialect } from "./dialect.ts";
import { replaceKeywords, tightenFormats } from "./keywords.ts";

/** A compiled schema. Errors carry the value and the schema they are about. */
export interface Compiled {
  /** Fills defaults into the value it is given. Stops at the first error: linear in the value. */
  first(value: unknown): readonly ErrorObject[];
  /** The same, but goes on to the last error; ajv's joining of lists makes that quadratic in the number of errors. */
  all(value: unknown): readonly ErrorObject[];
  /** Fills nothing in; stops at the first error. */
  plain(value: unknown): readonly ErrorObject[];
  /** The schema that was compiled; `parentSchema` of every error is an object in it. */
  readonly schema: unknown;
  /**
   * What the schema says and no check enforces exactly: unknown formats, patterns read without the `u` flag,
   * keywords that are checked with exceptions. One sentence each.
   */
  readonly notes: readonly string[];
}

type RunOptions = Pick<Options, "useDefaults" | "allErrors">;

/**
 * Compiles a schema with ajv. The dialect is the one `$schema` names; without it 2020-12. Unknown keywords are
 * annotations, as JSON Schema says.
 * @param defaults whether `first` and `all` fill defaults in
 * @throws {SchemaError} if it isn't a valid schema of that dialect, or refers to what isn't in it
 */
export function compile(schema: JsonSchema | StandardSchema, defaults: boolean): Compiled {
  const copied = copyJson(toJsonSchema(schema));
  if ("error" in copied) {
    const { keyword, path, message } = copied.error;
    throw new SchemaError(keyword === "depth" ? "too-deep" : "invalid", `The schema isn't JSON: ${message}`, { path });
  }
  const { dialect, schema: own } = toDialect(copied.copy);
  const notes = new Set<string>(doubtsAbout(own));
  const runner = (options: RunOptions) => {
    try {
      const validate = createAjv(dialect, options, notes).compile(own as boolean | Record<string, unknown>);
      return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
    } catch (cause) {
      throw typed(cause);
    }
  };
  const first = runner({ useDefaults: defaults });
  // Compiled when a value first fails: most validators never need them.
  let all: typeof first | undefined;
  let plain: typeof first | undefined;
  return {
    first,
    all: (value) => (all ??= runner({ useDefaults: defaults, allErrors: true }))(value),
    plain: (value) => (plain ??= runner({}))(value),
    schema: own,
    notes: [...notes],
  };
}

export function createAjv(dialect: Dialect, run: RunOptions, notes: Set<string>): Ajv {
  const note = (...parts: unknown[]) => void notes.add(parts.map(String).join(" "));
  const options: Options = {
    ...run,
    // Errors carry the value and the schema they are about: the sentences need both.
    verbose: true,
    strict: false,
    // `toString` or `__proto__` is there only if the value holds it itself.
    ownProperties: true,
    logger: { log: note, warn: note, error: note },
    // Unoptimised code compiles in a third of the time (a schema of 280 KB: 1.1 s of CPU, not 3.4).
    code: {
      optimize: false,
      regExp: Object.assign((source: string) => patternOf(source, notes), { code: "patternOf" }),
    },
  };
  const Draft = dialect === "2020-12" ? ajv2020() : dialect === "2019-09" ? ajv2019() : ajvCore().Ajv;
  const ajv: Ajv = new Draft(options);
  addFormats(ajv);
  // ajv refuses it; for dialects that don't know it, it is an annotation.
  ajv.removeKeyword("id");
  tightenFormats(ajv);
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
    return new SchemaError(
      "too-deep",
      "The schema is nested too deeply, or refers to itself in a way that has no end.",
      {
        path: "",
      },
    );
  }
  return new SchemaError("invalid", `The schema can't be compiled: ${reason}.`, { path: "" });
}
