/**
 * Strict mode takes what `JSON.parse` takes and refuses what it refuses, and lenient mode names all that it reads past:
 * texts with a few random faults.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExtractor } from "../../src/json/index.ts";
import { byByte, byCharacter, type Chunk, cut, isWellFormed, lengths } from "./support.ts";
import { runs, same, spelled, values } from "./texts.ts";

/** What a fault puts in place of a stretch of text. */
const scraps = fc.oneof(
  fc.constantFrom(..."{}[]:,\"\\/'0123456789.eE+-truefalsn \n\r\t\0\x1f\u00a0\ufeff\u2028\ud83d\ude80"),
  fc.constantFrom("null", "true", "NaN", "\\u", "\\u00", "\\ud83d", "\\n", '"a":', "[]", "{}", "-0", "1e5", "01", "//"),
);
const faults = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.oneof(fc.constant(""), scraps)), { maxLength: 3 });

function faulty(text: string, all: readonly (readonly [number, number, string])[]): string {
  return all.reduce((before, [place, length, scrap]) => {
    const at = place % (before.length + 1);
    return before.slice(0, at) + scrap + before.slice(at + length);
  }, text);
}

/** `JSON.parse`, but for a byte order mark at the beginning, which RFC 8259 lets a reader skip. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch {
    return undefined;
  }
}

function agrees(text: string, pieces: readonly Chunk[]): void {
  // Nobody listens, so that it may be read in bulk.
  const extractor = createExtractor({ wrappers: "none" });
  for (const piece of pieces) extractor.write(piece);
  const { status, documents, error } = extractor.end();
  const wanted = parsed(text);
  expect([text, status === "complete"]).toEqual([text, wanted !== undefined]);
  if (wanted) same(documents[0]!.value, wanted.value);
  else if (status === "error") expect(error!.offset).toBeLessThanOrEqual(text.length);
}

describe("with a few faults", () => {
  test("a text is taken or refused as by JSON.parse", () => {
    fc.assert(
      fc.property(spelled(values), faults, lengths, (whole, all, random) => {
        const text = faulty(whole, all);
        agrees(text, [text]);
        agrees(text, byCharacter(text));
        agrees(text, cut(text, random, false));
        if (isWellFormed(text)) agrees(text, byByte(text));
      }),
      { numRuns: runs * 3 },
    );
  });

  test("a long one too, of which most is read in bulk", () => {
    const long = fc.array(spelled(values), { minLength: 20, maxLength: 60 }).map((items) => `[${items.join(",")}]`);
    fc.assert(
      fc.property(long, faults, fc.integer({ min: 100, max: 3000 }), (whole, all, length) => {
        const text = faulty(whole, all);
        agrees(text, [text]);
        agrees(text, cut(text, [length], isWellFormed(text)));
      }),
      { numRuns: runs },
    );
  });

  test("lenient mode names each fault that it reads past: without a repair, the text is valid", () => {
    const quotes = fc.constantFrom("'", "“", "”", "：", "，", "None", "True", "#", "/*", "*/", "//", "\\x", "a", "_");
    const flaws = fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.oneof(fc.constant(""), scraps, quotes)), { maxLength: 4 });
    fc.assert(
      fc.property(spelled(values), flaws, lengths, (whole, all, random) => {
        const text = faulty(whole, all);
        const wanted = parsed(text);
        for (const pieces of [[text], cut(text, random, false)]) {
          const extractor = createExtractor({
            wrappers: "none",
            mode: "lenient",
            allow: ["single-quote", "escape"],
          });
          for (const piece of pieces) extractor.write(piece);
          const { status, documents, repairs } = extractor.end();
          if (status === "complete" && repairs.length === 0) {
            expect([text, wanted !== undefined]).toEqual([text, true]);
            same(documents[0]!.value, wanted!.value);
          } else expect([text, wanted]).toEqual([text, undefined]);
        }
      }),
      { numRuns: runs * 3 },
    );
  });
});
