/** What ajv checks in a way that isn't good enough here, checked anew. */
import type { Ajv, CodeKeywordDefinition, KeywordCxt } from "ajv";
import { assertedFormats, decimalOf, formatHolds, isMultiple as isDecimalMultiple } from "../schema/index.ts";
import { ajvCore } from "./ajv.ts";
import { isContainer } from "./own.ts";

/**
 * Replaces four of ajv's keywords, and moves `contains`:
 * - `multipleOf` in exact decimal arithmetic: ajv divides doubles, by which 0.07 isn't a multiple of 0.01;
 * - `uniqueItems` in linear time: ajv compares all pairs, so a long hostile list would take hours;
 * - `const` and `enum` by what JSON says: ajv asks values for their `toString` and `valueOf`, which are names like any
 *   other here, and calls what it finds.
 */
export function replaceKeywords(ajv: Ajv): void {
  for (const definition of [multipleOf(), uniqueItems(), equality("const"), equality("enum")]) {
    ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  }
  if (!ajv.opts.allErrors) containsFirst(ajv);
}

/**
 * `contains` before the schemas of first items: after those, ajv (8.20) passes over it where an array is empty, unless it's to
 * find all errors.
 */
function containsFirst(ajv: Ajv): void {
  const definition = ajv.getKeyword("contains");
  const before = ajv.getKeyword("prefixItems") ? "prefixItems" : "additionalItems";
  if (typeof definition !== "object") throw new Error("ajv defines `contains`.");
  ajv.removeKeyword("contains");
  ajv.addKeyword({ ...definition, keyword: "contains", before });
}

/**
 * Judges formats of strings by the automata that grammars and masks are made from, so that what may be written is what passes:
 * ajv-formats lacks the international ones, and takes more of others (`date-time` with a blank, `uuid` after `urn:uuid:`).
 */
export function replaceFormats(ajv: Ajv): void {
  for (const format of assertedFormats) ajv.addFormat(format, (text: string) => formatHolds(format, text));
}

function multipleOf(): CodeKeywordDefinition {
  const { _ } = ajvCore();
  return {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: {
      message: ({ schemaCode }) => _`"must be a multiple of " + ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    },
    code(context: KeywordCxt) {
      const { gen, data, schemaCode } = context;
      context.fail(_`!${gen.scopeValue("func", { ref: isMultiple })}(${data}, ${schemaCode})`);
    },
  };
}

function uniqueItems(): CodeKeywordDefinition {
  const { _ } = ajvCore();
  return {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: {
      message: "must not repeat an item",
      params: ({ params }) => _`{j: ${params.pair}[0], i: ${params.pair}[1]}`,
    },
    code(context: KeywordCxt) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const pair = gen.const("pair", _`${gen.scopeValue("func", { ref: firstRepeat })}(${data})`);
      context.setParams({ pair });
      context.fail(pair);
    },
  };
}

function equality(keyword: "const" | "enum"): CodeKeywordDefinition {
  const { _ } = ajvCore();
  return {
    keyword,
    ...(keyword === "enum" && { schemaType: "array" }),
    error: {
      message: "must be equal to what is allowed",
      params: ({ schemaCode }) =>
        keyword === "enum" ? _`{allowedValues: ${schemaCode}}` : _`{allowedValue: ${schemaCode}}`,
    },
    code(context: KeywordCxt) {
      const { gen, data, schema, schemaCode } = context;
      const test = gen.scopeValue("func", { ref: keyword === "enum" ? isOneOf : isSame });
      const scalar = keyword === "const" && !isContainer(schema);
      context.fail(scalar ? _`${data} !== ${schemaCode}` : _`!${test}(${data}, ${schemaCode})`);
    },
  };
}

/** Whether a value is this array or object. */
export function isSame(value: unknown, container: object): boolean {
  if (!isContainer(value)) return false;
  const parts = partsOf(container);
  return partsOf(value, parts) === parts && canonical(value) === canonical(container);
}

/** The values of an `enum`, sorted once. */
const choices = new WeakMap<readonly unknown[], { scalars: Set<unknown>; containers: Set<string>; most: number }>();

/** Whether a value is one of an `enum`. */
export function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  let known = choices.get(values);
  if (!known) {
    const containers = values.filter(isContainer);
    known = {
      scalars: new Set(values.filter((one) => !isContainer(one))),
      containers: new Set(containers.map(canonical)),
      most: containers.reduce((most, one) => Math.max(most, partsOf(one)), 0),
    };
    choices.set(values, known);
  }
  if (!isContainer(value)) return known.scalars.has(value);
  return partsOf(value, known.most) <= known.most && known.containers.has(canonical(value));
}

/**
 * How many items and members a value has, and theirs, and so on; some number above `most` as soon as there are more, so that a
 * large value is told from small ones without looking at all of it.
 */
function partsOf(value: object, most = Number.POSITIVE_INFINITY): number {
  let parts = 0;
  const todo = [value];
  while (todo.length > 0 && parts <= most) {
    const at = todo.pop()!;
    parts += Array.isArray(at) ? at.length : Object.keys(at).length;
    if (parts <= most) for (const part of Object.values(at)) if (isContainer(part)) todo.push(part);
  }
  return parts;
}

/** Whether a number is a whole multiple of another, both taken as the decimals they are written as. */
export function isMultiple(value: number, divisor: number): boolean {
  return Number.isFinite(value) && isDecimalMultiple(decimalOf(value), decimalOf(divisor));
}

/** Positions of the first item that equals an earlier one, the earlier one first. */
export function firstRepeat(items: readonly unknown[]): [number, number] | undefined {
  const seen = new Map<string, number>();
  for (let i = 0; i < items.length; i++) {
    const key = canonical(items[i]);
    const earlier = seen.get(key);
    if (earlier !== undefined) return [earlier, i];
    seen.set(key, i);
  }
  return undefined;
}

/** JSON with sorted keys: the same for equal values. Recursive, but depth has been bounded by the copy. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  // JSON has no -0: `0` and `-0` are the same number, and so the same text.
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
