import { checkOptions, OptionError, type OptionNames, ofType, oneOf } from "../options/index.ts";
import { defaultLimits, type Limits, resolveLimits } from "./limits.ts";
import type { DuplicateKeys, Numbers } from "./reader.ts";
import { type RepairName, repairNames, usualRepairs } from "./repairs.ts";
import { reasoningTags } from "./scanner.ts";

/**
 * Which of the documents in a text is meant.
 * - `first`: the first one. `last`: the last one. `all`: every one.
 * - `schema`: the first one that `accepts` says yes to.
 */
export type Select = "first" | "last" | "all" | "schema";

export interface ExtractorOptions {
  /** Default `first`. */
  readonly select?: Select;
  /** For `select: "schema"`: whether a finished document is the one wanted. It must not throw. */
  readonly accepts?: (value: unknown) => boolean;
  /** `strict` (default) reads JSON as RFC 8259 has it; `lenient` reads past flaws and reports each. */
  readonly mode?: "strict" | "lenient";
  /** In lenient mode: repairs allowed besides the usual ones, or a switch for each: `{ comment: false }`. */
  readonly allow?: readonly RepairName[] | Readonly<Partial<Record<RepairName, boolean>>>;
  /**
   * `any` (default): documents are looked for in prose, fences and tags, outside reasoning. `none`: the whole text is one
   * document, which may be of any type, and anything but white space around it is an error; it's shown from its first
   * character on.
   */
  readonly wrappers?: "any" | "none";
  /** Names of tags that hold reasoning, lower case. Default: think, thinking, thought, reasoning, reflection, scratchpad. */
  readonly reasoning?: readonly string[];
  /** `tree` (default) builds values; `none` only tells events, in memory that doesn't grow with the text. */
  readonly values?: "tree" | "none";
  /** Default true. With false, documents are only told (`on("document")`) and not kept: for text without an end. */
  readonly retain?: boolean;
  readonly limits?: Limits;
  /**
   * A JSON Schema of the document. Progress is measured against it; in lenient mode, strings are converted where it asks
   * for something else (repairs `type`, `double-encoded`, `enum-case`). Nothing is validated.
   */
  readonly schema?: object | boolean | undefined;
  /** Default `last`, as `JSON.parse`. Without values duplicates aren't noticed. */
  readonly duplicateKeys?: DuplicateKeys;
  /** Default `number`. A number that a double can't hold is always warned of. */
  readonly numbers?: Numbers;
}

export interface ResolvedOptions {
  readonly select: Select;
  readonly accepts: (value: unknown) => boolean;
  /** What may be read past; none in strict mode. */
  readonly repairs: ReadonlySet<RepairName>;
  readonly wrapped: boolean;
  readonly reasoning: ReadonlySet<string>;
  readonly values: boolean;
  readonly retain: boolean;
  readonly limits: Required<Limits>;
  readonly schema: object | undefined;
  readonly duplicateKeys: DuplicateKeys;
  readonly numbers: Numbers;
}

/**
 * Checks options and fills in defaults.
 * @throws {OptionError} for an option that there isn't, a value that isn't one of those allowed, or `select: "schema"` without
 * `accepts`
 * @throws {OptionError} for a limit that makes no sense
 */
export function resolveOptions(options: ExtractorOptions): ResolvedOptions {
  checkOptions("createExtractor", options, names);
  if (options.limits !== undefined) checkOptions("limits", options.limits, defaultLimits);
  const { select = "first", mode = "strict", allow = [], wrappers = "any", reasoning = reasoningTags } = options;
  const { values = "tree", duplicateKeys = "last", numbers = "number" } = options;
  oneOf("select", select, ["first", "last", "all", "schema"]);
  const lenient = oneOf("mode", mode, ["strict", "lenient"]) === "lenient";
  const repairs = allowed(allow);
  const accepts = ofType("accepts", options.accepts, "function");
  if (select === "schema" && !accepts) throw new OptionError("accepts", 'select: "schema" needs `accepts`.');
  return {
    select,
    accepts: accepts ?? (() => true),
    repairs: lenient ? repairs : new Set(),
    wrapped: oneOf("wrappers", wrappers, ["any", "none"]) === "any",
    reasoning: new Set(tagsOf(reasoning)),
    values: oneOf("values", values, ["tree", "none"]) === "tree",
    retain: ofType("retain", options.retain, "boolean") ?? true,
    schema: schemaOf(options.schema),
    limits: resolveLimits(options.limits),
    duplicateKeys: oneOf("duplicateKeys", duplicateKeys, ["last", "first", "error"]),
    numbers: oneOf("numbers", numbers, ["number", "bigint", "text"]),
  };
}

const names: OptionNames<ExtractorOptions> = {
  select: true,
  accepts: true,
  mode: true,
  allow: true,
  wrappers: true,
  reasoning: true,
  values: true,
  retain: true,
  limits: true,
  schema: true,
  duplicateKeys: true,
  numbers: true,
};

/** The schema, if it says anything. */
function schemaOf(schema: unknown): object | undefined {
  if (schema === undefined || typeof schema === "boolean") return undefined;
  if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema;
  throw new OptionError("schema", "Option `schema` must be a JSON Schema: an object or a boolean.");
}

function tagsOf(tags: unknown): readonly string[] {
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === "string")) return tags;
  throw new OptionError("reasoning", "Option `reasoning` must be a list of names of tags.");
}

function allowed(allow: NonNullable<ExtractorOptions["allow"]>): Set<RepairName> {
  if (typeof allow !== "object" || allow === null) {
    throw new OptionError("allow", "Option `allow` must be a list of repairs, or an object with a switch for each.");
  }
  const repairs = new Set(usualRepairs);
  const switches = Array.isArray(allow) ? allow.map((name) => [name, true]) : Object.entries(allow);
  for (const [name, on] of switches) {
    oneOf("allow", name as RepairName, repairNames);
    if (on) repairs.add(name);
    else repairs.delete(name);
  }
  return repairs;
}
