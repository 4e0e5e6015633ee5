import type { BlankRuns } from "./blank-runs.ts";
import { byBytes } from "./order.ts";
import { charactersOf } from "./spelling.ts";
import { tokenKind } from "./token-kind.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Byte strings with the tokens that write them, as a tree laid out flat.
 *
 * Nodes stand in depth-first order, so that a subtree is a slice: a walk is one loop over indices, and what begins with
 * bytes that can't be written is skipped by a jump to `after`. (LLGuidance lays its trie out so.)
 */
export interface Trie {
  /** Per node, the byte that leads to it; the root's (node 0) means nothing. */
  readonly bytes: Uint8Array;
  /** Per node, the index after its subtree. */
  readonly after: Uint32Array;
  /** Per node, where its tokens start in `tokens`; one entry more than there are nodes. */
  readonly starts: Uint32Array;
  /** Token ids. */
  readonly tokens: Uint32Array;
  /** The longest path from the root. */
  readonly depth: number;
  /** Per byte, the root's child; 0 if there's none. */
  readonly first: Uint32Array;
  /** Whether it's there as long as the vocabulary is. */
  readonly lasting: boolean;
  /** White space below nodes, as far as somebody asked. */
  readonly blanks: Map<number, BlankRuns>;
}

/** The tokens of a vocabulary that write text. */
export function trieOf(vocabulary: Vocabulary): Trie {
  const { bytes, starts } = vocabulary;
  const order = orderOf(vocabulary);
  return trieFrom(bytes, starts, order, order, true);
}

/** Some of them. */
export function trieOfSome({ bytes, starts }: Vocabulary, tokens: ArrayLike<number>): Trie {
  const which = Uint32Array.from(tokens);
  const order = sorted(bytes, starts, which, which).map((at) => which[at]!);
  return trieFrom(bytes, starts, order, order, false);
}

/** The tokens that write text, by their bytes, then by number. */
export function orderOf(vocabulary: Vocabulary): Uint32Array {
  const { bytes, starts, size, order } = vocabulary;
  if (order) return order;
  const tokens = new Uint32Array(size);
  let count = 0;
  for (let token = 0; token < size; token++) {
    if (vocabulary.kindOf(token) === tokenKind.text && starts[token]! < starts[token + 1]!) tokens[count++] = token;
  }
  const texts = tokens.subarray(0, count);
  return sorted(bytes, starts, texts, texts).map((at) => texts[at]!);
}

/** All tokens at a node and below it. */
export function tokensBelow({ after, starts, tokens }: Trie, node: number): Uint32Array {
  return tokens.subarray(starts[node], starts[after[node]!]);
}

/** The tokens that end at a node. */
export function tokensOf({ starts, tokens }: Trie, node: number): Uint32Array {
  return tokens.subarray(starts[node], starts[node + 1]);
}

/** The tokens that begin with some bytes (given as a text, a character for each) below a node. */
export function tokensAfter(trie: Trie, node: number, path: string): Uint32Array {
  const at = find(trie, node, path);
  return at < 0 ? none : tokensBelow(trie, at);
}

/** The tokens that are just these bytes. */
export function tokensAt(trie: Trie, node: number, path: string): Uint32Array {
  const at = find(trie, node, path);
  return at < 0 ? none : tokensOf(trie, at);
}

const none = new Uint32Array(0);

/** The child of a node for a byte; 0 if there's none. */
export function childOf({ bytes, after, first }: Trie, node: number, byte: number): number {
  if (node === 0) return first[byte]!;
  const last = after[node]!;
  let child = node + 1;
  while (child < last && bytes[child] !== byte) child = after[child]!;
  return child < last ? child : 0;
}

function find(trie: Trie, node: number, path: string): number {
  let at = node;
  for (let i = 0; i < path.length; i++) {
    at = childOf(trie, at, path.charCodeAt(i));
    if (at === 0) return -1;
  }
  return at;
}

/** The node that some bytes lead to; −1 if no token begins so. */
export function nodeOf(trie: Trie, path: Uint8Array): number {
  return find(trie, 0, charactersOf(path));
}

/** The longest token that `bytes` have at `from`; undefined if there's none. */
export function longestToken(trie: Trie, bytes: Uint8Array, from: number) {
  const { starts, tokens } = trie;
  let found: { readonly token: number; readonly length: number } | undefined;
  let node = 0;
  for (let i = from; i < bytes.length; i++) {
    node = childOf(trie, node, bytes[i]!);
    if (node === 0) break;
    if (starts[node]! < starts[node + 1]!) found = { token: tokens[starts[node]!]!, length: i + 1 - from };
  }
  return found;
}

