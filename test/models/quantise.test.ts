import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { halfBits, halfValue, tensorTypes } from "../../models/make/quantise.ts";

/** The scale's rounding to a half float: relative to the scale where halves are normal, absolute below. */
const relative = 2 ** -11;
const absolute = 2 ** -25;
const block = fc
  .array(fc.float({ noNaN: true, min: -8, max: 8 }), { minLength: 32, maxLength: 32 })
  .map((numbers) => Float32Array.from(numbers));

describe("half floats", () => {
  test("all 65,536 survive, NaNs as NaN", () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = halfValue(bits);
      if (Number.isNaN(value)) expect(halfValue(halfBits(value))).toBeNaN();
      else if (halfBits(value) !== bits) expect.fail(`${bits} (${value}) became ${halfBits(value)}`);
    }
  });

  test("a number becomes its nearest half float, ties to the even one", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: -65504, max: 65504 }), (value) => {
        const bits = halfBits(value);
        const error = Math.abs(halfValue(bits) - value);
        for (const neighbour of [bits - 1, bits + 1]) {
          if ((neighbour & 0x7fff) >= 0x7c00 || (neighbour ^ bits) & 0x8000) continue;
          const other = Math.abs(halfValue(neighbour) - value);
          expect(error < other || (error === other && (bits & 1) === 0)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("beyond the range lies infinity", () => {
    expect(halfValue(halfBits(65519))).toBe(65504);
    expect(halfValue(halfBits(65520))).toBe(Infinity);
    expect(halfValue(halfBits(-1e30))).toBe(-Infinity);
  });
});

describe("a block", () => {
  test("of Q8_0 is off by at most half a step", () => {
    fc.assert(
      fc.property(
        block,
        (numbers) => worst(numbers, "Q8_0") <= largest(numbers) * (0.501 / 127 + relative) + 127 * absolute,
      ),
    );
  });

  test("of Q4_0 is off by at most one step", () => {
    fc.assert(
      fc.property(
        block,
        (numbers) => worst(numbers, "Q4_0") <= largest(numbers) * (1.001 / 8 + relative) + 8 * absolute,
      ),
    );
  });

  test("of Q4_1 is off by at most half a step", () => {
    fc.assert(
      fc.property(
        block,
        (numbers) =>
          worst(numbers, "Q4_1") <=
          spread(numbers) * (0.501 / 15 + 2 * relative) + largest(numbers) * relative + 16 * absolute,
      ),
    );
  });

  test("of whole steps is exact", () => {
    const steps = fc.array(fc.integer({ min: -8, max: 7 }), { minLength: 31, maxLength: 31 });
    fc.assert(
      fc.property(steps, (levels) => {
        const numbers = Float32Array.from([-8, ...levels], (level) => level / 4);
        expect(worst(numbers, "Q4_0")).toBe(0);
      }),
    );
  });
});

function largest(numbers: Float32Array): number {
  return Math.max(...numbers.map(Math.abs));
}

function spread(numbers: Float32Array): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

function worst(numbers: Float32Array, type: "Q8_0" | "Q4_0" | "Q4_1"): number {
  const { pack, unpack } = tensorTypes[type];
  const stored = unpack(pack(numbers), numbers.length);
  return Math.max(...stored.map((value, index) => Math.abs(value - numbers[index]!)));
}
