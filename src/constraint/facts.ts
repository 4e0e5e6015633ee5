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

export function factsOf(automaton: Automaton): Facts {
  const { accepting, edges } = automaton;
  const covers = edges.map(coversAll);
  const open = holding(edges, covers);
  const free = holding(
    edges,
    covers.map((all, s) => all && accepting[s]!),
  );
  const nearest = distances(edges, (s) => accepting[s]!);
  // The fewest code points to acceptance by way of a state that goes on to itself.
  const loops = edges.map((list, s) => list.some((target, i) => i % 3 === 2 && target === s));
  const byLoop = distances(edges, (s) => loops[s]!, nearest);
  return { nearest, open, free, stretches: nearest.every((n, s) => n === byLoop[s]) };
}

/** The greatest set of states that have a property and lead only to each other. */
function holding(edges: Automaton["edges"], property: readonly boolean[]): boolean[] {
  const sources: number[][] = edges.map(() => []);
  edges.forEach((list, s) => {
    for (let i = 2; i < list.length; i += 3) sources[list[i]!]!.push(s);
  });
  const holds = [...property];
  const out = holds.flatMap((held, s) => (held ? [] : [s]));
  while (out.length > 0) {
    for (const source of sources[out.pop()!]!) {
      if (!holds[source]) continue;
      holds[source] = false;
      out.push(source);
    }
  }
  return holds;
}

/** The fewest steps to a state where something holds, plus what it costs from there. */
function distances(
  edges: Automaton["edges"],
  holds: (state: number) => boolean,
  cost: readonly number[] = [],
): number[] {
  const sources: number[][] = edges.map(() => []);
  edges.forEach((list, s) => {
    for (let i = 2; i < list.length; i += 3) sources[list[i]!]!.push(s);
  });
  const least: number[] = edges.map(() => Infinity);
  // By growing distance: a bucket for each.
  const buckets: number[][] = [];
  const reach = (state: number, distance: number) => {
    if (distance >= least[state]!) return;
    least[state] = distance;
    (buckets[distance] ??= []).push(state);
  };
  edges.forEach((_, s) => {
    if (holds(s)) reach(s, cost[s] ?? 0);
  });
  for (let d = 0; d < buckets.length; d++) {
    for (const state of buckets[d] ?? []) {
      if (least[state] === d) for (const source of sources[state]!) reach(source, d + 1);
    }
  }
  return least;
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
