import type { Place, SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { everyType, invalid, isTrivial, read, typesOf, valuesOf } from "./keywords.ts";

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

/**
 * Beyond this many cases the remaining choices of a set are left to a validator, since they multiply. A choice that is
 * the only one doesn't, so it may have more.
 */
const maxCases = 300;
const maxBranches = 5000;

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
type Chain = { readonly place: Place; readonly next: Chain; readonly length: number } | undefined;

/** The most references and combinators that may lead from one schema to another about the same value. */
const maxChain = 500;

/** Told of what is met on the way. */
export interface Watcher {
  /** A place is looked at. */
  visit(place: Place): void;
  /** A keyword of a place is left to a validator. */
  leftOpen(place: Place, keyword: string, reason: string): void;
  /** A reference leads nowhere. */
  refused(place: Place, keyword: string, reason: string): void;
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
    const alone = draft === start && draft.choices.length === 0;
    const room = (alone ? maxBranches : maxCases) - cases.length - stack.length;
    if (choice.branches.length > 1 && choice.branches.length > room) {
      watcher.leftOpen(choice.owner, choice.keyword, "too many combinations with the choices beside it");
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
    const onward: Chain = { place, next: next.chain, length: (next.chain?.length ?? 0) + 1 };
    if (onward.length > maxChain) throw tooLong(place);
    const demands = [...referred(document, draft, place, watcher), ...branchesOf(document, place, "allOf")];
    for (const demand of demands.toReversed()) todo.push({ place: demand, chain: onward });
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = branchesOf(document, place, keyword);
      if (branches.length === 0) continue;
      for (const branch of branches) watcher.visit(branch);
      if (keyword === "oneOf" || !branches.some(isTrivial)) {
        draft.choices.push({ owner: place, keyword, branches, chain: onward });
      }
    }
    for (const keyword of ["const", "enum"] as const) {
      const branches = literalBranches(document, place, keyword);
      if (branches) draft.choices.push({ owner: place, keyword, branches, chain: onward });
    }
  }
  return true;
}

/** Where a place's references lead. A dynamic one is followed when it can only mean one place. */
function referred(document: SchemaDocument, draft: Draft, place: Place, watcher: Watcher): Place[] {
  const found: Place[] = [];
  const reference = read.text(place, "$ref");
  if (reference !== undefined) {
    const target = document.resolve(place, reference);
    if ("schema" in target) found.push(target);
    else watcher.refused(place, "$ref", target.failure);
  }
  for (const keyword of ["$dynamicRef", "$recursiveRef"] as const) {
    const dynamic = read.text(place, keyword);
    if (dynamic === undefined) continue;
    const target = document.resolveDynamic(place, dynamic);
    if (target) found.push(target);
    else {
      draft.open.push(place);
      watcher.leftOpen(place, keyword, "where it leads depends on the way there");
    }
  }
  return found;
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
function literalBranches(document: SchemaDocument, place: Place, keyword: "const" | "enum"): Place[] | undefined {
  const values = valuesOf(place, keyword);
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

function tooLong(place: Place): SchemaError {
  return new SchemaError(
    "too-deep",
    `More than ${maxChain} references lead to ${place.pointer} without going into a property or an item.`,
    { path: place.pointer },
  );
}

function circular(place: Place): SchemaError {
  return new SchemaError(
    "reference",
    `The schema at ${place.pointer || "the root"} refers back to itself without going into a property or an item, ` +
      "so it says nothing. Remove that reference.",
    { path: place.pointer, keyword: "$ref" },
  );
}
