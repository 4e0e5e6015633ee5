/**
 * Says whether a value is valid against a part of a schema, by walking both. A validator made of generated code is faster by value,
 * but takes tens of milliseconds to make for a part of a large schema, and a text that is being written can't wait for that.
 * It knows no reasons: who wants to tell what is wrong validates the finished value.
 */
import { assertedFormats, formatHolds, type Place, type SchemaDocument, Search } from "../schema/index.ts";
import { otherFormat } from "./ajv.ts";
import { Evaluated } from "./evaluated.ts";
import { firstRepeat, isMultiple, isOneOf, isSame } from "./keywords.ts";
import { isContainer } from "./own.ts";

type Keywords = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

/** A value that is judged, and what is already known of it by the places that references lead to. */
interface Subject {
  readonly value: unknown;
  known: Map<Place, Verdict> | undefined;
}

interface Verdict {
  readonly holds: boolean;
  readonly seen: Evaluated | undefined;
  readonly effort: number;
}

/** What a keyword says of a value. `seen` collects what's evaluated, where somebody asks for it. */
type Rule = (judge: Judge, place: Place, subject: Subject, seen: Evaluated | undefined) => boolean;

/** A schema that a value isn't valid against, and the keyword that says so. */
export interface Breach {
  readonly place: Place;
  readonly keyword: string;
}

/** Schemas that a value is looked at by before what is known of it is kept: without, ways to one schema can double with each. */
const mostForgotten = 10_000;

export class Judge {
  private readonly patterns = new Map<string, Search>();
  /** How often a value was looked at by a schema in the last verdict, or would have been if nothing had been kept. */
  effort = 0;
  /** What the last verdict was negative for: of what contains what, the outermost. */
  breach: Breach | undefined;

  constructor(
    readonly document: SchemaDocument,
    readonly assertsFormats: boolean,
  ) {}

  /**
   * Whether a value is valid against the schema at a place.
   * @throws {RangeError} for what nests too deep for the stack
   */
  judge(place: Place, value: unknown): boolean {
    this.effort = 0;
    this.breach = undefined;
    return this.holds(place, value);
  }

  /** The same within a verdict, of another value. */
  holds(place: Place, value: unknown): boolean {
    return this.fits(place, { value, known: undefined }, undefined);
  }

  /**
   * The same of the same value.
   * @param outer is told which properties and items are evaluated, if the value is valid
   */
  fits(place: Place, subject: Subject, outer: Evaluated | undefined): boolean {
    this.effort++;
    if (typeof place.schema === "boolean") return place.schema;
    const keywords = place.schema as Keywords;
    const asks = "unevaluatedItems" in keywords || "unevaluatedProperties" in keywords;
    const seen = asks || outer ? new Evaluated() : undefined;
    for (const keyword in keywords) {
      const rule = rules.get(keyword);
      if (rule && !rule(this, place, subject, seen)) return this.breaks(place, keyword);
    }
    // What nothing else has looked at.
    if (asks && !unevaluated(this, place, subject, seen!)) {
      return this.breaks(place, Array.isArray(subject.value) ? "unevaluatedItems" : "unevaluatedProperties");
    }
    outer?.add(seen!);
    return true;
  }

  private breaks(place: Place, keyword: string): false {
    this.breach = { place, keyword };
    return false;
  }

  /** The same for where a reference leads. */
  fitsTarget(place: Place, subject: Subject, outer: Evaluated | undefined): boolean {
    if (this.effort < mostForgotten) return this.fits(place, subject, outer);
    subject.known ??= new Map();
    let verdict = subject.known.get(place);
    if (verdict && (verdict.seen || !outer)) this.effort += verdict.effort;
    else {
      const before = this.effort;
      const seen = outer && new Evaluated();
      const holds = this.fits(place, subject, seen);
      verdict = { holds, seen, effort: this.effort - before };
      subject.known.set(place, verdict);
    }
    if (verdict.holds && outer) outer.add(verdict.seen!);
    return verdict.holds;
  }

  matches(source: string, text: string): boolean {
    let pattern = this.patterns.get(source);
    if (!pattern) this.patterns.set(source, (pattern = new Search(source)));
    return pattern.test(text);
  }

  child(place: Place, keyword: string, step?: string | number): Place {
    return this.document.child(place, keyword, step);
  }
}

const of = (place: Place): Keywords => place.schema as Keywords;
const isObject = (value: unknown): value is Members => isContainer(value) && !Array.isArray(value);

const onNumbers = (fits: (value: number, bound: number, keywords: Keywords) => boolean, keyword: string): Rule => {
  return (_, place, { value }) => typeof value !== "number" || fits(value, of(place)[keyword] as number, of(place));
};
const onTexts = (fits: (text: string, bound: number) => boolean, keyword: string): Rule => {
  return (_, place, { value }) => typeof value !== "string" || fits(value, of(place)[keyword] as number);
};
const onItems = (fits: (count: number, bound: number) => boolean, keyword: string): Rule => {
  return (_, place, { value }) => !Array.isArray(value) || fits(value.length, of(place)[keyword] as number);
};
const onMembers = (fits: (count: number, bound: number) => boolean, keyword: string): Rule => {
  return (_, place, { value }) => !isObject(value) || fits(Object.keys(value).length, of(place)[keyword] as number);
};
const atLeast = (count: number, bound: number): boolean => count >= bound;
const atMost = (count: number, bound: number): boolean => count <= bound;

