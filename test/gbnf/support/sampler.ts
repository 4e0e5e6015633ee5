import type { Grammar } from "../../../src/gbnf/index.ts";

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** A small seeded generator (mulberry32), so that a failing sample can be drawn again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Draws sentences: picks alternatives at random, and the nearest way to an end once the sentence is long.
 * @throws {RangeError} if the grammar has no sentence
 */
export function sampler(grammar: Grammar): (random: Random, softLength?: number) => string {
  const cost = shortest(grammar);
  if (cost[0] === Number.POSITIVE_INFINITY) throw new RangeError("the grammar has no sentence");
  return (random, softLength = 200) => {
    const stack: number[] = [0];
    let out = "";
    let steps = 0;
    for (let symbol = stack.pop(); symbol !== undefined; symbol = stack.pop()) {
      if (symbol < 0) {
        out += String.fromCodePoint(pick(grammar.classes[-symbol - 1]!, random));
        continue;
      }
      const alternatives = grammar.rules[symbol]!;
      const costs = alternatives.map((symbols) => symbols.reduce((sum, s) => sum + (s < 0 ? 1 : cost[s]!), 0));
      const hurry = out.length > softLength || ++steps > 20 * softLength;
      const least = Math.min(...costs);
      const open = alternatives.filter((_, i) => (hurry ? costs[i] === least : costs[i] !== Infinity));
      stack.push(...open[Math.floor(random() * open.length)]!.toReversed());
    }
    return out;
  };
}

/** Prefers ASCII, where there is any; never half of a surrogate pair. */
function pick(ranges: readonly number[], random: Random): number {
  const ascii = random() < 0.8;
  for (let tries = 0; tries < 50; tries++) {
    const i = 2 * Math.floor(random() * (ranges.length / 2));
    const high = ascii && tries < 20 ? Math.min(ranges[i + 1]!, Math.max(ranges[i]!, 126)) : ranges[i + 1]!;
    const point = ranges[i]! + Math.floor(random() * (high - ranges[i]! + 1));
    if (point < 0xd800 || point > 0xdfff) return point;
  }
  return ranges[0]!;
}

/** Per rule, the fewest code points of a sentence of it. */
function shortest(grammar: Grammar): Float64Array {
  const cost = new Float64Array(grammar.rules.length).fill(Number.POSITIVE_INFINITY);
  for (let changed = true; changed; ) {
    changed = false;
    for (let rule = grammar.rules.length - 1; rule >= 0; rule--) {
      for (const symbols of grammar.rules[rule]!) {
        let sum = 0;
        for (const symbol of symbols) sum += symbol < 0 ? 1 : cost[symbol]!;
        if (sum < cost[rule]!) {
          cost[rule] = sum;
          changed = true;
        }
      }
    }
  }
  return cost;
}
