import { minimal, noText } from "./minimise.ts";
import { Pairs } from "./numbering.ts";
import { Sketch } from "./sketch.ts";

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
  if (min > max) return noText;
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
  // Nodes of a trie but the root: by the node before and the character.
  const nodes = new Pairs();
  const ends: number[] = [];
  for (const text of texts) {
    let node = 0;
    for (const character of text) {
      node = 1 + nodes.numberOf(node, character.codePointAt(0)!);
      if (nodes.count >= maxTextStates) throw new AutomatonLimitError(`more than ${maxTextStates} states`);
    }
    ends.push(node);
  }
  const { count, left, right } = nodes;
  const following: number[][] = [[]];
  for (let number = 0; number < count; number++) {
    following.push([]);
    following[left[number]!]!.push(number);
  }
  const sketch = new Sketch({ states: count + 1, edges: count });
  for (const own of following) {
    own.sort((a, b) => right[a]! - right[b]!);
    for (const number of own) sketch.edge(right[number]!, right[number]!, number + 1);
    sketch.close();
  }
  const accepting = new Uint8Array(count + 1);
  for (const node of ends) accepting[node] = 1;
  return minimal(sketch, accepting);
}

/** Is there no text that it accepts? */
export function isEmpty(automaton: Automaton): boolean {
  return automaton.accepting.length === 1 && !automaton.accepting[0];
}

/** A number that automata have in common if they are the same data, so accept the same; others hardly ever. */
export function hashOf({ accepting, edges }: Automaton): number {
  let hash = 0;
  for (let state = 0; state < edges.length; state++) {
    const own = edges[state]!;
    hash = mixed(hash, accepting[state] ? own.length + 1 : own.length);
    for (let i = 0; i < own.length; i++) hash = mixed(hash, own[i]!);
  }
  return hash;
}

function mixed(hash: number, more: number): number {
  const mix = Math.imul(hash ^ more, 0x9e3779b1);
  return mix ^ (mix >>> 15);
}

/** Are they the same data? */
export function areSame(a: Automaton, b: Automaton): boolean {
  if (a.edges.length !== b.edges.length) return false;
  for (let state = 0; state < a.edges.length; state++) {
    const ofA = a.edges[state]!;
    const ofB = b.edges[state]!;
    if (a.accepting[state] !== b.accepting[state] || ofA.length !== ofB.length) return false;
    for (let i = 0; i < ofA.length; i++) if (ofA[i] !== ofB[i]) return false;
  }
  return true;
}

/** The state after one code point, or -1. */
export function step(automaton: Automaton, state: number, codePoint: number): number {
  const edges = automaton.edges[state]!;
  const i = firstEdge(edges, codePoint);
  return i < edges.length && edges[i]! <= codePoint ? edges[i + 2]! : -1;
}

/** Where in a state's edges the first one stands that ends at a code point or after it; their length if none does. */
export function firstEdge(edges: readonly number[], codePoint: number): number {
  let from = 0;
  let to = edges.length / 3;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (edges[middle * 3 + 1]! < codePoint) from = middle + 1;
    else to = middle;
  }
  return from * 3;
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
