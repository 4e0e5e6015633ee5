/** What the caps of a grammar must not break. */
import { compileGbnf, createRecogniser, parseGbnf } from "sluice/gbnf";
import type { JsonSchema } from "sluice/schema";
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
