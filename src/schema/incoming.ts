/** A graph turned round: the nodes that lead to node `n` stand in `sources` from `starts[n]` to `starts[n + 1]`. */
export interface Incoming {
  readonly starts: Int32Array;
  readonly sources: Int32Array;
}

/**
 * @param count nodes
 * @param starts per node where its ways on begin among `ways`, and where the last one's end
 * @param ways of each `width` numbers, the last of which is the node that it leads to; −1 if it leads nowhere
 */
export function incomingOf(count: number, starts: ArrayLike<number>, ways: ArrayLike<number>, width: number): Incoming {
  const end = starts[count]!;
  const ends = new Int32Array(count + 1);
  for (let i = width - 1; i < end; i += width) if (ways[i]! >= 0) ends[ways[i]!]!++;
  for (let node = 0, sum = 0; node <= count; node++) ends[node] = sum += ends[node]!;
  // Filled from behind, they become where the sources begin.
  const sources = new Int32Array(ends[count]!);
  for (let node = 0; node < count; node++) {
    for (let i = starts[node]! + width - 1; i < starts[node + 1]!; i += width) {
      if (ways[i]! >= 0) sources[--ends[ways[i]!]!] = node;
    }
  }
  return { starts: ends, sources };
}
