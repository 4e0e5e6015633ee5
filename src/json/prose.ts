/** What in running text only looks like a document, and what was meant for one. */
import type { Machine } from "./machine.ts";
import { COLON, FIRST_ITEM, FIRST_KEY } from "./states.ts";

/**
 * `[12]`: in running text, a note's number.
 * @param count values in it, itself included; all that's known where none are built
 */
export function isCitation(value: unknown, count: number): boolean {
  if (value === undefined) return count === 2;
  if (!Array.isArray(value) || value.length !== 1) return false;
  const [n] = value;
  return Number.isInteger(n) && n >= 0 && n < 10_000;
}

/** Whether a candidate that broke looks like a document that somebody meant to write, and not like prose. */
export function looksMeant(machine: Machine): boolean {
  if (machine.failedIn === COLON && machine.lenient?.inWord) return false;
  if (machine.failedIn !== FIRST_KEY && machine.failedIn !== FIRST_ITEM) return true;
  return /["'`“”‘’„«]/.test(machine.failure!.found);
}
