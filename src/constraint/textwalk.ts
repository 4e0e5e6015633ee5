/** Which tokens stay in a string, and what is left of those that end it. */
import { dead, type Lexeme, mark } from "./lexeme.ts";
import type { Bits } from "./sets.ts";
import { addAll } from "./sets.ts";
import type { TextLexeme } from "./text.ts";
import { makeTrie, type Trie } from "./trie.ts";

/** More tokens than this are kept as a bitset. */
const manyTokens = 1024;

/**
 * All that the tokens below a node of a trie can do from a state of a string's lexeme. Nothing in it depends on the
 * schema but the lexeme, so that of free text is made once a vocabulary.
 *
 * Lengths are told by characters begun, so that one walk serves every `minLength` and `maxLength`.
 */
export class TextWalk {
  /** Tokens that end within the string, by the room they need. */
  private readonly inside: Uint32Array;
  /** Per room, how many of `inside` need no more. */
  private readonly upTo: Uint32Array;
  /** Nodes at which the string has just ended, and the characters begun before. */
  private readonly ends: readonly number[];
  private readonly begunAtEnds: readonly number[];
  private readonly sets = new Map<number, Bits>();
  private readonly rests = new Map<string, Trie | undefined>();
  private readonly refusals = new Map<Lexeme, Map<number, ReadonlySet<number>>>();
  private before: Trie | undefined;

  constructor(
    private readonly trie: Trie,
    private readonly node: number,
    lexeme: Lexeme,
    start: number,
    private readonly words: number,
  ) {
    const { bytes, after, starts, tokens, depth } = trie;
    const { rows, marks } = lexeme;
    const stackEnd = new Int32Array(depth + 2);
    const stackState = new Int32Array(depth + 2);
    const stackBegun = new Int32Array(depth + 2);
    const ids: number[] = [];
    const rooms: number[] = [];
    const ends: number[] = [];
    const begunAtEnds: number[] = [];
    let top = 0;
    const last = after[node]!;
    stackEnd[0] = last;
    stackState[0] = start;
    for (let t = starts[node]!; t < starts[node + 1]!; t++) {
      ids.push(tokens[t]!);
      rooms.push(lexeme.nearest(start));
    }
    for (let n = node + 1; n < last; ) {
      while (n >= stackEnd[top]!) top--;
      const state = stackState[top]!;
      const byte = bytes[n]!;
      let next = rows[state]![byte]!;
      if (next < dead) next = lexeme.step(state, byte);
      if (next === dead) {
        n = after[n]!;
        continue;
      }
      if ((marks[next]! & mark.whole) !== 0) {
        ends.push(n);
        begunAtEnds.push(stackBegun[top]!);
        n = after[n]!;
        continue;
      }
      const begun = (marks[state]! & mark.between) !== 0 ? stackBegun[top]! + 1 : stackBegun[top]!;
      for (let t = starts[n]!; t < starts[n + 1]!; t++) {
        ids.push(tokens[t]!);
        rooms.push(begun + lexeme.nearest(next));
      }
      stackEnd[++top] = after[n]!;
      stackState[top] = next;
      stackBegun[top] = begun;
      n++;
    }
    // Sorted by counting.
    const most = rooms.reduce((a, b) => (a > b ? a : b), 0);
    this.upTo = new Uint32Array(most + 1);
    for (const room of rooms) this.upTo[room]!++;
    for (let r = 1; r <= most; r++) this.upTo[r]! += this.upTo[r - 1]!;
    const next = new Uint32Array(most + 1);
    for (let r = 1; r <= most; r++) next[r] = this.upTo[r - 1]!;
    this.inside = new Uint32Array(ids.length);
    for (let i = 0; i < ids.length; i++) this.inside[next[rooms[i]!]!++] = ids[i]!;
    this.ends = ends;
    this.begunAtEnds = begunAtEnds;
  }

  /** The tokens after which the string is still open, with room for so many more characters: a bitset if they're many. */
  stay(room: number): { readonly bits?: Bits; readonly tokens: Uint32Array } {
    const at = Math.min(room, this.upTo.length - 1);
    const tokens = this.inside.subarray(0, this.upTo[at]);
    if (tokens.length <= manyTokens) return { tokens };
    let bits = this.sets.get(at);
    if (!bits) {
      bits = new Uint32Array(this.words);
      addAll(bits, tokens);
      this.sets.set(at, bits);
    }
    return { bits, tokens };
  }

  /**
   * The tokens that end the string, but not at a place where another lexeme takes its end. That lexeme must take every
   * beginning from `state` on.
   */
  refused(lexeme: TextLexeme, state: number): ReadonlySet<number> {
    let known = this.refusals.get(lexeme);
    if (!known) this.refusals.set(lexeme, (known = new Map()));
    let refused = known.get(state);
    if (!refused) {
      refused = new Set(this.findRefused(lexeme, state));
      known.set(state, refused);
    }
    return refused;
  }

  private *findRefused(lexeme: TextLexeme, start: number): Iterable<number> {
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
      if (lexeme.step(state, 0x22) === dead) {
        for (let t = starts[n]!; t < starts[n + 1]!; t++) yield* tokensBelow(trie, ends[tokens[t]!]!);
      }
      n++;
    }
  }

  /** What's left of tokens that end the string after at least `least` more characters and at most `most`. */
  rest(least: number, most: number): Trie | undefined {
    const deepest = this.trie.depth;
    const key = `${Math.min(least, deepest + 1)} ${Math.min(most, deepest)}`;
    if (!this.rests.has(key)) {
      const nodes = this.ends.filter((_, i) => this.begunAtEnds[i]! >= least && this.begunAtEnds[i]! <= most);
      this.rests.set(key, restOf(nodes.map((node) => ({ trie: this.trie, node, without: undefined }))));
    }
    return this.rests.get(key);
  }
}

/** A place in a trie, and tokens below it that don't count. */
export interface Below {
  readonly trie: Trie;
  readonly node: number;
  readonly without: ReadonlySet<number> | undefined;
}

/** What's below these places as one trie; `undefined` if there's no token. */
export function restOf(places: readonly Below[]): Trie | undefined {
  const [first] = places;
  if (!first) return undefined;
  if (places.length === 1 && first.node === 0 && !first.without) return first.trie;
  const entries: [Uint8Array, number][] = [];
  for (const place of places) collect(place, entries);
  return entries.length === 0 ? undefined : makeTrie(entries);
}

function collect({ trie, node, without }: Below, entries: [Uint8Array, number][]): void {
  const { bytes, after, starts, tokens, depth } = trie;
  const path = new Uint8Array(depth);
  const lasts: number[] = [];
  for (let n = node; n < after[node]!; n++) {
    if (n > node) {
      while (n >= lasts[lasts.length - 1]!) lasts.pop();
      path[lasts.length - 1] = bytes[n]!;
    }
    lasts.push(after[n]!);
    for (let t = starts[n]!; t < starts[n + 1]!; t++) {
      if (!without?.has(tokens[t]!)) entries.push([path.slice(0, lasts.length - 1), tokens[t]!]);
    }
  }
}

function tokensBelow({ after, starts, tokens }: Trie, node: number): Uint32Array {
  return tokens.subarray(starts[node], starts[after[node]!]);
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
    path[lasts.length - 1] = bytes[n]!;
    if (n === ends[next]) {
      entries.push([path.slice(0, lasts.length - 1), next++]);
      n = after[n]! - 1;
    } else lasts.push(after[n]!);
  }
  return makeTrie(entries);
}
