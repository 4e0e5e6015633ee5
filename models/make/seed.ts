/** Seeded chance: the same seed gives the same numbers on every machine. */

/** A generator of random numbers (Mulberry32 by Tommy Ettinger, public domain: one 32-bit word of state). */
export class Random {
  #state: number;

  /** `seed`: any integer. */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A number from 0 (included) to 1 (excluded), with 32 random bits. */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = this.#state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Roughly normal, mean 0 and variance 1: a sum of uniforms, for logarithms and cosines differ between platforms. */
  normal(): number {
    return (this.uniform() + this.uniform() + this.uniform() + this.uniform() - 2) * Math.sqrt(3);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** True with probability `share`. */
  chance(share: number): boolean {
    return this.uniform() < share;
  }

  /** One item of a list that isn't empty. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[this.below(items.length)]!;
  }

  /** `count` distinct items (all of them, if there are fewer), in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(left.splice(this.below(left.length), 1)[0]!);
    return taken;
  }
}
