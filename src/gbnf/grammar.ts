/**
 * A context-free grammar over code points, in the plain form that a matcher wants: no groups, no repetitions, no
 * literals, only rules whose alternatives are sequences of symbols.
 *
 * A symbol is a number: `r >= 0` stands for rule `r`, `c < 0` for one code point out of class `-c - 1`.
 */
export interface Grammar {
  /** Rule 0 is the start. Rules made for groups and repetitions are named after the rule they stand in. */
  readonly names: readonly string[];
  /** Per rule, its alternatives. */
  readonly rules: readonly (readonly (readonly number[])[])[];
  /** Per class, its code points as flat pairs `low, high`, ascending, not overlapping. */
  readonly classes: readonly (readonly number[])[];
}

/** Highest code point. */
export const lastCodePoint = 0x10ffff;

/** Sorts and joins ranges. */
export function normalised(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= ranges[i + 1]!) pairs.push([ranges[i]!, ranges[i + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const joined: number[] = [];
  for (const [low, high] of pairs) {
    const end = joined.length - 1;
    if (end > 0 && low <= joined[end]! + 1) joined[end] = Math.max(joined[end]!, high);
    else joined.push(low, high);
  }
  return joined;
}

/** All code points outside normalised ranges. */
export function complement(ranges: readonly number[]): number[] {
  const outside: number[] = [];
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    if (ranges[i]! > from) outside.push(from, ranges[i]! - 1);
    from = ranges[i + 1]! + 1;
  }
  if (from <= lastCodePoint) outside.push(from, lastCodePoint);
  return outside;
}

export function inRanges(ranges: readonly number[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < ranges[middle * 2]!) high = middle - 1;
    else if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * Rules that can begin with themselves, directly or through rules that may be empty. A matcher that works from left to
 * right never gets past one.
 */
export function leftRecursive(grammar: Grammar): number[] {
  const empty = nullable(grammar);
  const begins = grammar.rules.map((alternatives) => {
    const first = new Set<number>();
    for (const symbols of alternatives) {
      for (const symbol of symbols) {
        if (symbol < 0) break;
        first.add(symbol);
        if (!empty[symbol]) break;
      }
    }
    return [...first];
  });
  return onCycles(begins);
}

function nullable({ rules }: Grammar): Uint8Array {
  const empty = new Uint8Array(rules.length);
  const usedIn = rules.map((): number[] => []);
  rules.forEach((alternatives, r) => {
    for (const symbols of alternatives) for (const symbol of symbols) if (symbol >= 0) usedIn[symbol]!.push(r);
  });
  const todo = [...rules.keys()];
  for (let r = todo.pop(); r !== undefined; r = todo.pop()) {
    if (empty[r]) continue;
    if (!rules[r]!.some((symbols) => symbols.every((symbol) => symbol >= 0 && empty[symbol]))) continue;
    empty[r] = 1;
    todo.push(...usedIn[r]!);
  }
  return empty;
}

/** Nodes of a graph that lie on a cycle: those left when nodes without open successors are taken away in turn. */
function onCycles(successors: readonly (readonly number[])[]): number[] {
  const predecessors = successors.map((): number[] => []);
  const open = successors.map((list, node) => {
    for (const successor of list) predecessors[successor]!.push(node);
    return list.length;
  });
  const done = [...open.keys()].filter((node) => open[node] === 0);
  for (const node of done) {
    for (const predecessor of predecessors[node]!) if (--open[predecessor]! === 0) done.push(predecessor);
  }
  return [...open.keys()].filter((node) => open[node]! > 0);
}
