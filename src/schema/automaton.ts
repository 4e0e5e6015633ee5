import { minimise, pushEdge } from "./minimise.ts";

/**
 * Deterministic finite automata over Unicode code points, as plain data.
 *
 * Laws: state 0 is the start; `edges[s]` is a flat list of triples `low, high, target`, in ascending order and not
 * overlapping; a code point on no edge has no way on; every state is reached from the start and reaches an accepting
 * state, except state 0 of the automaton of nothing. Surrogates (U+D800–DFFF) are on no edge: text that a model writes
 * has none.
 */
export interface Automaton {
  readonly accepting: readonly boolean[];
  readonly edges: readonly (readonly number[])[];
}

/** Passing a limit on states or edges. The caller decides whether that is an error or a reason to check otherwise. */
export class AutomatonLimitError extends Error {
  override readonly name = "AutomatonLimitError";
}

/** Told how many states are made; throws an AutomatonLimitError when that is too many in all. */
export interface Meter {
  states(count: number): void;
}

/** The most states an automaton may have. A pattern over it falls to a boundary check. */
export const maxStates = 4000;
/** The same for a list of given texts, which costs no more than the texts themselves. */
const maxTextStates = 200_000;
/** The highest code point. */
export const maxCodePoint = 0x10ffff;

/** Accepts every text. */
export const anyText: Automaton = { accepting: [true], edges: [[0, 0xd7ff, 0, 0xe000, maxCodePoint, 0]] };

/**
 * Accepts texts by their number of code points.
 * @throws {AutomatonLimitError}
 */
export function lengthAutomaton(min: number, max: number): Automaton {
  const last = max === Number.POSITIVE_INFINITY ? min : max;
  if (last >= maxStates) throw new AutomatonLimitError(`more than ${maxStates} states`);
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  for (let length = 0; length <= last; length++) {
    accepting.push(length >= min);
    const target = length < last ? length + 1 : max === last ? -1 : last;
    edges.push(target < 0 ? [] : anyText.edges[0]!.map((bound, i) => (i % 3 === 2 ? target : bound)));
  }
  return { accepting, edges };
}

/** Accepts exactly these texts. @throws {AutomatonLimitError} */
export function textsAutomaton(texts: Iterable<string>): Automaton {
  const accepting = [false];
  const next: Map<number, number>[] = [new Map()];
  for (const text of texts) {
    let state = 0;
    for (const character of text) {
      const codePoint = character.codePointAt(0)!;
      let target = next[state]!.get(codePoint);
      if (target === undefined) {
        target = next.length;
        if (target >= maxTextStates) throw new AutomatonLimitError(`more than ${maxTextStates} states`);
        next[state]!.set(codePoint, target);
        next.push(new Map());
        accepting.push(false);
      }
      state = target;
    }
    accepting[state] = true;
  }
  const edges = next.map((moves) =>
    [...moves].sort(([a], [b]) => a - b).flatMap(([codePoint, target]) => [codePoint, codePoint, target]),
  );
  return minimise({ accepting, edges });
}

/** Is there no text that it accepts? */
export function isEmpty(automaton: Automaton): boolean {
  return automaton.accepting.length === 1 && !automaton.accepting[0];
}

/** The state after one code point, or -1. */
export function step(automaton: Automaton, state: number, codePoint: number): number {
  const edges = automaton.edges[state]!;
  let low = 0;
  let high = edges.length / 3 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < edges[middle * 3]!) high = middle - 1;
    else if (codePoint > edges[middle * 3 + 1]!) low = middle + 1;
    else return edges[middle * 3 + 2]!;
  }
  return -1;
}

/** Does it accept the whole of this text? */
export function matches(automaton: Automaton, text: string): boolean {
  let state = 0;
  for (const character of text) {
    state = step(automaton, state, character.codePointAt(0)!);
    if (state < 0) return false;
  }
  return automaton.accepting[state]!;
}

/** Accepts what both accept. @throws {AutomatonLimitError} */
export function intersect(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  return product(a, b, (x, y) => x && y, false, maxStates, meter);
}

/** Accepts what `a` accepts and `b` doesn't. @throws {AutomatonLimitError} */
export function subtract(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  return product(a, b, (x, y) => x && !y, true, Math.max(maxStates, b.accepting.length + 1), meter);
}

/**
 * Is there a text that both accept? Cheaper than making the automaton of those. `undefined`: that takes as many steps as an
 * automaton may have states.
 */
export function overlap(a: Automaton, b: Automaton): boolean | undefined {
  const pairs = new Pairs(b.accepting.length);
  pairs.numberOf(0, 0);
  for (let i = 0; i < pairs.count; i++) {
    if (i >= maxStates) return undefined;
    const x = pairs.left(i);
    const y = pairs.right(i);
    if (a.accepting[x] && b.accepting[y]) return true;
    const left = a.edges[x]!;
    const right = b.edges[y]!;
    for (let l = 0, r = 0; l < left.length && r < right.length; ) {
      if (left[l]! <= right[r + 1]! && right[r]! <= left[l + 1]!) pairs.numberOf(left[l + 2]!, right[r + 2]!);
      if (left[l + 1]! < right[r + 1]!) l += 3;
      else r += 3;
    }
  }
  return false;
}

