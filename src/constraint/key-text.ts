import { charactersOf } from "./spelling.ts";

/**
 * What is written of a key that isn't named: one byte more than what was written before. Hash-consed by `Pool`: a key of
 * thousands of bytes costs no more for each than a short one.
 */
export class KeyText {
  private text: string | undefined;

  constructor(
    readonly id: number,
    private readonly before: KeyText | undefined,
    private readonly byte: number,
    /** Bytes. */
    readonly length: number,
  ) {}

  /** A character for each byte. What was asked for before is only added to. */
  toString(): string {
    if (this.text === undefined) {
      let known: KeyText = this;
      while (known.before && known.text === undefined) known = known.before;
      const bytes = new Uint8Array(this.length - known.length);
      let at: KeyText = this;
      for (let i = bytes.length; at !== known; at = at.before!) bytes[--i] = at.byte;
      this.text = (known.text ?? "") + charactersOf(bytes);
    }
    return this.text;
  }
}
