import fc from "fast-check";
import { expect, it } from "vitest";
import { freeText } from "../../src/constraint/forms.ts";
import { TextLexeme } from "../../src/constraint/text.ts";
import { trieOf } from "../../src/constraint/trie.ts";
import { LexemeWalk } from "../../src/constraint/walk.ts";
import { Walks } from "../../src/constraint/walks.ts";
import { patternFacts } from "../../src/schema/pattern.ts";
import { vocabularyOf } from "./support.ts";

const vocabulary = vocabularyOf(["a", "ab", 'b"', 'ab", "', "ba"]);
const trie = trieOf(vocabulary);
const words = (vocabulary.size + 31) >> 5;

it("what's kept of lexemes is bounded, however many there are, and the same after it was let go of", () => {
  const text = fc.stringMatching(/^[ab]{0,4}$/);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (lists) => {
      const walks = new Walks(words, false, 2000);
      const kept = walks as unknown as { known: Map<unknown, unknown> };
      for (const texts of lists) {
        // Nothing but its end can go wrong.
        const lexeme = new TextLexeme(patternFacts(`(?:${texts.join("|")})$`).automaton, freeText);
        const open = lexeme.step(0, 0x22);
        const walk = walks.walk(trie, 0, lexeme, open, undefined);
        const fresh = new LexemeWalk(trie, 0, lexeme, open, words, false);
        expect([walk.stay(9), walk.ending(0, 9)]).toEqual([fresh.stay(9), fresh.ending(0, 9)]);
        const free = walks.walk(trie, 0, freeText, freeText.step(0, 0x22), undefined);
        expect(walks.ending(free, lexeme, open)).toEqual(free.endingAs(lexeme, open));
        expect(kept.known.size).toBeLessThan(12);
      }
    }),
  );
});
