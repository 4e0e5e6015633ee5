import { compileGbnf } from "../gbnf/index.ts";
import {
  type Alternative,
  type CompiledSchema,
  compileSchema,
  type JsonSchema,
  lengthRange,
  type ReportEntry,
  SchemaError,
  type ShapeTable,
} from "../schema/index.ts";
import type { Findings } from "./findings.ts";
import type { Limits } from "./lint.ts";
import type { Node, Nodes } from "./nodes.ts";
import { includesType } from "./structure.ts";
import { findUntyped } from "./untyped.ts";

/** What a schema costs to write under. */
export interface Cost {
  /** Size of the GBNF grammar in UTF-8 bytes, and its rules. */
  readonly grammarBytes: number;
  readonly rules: number;
  /** States of the automata of all patterns, formats and classes of names. */
  readonly states: number;
  /** Different kinds of values in the normal form. */
  readonly shapes: number;
}

/** Findings that show when the schema is compiled. */
export function findInCompiled(schema: JsonSchema, nodes: Nodes, limits: Limits, findings: Findings): Cost | undefined {
  const compiled = attempt(() => compileSchema(schema, { strict: false }), findings);
  if (!compiled) return undefined;
  for (const { path, keywords, message } of compiled.dead) {
    findings.add("dead-part", keywords[0] ?? path, `No value fits ${path || "the root"}: ${message}.`);
  }
  // A reference that leads nowhere leaves anything.
  if (!compiled.report.some(({ status }) => status === "refused")) findUntyped(compiled.shape, nodes, findings);
  findUnbounded(compiled.shape, nodes, limits, findings);
  return findCost(compiled, limits, findings);
}

function attempt<T>(make: () => T, findings: Findings): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const { code, path, message, report } = error;
    if (code === "unsatisfiable") findings.add("unsatisfiable", report[0]?.path ?? path, message);
    else if (code === "reference") findings.add("bad-reference", path, message);
    else findings.add("invalid-schema", path, message);
    return undefined;
  }
}

function findCost(compiled: CompiledSchema, limits: Limits, findings: Findings): Cost | undefined {
  let made: ReturnType<typeof compileGbnf>;
  try {
    made = compileGbnf(compiled);
  } catch (error) {
    if (!(error instanceof SchemaError) || error.code !== "too-large") throw error;
    findings.add("cost", "", error.message);
    return undefined;
  }
  findInReport(made.report, findings);
  const cost: Cost = {
    grammarBytes: new TextEncoder().encode(made.grammar).length,
    rules: made.rules,
    states: compiled.shape.automata.reduce((sum, { accepting }) => sum + accepting.length, 0),
    shapes: compiled.shape.shapes.length,
  };
  const names = { grammarBytes: "bytes of grammar", rules: "rules", states: "states of automata" };
  const over = (["grammarBytes", "rules", "states"] as const)
    .filter((measure) => cost[measure] > limits[measure])
    .map((measure) => `${cost[measure]} ${names[measure]} (more than ${limits[measure]})`);
  if (over.length > 0) findings.add("cost", "", `The schema comes to ${over.join(", ")}.`);
  return cost;
}

/** Keywords whose lot is said with the keyword they belong to. */
const said = new Set(["then", "else", "minContains", "maxContains"]);

function findInReport(report: readonly ReportEntry[], findings: Findings): void {
  for (const { path, keyword, status, reason } of report) {
    const why = reason === undefined ? "" : `: ${reason}`;
    if (status === "refused") findings.add("bad-reference", path, `\`${keyword}\` can't be followed${why}.`);
    if (status === "boundary" && !said.has(keyword)) {
      findings.add("boundary-check", path, `\`${keyword}\` is checked when the value is finished${why}.`);
    }
    if (status === "annotation" && reason !== undefined && !keyword.startsWith("x-")) {
      findings.add("ignored-keyword", path, `\`${keyword}\` has no effect${why}.`);
    }
  }
}

/** Finds what has no end, or none within reach, where several schemas of one value are taken together. */
function findUnbounded(table: ShapeTable, nodes: Nodes, limits: Limits, findings: Findings): void {
  for (const shape of table.shapes) {
    for (const one of shape) {
      const sources = one.sources.map((source) => nodes.at(table.sources[source]!));
      const speaking = sources.filter((node): node is Node => node !== undefined && speaksOf(node, one.kind));
      if (speaking.length === 0) continue;
      const found = unboundedBy(table, one, speaking, limits);
      if (found) for (const { place } of found.at ?? speaking) findings.add(found.rule, place.pointer, found.message);
    }
  }
}

