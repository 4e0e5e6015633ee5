import { SchemaError } from "../schema/index.ts";

/** The fault of a schema whose grammar is too large. */
export function tooLarge(size: number, limit: number): SchemaError {
  return new SchemaError(
    "too-large",
    `The grammar comes to ${size} characters or more; the limit is ${limit}. Make the schema smaller, or raise maxSize (--max-size).`,
    { path: "" },
  );
}

/**
 * Looks at texts before anything is made of them. Each is written from its beginning to its end, and what follows where a
 * text differs from all others is written for each of those that differ: a grammar has no fewer characters than that.
 * @param alike whether those that end alike go on alike, so that their ends may be written once
 * @throws {SchemaError} `too-large`
 */
export function guardTexts(texts: readonly string[], limit: number, alike: boolean): void {
  let total = 0;
  for (const { length } of texts) {
    total += length;
    if (length > limit) throw tooLarge(length, limit);
  }
  if (total <= limit) return;
  const sorted = [...texts].sort();
  const tails = new Set<string>();
  let [least, before] = [0, 0];
  for (const [i, text] of sorted.entries()) {
    const after = i + 1 < sorted.length ? common(text, sorted[i + 1]!) : 0;
    // Texts that differ in one character alone are one with a class.
    const tail = text.slice(Math.max(before, after) + 1);
    before = after;
    if (alike) {
      if (tails.has(tail)) continue;
      tails.add(tail);
    }
    least += tail.length;
    if (least > limit) throw tooLarge(least, limit);
  }
}

/** How much larger the parts of a grammar may be than it, since short rules are written into their places, not named. */
const slack = 4;

/**
 * Looks at the size of parts as they are made.
 * @throws {SchemaError} `too-large`
 */
export function guardParts(size: number, limit: number): void {
  if (size > slack * limit) throw tooLarge(size, limit);
}

/** How many UTF-16 units two texts begin with in common. */
function common(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let length = 0;
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
