/** Which tokens stay in a scalar or a key, and where others lead out of it. */
import { followersOf } from "./followers.ts";
import type { Kinds } from "./kinds.ts";
import { dead, type Lexeme } from "./lexeme.ts";
import { reach, type Sliced } from "./reach.ts";
import { sortedByRoom } from "./room.ts";
import { addAll, type Bits, remove, unite } from "./sets.ts";
import type { KeyLexeme } from "./spelling.ts";
import type { TextLexeme } from "./text.ts";
import { collect, makeTrie, type Trie, tokensBelow, tokensOf } from "./trie.ts";

/** Places are walked one by one up to this many; more are put together into a trie of their own. */
const fewPlaces = 4;

/** More tokens than this are kept as a bitset. */
const manyTokens = 1024;

/** A place in a trie, and the only tokens below it that count. */
export interface Below {
  readonly trie: Trie;
  readonly node: number;
  readonly only: Bits | undefined;
}

/**
 * All that the tokens below a node of a trie can do from a state of a lexeme. Nothing in it depends on the schema but the
 * lexeme, so that of free text is made once a vocabulary.
 *
 * Lengths are told by characters begun, so that one walk serves every `minLength` and `maxLength`.
 */
export class LexemeWalk {
  /** Tokens that end within the scalar, by the room they need. */
  private readonly inside: Uint32Array;
  /** Per room, how many of `inside` need no more. */
  private readonly upTo: Uint32Array;
  /** More tokens that end within it. */
  private readonly slices: readonly Sliced[];
  /** Nodes at which the value is whole, and the characters begun before. */
  readonly ends: readonly number[];
  private readonly begunAtEnds: readonly number[];
  /** Those of `ends` at which more of the scalar may come: their own tokens are among `inside`, not `whole`. */
  private readonly goesOn: ReadonlySet<number>;
  private readonly sets = new Map<number, Bits>();
  private readonly endings = new Map<string, Bits>();
  private endTokens: Uint32Array | undefined;
  private all: readonly Below[] | undefined;
  private before: Trie | undefined;

  constructor(
    private readonly trie: Trie,
    private readonly node: number,
    lexeme: Lexeme,
    start: number,
    private readonly words: number,
    /** Whether it's kept as long as the vocabulary is. */
    private readonly lasting: boolean,
    /** Of a walk from the root between two characters of a string: what the tokens are made of. */
    kinds?: Kinds,
    /** Whether `stay` is asked for all the room there is, and no other. */
    roomy = false,
  ) {
    const reached = reach(trie, node, lexeme, start, kinds, roomy);
    const { sorted, upTo } = sortedByRoom(reached.ids, reached.rooms, reached.count, reached.widest);
    this.inside = sorted;
    this.upTo = upTo;
    this.slices = reached.slices;
    this.ends = reached.ends;
    this.begunAtEnds = reached.begunAtEnds;
    this.goesOn = reached.goesOn;
  }

  /** Tokens it keeps, about. */
  get size(): number {
    return this.inside.length;
  }

  /** The tokens after which the scalar goes on, with room for so many more characters: a bitset if they're many. */
  stay(room: number): { readonly bits?: Bits; readonly tokens: Uint32Array } {
    const { inside, upTo, slices, words } = this;
    const tokens = inside.subarray(0, upTo[Math.min(room, upTo.length - 1)]);
    if (slices.length === 0 && tokens.length <= manyTokens) return { tokens };
    let widest = upTo.length - 1;
    for (const { slice, most, more } of slices) widest = Math.max(widest, Math.min(slice.longest, most) + more);
    const at = Math.min(room, widest);
    let bits = this.sets.get(at);
    if (!bits) {
      const [first, ...others] = slices.map(({ slice, most, more }) => slice.bits(Math.min(at - more, most), words));
      bits = first && others.length + tokens.length > 0 ? first.slice() : (first ?? new Uint32Array(words));
      for (const other of others) unite(bits, other);
      addAll(bits, tokens);
      this.sets.set(at, bits);
    }
    return { bits, tokens };
  }

  /** Tokens that end just where the scalar does, since no more of it can come. */
  get whole(): Uint32Array {
    if (!this.endTokens) {
      const found: number[] = [];
      for (const node of this.ends) {
        if (this.goesOn.has(node)) continue;
        for (const token of tokensOf(this.trie, node)) found.push(token);
      }
      this.endTokens = Uint32Array.from(found);
    }
    return this.endTokens;
  }

  /** All places where the scalar has ended and tokens go on with what may follow it. */
  get exits(): readonly Below[] {
    if (!this.all) {
      const { trie } = this;
      const places = this.ends.filter((node) => followersOf(trie, node).length > 0);
      if (places.length <= fewPlaces) this.all = places.map((node) => ({ trie, node, only: undefined }));
      else this.all = [{ trie: together(trie, places, this.lasting), node: 0, only: undefined }];
    }
    return this.all;
  }

