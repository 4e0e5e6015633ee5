/** What the caps of a grammar must not break. */
import { compileGbnf, createRecogniser, type GbnfError, type Grammar, parseGbnf } from "sluice/gbnf";
import { bundleSchema, type JsonSchema, OptionError } from "sluice/schema";
import { describe, expect, it } from "vitest";

function accepts(schema: JsonSchema, text: string): boolean {
  const recogniser = createRecogniser(parseGbnf(compileGbnf(schema).grammar));
  return recogniser.accept(text) && recogniser.complete;
}

describe("numbers", () => {
  it("can't be written so large that they are Infinity, nor so small that they are zero", () => {
    const digits = "9".repeat(20);
    for (const text of [`${digits}e99`, `0.${"0".repeat(19)}1e-99`]) {
      expect(accepts({ type: "number", exclusiveMinimum: 0 }, text)).toBe(true);
      expect(Number(text)).toBeGreaterThan(0);
      expect(Number(text)).toBeLessThan(Infinity);
    }
    expect(accepts({ type: "number" }, "1e100")).toBe(false);
    expect(accepts({ type: "number" }, "-2.5E+10")).toBe(true);
  });
});

describe("keys beyond the named ones", () => {
  it.each([257, 258, 300])("may be as many as minProperties asks for: %i", (least) => {
    const schema = { type: "object", minProperties: least, additionalProperties: { type: "boolean" } };
    const object = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}": true`).join(", ")}}`;
    expect(accepts(schema, object(least))).toBe(true);
    expect(accepts(schema, object(least - 1))).toBe(false);
  });
});

describe("schemas whose texts alone are too large", () => {
  const long = "ab".repeat(2_500_000);
  const many = Array.from({ length: 600 }, (_, i) => `${i}${"k".repeat(9900)}${i}`);
  it.each<[string, JsonSchema]>([
    ["a literal", { const: long }],
    ["literals that begin alike", { enum: [long, `${long}c`] }],
    ["unique items", { type: "array", uniqueItems: true, items: { enum: [long, "b"] } }],
    ["items of a tuple", { const: many }],
    ["names", { type: "object", properties: Object.fromEntries(many.map((name) => [name, { type: "null" }])) }],
  ])("%s: refused before a grammar is made", (_, schema) => {
    expect(() => compileGbnf(schema)).toThrow(expect.objectContaining({ code: "too-large" }));
  });

  it("literals that end alike are written once, so they fit", () => {
    const schema = { enum: Array.from({ length: 600 }, (_, i) => `${i}${"k".repeat(9900)}`) };
    expect(compileGbnf(schema).grammar.length).toBeLessThan(100_000);
  });
});

describe("bounds of the grammar's own, in the report", () => {
  const boundOf = (schema: JsonSchema, keyword: string) =>
    compileGbnf(schema).report.find((entry) => entry.keyword === keyword)?.reason;

  it.each<[JsonSchema, string, RegExp]>([
    [{ type: "object", minProperties: 300 }, "maxProperties", /than minProperties asks for, at most 300$/],
    [{ type: "object", minProperties: 200 }, "maxProperties", /at most 257 keys beyond the named ones by default$/],
    [{ type: "array", minItems: 2 ** 53 - 1 }, "maxItems", /no more than the 9007199254740991 that minItems asks for$/],
    [{ type: "array", minItems: 3 }, "maxItems", /capped at 256 by default$/],
    [{ type: "string", minLength: 3000 }, "maxLength", /no more than the 3000 that minLength asks for$/],
  ])("%j", (schema, keyword, reason) => expect(boundOf(schema, keyword)).toMatch(reason));

  it.each<[JsonSchema, number | null, RegExp | undefined]>([
    [{ type: "object" }, 5, /keys that aren't named are capped at 5 characters/],
    [{ properties: { a: { type: "null" } } }, 5, /capped at 5 characters/],
    [{ patternProperties: { "^x": true }, additionalProperties: false }, 5, /runs of like characters end after 5/],
    [{ propertyNames: { pattern: "^x" } }, 5, /runs of like characters end after 5/],
    [{ propertyNames: { maxLength: 9 } }, 5, undefined],
    [{ additionalProperties: false, properties: { a: true } }, 5, undefined],
    [{ type: "object" }, null, undefined],
  ])("of keys that aren't named: %j capped at %j", (schema, maxStringLength, reason) => {
    const { report } = compileGbnf({ ...(schema as object), type: "object" }, { maxStringLength });
    const entry = report.find(({ path }) => path === "/propertyNames/maxLength");
    if (reason)
      expect(entry).toMatchObject({ keyword: "maxLength", status: "grammar", reason: expect.stringMatching(reason) });
    else expect(entry?.reason).toBeUndefined();
  });

  it.each(["additionalProperties", "items"])("of keys of objects right at a keyword: %s", (keyword) => {
    const { report } = compileGbnf({ [keyword]: { type: "object" } });
    expect(report.map(({ path }) => path)).toContain(`/${keyword}/propertyNames/maxLength`);
  });

  it("say only of those that may be null that they may", () => {
    expect(() => compileGbnf(true, { maxSize: 0 })).toThrow(
      /^Option `maxSize` must be a whole number, 1 or more, not 0\.$/,
    );
    expect(() => compileGbnf(true, { maxItems: 0 })).toThrow(/or null for no bound/);
  });
});

describe("what is of the wrong type", () => {
  const wrong = [undefined, null, 1.5, -1, 0x110000, Number.NaN, true, {}, []];
  const read = () => createRecogniser(parseGbnf('root ::= "a"'));
  const typed = expect.objectContaining<Partial<GbnfError>>({ code: "not-a-grammar" });
  it.each(wrong.map((value) => [value]))("%o is a typed error", async (value) => {
    expect(() => parseGbnf(value as string)).toThrow(typed);
    expect(() => createRecogniser(value as unknown as Grammar)).toThrow(typed);
    expect(() => read().accept(value as string)).toThrow(typed);
    if (typeof value !== "number" && value !== undefined) {
      expect(() => read().forced(value as unknown as number)).toThrow(typed);
    }
    await expect(bundleSchema({}, value as never)).rejects.toThrow(OptionError);
  });

  it.each(["http://[", "schemas/a.json", ""])("a base that is no absolute URI: %j", async (base) => {
    await expect(bundleSchema({ $ref: "b" }, () => true, { base })).rejects.toThrow(/must be an absolute URI/);
  });
});
