/** What a tokenizer's tokens write, as exact bytes. */

/** What writing a token does. */
export const tokenKind = {
  /** Adds its bytes to the text. */
  text: 0,
  /** Ends the text. */
  end: 1,
  /** Adds nothing: control, unknown and unused tokens. */
  silent: 2,
} as const;

/** The tokens of a model, by id. Only tokens of kind `text` have bytes. */
export class Vocabulary {
  /** Number of tokens. */
  readonly size: number;
  /** Whether some token ends a text. */
  readonly canEnd: boolean;
  /** Whether each byte that can stand inside a character is a token, so that a character begun can always be finished. */
  readonly hasContinuations: boolean;
  /** One of {@link tokenKind} for each token; don't write to it. */
  readonly kinds: Uint8Array;
  /** What all tokens write, one after the other; don't write to it. */
  readonly bytes: Uint8Array;
  /** Where each token's bytes start, and where the last one's end; don't write to it. */
  readonly starts: Uint32Array;

  /**
   * @param kinds one of {@link tokenKind} for each token
   * @param bytes what all tokens write, one after the other
   * @param starts where each token's bytes start; one entry more than there are tokens
   * @param order the tokens of text in the order of their bytes, where that's known
   */
  constructor(
    kinds: Uint8Array,
    bytes: Uint8Array,
    starts: Uint32Array,
    readonly order: Uint32Array | undefined = undefined,
  ) {
    this.size = kinds.length;
    this.kinds = kinds;
    this.bytes = bytes;
    this.starts = starts;
    this.canEnd = kinds.includes(tokenKind.end);
    const continuations = new Set<number>();
    for (let token = 0; token < this.size; token++) {
      const start = starts[token]!;
      if (starts[token + 1] === start + 1 && bytes[start]! >= 0x80 && bytes[start]! <= 0xbf)
        continuations.add(bytes[start]!);
    }
    this.hasContinuations = continuations.size === 64;
  }

  /** One of {@link tokenKind}. */
  kindOf(token: number): number {
    return this.kinds[token] ?? tokenKind.silent;
  }

  /** What the token writes; empty for tokens that aren't text. */
  bytesOf(token: number): Uint8Array {
    return this.bytes.subarray(this.starts[token], this.starts[token + 1]);
  }
}
