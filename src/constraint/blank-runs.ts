import { blankBytes } from "./gap.ts";
import { sortedByRoom } from "./room.ts";
import { collect, makeTrie, type Trie } from "./trie.ts";

/** What the tokens below a node of a trie do with white space. */
export function blanksBelow(trie: Trie, node: number): BlankRuns {
  let runs = trie.blanks.get(node);
  if (!runs) trie.blanks.set(node, (runs = new BlankRuns(trie, node)));
  return runs;
}

/** White space below a node of a trie: the tokens that are nothing else, and what comes after it in others, as one trie. */
export class BlankRuns {
  /** The most of it in a row before anything else. */
  readonly longest: number = 0;
  readonly rest: Trie | undefined;
  /** The tokens that are nothing else, by how much of it they are; and per length, how many are no longer. */
  private readonly tokens: Uint32Array;
  private readonly upTo: Uint32Array;

  constructor(trie: Trie, node: number) {
    const { bytes, after, starts, tokens, depth } = trie;
    const found: number[] = [];
    const lengths: number[] = [];
    const entries: [Uint8Array, number][] = [];
    const lasts: number[] = [];
    for (let n = node + 1; n < after[node]!; ) {
      while (lasts.length > 0 && n >= lasts[lasts.length - 1]!) lasts.pop();
      if (blankBytes.includes(bytes[n]!)) {
        lasts.push(after[n]!);
        for (let t = starts[n]!; t < starts[n + 1]!; t++) {
          found.push(tokens[t]!);
          lengths.push(lasts.length);
        }
        n++;
      } else {
        if (lasts.length > 0) {
          this.longest = Math.max(this.longest, lasts.length);
          collect(trie, n, entries);
        }
        n = after[n]!;
      }
    }
    const { sorted, upTo } = sortedByRoom(Uint32Array.from(found), lengths, found.length, depth);
    this.tokens = sorted;
    this.upTo = upTo;
    this.rest = entries.length === 0 ? undefined : makeTrie(entries, trie.lasting);
  }

  /** The tokens that are at most so much white space and nothing else. */
  within(most: number): Uint32Array {
    return this.tokens.subarray(0, this.upTo[Math.min(most, this.upTo.length - 1)]);
  }
}
