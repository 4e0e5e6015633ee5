import { type Choice, choicesOf, partsOf } from "./choices.ts";
import type { Place, SchemaDocument } from "./document.ts";
import type { Effort } from "./effort.ts";
import { SchemaError } from "./error.ts";
import { circular } from "./faults.ts";
import { everyType, isTrivial, read, typesOf } from "./keywords.ts";
import type { KeywordStatus } from "./report.ts";

/**
 * One way for a value to satisfy a set of places: all these members hold, and what they combine (`$ref`, `allOf`,
 * `anyOf`, `oneOf`, `enum` of objects and arrays) is already resolved into them.
 */
export interface Case {
  readonly members: readonly Place[];
  readonly types: number;
  readonly integer: boolean;
  /** Places of which this case leaves a keyword to a validator. */
  readonly open: readonly Place[];
  /** Places whose `oneOf` this case took one branch of. */
  readonly exclusive: readonly Place[];
}

/**
 * The most cases that choices beside each other may multiply to. A choice that is the only one doesn't multiply, so it
 * may have more. Choices that a schema only implies double the cases each, and few are worth it.
 */
const maxCases = 256;
const maxBranches = 50_000;
const maxImplied = 16;
/** The most cases to multiply to where some choices are left open all the same, so that a check must be made anyway. */
const maxOpenCases = 16;
/** How many more combinations are tried than may remain: some contradict themselves at once. */
const maxTries = 16;
/** The most references and combinators that may lead from one schema to another about the same value. */
const maxChain = 500;

/** A case in the making. */
interface Draft {
  readonly members: Set<Place>;
  types: number;
  integer: boolean;
  /** The choices still to be made. */
  readonly choices: PendingChoice[];
  readonly open: Place[];
  readonly exclusive: Place[];
  /** What it costs to copy. */
  cost: number;
  /** The drafts it has become, by the branches of a choice. */
  next: readonly Draft[] | undefined;
}

interface PendingChoice {
  readonly choice: Choice;
  readonly chain: Chain;
}

/** The places passed on the way to one, to notice a reference that leads back without reading anything. */
type Chain = { readonly place: Place; readonly next: Chain; readonly length: number } | undefined;

/** Told of what is met on the way. */
export interface Watcher {
  readonly document: SchemaDocument;
  readonly effort: Effort;
  /** Go on where nothing can satisfy a case any more: to find out why. */
  readonly keepsContradictions?: boolean;
  /** A place is looked at. */
  visit(place: Place): void;
  /** How a keyword of a place is held; for a place that stands for a part of a keyword, what that keyword doesn't hold. */
  note(place: Place, keyword: string, status: KeywordStatus, reason?: string): void;
}

/**
 * All the ways to satisfy a set of places: its disjunctive normal form. None means that no value can.
 *
 * Choices are made one after the other, each in all the drafts that have come to it: so it is seen beforehand how many
 * cases it would make, and a choice that makes too many is left open in all of them.
 */
export function casesOf(places: readonly Place[], watcher: Watcher): Case[] {
  const start: Draft = {
    members: new Set(),
    types: everyType,
    integer: false,
    choices: [],
    open: [],
    exclusive: [],
    cost: 0,
    next: undefined,
  };
  for (const place of places) if (!absorb(watcher, start, { place, chain: undefined, keyword: "" })) return [];
  if (start.choices.length === 0) return [caseOf(start)];
  return allCases(watcher, fork(start), true) ?? allCases(watcher, start, false)!;
}

/**
 * The cases that a draft becomes. When `all`, either all choices are made or nothing is returned; otherwise choices are
 * left open, and since the cases are no longer exact, only few are made.
 */
function allCases(watcher: Watcher, start: Draft, all: boolean): Case[] | undefined {
  const left = new Set<Choice>();
  const waiting = new Map<Choice, Draft[]>();
  let count = 1;
  const wait = (draft: Draft): void => {
    const next = draft.choices[0]?.choice;
    const drafts = next && waiting.get(next);
    if (drafts) drafts.push(draft);
    else if (next) waiting.set(next, [draft]);
  };
  wait(start);
  // A Map hands out what is added while it is walked, and an entry that is deleted and set again comes once more.
  for (const [choice, drafts] of waiting) {
    waiting.delete(choice);
    const most = all ? maxCases : Math.min(maxCases, Math.max(maxOpenCases, choice.branches.length));
    const made = left.has(choice) ? undefined : branched(watcher, choice, drafts, count, most);
    if (made) {
      count += made.reduce((sum, list) => sum + list.length, 0) - drafts.length;
      drafts.forEach((draft, i) => {
        draft.next = made[i]!;
        for (const next of made[i]!) wait(next);
      });
      continue;
    }
    if (all) return undefined;
    left.add(choice);
    watcher.note(choice.owner, choice.keyword, "boundary", "too many combinations with what is beside it");
    for (const draft of drafts) {
      draft.choices.shift();
      draft.open.push(choice.owner);
      wait(draft);
    }
  }
  return distinctCases(start);
}

