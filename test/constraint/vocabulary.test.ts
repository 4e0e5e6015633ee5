import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint, Vocabulary, VocabularyError, vocabularyLimits } from "../../src/constraint/index.ts";

type Parts = [kinds: Uint8Array, bytes: Uint8Array, starts: Uint32Array, order?: Uint32Array];
const good = (): Parts => [
  Uint8Array.of(0, 0, 1, 2, 0),
  Uint8Array.of(0x22, 0x61, 0x22),
  Uint32Array.of(0, 1, 3, 3, 3, 3),
  Uint32Array.of(0, 1),
];

/** Values of other kinds than what's asked for. */
const strange = fc.constantFrom<unknown>(null, undefined, 5, "text", [0, 1], {}, new Uint16Array(5), Buffer.alloc(5));

describe("a vocabulary", () => {
  it("of its parts", () => {
    const vocabulary = new Vocabulary(...good());
    expect([vocabulary.size, vocabulary.canEnd, vocabulary.hasContinuations]).toEqual([5, true, false]);
    const written = [-1, 0, 1, 2, 3, 4, 5, 6, 0.5, Number.NaN].map((token) => [...vocabulary.bytesOf(token)]);
    expect(written).toEqual([[], [0x22], [0x61, 0x22], [], [], [], [], [], [], []]);
  });

  it("of tokens one by one is that of their parts", () => {
    const made = Vocabulary.of([Uint8Array.of(0x22), Uint8Array.of(0x61, 0x22), 1, 2, new Uint8Array(0)]);
    const [kinds, bytes, starts] = good();
    expect([made.kinds, made.bytes, made.starts]).toEqual([kinds, bytes, starts]);
    for (const wrong of [0, 3, "a", null, [0x22]]) {
      expect(() => Vocabulary.of([wrong as never])).toThrow(
        expect.objectContaining({ name: "VocabularyError", part: "bytes" }),
      );
    }
  });

  it.each<[string, (parts: Parts) => unknown, string]>([
    ["no tokens", (parts) => parts.splice(0, 4, new Uint8Array(0), new Uint8Array(0), Uint32Array.of(0)), "kinds"],
    ["a kind that there isn't", ([kinds]) => kinds.set([3], 1), "kinds"],
    ["bytes of an end token", ([kinds]) => kinds.set([1], 1), "kinds"],
    ["a start after the next one", ([, , starts]) => starts.set([2, 1], 1), "starts"],
    ["a first start that isn't 0", ([, , starts]) => starts.set([1], 0), "starts"],
    ["bytes that are no token's", (parts) => parts.splice(1, 1, new Uint8Array(4)), "starts"],
    ["too few bytes", (parts) => parts.splice(1, 1, new Uint8Array(2)), "starts"],
    ["too few starts", (parts) => parts.splice(2, 1, parts[2].slice(0, 5)), "starts"],
    ["another order", ([, , , order]) => order!.reverse(), "order"],
    ["an order that lacks one", (parts) => parts.splice(3, 1, Uint32Array.of(0)), "order"],
    ["an order with an end token", (parts) => parts.splice(3, 1, Uint32Array.of(0, 1, 2)), "order"],
    ["an order with a number that's no token's", (parts) => parts.splice(3, 1, Uint32Array.of(0, 9)), "order"],
    [
      "a token that's too long",
      (parts) => {
        const length = vocabularyLimits.tokenBytes + 1;
        parts.splice(0, 4, Uint8Array.of(0), new Uint8Array(length), Uint32Array.of(0, length));
      },
      "starts",
    ],
  ])("with %s is refused", (_, damage, part) => {
    const parts = good();
    damage(parts);
    const made = () => new Vocabulary(...parts);
    expect(made).toThrow(VocabularyError);
    expect(made).toThrow(expect.objectContaining({ part }));
  });

  it("of anything at all is refused with a typed error, or works", () => {
    const any = fc.tuple(
      fc.oneof(fc.uint8Array({ max: 3, maxLength: 6 }), strange),
      fc.oneof(fc.uint8Array({ maxLength: 9 }), strange),
      fc.oneof(fc.uint32Array({ max: 9, maxLength: 7 }), fc.constant(Uint32Array.of(0, 2, 2, 3)), strange),
      fc.oneof(fc.constant(undefined), fc.uint32Array({ max: 9, maxLength: 4 }), strange),
    );
    fc.assert(
      fc.property(any, (parts) => {
        let vocabulary: Vocabulary;
        try {
          vocabulary = new Vocabulary(...(parts as Parts));
        } catch (error) {
          expect(error).toBeInstanceOf(VocabularyError);
          return;
        }
        createConstraint({ type: ["string", "integer"] }, vocabulary).mask();
      }),
      { numRuns: 2000 },
    );
  });

  it("is what a constraint needs", () => {
    for (const wrong of [undefined, null, {}, 5]) {
      expect(() => createConstraint({ type: "string" }, wrong as never)).toThrow(TypeError);
    }
  });
});
