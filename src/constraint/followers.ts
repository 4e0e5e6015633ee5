import { blankBytes } from "./gap.ts";
import type { Trie } from "./trie.ts";

/** What may come after a value or a key: a comma, a colon, a closing bracket, white space. Nothing else is looked at. */
const followers = new Set([...[...",:]}"].map((c) => c.charCodeAt(0)), ...blankBytes]);

/** The nodes just below one at which something comes that may follow a value or a key. */
export function followersOf({ bytes, after }: Trie, node: number): number[] {
  const found: number[] = [];
  for (let n = node + 1; n < after[node]!; n = after[n]!) if (followers.has(bytes[n]!)) found.push(n);
  return found;
}
