import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintText } from "../../src/lint/index.ts";
import { locate } from "../../src/lint/source.ts";

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
        const places = locate(text, at.keys());
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

  it("cover the name of the keyword, or its schema's", () => {
    const text =
      '\ufeff{\n  "type": "object",\n  "properties": {\n    "a/b~\\"": {"type": "string", "maxlength": 2}\n  }\n}\n';
    const { findings } = lintText(text, { rules: ["ignored-keyword", "unbounded-string", "open-object"] });
    expect(findings.map(({ rule, path, location }) => [rule, path, location])).toEqual([
      ["open-object", "", { line: 1, column: 1, endLine: 1, endColumn: 2 }],
      ["unbounded-string", '/properties/a~1b~0"', { line: 4, column: 5, endLine: 4, endColumn: 13 }],
      ["ignored-keyword", '/properties/a~1b~0"/maxlength', { line: 4, column: 34, endLine: 4, endColumn: 45 }],
    ]);
  });

  it("say where a text stops being JSON", () => {
    const at = (text: string) => {
      const [{ rule, location }] = lintText(text).findings as [ReturnType<typeof lintText>["findings"][0]];
      return [rule, location!.line, location!.column];
    };
    expect(at('{"type":\n  "string",}')).toEqual(["not-json", 2, 12]);
    expect(at('{"type": ')).toEqual(["not-json", 1, 10]);
    expect(at("")).toEqual(["not-json", 1, 1]);
    expect(at("{} {}")[0]).toBe("not-json");
    expect(lintText("\ufeff{}").findings.map(({ rule }) => rule)).toEqual(["no-type"]);
  });
});
