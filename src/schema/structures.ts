import { addCheck, type Built, type Workshop } from "./alternatives.ts";
import { usable } from "./automata.ts";
import { type Automaton, AutomatonLimitError, isEmpty, matches } from "./automaton.ts";
import type { Case } from "./cases.ts";
import { type BuiltContains, countContained } from "./contains.ts";
import type { Place } from "./document.ts";
import { isTrivial, keywordsOf, read } from "./keywords.ts";
import { namesAutomaton } from "./names.ts";

/** Number of the shape that a set of places was asked for. */
export type Request = number;

export interface BuiltArray extends Built {
  kind: "array";
  prefix: Request[];
  items: Request | null;
  minItems: number;
  maxItems: number | null;
  unique: boolean;
  contains: BuiltContains | null;
  /** The member whose `contains` that is, or says nothing. */
  counted: Place | undefined;
}
export interface BuiltObject extends Built {
  kind: "object";
  properties: { name: string; shape: Request | null; required: boolean }[];
  others: { keys: Automaton | null; shape: Request }[];
  minProperties: number;
  maxProperties: number | null;
}

/** What building containers needs beyond what scalars do. */
export interface ContainerWorkshop extends Workshop {
  /** The shape of the values that satisfy all these places. `undefined`: too much to combine, so take one of them. */
  request(places: readonly Place[]): Request | undefined;
  /** Leaves what's below a place out of the report: it isn't held by itself. */
  passOver(place: Place): void;
}

/** What a member of a case says of one part of the value. */
interface Demand {
  readonly owner: Place;
  readonly keyword: string;
  readonly place: Place;
}

/** The shape of a part of a value, from all that is said of it. What can't be combined is checked in the whole value. */
function partShape(shop: ContainerWorkshop, built: Built, demands: readonly Demand[]): Request {
  const all = shop.request(demands.map(({ place }) => place));
  if (all !== undefined) return all;
  const kept = demands.find(({ place }) => place.schema === false) ?? demands.find(({ place }) => !isTrivial(place))!;
  for (const { owner, keyword, place } of demands) {
    if (place === kept.place || isTrivial(place)) continue;
    addCheck(built, owner);
    shop.note(owner, keyword, "boundary", "too many combinations with other schemas");
  }
  return shop.request([kept.place])!;
}

/** What it costs to match a name with a pattern, in the terms of `Effort`. */
const perMatch = 0.2;
/** The most patterns an object's keys are told apart by, and the most classes of keys that may come of it. */
const maxKeyPatterns = 24;
const maxKeyClasses = 64;

/** The array alternative of a case. Whether its items can exist is found out later. */
export function arrayAlternative(shop: ContainerWorkshop, one: Case): BuiltArray {
  const built: BuiltArray = {
    checks: [],
    exclusive: one.exclusive,
    sources: one.members,
    kind: "array",
    prefix: [],
    items: null,
    minItems: 0,
    maxItems: null,
    unique: false,
    contains: null,
    counted: undefined,
  };
  const parts = one.members.map((place) => itemsOf(shop, place));
  const longest = Math.max(0, ...parts.map(({ prefix }) => prefix.length));
  for (let i = 0; i < longest; i++) {
    built.prefix.push(
      partShape(
        shop,
        built,
        parts.flatMap(({ prefix, rest }) => prefix[i] ?? rest ?? []),
      ),
    );
  }
  built.items = partShape(
    shop,
    built,
    parts.flatMap(({ rest }) => rest ?? []),
  );
  for (const place of one.members) {
    const least = read.count(place, "minItems");
    const most = read.count(place, "maxItems");
    if (least !== undefined) built.minItems = Math.max(built.minItems, least);
    if (most !== undefined) built.maxItems = Math.min(built.maxItems ?? most, most);
    built.unique ||= read.flag(place, "uniqueItems") === true;
  }
  built.counted = countContained(shop, built, one, (index) =>
    parts.flatMap(({ prefix, rest }) => (index === undefined ? rest : (prefix[index] ?? rest))?.place ?? []),
  );
  return built;
}

