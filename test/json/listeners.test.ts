import { describe, expect, test } from "vitest";
import { createExtractor } from "../../src/json/index.ts";

describe("listeners", () => {
  test("what one throws comes out of write, and the text can't be read on", () => {
    const extractor = createExtractor();
    extractor.on("complete", () => {
      throw new RangeError("mine");
    });
    extractor.write('{"a":');
    expect(() => extractor.write('"x"')).toThrow(RangeError);
    expect(() => extractor.write("}")).toThrow("a listener threw");
    expect(() => extractor.end()).toThrow("a listener threw");
  });

  test("one can't write, nor end the text it's told of", () => {
    for (const method of ["write", "end"] as const) {
      const extractor = createExtractor();
      extractor.on("key", () => void extractor[method]("x"));
      expect(() => extractor.write('{"a":"x"}')).toThrow(`${method}() from within a listener`);
    }
  });

  test("told at the end, one may ask for the result", () => {
    const extractor = createExtractor();
    let status = "";
    extractor.on("end", () => {
      ({ status } = extractor.end());
    });
    extractor.write("[1,2]");
    extractor.end();
    expect(status).toBe("complete");
  });

  test("a promise isn't waited for", async () => {
    const extractor = createExtractor();
    const done: string[] = [];
    extractor.on("item", async ({ value }) => {
      await undefined;
      done.push(`item ${value}`);
    });
    extractor.write("[1,2]");
    done.push("written");
    await undefined;
    await undefined;
    expect(done).toEqual(["written", "item 1", "item 2"]);
  });
});
