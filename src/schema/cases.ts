import type { Place, SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { everyType, invalid, isTrivial, keywordsOf, read, typesOf } from "./keywords.ts";

/**
 * One way for a value to satisfy a set of places: all these members hold, and what they combine (`$ref`, `allOf`,
 * `anyOf`, `oneOf`, `enum` of objects and arrays) is already resolved into them.
 */
export interface Case {
  readonly members: readonly Place[];
  readonly types: number;
  readonly integer: boolean;
  /** Places whose `anyOf` or `oneOf` this case leaves to a validator. */
  readonly open: readonly Place[];
  /** Places whose `oneOf` this case took one branch of. */
  readonly exclusive: readonly Place[];
}

/** Beyond this many cases the remaining choices of a set are left to a validator. */
const maxCases = 300;

interface Draft {
  members: Set<Place>;
  choices: Choice[];
  types: number;
  integer: boolean;
  open: Place[];
  exclusive: Place[];
}

interface Choice {
  readonly owner: Place;
  readonly keyword: string;
  readonly branches: readonly Place[];
  readonly chain: Chain;
}

/** The places passed on the way to one, to notice a reference that leads back without reading anything. */
type Chain = { readonly place: Place; readonly next: Chain } | undefined;

/** Called for each place that is looked at, and for each choice that is left open. */
export interface Watcher {
  visit(place: Place): void;
  leftOpen(place: Place, keyword: string): void;
}

/** All the ways to satisfy a set of places: its disjunctive normal form. None means that no value can. */
export function casesOf(document: SchemaDocument, places: readonly Place[], watcher: Watcher): Case[] {
  const start: Draft = { members: new Set(), choices: [], types: everyType, integer: false, open: [], exclusive: [] };
  for (const place of places) if (!absorb(document, start, place, undefined, watcher)) return [];
  const cases: Case[] = [];
  const seen = new Set<string>();
  const stack = [start];
  for (let draft = stack.pop(); draft; draft = stack.pop()) {
    const choice = draft.choices.shift();
    if (!choice) {
      const members = [...draft.members];
      const key = `${members.map((place) => place.id).sort((a, b) => a - b)}|${draft.open.map((place) => place.id)}`;
      if (!seen.has(key)) cases.push({ ...draft, members });
      seen.add(key);
      continue;
    }
    if (choice.branches.length > 1 && cases.length + stack.length + choice.branches.length > maxCases) {
      watcher.leftOpen(choice.owner, choice.keyword);
      draft.open.push(choice.owner);
      stack.push(draft);
      continue;
    }
    if (choice.keyword === "oneOf") draft.exclusive.push(choice.owner);
    for (const branch of choice.branches.toReversed()) {
      const next = fork(draft);
      if (absorb(document, next, branch, choice.chain, watcher)) stack.push(next);
    }
  }
  return cases;
}

function fork(draft: Draft): Draft {
  return {
    ...draft,
    members: new Set(draft.members),
    choices: [...draft.choices],
    open: [...draft.open],
    exclusive: [...draft.exclusive],
  };
}

/** Adds a place and all that it demands of the same value. False: nothing can satisfy the draft any more. */
function absorb(document: SchemaDocument, draft: Draft, first: Place, chain: Chain, watcher: Watcher): boolean {
  const todo: { place: Place; chain: Chain }[] = [{ place: first, chain }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { place } = next;
    watcher.visit(place);
    if (place.schema === false) return false;
    for (let passed = next.chain; passed; passed = passed.next) if (passed.place === place) throw circular(place);
    if (isTrivial(place) || draft.members.has(place)) continue;
    draft.members.add(place);
    const { mask, integer } = typesOf(place);
    draft.types &= mask;
    draft.integer ||= integer;
    if (draft.types === 0) return false;
    const onward: Chain = { place, next: next.chain };
    const reference = read.text(place, "$ref");
    const demands = branchesOf(document, place, "allOf");
    if (reference !== undefined) demands.unshift(document.resolve(place, reference));
    for (const demand of demands.toReversed()) todo.push({ place: demand, chain: onward });
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = branchesOf(document, place, keyword);
      if (branches.length === 0) continue;
      for (const branch of branches) watcher.visit(branch);
      if (keyword === "oneOf" || !branches.some(isTrivial)) {
        draft.choices.push({ owner: place, keyword, branches, chain: onward });
      }
    }
    const literal = literalBranches(document, place);
    if (literal) draft.choices.push({ owner: place, keyword: "enum", branches: literal, chain: onward });
  }
  return true;
}

function branchesOf(document: SchemaDocument, place: Place, keyword: "allOf" | "anyOf" | "oneOf"): Place[] {
  const list = read.list(place, keyword);
  if (!list) return [];
  if (list.length === 0) throw invalid(place, keyword, "an array with at least one schema");
  return list.map((_, i) => document.child(place, keyword, i));
}

/**
 * Objects and arrays among `enum` or `const` values, as schemas of their own: an object is its properties, all
 * required and closed; an array its items. What is left is scalars.
 */
function literalBranches(document: SchemaDocument, place: Place): Place[] | undefined {
  const keywords = keywordsOf(place);
  const keyword = Object.hasOwn(keywords, "const") ? "const" : "enum";
  const values = keyword === "const" ? [keywords.const] : read.list(place, "enum");
  if (!values?.some((value) => typeof value === "object" && value !== null)) return undefined;
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const branches = scalars.length > 0 ? [document.virtual(place, `${keyword}#scalars`, { enum: scalars })] : [];
  values.forEach((value, i) => {
    if (typeof value !== "object" || value === null) return;
    branches.push(document.virtual(place, `${keyword}#${i}`, literalSchema(value)));
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

function circular(place: Place): SchemaError {
  return new SchemaError(
    "reference",
    `The schema at ${place.pointer || "the root"} refers back to itself without going into a property or an item, ` +
      "so it says nothing. Remove that reference.",
    { path: place.pointer, keyword: "$ref" },
  );
}