/** A place's schemas for the first items and for the rest, in the spelling of any draft. */
function itemsOf(shop: ContainerWorkshop, owner: Place): { prefix: Demand[]; rest: Demand | undefined } {
  const keywords = keywordsOf(owner);
  const one = (keyword: string): Demand | undefined =>
    Object.hasOwn(keywords, keyword) ? { owner, keyword, place: shop.document.child(owner, keyword) } : undefined;
  const list = (keyword: string, items: readonly unknown[]): Demand[] =>
    items.map((_, i) => ({ owner, keyword, place: shop.document.child(owner, keyword, i) }));
  const listed = read.list(owner, "prefixItems");
  if (listed) return { prefix: list("prefixItems", listed), rest: one("items") };
  if (Array.isArray(keywords.items)) return { prefix: list("items", keywords.items), rest: one("additionalItems") };
  return { prefix: [], rest: one("items") };
}

/** What one member of a case says of an object's keys. */
interface Keys {
  readonly place: Place;
  readonly named: Readonly<Record<string, unknown>>;
  readonly patterns: readonly { source: string; keys: Automaton }[];
  /** The schema of keys that are neither named nor matched. */
  readonly rest: Place | undefined;
}

/** The object alternative of a case: every name that any member knows, then the classes of all other keys. */
export function objectAlternative(shop: ContainerWorkshop, one: Case): BuiltObject {
  const built: BuiltObject = {
    checks: [],
    exclusive: one.exclusive,
    sources: one.members,
    kind: "object",
    properties: [],
    others: [],
    minProperties: 0,
    maxProperties: null,
  };
  const members = one.members.map((place) => keysOf(shop, built, place));
  const required = new Set<string>();
  for (const place of one.members) {
    const least = read.count(place, "minProperties");
    const most = read.count(place, "maxProperties");
    if (least !== undefined) built.minProperties = Math.max(built.minProperties, least);
    if (most !== undefined) built.maxProperties = Math.min(built.maxProperties ?? most, most);
    for (const name of read.names(place, "required") ?? []) required.add(name);
  }
  const allowed = allowedNames(shop, built, one);
  for (const [name, demands] of demandsByName(shop, built, members, required)) {
    const shape = !allowed || matches(allowed, name) ? partShape(shop, built, demands) : null;
    built.properties.push({ name, shape, required: required.has(name) });
  }
  built.others = keyClasses(shop, built, members, allowed);
  return built;
}

/** Automata have no edge for it, but a regular expression may match it. */
const half = /\p{Surrogate}/u;

/** Every name that a member speaks of, with all that is said of the property. */
function demandsByName(
  shop: ContainerWorkshop,
  built: BuiltObject,
  members: readonly Keys[],
  required: ReadonlySet<string>,
): Map<string, Demand[]> {
  const { document } = shop;
  const byName = new Map<string, Demand[]>();
  for (const { place: owner, named } of members) {
    for (const name of Object.keys(named)) {
      const demand = { owner, keyword: "properties", place: document.child(owner, "properties", name) };
      const known = byName.get(name);
      if (known) known.push(demand);
      else byName.set(name, [demand]);
    }
  }
  for (const name of required) if (!byName.has(name)) byName.set(name, []);
  const keyed = members.filter(({ patterns, rest }) => patterns.length > 0 || rest);
  const hasHalf = [...byName.keys()].some((name) => half.test(name));
  for (const { place: owner, named, patterns, rest } of keyed) {
    // Each of these members is asked about every name.
    const cost = byName.size * (patterns.length * perMatch + (owner === keyed[0]!.place ? 0 : 1));
    if (!shop.effort.spend(cost)) {
      leaveKeys(shop, built, owner, "too many combinations with other schemas");
      continue;
    }
    if (hasHalf && patterns.length > 0) {
      leaveKeys(shop, built, owner, "half of a surrogate pair in a name: whether a pattern matches it can't be said");
      continue;
    }
    for (const [name, demands] of byName) {
      const hits = patterns.filter(({ keys }) => matches(keys, name));
      for (const { source } of hits) {
        const place = document.child(owner, "patternProperties", source);
        demands.push({ owner, keyword: "patternProperties", place });
      }
      if (rest && hits.length === 0 && !Object.hasOwn(named, name)) {
        demands.push({ owner, keyword: "additionalProperties", place: rest });
      }
    }
  }
  return byName;
}

