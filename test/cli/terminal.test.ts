import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planText } from "../../src/cli/plan-view.ts";
import {
  clip,
  clipStart,
  columns,
  LiveRegion,
  printable,
  styleFor,
  visibleJson,
  widthOf,
  wrap,
} from "../../src/cli/terminal.ts";

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

  it("hides no text behind an escape sequence", () => {
    expect(printable("Move \u001b[31mdb\u0007 here")).toBe("Move ·[31mdb· here");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("\x1b", "[", "]", "3", ";", "m", "a", "\x07", "\x9b") }),
        (text) => {
          expect(printable(text)).toBe([...text].map((char) => (/[\x1b\x07\x9b]/.test(char) ? "·" : char)).join(""));
        },
      ),
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

  const text = fc.string({ unit: fc.constantFrom("a", "计", " ", "🙂", "é", "e\u0301") });

  it("never exceeds the width it was given", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (plain, width) => {
        expect(columns(clip(plain, width))).toBeLessThanOrEqual(width);
        expect(columns(clipStart(plain, width))).toBeLessThanOrEqual(width);
        for (const line of wrap(plain, width)) expect(columns(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("cuts at the end or at the start, and between characters", () => {
    expect(clip("one two", 4)).toBe("one…");
    expect(clipStart("one two", 4)).toBe("…two");
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (plain, width) => {
        expect(plain.startsWith(clip(plain, width).replace(/…$/, ""))).toBe(true);
        expect(plain.endsWith(clipStart(plain, width).replace(/^…/, ""))).toBe(true);
        for (const cut of [clip(plain, width), clipStart(plain, width), ...wrap(plain, width)]) {
          expect(cut).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });

  it("gets on however narrow it is", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -10, max: 2 }), (plain, width) => {
        const lines = wrap(plain, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(plain.replaceAll(" ", ""));
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(Math.max(2, width));
      }),
    );
    const step = {
      ...{ id: "S1", title: "Pack", description: "Pack all", dependencies: [], tool_hint: null },
      ...{ expected_output: "Boxes", risk_level: "high" as const },
    };
    const plan = { objective: "Move house", assumptions: ["Dry"], steps: [step], completion_criteria: ["Done"] };
    for (const width of [0, 1, 2, 3, 4, 5]) {
      const lines = planText(plan, { waves: [["S1"]], criticalPath: ["S1"] }, styleFor({}), width);
      expect(lines.join("").replaceAll(" ", "")).toContain("Movehouse");
    }
  });

  it("takes a terminal that nobody measured for one of 80 columns", () => {
    expect([{ columns: 0 }, {}, { columns: 3 }].map(widthOf)).toEqual([80, 80, 3]);
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

  const draw = (size: { columns: number; rows: number }, lines: string[]): string => {
    const written: string[] = [];
    new LiveRegion({ isTTY: true, ...size, write: (text: string) => written.push(text) } as never).draw(() => lines);
    return written.join("");
  };

  it("never draws more lines than the screen has", () => {
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line}`);
    const drawn = draw({ columns: 40, rows: 5 }, lines);
    expect(drawn).toContain("line 49");
    expect(drawn.split("\n").length).toBeLessThanOrEqual(5);
  });

  it("never draws a line wider than the screen, and ends the colours it cuts", () => {
    const drawn = draw({ columns: 20, rows: 5 }, [`\x1b[31m${"计".repeat(30)}\x1b[39m`]);
    expect(drawn).toContain(`\x1b[31m${"计".repeat(10)}\x1b[39m\x1b[K`);
  });

  it("draws nothing on a screen too small to take it back from, and as usual on one of unknown size", () => {
    expect(draw({ columns: 19, rows: 24 }, ["a"])).toBe("");
    expect(draw({ columns: 80, rows: 3 }, ["a"])).toBe("");
    expect(draw({ columns: 0, rows: 0 }, ["a"])).toContain("a\x1b[K");
  });

  it("shows the cursor again on a screen that became too small", () => {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 40, rows: 10, write: (text: string) => written.push(text) };
    const region = new LiveRegion(stream as never);
    region.draw(() => ["one"]);
    stream.columns = 5;
    region.clear();
    expect(written.at(-1)).toContain("\x1b[?25h");
  });
});
