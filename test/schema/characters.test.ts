import { describe, expect, it } from "vitest";
import { matches } from "../../src/schema/automaton.ts";
import { patternFacts } from "../../src/schema/pattern.ts";

describe("character classes", () => {
  it.each([
    ".",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "[^\\s\\d]",
    "[a-cx-z\\-]",
    "[^]",
    "[\\ud7f0-\\ue010]",
    "[^\\u{10000}-\\u{1ffff}]",
    "\\p{Lu}",
    "\\P{L}",
    "\\p{Script=Greek}",
    "[\\p{Nd}_]",
    "[^\\p{ASCII}]",
    "\\p{Emoji}",
  ])("%s has the code points that JavaScript gives it", (source) => {
    const { automaton } = patternFacts(`^(?:${source}|xx)$`);
    const expression = new RegExp(`^${source}$`, "u");
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += point < 0x3100 || (point > 0xd700 && point < 0x10100) ? 1 : 97) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const text = String.fromCodePoint(point);
      if (matches(automaton, text) !== expression.test(text)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});
