/** Sets of tokens: bitsets where they're large, lists where they're small. */

/** A bitset over a vocabulary: token `t` is bit `t & 31` of word `t >> 5`. */
export type Bits = Uint32Array;

export function has(bits: Bits, token: number): boolean {
  return (bits[token >> 5]! & (1 << (token & 31))) !== 0;
}

export function remove(bits: Bits, token: number): void {
  bits[token >> 5]! &= ~(1 << (token & 31));
}

/** A copy without those of another one. */
export function removed(bits: Bits, others: Bits): Bits {
  const less = bits.slice();
  for (let i = 0; i < less.length; i++) less[i]! &= ~others[i]!;
  return less;
}

/** The tokens that two have. */
export function both(bits: Bits, others: Bits): Bits {
  const kept = bits.slice();
  for (let i = 0; i < kept.length; i++) kept[i]! &= others[i]!;
  return kept;
}

/** All tokens but these. */
export function complement(bits: Bits): Bits {
  const others = new Uint32Array(bits.length);
  for (let i = 0; i < bits.length; i++) others[i] = ~bits[i]!;
  return others;
}

export function addAll(bits: Bits, tokens: ArrayLike<number>): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    bits[token >> 5]! |= 1 << (token & 31);
  }
}

export function unite(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i]! |= others[i]!;
}

export function members(bits: Bits): number[] {
  const found: number[] = [];
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) found.push(i * 32 + 31 - Math.clz32(word & -word));
  }
  return found;
}

/** Those of some tokens that a bitset has. */
export function common(tokens: ArrayLike<number>, bits: Bits): number[] {
  const found: number[] = [];
  for (let i = 0; i < tokens.length; i++) if (has(bits, tokens[i]!)) found.push(tokens[i]!);
  return found;
}

/** Those that it doesn't have. */
export function missing(tokens: ArrayLike<number>, bits: Bits): number[] {
  const found: number[] = [];
  for (let i = 0; i < tokens.length; i++) if (!has(bits, tokens[i]!)) found.push(tokens[i]!);
  return found;
}
