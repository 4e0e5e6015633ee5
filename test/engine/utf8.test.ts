import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, clean, illFormed } from "../../src/engine/llama/utf8.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function wellFormed(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Bytes at the edges of what UTF-8 allows come often enough to meet each other. */
const edgeBytes = fc.constantFrom(
  0x00,
  0x41,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xec,
  0xed,
  0xee,
  0xef,
  0xf0,
  0xf1,
  0xf3,
  0xf4,
  0xf5,
  0xff,
);

test("a text is well-formed exactly if the machine is between characters at its end", () => {
  fc.assert(
    fc.property(fc.array(edgeBytes, { maxLength: 9 }), (list) => {
      const bytes = Uint8Array.from(list);
      expect(advance(clean, bytes) === clean).toBe(wellFormed(bytes));
    }),
    { numRuns: 20_000 },
  );
});

test("a state that isn't ill-formed can always be brought to an end", () => {
  fc.assert(
    fc.property(fc.array(edgeBytes, { maxLength: 9 }), (list) => {
      let state = advance(clean, Uint8Array.from(list));
      if (state === illFormed) return;
      for (let i = 0; i < 3 && state !== clean; i++) {
        for (let byte = 0x80; byte <= 0xbf; byte++) {
          const next = advance(state, Uint8Array.of(byte));
          if (next === illFormed) continue;
          state = next;
          break;
        }
      }
      expect(state).toBe(clean);
    }),
  );
});

test("cuts don't matter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, cut) => {
      const bytes = new TextEncoder().encode(text);
      const at = bytes.length === 0 ? 0 : cut % bytes.length;
      expect(advance(advance(clean, bytes.subarray(0, at)), bytes.subarray(at))).toBe(clean);
    }),
  );
});
