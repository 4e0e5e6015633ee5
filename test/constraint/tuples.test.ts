import fc from "fast-check";
import { expect, it } from "vitest";
import { Tuples } from "../../src/constraint/tuples.ts";

const integer = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.integer());
const tuple = fc.tuple(integer, integer, integer, integer, integer, integer);

it("tuples are numbered in the order of their first use, and found by all of their integers", () => {
  fc.assert(
    fc.property(fc.array(tuple, { maxLength: 300 }), (list) => {
      const tuples = new Tuples();
      for (let round = 0; round < 2; round++) {
        const numbers = new Map<string, number>();
        for (const one of list) {
          const key = one.join();
          expect(tuples.find(...one)).toBe(numbers.get(key) ?? -1);
          if (!numbers.has(key)) numbers.set(key, numbers.size);
          expect(tuples.numberOf(...one)).toBe(numbers.get(key));
          expect(tuples.count).toBe(numbers.size);
        }
        for (const one of list) expect(tuples.find(...one)).toBe(numbers.get(one.join()));
        tuples.clear();
      }
    }),
  );
});

it("integers that aren't given are 0", () => {
  const tuples = new Tuples();
  expect([tuples.numberOf(1, 2), tuples.numberOf(1, 2, 0, 0, 0, 1), tuples.numberOf(1, 2, 0)]).toEqual([0, 1, 0]);
});
