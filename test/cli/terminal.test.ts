import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, columns, LiveRegion, printable, styleFor, visibleJson, wrap } from "../../src/cli/terminal.ts";

describe("printable", () => {
  it("leaves nothing in a model's text that a terminal would obey", () => {
    const hostile = "a\x1b[2Jb\x1b]0;title\x07c\x9bm\u202egnp.exe\r\nd\te\x00";
    expect(printable(hostile)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(printable(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });

  it("leaves ordinary text of any script alone", () => {
    expect(printable("Move 订单 naïve 👩‍👩‍👧")).toBe("Move 订单 naïve 👩‍👩‍👧");
  });
});

describe("visibleJson", () => {
  it("means the same as JSON, and holds nothing that a terminal would obey", () => {
    fc.assert(
      fc.property(
        fc.json().map((text) => JSON.parse(text) as unknown),
        fc.string({ unit: "binary" }),
        (value, text) => {
          const shown = visibleJson([value, text]);
          expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify([value, text]));
          expect(shown).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });
});

describe("widths", () => {
  it("counts wide characters as two columns and joiners as none", () => {
    expect(columns("ab")).toBe(2);
    expect(columns("计划")).toBe(4);
    expect(columns("e\u0301")).toBe(1);
    expect(columns("\x1b[31mred\x1b[39m")).toBe(3);
  });

  it("never exceeds the width it was given", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "计", " ", "🙂", "é") });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (plain, width) => {
        expect(columns(clip(plain, width))).toBeLessThanOrEqual(width);
        for (const line of wrap(plain, width)) expect(columns(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("wraps without losing a word", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, fc.integer({ min: 5, max: 60 }), (list, width) => {
        expect(wrap(list.join(" "), width).join(" ").replaceAll(" ", "")).toBe(list.join(""));
      }),
    );
  });
});

describe("styleFor", () => {
  it("paints only terminals", () => {
    expect(styleFor({ isTTY: false }).red("x")).toBe("x");
    expect(styleFor({}).bold("x")).toBe("x");
  });
});

describe("LiveRegion", () => {
  it("writes nothing where there is no terminal", () => {
    const written: string[] = [];
    const region = new LiveRegion({ isTTY: false, write: (text: string) => written.push(text) } as never);
    region.draw(() => ["a"]);
    region.clear();
    expect(written).toEqual([]);
  });

  it("takes back what it drew and shows the cursor again", () => {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 40, rows: 10, write: (text: string) => written.push(text) };
    const region = new LiveRegion(stream as never);
    region.draw(() => ["one", "two"]);
    region.clear();
    expect(written[0]).toContain("one\x1b[K\ntwo\x1b[K");
    expect(written.at(-1)).toBe("\x1b[2A\r\x1b[J\x1b[?25h");
  });

  it("never draws more lines than the screen has", () => {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 40, rows: 5, write: (text: string) => written.push(text) };
    new LiveRegion(stream as never).draw(() => Array.from({ length: 50 }, (_, line) => `line ${line}`));
    expect(written[0]).toContain("line 49");
    expect(written[0]!.split("\n").length).toBeLessThanOrEqual(5);
  });
});
