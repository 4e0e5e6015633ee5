/** The order of byte strings that lie one after the other. */
import { tokenKind } from "./token-kind.ts";

/** Compares two of some strings, given by their indices in `which`. */
export function byBytes(texts: Uint8Array, at: Uint32Array, which: Uint32Array, ids: Uint32Array) {
  return (a: number, b: number): number => {
    const i = at[which[a]!]!;
    const j = at[which[b]!]!;
    const length = at[which[a]! + 1]! - i;
    const other = at[which[b]! + 1]! - j;
    const shorter = Math.min(length, other);
    for (let k = 0; k < shorter; k++) if (texts[i + k] !== texts[j + k]) return texts[i + k]! - texts[j + k]!;
    return length - other || ids[a]! - ids[b]!;
  };
}

/** Whether `order` has just the tokens that write text, by their bytes, then by number: the first index where it hasn't; −1 if it has. */
export function wrongInOrder(kinds: Uint8Array, bytes: Uint8Array, starts: Uint32Array, order: Uint32Array): number {
  const compare = byBytes(bytes, starts, order, order);
  for (let i = 0; i < order.length; i++) {
    const token = order[i]!;
    const writes = kinds[token] === tokenKind.text && starts[token]! < starts[token + 1]!;
    if (!writes || (i > 0 && compare(i - 1, i) >= 0)) return i;
  }
  let texts = 0;
  for (let t = 0; t < kinds.length; t++) if (kinds[t] === tokenKind.text && starts[t]! < starts[t + 1]!) texts++;
  return texts === order.length ? -1 : order.length;
}
