/** The walk down a trie along what may be written. */
import type { Program } from "./program.ts";
import type { Configuration } from "./threads.ts";
import { childOf, type Trie } from "./trie.ts";

/** What to do at a node that may come: where to go on below it; `undefined`: not below it; `false`: no further at all. */
type Enter = (node: number, next: Configuration) => Configuration | undefined | false;

/**
 * Enters the nodes below one of a trie that may come where a configuration stands, each after the one above it. Where no
 * scalar or key is open only few bytes may come, and no others are looked at. False if it was ended.
 */
export function descend(program: Program, trie: Trie, node: number, from: Configuration, enter: Enter): boolean {
  const { bytes, after } = trie;
  const { between } = program;
  const nodes = [node];
  const stack = [from];
  const step = (child: number, byte: number, here: Configuration): boolean => {
    const next = program.advance(here, byte);
    const onward = next ? enter(child, next) : undefined;
    if (onward) {
      nodes.push(child);
      stack.push(onward);
    }
    return onward !== false;
  };
  for (let at = nodes.pop(); at !== undefined; at = nodes.pop()) {
    const here = stack.pop()!;
    const few = between.bytesAfter(here);
    if (few) {
      for (let i = 0; i < few.length; i++) {
        const byte = few[i]!;
        const child = childOf(trie, at, byte);
        if (child > 0 && !step(child, byte, here)) return false;
      }
    } else {
      const last = after[at]!;
      for (let child = at + 1; child < last; child = after[child]!) {
        if (!step(child, bytes[child]!, here)) return false;
      }
    }
  }
  return true;
}
