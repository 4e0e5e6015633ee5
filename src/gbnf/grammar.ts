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
 * Rules that begin with themselves, directly or through the first of others, even if nothing comes then: llama.cpp refuses
 * those. And rules that can begin with themselves behind what may be empty and then have more to come: a matcher that works
 * from left to right would pile that up without end, and llama.cpp doesn't notice each of these.
 */
export function leftRecursive(grammar: Grammar): number[] {
  const empty = nullable(grammar);
  const begins: number[][] = grammar.rules.map(() => []);
  const firsts: number[][] = grammar.rules.map(() => []);
  const first: [from: number, to: number][] = [];
  const growing: [from: number, to: number][] = [];
  grammar.rules.forEach((alternatives, rule) => {
    for (const symbols of alternatives) {
      for (const [i, symbol] of symbols.entries()) {
        if (symbol < 0) break;
        begins[rule]!.push(symbol);
        if (i === 0) {
          firsts[rule]!.push(symbol);
          first.push([rule, symbol]);
        }
        if (i + 1 < symbols.length) growing.push([rule, symbol]);
        if (!empty[symbol]) break;
      }
    }
  });
  return [...new Set([...withinCycles(first, components(firsts)), ...withinCycles(growing, components(begins))])];
}

/** The rules from which a step leads to one that leads back. */
function withinCycles(steps: readonly [from: number, to: number][], component: Int32Array): number[] {
  return steps.filter(([from, to]) => component[from] === component[to]).map(([from]) => from);
}

/** Which rules match the empty text. */
function nullable(grammar: Grammar): Uint8Array {
  return derivable(grammar, () => false);
}

/** Which rules match any text at all: not those that go into themselves without end, or need a class of no characters. */
export function productive(grammar: Grammar): Uint8Array {
  return derivable(grammar, (ranges) => ranges.length > 0);
}

/** Which rules have an alternative all of whose symbols are such rules, or classes that will do. */
function derivable({ rules, classes }: Grammar, willDo: (ranges: readonly number[]) => boolean): Uint8Array {
  const found = new Uint8Array(rules.length);
  const fits = (symbol: number) => (symbol < 0 ? willDo(classes[-symbol - 1]!) : found[symbol] === 1);
  const usedIn = rules.map((): number[] => []);
  rules.forEach((alternatives, rule) => {
    for (const symbols of alternatives) for (const symbol of symbols) if (symbol >= 0) usedIn[symbol]!.push(rule);
  });
  const todo = [...rules.keys()];
  for (let rule = todo.pop(); rule !== undefined; rule = todo.pop()) {
    if (found[rule] || !rules[rule]!.some((symbols) => symbols.every(fits))) continue;
    found[rule] = 1;
    for (const user of usedIn[rule]!) todo.push(user);
  }
  return found;
}

/**
 * Numbers the nodes of a graph so that two have the same number exactly when each reaches the other (Tarjan 1972, with
 * a stack of its own). A node that reaches nobody back has a number to itself.
 */
function components(successors: readonly (readonly number[])[]): Int32Array {
  const count = successors.length;
  const component = new Int32Array(count).fill(-1);
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const path: number[] = [];
  let next = 0;
  const work: { node: number; edge: number }[] = [];
  const enter = (node: number): void => {
    index[node] = low[node] = next++;
    path.push(node);
    work.push({ node, edge: 0 });
  };
  for (let start = 0; start < count; start++) {
    if (index[start]! >= 0) continue;
    enter(start);
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const { node } = top;
      const successor = successors[node]![top.edge++];
      if (successor !== undefined) {
        if (index[successor]! < 0) enter(successor);
        else if (component[successor]! < 0) low[node] = Math.min(low[node]!, index[successor]!);
        continue;
      }
      work.pop();
      const caller = work.at(-1);
      if (caller) low[caller.node] = Math.min(low[caller.node]!, low[node]!);
      if (low[node] !== index[node]) continue;
      for (let member = path.pop()!; ; member = path.pop()!) {
        component[member] = node;
        if (member === node) break;
      }
    }
  }
  return component;
}
