import type { Automaton } from "./automaton.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { Sequences } from "./numbering.ts";
import { type Likeness, Partition } from "./partition.ts";
import { type Sketch, sketchOf } from "./sketch.ts";

/** Accepts no text. */
export const noText: Automaton = { accepting: [false], edges: [[]] };

/**
 * The smallest automaton of the same language, its states numbered in breadth-first order, so that equal languages
 * give equal data.
 */
export function minimise(automaton: Automaton): Automaton {
  return minimal(sketchOf(automaton), Uint8Array.from(automaton.accepting, Number));
}

/** The smallest automaton of the same language as a sketch in which some states accept. */
export function minimal(sketch: Sketch, accepting: Uint8Array): Automaton {
  const incoming = incomingOf(sketch.count, sketch.starts, sketch.edges, 3);
  const live = liveOf(accepting, incoming);
  if (live.distances[0]! < 0) return noText;
  return renumbered(sketch, accepting, classesOf(sketch, live, incoming));
}

/** The automaton that a sketch is, its states numbered in breadth-first order. */
export function inOrder(sketch: Sketch, accepting: readonly boolean[]): Automaton {
  return renumbered(sketch, Uint8Array.from(accepting, Number), Int32Array.from(accepting.keys()));
}

/** The states from where something is accepted. */
interface Live {
  /** Per state how long the shortest text is that is accepted from there; −1 if none is. */
  readonly distances: Int32Array;
  /** The states themselves by that, ascending. */
  readonly states: Int32Array;
}

function liveOf(accepting: Uint8Array, { starts, sources }: Incoming): Live {
  const states = new Int32Array(accepting.length);
  const distances = new Int32Array(accepting.length).fill(-1);
  let count = 0;
  for (let state = 0; state < accepting.length; state++) {
    if (!accepting[state]) continue;
    distances[state] = 0;
    states[count++] = state;
  }
  for (let n = 0; n < count; n++) {
    const state = states[n]!;
    for (let i = starts[state]!; i < starts[state + 1]!; i++) {
      const source = sources[i]!;
      if (distances[source]! >= 0) continue;
      distances[source] = distances[state]! + 1;
      states[count++] = source;
    }
  }
  return { distances, states: states.subarray(0, count) };
}

/**
 * Per state its class of states with the same language; −1 for those from where nothing is accepted. First there is a class for
 * each length of a shortest text, which mostly are small; then classes are split by where their states lead.
 */
function classesOf(sketch: Sketch, live: Live, incoming: Incoming): Int32Array {
  const classes = new Partition(sketch.count);
  let distance = 0;
  for (const state of live.states) {
    if (live.distances[state] !== distance) {
      classes.close();
      distance++;
    }
    classes.add(state);
  }
  classes.close();
  classes.refine(incoming, new Ways(sketch, classes.of));
  return classes.of;
}

/**
 * Numbers states by their ways on, to the classes of those they lead to: as they are, code points and all, so there is no alphabet
 * to find first.
 */
class Ways implements Likeness {
  readonly #ways = new Sequences();

  constructor(
    private readonly sketch: Sketch,
    private readonly classes: Int32Array,
  ) {}

  get count(): number {
    return this.#ways.count;
  }

  clear(): void {
    this.#ways.clear();
  }

  of(state: number): number {
    const { starts, edges } = this.sketch;
    const ways = this.#ways;
    let high = -1;
    let to = -1;
    for (let i = starts[state]!; i < starts[state + 1]!; i += 3) {
      const target = this.classes[edges[i + 2]!]!;
      if (target < 0) continue;
      if (target !== to || edges[i] !== high + 1) {
        ways.push(high);
        ways.push(target);
        ways.push(edges[i]!);
        to = target;
      }
      high = edges[i + 1]!;
    }
    ways.push(high);
    return ways.close();
  }
}

/** The automaton of one state for each class, those of −1 left out, numbered in breadth-first order. */
function renumbered({ starts, edges }: Sketch, accepting: Uint8Array, classes: Int32Array): Automaton {
  const numbers = new Int32Array(classes.length).fill(-1);
  numbers[classes[0]!] = 0;
  const order = [0];
  const small: { accepting: boolean[]; edges: number[][] } = { accepting: [], edges: [] };
  for (let n = 0; n < order.length; n++) {
    const state = order[n]!;
    const own: number[] = [];
    for (let i = starts[state]!; i < starts[state + 1]!; i += 3) {
      const target = edges[i + 2]!;
      const set = classes[target]!;
      if (set < 0) continue;
      if (numbers[set]! < 0) numbers[set] = order.push(target) - 1;
      pushEdge(own, edges[i]!, edges[i + 1]!, numbers[set]!);
    }
    small.accepting.push(accepting[state] === 1);
    small.edges.push(own);
  }
  return small;
}

/** Appends an edge, joining it to the last one where they touch and lead to the same state. */
function pushEdge(edges: number[], low: number, high: number, target: number): void {
  const end = edges.length;
  if (end > 0 && edges[end - 1] === target && edges[end - 2]! + 1 === low) edges[end - 2] = high;
  else edges.push(low, high, target);
}
