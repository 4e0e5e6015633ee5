import type { Automaton } from "./automaton.ts";
import { doubled } from "./numbering.ts";

/**
 * The states and edges of an automaton as it is being made, one state after the other, in flat arrays: some may be the same as
 * others, or lead nowhere.
 */
export class Sketch {
  count = 0;
  /** Flat triples `low, high, target`, those of a state in ascending order. */
  edges: Int32Array;
  /** Per state where its edges begin, and where the last one's end. */
  starts: Int32Array;
  #end = 0;

  /** @param expected how many there may be: more cost more time */
  constructor(expected: Size = { states: 16, edges: 64 }) {
    this.starts = new Int32Array(expected.states + 1);
    this.edges = new Int32Array(3 * (expected.edges + 1));
  }

  /** Adds an edge to the state that is being made, joining it to the last one where they touch and lead to the same state. */
  edge(low: number, high: number, target: number): void {
    const end = this.#end;
    if (end > this.starts[this.count]! && this.edges[end - 1] === target && this.edges[end - 2] === low - 1) {
      this.edges[end - 2] = high;
      return;
    }
    if (end + 3 > this.edges.length) this.edges = doubled(this.edges);
    this.edges[end] = low;
    this.edges[end + 1] = high;
    this.edges[end + 2] = target;
    this.#end = end + 3;
  }

  /** The state has all its edges. */
  close(): void {
    if (++this.count === this.starts.length) this.starts = doubled(this.starts);
    this.starts[this.count] = this.#end;
  }
}

interface Size {
  readonly states: number;
  readonly edges: number;
}

/** How large an automaton is. */
export function sizeOf({ edges }: Automaton): Size {
  let numbers = 0;
  for (let state = 0; state < edges.length; state++) numbers += edges[state]!.length;
  return { states: edges.length, edges: numbers / 3 };
}

/** An automaton's states and edges as they are. */
export function sketchOf(automaton: Automaton): Sketch {
  const sketch = new Sketch(sizeOf(automaton));
  for (const own of automaton.edges) {
    for (let i = 0; i < own.length; i += 3) sketch.edge(own[i]!, own[i + 1]!, own[i + 2]!);
    sketch.close();
  }
  return sketch;
}
