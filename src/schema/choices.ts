import type { Place, SchemaDocument } from "./document.ts";
import { keywordsForeignTo } from "./draft.ts";
import { invalid, isTrivial, keywordsOf, read, valuesOf } from "./keywords.ts";
import { negationOf } from "./negation.ts";

/** Several ways to satisfy one keyword of a place; each is a list of places that all must hold. */
export interface Choice {
  readonly owner: Place;
  readonly keyword: string;
  readonly branches: readonly (readonly Place[])[];
  /** The schema doesn't write it as a choice. */
  readonly implied: boolean;
}

/** The schemas listed by a combining keyword. */
export function partsOf(document: SchemaDocument, place: Place, keyword: "allOf" | "anyOf" | "oneOf"): Place[] {
  const list = read.list(place, keyword);
  if (!list) return [];
  if (list.length === 0) throw invalid(place, keyword, "an array with at least one schema");
  return list.map((_, i) => document.child(place, keyword, i));
}

/** The choices that a place leaves, and why its `not` isn't one of them, if it has one that can't be said so. */
export interface Choices {
  readonly choices: readonly Choice[];
  readonly failure: string | undefined;
}

const none: Choices = { choices: [], failure: undefined };
/** Per document, what was found. */
const known = new WeakMap<SchemaDocument, Map<Place, Choices>>();

/**
 * All the choices that a place leaves: `not`, `anyOf`, `oneOf`, objects and arrays of `enum` and `const`, dependencies.
 * The same objects each time, so that a choice can be told from others.
 */
export function choicesOf(document: SchemaDocument, place: Place): Choices {
  if (!isChoosing(place)) return none;
  let all = known.get(document);
  if (!all) known.set(document, (all = new Map()));
  let found = all.get(place);
  if (!found) all.set(place, (found = findChoices(document, place)));
  return found;
}

function isChoosing(place: Place): boolean {
  const keywords = keywordsOf(place);
  for (const keyword in keywords) if (choosing.has(keyword)) return true;
  return false;
}

const choosing: ReadonlySet<string> = new Set(
  "not anyOf oneOf const enum dependentRequired dependentSchemas dependencies".split(" "),
);

function findChoices(document: SchemaDocument, place: Place): Choices {
  const choices: Choice[] = [];
  const add = (keyword: string, branches: readonly (readonly Place[])[], implied: boolean): void => {
    choices.push({ owner: place, keyword, branches, implied });
  };
  const broken = Object.hasOwn(keywordsOf(place), "not") ? negationOf(document, place) : undefined;
  if (Array.isArray(broken)) add("not", broken, true);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const parts = partsOf(document, place, keyword);
    // One branch that demands nothing makes the others of an `anyOf` idle.
    if (parts.length === 0 || (keyword === "anyOf" && parts.some(isTrivial))) continue;
    add(
      keyword,
      parts.map((part) => [part]),
      false,
    );
  }
  for (const keyword of ["const", "enum"] as const) {
    const parts = literalBranches(document, place, keyword);
    if (parts.length > 0)
      add(
        keyword,
        parts.map((part) => [part]),
        false,
      );
  }
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"] as const) {
    for (const name of Object.keys(read.map(place, keyword) ?? {})) {
      add(keyword, dependencyBranches(document, place, keyword, name), true);
    }
  }
  return { choices, failure: broken && !Array.isArray(broken) ? broken.failure : undefined };
}

/**
 * Objects and arrays among `enum` or `const` values, as schemas of their own: an object is its properties, all
 * required and closed; an array its items. What is left is scalars.
 */
function literalBranches(document: SchemaDocument, place: Place, keyword: "const" | "enum"): Place[] {
  const values = valuesOf(place, keyword);
  if (!values?.some((value) => typeof value === "object" && value !== null)) return [];
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const spelling = keywordsForeignTo(document.draft).has("prefixItems") ? "items" : "prefixItems";
  const branches = scalars.length > 0 ? [document.virtual(place, keyword, "scalars", { enum: scalars })] : [];
  values.forEach((value, i) => {
    if (typeof value !== "object" || value === null) return;
    branches.push(document.virtual(place, keyword, String(i), literalSchema(value, spelling)));
  });
  return branches;
}

/** @param spelling how the draft says the schemas of first items */
function literalSchema(value: object, spelling: "prefixItems" | "items"): Record<string, unknown> {
  if (Array.isArray(value)) {
    return {
      type: "array",
      [spelling]: value.map((item) => ({ enum: [item] })),
      minItems: value.length,
      [spelling === "items" ? "additionalItems" : "items"]: false,
    };
  }
  const entries = Object.entries(value);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, part]) => [name, { enum: [part] }])),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}

/** A property is absent, or it is there and what depends on it holds. */
function dependencyBranches(document: SchemaDocument, place: Place, keyword: string, name: string): Place[][] {
  const demand = read.map(place, keyword)![name];
  const names = Array.isArray(demand) ? demand : [];
  if (names.some((other) => typeof other !== "string")) throw invalid(place, keyword, "arrays of names, or schemas");
  const absent = { properties: Object.fromEntries([[name, false]]) };
  const present = { type: "object", required: [name, ...(names as string[])] };
  const branch = [document.virtual(place, keyword, `with ${name}`, present)];
  if (!Array.isArray(demand)) branch.push(document.child(place, keyword, name));
  return [[document.virtual(place, keyword, `without ${name}`, absent)], branch];
}
