import { describe, expect, it } from "vitest";
import { lintText } from "../../src/lint/index.ts";

describe("locations", () => {
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
    for (const { message } of lintText("{'a': 1}").findings) expect(message).not.toContain("repair");
    expect(lintText("\ufeff{}").findings.map(({ rule }) => rule)).toEqual(["no-type"]);
  });

  it("are of the key that counts, where one comes again", () => {
    const { findings } = lintText('{"type": "string",\n "type": "null",\n "enum": [null]}');
    expect(findings).toMatchObject([{ rule: "duplicate-key", path: "/type", location: { line: 2, column: 2 } }]);
    expect(findings[0]!.message).toMatch(/only the last one counts/);
  });

  it("are of numbers that are read as others", () => {
    const text = '{"type": "integer",\n"minimum": 0,\n"maximum": 9223372036854775807}';
    const { findings } = lintText(text);
    expect(findings).toMatchObject([{ rule: "inexact-number", path: "/maximum", location: { line: 3, column: 1 } }]);
    expect(lintText('{"enum": [0, 1e999]}').findings.map(({ rule, path }) => [rule, path])).toContainEqual([
      "inexact-number",
      "/enum/1",
    ]);
  });

  it("need text", () => {
    for (const input of [undefined, null, Buffer.from("{}"), {}]) {
      expect(() => lintText(input as unknown as string)).toThrow(TypeError);
    }
  });
});
