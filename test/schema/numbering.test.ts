import fc from "fast-check";
import { expect, it } from "vitest";
import { Pairs, Sequences } from "../../src/schema/numbering.ts";

/** Numbers by key, in order of their first use. */
class Keys {
  readonly #numbers = new Map<string, number>();

  numberOf(key: unknown): number {
    const text = JSON.stringify(key);
    if (!this.#numbers.has(text)) this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.get(text)!;
  }
}

const small = fc.integer({ min: -1, max: 15 });
const whole = fc.oneof(small, fc.integer({ min: -1, max: 2 ** 31 - 1 }));

it("pairs are numbered in order of their first use", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(whole, whole), { maxLength: 400 }), (list) => {
      const pairs = new Pairs();
      const keys = new Keys();
      for (const [left, right] of list) {
        const number = pairs.numberOf(left, right);
        expect(number).toBe(keys.numberOf([left, right]));
        expect([pairs.left[number], pairs.right[number]]).toEqual([left, right]);
      }
    }),
    { numRuns: 100 },
  );
});

it("sequences are, too, and forgotten", () => {
  const lists = fc.array(fc.array(whole, { maxLength: 6 }), { maxLength: 400 });
  fc.assert(
    fc.property(fc.array(lists, { minLength: 1, maxLength: 3 }), (rounds) => {
      const sequences = new Sequences();
      for (const list of rounds) {
        const keys = new Keys();
        sequences.clear();
        for (const parts of list) {
          for (const part of parts) sequences.push(part);
          const number = sequences.close();
          expect(number).toBe(keys.numberOf(parts));
          const { starts } = sequences;
          expect([...sequences.parts.slice(starts[number], starts[number + 1])]).toEqual(parts);
        }
      }
    }),
    { numRuns: 100 },
  );
});
