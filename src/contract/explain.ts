/** One ajv error → one typed error with a sentence a model can act on. */
import type { ErrorObject } from "ajv";
import { nearest } from "../options/index.ts";
import type { JsonValue } from "../schema/index.ts";
import type { ContractError } from "./gates.ts";
import type { Breach } from "./judge.ts";
import { partOfChoice } from "./narrow.ts";
import { isPlainObject, ownValue } from "./own.ts";
import { place } from "./pointer.ts";

/** The parts of an error that depend on its keyword. `what` goes on from the place: "must be …". */
interface Explanation {
  readonly what: string;
  readonly names?: readonly string[];
  readonly allowed?: readonly JsonValue[];
  readonly nearest?: string | undefined;
  readonly limit?: number;
}

/** Explains one error of a validator compiled with `verbose`. */
export function explain(error: ErrorObject): ContractError {
  const path = error.instancePath;
  const { what, nearest: near, ...rest } = explanationOf(error);
  const subject = error.propertyName === undefined ? place(path) : `In ${place(path)}, a name`;
  return {
    gate: "schema",
    keyword: error.keyword === "false schema" ? "false" : error.keyword,
    path,
    message: `${subject} ${what}.`,
    ...(error.propertyName === undefined ? {} : { names: [error.propertyName] }),
    ...rest,
    ...(near === undefined ? {} : { nearest: near }),
  };
}

/** Explains what no error of ajv's does. */
export function explainBreach({ place: { pointer }, keyword }: Breach): ContractError {
  const at = pointer === "" ? "the schema" : `the schema at ${pointer}`;
  return { gate: "schema", keyword, path: "", message: `${place("")} isn't valid by \`${keyword}\` of ${at}.` };
}

/** Values as a sentence lists them: as JSON, the first 20. */
export function list(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(quote).join(", ");
  return values.length > 20 ? `${shown}, … (${values.length} in all)` : shown;
}

