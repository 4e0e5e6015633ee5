import { describe, expect, it } from "vitest";
import { createConstraint, has, Vocabulary } from "../../src/constraint/index.ts";
import { leastSliced } from "../../src/constraint/slices.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { vocabularyOf } from "./support.ts";

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/* Masks of strings of a vocabulary that is large enough for slices of it to be taken: at the root, and after a blank. */

const kinds = ["abcxyz", "ABCXYZ", "0189", " ", "-_.:/@", "äжк漢字😀", "\u00a0\u2028\u3000\ufeff", '"\\\n', "\\u0041"];

/** Tokens of all kinds of characters, some cut within one. */
function texts(): Uint8Array[] {
  let seed = 7;
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  const character = (of: string): string => [...of][below([...of].length)]!;
  const found = new Map<string, Uint8Array>();
  for (let byte = 0; byte < 256; byte++) found.set(String(byte), Uint8Array.of(byte));
  while (found.size < 5 * leastSliced) {
    const mixed = below(3) === 0;
    const first = kinds[below(mixed ? kinds.length : 6)]!;
    let text = below(2) === 0 ? " " : "";
    for (let length = 1 + below(6); length > 0; length--)
      text += character(mixed ? kinds[below(kinds.length)]! : first);
    const bytes = bytesOf(text);
    const cut = below(8) === 0 ? bytes.subarray(0, -1) : bytes;
    if (cut.length > 0) found.set(cut.join(), cut);
  }
  return [...found.values()];
}

const vocabulary = Vocabulary.of(texts());

describe("masks of a large vocabulary hold just the tokens that are accepted", () => {
  it.each<[schema: object, beginnings: string[]]>([
    [{ pattern: "^[A-Z].*$" }, ['"', '"A', '"Ab 1', '"Aä']],
    [{ pattern: "^\\S+(\\s\\S+){0,3}$", maxLength: 12 }, ['"', '"a', '"a b', '"a b c d', '"abcxyz abc']],
    [{ pattern: "^[^-]*-[^-]*$" }, ['"', '"a ', '"a-', '"-ж']],
    [{ pattern: "^([a-z]+|[A-Z ]+|漢*)$", minLength: 4 }, ['"', '"a', '"A', '"漢', '"abcx']],
    [{ pattern: "^[a-z]{2,9}$" }, ['"', '"a', '"abcabca']],
    [{ pattern: "[0-9]", maxLength: 5 }, ['"', '"a', '"aaaa', '"1', '"1äжк']],
    [{ pattern: "^.$" }, ['"', '"😀']],
    [{ pattern: "a", minLength: 3 }, ['"', '"a', '"xyzx']],
    [{ pattern: "[0-9]", minLength: 8 }, ['"', '"1', '"1234567', '"abcxyzab']],
    [{ pattern: "^.*.abc$" }, ['"', '"a', '"xab', '"xabc']],
    [{ pattern: "^.*.abc$", maxLength: 7 }, ['"', '"a', '"xab', '"xabc', '"\\tabx']],
    [{ pattern: "^[^1]{0,5}$" }, ['"', '"a', '"\\n', '"abcx', '"漢漢漢漢漢']],
    [{ pattern: "^[^1]{0,5}$", minLength: 3, maxLength: 4 }, ['"', '"a', '"\\n\\u0041']],
    [{ pattern: "^([^A]{2}|.{5,})$", maxLength: 4 }, ['"', '"a']],
    [{ pattern: "^.{4}a?$", maxLength: 9 }, ['"', '"a', '"abcx']],
    [{ pattern: "^([^0]{3}|[^0]{6}A*)$", maxLength: 9 }, ['"', '"a', '"abc', '"abcx', '"abcxyzA']],
    // Keys that aren't to contain a pattern.
    [{ patternProperties: { "[0-9a-c]{4}": false } }, ['{"', '{"a', '{"ab1', '{"ab1 ', '{"\\tab']],
    [{ patternProperties: { "[0-9a-c]{4}": false, "^[A-Z]+$": false } }, ['{"', '{"a', '{"AB', '{"ab1']],
    [{ patternProperties: { "[^ ]{7}": {} }, additionalProperties: false }, ['{"', '{"abcxyz', '{"abcxyzA']],
    [{ propertyNames: { maxLength: 6, pattern: "^[^-]{2}.*$" } }, ['{"', '{"a', '{"abc', '{"abcxy']],
  ])("%j", (schema, beginnings) => {
    const start = createConstraint({ type: ["string", "object"], ...schema }, vocabulary, { order: "free" });
    for (const beginning of beginnings) {
      const constraint = start.fork();
      for (const byte of bytesOf(beginning)) expect(constraint.accept(byte)).toBe(true);
      const mask = constraint.mask();
      const wrong: string[] = [];
      for (let token = 0; token < vocabulary.size; token++) {
        if (has(mask, token) !== constraint.accepts(token))
          wrong.push(new TextDecoder().decode(vocabulary.bytesOf(token)));
      }
      expect([beginning, wrong.slice(0, 5)]).toEqual([beginning, []]);
    }
  });
});

/* Tokens that end a string where it mayn't end are refused, whatever they go on with. */
describe("a token that ends one string too soon and", () => {
  const tooSoon = (schema: JsonSchema, begun: readonly string[], tokens: readonly string[]) => {
    const vocabulary = vocabularyOf(tokens);
    const constraint = createConstraint(schema, vocabulary);
    for (const text of begun) {
      for (const byte of bytesOf(text)) expect(constraint.accept(byte)).toBe(true);
      const mask = constraint.mask();
      for (let token = 0; token < vocabulary.size; token++) {
        expect(has(mask, token), tokens[token - 256]).toBe(constraint.accepts(token));
      }
    }
  };
  const strings = { type: "array", items: { type: "string", minLength: 3 } };

  it("begins another, as thousands do", () => {
    const tokens = Array.from({ length: 1500 }, (_, n) => `a", "b${n}`);
    tooSoon(strings, ['["', "a", "b"], [...tokens, 'abc", "b']);
  });

  it("writes another, and what comes after both", () => {
    const tokens = ["a", "abc"].flatMap((first) =>
      ["b", "bcd"].flatMap((second) =>
        ["", '"', '"]', '"], "', '"], "x"', '"]}'].map((end) => ` ["${first}", "${second}${end}`),
      ),
    );
    const schema = { type: "object", properties: { k: strings, x: strings }, additionalProperties: false };
    tooSoon(
      schema,
      ['{"k":', " ", '["', "a"],
      [...tokens, ...tokens.flatMap((text) => [text.slice(1), text.slice(3)])],
    );
  });
});
