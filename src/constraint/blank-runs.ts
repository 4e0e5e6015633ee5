import { blankBytes } from "./gap.ts";
import { collect, makeTrie, type Trie } from "./trie.ts";

/** What the tokens below a node of a trie do with white space. */
export function blanksBelow(trie: Trie, node: number): BlankRuns {
  let runs = trie.blanks.get(node);
  if (!runs) trie.blanks.set(node, (runs = new BlankRuns(trie, node)));
  return runs;
}

/** White space below a node of a trie: the tokens that are nothing else, and what comes after it in others, as one trie. */
export class BlankRuns {
  readonly tokens: number[] = [];
  /** The most of it in a row. */
  readonly longest: number = 0;
  readonly rest: Trie | undefined;

  constructor(trie: Trie, node: number) {
    const { bytes, after, starts, tokens } = trie;
    const entries: [Uint8Array, number][] = [];
    const lasts: number[] = [];
    for (let n = node + 1; n < after[node]!; ) {
      while (lasts.length > 0 && n >= lasts[lasts.length - 1]!) lasts.pop();
      if (blankBytes.includes(bytes[n]!)) {
        lasts.push(after[n]!);
        this.longest = Math.max(this.longest, lasts.length);
        for (let t = starts[n]!; t < starts[n + 1]!; t++) this.tokens.push(tokens[t]!);
        n++;
      } else {
        if (lasts.length > 0) collect(trie, n, entries);
        n = after[n]!;
      }
    }
    this.rest = entries.length === 0 ? undefined : makeTrie(entries, trie.lasting);
  }
}
