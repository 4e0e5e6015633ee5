import { describe, expect, test } from "vitest";
import { boundaryCheck } from "../../src/contract/index.ts";

describe("boundaryCheck", () => {
  test("throws typed errors for schemas that can't be used", () => {
    const refused = (make: () => unknown, code: string) =>
      expect(make).toThrowError(expect.objectContaining({ name: "SchemaError", code }));
    refused(() => boundaryCheck({ prefixItems: {} }), "invalid");
    refused(() => boundaryCheck({ $ref: "https://a.test/x" })("", 1), "reference");
    refused(() => boundaryCheck({ pattern: "(" })("", "x"), "invalid");
    refused(() => boundaryCheck({ type: "null" })("/properties/a", 1), "reference");
  });

  test("what is no JSON number doesn't pass, and a place that is no pointer is a typed error", () => {
    expect([Number.POSITIVE_INFINITY, Number.NaN].map((value) => boundaryCheck({ multipleOf: 2 })("", value))).toEqual([
      false,
      false,
    ]);
    expect(boundaryCheck({ type: "number" })("", Number.POSITIVE_INFINITY)).toBe(false);
    expect(() => boundaryCheck({})(1 as never, 1)).toThrowError(expect.objectContaining({ name: "SchemaError" }));
  });

  test("a value too deep for the stack doesn't pass", () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(boundaryCheck({ items: { $ref: "#" } })("", deep)).toBe(false);
  });
});

test("arrays and objects are told from others by all their parts, however many the other has", () => {
  const small = [{ a: [1, { b: null }] }, [[]], {}];
  const others = [{ a: [1, { b: 0 }] }, { a: [1, { b: null, c: null }] }, { a: [1, {}] }, [[[]]], [[], []], [{}], []];
  for (const value of [...small, ...others, Array.from({ length: 1000 }, () => [[]])]) {
    const expected = small.some((one) => JSON.stringify(one) === JSON.stringify(value));
    expect(boundaryCheck({ enum: small })("", value), JSON.stringify(value)).toBe(expected);
    for (const one of small) {
      expect(boundaryCheck({ const: one })("", value)).toBe(JSON.stringify(one) === JSON.stringify(value));
    }
  }
});
