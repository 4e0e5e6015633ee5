/** Damaged copies of a model file, for the header check to see through. */

/** Small seeded generator (mulberry32), so that a mutant can be made again from its seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const interesting = [
  0n,
  1n,
  2n,
  3n,
  7n,
  8n,
  9n,
  12n,
  31n,
  63n,
  64n,
  65n,
  255n,
  256n,
  511n,
  513n,
  0x7fffn,
  0xffffn,
  0x10000n,
]
  .concat([0x7fffffffn, 0x80000000n, 0xfffffffen, 0xffffffffn, 0x100000000n, 0x7fffffffffffffffn, 0xffffffffffffffffn])
  .concat([0x3f800000n, 0x7fc00000n, 0x7f800000n, 0xff800000n]);

/** A copy of `file`, whose header ends at `headerEnd`, damaged in one to three places; `keys` are its metadata keys. */
export function mutant(file: Buffer, headerEnd: number, keys: readonly string[], seed: number): Buffer {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const copy = Buffer.from(file);
  for (let places = 1 + below(3); places > 0; places--) {
    const kind = below(10);
    if (kind < 4) {
      // A key's value, or its type.
      const key = keys[below(keys.length)]!;
      const typeAt = copy.indexOf(key) + key.length;
      const value = interesting[below(interesting.length)]!;
      if (below(8) === 0) copy.writeUInt32LE(below(16), typeAt);
      else if (below(3) === 0) copy.writeBigUInt64LE(value, typeAt + 4);
      else copy.writeUInt32LE(Number(value & 0xffffffffn), typeAt + 4);
    } else if (kind < 6) {
      copy[below(headerEnd)] = below(256);
    } else if (kind < 7) {
      // The tensor descriptions are the last of the header.
      copy[headerEnd - 1 - below(Math.min(headerEnd, 3000))] = below(256);
    } else if (kind < 8) {
      copy.writeUInt32LE(Number(interesting[below(interesting.length)]! & 0xffffffffn), below(headerEnd - 8));
    } else if (kind < 9) {
      copy.writeBigUInt64LE(interesting[below(interesting.length)]!, below(headerEnd - 8));
    } else {
      return copy.subarray(0, below(2) === 0 ? below(headerEnd) : headerEnd + below(file.length - headerEnd));
    }
  }
  return copy;
}
