/** The loop over a trie that tells which tokens stay in a scalar, and where they end it. */
import { type Kinds, kindOfByte } from "./kinds.ts";
import type { Leeway } from "./leeway.ts";
import { dead, type Lexeme, mark, unknown } from "./lexeme.ts";
import { leastSliced, type Slice } from "./slices.ts";
import type { TextLexeme } from "./text.ts";
import type { Trie } from "./trie.ts";

/** Below a node with no more nodes than this nothing is asked that may spare the walk. */
const fewNodes = 8;

/** Tokens that end within a scalar: of which slice those of how many characters, and the room they need beside these. */
export interface Sliced {
  readonly slice: Slice;
  readonly most: number;
  readonly more: number;
}

/** What's below a node of a trie. */
export interface Reached {
  /** The tokens that stay inside, the first so many of a list that's only good until the next call, and the room each needs. */
  readonly ids: Uint32Array;
  readonly rooms: Uint32Array;
  readonly count: number;
  /** The most room that one of them needs. */
  readonly widest: number;
  readonly slices: readonly Sliced[];
  readonly ends: readonly number[];
  readonly begunAtEnds: readonly number[];
  readonly goesOn: ReadonlySet<number>;
}

/** Goes through what's below a node of a trie, from a state of a lexeme on; the rest as for `LexemeWalk`. */
export function reach(
  trie: Trie,
  node: number,
  lexeme: Lexeme,
  start: number,
  kinds: Kinds | undefined,
  roomy: boolean,
): Reached {
  const text = kinds && (lexeme as TextLexeme);
  const { bytes, after, starts, tokens, depth } = trie;
  const { sparse } = lexeme;
  let { table, marks, needs } = lexeme;
  const last = after[node]!;
  const { ids, rooms } = scratchFor(starts[last]! - starts[node]!);
  let count = 0;
  const stackEnd = new Int32Array(depth + 2);
  const stackState = new Int32Array(depth + 2);
  const stackBegun = new Int32Array(depth + 2);
  /** The kinds of characters of a slice that was taken above and that everything since was of; 0 if there's none. */
  const stackSlice = new Uint8Array(depth + 2);
  /** The characters from the root after which nothing is in that slice. */
  const stackUntil = new Float64Array(depth + 2);
  const slices: Sliced[] = [];
  const goesOn = new Set<number>();
  const ends: number[] = [];
  const begunAtEnds: number[] = [];
  let top = 0;
  let widest = 0;
  stackEnd[0] = last;
  stackState[0] = start;
  for (let t = starts[node]!; t < starts[node + 1]!; t++) {
    ids[count] = tokens[t]!;
    rooms[count++] = widest = needs[start]!;
  }
  if (text) {
    const leeway = text.leeway(start, !roomy);
    stackSlice[0] = takeSlice(trie, node, kinds, leeway, leeway.need, slices);
    stackUntil[0] = leeway.most;
  }
  for (let n = node + 1; n < last; ) {
    while (n >= stackEnd[top]!) top--;
    const state = stackState[top]!;
    const byte = bytes[n]!;
    let slice = stackSlice[top]!;
    let until = stackUntil[top]!;
    if ((kindOfByte[byte]! & ~slice) !== 0) slice = 0;
    else if (slice !== 0 && (kinds!.below[n]! & ~slice) === 0 && kinds!.tall[n]! <= until) {
      // All of it's in the slice.
      n = after[n]!;
      continue;
    }
    let next = sparse ? unknown : table[state * 256 + byte]!;
    if (next === unknown) {
      next = lexeme.step(state, byte);
      // It may have grown.
      ({ table, marks, needs } = lexeme);
    }
    if (next === dead) {
      n = after[n]!;
      continue;
    }
    if ((marks[next]! & mark.whole) !== 0) {
      ends.push(n);
      begunAtEnds.push(stackBegun[top]!);
      if (!lexeme.goesOn(next)) {
        n = after[n]!;
        continue;
      }
      goesOn.add(n);
    }
    const begun = (marks[state]! & mark.between) !== 0 ? stackBegun[top]! + 1 : stackBegun[top]!;
    const first = starts[n]!;
    const end = starts[n + 1]!;
    if (first < end && (slice === 0 || kinds!.begun[n]! > until)) {
      const room = begun + needs[next]!;
      if (room > widest) widest = room;
      for (let t = first; t < end; t++) {
        ids[count] = tokens[t]!;
        rooms[count++] = room;
      }
    }
    const below = after[n]!;
    if (text && n + fewNodes < below && (marks[next]! & mark.between) !== 0) {
      const leeway = text.leeway(next, !roomy);
      const reach = kinds.begun[n]! + leeway.most;
      const all = (kinds.below[n]! & ~leeway.kinds) === 0 && kinds.tall[n]! <= reach;
      if (all || slice === 0 || ((slice & ~leeway.kinds) === 0 && reach > until)) {
        const own = takeSlice(trie, n, kinds, leeway, begun + leeway.need, slices);
        if (all) {
          // Whatever is below may come. That some of it may be in a slice from above does no harm.
          const more = begun - kinds.begun[n]! + leeway.need;
          for (let t = end; own === 0 && t < starts[below]!; t++) {
            const room = kinds.begunBy[t]! + more;
            if (room > widest) widest = room;
            ids[count] = tokens[t]!;
            rooms[count++] = room;
          }
          n = below;
          continue;
        }
        if (own !== 0) {
          slice = own;
          until = reach;
        }
      }
    }
    stackEnd[++top] = below;
    stackState[top] = next;
    stackBegun[top] = begun;
    stackSlice[top] = slice;
    stackUntil[top] = until;
    n++;
  }
  return { ids, rooms, count, widest, slices, ends, begunAtEnds, goesOn };
}

/** Takes a slice of what's below a node, if that's much: the kinds of characters it's of, or 0. */
function takeSlice(
  { starts, after }: Trie,
  node: number,
  kinds: Kinds,
  leeway: Leeway,
  more: number,
  slices: Sliced[],
): number {
  if (leeway.most === 0 || starts[after[node]!]! - starts[node + 1]! < leastSliced) return 0;
  slices.push({ slice: kinds.slices.of(node, leeway.kinds), most: leeway.most, more });
  return leeway.kinds;
}

/** Room to work in, for one walk at a time: mostly far more than is needed. */
const scratch = { ids: new Uint32Array(0), rooms: new Uint32Array(0) };

function scratchFor(size: number) {
  if (scratch.ids.length < size) {
    scratch.ids = new Uint32Array(size);
    scratch.rooms = new Uint32Array(size);
  }
  return scratch;
}
