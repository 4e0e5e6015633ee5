import { type Built, blank, type Workshop } from "./alternatives.ts";
import { type Automaton, AutomatonLimitError, anyText, intersect, isEmpty, matches, subtract } from "./automaton.ts";
import type { Case } from "./cases.ts";
import type { Place } from "./document.ts";
import { keywordsOf, read } from "./keywords.ts";

/** Number of the shape that a set of places was asked for. */
export type Request = number;

export interface BuiltArray extends Built {
  kind: "array";
  prefix: Request[];
  items: Request | null;
  minItems: number;
  maxItems: number | null;
  unique: boolean;
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
  /** The shape of the values that satisfy all these places. */
  request(places: readonly Place[]): Request;
  /** The automaton of the names that satisfy all these places; `undefined`: it can't be said. */
  names(places: readonly Place[]): Automaton | undefined;
  /** The automaton of the keys that a pattern matches; `undefined`: it can't be expressed, and that is noted. */
  keyPattern(place: Place, source: string): Automaton | undefined;
}

/** The most patterns an object's keys are told apart by, and the most classes of keys that may come of it. */
const maxKeyPatterns = 24;
const maxKeyClasses = 64;

/** The array alternative of a case. Whether its items can exist is found out later. */
export function arrayAlternative(shop: ContainerWorkshop, one: Case): BuiltArray {
  const built: BuiltArray = {
    ...blank(one),
    kind: "array",
    prefix: [],
    items: null,
    minItems: 0,
    maxItems: null,
    unique: false,
  };
  const parts = one.members.map((place) => itemsOf(shop, place));
  const longest = Math.max(0, ...parts.map(({ prefix }) => prefix.length));
  for (let i = 0; i < longest; i++) {
    built.prefix.push(shop.request(parts.flatMap(({ prefix, rest }) => prefix[i] ?? rest ?? [])));
  }
  built.items = shop.request(parts.flatMap(({ rest }) => rest ?? []));
  for (const place of one.members) {
    const least = read.count(place, "minItems");
    const most = read.count(place, "maxItems");
    if (least !== undefined) built.minItems = Math.max(built.minItems, least);
    if (most !== undefined) built.maxItems = Math.min(built.maxItems ?? most, most);
    built.unique ||= read.flag(place, "uniqueItems") === true;
  }
  return built;
}

/** A place's schemas for the first items and for the rest, in the spelling of any draft. */
function itemsOf(shop: ContainerWorkshop, place: Place): { prefix: Place[]; rest: Place | undefined } {
  const keywords = keywordsOf(place);
  const { document } = shop;
  const listed = read.list(place, "prefixItems");
  if (listed) {
    const prefix = listed.map((_, i) => document.child(place, "prefixItems", i));
    return { prefix, rest: Object.hasOwn(keywords, "items") ? document.child(place, "items") : undefined };
  }
  if (Array.isArray(keywords.items)) {
    const prefix = keywords.items.map((_, i) => document.child(place, "items", i));
    const more = Object.hasOwn(keywords, "additionalItems");
    return { prefix, rest: more ? document.child(place, "additionalItems") : undefined };
  }
  return { prefix: [], rest: Object.hasOwn(keywords, "items") ? document.child(place, "items") : undefined };
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
    ...blank(one),
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
  const names = new Set(members.flatMap(({ named }) => Object.keys(named)));
  for (const name of required) names.add(name);
  const allowed = allowedNames(shop, built, one);
  for (const name of names) {
    const places = members.flatMap((keys) => placesOfName(shop, keys, name));
    const shape = !allowed || matches(allowed, name) ? shop.request(places) : null;
    built.properties.push({ name, shape, required: required.has(name) });
  }
  built.others = keyClasses(shop, built, members, allowed);
  return built;
}

/** The names that `propertyNames` leaves; `undefined` for all. */
function allowedNames(shop: ContainerWorkshop, built: BuiltObject, one: Case): Automaton | undefined {
  const owners = one.members.filter((place) => Object.hasOwn(keywordsOf(place), "propertyNames"));
  if (owners.length === 0) return undefined;
  const allowed = shop.names(owners.map((place) => shop.document.child(place, "propertyNames")));
  if (allowed) return allowed;
  for (const place of owners) {
    built.checks.add(place);
    shop.note(place, "propertyNames", "boundary", "which names it allows can't be said");
  }
  return undefined;
}

function keysOf(shop: ContainerWorkshop, built: BuiltObject, place: Place): Keys {
  const keywords = keywordsOf(place);
  const named = read.map(place, "properties") ?? {};
  const patterns: { source: string; keys: Automaton }[] = [];
  for (const source of Object.keys(read.map(place, "patternProperties") ?? {})) {
    const keys = shop.keyPattern(place, source);
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
    built.checks.add(place);
    shop.note(place, keyword, "boundary", reason);
  }
}

function placesOfName(shop: ContainerWorkshop, { place, named, patterns, rest }: Keys, name: string): Place[] {
  const { document } = shop;
  const places = patterns
    .filter(({ keys }) => matches(keys, name))
    .map(({ source }) => document.child(place, "patternProperties", source));
  if (Object.hasOwn(named, name)) places.unshift(document.child(place, "properties", name));
  if (places.length === 0 && rest) places.push(rest);
  return places;
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
      classes = classes.flatMap(({ keys, matched }) => [
        { keys: keys ? intersect(keys, pattern) : pattern, matched: new Set(matched).add(source) },
        { keys: subtract(keys ?? anyText, pattern), matched },
      ]);
      classes = classes.filter(({ keys }) => !keys || !isEmpty(keys));
      if (classes.length > maxKeyClasses) throw new AutomatonLimitError(`more than ${maxKeyClasses} classes of keys`);
    }
  } catch (error) {
    if (!(error instanceof AutomatonLimitError)) throw error;
    usable = false;
  }
  if (!usable) {
    for (const { place } of members) leaveKeys(shop, built, place, "the patterns overlap in too many ways");
    return [{ keys: allowed ?? null, shape: shop.request([]) }];
  }
  return classes.flatMap(({ keys, matched }) => {
    if (keys && isEmpty(keys)) return [];
    const places = members.flatMap(({ place, patterns: own, rest }) => {
      const hits = own.filter(({ source }) => matched.has(source));
      if (hits.length === 0) return rest ?? [];
      return hits.map(({ source }) => shop.document.child(place, "patternProperties", source));
    });
    return places.some(({ schema }) => schema === false) ? [] : [{ keys, shape: shop.request(places) }];
  });
}
