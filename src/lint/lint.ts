import { type JsonSource, JsonSourceError, readSource } from "../json/index.ts";
import { checkOptions, nearest, OptionError, type OptionNames, wholeNumber, withDefaults } from "../options/index.ts";
import { type JsonSchema, SchemaError, type StandardSchema, toJsonSchema } from "../schema/index.ts";
import { type Cost, findInCompiled } from "./compiled.ts";
import { type Finding, Findings } from "./findings.ts";
import { findNesting } from "./nesting.ts";
import { Nodes } from "./nodes.ts";
import { isRuleId, lintRules, type RuleId } from "./rules.ts";
import { findInStructure } from "./structure.ts";

export interface LintOptions {
  /** The rules to look by. Default: all. */
  readonly rules?: readonly RuleId[];
  /** Rules to leave out of these. */
  readonly off?: readonly RuleId[];
  /** Where rules that count begin to find. */
  readonly limits?: Partial<Limits>;
  /** The most findings that are returned; the others are counted. Default 1,000. */
  readonly maxFindings?: number;
}

/** The most that isn't worth a finding. */
export interface Limits {
  /** Levels of objects in objects. Default 2. */
  readonly nesting: number;
  /** Required properties of an object. Default 8: a rule of thumb. */
  readonly required: number;
  /**
   * Cost. Defaults 35,000 bytes, 250 rules and 75 states: 19 of 20 of the 5,636 real-world schemas that we measure with
   * (half of MaskBench) cost less.
   */
  readonly grammarBytes: number;
  readonly rules: number;
  readonly states: number;
  /**
   * Bounds: code points of a string, items of an array or keys of an open object, digits of a number before its point. What
   * may pass them has no bound that a model would feel. Defaults 32,767, 1,000 and 20: 19 of 20 of the bounds in those
   * schemas are no higher.
   */
  readonly stringLength: number;
  readonly items: number;
  readonly digits: number;
}

export const defaultLimits: Limits = {
  nesting: 2,
  required: 8,
  grammarBytes: 35_000,
  rules: 250,
  states: 75,
  stringLength: 32_767,
  items: 1_000,
  digits: 20,
};

/** What the lint found. */
export interface LintResult {
  /** By their place in the text, where there is one. */
  readonly findings: readonly Finding[];
  /** Findings beyond `maxFindings`. */
  readonly omitted: number;
  /** What the schema costs; absent if no grammar could be made of it. */
  readonly cost?: Cost;
}

/** Levels of a schema beyond which it isn't looked at. */
const maxDepth = 1_000;

/**
 * Looks for what makes a schema hard for a model, costly, or not what was meant: see `lintRules`. Whatever is wrong with
 * the schema is a finding; nothing is thrown for it.
 * @throws {OptionError} for options that there aren't or that are out of range, an unknown rule among them
 */
export function lintSchema(schema: JsonSchema | StandardSchema, options: LintOptions = {}): LintResult {
  const { limits, findings } = settingsOf(options);
  const cost = lint(schema, limits, findings);
  return { findings: findings.list, omitted: findings.omitted, ...(cost && { cost }) };
}

/**
 * The same for a schema as a JSON text, a byte order mark before it allowed: findings have a line and a column.
 * @throws {OptionError} see {@link lintSchema}; also for a text that isn't a string
 */
export function lintText(text: string, options: LintOptions = {}): LintResult {
  if (typeof text !== "string") {
    const advice = "decode bytes as UTF-8 first, and pass a schema that is read to `lintSchema`";
    throw new OptionError("text", `lintText takes a JSON text, a string: ${advice}.`);
  }
  const { limits, findings } = settingsOf(options);
  let source: JsonSource;
  try {
    source = readSource(text);
  } catch (error) {
    if (!(error instanceof JsonSourceError)) throw error;
    const { message, location } = error;
    findings.add("not-json", "", message);
    return { findings: findings.list.map((finding) => ({ ...finding, location })), omitted: findings.omitted };
  }
  for (const path of source.repeated) {
    findings.add("duplicate-key", path, "This key is in its object more than once, and only the last one counts.");
  }
  for (const path of source.rounded) {
    findings.add("inexact-number", path, "This number has more digits than a double holds: another one is read.");
  }
  const cost = lint(source.value as JsonSchema, limits, findings);
  const places = source.locate(findings.list.map(({ path }) => path));
  const located = findings.list.map((finding) => ({ ...finding, location: places.get(finding.path)! }));
  located.sort((a, b) => a.location.line - b.location.line || a.location.column - b.location.column);
  return { findings: located, omitted: findings.omitted, ...(cost && { cost }) };
}

function lint(input: JsonSchema | StandardSchema, limits: Limits, findings: Findings): Cost | undefined {
  let schema: JsonSchema;
  let nodes: Nodes;
  try {
    schema = toJsonSchema(input);
    guardDepth(schema);
    nodes = new Nodes(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    findings.add("invalid-schema", error.path, error.message);
    return undefined;
  }
  findInStructure(nodes, limits, findings);
  findNesting(nodes, limits.nesting, findings);
  return findInCompiled(schema, nodes, limits, findings);
}

/** Refuses what is too deep for a model and for most readers. */
function guardDepth(schema: unknown): void {
  const stack = [{ value: schema, depth: 0 }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= maxDepth) {
      throw new SchemaError("too-deep", `The schema nests more than ${maxDepth} levels deep.`, { path: "" });
    }
    for (const part of Object.values(value)) stack.push({ value: part, depth: depth + 1 });
  }
}

const names: OptionNames<LintOptions> = { rules: true, off: true, limits: true, maxFindings: true };

function settingsOf(options: LintOptions): { readonly limits: Limits; readonly findings: Findings } {
  checkOptions("lint", options, names);
  const { rules, off = [], limits, maxFindings = 1000 } = options;
  if (limits !== undefined) checkOptions("limits", limits, defaultLimits);
  for (const [name, list] of Object.entries({ rules, off })) {
    if (list !== undefined && !Array.isArray(list))
      throw new OptionError(name, `Option \`${name}\` must be a list of rules.`);
  }
  for (const rule of [...(rules ?? []), ...off]) {
    if (isRuleId(rule)) continue;
    const ids = lintRules.map(({ id }) => id);
    const meant = nearest(String(rule), ids);
    const advice = meant === undefined ? `Rules: ${ids.join(", ")}.` : `Did you mean \`${meant}\`?`;
    throw new OptionError(rules?.includes(rule) ? "rules" : "off", `There is no rule \`${String(rule)}\`. ${advice}`);
  }
  const set: Limits = withDefaults(defaultLimits, limits);
  for (const [name, value] of Object.entries({ ...set, maxFindings })) {
    wholeNumber(name, value, 0);
  }
  const wanted = new Set(rules ?? lintRules.map(({ id }) => id));
  for (const rule of off) wanted.delete(rule);
  return { limits: set, findings: new Findings((rule) => wanted.has(rule), maxFindings) };
}
