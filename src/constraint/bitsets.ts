import { addAll, type Bits } from "./sets.ts";

/** Longer lists are rare, and not kept. */
const longestList = 2048;
/** Bitsets kept, the oldest making room: of a vocabulary of 128,000 tokens, 16 MB, and up to 8 MB of lists. */
const mostKept = 1000;

interface Entry {
  readonly base: Bits | undefined;
  readonly list: Uint32Array;
  readonly bits: Bits;
}

/**
 * Bitsets made of another one and a list of tokens, each made once: in different places of different schemas the same tokens
 * may come, and a bitset is kilobytes of memory, which is what costs.
 */
export class Bitsets {
  private readonly known = new Map<number, Entry>();
  private readonly list = new Uint32Array(longestList);

  /** @param words of a bitset */
  constructor(private readonly words: number) {}

  /** @param base a bitset that stays as it is, or none; which one it is counts, not what's in it */
  of(base: Bits | undefined, lists: readonly ArrayLike<number>[]): Bits {
    const count = this.gather(lists);
    if (count < 0) return this.made(base, lists);
    if (count === 0 && base) return base;
    const { list, known } = this;
    let hash = count;
    for (let i = 0; i < count; i++) hash = (Math.imul(hash, 0x01000193) ^ list[i]!) | 0;
    const entry = known.get(hash);
    if (entry && entry.base === base && isSame(entry.list, list, count)) return entry.bits;
    const bits = this.made(base, lists);
    if (known.size >= mostKept) known.delete(known.keys().next().value!);
    known.set(hash, { base, list: list.slice(0, count), bits });
    return bits;
  }

  /** Writes the lists one after the other. Returns how many tokens they have; −1 if that's too many. */
  private gather(lists: readonly ArrayLike<number>[]): number {
    let count = 0;
    for (let l = 0; l < lists.length; l++) {
      const tokens = lists[l]!;
      if (count + tokens.length > longestList) return -1;
      this.list.set(tokens, count);
      count += tokens.length;
    }
    return count;
  }

  private made(base: Bits | undefined, lists: readonly ArrayLike<number>[]): Bits {
    const bits = base ? base.slice() : new Uint32Array(this.words);
    for (let l = 0; l < lists.length; l++) addAll(bits, lists[l]!);
    return bits;
  }
}

function isSame(known: Uint32Array, list: Uint32Array, count: number): boolean {
  if (known.length !== count) return false;
  for (let i = 0; i < count; i++) if (known[i] !== list[i]) return false;
  return true;
}