interface Unbounded {
  readonly rule: "unbounded-string" | "unbounded-number" | "unbounded-array" | "unbounded-map" | "open-object";
  readonly message: string;
  /** Where to say so, if not at every schema that speaks of the type. */
  readonly at?: readonly Node[];
}

function unboundedBy(
  table: ShapeTable,
  one: Alternative,
  speaking: readonly Node[],
  limits: Limits,
): Unbounded | undefined {
  switch (one.kind) {
    case "string": {
      const rule = "unbounded-string";
      const longest = Math.min(one.maxLength ?? Infinity, longestText(table, one.automaton));
      if (longest <= limits.stringLength) return undefined;
      if (longest < Infinity)
        return { rule, message: outOfReach("string", longest, "characters", limits.stringLength) };
      if (speaking.some(({ schema }) => typeof schema.format === "string" && shortFormats.has(schema.format)))
        return undefined;
      const why = one.automaton === null ? "" : ", and its pattern or format has no end";
      return { rule, message: `This string has no \`maxLength\`${why}.` };
    }
    case "number": {
      const rule = "unbounded-number";
      const what = one.integer ? "integer" : "number";
      const missing = [one.minimum === null && "`minimum`", one.maximum === null && "`maximum`"].filter(Boolean);
      if (missing.length > 0) return { rule, message: `This ${what} has no ${missing.join(" and no ")}.` };
      const digits = Math.max(wholeDigits(one.minimum!), wholeDigits(one.maximum!));
      if (digits <= limits.digits) return undefined;
      return { rule, message: outOfReach(what, digits, "digits", limits.digits) };
    }
    case "array": {
      const rule = "unbounded-array";
      const most = one.items === null ? 0 : (one.maxItems ?? Infinity);
      if (most <= limits.items) return undefined;
      // Of a list of values each can come once.
      if (one.unique && table.shapes[one.items!]!.every(({ kind }) => kind === "literals")) return undefined;
      if (most < Infinity) return { rule, message: outOfReach("array", most, "items", limits.items) };
      return { rule, message: "This array has no `maxItems`." };
    }
    case "object": {
      const most = one.maxProperties ?? Infinity;
      if (most <= limits.items || !one.others.some(({ keys }) => longestText(table, keys) === Infinity))
        return undefined;
      const sayingSo = speaking.filter(({ schema }) => explicit.some((keyword) => keyword in schema));
      if (sayingSo.some(({ schema }) => schema.unevaluatedProperties === false)) return undefined;
      if (sayingSo.length === 0) {
        return { rule: "open-object", message: "This object doesn't say `additionalProperties`." };
      }
      const further = "This object may have any number of further keys.";
      const message = most < Infinity ? outOfReach("object", most, "keys", limits.items) : further;
      return { rule: "unbounded-map", message, at: sayingSo };
    }
    default:
      return undefined;
  }
}

/** A bound that is so far off that nothing is bounded by it. */
function outOfReach(what: string, most: number, unit: string, limit: number): string {
  const shown = most < 1e15 ? most.toLocaleString("en") : String(most);
  return `This ${what} may have ${shown} ${unit}; more than ${limit.toLocaleString("en")} is no bound.`;
}

function longestText(table: ShapeTable, automaton: number | null): number {
  return automaton === null ? Infinity : lengthRange(table.automata[automaton]!).longest;
}

/** Digits before the point of a decimal in plain notation. */
function wholeDigits(decimal: string): number {
  return decimal.replace(/^-/, "").replace(/\..*$/s, "").length;
}

/** Keywords by which an object says which further keys it takes. */
const explicit = ["additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"];
/** Formats whose values are short, though fractions of seconds and the like have no end. */
const shortFormats = new Set("date time date-time duration".split(" "));

/** Whether a schema says anything of values of a type, rather than of all. */
function speaksOf({ schema, role }: Node, kind: Alternative["kind"]): boolean {
  if (role === "condition") return false;
  const names = kind === "number" ? ["number", "integer"] : [kind];
  if ("type" in schema) return names.some((name) => includesType(schema, name));
  return (keywordsOf[kind] ?? []).some((keyword) => keyword in schema);
}

const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["items", "prefixItems", "minItems", "uniqueItems"],
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "minProperties",
  ],
};
