import { type Automaton, lengthRange } from "./automaton.ts";
import type { BuiltAlternative } from "./build.ts";
import { multiplesBetween } from "./decimal.ts";
import type { Scalar } from "./shape.ts";

/** Counting ends here: more texts than that are as good as any number. */
const manyTexts = 1_000_000;
/** The most code points that texts are followed along to find one of a length. */
const maxSteps = 4000;

/**
 * The most items that an array of these shapes can have if no two are equal: each item needs a value that no other has.
 * An upper bound, since what can't be counted counts as endless.
 */
export function mostDistinct(
  prefix: readonly (readonly BuiltAlternative[])[],
  items: readonly BuiltAlternative[] | undefined,
): number {
  const values = new Set<Scalar>();
  const counted = new Set<readonly BuiltAlternative[]>();
  let others = 0;
  const add = (shape: readonly BuiltAlternative[]): void => {
    if (counted.has(shape)) return;
    counted.add(shape);
    for (const one of shape) {
      if (one.kind === "literals") for (const value of one.values) values.add(value);
      else others += valuesOf(one);
    }
  };
  for (const [i, shape] of prefix.entries()) {
    add(shape);
    if (values.size + others <= i) return i;
  }
  if (items) add(items);
  return items ? values.size + others : Number.POSITIVE_INFINITY;
}

/** How many values an alternative has at most. */
function valuesOf(one: BuiltAlternative): number {
  switch (one.kind) {
    case "literals":
      return one.values.length;
    case "number":
      return multiplesBetween(one);
    case "string":
      if (one.maxLength === 0) return 1;
      return one.automaton
        ? countTexts(one.automaton, one.minLength, one.maxLength ?? Number.POSITIVE_INFINITY)
        : Number.POSITIVE_INFINITY;
    case "array":
      return one.maxItems === 0 ? 1 : Number.POSITIVE_INFINITY;
    case "object":
      return one.properties.length === 0 && one.others.length === 0 ? 1 : Number.POSITIVE_INFINITY;
  }
}

/** How many texts of a length between two an automaton accepts; `Infinity` for more than a million, or very long ones. */
export function countTexts(automaton: Automaton, min: number, max: number): number {
  if (max === Number.POSITIVE_INFINITY && lengthRange(automaton).longest === max) return max;
  let ways = new Map([[0, 1]]);
  let count = 0;
  for (let length = 0; ways.size > 0 && length <= max; length++) {
    if (length > maxSteps) return Number.POSITIVE_INFINITY;
    const next = new Map<number, number>();
    for (const [state, number] of ways) {
      if (length >= min && automaton.accepting[state]) count += number;
      const edges = automaton.edges[state]!;
      for (let i = 0; i < edges.length; i += 3) {
        const more = number * (edges[i + 1]! - edges[i]! + 1);
        next.set(edges[i + 2]!, Math.min(manyTexts, (next.get(edges[i + 2]!) ?? 0) + more));
      }
    }
    if (count >= manyTexts) return Number.POSITIVE_INFINITY;
    ways = next;
  }
  return count;
}

/** Does an automaton accept a text of a length between two? Where that is hard to tell, it is taken to. */
export function hasText({ accepting, edges }: Automaton, min: number, max: number): boolean {
  let states = [0];
  /** Per state, the last length of texts that lead to it. */
  const reached = new Int32Array(edges.length);
  for (let length = 0; states.length > 0 && length <= max; length++) {
    if (length > maxSteps) return true;
    const next: number[] = [];
    for (const state of states) {
      if (length >= min && accepting[state]) return true;
      const own = edges[state]!;
      for (let i = 2; i < own.length; i += 3) {
        const target = own[i]!;
        if (reached[target] === length + 1) continue;
        reached[target] = length + 1;
        next.push(target);
      }
    }
    states = next;
  }
  return false;
}
