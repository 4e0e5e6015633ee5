import type { Place } from "./document.ts";
import { SchemaError } from "./error.ts";

/** JSON types as bits, so that a set of types is a number. Integers are numbers here. */
export const types = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;
export type TypeName = keyof typeof types;
export const everyType = 63;

/** Keywords that assert nothing about a value. `$defs` and the like only hold what references lead to. */
export const annotations: ReadonlySet<string> = new Set(
  (
    "$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $comment $defs definitions title description " +
    "default example examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema " +
    "discriminator xml externalDocs"
  ).split(" "),
);

/** Keywords that a Shape says exactly (special cases aside), with the types they speak of. */
export const expressed: ReadonlyMap<string, number> = new Map([
  ...group(everyType, "type enum const nullable $ref $dynamicRef $recursiveRef allOf anyOf oneOf not"),
  ...group(types.number, "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
  ...group(types.string, "minLength maxLength pattern format"),
  ...group(types.array, "items prefixItems additionalItems minItems maxItems uniqueItems"),
  ...group(types.object, "properties required additionalProperties patternProperties propertyNames"),
  ...group(types.object, "minProperties maxProperties dependencies dependentRequired dependentSchemas"),
]);

/** Keywords that a Shape doesn't say: the value is checked by a validator as it closes. */
export const checked: ReadonlyMap<string, number> = new Map([
  ...group(everyType, "if"),
  ...group(types.array, "contains unevaluatedItems"),
  ...group(types.object, "unevaluatedProperties"),
]);

/** Why such keywords aren't in the grammar. */
export const decidedLate = "decided by a validator as the value closes";

/** Keywords that mean something only beside another one. */
export const companions: ReadonlyMap<string, string> = new Map([
  ["then", "if"],
  ["else", "if"],
  ["minContains", "contains"],
  ["maxContains", "contains"],
]);

function group(mask: number, names: string): [string, number][] {
  return names.split(" ").map((name) => [name, mask]);
}

/** The keywords of an object schema; a boolean schema has none. */
export function keywordsOf(place: Pick<Place, "schema">): Readonly<Record<string, unknown>> {
  return typeof place.schema === "boolean" ? {} : place.schema;
}

/** Does a place demand nothing of a value? */
export function isTrivial(place: Place): boolean {
  if (typeof place.schema === "boolean") return place.schema;
  for (const keyword in place.schema) if (expressed.has(keyword) || checked.has(keyword)) return false;
  return true;
}

/**
 * Has a place a keyword that a validator must decide, for a value of this type? For 0, one that speaks of every type.
 * @param counted its `contains` is taken care of
 */
export function isChecked(place: Place, type: number, counted = false): boolean {
  const keywords = keywordsOf(place);
  for (const keyword in keywords) {
    const mask = checked.get(keyword);
    if (counted && keyword === "contains") continue;
    if (mask === undefined || (keyword === "if" && !("then" in keywords) && !("else" in keywords))) continue;
    if (mask === everyType || (mask & type) !== 0) return true;
  }
  return false;
}

/** The reference of a place that asserts nothing else. */
export function soleReference(place: Place): string | undefined {
  const { $ref } = keywordsOf(place);
  if (typeof $ref !== "string") return undefined;
  for (const keyword in keywordsOf(place)) {
    if (keyword !== "$ref" && (expressed.has(keyword) || checked.has(keyword))) return undefined;
  }
  return $ref;
}

/** A keyword's value, checked to be of the right kind; `undefined` where it is absent. */
export const read = {
  count: reader("a whole number, 0 or more", (v): v is number => Number.isInteger(v) && (v as number) >= 0),
  number: reader("a number", (v): v is number => typeof v === "number" && Number.isFinite(v)),
  positive: reader("a number above 0", (v): v is number => typeof v === "number" && v > 0 && Number.isFinite(v)),
  text: reader("a string", (v): v is string => typeof v === "string"),
  flag: reader("true or false", (v): v is boolean => typeof v === "boolean"),
  names: reader("an array of strings", (v): v is string[] => isArray(v) && v.every((name) => typeof name === "string")),
  list: reader("an array", isArray),
  map: reader("an object", (v): v is Record<string, unknown> => typeof v === "object" && v !== null && !isArray(v)),
};

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function reader<T>(wanted: string, fits: (value: unknown) => value is T) {
  return (place: Place, keyword: string): T | undefined => {
    const keywords = keywordsOf(place);
    if (!Object.hasOwn(keywords, keyword)) return undefined;
    const value = keywords[keyword];
    if (fits(value)) return value;
    throw invalid(place, keyword, wanted);
  };
}

export function invalid(place: Pick<Place, "pointer" | "schema">, keyword: string, wanted: string): SchemaError {
  const path = `${place.pointer}/${keyword}`;
  const value = keywordsOf(place)[keyword];
  const given = Array.isArray(value) || (typeof value === "object" && value !== null) ? "" : `, not ${shown(value)}`;
  return new SchemaError("invalid", `\`${keyword}\` at ${path} must be ${wanted}${given}.`, { path, keyword });
}

function shown(value: unknown): string {
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

/** The values that `const` or `enum` leaves; `undefined` where the keyword is absent. */
export function valuesOf(place: Place, keyword: "const" | "enum"): readonly unknown[] | undefined {
  if (keyword === "enum") return read.list(place, "enum");
  const keywords = keywordsOf(place);
  return Object.hasOwn(keywords, "const") ? [keywords.const] : undefined;
}

/** The types that a place's `type`, `enum` and `const` leave, and whether numbers must be integers. */
export function typesOf(place: Place): { mask: number; integer: boolean } {
  const keywords = keywordsOf(place);
  let mask = everyType;
  let integer = false;
  if (Object.hasOwn(keywords, "type")) {
    const names = isArray(keywords.type) ? keywords.type : [keywords.type];
    mask = 0;
    for (const name of names) {
      if (name === "integer") mask |= types.number;
      else if (typeof name === "string" && Object.hasOwn(types, name)) mask |= types[name as TypeName];
      else throw invalid(place, "type", "a JSON type's name or an array of them");
    }
    integer = names.includes("integer") && !names.includes("number");
    if (keywords.nullable === true) mask |= types.null;
  }
  for (const keyword of ["const", "enum"] as const) {
    const values = valuesOf(place, keyword);
    if (values) mask &= values.reduce((all: number, value) => all | typeOf(value), 0);
  }
  return { mask, integer };
}

/** The type of a value, as a bit. */
export function typeOf(value: unknown): number {
  if (value === null) return types.null;
  if (Array.isArray(value)) return types.array;
  return types[typeof value as TypeName] ?? 0;
}