/** A value as a sentence shows it: JSON, at most some 60 characters, never a broken character. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, 240) : value) ?? String(value);
  const characters = Array.from(text.slice(0, 240));
  return characters.length > 60 ? `${characters.slice(0, 57).join("")}…` : characters.join("");
}

function explanationOf(error: ErrorObject): Explanation {
  const { keyword, params, data } = error;
  switch (keyword) {
    case "type":
      return { what: `must be ${types(params.type)}, not ${typeName(data)}` };
    case "required":
    case "dependentRequired":
    case "dependencies":
      return missing(error);
    case "additionalProperties":
    case "unevaluatedProperties":
      return extra(error);
    case "enum":
      return choice(params.allowedValues as JsonValue[], data);
    case "const":
      return choice([params.allowedValue as JsonValue], data);
    case "minLength":
    case "maxLength":
      return bound(params.limit, `${least(keyword)} ${count(params.limit, "character")} long, not ${length(data)}`);
    case "minItems":
    case "maxItems":
      return bound(params.limit, `${holds(keyword)} ${count(params.limit, "item")}, not ${size(data)}`);
    case "minProperties":
    case "maxProperties":
      return bound(params.limit, `${holds(keyword)} ${count(params.limit, "property")}, not ${size(data)}`);
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return bound(
        params.limit ?? params.len,
        `must hold at most ${count(params.limit ?? params.len, "item")}, not ${size(data)}`,
      );
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return bound(params.limit, `must be ${params.comparison} ${params.limit}, not ${quote(data)}`);
    case "multipleOf":
      return bound(params.multipleOf, `must be a multiple of ${params.multipleOf}, not ${quote(data)}`);
    case "pattern":
      return { what: `must match the pattern ${params.pattern}; ${quote(error.propertyName ?? data)} doesn't` };
    case "format":
      return { what: `must be in the format ${params.format}; ${quote(data)} isn't` };
    case "uniqueItems":
      return { what: `must not repeat an item; items ${params.j} and ${params.i} are equal` };
    case "contains":
      return { what: `must contain ${range(params.minContains, params.maxContains)} that match${schemaHint(error)}` };
    case "propertyNames":
      return { what: `may not have a property named ${quote(params.propertyName)}`, names: [params.propertyName] };
    case "depth":
      return { what: "is nested too deeply for this schema; write a flatter value" };
    case "false schema":
      return { what: "may not be there; remove it" };
    case "not":
      return { what: `must not match${schemaHint(error)}` };
    case "oneOf":
      if (ownValue(error.parentSchema, "$comment") === partOfChoice) {
        return { what: "must match just one of the allowed forms; it matches several, or none" };
      }
      return params.passingSchemas
        ? { what: `must match just one of the allowed forms; it matches forms ${params.passingSchemas.join(" and ")}` }
        : { what: `matches none of the allowed forms:${schemaHint(error)}` };
    case "anyOf":
      return { what: `matches none of the allowed forms:${schemaHint(error)}` };
    default:
      return { what: `doesn't satisfy ${keyword}: ${error.message ?? "no reason given"}` };
  }
}

function missing({ params, data, parentSchema }: ErrorObject): Explanation {
  const name = params.missingProperty as string;
  const known = new Set(propertyNames(parentSchema));
  const strangers = isPlainObject(data) ? Object.keys(data).filter((key) => !known.has(key)) : [];
  const renamed = nearest(name, strangers);
  const because = params.property === undefined ? "" : ` because it has ${quote(params.property)}`;
  const hint = renamed === undefined ? "" : `; rename ${quote(renamed)}`;
  return { what: `must have the property ${quote(name)}${because}${hint}`, names: [name], nearest: renamed };
}

function extra({ keyword, params, data, parentSchema }: ErrorObject): Explanation {
  const name = (keyword === "additionalProperties" ? params.additionalProperty : params.unevaluatedProperty) as string;
  const known = propertyNames(parentSchema);
  const near = nearest(
    name,
    known.filter((other) => ownValue(data, other) === undefined),
  );
  const hint = near === undefined ? "remove it" : `the nearest is ${quote(near)}`;
  const allowed = known.length > 0 ? `; the properties are ${list(known)}` : "";
  return {
    what: `may not have the property ${quote(name)}; ${hint}${allowed}`,
    names: [name],
    ...(known.length > 0 ? { allowed: known } : {}),
    nearest: near,
  };
}

function choice(allowed: readonly JsonValue[], data: unknown): Explanation {
  const strings = allowed.filter((value): value is string => typeof value === "string");
  const near = typeof data === "string" ? nearest(data, strings) : undefined;
  const what = allowed.length === 1 ? "must be" : "must be one of";
  return { what: `${what} ${list(allowed)}, not ${quote(data)}`, allowed, nearest: near };
}

function bound(limit: number, what: string): Explanation {
  return { what, limit };
}

function least(keyword: string): string {
  return keyword.startsWith("min") ? "must be at least" : "must be at most";
}

function holds(keyword: string): string {
  return keyword.startsWith("min") ? "must hold at least" : "must hold at most";
}

function count(n: number, noun: string): string {
  const plural = noun === "property" ? "properties" : `${noun}s`;
  return `${n} ${n === 1 ? noun : plural}`;
}

function range(min: number, max: number | undefined): string {
  return max === undefined ? `at least ${count(min, "item")}` : `from ${min} to ${count(max, "item")}`;
}

function length(data: unknown): number {
  // In code points, as JSON Schema counts.
  let points = 0;
  for (const _ of String(data)) points++;
  return points;
}

function size(data: unknown): number {
  return Array.isArray(data) ? data.length : Object.keys(Object(data)).length;
}

function types(type: string | readonly string[]): string {
  return [type].flat().map(article).join(" or ");
}

function article(type: string): string {
  return type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeName(data: unknown): string {
  return article(data === null ? "null" : Array.isArray(data) ? "array" : typeof data);
}

function propertyNames(schema: unknown): string[] {
  const properties = ownValue(schema, "properties");
  return isPlainObject(properties) ? Object.keys(properties) : [];
}

/** The schema of a keyword, short: what else could tell a model what was wanted. */
function schemaHint(error: ErrorObject): string {
  const text = JSON.stringify(error.schema) ?? "";
  return text.length === 0 ? "" : ` ${text.length > 200 ? `${text.slice(0, 197)}…` : text}`;
}
