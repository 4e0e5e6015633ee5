import { tokenKind, type Vocabulary } from "./vocabulary.ts";

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
}

/** The tokens of a vocabulary that write text. */
export function trieOf(vocabulary: Vocabulary): Trie {
  const entries: Entry[] = [];
  for (let token = 0; token < vocabulary.size; token++) {
    const bytes = vocabulary.bytesOf(token);
    if (vocabulary.kindOf(token) === tokenKind.text && bytes.length > 0)
      entries.push({ bytes, token, order: key(bytes) });
  }
  return trieFrom(entries);
}

interface Entry {
  readonly bytes: Uint8Array;
  readonly token: number;
  /** The first four bytes as a number, to sort by. */
  readonly order: number;
}

/** All tokens at a node and below it. */
export function tokensBelow({ after, starts, tokens }: Trie, node: number): Uint32Array {
  return tokens.subarray(starts[node], starts[after[node]!]);
}

/** The tokens that begin with some bytes (given as a text, a character for each) below a node. */
export function tokensAfter(trie: Trie, node: number, path: string): Uint32Array {
  const at = find(trie, node, path);
  return at < 0 ? none : tokensBelow(trie, at);
}

/** The tokens that are just these bytes. */
export function tokensAt(trie: Trie, node: number, path: string): Uint32Array {
  const at = find(trie, node, path);
  return at < 0 ? none : trie.tokens.subarray(trie.starts[at], trie.starts[at + 1]);
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
  return find(trie, 0, String.fromCharCode(...path));
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

/** A trie of byte strings. Several entries may have the same bytes. */
export function makeTrie(entries: Iterable<readonly [bytes: Uint8Array, token: number]>): Trie {
  return trieFrom([...entries].map(([bytes, token]) => ({ bytes, token, order: key(bytes) })));
}

function trieFrom(entries: Entry[]): Trie {
  entries.sort((a, b) => a.order - b.order || compare(a.bytes, b.bytes) || a.token - b.token);
  const most = 1 + entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const bytes = new Uint8Array(most);
  const after = new Uint32Array(most);
  const starts = new Uint32Array(most + 1);
  const tokens = new Uint32Array(entries.length);
  /** The nodes on the path to the last entry; those below `depth`. */
  const path: number[] = [0];
  let last: Uint8Array = new Uint8Array(0);
  let count = 1;
  let deepest = 0;
  for (let e = 0; e < entries.length; e++) {
    const entry = entries[e]!;
    const { length } = entry.bytes;
    let depth = 0;
    while (depth < last.length && depth < length && last[depth] === entry.bytes[depth]) depth++;
    for (let d = last.length; d > depth; d--) after[path[d]!] = count;
    for (; depth < length; depth++) {
      bytes[count] = entry.bytes[depth]!;
      starts[count] = e;
      path[depth + 1] = count++;
    }
    tokens[e] = entry.token;
    starts[count] = e + 1;
    last = entry.bytes;
    deepest = Math.max(deepest, length);
  }
  for (let d = last.length; d >= 0; d--) after[path[d]!] = count;
  starts[count] = entries.length;
  const first = new Uint32Array(256);
  for (let n = 1; n < count; n = after[n]!) first[bytes[n]!] = n;
  return {
    bytes: bytes.slice(0, count),
    after: after.slice(0, count),
    starts: starts.slice(0, count + 1),
    tokens,
    depth: deepest,
    first,
  };
}

function key(bytes: Uint8Array): number {
  return (bytes[0] ?? 0) * 2 ** 24 + (((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0));
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
