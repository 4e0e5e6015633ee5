import { minimise, type NumberAlternative, type NumeralOptions, Numerals, noNumeral } from "../schema/index.ts";
import { choice, type Expression, nothing, oneOf, sequence } from "./expression.ts";
import type { RuleBook } from "./rules.ts";

/** Most states looked at, and most that are written down. */
const maxExplored = 3500;
const maxWritten = 600;

const bytes = [..."-.0123456789"].map((character) => character.charCodeAt(0));

/** Numerals that are multiples, by what their digits so far leave. `undefined`: that takes too many rules. */
export function multiples(rules: RuleBook, one: NumberAlternative, options: NumeralOptions): Expression | undefined {
  const numerals = new Numerals(one, options);
  const edges: number[][] = [];
  for (let state = 0; state < numerals.size; state++) {
    if (numerals.size > maxExplored) return undefined;
    const list: number[] = [];
    for (const byte of bytes) {
      const next = numerals.next(state, byte);
      if (next !== noNumeral) list.push(byte, byte, next);
    }
    edges.push(list);
  }
  const accepting = edges.map((_, state) => numerals.isWhole(state));
  const small = minimise({ accepting, edges });
  if (small.edges.length > maxWritten) return undefined;
  const made = new Map<number, Expression>();
  // Digits are bounded, so no state leads back to itself.
  const from = (state: number): Expression => {
    let found = made.get(state);
    if (!found) {
      const options = [...waysOf(small.edges[state]!)].map(([target, ranges]) => sequence(oneOf(ranges), from(target)));
      if (small.accepting[state]) options.push(nothing);
      made.set(state, (found = rules.share("multiple", choice(...options))));
    }
    return found;
  };
  return from(0);
}

/** The characters that lead to each state. */
function waysOf(edges: readonly number[]): Map<number, number[]> {
  const ways = new Map<number, number[]>();
  for (let i = 0; i < edges.length; i += 3) {
    const [low, high, target] = edges.slice(i, i + 3) as [number, number, number];
    ways.set(target, [...(ways.get(target) ?? []), low, high]);
  }
  return ways;
}