const refers =
  (keyword: string): Rule =>
  (judge, place, subject, seen) => {
    const target = judge.document.resolve(place, of(place)[keyword] as string);
    return "schema" in target && judge.fitsTarget(target, subject, seen);
  };

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["$ref", refers("$ref")],
  ["$dynamicRef", refers("$dynamicRef")],
  ["$recursiveRef", refers("$recursiveRef")],
  ["type", (_, place, { value }) => isOfType(of(place), value)],
  ["enum", (_, place, { value }) => isOneOf(value, of(place).enum as readonly unknown[])],
  ["const", (_, place, { value }) => isEqual(value, of(place).const)],
  [
    "minimum",
    onNumbers((value, bound, all) => (all.exclusiveMinimum === true ? value > bound : value >= bound), "minimum"),
  ],
  [
    "maximum",
    onNumbers((value, bound, all) => (all.exclusiveMaximum === true ? value < bound : value <= bound), "maximum"),
  ],
  ["exclusiveMinimum", onNumbers((value, bound) => typeof bound === "boolean" || value > bound, "exclusiveMinimum")],
  ["exclusiveMaximum", onNumbers((value, bound) => typeof bound === "boolean" || value < bound, "exclusiveMaximum")],
  ["multipleOf", onNumbers(isMultiple, "multipleOf")],
  ["minLength", onTexts((text, bound) => text.length >= bound && lengthOf(text) >= bound, "minLength")],
  ["maxLength", onTexts((text, bound) => text.length <= bound || lengthOf(text) <= bound, "maxLength")],
  [
    "pattern",
    (judge, place, { value }) => typeof value !== "string" || judge.matches(of(place).pattern as string, value),
  ],
  ["format", (judge, place, { value }) => !judge.assertsFormats || isOfFormat(of(place).format as string, value)],
  ["minItems", onItems(atLeast, "minItems")],
  ["maxItems", onItems(atMost, "maxItems")],
  ["uniqueItems", (_, place, { value }) => !of(place).uniqueItems || !Array.isArray(value) || !firstRepeat(value)],
  ["prefixItems", items],
  ["items", (judge, place, subject, seen) => "prefixItems" in of(place) || items(judge, place, subject, seen)],
  ["contains", contains],
  ["minProperties", onMembers(atLeast, "minProperties")],
  ["maxProperties", onMembers(atMost, "maxProperties")],
  ["required", (_, place, { value }) => !isObject(value) || hasAll(value, of(place).required as readonly string[])],
  ["properties", properties],
  ["patternProperties", patternProperties],
  ["additionalProperties", additionalProperties],
  ["propertyNames", propertyNames],
  ["dependentRequired", dependencies("dependentRequired")],
  ["dependentSchemas", dependencies("dependentSchemas")],
  ["dependencies", dependencies("dependencies")],
  ["allOf", allOf],
  ["anyOf", someOf("anyOf")],
  ["oneOf", someOf("oneOf")],
  ["not", (judge, place, subject) => !judge.fits(judge.child(place, "not"), subject, undefined)],
  ["if", conditional],
]);

function isOfType({ type, nullable }: Keywords, value: unknown): boolean {
  if (value === null && nullable === true) return true;
  return Array.isArray(type) ? type.some((one) => isA(one, value)) : isA(type as string, value);
}

function isA(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "number") return Number.isFinite(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function isEqual(value: unknown, other: unknown): boolean {
  return isContainer(other) ? isSame(value, other) : value === other;
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++, length++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff || i + 1 === text.length) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) i++;
  }
  return length;
}

const asserted: ReadonlySet<string> = new Set(assertedFormats);

function isOfFormat(format: string, value: unknown): boolean {
  if (typeof value === "string" && asserted.has(format)) return formatHolds(format, value);
  if (typeof value !== "string" && typeof value !== "number") return true;
  return asserted.has(format) || otherFormat(format, value);
}

function hasAll(value: Members, names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name));
}

/** The first items by the list there is, and the rest by what's said of it. */
function items(judge: Judge, place: Place, { value }: Subject, seen: Evaluated | undefined): boolean {
  if (!Array.isArray(value)) return true;
  const keywords = of(place);
  const list = Array.isArray(keywords.prefixItems)
    ? "prefixItems"
    : Array.isArray(keywords.items)
      ? "items"
      : undefined;
  const first = list === undefined ? 0 : (keywords[list] as unknown[]).length;
  for (let i = 0; i < Math.min(first, value.length); i++) {
    if (!judge.holds(judge.child(place, list!, i), value[i])) return false;
  }
  seen?.addItems(first);
  const rest = Array.isArray(keywords.items) ? "additionalItems" : "items";
  if (!(rest in keywords)) return true;
  const schema = judge.child(place, rest);
  for (let i = first; i < value.length; i++) if (!judge.holds(schema, value[i])) return false;
  seen?.addItems(value.length);
  return true;
}

