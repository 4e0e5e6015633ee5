/**
 * UTF-8 as a state machine over bytes: what may follow the bytes written so far.
 *
 * Invariant: from {@link clean}, a byte sequence ends in {@link clean} exactly if it is well-formed UTF-8 (RFC 3629: no
 * overlong forms, no surrogates, nothing past U+10FFFF), and in {@link illFormed} as soon as no continuation can be.
 */

/** Between two characters. */
export const clean = 0;
const oneMore = 1;
const twoMore = 2;
const threeMore = 3;
const afterE0 = 4;
const afterED = 5;
const afterF0 = 6;
const afterF4 = 7;
/** States a well-formed text can be in: 0 … 7. */
export const stateCount = 8;
/** No way back to well-formed text. */
export const illFormed = 8;

const transitions = new Uint8Array((stateCount + 1) * 256).fill(illFormed);

function allow(state: number, first: number, last: number, next: number): void {
  transitions.fill(next, state * 256 + first, state * 256 + last + 1);
}

allow(clean, 0x00, 0x7f, clean);
allow(clean, 0xc2, 0xdf, oneMore);
allow(clean, 0xe0, 0xe0, afterE0);
allow(clean, 0xe1, 0xef, twoMore);
allow(clean, 0xed, 0xed, afterED);
allow(clean, 0xf0, 0xf0, afterF0);
allow(clean, 0xf1, 0xf3, threeMore);
allow(clean, 0xf4, 0xf4, afterF4);
allow(oneMore, 0x80, 0xbf, clean);
allow(twoMore, 0x80, 0xbf, oneMore);
allow(threeMore, 0x80, 0xbf, twoMore);
allow(afterE0, 0xa0, 0xbf, oneMore);
allow(afterED, 0x80, 0x9f, oneMore);
allow(afterF0, 0x90, 0xbf, twoMore);
allow(afterF4, 0x80, 0x8f, twoMore);

/** The state after `bytes`, begun in `state`. */
export function advance(state: number, bytes: Uint8Array): number {
  let next = state;
  for (let i = 0; i < bytes.length; i++) next = transitions[next * 256 + bytes[i]!]!;
  return next;
}
