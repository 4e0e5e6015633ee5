/** Numerals of multiples: held to whole-number arithmetic, in the automaton, in grammars and under masks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { countsMultiples, minimise, type NumberRange, Numerals, noNumeral } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";
import { sampler, seeded } from "../gbnf/support/sampler.ts";

/** A decimal of up to twenty places as a whole number of 10⁻²⁰. */
function units(numeral: string): bigint {
  const [whole = "0", fraction = ""] = numeral.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(20, "0"));
  return numeral.startsWith("-") ? -value : value;
}

const hundredth = fc.integer({ min: -3000, max: 3000 }).map((n) => n / 100);
const bound = fc.option(fc.oneof(hundredth, fc.integer({ min: -2000, max: 2000 }), fc.constant(0)), { nil: undefined });
const unit = fc.oneof(
  fc.integer({ min: 2, max: 40 }),
  fc.constantFrom(0.01, 0.1, 0.25, 2.5, 0.5, 6.75, 2.125, 100, 0.03, 1.2),
);
const schema = fc
  .record({
    type: fc.constantFrom("number" as const, "integer" as const),
    minimum: bound,
    exclusiveMaximum: bound,
    multipleOf: unit,
  })
  .map((one) => JSON.parse(JSON.stringify(one)) as Schema);

interface Schema {
  readonly type: "number" | "integer";
  readonly minimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf: number;
}

function fits({ type, minimum, exclusiveMaximum, multipleOf }: Schema, numeral: string): boolean {
  const value = units(numeral);
  if (value % units(String(multipleOf)) !== 0n) return false;
  if (type === "integer" && value % 10n ** 20n !== 0n) return false;
  if (minimum !== undefined && value < units(String(minimum))) return false;
  return exclusiveMaximum === undefined || value < units(String(exclusiveMaximum));
}

function compiled(one: Schema) {
  try {
    const { grammar, report } = compileGbnf({ ...one });
    return { grammar: parseGbnf(grammar), kept: !report.some(({ status }) => status === "boundary") };
  } catch (error) {
    expect((error as { code: string }).code).toBe("unsatisfiable");
    return undefined;
  }
}

const vocabulary = vocabularyOf([]);

