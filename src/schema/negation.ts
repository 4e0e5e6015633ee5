import type { Place, SchemaDocument } from "./document.ts";
import { annotations, isTrivial, keywordsOf, read, type TypeName, types, valuesOf } from "./keywords.ts";

/** The most `not`s and references that are looked through to find what is negated. */
const maxDepth = 8;

type Branches = Place[][];

/**
 * `not`, as a choice: a value that isn't valid breaks one of the keywords, and each keyword can be broken in ways that
 * are schemas themselves. Only keywords for which that is so; otherwise the reason why not.
 */
export function negationOf(document: SchemaDocument, place: Place): Branches | { failure: string } {
  return negate(document, place, document.child(place, "not"), 0);
}

function negate(document: SchemaDocument, owner: Place, negated: Place, depth: number): Branches | { failure: string } {
  if (negated.schema === false) return [[]];
  if (isTrivial(negated)) return [];
  if (depth > maxDepth) return { failure: `more than ${maxDepth} schemas are negated one in the other` };
  const branches: Branches = [];
  for (const keyword of Object.keys(keywordsOf(negated))) {
    if (annotations.has(keyword)) continue;
    const found = breaking(document, owner, negated, keyword, depth);
    if (!found) return { failure: `what breaks \`${keyword}\` can't be said as a schema` };
    branches.push(...found);
  }
  return branches;
}

/** The ways to break one keyword of a schema; `undefined` where there are none that a schema could say. */
function breaking(
  document: SchemaDocument,
  owner: Place,
  negated: Place,
  keyword: string,
  depth: number,
): Branches | undefined {
  let count = 0;
  const say = (schema: Record<string, unknown>): Place[] => [
    document.virtual(owner, "not", `${negated.pointer}#${keyword}${count++}`, schema, owner.owner),
  ];
  const value = keywordsOf(negated)[keyword];
  switch (keyword) {
    case "type": {
      const names = [value].flat();
      if (names.includes("integer") && !names.includes("number")) return undefined;
      const others = (Object.keys(types) as TypeName[]).filter((name) => !names.includes(name));
      return others.length > 0 ? [say({ type: others })] : [];
    }
    case "const":
    case "enum":
      return unlisted(valuesOf(negated, keyword)!)?.map(say);
    case "required":
      return read
        .names(negated, keyword)!
        .map((name) => say({ type: "object", properties: Object.fromEntries([[name, false]]) }));
    case "properties":
      return Object.entries(read.map(negated, keyword)!).map(([name, part]) =>
        say({ type: "object", required: [name], properties: Object.fromEntries([[name, { not: part }]]) }),
      );
    case "pattern":
      return [say({ type: "string", pattern: `^(?![\\s\\S]*(?:${read.text(negated, keyword)}))` })];
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return beyond(keywordsOf(negated), keyword)?.map(say);
    case "minLength":
      return fewer(read.count(negated, keyword)!, (most) => say({ type: "string", maxLength: most }));
    case "maxLength":
      return [say({ type: "string", minLength: read.count(negated, keyword)! + 1 })];
    case "minItems":
      return fewer(read.count(negated, keyword)!, (most) => say({ type: "array", maxItems: most }));
    case "maxItems":
      return [say({ type: "array", minItems: read.count(negated, keyword)! + 1 })];
    case "minProperties":
      return fewer(read.count(negated, keyword)!, (most) => say({ type: "object", maxProperties: most }));
    case "maxProperties":
      return [say({ type: "object", minProperties: read.count(negated, keyword)! + 1 })];
    case "anyOf": {
      const parts = read.list(negated, keyword)!;
      return [parts.flatMap((part) => say({ not: part }))];
    }
    case "allOf":
      return read.list(negated, keyword)!.map((part) => say({ not: part }));
    case "not":
      return [[document.child(negated, "not")]];
    case "$ref": {
      const target = document.resolve(negated, read.text(negated, keyword)!);
      const found = "schema" in target ? negate(document, owner, target, depth + 1) : undefined;
      return Array.isArray(found) ? found : undefined;
    }
    default:
      return undefined;
  }
}

function fewer(count: number, say: (most: number) => Place[]): Branches {
  return count > 0 ? [say(count - 1)] : [];
}

/** The keyword with which a number breaks a bound, at that bound; and the draft-4 one that says whether the bound is in. */
const opposites = {
  minimum: { strict: "exclusiveMaximum", weak: "maximum", flag: "exclusiveMinimum" },
  maximum: { strict: "exclusiveMinimum", weak: "minimum", flag: "exclusiveMaximum" },
} as const;

/** Numbers on the other side of a bound. */
function beyond(keywords: Readonly<Record<string, unknown>>, keyword: string): Record<string, unknown>[] | undefined {
  const bound = keywords[keyword];
  if (keyword === "minimum" || keyword === "maximum") {
    const { strict, weak, flag } = opposites[keyword];
    return [{ type: "number", [keywords[flag] === true ? weak : strict]: bound }];
  }
  // Draft 4: it says how a bound beside it is meant, and is broken along with that.
  if (typeof bound === "boolean") return [];
  return [{ type: "number", [keyword === "exclusiveMinimum" ? "maximum" : "minimum"]: bound }];
}

/** Most numbers between which the others are said as ranges. */
const maxNumbers = 16;

/** Schemas of the values that aren't in a list; `undefined` if there are composite values, or many numbers, in it. */
function unlisted(values: readonly unknown[]): Record<string, unknown>[] | undefined {
  if (values.some((value) => typeof value === "object" && value !== null)) return undefined;
  const numbers = values.filter((value) => typeof value === "number").sort((a, b) => a - b);
  if (numbers.length > maxNumbers) return undefined;
  const strings = values
    .filter((value) => typeof value === "string")
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const literals = [null, true, false].filter((value) => !values.includes(value));
  const schemas: Record<string, unknown>[] = [{ type: ["array", "object"] }, ...between(numbers)];
  if (literals.length > 0) schemas.push({ enum: literals });
  schemas.push(strings.length > 0 ? { type: "string", pattern: `^(?!(?:${strings.join("|")})$)` } : { type: "string" });
  return schemas;
}

/** Schemas of the numbers that are none of these, which are in ascending order. */
function between(numbers: readonly number[]): Record<string, unknown>[] {
  const bounds = [undefined, ...numbers, undefined];
  return bounds.slice(1).map((most, i) => ({
    type: "number",
    ...(bounds[i] === undefined ? {} : { exclusiveMinimum: bounds[i] }),
    ...(most === undefined ? {} : { exclusiveMaximum: most }),
  }));
}
