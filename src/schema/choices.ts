import type { Place, SchemaDocument } from "./document.ts";
import { invalid, isTrivial, read, valuesOf } from "./keywords.ts";

/** Several ways to satisfy one keyword of a place; each is a list of places that all must hold. */
export interface Choice {
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

/** All the choices that a place leaves: `anyOf`, `oneOf`, objects and arrays of `enum` and `const`, dependencies. */
export function choicesOf(document: SchemaDocument, place: Place): Choice[] {
  const choices: Choice[] = [];
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const parts = partsOf(document, place, keyword);
    // One branch that demands nothing makes the others of an `anyOf` idle.
    if (parts.length === 0 || (keyword === "anyOf" && parts.some(isTrivial))) continue;
    choices.push({ keyword, branches: parts.map((part) => [part]), implied: false });
  }
  for (const keyword of ["const", "enum"] as const) {
    const parts = literalBranches(document, place, keyword);
    if (parts.length > 0) choices.push({ keyword, branches: parts.map((part) => [part]), implied: false });
  }
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"] as const) {
    for (const name of Object.keys(read.map(place, keyword) ?? {})) {
      choices.push({ keyword, branches: dependencyBranches(document, place, keyword, name), implied: true });
    }
  }
  return choices;
}

/**
 * Objects and arrays among `enum` or `const` values, as schemas of their own: an object is its properties, all
 * required and closed; an array its items. What is left is scalars.
 */
function literalBranches(document: SchemaDocument, place: Place, keyword: "const" | "enum"): Place[] {
  const values = valuesOf(place, keyword);
  if (!values?.some((value) => typeof value === "object" && value !== null)) return [];
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const branches = scalars.length > 0 ? [document.virtual(place, keyword, "scalars", { enum: scalars })] : [];
  values.forEach((value, i) => {
    if (typeof value !== "object" || value === null) return;
    branches.push(document.virtual(place, keyword, String(i), literalSchema(value)));
  });
  return branches;
}

function literalSchema(value: object): Record<string, unknown> {
  if (Array.isArray(value)) {
    return {
      type: "array",
      prefixItems: value.map((item) => ({ const: item })),
      minItems: value.length,
      items: false,
    };
  }
  const entries = Object.entries(value);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, part]) => [name, { const: part }])),
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