/** The drafts that a choice makes of some, for each its own. `undefined`: too many, or too much to work through. */
function branched(
  watcher: Watcher,
  choice: Choice,
  drafts: readonly Draft[],
  count: number,
  maxProduct: number,
): Draft[][] | undefined {
  const { branches } = choice;
  if (branches.length === 0 && watcher.keepsContradictions) return undefined;
  const alone = drafts.length === 1 && drafts[0]!.choices.length === 1;
  const most = alone && !choice.implied ? maxBranches : choice.implied && !alone ? maxImplied : maxProduct;
  const room = most - count + drafts.length;
  if (branches.length > 1) {
    if (drafts.length * branches.length > room * (alone ? 1 : maxTries)) return undefined;
    const cost = drafts.reduce((sum, draft) => sum + draft.cost * (branches.length - 1), 0);
    if (!watcher.effort.spend(cost)) return undefined;
  }
  const made: Draft[][] = [];
  let total = 0;
  for (const draft of drafts) {
    const list: Draft[] = [];
    for (const branch of branches) {
      const next = fork(draft);
      const { chain } = next.choices.shift()!;
      if (choice.keyword === "oneOf") next.exclusive.push(choice.owner);
      if (branch.every((place) => absorb(watcher, next, { place, chain, keyword: choice.keyword }))) list.push(next);
    }
    made.push(list);
    total += list.length;
    if (branches.length > 1 && total > room) return undefined;
  }
  return made;
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

/** The finished drafts as cases, in the schema's order, none twice. */
function distinctCases(start: Draft): Case[] {
  const cases: Case[] = [];
  const seen = new Set<string>();
  const stack = [start];
  for (let draft = stack.pop(); draft; draft = stack.pop()) {
    if (draft.next) {
      for (let i = draft.next.length - 1; i >= 0; i--) stack.push(draft.next[i]!);
      continue;
    }
    const ids = Array.from(draft.members, ({ id }) => id).sort((a, b) => a - b);
    const key = `${ids}|${draft.open.map(({ id }) => id)}`;
    if (!seen.has(key)) cases.push(caseOf(draft));
    seen.add(key);
  }
  return cases;
}

function caseOf({ members, types, integer, open, exclusive }: Draft): Case {
  return { members: [...members], types, integer, open, exclusive };
}

/** A place that a value must satisfy, and the keyword of the last place of its chain that demands it. */
interface Demand {
  readonly place: Place;
  readonly chain: Chain;
  readonly keyword: string;
}

/** Adds a place and all that it demands of the same value. False: nothing can satisfy the draft any more. */
function absorb(watcher: Watcher, draft: Draft, first: Demand): boolean {
  const { document, effort } = watcher;
  const todo = [first];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { place, chain, keyword } = next;
    watcher.visit(place);
    if (place.schema === false && !watcher.keepsContradictions) return false;
    for (let passed = chain; passed; passed = passed.next) if (passed.place === place) throw circular(place.pointer);
    if (isTrivial(place) || draft.members.has(place)) continue;
    if (!effort.join(place) && chain) {
      draft.open.push(chain.place);
      watcher.note(chain.place, keyword, "boundary", "too many combinations with other schemas");
      continue;
    }
    draft.members.add(place);
    draft.cost += effort.costOf(place);
    const { mask, integer } = typesOf(place);
    draft.types &= mask;
    draft.integer ||= integer;
    if (draft.types === 0 && !watcher.keepsContradictions) return false;
    const onward: Chain = { place, next: chain, length: (chain?.length ?? 0) + 1 };
    if (onward.length > maxChain) throw tooLong(place);
    for (const part of partsOf(document, place, "allOf").toReversed()) {
      todo.push({ place: part, chain: onward, keyword: "allOf" });
    }
    for (const demand of referred(watcher, place).toReversed()) todo.push({ ...demand, chain: onward });
    const { choices, failure } = choicesOf(document, place);
    if (failure !== undefined) {
      draft.open.push(place);
      watcher.note(place, "not", "boundary", failure);
    }
    for (const choice of choices) {
      if (choice.keyword !== "not")
        for (const branch of choice.branches) for (const part of branch) watcher.visit(part);
      draft.choices.push({ choice, chain: onward });
    }
  }
  return true;
}

/** Where a place's references lead. Dynamic ones can only mean one place any more: see `settleDynamic`. */
function referred(watcher: Watcher, place: Place): { place: Place; keyword: string }[] {
  const { document } = watcher;
  const found: { place: Place; keyword: string }[] = [];
  for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const reference = read.text(place, keyword);
    if (reference === undefined) continue;
    const target = document.resolve(place, reference);
    if ("schema" in target) found.push({ place: target, keyword });
    else watcher.note(place, keyword, "refused", target.failure);
  }
  return found;
}

function tooLong(place: Place): SchemaError {
  return new SchemaError(
    "too-deep",
    `More than ${maxChain} steps, by references or by keywords such as \`not\` and \`allOf\`, lead to ${place.pointer} without ` +
      "going into a property or an item.",
    { path: place.pointer },
  );
}
