/** Validation of finished values, on a copy: whether they are valid is said by the judge, what is wrong with them by ajv. */
import type { ErrorObject } from "ajv";
import { checkOptions, type OptionNames, ofType, oneOf } from "../options/index.ts";
import { type Infer, type JsonSchema, pointerSteps, type StandardSchema } from "../schema/index.ts";
import { type Compiled, compile } from "./compile.ts";
import { addedPointers, copyJson, type JsonCopy } from "./copy.ts";
import { explain, explainBreach } from "./explain.ts";
import { errorLimit, type GateResult, refuse } from "./gates.ts";
import { isContainer } from "./own.ts";
import { compareNatural } from "./pointer.ts";
import { simplifyUnions } from "./unions.ts";

/** A compiled contract. */
export interface Validator<T = unknown> {
  /**
   * Checks a finished value. Missing properties and items that have a `default` get it, in a copy: the value passed in
   * is never changed. All errors are collected (of very large values the first). Never throws for what a model can write.
   */
  validate(value: unknown): GateResult<T>;
  /** What the schema says and this validator doesn't enforce exactly (an unknown `format`, say), one sentence each. */
  readonly notes: readonly string[];
}

/** How a validator judges. */
export interface ValidatorOptions {
  /** Whether missing values get their defaults before they are judged. Default true. */
  readonly defaults?: boolean;
  /** Whether `format` is asserted: `assert` (default) or `annotate`. See the options of `compileSchema`. */
  readonly formats?: "assert" | "annotate";
}

/**
 * Compiles a JSON Schema into a validator.
 *
 * The dialect is the one `$schema` names (draft-04, -06, -07, 2019-09, 2020-12), 2020-12 without it, with older spellings
 * understood. Formats are checked, lengths count code points, a property is there only if the value holds it itself
 * (`toString` and `__proto__` are names like any other). References stay inside the schema: nothing is fetched.
 *
 * Defaults are filled in before the value is judged, so a required property with a default may be missing; a value that
 * is valid as it stands but not with its defaults passes as it stands. Defaults inside `anyOf`, `oneOf`, `not` and `if`
 * aren't filled in, since which branch holds isn't known beforehand.
 * @throws {SchemaError} if the schema isn't valid or refers to what isn't in it
 * @throws {OptionError} for options that there aren't
 */
export function createValidator<const S extends JsonSchema | StandardSchema, T = Infer<S>>(
  schema: S,
  options: ValidatorOptions = {},
): Validator<T> {
  checkOptions("createValidator", options, names);
  const { defaults = true, formats = "assert" } = options;
  ofType("defaults", defaults, "boolean");
  oneOf("formats", formats, ["assert", "annotate"]);
  const compiled = compile(schema, defaults, formats === "assert");
  return { notes: compiled.notes, validate: (value) => validate<T>(compiled, value) };
}

const names: OptionNames<ValidatorOptions> = { defaults: true, formats: true };

/** Values of more parts than this are checked up to their first fault only: listing all would take too long. */
const mostParts = 5000;
/** A value that schemas look at more often than this is told one fault alone, since ajv would take as long as that. */
const mostEffort = 2_000_000;

function validate<T>(compiled: Compiled, value: unknown): GateResult<T> {
  const copied = copyJson(value);
  if ("error" in copied) return refuse([copied.error], { complete: false });
  const { copy, parts } = copied;
  const { judge } = compiled;
  const { root } = judge.document;
  try {
    const asItStands = judge.judge(root, copy);
    // Costly ones get no defaults, either.
    const isCostly = judge.effort > mostEffort;
    const fills = compiled.fillsDefaults && !isCostly;
    const isFilled = fills && fill(compiled, copy);
    const defaults = isFilled ? addedPointers(value, copy).sort(compareNatural) : [];
    if (defaults.length > 0 && judge.judge(root, copy)) return { ok: true, value: copy as T, defaults };
    // Filled in, it may not be what the schema wants.
    const unfilled = fills ? (copyJson(value) as JsonCopy).copy : copy;
    if (asItStands) return { ok: true, value: unfilled as T, defaults: [] };
    const breach = judge.breach!;
    const listsAll = parts <= mostParts && compiled.listsAll;
    const found = isCostly ? [] : faultsIn(compiled, copy, listsAll);
    if (found.length === 0) return refuse([explainBreach(breach)], { complete: false });
    // A default that doesn't fit isn't the value's fault, nor is what a prototype has.
    const own = found.filter(({ instancePath }) => isIn(value, instancePath));
    const clear = simplifyUnions(own.length > 0 ? own : found, compiled.schema);
    const complete = listsAll && clear.length <= errorLimit;
    return refuse(clear.slice(0, errorLimit).map(explain), { complete });
  } catch (cause) {
    // A chain of references for every level of a deep value can be too much for the stack: an error, not a crash.
    if (!(cause instanceof RangeError)) throw cause;
    return refuse([explain({ keyword: "depth", instancePath: "", schemaPath: "#", params: {} })], { complete: false });
  }
}

/** Fills in defaults; false where they have no end, as a default of an object that has it again. */
function fill(compiled: Compiled, copy: unknown): boolean {
  try {
    attempt(() => compiled.first(copy));
    return true;
  } catch (cause) {
    if (cause instanceof RangeError) return false;
    throw cause;
  }
}

/** Whether a pointer leads to a part of a value. */
function isIn(value: unknown, pointer: string): boolean {
  let at = value;
  for (const step of pointerSteps(pointer)) {
    if (!isContainer(at) || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return true;
}

function faultsIn(compiled: Compiled, copy: unknown, listsAll: boolean): readonly ErrorObject[] {
  const found = attempt(() => (listsAll ? compiled.all(copy) : compiled.first(copy)));
  // Of some values it finds nothing, or stumbles over them, when it's to find all.
  return found.length > 0 ? found : attempt(() => compiled.plain(copy));
}

/** What ajv finds; nothing where its code fails, as it does (8.20) of evaluated properties when it's to find all errors. */
function attempt(find: () => readonly ErrorObject[]): readonly ErrorObject[] {
  try {
    return find();
  } catch (cause) {
    if (cause instanceof TypeError) return [];
    throw cause;
  }
}
