import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createConstraint,
  PackedVocabularyError,
  packVocabulary,
  tokenKind,
  unpackVocabulary,
  Vocabulary,
} from "../../src/constraint/index.ts";
import { trieOf } from "../../src/constraint/trie.ts";

const silent = fc.tuple(fc.constantFrom(1, 2), fc.constant(new Uint8Array(0)));
const text = fc.tuple(fc.constant(0), fc.uint8Array({ maxLength: 6, max: 3 }));
const vocabularies = fc.array(fc.oneof(text, text, silent), { minLength: 1, maxLength: 40 });

function vocabularyOf(tokens: readonly (readonly [kind: number, bytes: Uint8Array])[]): Vocabulary {
  const starts = [0];
  for (const [, bytes] of tokens) starts.push(starts.at(-1)! + bytes.length);
  const bytes = Uint8Array.from(tokens.flatMap(([, all]) => [...all]));
  return new Vocabulary(
    Uint8Array.from(tokens, ([kind]) => kind),
    bytes,
    Uint32Array.from(starts),
  );
}

/** The texts of a trie, found by a walk. */
function textsOf({ bytes, after, starts, tokens }: ReturnType<typeof trieOf>): [string, number][] {
  const found: [string, number][] = [];
  const walk = (node: number, text: string) => {
    for (let t = starts[node]!; t < starts[node + 1]!; t++) found.push([text, tokens[t]!]);
    for (let n = node + 1; n < after[node]!; n = after[n]!) walk(n, `${text}${bytes[n]}`);
  };
  walk(0, "");
  return found;
}

describe("packed vocabularies", () => {
  it("are the same once unpacked, and make the same trie", () => {
    fc.assert(
      fc.property(vocabularies, (tokens) => {
        const vocabulary = vocabularyOf(tokens);
        const unpacked = unpackVocabulary(packVocabulary(vocabulary));
        expect(unpacked.size).toBe(tokens.length);
        for (const [token, [kind, bytes]] of tokens.entries()) {
          expect(unpacked.kindOf(token)).toBe(kind);
          expect([...unpacked.bytesOf(token)]).toEqual([...bytes]);
        }
        const texts = tokens.flatMap(([kind, bytes], token) =>
          kind === tokenKind.text && bytes.length > 0 ? [[[...bytes].join(""), token] as const] : [],
        );
        const found = textsOf(trieOf(unpacked));
        expect(found).toEqual(textsOf(trieOf(vocabulary)));
        expect(new Map(found.map(([text, token]) => [token, text]))).toEqual(new Map(texts.map(([t, id]) => [id, t])));
      }),
    );
  });

  it("with any one bit changed are refused", () => {
    fc.assert(
      fc.property(vocabularies, fc.nat(), fc.nat(7), (tokens, at, bit) => {
        const packed = packVocabulary(vocabularyOf(tokens));
        packed[at % packed.length]! ^= 1 << bit;
        expect(() => unpackVocabulary(packed)).toThrow(PackedVocabularyError);
      }),
      { numRuns: 1000 },
    );
  });

  it("that are damaged are refused, or are vocabularies all the same", () => {
    fc.assert(
      fc.property(vocabularies, fc.nat(), fc.nat({ max: 255 }), fc.nat(3), (tokens, at, byte, cut) => {
        const packed = packVocabulary(vocabularyOf(tokens));
        packed[at % packed.length] = byte;
        let unpacked: Vocabulary;
        try {
          unpacked = unpackVocabulary(cut === 0 ? packed.slice(0, at % packed.length) : packed);
        } catch (error) {
          expect(error).toBeInstanceOf(PackedVocabularyError);
          expect((error as PackedVocabularyError).offset).toBeLessThanOrEqual(packed.length);
          return;
        }
        createConstraint({ type: "string" }, unpacked).mask();
      }),
      { numRuns: 1000 },
    );
  });
});
