/** Ways to cut a text: none of them may change what is read. */

/** A text in pieces, and how it was cut. */
export interface Cut {
  readonly name: string;
  readonly chunks: readonly (string | Uint8Array)[];
}

const randomCuts = 8;

/** The text whole, by character, by UTF-16 unit (through surrogates), by byte, and at random places, from a seed. */
export function* cutsOf(text: string, seed: number): Generator<Cut> {
  const bytes = new TextEncoder().encode(text);
  yield { name: "in one piece", chunks: [text] };
  yield { name: "in one piece of bytes", chunks: [bytes] };
  yield { name: "by character", chunks: [...text] };
  yield { name: "by UTF-16 unit", chunks: text.split("") };
  yield { name: "by byte", chunks: Array.from(bytes, (byte) => Uint8Array.of(byte)) };
  const random = randomFrom(seed);
  for (let i = 0; i < randomCuts; i++) {
    yield { name: `at random characters (seed ${seed}, number ${i})`, chunks: pieces(text, random) };
    yield { name: `at random bytes (seed ${seed}, number ${i})`, chunks: pieces(bytes, random) };
  }
}

function pieces<T extends string | Uint8Array>(whole: T, random: () => number): T[] {
  const longest = 1 + Math.floor(random() * 12);
  const chunks: T[] = [];
  for (let at = 0; at < whole.length; ) {
    const next = at + Math.floor(random() * (longest + 1));
    chunks.push(whole.slice(at, next) as T);
    at = next;
  }
  return chunks;
}

/** Pseudo-random numbers in [0, 1) (Marsaglia, "Xorshift RNGs", 2003): the same seed, the same cuts. */
function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
