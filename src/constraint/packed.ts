/**
 * A vocabulary as bytes, to be kept on disk or sent to a browser: what its tokens write, and their order, which is most of
 * the work of making its tables.
 *
 * Layout: a header of six 32-bit numbers in the machine's byte order (`mark` is wrong where that's another; the last is a
 * checksum), then where each token's bytes start, the tokens of text in the order of their bytes, the tokens' kinds, their
 * bytes.
 */
import { orderOf } from "./trie.ts";
import { Vocabulary, VocabularyError } from "./vocabulary.ts";

const mark = 0x56636c73;
const version = 1;
const header = 6;

/** A packed vocabulary can't be read; `offset` is where in it, in bytes. */
export class PackedVocabularyError extends Error {
  override readonly name = "PackedVocabularyError";
  constructor(
    what: string,
    readonly offset: number,
  ) {
    super(`This is no packed vocabulary: ${what} at byte ${offset}. Pack it again.`);
  }
}

/** Packs a vocabulary: 2 to 3 MB for 150,000 tokens. */
export function packVocabulary(vocabulary: Vocabulary): Uint8Array {
  const { size, bytes, starts, kinds } = vocabulary;
  const order = orderOf(vocabulary);
  const words = Uint32Array.of(mark, version, size, bytes.length, order.length, 0);
  const packed = new Uint8Array(words.byteLength + starts.byteLength + order.byteLength + size + bytes.length);
  let at = 0;
  for (const part of [words, starts, order, kinds, bytes]) {
    packed.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  words[5] = checksum(packed);
  packed.set(new Uint8Array(words.buffer));
  return packed;
}

/** FNV-1a, 32 bits, of all that follows the header: against damage, not against malice. */
function checksum(packed: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let i = header * 4; i < packed.length; i++) sum = Math.imul(sum ^ packed[i]!, 0x01000193);
  return sum >>> 0;
}

/**
 * The vocabulary that was packed. All of it is checked: bytes from anywhere are safe to give.
 * @throws {PackedVocabularyError} if it isn't one, was made by another version or on another kind of machine, or is damaged
 */
export function unpackVocabulary(packed: Uint8Array): Vocabulary {
  // A copy, so that numbers are aligned and nobody else can change them.
  const { buffer } = packed.slice();
  if (packed.length < header * 4) throw new PackedVocabularyError("it ends too soon", packed.length);
  const [found, made, size, bytesLength, orderLength, sum] = new Uint32Array(buffer, 0, header) as unknown as number[];
  if (found !== mark) throw new PackedVocabularyError("another beginning, or byte order,", 0);
  if (made !== version) throw new PackedVocabularyError(`version ${made}`, 4);
  const startsAt = header * 4;
  const orderAt = startsAt + (size! + 1) * 4;
  const kindsAt = orderAt + orderLength! * 4;
  const bytesAt = kindsAt + size!;
  if (packed.length !== bytesAt + bytesLength!) throw new PackedVocabularyError("another length", packed.length);
  if (checksum(packed) !== sum) throw new PackedVocabularyError("another checksum", 20);
  const starts = new Uint32Array(buffer, startsAt, size! + 1);
  const order = new Uint32Array(buffer, orderAt, orderLength);
  const kinds = new Uint8Array(buffer, kindsAt, size);
  const bytes = new Uint8Array(buffer, bytesAt, bytesLength);
  try {
    return new Vocabulary(kinds, bytes, starts, order);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    const { part, index } = error;
    const offset = { starts: startsAt + 4 * index, order: orderAt + 4 * index, kinds: kindsAt + index, bytes: bytesAt };
    throw new PackedVocabularyError(`other ${part}`, offset[part]);
  }
}
