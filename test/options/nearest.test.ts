import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../../src/options/index.ts";

const tools = ["search_web", "query_order", "query_inventory", "generate_report"];

test.each([
  ["query_orders", "query_order"],
  ["Query-Order", "query_order"],
  ["queryOrder", "query_order"],
  ["qurey_order", "query_order"],
  ["search", "search_web"],
  ["generate_reprot", "generate_report"],
])("%s is near %s", (name, wanted) => {
  expect(nearest(name, tools)).toBe(wanted);
});

test.each(["", "shell", "order", "__proto__", "高", "x".repeat(100_000)])("nothing is near %.20s", (name) => {
  expect(nearest(name, tools)).toBeUndefined();
});

test("of equally near names the first counts", () => {
  expect(nearest("cat_", ["cats", "cap", "cat"])).toBe("cat");
  expect(nearest("beat", ["bear", "beam"])).toBe("bear");
});

/** The definition of optimal string alignment, written as a recursion. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const swap =
    a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
      ? distance(a.slice(0, -2), b.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY;
  return Math.min(
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    distance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
    swap,
  );
}

test("what is near agrees with the definition of the distance", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, fc.uniqueArray(word, { maxLength: 4 }), (name, candidates) => {
      const found = nearest(name, candidates);
      const near = candidates
        .map((candidate) => ({ candidate, far: distance(name, candidate) }))
        .filter(({ candidate, far }) => far <= Math.floor(Math.max(name.length, candidate.length) / 3))
        .sort((a, b) => a.far - b.far);
      expect(found).toBe(near[0]?.candidate);
    }),
    { numRuns: 300 },
  );
});
