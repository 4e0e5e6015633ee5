import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { sampler, seeded } from "./support/sampler.ts";

/** A decimal of up to forty places as a whole number of 10⁻⁴⁰: exact, and nothing of the code under test. */
function units(numeral: string): bigint {
  const [whole = "0", fraction = ""] = numeral.replace("-", "").split(".");
  const value = BigInt(whole) * 10n ** 40n + BigInt(fraction.padEnd(40, "0"));
  return numeral.startsWith("-") ? -value : value;
}

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

function inside(range: Range, numeral: string): boolean {
  const value = units(numeral);
  const bound = (n: number): bigint => units(plain(n));
  return (
    (range.minimum === undefined || value >= bound(range.minimum)) &&
    (range.maximum === undefined || value <= bound(range.maximum)) &&
    (range.exclusiveMinimum === undefined || value > bound(range.exclusiveMinimum)) &&
    (range.exclusiveMaximum === undefined || value < bound(range.exclusiveMaximum))
  );
}

/** A number without exponent. */
function plain(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(12).replace(/0+$/, "");
}

const decimal = fc
  .tuple(fc.integer({ min: -1200, max: 1200 }), fc.constantFrom(1, 1, 1, 2, 4, 5, 8, 10, 100, 1000))
  .map(([n, d]) => n / d);
const ranges: fc.Arbitrary<Range> = fc.record(
  { minimum: decimal, maximum: decimal, exclusiveMinimum: decimal, exclusiveMaximum: decimal },
  { requiredKeys: [] },
);
/** Numerals at and around the bounds of a range, in several spellings. */
function numeralsNear(range: Range, random: () => number): string[] {
  const found = ["0", "1", "-1", "0.0", "10", "-10.5"];
  for (const value of Object.values(range)) {
    for (const step of [0, 1, -1, 0.1, -0.1, 0.001, -0.001, 10, -10, 0.0001]) {
      const near = plain(Number((value + step).toFixed(4)));
      found.push(near, near.includes(".") ? `${near}0` : `${near}.0`, `${near.split(".")[0]}`);
    }
    found.push(plain(Number((value * random() * 2).toFixed(3))));
  }
  return found
    .map((numeral) => numeral.replace(/\.$/, ""))
    .filter((numeral) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(numeral));
}

function grammarOf(schema: JsonSchema) {
  const grammar = parseGbnf(compileGbnf(schema, { maxDigits: 8 }).grammar);
  return { start: createRecogniser(grammar), sample: sampler(grammar) };
}

describe.each(["number", "integer"] as const)("ranges of the type %s", (type) => {
  it("hold exactly, at any bound and in any spelling without exponent", () => {
    let inRange = 0;
    fc.assert(
      fc.property(ranges, fc.nat(), (range, seed) => {
        const random = seeded(seed);
        let made: ReturnType<typeof grammarOf>;
        try {
          made = grammarOf({ type, ...range });
        } catch (error) {
          // Nothing is in the range; then no numeral near it may be.
          expect((error as { code: string }).code).toBe("unsatisfiable");
          const fitting = numeralsNear(range, random).filter((numeral) => inside(range, numeral));
          expect(fitting.filter((numeral) => type === "number" || !numeral.includes("."))).toEqual([]);
          return;
        }
        for (const numeral of numeralsNear(range, random)) {
          const reader = made.start.fork();
          reader.accept(numeral);
          // A minus before a zero is another spelling of zero, which integers don't have.
          if (/^-0(\.0+)?$/.test(numeral)) continue;
          const fits = inside(range, numeral) && (type === "number" || !numeral.includes("."));
          expect(reader.complete, `${numeral} in ${JSON.stringify(range)}`).toBe(fits);
          if (fits) inRange++;
        }
        for (let i = 0; i < 10; i++) {
          const numeral = made.sample(random);
          const value = Number(numeral);
          if (/e/i.test(numeral))
            expect(value >= (range.minimum ?? -Infinity) && value <= (range.maximum ?? Infinity)).toBe(true);
          else expect(inside(range, numeral), `${numeral} of ${JSON.stringify(range)}`).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
    expect(inRange).toBeGreaterThan(400);
  });
});

describe("large and tiny numbers", () => {
  it.each([
    [{ type: "integer", minimum: 1e300 }, [`1${"0".repeat(300)}`, `9${"0".repeat(300)}`], ["1", `9${"9".repeat(299)}`]],
    [
      { type: "number", minimum: 1e-7, maximum: 2e-7 },
      ["0.0000001", "0.00000015", "0.0000002"],
      ["0.00000009", "0.0000003", "1e-7"],
    ],
    [{ type: "number" }, ["1e-30", "1E+5", "-0.5e12", "-0", "12345678.12345678"], ["1e", ".5", "1.", "00", "1e1234"]],
    [{ type: "integer", format: "int32" }, ["2147483647", "-2147483648"], ["2147483648", "-2147483649"]],
    [{ type: "integer", format: "int64" }, ["9223372036854775807"], ["9223372036854775808"]],
  ] as const)("%j", (schema, pass, fail) => {
    const { start } = grammarOf(schema);
    const taken = [...pass, ...fail].filter((text) => {
      const reader = start.fork();
      reader.accept(text);
      return reader.complete;
    });
    expect(taken).toEqual(pass);
  });
});
