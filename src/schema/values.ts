import { notASchema, type Place } from "./document.ts";
import type { Draft } from "./draft.ts";
import type { SchemaError } from "./error.ts";
import { invalid, keywordsOf, types } from "./keywords.ts";
import { escapePointer } from "./report.ts";

/** What a keyword's value must be, in words, and whether it is. */
type Demand = readonly [wanted: string, fits: (value: unknown) => boolean];

const text: Demand = ["a string", (value) => typeof value === "string"];
const flag: Demand = ["true or false", (value) => typeof value === "boolean"];
const number: Demand = ["a number", isNumber];
const positive: Demand = ["a number above 0", (value) => isNumber(value) && value > 0];
const bound: Demand = [
  "a number (up to draft 4, true or false)",
  (value) => isNumber(value) || typeof value === "boolean",
];
const count: Demand = ["a whole number, 0 or more", (value) => Number.isInteger(value) && (value as number) >= 0];
const list: Demand = ["an array", (value) => Array.isArray(value)];
const names: Demand = ["an array of strings, each once", isNames];
const schemas: Demand = ["an array of schemas, at least one", (value) => isListOf(value, isSchema) && value.length > 0];
const schema: Demand = ["a schema: an object or a boolean", isSchema];
const items: Demand = ["a schema, or an array of schemas", (value) => isSchema(value) || isListOf(value, isSchema)];
const firstItems: Demand = ["an array of schemas", (value) => isListOf(value, isSchema)];
const map = (of: string, fits: (part: unknown) => boolean): Demand => [
  `an object of ${of}`,
  (value) => isObject(value) && Object.values(value).every(fits),
];
const schemaMap = map("schemas", isSchema);
const type: Demand = [
  "a JSON type's name or an array of them, at least one, each once",
  (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) && isUnique(value) : isType(value)),
];

/**
 * What the schemas of schemas demand of a keyword's value, as far as all drafts do that have it (for the rest see `byDraft`). A validator refuses a
 * schema for any of it, so compiling does.
 */
const demands: ReadonlyMap<string, Demand> = new Map<string, Demand>([
  ...entries(text, "$schema $ref $dynamicRef $recursiveRef $id $comment title description pattern format"),
  ...entries(text, "contentEncoding contentMediaType"),
  ...entries(text, "$anchor $dynamicAnchor"),
  ...entries(flag, "uniqueItems nullable deprecated readOnly writeOnly $recursiveAnchor"),
  ...entries(number, "minimum maximum"),
  ...entries(bound, "exclusiveMinimum exclusiveMaximum"),
  ...entries(positive, "multipleOf"),
  ...entries(count, "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"),
  ...entries(list, "enum examples"),
  ...entries(names, "required"),
  ...entries(schemas, "allOf anyOf oneOf"),
  ...entries(schema, "not if then else contains propertyNames contentSchema additionalItems unevaluatedItems"),
  ...entries(schema, "additionalProperties unevaluatedProperties"),
  ...entries(items, "items"),
  ...entries(firstItems, "prefixItems"),
  ...entries(
    map("true and false", (part) => typeof part === "boolean"),
    "$vocabulary",
  ),
  ...entries(map("arrays of strings, each once", isNames), "dependentRequired"),
  ...entries(
    map("schemas and arrays of strings, each once", (part) => isNames(part) || isSchema(part)),
    "dependencies",
  ),
  ...entries(schemaMap, "properties patternProperties $defs definitions dependentSchemas"),
  ["type", type],
]);

function entries(demand: Demand, keywords: string): [string, Demand][] {
  return keywords.split(" ").map((keyword) => [keyword, demand]);
}

/** What drafts demand otherwise. */
const bounds = "exclusiveMinimum exclusiveMaximum";
const byDraft: Readonly<Record<Draft, ReadonlyMap<string, Demand>>> = {
  open: new Map(),
  "draft-04": new Map(entries(flag, bounds)),
  "draft-06": new Map(entries(number, bounds)),
  "draft-07": new Map(entries(number, bounds)),
  "2019-09": new Map(entries(number, bounds)),
  "2020-12": new Map([...entries(number, bounds), ["items", schema]]),
};

/** Whether a keyword may have a value in a draft of JSON Schema. */
export function allows(draft: Draft, keyword: string, value: unknown): boolean {
  const demand = byDraft[draft].get(keyword) ?? demands.get(keyword);
  return demand === undefined || demand[1](value);
}

/** What is wrong with the value of a keyword, if it isn't what a draft of JSON Schema allows there. */
export function faultOfValue(
  draft: Draft,
  place: Pick<Place, "schema" | "pointer">,
  keyword: string,
): SchemaError | undefined {
  const demand = byDraft[draft].get(keyword) ?? demands.get(keyword);
  if (!demand) return undefined;
  const [wanted, fits] = demand;
  const value = keywordsOf(place)[keyword];
  if (fits(value)) return undefined;
  const holds =
    (demand === schemas || demand === schemaMap || demand === items || demand === firstItems) &&
    typeof value === "object";
  const [wrong] = holds && value !== null ? (Object.entries(value).find(([, part]) => !isSchema(part)) ?? []) : [];
  if (wrong !== undefined) return notASchema(`${place.pointer}/${keyword}/${escapePointer(wrong)}`);
  return invalid(place, keyword, wanted);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isObject(value);
}

function isType(value: unknown): boolean {
  return typeof value === "string" && (value === "integer" || Object.hasOwn(types, value));
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(fits);
}

function isUnique(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}

function isNames(value: unknown): boolean {
  return isListOf(value, (name) => typeof name === "string") && isUnique(value);
}