/** Adds the tokens at a node and below it, each with the bytes from that node's on. */
export function collect(trie: Trie, node: number, entries: [Uint8Array, number][]): void {
  const { bytes, after, starts, tokens, depth } = trie;
  const path = new Uint8Array(depth);
  const lasts: number[] = [];
  for (let n = node; n < after[node]!; n++) {
    while (lasts.length > 0 && n >= lasts[lasts.length - 1]!) lasts.pop();
    path[lasts.length] = bytes[n]!;
    lasts.push(after[n]!);
    for (let t = starts[n]!; t < starts[n + 1]!; t++) entries.push([path.slice(0, lasts.length), tokens[t]!]);
  }
}

/** A trie of byte strings. Several entries may have the same bytes. */
export function makeTrie(entries: readonly (readonly [bytes: Uint8Array, token: number])[], lasting: boolean): Trie {
  const starts = new Uint32Array(entries.length + 1);
  for (let e = 0; e < entries.length; e++) starts[e + 1] = starts[e]! + entries[e]![0].length;
  const bytes = new Uint8Array(starts[entries.length]!);
  for (let e = 0; e < entries.length; e++) bytes.set(entries[e]![0], starts[e]);
  const ids = Uint32Array.from(entries, ([, token]) => token);
  const order = sorted(bytes, starts, Uint32Array.from(entries.keys()), ids);
  const tokens = order.map((entry) => ids[entry]!);
  return trieFrom(bytes, starts, order, tokens, lasting);
}

/**
 * @param texts all byte strings, one after the other; `at` says where each starts, and where the last one ends
 * @param which the strings to take, in the order of their bytes
 * @param tokens a token for each of those
 */
function trieFrom(texts: Uint8Array, at: Uint32Array, which: Uint32Array, tokens: Uint32Array, lasting: boolean): Trie {
  let most = 1;
  for (let e = 0; e < which.length; e++) most += at[which[e]! + 1]! - at[which[e]!]!;
  const bytes = new Uint8Array(most);
  const after = new Uint32Array(most);
  const starts = new Uint32Array(most + 1);
  /** The nodes on the path to the last entry, whose bytes start at `last`. */
  const path: number[] = [0];
  let last = 0;
  let lastLength = 0;
  let count = 1;
  let deepest = 0;
  for (let e = 0; e < which.length; e++) {
    const from = at[which[e]!]!;
    const length = at[which[e]! + 1]! - from;
    let depth = 0;
    while (depth < lastLength && depth < length && texts[last + depth] === texts[from + depth]) depth++;
    for (let d = lastLength; d > depth; d--) after[path[d]!] = count;
    for (; depth < length; depth++) {
      bytes[count] = texts[from + depth]!;
      starts[count] = e;
      path[depth + 1] = count++;
    }
    starts[count] = e + 1;
    last = from;
    lastLength = length;
    if (length > deepest) deepest = length;
  }
  for (let d = lastLength; d >= 0; d--) after[path[d]!] = count;
  starts[count] = which.length;
  const first = new Uint32Array(256);
  for (let n = 1; n < count; n = after[n]!) first[bytes[n]!] = n;
  return {
    bytes: bytes.slice(0, count),
    after: after.slice(0, count),
    starts: starts.slice(0, count + 1),
    tokens,
    depth: deepest,
    first,
    lasting,
    blanks: new Map(),
  };
}

/** Strings beyond which an index doesn't fit beside four bytes in a double. */
const mostIndexed = 2 ** 21;

/**
 * The order of strings by their bytes, then by token. Numbers sort several times faster than strings: most is settled by
 * the first four bytes.
 */
function sorted(texts: Uint8Array, at: Uint32Array, which: Uint32Array, ids: Uint32Array): Uint32Array {
  const count = which.length;
  const order = new Uint32Array(count);
  const compare = byBytes(texts, at, which, ids);
  if (count > mostIndexed) return order.map((_, i) => i).sort(compare);
  const keys = new Float64Array(count);
  for (let e = 0; e < count; e++) keys[e] = beginning(texts, at[which[e]!]!, at[which[e]! + 1]!) * mostIndexed + e;
  keys.sort();
  for (let e = 0; e < count; e++) order[e] = keys[e]! % mostIndexed;
  for (let from = 0; from < count; ) {
    const next = (Math.floor(keys[from]! / mostIndexed) + 1) * mostIndexed;
    let to = from + 1;
    while (to < count && keys[to]! < next) to++;
    if (to > from + 1) order.subarray(from, to).sort(compare);
    from = to;
  }
  return order;
}

/** The first four bytes as a number. */
function beginning(texts: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let k = from; k < from + 4; k++) number = number * 256 + (k < to ? texts[k]! : 0);
  return number;
}
