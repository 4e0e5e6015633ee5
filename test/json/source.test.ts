import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonSourceError, readSource } from "../../src/json/index.ts";

/** A JSON value as text, in any layout, with the offset of each member's name and item by its pointer. */
function written(value: unknown, blank: () => string): { text: string; at: Map<string, number> } {
  const at = new Map<string, number>();
  let text = "";
  const write = (part: unknown, pointer: string): void => {
    text += blank();
    if (Array.isArray(part)) {
      text += "[";
      part.forEach((item, i) => {
        if (i > 0) text += ",";
        text += blank();
        at.set(`${pointer}/${i}`, text.length);
        write(item, `${pointer}/${i}`);
      });
      text += `${blank()}]`;
    } else if (typeof part === "object" && part !== null) {
      text += "{";
      Object.entries(part).forEach(([name, item], i) => {
        text += `${i > 0 ? "," : ""}${blank()}`;
        const inner = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        at.set(inner, text.length);
        text += `${JSON.stringify(name)}${blank()}:`;
        write(item, inner);
      });
      text += `${blank()}}`;
    } else text += JSON.stringify(part);
    text += blank();
  };
  write(value, "");
  return { text, at };
}

describe("locations", () => {
  it("are those of names and items, in any layout", () => {
    const blanks = fc.array(fc.constantFrom("", " ", "\n", "\r\n  ", "\t"), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), blanks, (json, layout) => {
        let turn = 0;
        const { text, at } = written(JSON.parse(json), () => layout[turn++ % layout.length]!);
        const places = readSource(text).locate(at.keys());
        for (const [pointer, offset] of at) {
          const before = text.slice(0, offset).split("\n");
          const { line, column } = places.get(pointer)!;
          // An item's own blanks come before it.
          const rest = text
            .split("\n")
            .slice(line - 1)
            .join("\n")
            .slice(column - 1);
          if (/^[\s]/.test(text.slice(offset))) expect(rest.trimStart()).toBe(text.slice(offset).trimStart());
          else expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
        }
      }),
    );
  });

  it("of a key that comes again are those of the last one, and of what is in it", () => {
    const text =
      '{"a": {"b": 1, "c": {"d": 1}},\n "a": {"c": 2},\n "": [{"x": 1, "x": 2, "x": 3}], "__proto__": 1, "__proto__": 2}';
    const source = readSource(text);
    expect(source.repeated).toEqual(["/a", "//0/x", "/__proto__"]);
    const at = (pointer: string) => {
      const { line, column } = source.locate([pointer]).get(pointer)!;
      return [line, column];
    };
    expect(at("/a")).toEqual([2, 2]);
    expect(at("/a/c")).toEqual([2, 8]);
    // Not in the value that counts: the nearest place above.
    expect(at("/a/b")).toEqual([2, 2]);
    expect(at("/a/c/d")).toEqual([2, 8]);
    expect(readSource('{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]}').repeated).toEqual([]);
    // What is said of hostile texts has a bound.
    expect(
      readSource(`{${Array.from({ length: 5000 }, (_, i) => `"a":1,"b${i}":1,"b${i}":1`).join(",")}}`).repeated,
    ).toHaveLength(100);
  });
});

describe("numbers that are read as others", () => {
  const roundedIn = (...numbers: string[]) =>
    readSource(`[${numbers.join(", ")}]`).rounded.map((pointer) => numbers[+pointer.slice(1)]);

  it("are listed", () => {
    const rounded = [
      "9007199254740993",
      "9223372036854775807",
      "-123456789012345678901234567890",
      "1e400",
      "-1E+999",
      "0.12345678901234567890",
      "1.0000000000000000001",
    ];
    expect(roundedIn(...rounded)).toEqual(rounded);
  });

  it("but not those that are themselves", () => {
    const exact = [
      "9007199254740992",
      "9223372036854776000",
      "1e300",
      "0.1",
      "-0",
      "0.10000000000000000000",
      "100000000000000000000000",
      "123456789012345678e0",
      "1.5e-7",
    ];
    expect(roundedIn(...exact)).toEqual(["123456789012345678e0"]);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (number) => void expect(roundedIn(String(number))).toEqual([]),
      ),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => void expect(roundedIn(`${number}`, `${number}.000`)).toEqual([])),
    );
    expect(readSource('{"a": [{"b": 12345678901234567890123}], "c": "12345678901234567890123"}').rounded).toEqual([
      "/a/0/b",
    ]);
  });
});

describe("a text that isn't JSON", () => {
  it("a second byte order mark is called what it is", () => {
    expect(readSource("\ufeff1").value).toBe(1);
    expect(() => readSource("\ufeff\ufeff1")).toThrow(/second byte order mark/);
  });

  const faultOf = (text: string): JsonSourceError => {
    try {
      readSource(text);
    } catch (error) {
      if (error instanceof JsonSourceError) return error;
    }
    throw new Error("no fault");
  };

  it("is refused with its place, in words that fit a file", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom("'", "#", "None", "\u201c", ",", "}", "\n", ""),
        (json, at, flaw) => {
          const text = json.slice(0, at % (json.length + 1)) + flaw;
          let whole = true;
          try {
            JSON.parse(text);
          } catch {
            whole = false;
          }
          if (whole) return void readSource(text);
          const { message, location } = faultOf(text);
          expect(message).toMatch(/^[A-Z].*\.$/s);
          expect(message).not.toContain("repair");
          const { line, column } = location;
          const lines = text.split("\n");
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1);
        },
      ),
    );
  });

  it("however deep or long", () => {
    expect(faultOf(`${"[".repeat(100_000)}x`).location).toMatchObject({ line: 1, column: 100_001 });
    expect(faultOf(`[${"1,".repeat(1_100_000)}x`).location).toMatchObject({ line: 1, column: 2_200_002 });
    for (const input of [undefined, null, Buffer.from("{}"), 3]) {
      expect(() => readSource(input as unknown as string)).toThrow(/must be a string; decode bytes/);
    }
  });
});