function contains(judge: Judge, place: Place, { value }: Subject, seen: Evaluated | undefined): boolean {
  if (!Array.isArray(value)) return true;
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = of(place) as {
    minContains?: number;
    maxContains?: number;
  };
  const schema = judge.child(place, "contains");
  let count = 0;
  for (let i = 0; i < value.length; i++) {
    if (!judge.holds(schema, value[i])) continue;
    count++;
    // In 2019-09 it doesn't say that an item is evaluated.
    if (judge.document.draft !== "2019-09") seen?.addItem(i);
  }
  return count >= minContains && count <= maxContains;
}

function properties(judge: Judge, place: Place, { value }: Subject, seen: Evaluated | undefined): boolean {
  if (!isObject(value)) return true;
  for (const name of Object.keys(of(place).properties as object)) {
    if (!Object.hasOwn(value, name)) continue;
    if (!judge.holds(judge.child(place, "properties", name), value[name])) return false;
    seen?.addName(name);
  }
  return true;
}

function patternProperties(judge: Judge, place: Place, { value }: Subject, seen: Evaluated | undefined): boolean {
  if (!isObject(value)) return true;
  for (const source of Object.keys(of(place).patternProperties as object)) {
    const schema = judge.child(place, "patternProperties", source);
    for (const name of Object.keys(value)) {
      if (!judge.matches(source, name)) continue;
      if (!judge.holds(schema, value[name])) return false;
      seen?.addName(name);
    }
  }
  return true;
}

function additionalProperties(judge: Judge, place: Place, { value }: Subject, seen: Evaluated | undefined): boolean {
  if (!isObject(value)) return true;
  const { properties = {}, patternProperties = {} } = of(place);
  const sources = Object.keys(patternProperties as object);
  const schema = judge.child(place, "additionalProperties");
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties as object, name) || sources.some((source) => judge.matches(source, name))) continue;
    if (!judge.holds(schema, value[name])) return false;
    seen?.addName(name);
  }
  return true;
}

function propertyNames(judge: Judge, place: Place, { value }: Subject): boolean {
  if (!isObject(value)) return true;
  const schema = judge.child(place, "propertyNames");
  return Object.keys(value).every((name) => judge.holds(schema, name));
}

function dependencies(keyword: string): Rule {
  return (judge, place, subject, seen) => {
    const { value } = subject;
    if (!isObject(value)) return true;
    for (const [name, part] of Object.entries(of(place)[keyword] as object)) {
      if (!Object.hasOwn(value, name)) continue;
      const fits = Array.isArray(part)
        ? hasAll(value, part)
        : judge.fits(judge.child(place, keyword, name), subject, seen);
      if (!fits) return false;
    }
    return true;
  };
}

function allOf(judge: Judge, place: Place, subject: Subject, seen: Evaluated | undefined): boolean {
  const { length } = of(place).allOf as unknown[];
  for (let i = 0; i < length; i++) if (!judge.fits(judge.child(place, "allOf", i), subject, seen)) return false;
  return true;
}

function someOf(keyword: "anyOf" | "oneOf"): Rule {
  return (judge, place, subject, seen) => {
    const { length } = of(place)[keyword] as unknown[];
    let count = 0;
    for (let i = 0; i < length; i++) {
      if (!judge.fits(judge.child(place, keyword, i), subject, seen)) continue;
      count++;
      if (keyword === "oneOf" ? count > 1 : seen === undefined) break;
    }
    return keyword === "oneOf" ? count === 1 : count > 0;
  };
}

function conditional(judge: Judge, place: Place, subject: Subject, seen: Evaluated | undefined): boolean {
  const branch = judge.fits(judge.child(place, "if"), subject, seen) ? "then" : "else";
  return !(branch in of(place)) || judge.fits(judge.child(place, branch), subject, seen);
}

function unevaluated(judge: Judge, place: Place, { value }: Subject, seen: Evaluated): boolean {
  if (Array.isArray(value) && "unevaluatedItems" in of(place)) {
    const schema = judge.child(place, "unevaluatedItems");
    for (let i = 0; i < value.length; i++) if (!seen.hasItem(i) && !judge.holds(schema, value[i])) return false;
    seen.addItems(value.length);
  }
  if (isObject(value) && "unevaluatedProperties" in of(place)) {
    const schema = judge.child(place, "unevaluatedProperties");
    for (const name of Object.keys(value)) {
      if (!seen.hasName(name) && !judge.holds(schema, value[name])) return false;
      seen.addName(name);
    }
  }
  return true;
}
