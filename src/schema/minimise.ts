import type { Automaton } from "./automaton.ts";
import { Sequences } from "./numbering.ts";
import { Partition } from "./partition.ts";
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
  const incoming = incomingOf(sketch);
  const live = liveOf(accepting, incoming);
  if (live.distances[0]! < 0) return noText;
  return renumbered(sketch, accepting, classesOf(sketch, live, incoming));
}

/** The automaton that a sketch is, its states numbered in breadth-first order. */
export function inOrder(sketch: Sketch, accepting: readonly boolean[]): Automaton {
  return renumbered(sketch, Uint8Array.from(accepting, Number), Int32Array.from(accepting.keys()));
}

/** Per state the states that lead to it: `sources` from `starts[state]` on. */
interface Incoming {
  readonly starts: Int32Array;
  readonly sources: Int32Array;
}

function incomingOf({ count, starts, edges }: Sketch): Incoming {
  const end = starts[count]!;
  const ends = new Int32Array(count + 1);
  for (let i = 2; i < end; i += 3) ends[edges[i]!]!++;
  for (let state = 0, sum = 0; state <= count; state++) ends[state] = sum += ends[state]!;
  // Filled from behind, they become where the sources begin.
  const sources = new Int32Array(end / 3);
  for (let state = 0; state < count; state++) {
    for (let i = starts[state]!; i < starts[state + 1]!; i += 3) sources[--ends[edges[i + 2]!]!] = state;
  }
  return { starts: ends, sources };
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
 * Per state its class of states with the same language; −1 for those from where nothing is accepted.
 *
 * First there is a class for each length of a shortest text, which mostly are small; then classes are split by where their states
 * lead until nothing splits. States are looked at again when one that they lead to has come into another class; as the largest part
 * of what splits stays what it was, that's no more often than they have targets, times the logarithm of all states (as in Hopcroft
 * 1971). Ways on are compared as they are, code points and all, so there is no alphabet to find first.
 */
function classesOf(sketch: Sketch, live: Live, incoming: Incoming): Int32Array {
  const { count } = sketch;
  const classes = new Partition(count);
  let distance = 0;
  for (const state of live.states) {
    if (live.distances[state] !== distance) {
      classes.close();
      distance++;
    }
    classes.add(state);
  }
  classes.close();
  const ways = new Sequences();
  const groups = new Int32Array(count);
  for (let set = classes.next(); set >= 0; set = classes.next()) {
    const first = classes.first[set]!;
    const middle = classes.middle[set]!;
    ways.clear();
    // Those that needn't be looked at go on in one and the same way.
    if (middle < classes.past[set]!) addWays(ways, classes.members[middle]!, sketch, classes);
    for (let i = first; i < middle; i++) groups[i] = addWays(ways, classes.members[i]!, sketch, classes);
    const moved = classes.split(set, groups, ways.count);
    for (let i = 0; i < moved.length; i++) {
      const state = moved[i]!;
      for (let j = incoming.starts[state]!; j < incoming.starts[state + 1]!; j++) classes.mark(incoming.sources[j]!);
    }
  }
  return classes.of;
}

/** Adds a state's ways on, to the classes of those they lead to. Returns their number among those that have been met. */
function addWays(ways: Sequences, state: number, { starts, edges }: Sketch, classes: Partition): number {
  let high = -1;
  let to = -1;
  for (let i = starts[state]!; i < starts[state + 1]!; i += 3) {
    const target = classes.of[edges[i + 2]!]!;
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