  /** The tokens that end the scalar after at least `least` more characters and at most `most`. */
  ending(least: number, most: number): Bits {
    const deepest = this.trie.depth;
    const key = `${Math.min(least, deepest + 1)} ${Math.min(most, deepest)}`;
    let bits = this.endings.get(key);
    if (!bits) {
      bits = new Uint32Array(this.words);
      for (let i = 0; i < this.ends.length; i++) {
        const begun = this.begunAtEnds[i]!;
        if (begun >= least && begun <= most) addAll(bits, tokensBelow(this.trie, this.ends[i]!));
      }
      this.endings.set(key, bits);
    }
    return bits;
  }

  /**
   * Of a walk of free text: the tokens that end it where another lexeme takes its end, too. That lexeme must take every
   * beginning from `state` on.
   */
  endingAs(lexeme: TextLexeme, state: number): Bits {
    const bits = this.ending(0, Infinity).slice();
    this.refuse(lexeme, state, bits);
    return bits;
  }

  /** Takes the tokens away at whose closing quote the lexeme can't end. */
  private refuse(lexeme: TextLexeme, start: number, bits: Bits): void {
    const { trie, ends } = this;
    // A trie of the texts before the quote, whose "tokens" are indices of `ends`.
    const { bytes, after, starts, tokens } = (this.before ??= beforeQuotes(trie, this.node, ends));
    const states = [start];
    const lasts = [after[0]!];
    for (let n = 0; n < after[0]!; ) {
      let state = start;
      if (n > 0) {
        while (n >= lasts[lasts.length - 1]!) {
          lasts.pop();
          states.pop();
        }
        state = lexeme.step(states[states.length - 1]!, bytes[n]!);
        lasts.push(after[n]!);
        states.push(state);
      }
      if (lexeme.takesAll(state)) {
        n = after[n]!;
        continue;
      }
      if (starts[n]! < starts[n + 1]! && lexeme.step(state, 0x22) === dead) {
        for (let t = starts[n]!; t < starts[n + 1]!; t++) {
          for (const token of tokensBelow(trie, ends[tokens[t]!]!)) remove(bits, token);
        }
      }
      n++;
    }
  }
}

/** The same for the keys of an object: its tokens by the state they lead to, and where which key has ended. */
export class KeyWalk {
  readonly stays: { readonly state: number; readonly tokens: Uint32Array }[] = [];
  readonly ends: { readonly node: number; readonly property: number }[] = [];

  constructor(trie: Trie, node: number, keys: KeyLexeme, start: number) {
    const { bytes, after } = trie;
    const nodes = [node];
    const states = [start];
    this.take(trie, node, start);
    for (let at = nodes.pop(); at !== undefined; at = nodes.pop()) {
      const last = after[at]!;
      let child = at + 1;
      // Both come in the order of their bytes.
      for (let next = keys.first[states.pop()!]!; next !== 0; next = keys.beside[next]!) {
        const byte = keys.bytes[next]!;
        if (at === 0) child = trie.first[byte]! || last;
        while (child < last && bytes[child]! < byte) child = after[child]!;
        if (child === last || bytes[child] !== byte) continue;
        if (keys.ended[next]! >= 0) this.ends.push({ node: child, property: keys.ended[next]! });
        if (!keys.goesOn(next)) continue;
        this.take(trie, child, next);
        nodes.push(child);
        states.push(next);
      }
    }
  }

  /** No state is met twice. */
  private take(trie: Trie, node: number, state: number): void {
    const own = tokensOf(trie, node);
    if (own.length > 0) this.stays.push({ state, tokens: own });
  }
}

/** What may follow at these places, as one trie. */
function together(trie: Trie, places: readonly number[], lasting: boolean): Trie {
  const entries: [Uint8Array, number][] = [];
  for (const place of places) for (const node of followersOf(trie, place)) collect(trie, node, entries);
  return makeTrie(entries, lasting);
}

/** The texts from a node to the closing quotes at `ends`, quotes left out; the n-th has number n. */
function beforeQuotes(trie: Trie, node: number, ends: readonly number[]): Trie {
  const { bytes, after, depth } = trie;
  const entries: [Uint8Array, number][] = [];
  const path = new Uint8Array(depth);
  const lasts: number[] = [after[node]!];
  let next = 0;
  for (let n = node + 1; next < ends.length; n++) {
    while (n >= lasts[lasts.length - 1]!) lasts.pop();
    if (after[n]! <= ends[next]!) {
      n = after[n]! - 1;
      continue;
    }
    path[lasts.length - 1] = bytes[n]!;
    if (n === ends[next]) {
      entries.push([path.slice(0, lasts.length - 1), next++]);
      n = after[n]! - 1;
    } else lasts.push(after[n]!);
  }
  return makeTrie(entries, false);
}
