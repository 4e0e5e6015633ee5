/** JSON Schema → an ajv validator: the dialect, the formats, and what can't be compiled as typed errors. */
import type { Ajv, ErrorObject, Options } from "ajv";
import {
  type JsonSchema,
  requireDialect,
  SchemaError,
  Search,
  type StandardSchema,
  settleReferences,
} from "../schema/index.ts";
import { addFormats, ajv2019, ajv2020, ajvCore } from "./ajv.ts";
import { copyJson } from "./copy.ts";
import { type Dialect, toDialect, uses } from "./dialect.ts";
import { explain } from "./explain.ts";
import type { ContractError } from "./gates.ts";
import { inspected } from "./inspect.ts";
import { Judge } from "./judge.ts";
import { replaceFormats, replaceKeywords } from "./keywords.ts";
import { narrow } from "./narrow.ts";
import { isContainer } from "./own.ts";
import { child } from "./pointer.ts";
import { simplifyUnions } from "./unions.ts";
import { mostWays } from "./ways.ts";

/** A compiled schema. Errors carry the value and the schema they are about. */
export interface Compiled {
  /** Says whether a value is valid; the others, what is wrong with it. */
  readonly judge: Judge;
  /** Whether it may be told all that is wrong with a value: in schemas with too many ways to a part it would take for ever. */
  readonly listsAll: boolean;
  /** Whether there are defaults to be filled in. */
  readonly fillsDefaults: boolean;
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

/** The most ways to the parts of a schema for all that is wrong with a value to be listed. */
const mostListed = 100_000;

type RunOptions = Pick<Options, "useDefaults" | "allErrors" | "validateFormats">;

/** A schema as ajv can read it. */
export interface Readable {
  readonly dialect: Dialect;
  readonly schema: boolean | Record<string, unknown>;
  /** Pointers of subschemas that aren't where they were, and where they are. */
  readonly moved: ReadonlyMap<string, string>;
  /** See `Compiled`. */
  readonly notes: Set<string>;
}

/**
 * Compiles a schema with ajv. The dialect is the one `$schema` names; without it 2020-12. Unknown keywords are
 * annotations, as JSON Schema says.
 * @param defaults whether `first` and `all` fill defaults in
 * @param validateFormats whether `format` is asserted
 * @throws {SchemaError} if it isn't a valid schema of that dialect, refers to what isn't in it, or is too much for the stack
 */
export function compile(input: JsonSchema | StandardSchema, defaults: boolean, validateFormats: boolean): Compiled {
  const document = inspected(input);
  const readable = toReadable(document.original(document.root));
  const judge = new Judge(document, validateFormats);
  const listsAll = mostWays(document) <= mostListed;
  const runner = (options: RunOptions) => {
    try {
      const validate = createAjv(readable, { ...options, validateFormats }).compile(readable.schema);
      // The engine reads a function when it is first called: what is too much for it must show now, not on a value. But
      // ajv may follow references without end that depend on where they are met, or for ever.
      if (listsAll && !uses(readable.schema, "$dynamicRef", "$recursiveRef")) validate(null);
      return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
    } catch (cause) {
      throw typed(cause, readable.schema);
    }
  };
  const first = runner({ useDefaults: defaults });
  // Compiled when a value first fails: most validators never need them.
  let all: typeof first | undefined;
  let plain: typeof first | undefined;
  return {
    judge,
    listsAll,
    fillsDefaults: defaults && uses(readable.schema, "default"),
    first,
    all: (value) => (all ??= runner({ useDefaults: defaults, allErrors: true }))(value),
    plain: (value) => (plain ??= runner({}))(value),
    schema: readable.schema,
    notes: [...readable.notes],
  };
}

/**
 * Brings a copy of a schema into a form that ajv can read.
 * @throws {SchemaError} if it nests too deep
 */
function toReadable(input: JsonSchema): Readable {
  const copied = copyJson(input);
  if ("error" in copied) throw unusable(copied.error);
  // By identifiers, which are gone once references are settled.
  const read = requireDialect(copied.copy as JsonSchema);
  settleReferences(copied.copy as JsonSchema);
  const { dialect, schema } = toDialect(copied.copy, read);
  const moved = narrow(schema);
  return { dialect, schema: schema as Readable["schema"], moved, notes: new Set() };
}

/** What judges whether schemas are schemas, by dialect: made once, because the schema of schemas takes long to compile. */
const judges = new Map<Dialect, Ajv>();

function checkSchema({ dialect, schema }: Readable): void {
  let judge = judges.get(dialect);
  if (!judge) judges.set(dialect, (judge = ajvOf(dialect, { logger: false })));
  if (judge.validateSchema(schema)) return;
  const [fault] = simplifyUnions(judge.errors ?? [], schema);
  const { message, path } = explain(fault ?? judge.errors![0]!);
  const [keyword] = /[^/]*[^/\d][^/]*(?=[/\d]*$)/.exec(path) ?? [];
  throw new SchemaError("invalid", `The schema isn't valid: ${lowerFirst(message)}`, {
    path,
    ...(keyword !== undefined && { keyword }),
  });
}

function lowerFirst(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/**
 * An ajv that can compile a schema.
 * @throws {SchemaError} if it isn't a valid schema of its dialect
 */
function createAjv(readable: Readable, run: RunOptions): Ajv {
  checkSchema(readable);
  const { dialect, schema, moved, notes } = readable;
  const note = (...parts: unknown[]) => void notes.add(parts.map(String).join(" "));
  const ajv = ajvOf(dialect, {
    ...run,
    validateSchema: false,
    // What was split must stay so: written out in one function it would be too much for the stack again.
    inlineRefs: moved.size === 0,
    logger: { log: note, warn: note, error: note },
    // Unoptimised code compiles in a third of the time (a schema of 280 KB: 1.1 s of CPU, not 3.4).
    code: {
      optimize: false,
      regExp: Object.assign((source: string) => patternOf(source, notes), { code: "patternOf" }),
    },
  });
  // Book is kept of what keywords have looked at only where something asks: it takes much of the code.
  ajv.opts.unevaluated = dialect !== "draft-07" && uses(schema, "unevaluatedItems", "unevaluatedProperties");
  return ajv;
}

/** An ajv as all are: for a dialect, with our formats and keywords. */
function ajvOf(dialect: Dialect, options: Options): Ajv {
  const Draft = dialect === "2020-12" ? ajv2020() : dialect === "2019-09" ? ajv2019() : ajvCore().Ajv;
  const ajv: Ajv = new Draft({
    // Errors carry the value and the schema they are about: the sentences need both.
    verbose: true,
    strict: false,
    // `toString` or `__proto__` is there only if the value holds it itself.
    ownProperties: true,
    ...options,
  });
  addFormats(ajv);
  // ajv refuses it; for dialects that don't know it, it is an annotation.
  ajv.removeKeyword("id");
  replaceFormats(ajv);
  replaceKeywords(ajv);
  return ajv;
}

class PatternError extends Error {
  constructor(
    readonly source: string,
    cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/** Patterns are ECMAScript with the `u` flag; many in the wild (`\-`) are only valid without it, so that is tried next. */
function patternOf(source: string, notes: Set<string>): Search {
  try {
    const search = new Search(source);
    if (search.isPlain) {
      notes.add(`The pattern ${JSON.stringify(source)} isn't valid with the "u" flag; it was read without it.`);
    }
    return search;
  } catch (cause) {
    throw new PatternError(source, cause as Error);
  }
}

/** What is wrong with a schema that can't be copied. */
function unusable({ keyword, path, message }: ContractError): SchemaError {
  if (keyword === "depth") return tooDeep(path);
  return new SchemaError("invalid", `The schema isn't JSON: ${message}`, { path });
}

function tooDeep(path: string): SchemaError {
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  const message = `The schema is nested too deeply to be validated, down to ${shown}. A hundred levels are always possible.`;
  return new SchemaError("too-deep", message, { path: shown });
}

/** What ajv throws for a schema, as an error of ours. */
function typed(cause: unknown, schema: unknown): SchemaError {
  if (cause instanceof SchemaError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const missing = (cause as { missingRef?: unknown } | null)?.missingRef;
  if (typeof missing === "string") {
    const advice = "Nothing is fetched: put what it refers to under $defs and refer to it there.";
    const path = pointerOf(schema, (node) => (node.$ref === missing ? "$ref" : undefined));
    const message = `The schema refers to ${missing}, which isn't in it. ${advice}`;
    return new SchemaError("reference", message, { path, keyword: "$ref" });
  }
  if (cause instanceof PatternError) {
    const { source } = cause;
    const path = pointerOf(schema, (node) => {
      if (node.pattern === source) return "pattern";
      return isContainer(node.patternProperties) && Object.hasOwn(node.patternProperties, source)
        ? "patternProperties"
        : undefined;
    });
    return new SchemaError("invalid", `A pattern isn't a regular expression: ${reason}.`, { path, keyword: "pattern" });
  }
  if (cause instanceof RangeError) {
    return tooDeep(deepestPath(schema));
  }
  return new SchemaError("invalid", `The schema can't be compiled: ${reason}.`, { path: "" });
}

/** The pointer to the first keyword that is looked for; the root's if it isn't found. */
function pointerOf(schema: unknown, keywordIn: (node: Record<string, unknown>) => string | undefined): string {
  const stack = [{ value: schema, path: "" }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, path } = top;
    if (!isContainer(value)) continue;
    const keyword = keywordIn(value as Record<string, unknown>);
    if (keyword !== undefined) return child(path, keyword);
    for (const [key, part] of Object.entries(value).reverse()) stack.push({ value: part, path: child(path, key) });
  }
  return "";
}

/** The pointer to the innermost value of a schema. */
function deepestPath(schema: unknown): string {
  let deepest = { value: schema, path: "", depth: 0 };
  const stack = [deepest];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.depth > deepest.depth) deepest = top;
    if (!isContainer(top.value)) continue;
    for (const [key, value] of Object.entries(top.value)) {
      stack.push({ value, path: child(top.path, key), depth: top.depth + 1 });
    }
  }
  return deepest.path;
}
