import { describe, expect, test } from "vitest";
import { createExtractor, type ExtractorOptions } from "../../src/json/index.ts";
import { briefPath } from "../../src/json/path.ts";
import { isWellFormed } from "./support.ts";

function errorOf(text: string, options: ExtractorOptions = {}) {
  const extractor = createExtractor(options);
  extractor.write(text);
  const { status, error } = extractor.end();
  expect(status).toBe("error");
  return error!;
}

describe("an error's message", () => {
  test("a hundred thousand brackets in one piece: a typed error that fits on a line", () => {
    for (const wrappers of ["any", "none"] as const) {
      for (const opener of ["[", '{"a":']) {
        const error = errorOf(opener.repeat(100_000), { wrappers });
        expect(error.code).toBe("depth-limit");
        expect(error.path.length).toBeGreaterThan(500);
        expect(error.message).toContain(opener === "[" ? "in [0][0]" : "in a.a");
        expect(error.message.length).toBeLessThan(160);
        expect(error.excerpt.length).toBeLessThan(40);
      }
    }
  });

  test("names the first and last steps of a long path, and the beginning of a long key", () => {
    const short = ["a", 0, "b c", 1, "d", 2, "e", 3, "f", 4, "g", 5];
    expect(briefPath([])).toBe("$");
    expect(briefPath(short)).toBe('a[0]["b c"][1].d[2].e[3].f[4].g[5]');
    expect(briefPath([...short, "h"])).toBe('a[0]["b c"][1].d[2] … [3].f[4].g[5].h');
    expect(briefPath(["k".repeat(40)])).toBe("k".repeat(40));
    expect(briefPath(["k".repeat(41)])).toBe(`["${"k".repeat(39)}…"]`);
    expect(isWellFormed(briefPath([`k${"🚀".repeat(1000)}`]))).toBe(true);
  });

  test("stays short whatever stands in the text", () => {
    const key = "k".repeat(100_000);
    expect(errorOf(`{"${key}":{"x":tru}}`).message.length).toBeLessThan(200);
    const twice = errorOf(`{"${key}":1,"${key}":2}`, { duplicateKeys: "error" });
    expect(twice.code).toBe("duplicate-key");
    expect(twice.message.length).toBeLessThan(250);
  });
});

test("what isn't text is refused, and the reader goes on", () => {
  const extractor = createExtractor();
  for (const chunk of [123, undefined, null, [0x31], new ArrayBuffer(2)]) {
    expect(() => extractor.write(chunk as never)).toThrow(TypeError);
  }
  extractor.write('{"a": 1}');
  expect(extractor.end().documents[0]?.value).toEqual({ a: 1 });
});
