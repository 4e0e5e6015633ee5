import { tokenKind, Vocabulary } from "../../src/constraint/index.ts";
import type { Random } from "../gbnf/support/sampler.ts";

/** A vocabulary of these texts, after one token for each byte; then an end token, one that writes nothing, another end token. */
export function vocabularyOf(texts: readonly string[]): Vocabulary {
  const encoder = new TextEncoder();
  const tokens = [
    ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
    ...texts.map((t) => encoder.encode(t)),
  ];
  const starts = [0];
  for (const bytes of tokens) starts.push(starts.at(-1)! + bytes.length);
  const kinds = [...tokens.map(() => tokenKind.text), tokenKind.end, tokenKind.silent, tokenKind.end];
  for (let i = 0; i < 3; i++) starts.push(starts.at(-1)!);
  const bytes = new Uint8Array(starts.at(-1)!);
  for (const [i, token] of tokens.entries()) bytes.set(token, starts[i]);
  return new Vocabulary(Uint8Array.from(kinds), bytes, Uint32Array.from(starts));
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
