/** Any grammar, with characters from everywhere: the sampler never runs dry, and the text is a sentence of it. */
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, loadModel } from "../../src/engine/index.ts";
import { createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { quick, randomModel, temporaryFolder, write } from "./helpers.ts";

const codePoint = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x80, max: 0x7ff }),
  fc.integer({ min: 0x800, max: 0xd7ff }),
  fc.integer({ min: 0x10000, max: 0x10ffff }),
  fc.constantFrom(0x1f600, 0xd7ff, 0xe000, 0xffff, 0x10ffff, 0x7f, 0x80, 0x7ff),
);
const escaped = (code: number) => `\\U${code.toString(16).padStart(8, "0")}`;
const literal = fc.array(codePoint, { minLength: 1, maxLength: 3 }).map((codes) => `"${codes.map(escaped).join("")}"`);
const range = fc.tuple(codePoint, fc.integer({ min: 0, max: 300 })).map(([first, more]) => {
  const last = Math.min(first + more, first <= 0xd7ff ? 0xd7ff : 0x10ffff);
  return `${escaped(first)}-${escaped(last)}`;
});
const characters = fc
  .tuple(fc.constantFrom("", "^"), fc.array(range, { minLength: 1, maxLength: 3 }))
  .map(([not, ranges]) => `[${not}${ranges.join("")}]`);
const { alternatives } = fc.letrec<{ alternatives: string; sequence: string; item: string }>((tie) => ({
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2 },
        literal,
        characters,
        tie("alternatives").map((group) => `(${group})`),
      ),
      fc.constantFrom("", "", "", "?", "{1,2}"),
    )
    .map(([what, times]) => what + times),
  sequence: fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((items) => items.join(" ")),
  alternatives: fc.array(tie("sequence"), { minLength: 1, maxLength: 2 }).map((sequences) => sequences.join(" | ")),
}));

let engine: Engine;
beforeAll(async () => {
  const path = randomModel(join(temporaryFolder(), "random.gguf"), { seed: 3, spread: 3 });
  engine = await loadModel(path, { ...quick, contextSize: 512 });
});
afterAll(() => engine.dispose());

test("what is written is a sentence of the grammar, or the beginning of one", async () => {
  await fc.assert(
    fc.asyncProperty(alternatives, fc.integer({ min: 0, max: 2 ** 31 }), async (root, seed) => {
      const grammar = `root ::= ${root}`;
      const sampling = { temperature: 1.5, topK: seed % 2 === 0 ? 0 : 40, seed };
      const { text, finish } = await write(engine, { prompt: "x", grammar, maxTokens: 60, sampling });
      expect(text).not.toContain("\uFFFD");
      const recogniser = createRecogniser(parseGbnf(grammar));
      expect(recogniser.accept(text)).toBe(true);
      if (finish === "stop") expect(recogniser.complete).toBe(true);
    }),
    { numRuns: 200 },
  );
});
