import { expect } from "vitest";
import { type Constraint, tokenKind, Vocabulary } from "../../src/constraint/index.ts";
import type { Random } from "../gbnf/support/sampler.ts";

/** A vocabulary of these texts, after one token for each byte; then an end token, one that writes nothing, another end token. */
export function vocabularyOf(texts: readonly string[]): Vocabulary {
  const encoder = new TextEncoder();
  const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const ends = [tokenKind.end, tokenKind.silent, tokenKind.end];
  return Vocabulary.of([...bytes, ...texts.map((t) => encoder.encode(t)), ...ends]);
}

/** Whether a constraint takes the whole of a text, byte by byte. */
export function takesText(constraint: Constraint, text: string): boolean {
  const reading = constraint.fork();
  for (const byte of new TextEncoder().encode(text)) if (!reading.accept(byte)) return false;
  return reading.complete;
}

/** Pieces such as a tokenizer has: cut out of texts at random. */
export function pieces(texts: readonly string[], count: number, random: Random): string[] {
  return Array.from({ length: count }, () => {
    const text = texts[Math.floor(random() * texts.length)]!;
    const from = Math.floor(random() * text.length);
    return text.slice(from, from + 1 + Math.floor(random() * 8));
  }).filter((piece) => piece.length > 0 && !/\p{Surrogate}/u.test(piece));
}

/** The members of a bitset. */
export function members(bits: Uint32Array, size: number): number[] {
  const found: number[] = [];
  for (let token = 0; token < size; token++) if ((bits[token >> 5]! & (1 << (token & 31))) !== 0) found.push(token);
  return found;
}

/** Draws tokens from masks until the text ends. `undefined`: it's long; `null`: nothing may come. */
export function drawn(constraint: Constraint, vocabulary: Vocabulary, random: Random): string | null | undefined {
  const bytes: number[] = [];
  for (let n = 0; n < 300; n++) {
    const allowed = members(constraint.mask(), vocabulary.size);
    if (allowed.length === 0) return null;
    // Ends are as likely as all else together.
    const texts = allowed.filter((token) => vocabulary.bytesOf(token).length > 0);
    if (texts.length === 0 || (texts.length < allowed.length && random() < 0.5)) {
      return new TextDecoder().decode(Uint8Array.from(bytes));
    }
    const closing = texts.filter((token) => "]}".includes(String.fromCharCode(vocabulary.bytesOf(token)[0]!)));
    const choice = closing.length > 0 && n > 40 ? closing : texts;
    const token = choice[Math.floor(random() * choice.length)]!;
    if (!constraint.accept(token)) expect.fail(`the mask has ${token}, and it isn't taken`);
    bytes.push(...vocabulary.bytesOf(token));
  }
  return undefined;
}
