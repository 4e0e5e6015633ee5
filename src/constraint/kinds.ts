/**
 * Kinds of characters, so that a walk can pass over many tokens at once: where a string's lexeme goes on to the same state
 * for all characters of some kinds, every token made of those alone may come, and need not be walked. (LLGuidance calls
 * such sets of tokens slices.)
 */
import { Slices } from "./slices.ts";
import type { Trie } from "./trie.ts";

/**
 * Kinds of characters, a bit each. Beyond ASCII, `odd` are those whose first byte some white space or line end has, too: patterns
 * often leave these out.
 */
export const kind = { lower: 1, upper: 2, digit: 4, space: 8, sign: 16, wide: 32, odd: 64 } as const;
/** Something that isn't plain text: a quote, a backslash, a control character, ill-formed UTF-8. */
const unclean = 128;

/** The characters of each kind, as ranges. */
export const ranges: readonly (readonly [kind: number, ranges: readonly (readonly [number, number])[]])[] = [
  [kind.lower, [[0x61, 0x7a]]],
  [kind.upper, [[0x41, 0x5a]]],
  [kind.digit, [[0x30, 0x39]]],
  [kind.space, [[0x20, 0x20]]],
  [
    kind.sign,
    [
      [0x21, 0x21],
      [0x23, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x5b],
      [0x5d, 0x60],
      [0x7b, 0x7f],
    ],
  ],
  [
    kind.wide,
    [
      [0xc0, 0xfff],
      [0x4000, 0xd7ff],
      [0xe000, 0xefff],
      [0x10000, 0x10ffff],
    ],
  ],
  [
    kind.odd,
    [
      [0x80, 0xbf],
      [0x1000, 0x3fff],
      [0xf000, 0xffff],
    ],
  ],
];

/** The kind of the character that a byte is or begins; none for bytes that go on with one. */
export const kindOfByte = new Uint8Array(256).fill(unclean);
for (const [of, pairs] of ranges) {
  for (const [low, high] of pairs) if (high < 0x80) kindOfByte.fill(of, low, high + 1);
}
kindOfByte.fill(0, 0x80, 0xc0);
kindOfByte.fill(kind.wide, 0xc3, 0xf5);
for (const first of [0xc2, 0xe1, 0xe2, 0xe3, 0xef]) kindOfByte[first] = kind.odd;

/** What tokens of a trie are made of, read from its root between two characters. */
export interface Kinds {
  /** Per node, the kinds of all that's below it, or more than all kinds if not all of that is plain text. */
  readonly below: Uint8Array;
  /** Per node, the same of the bytes to it. */
  readonly above: Uint8Array;
  /** Per node, how many characters the bytes to it begin; escapes don't count as what they mean. */
  readonly begun: Uint16Array;
  /** Per node, the most that a token at it or below it begins. */
  readonly tall: Uint16Array;
  /** Per token of the trie, in its order: the kinds that it's made of, and the characters that it begins. */
  readonly kindsBy: Uint8Array;
  readonly begunBy: Uint16Array;
  readonly slices: Slices;
}

export function kindsOf(trie: Trie): Kinds {
  const { bytes, after, starts, tokens, depth } = trie;
  const count = bytes.length;
  const below = new Uint8Array(count);
  const above = new Uint8Array(count);
  const begun = new Uint16Array(count);
  const tall = new Uint16Array(count);
  const kindsBy = new Uint8Array(tokens.length);
  const begunBy = new Uint16Array(tokens.length);
  const lasts = new Int32Array(depth + 2);
  const path = new Int32Array(depth + 2);
  const utf8 = new Int32Array(depth + 2);
  const characters = new Uint16Array(depth + 2);
  lasts[0] = after[0]!;
  let top = 0;
  const leave = () => {
    const node = path[top--]!;
    const parent = path[top]!;
    below[parent]! |= below[node]! | kindOfByte[bytes[node]!]!;
    tall[parent] = Math.max(tall[parent]!, tall[node]!);
  };
  for (let n = 1; n < count; n++) {
    while (n >= lasts[top]!) leave();
    const before = utf8[top]!;
    const state = nextUtf8(before, bytes[n]!);
    const at = characters[top]! + (before === 0 ? 1 : 0);
    above[n] = state < 0 ? unclean : above[path[top]!]! | kindOfByte[bytes[n]!]!;
    path[++top] = n;
    lasts[top] = after[n]!;
    utf8[top] = state;
    characters[top] = at;
    if (state < 0) below[n] = unclean;
    begun[n] = at;
    // Every leaf is a token.
    tall[n] = at;
    kindsBy.fill(above[n]!, starts[n], starts[n + 1]);
    begunBy.fill(at, starts[n], starts[n + 1]);
  }
  while (top > 0) leave();
  const kinds = { below, above, begun, tall, kindsBy, begunBy };
  return { ...kinds, slices: new Slices(trie, kinds) };
}

/** UTF-8, byte by byte: 0 between characters, else what may come (bytes to come, bounds of the next); −1 if ill-formed. */
export function nextUtf8(state: number, byte: number): number {
  if (state < 0) return state;
  if (state === 0) {
    if (byte < 0x80) return 0;
    if (byte < 0xc2 || byte > 0xf4) return -1;
    if (byte < 0xe0) return packed(1, 0x80, 0xbf);
    if (byte < 0xf0) return packed(2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
    return packed(3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
  }
  if (byte < ((state >> 8) & 0xff) || byte > (state & 0xff)) return -1;
  const left = (state >> 16) - 1;
  return left === 0 ? 0 : packed(left, 0x80, 0xbf);
}

function packed(left: number, low: number, high: number): number {
  return (left << 16) | (low << 8) | high;
}
