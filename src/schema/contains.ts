/** `contains` as a count: which items an array must have among the others. */
import type { Case } from "./cases.ts";
import { isVirtual, type Place } from "./document.ts";
import { keywordsOf, read } from "./keywords.ts";
import type { BuiltArray, ContainerWorkshop, Request } from "./structures.ts";

export interface BuiltContains {
  /** Per item of the array's prefix, and of all after it, the shape of one that counts; `null`: none there does. */
  prefix: (Request | null)[];
  items: Request | null;
  least: number;
  most: number | null;
  /** The schema of what counts. */
  readonly place: Place;
}

/**
 * Counts what the first `contains` of a case asks for, if it can be said which items count; any further one is left to a
 * validator. Returns the member that is taken care of.
 * @param partsAt what's said of an item of the prefix by its number, or of all after it
 */
export function countContained(
  shop: ContainerWorkshop,
  built: BuiltArray,
  one: Case,
  partsAt: (index: number | undefined) => readonly Place[],
): Place | undefined {
  const owner = one.members.find((place) => Object.hasOwn(keywordsOf(place), "contains"));
  if (!owner || isVirtual(owner)) return undefined;
  const least = read.count(owner, "minContains") ?? 1;
  const most = read.count(owner, "maxContains") ?? null;
  const place = shop.document.child(owner, "contains");
  // What's in it says nothing by itself: it's counted, not held.
  shop.passOver(place);
  const request = (index?: number) => shop.request([...partsAt(index), place]);
  const prefix = built.prefix.map((_, i) => request(i));
  const items = request();
  if (items === undefined || prefix.includes(undefined)) return undefined;
  if (items === built.items && prefix.every((shape, i) => shape === built.prefix[i])) {
    // All items count.
    built.minItems = Math.max(built.minItems, least);
    if (most !== null) built.maxItems = Math.min(built.maxItems ?? most, most);
    return owner;
  }
  if (least > 0 || most !== null) built.contains = { prefix: prefix as Request[], items, least, most, place };
  noteContains(shop, owner, "masks count such items; the grammar doesn't");
  return owner;
}

/** Says of a `contains` and its bounds that the grammar doesn't hold them. */
export function noteContains(shop: ContainerWorkshop, owner: Place, reason: string): void {
  for (const keyword of ["contains", "minContains", "maxContains"]) {
    if (Object.hasOwn(keywordsOf(owner), keyword)) shop.note(owner, keyword, "boundary", reason);
  }
}

/** How many of the first `count` items can be among those that `contains` counts. */
export function mostContained({ prefix, items }: BuiltContains, count: number, fits: Uint8Array): number {
  const first = prefix.slice(0, count).filter((shape) => shape !== null && fits[shape]).length;
  return count > prefix.length && items !== null && fits[items] ? first + count - prefix.length : first;
}

/** How many items it takes until so many can count. */
export function itemsToContain(contains: BuiltContains, fits: Uint8Array): number {
  const { prefix, least } = contains;
  for (let count = least; count <= prefix.length; count++)
    if (mostContained(contains, count, fits) >= least) return count;
  return Math.max(least, prefix.length + least - mostContained(contains, prefix.length, fits));
}
