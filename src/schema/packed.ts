import type { Automaton } from "./automaton.ts";

/*
 * Automata as short texts, to be kept as data where making them anew would take long. A text is JSON, since engines read that
 * by themselves: digits of our own would halve it, but to read them takes longer than all the rest when the code is still cold.
 *
 * Many states differ only in where they lead. And since they are numbered in breadth-first order, that is mostly the next state
 * which no edge has led to yet, or one not far before it.
 */
type Packed = readonly [layouts: readonly Layout[], states: readonly State[]];

/**
 * What edges of several states have in common, as flat triples: how far a range begins after the end of the one before, how much
 * longer it is than one code point, and to which of the state's targets it leads, from 1 on.
 */
type Layout = readonly number[];

/**
 * Twice the number of its layout, and one more if it accepts; then its targets: how far each is before the next new state, 0 for
 * that one itself, after which the one behind it is the next.
 */
type State = [kind: number, ...targets: number[]];

/** Writes an automaton as a text. */
export function pack({ accepting, edges }: Automaton): string {
  const layouts = new Map<string, number>();
  let next = 1;
  const states = edges.map((own, state): State => {
    const targets = [...new Set(own.filter((_, i) => i % 3 === 2))];
    const layout = JSON.stringify(layoutOf(own, targets));
    const number = layouts.get(layout) ?? layouts.size;
    layouts.set(layout, number);
    const kind = 2 * number + (accepting[state] ? 1 : 0);
    return [kind, ...targets.map((target) => (target === next ? next++ : next) - target)];
  });
  return `[[${[...layouts.keys()].join()}],${JSON.stringify(states)}]`;
}

function layoutOf(edges: readonly number[], targets: readonly number[]): Layout {
  const layout: number[] = [];
  let end = 0;
  for (let i = 0; i < edges.length; i += 3) {
    layout.push(edges[i]! - end, edges[i + 1]! - edges[i]!, 1 + targets.indexOf(edges[i + 2]!));
    end = edges[i + 1]!;
  }
  return layout;
}

/** Reads the automaton that `pack` wrote. */
export function unpack(text: string): Automaton {
  const [layouts, states] = JSON.parse(text) as Packed;
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  let next = 1;
  for (const state of states) {
    const kind = state[0];
    for (let i = 1; i < state.length; i++) state[i] = state[i] === 0 ? next++ : next - state[i]!;
    const layout = layouts[kind >> 1]!;
    const own: number[] = [];
    let end = 0;
    for (let i = 0; i < layout.length; i += 3) {
      const low = end + layout[i]!;
      end = low + layout[i + 1]!;
      own.push(low, end, state[layout[i + 2]!]!);
    }
    accepting.push(kind % 2 === 1);
    edges.push(own);
  }
  return { accepting, edges };
}
