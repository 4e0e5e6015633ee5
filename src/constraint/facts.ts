import type { Automaton } from "../schema/index.ts";

/** What's known of an automaton's states, for strings with limits and for masks. */
export interface Facts {
  /** The fewest code points to acceptance. */
  readonly nearest: readonly number[];
  /** Every text is the beginning of an accepted one. */
  readonly open: readonly boolean[];
  /** Every text is accepted. */
  readonly free: readonly boolean[];
  /** From every state, if some length is accepted, so is every greater one. */
  readonly stretches: boolean;
}

export function factsOf({ accepting, edges }: Automaton): Facts {
  const incoming = incomingOf(edges);
  const covers: boolean[] = [];
  const accepts: boolean[] = [];
  /** What it costs to accept at a state; at one that goes on to itself, and from there. */
  const ends: number[] = [];
  const loops: number[] = [];
  for (let s = 0; s < edges.length; s++) {
    const all = coversAll(edges[s]!);
    covers.push(all);
    accepts.push(all && accepting[s]!);
    ends.push(accepting[s]! ? 0 : Infinity);
  }
  const nearest = distances(incoming, ends);
  for (let s = 0; s < edges.length; s++) loops.push(leadsTo(edges[s]!, s) ? nearest[s]! : Infinity);
  const byLoop = distances(incoming, loops);
  let stretches = true;
  for (let s = 0; s < edges.length; s++) stretches &&= nearest[s] === byLoop[s];
  return { nearest, open: holding(incoming, covers), free: holding(incoming, accepts), stretches };
}

/** The states that lead to each: those to state `s` stand in `sources` from `starts[s]` to `starts[s + 1]`. */
interface Incoming {
  readonly starts: Uint32Array;
  readonly sources: Uint32Array;
}

function incomingOf(edges: Automaton["edges"]): Incoming {
  const starts = new Uint32Array(edges.length + 1);
  let count = 0;
  for (let s = 0; s < edges.length; s++) {
    const list = edges[s]!;
    for (let i = 2; i < list.length; i += 3) starts[list[i]!]!++;
    count += list.length / 3;
  }
  for (let s = 1; s <= edges.length; s++) starts[s]! += starts[s - 1]!;
  const sources = new Uint32Array(count);
  // From the back, so that each of `starts` comes to stand where its states begin.
  for (let s = edges.length - 1; s >= 0; s--) {
    const list = edges[s]!;
    for (let i = 2; i < list.length; i += 3) sources[--starts[list[i]!]!] = s;
  }
  return { starts, sources };
}

/** The greatest set of states that have a property and lead only to each other. */
function holding({ starts, sources }: Incoming, property: readonly boolean[]): boolean[] {
  const holds = [...property];
  const out: number[] = [];
  for (let s = 0; s < holds.length; s++) if (!holds[s]) out.push(s);
  for (let state = out.pop(); state !== undefined; state = out.pop()) {
    for (let i = starts[state]!; i < starts[state + 1]!; i++) {
      const source = sources[i]!;
      if (!holds[source]) continue;
      holds[source] = false;
      out.push(source);
    }
  }
  return holds;
}

/** Per state, the least that it takes to step to a state and pay its cost: a whole number, or Infinity. */
function distances({ starts, sources }: Incoming, costs: readonly number[]): number[] {
  const least = [...costs];
  // By growing cost: a bucket for each.
  const buckets: number[][] = [];
  for (let s = 0; s < least.length; s++) if (least[s] !== Infinity) (buckets[least[s]!] ??= []).push(s);
  for (let cost = 0; cost < buckets.length; cost++) {
    for (const state of buckets[cost] ?? []) {
      if (least[state] !== cost) continue;
      for (let i = starts[state]!; i < starts[state + 1]!; i++) {
        const source = sources[i]!;
        if (least[source]! <= cost + 1) continue;
        least[source] = cost + 1;
        (buckets[cost + 1] ??= []).push(source);
      }
    }
  }
  return least;
}

function leadsTo(edges: readonly number[], state: number): boolean {
  for (let i = 2; i < edges.length; i += 3) if (edges[i] === state) return true;
  return false;
}

/** Whether edges take every code point but the surrogates. */
function coversAll(edges: readonly number[]): boolean {
  let next = 0;
  for (let i = 0; i < edges.length; i += 3) {
    if (edges[i]! > (next === 0xd800 ? 0xe000 : next)) return false;
    next = edges[i + 1]! + 1;
  }
  return next > 0x10ffff;
}
