import { type Choice, choicesOf, partsOf } from "./choices.ts";
import type { Place, SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { everyType, isTrivial, keywordsOf, read, typesOf } from "./keywords.ts";
import { negationOf } from "./negation.ts";

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
/** Choices that a schema only implies double the cases each, and few are worth it. */
const maxImplied = 16;

interface Draft {
  members: Set<Place>;
  choices: PendingChoice[];
  types: number;
  integer: boolean;
  open: Place[];
  exclusive: Place[];
}

interface PendingChoice extends Choice {
  readonly owner: Place;
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
    const room = (choice.implied ? maxImplied : alone ? maxBranches : maxCases) - cases.length - stack.length;
    if (choice.branches.length > 1 && choice.branches.length > room) {
      watcher.leftOpen(choice.owner, choice.keyword, "too many combinations with the choices beside it");
      draft.open.push(choice.owner);
      stack.push(draft);
      continue;
    }
    if (choice.keyword === "oneOf") draft.exclusive.push(choice.owner);
    for (const branch of choice.branches.toReversed()) {
      const next = fork(draft);
      if (branch.every((place) => absorb(document, next, place, choice.chain, watcher))) stack.push(next);
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
    const demands = [...referred(document, draft, place, watcher), ...partsOf(document, place, "allOf")];
    for (const demand of demands.toReversed()) todo.push({ place: demand, chain: onward });
    if (Object.hasOwn(keywordsOf(place), "not")) {
      const branches = negationOf(document, place);
      if (Array.isArray(branches)) {
        draft.choices.push({ keyword: "not", branches, implied: true, owner: place, chain: onward });
      } else {
        draft.open.push(place);
        watcher.leftOpen(place, "not", branches.failure);
      }
    }
    for (const choice of choicesOf(document, place)) {
      for (const branch of choice.branches.flat()) watcher.visit(branch);
      draft.choices.push({ ...choice, owner: place, chain: onward });
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
