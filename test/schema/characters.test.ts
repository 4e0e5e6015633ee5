import { describe, expect, it } from "vitest";
import { matches } from "../../src/schema/automaton.ts";
import { patternFacts } from "../../src/schema/pattern.ts";

it("planes 4 to 13 have nothing assigned, and 15 and 16 are for private use, so that one code point speaks for each", () => {
  for (const plane of [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16]) {
    const points = Array.from({ length: 0xfffe }, (_, i) => String.fromCodePoint(plane * 0x10000 + i)).join("");
    expect(points).toMatch(plane < 14 ? /^\p{Cn}+$/u : /^\p{Co}+$/u);
    expect(points).not.toMatch(/\p{NChar}/u);
  }
});

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
    "\\p{Cn}",
    "\\p{Co}",
    "\\P{NChar}",
    "[\\p{Lu}\\p{NChar}\\p{Co}]",
    "[^\\P{Co}\\p{NChar}]",
  ])("%s has the code points that JavaScript gives it", (source) => {
    const { automaton } = patternFacts(`^(?:${source}|xx)$`);
    const expression = new RegExp(`^${source}$`, "u");
    const wrong: string[] = [];
    const isDense = (point: number) =>
      point < 0x3100 || (point > 0xd700 && point < 0x10100) || point % 0x10000 > 0xff90;
    for (let point = 0; point <= 0x10ffff; point += isDense(point) ? 1 : 97) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const text = String.fromCodePoint(point);
      if (matches(automaton, text) !== expression.test(text)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});