/** The names that `propertyNames` leaves; `undefined` for all. */
function allowedNames(shop: ContainerWorkshop, built: BuiltObject, one: Case): Automaton | undefined {
  const owners = one.members.filter((place) => Object.hasOwn(keywordsOf(place), "propertyNames"));
  if (owners.length === 0) return undefined;
  const places = owners.map((place) => shop.document.child(place, "propertyNames"));
  const allowed = namesAutomaton(shop, places);
  if (allowed) return allowed;
  for (const place of owners) {
    addCheck(built, place);
    shop.note(place, "propertyNames", "boundary", "which names it allows can't be said");
  }
  return undefined;
}

function keysOf(shop: ContainerWorkshop, built: BuiltObject, place: Place): Keys {
  const keywords = keywordsOf(place);
  const named = read.map(place, "properties") ?? {};
  const patterns: { source: string; keys: Automaton }[] = [];
  for (const source of Object.keys(read.map(place, "patternProperties") ?? {})) {
    const keys = usable(shop, place, "patternProperties", source, shop.automata.keys(source));
    if (!keys) {
      leaveKeys(shop, built, place, "which keys a pattern matches can't be said");
      return { place, named, patterns: [], rest: undefined };
    }
    patterns.push({ source, keys });
  }
  const rest = Object.hasOwn(keywords, "additionalProperties")
    ? shop.document.child(place, "additionalProperties")
    : undefined;
  return { place, named, patterns, rest };
}

/** Leaves all but the named properties to a validator. */
function leaveKeys(shop: ContainerWorkshop, built: BuiltObject, place: Place, reason: string): void {
  for (const keyword of ["patternProperties", "additionalProperties"]) {
    if (!Object.hasOwn(keywordsOf(place), keyword)) continue;
    addCheck(built, place);
    shop.note(place, keyword, "boundary", reason);
  }
}

/** Splits all keys by which patterns match them, so that each class has one shape. */
function keyClasses(
  shop: ContainerWorkshop,
  built: BuiltObject,
  members: readonly Keys[],
  allowed: Automaton | undefined,
): BuiltObject["others"] {
  const patterns = new Map<string, Automaton>();
  for (const member of members) for (const { source, keys } of member.patterns) patterns.set(source, keys);
  let classes: { keys: Automaton | null; matched: ReadonlySet<string> }[] = [
    { keys: allowed ?? null, matched: new Set() },
  ];
  let usable = patterns.size <= maxKeyPatterns;
  try {
    for (const [source, pattern] of usable ? patterns : []) {
      classes = classes.flatMap(({ keys, matched }) => {
        const { both, rest } = shop.automata.parts(keys, pattern);
        return [
          { keys: both, matched: new Set(matched).add(source) },
          { keys: rest, matched },
        ];
      });
      classes = classes.filter(({ keys }) => !keys || !isEmpty(keys));
      if (classes.length > maxKeyClasses) throw new AutomatonLimitError(`more than ${maxKeyClasses} classes of keys`);
    }
  } catch (error) {
    if (!(error instanceof AutomatonLimitError)) throw error;
    usable = false;
  }
  if (!usable) {
    for (const { place } of members) leaveKeys(shop, built, place, "the patterns overlap in too many ways");
    return [{ keys: allowed ?? null, shape: partShape(shop, built, []) }];
  }
  return classes.flatMap(({ keys, matched }) => {
    if (keys && isEmpty(keys)) return [];
    const demands = members.flatMap(({ place: owner, patterns: own, rest }): Demand[] => {
      const hits = own.filter(({ source }) => matched.has(source));
      if (hits.length === 0) return rest ? [{ owner, keyword: "additionalProperties", place: rest }] : [];
      const keyword = "patternProperties";
      return hits.map(({ source }) => ({ owner, keyword, place: shop.document.child(owner, keyword, source) }));
    });
    const barred = demands.some(({ place }) => place.schema === false);
    return barred ? [] : [{ keys, shape: partShape(shop, built, demands) }];
  });
}
