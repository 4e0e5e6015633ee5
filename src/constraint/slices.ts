/** Tokens below a place in a trie that are made of some kinds of characters alone: found once, for all lexemes. */
import { type Kinds, kindOfByte, nextUtf8 } from "./kinds.ts";
import { sortedByRoom } from "./room.ts";
import { addAll, type Bits } from "./sets.ts";
import type { Trie } from "./trie.ts";

/** What a vocabulary's tokens are made of. */
type Made = Omit<Kinds, "slices">;

/** Fewer tokens than this below a place are looked at one by one. */
export const leastSliced = 2048;
/** Tokens kept in slices: 16 MB. */
const mostSliced = 2 ** 22;

/**
 * Where a string's lexeme goes on to the same state for all characters of some kinds, these tokens may come, whatever else the
 * lexeme is about. They're sorted by the characters they begin, so that one slice serves every length.
 */
export class Slice {
  readonly tokens: Uint32Array;
  /** Per number of characters, how many of the tokens begin no more. */
  private readonly upTo: Uint32Array;
  private readonly sets = new Map<number, Bits>();

  /** @param kinds a bit for each kind of characters (see kinds.ts) */
  constructor(trie: Trie, node: number, kinds: number, made: Made) {
    const { starts, after } = trie;
    const size = starts[after[node]!]! - starts[node + 1]!;
    const found = new Uint32Array(size);
    const begun = new Uint16Array(size);
    const count =
      (made.above[node]! & ~kinds) === 0
        ? scan(trie, node, kinds, made, found, begun)
        : walk(trie, node, kinds, found, begun);
    let most = 0;
    for (let i = 0; i < count; i++) if (begun[i]! > most) most = begun[i]!;
    const { sorted, upTo } = sortedByRoom(found, begun, count, most);
    this.tokens = sorted;
    this.upTo = upTo;
  }

  /** The most characters that one of them begins. */
  get longest(): number {
    return this.upTo.length - 1;
  }

  /** Those that begin no more than so many characters, as a bitset that is never to be written to. */
  bits(room: number, words: number): Bits {
    const at = Math.min(room, this.longest);
    let bits = this.sets.get(at);
    if (!bits) {
      bits = new Uint32Array(words);
      if (at >= 0) addAll(bits, this.tokens.subarray(0, this.upTo[at]));
      this.sets.set(at, bits);
    }
    return bits;
  }
}

/** Finds the tokens below a node to which the bytes are of these kinds, too: so what's known of the whole token tells. */
function scan(
  { starts, after, tokens }: Trie,
  node: number,
  kinds: number,
  { kindsBy, begunBy, begun }: Made,
  found: Uint32Array,
  foundBegun: Uint16Array,
): number {
  const last = starts[after[node]!]!;
  const before = begun[node]!;
  let count = 0;
  for (let t = starts[node + 1]!; t < last; t++) {
    if ((kindsBy[t]! & ~kinds) !== 0) continue;
    found[count] = tokens[t]!;
    foundBegun[count++] = begunBy[t]! - before;
  }
  return count;
}

/** The same below a node to which there are others. */
function walk(
  { bytes, after, starts, tokens, depth }: Trie,
  node: number,
  kinds: number,
  found: Uint32Array,
  foundBegun: Uint16Array,
): number {
  const last = after[node]!;
  const ends = new Int32Array(depth + 2);
  const utf8 = new Int32Array(depth + 2);
  const characters = new Uint16Array(depth + 2);
  let count = 0;
  let top = 0;
  ends[0] = last;
  for (let n = node + 1; n < last; ) {
    while (n >= ends[top]!) top--;
    const before = utf8[top]!;
    const byte = bytes[n]!;
    const state = (kindOfByte[byte]! & ~kinds) === 0 ? nextUtf8(before, byte) : -1;
    if (state < 0) {
      n = after[n]!;
      continue;
    }
    const at = characters[top]! + (before === 0 ? 1 : 0);
    for (let t = starts[n]!; t < starts[n + 1]!; t++) {
      found[count] = tokens[t]!;
      foundBegun[count++] = at;
    }
    ends[++top] = after[n]!;
    utf8[top] = state;
    characters[top] = at;
    n++;
  }
  return count;
}

/** The slices of a trie. */
export class Slices {
  private readonly known = new Map<number, Slice>();
  private kept = 0;

  constructor(
    private readonly trie: Trie,
    private readonly made: Made,
  ) {}

  of(node: number, kinds: number): Slice {
    const key = node * 128 + kinds;
    let slice = this.known.get(key);
    if (!slice) {
      slice = new Slice(this.trie, node, kinds, this.made);
      if ((this.kept += slice.tokens.length) > mostSliced) {
        this.known.clear();
        this.kept = slice.tokens.length;
      }
      this.known.set(key, slice);
    }
    return slice;
  }
}