/** Accepts what either accepts. @throws {AutomatonLimitError} */
export function unite(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  const neither = intersect(subtract(anyText, a, meter), subtract(anyText, b, meter), meter);
  return subtract(anyText, neither, meter);
}

/** The fewest and most code points of an accepted text; the most is `Infinity` where there is no bound. */
export function lengthRange(automaton: Automaton): { shortest: number; longest: number } {
  if (isEmpty(automaton)) return { shortest: Number.POSITIVE_INFINITY, longest: -1 };
  const count = automaton.accepting.length;
  const distance = new Int32Array(count).fill(-1);
  distance[0] = 0;
  let shortest = Number.POSITIVE_INFINITY;
  const queue = [0];
  for (const state of queue) {
    if (automaton.accepting[state]) shortest = Math.min(shortest, distance[state]!);
    for (let i = 2; i < automaton.edges[state]!.length; i += 3) {
      const target = automaton.edges[state]![i]!;
      if (distance[target]! >= 0) continue;
      distance[target] = distance[state]! + 1;
      queue.push(target);
    }
  }
  return { shortest, longest: longestPath(automaton) };
}

/** The longest path from the start; every state reaches acceptance, so any cycle means no bound. Kahn's order. */
function longestPath(automaton: Automaton): number {
  const count = automaton.accepting.length;
  const incoming = new Int32Array(count);
  for (const edges of automaton.edges) for (let i = 2; i < edges.length; i += 3) incoming[edges[i]!]!++;
  const length = new Int32Array(count);
  const queue = incoming[0] === 0 ? [0] : [];
  let seen = 0;
  let longest = 0;
  for (const state of queue) {
    seen++;
    longest = Math.max(longest, length[state]!);
    const edges = automaton.edges[state]!;
    for (let i = 2; i < edges.length; i += 3) {
      const target = edges[i]!;
      length[target] = Math.max(length[target]!, length[state]! + 1);
      if (--incoming[target]! === 0) queue.push(target);
    }
  }
  return seen === count ? longest : Number.POSITIVE_INFINITY;
}

/**
 * Runs two automata side by side. `keepLeftAlone`: go on where `b` has no way (its state is then -1).
 * @throws {AutomatonLimitError}
 */
function product(
  a: Automaton,
  b: Automaton,
  accept: (a: boolean, b: boolean) => boolean,
  keepLeftAlone: boolean,
  limit: number,
  meter: Meter | undefined,
): Automaton {
  meter?.states(1);
  const pairs = new Pairs(b.accepting.length + 1);
  pairs.numberOf(0, 1);
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  const numberOf = (x: number, y: number): number => {
    const number = pairs.numberOf(x, y + 1);
    if (number < limit) return number;
    meter?.states(number);
    throw new AutomatonLimitError(`more than ${limit} states`);
  };
  for (let i = 0; i < pairs.count; i++) {
    const x = pairs.left(i);
    const y = pairs.right(i) - 1;
    accepting.push(accept(a.accepting[x]!, y >= 0 && b.accepting[y]!));
    const list: number[] = [];
    const right = y >= 0 ? b.edges[y]! : [];
    const left = a.edges[x]!;
    let r = 0;
    for (let l = 0; l < left.length; l += 3) {
      let low = left[l]!;
      const high = left[l + 1]!;
      while (low <= high) {
        while (r < right.length && right[r + 1]! < low) r += 3;
        const inside = r < right.length && right[r]! <= low;
        const end = inside ? Math.min(high, right[r + 1]!) : r < right.length ? Math.min(high, right[r]! - 1) : high;
        if (inside || keepLeftAlone) pushEdge(list, low, end, numberOf(left[l + 2]!, inside ? right[r + 2]! : -1));
        low = end + 1;
      }
    }
    edges.push(list);
  }
  meter?.states(pairs.count);
  return minimise({ accepting, edges });
}

/** Numbers pairs of numbers in order of their first use. */
class Pairs {
  count = 0;
  readonly #width: number;
  #keys = new Float64Array(64);
  /** A table by hash: numbers + 1 of the keys, 0 where it's free. At most half full. */
  #table = new Int32Array(128);

  /** @param width more than any right part */
  constructor(width: number) {
    this.#width = width;
  }

  numberOf(left: number, right: number): number {
    const key = left * this.#width + right;
    let at = this.#slot(left, right);
    const last = this.#table.length - 1;
    for (let number = this.#table[at]!; number > 0; number = this.#table[at]!) {
      if (this.#keys[number - 1] === key) return number - 1;
      at = at === last ? 0 : at + 1;
    }
    this.#table[at] = this.count + 1;
    this.#keys[this.count++] = key;
    if (this.count === this.#keys.length) this.#grow();
    return this.count - 1;
  }

  left(number: number): number {
    return Math.floor(this.#keys[number]! / this.#width);
  }

  right(number: number): number {
    return this.#keys[number]! % this.#width;
  }

  #slot(left: number, right: number): number {
    const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    return (hash ^ (hash >>> 15)) & (this.#table.length - 1);
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.count);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#table = new Int32Array(4 * this.count);
    for (let number = 0; number < this.count; number++) {
      let at = this.#slot(this.left(number), this.right(number));
      while (this.#table[at] !== 0) at = at === this.#table.length - 1 ? 0 : at + 1;
      this.#table[at] = number + 1;
    }
  }
}
