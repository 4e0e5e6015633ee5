/** The bytes accepted so far, for whoever has to look back at them. */

/** Bytes that several prefixes begin with. The first `used` of them never change. */
interface Chunk {
  bytes: Uint8Array;
  used: number;
}

/**
 * A beginning of a chunk. One that ends where the chunk does is made longer in place, so that a byte is copied once on
 * average, however long the text; any other (after going back, or in a fork) takes a chunk of its own first.
 */
export class Prefix {
  private constructor(
    private chunk: Chunk,
    readonly length: number,
  ) {}

  static empty(): Prefix {
    return new Prefix({ bytes: new Uint8Array(0), used: 0 }, 0);
  }

  /** This and more bytes. */
  and(bytes: Uint8Array): Prefix {
    this.lookAhead(bytes, bytes.length);
    this.chunk.used += bytes.length;
    return new Prefix(this.chunk, this.chunk.used);
  }

  /** Puts bytes that might come next behind this, for {@link slice}, until the next are put there. */
  lookAhead(bytes: Uint8Array, count: number): void {
    const { chunk, length } = this;
    const needed = length + count;
    if (chunk.used !== length) this.chunk = { bytes: copied(chunk.bytes, length, needed), used: length };
    else if (needed > chunk.bytes.length) chunk.bytes = copied(chunk.bytes, length, needed);
    for (let i = 0; i < count; i++) this.chunk.bytes[length + i] = bytes[i]!;
  }

  /** The text between two offsets, which may lie in what was put behind this. */
  slice(from: number, to: number): string {
    return decoder.decode(this.chunk.bytes.subarray(from, to));
  }

  /** Where two prefixes have the same, the shorter one's bytes are the longer one's, too. */
  get lineage(): object {
    return this.chunk;
  }
}

function copied(bytes: Uint8Array, length: number, needed: number): Uint8Array {
  const larger = new Uint8Array(2 * needed);
  larger.set(bytes.subarray(0, length));
  return larger;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
