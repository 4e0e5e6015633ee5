/** Where the next item of an array may count for its `contains`, and where it may not, so that the rest can still do. */
import type { ArrayForm, ContainsForm } from "./forms.ts";
import type { Frame } from "./threads.ts";

/** The shape of an item at a place that counts; `null`: none there does. */
export function countingShape({ prefix, items }: ContainsForm, place: number): number | null {
  return place < prefix.length ? prefix[place]! : items;
}

/** Whether an item that counts makes a difference: there's room for it, or more of them are needed. */
export function mayCount({ most, counted }: ContainsForm, { hits }: Frame): boolean {
  return hits < (most < Infinity ? most : counted);
}

/** Whether what comes after an item that doesn't count can still be enough. */
export function mayNotCount(form: ArrayForm, { count, hits }: Frame): boolean {
  const { least } = form.contains!;
  return hits >= least || hits + mostCounting(form, count + 1) >= least;
}

/** How many of the items from a place on may count. */
function mostCounting({ contains, most }: ArrayForm, place: number): number {
  const { prefix, items } = contains!;
  let found = items === null ? 0 : Math.max(0, most - Math.max(place, prefix.length));
  for (let i = place; i < prefix.length; i++) if (prefix[i] !== null) found++;
  return found;
}

/** Whether enough items count, so that the array may close. */
export function containsEnough({ form, hits }: Frame): boolean {
  return form?.kind !== "array" || !form.contains || hits >= form.contains.least;
}
