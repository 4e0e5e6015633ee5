/**
 * What is written of a key that isn't named: one byte more than what was written before. Hash-consed by `Pool`: a key of
 * thousands of bytes costs no more for each than a short one.
 */
export class KeyText {
  constructor(
    readonly id: number,
    private readonly before: KeyText | undefined,
    private readonly byte: number,
    /** Bytes. */
    readonly length: number,
  ) {}

  /** A character for each byte. */
  toString(): string {
    const bytes = new Uint8Array(this.length);
    let at: KeyText = this;
    for (let i = this.length; at.before; at = at.before) bytes[--i] = at.byte;
    let text = "";
    for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return text;
  }
}
