import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNatural } from "../../src/contract/index.ts";

test("numbers in names compare by value", () => {
  const names = [
    "S10",
    "S2",
    "S1",
    "S02",
    "/steps/10/id",
    "/steps/9/id",
    "S99999999999999999999",
    "S100000000000000000000",
    "S",
  ];
  expect(names.sort(compareNatural)).toEqual([
    "/steps/9/id",
    "/steps/10/id",
    "S",
    "S1",
    "S02",
    "S2",
    "S10",
    "S99999999999999999999",
    "S100000000000000000000",
  ]);
});

test("it is an order: antisymmetric, transitive, total", () => {
  const name = fc.string({ unit: fc.constantFrom("S", "0", "1", "2", "/", "a") });
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareNatural(a, b))).toBe(-Math.sign(compareNatural(b, a)) + 0);
      expect(compareNatural(a, b) === 0).toBe(a === b);
      if (compareNatural(a, b) < 0 && compareNatural(b, c) < 0) expect(compareNatural(a, c)).toBeLessThan(0);
    }),
    { numRuns: 3000 },
  );
});