describe("multiples", () => {
  it("are taken just when they are some, by grammars and by masks that no check stands behind", () => {
    let taken = 0;
    let kept = 0;
    fc.assert(
      fc.property(schema, fc.array(fc.oneof(hundredth, fc.integer({ min: -50, max: 50 }))), (one, near) => {
        const made = compiled(one);
        const numerals = [
          ...near.map((n) => n * one.multipleOf),
          ...near,
          ...[one.minimum ?? 0, one.exclusiveMaximum ?? 0].flatMap((b) => [b, b + one.multipleOf, b - one.multipleOf]),
        ]
          .map((n) => String(Number(n.toFixed(4))))
          .filter((text) => !text.includes("e"));
        if (!made) {
          expect(numerals.filter((numeral) => fits(one, numeral))).toEqual([]);
          return;
        }
        if (made.kept) kept++;
        const recogniser = createRecogniser(made.grammar);
        const constraint = createConstraint({ ...one }, vocabulary);
        for (const numeral of numerals) {
          const fitting = fits(one, numeral);
          const reader = recogniser.fork();
          if (made.kept)
            expect(reader.accept(numeral) && reader.complete, `${numeral} ${JSON.stringify(one)}`).toBe(fitting);
          const writing = constraint.fork();
          const written = [...numeral].every((byte) => writing.accept(byte.charCodeAt(0))) && writing.complete;
          expect(written, `${numeral} ${JSON.stringify(one)}`).toBe(fitting);
          if (fitting) taken++;
        }
      }),
      { numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(200);
    expect(kept).toBeGreaterThan(70);
  });

  it("are all that a grammar writes, and are multiples as doubles, too", () => {
    let written = 0;
    fc.assert(
      fc.property(schema, fc.nat(), (one, seed) => {
        const made = compiled(one);
        if (!made?.kept) return;
        const random = seeded(seed);
        const sample = sampler(made.grammar);
        for (let i = 0; i < 5; i++) {
          const numeral = sample(random);
          expect(fits(one, numeral), `${numeral} ${JSON.stringify(one)}`).toBe(true);
          const read = String(Number(numeral));
          if (!read.includes("e")) expect(units(numeral), numeral).toBe(units(read));
          written++;
        }
      }),
      { numRuns: 120 },
    );
    expect(written).toBeGreaterThan(200);
  });

  it("can be reached from every state", () => {
    const bytes = [..."-.0123456789"].map((character) => character.charCodeAt(0));
    let looked = 0;
    fc.assert(
      fc.property(schema, ({ type, minimum, exclusiveMaximum, multipleOf }) => {
        const text = (value: number | undefined) => (value === undefined ? null : String(value));
        const range: NumberRange = {
          integer:
            type === "integer" && [minimum, exclusiveMaximum].every((b) => b === undefined || Number.isInteger(b)),
          minimum: text(minimum),
          maximum: text(exclusiveMaximum),
          exclusiveMinimum: false,
          exclusiveMaximum: true,
          multipleOf: [String(multipleOf)],
        };
        expect(countsMultiples(range)).toBe(true);
        const numerals = new Numerals(range);
        const edges: number[][] = [];
        for (let state = 0; state < numerals.size && state < 5000; state++) {
          const ways = bytes.map((byte) => [byte, byte, numerals.next(state, byte)] as const);
          edges.push(ways.filter(([, , next]) => next !== noNumeral).flat());
        }
        if (numerals.size >= 5000) return;
        const accepting = edges.map((_, state) => numerals.isWhole(state));
        // Only a range with nothing in it has states that lead nowhere.
        const leads = accepting.slice();
        for (let changed = true; changed; ) {
          changed = false;
          for (let state = 0; state < edges.length; state++) {
            if (leads[state] || !edges[state]!.some((to, i) => i % 3 === 2 && leads[to])) continue;
            leads[state] = changed = true;
          }
        }
        const stuck = leads.map((leading, state) => (leading ? -1 : state)).filter((state) => state >= 0);
        if (minimise({ accepting, edges }).accepting.includes(true)) expect(stuck, JSON.stringify(range)).toEqual([]);
        looked++;
      }),
      { numRuns: 150 },
    );
    expect(looked).toBeGreaterThan(100);
  });

  it("of a whole number are integers, and of one every integer", () => {
    const texts = ["0", "1", "-3", "30", "1.0", "2.5", "1e2"];
    const takenBy = (one: Record<string, unknown>) => {
      const recogniser = createRecogniser(parseGbnf(compileGbnf(one).grammar));
      return texts.filter((text) => {
        const reader = recogniser.fork();
        return reader.accept(text) && reader.complete;
      });
    };
    expect(takenBy({ type: "number", multipleOf: 1 })).toEqual(["0", "1", "-3", "30"]);
    expect(takenBy({ type: "number", multipleOf: 3 })).toEqual(["0", "-3", "30"]);
    expect(takenBy({ type: "integer", multipleOf: 2.5 })).toEqual(["0", "30"]);
    expect(compileGbnf({ type: "number", multipleOf: 0.01 }).report).toMatchObject([
      { path: "/type", status: "grammar" },
      { path: "/multipleOf", status: "grammar" },
    ]);
  });

  it("of large or odd units are left to a check", () => {
    for (const multipleOf of [4097, 1e4, 1.23457, 1e20, 1e-15]) {
      expect(compileGbnf({ type: "number", multipleOf }).report, String(multipleOf)).toContainEqual(
        expect.objectContaining({ path: "/multipleOf", status: "boundary" }),
      );
    }
  });
});
