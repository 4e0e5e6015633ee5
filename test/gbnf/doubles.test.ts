/** Bounds as they are when the text is read: a decimal is rounded to a double, and that one is judged. */
import fc from "fast-check";
import { createConstraint } from "sluice/constraint";
import { createValidator } from "sluice/contract";
import { compileGbnf, createRecogniser, parseGbnf } from "sluice/gbnf";
import { type JsonSchema, SchemaError } from "sluice/schema";
import { describe, expect, it } from "vitest";
import { vocabularyOf } from "../constraint/support.ts";
import { sampler, seeded } from "./support/sampler.ts";

const whole = fc.integer({ min: -120, max: 120 });
const edge = fc.constantFrom(
  2 ** 53,
  2 ** 53 - 1,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 60,
  2 ** 63,
  -(2 ** 63),
  1e15,
  1e16,
  1e21,
  1e-7,
  5e-324,
  1e-310,
  1e308,
  -1.5e308,
  Number.MAX_VALUE,
  0.1 + 0.2,
  1 - 2 ** -53,
  1 + 2 ** -52,
  4.35,
  999.9,
);
const bound = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 3, arbitrary: fc.tuple(whole, fc.constantFrom(2, 4, 10, 100, 3, 7)).map(([n, d]) => n / d) },
  { weight: 2, arbitrary: edge },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const limits = fc.record(
  { minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound },
  { requiredKeys: [] },
);
const hole = fc.oneof(
  bound.map((value) => ({ const: value })),
  fc.array(bound, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: [...new Set(values)] })),
  limits,
);
const unit = fc.constantFrom(2, 7, 64, 100, 0.25, 0.01, 2.5, 4097, 0.12345);
const type = fc.constantFrom("number", "integer");
const format = fc.constantFrom(undefined, undefined, undefined, "int64", "int32");
const ranges = fc.record({ type, format, limits, not: fc.option(hole, { nil: undefined }) });
const schemas: fc.Arbitrary<JsonSchema> = fc.oneof(
  { weight: 4, arbitrary: ranges.map(({ limits: own, ...rest }) => JSON.parse(JSON.stringify({ ...rest, ...own }))) },
  { weight: 1, arbitrary: fc.record({ type, multipleOf: unit }) },
  {
    weight: 2,
    arbitrary: fc.tuple(type, limits, unit).map(([name, own, multipleOf]) => ({ type: name, ...own, multipleOf })),
  },
  { weight: 1, arbitrary: fc.tuple(limits, limits).map((anyOf) => ({ type: "number", anyOf })) },
);

/** All the numbers in a schema. */
function numbersIn(schema: unknown): number[] {
  if (typeof schema === "number") return [schema];
  return typeof schema === "object" && schema !== null ? Object.values(schema).flatMap(numbersIn) : [];
}

/** The doubles on both sides. */
function neighbours(value: number): number[] {
  const bits = new BigInt64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = value;
  const here = bits[0]!;
  return [here - 2n, here - 1n, here, here + 1n, here + 2n].map((at) => {
    bits[0] = at;
    return double[0]!;
  });
}

/** Plain notation of `value + steps × 10^-places`, exact but for the value, which is as JSON writes it. */
function beside(value: number, steps: number, places: number): string | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(JSON.stringify(value));
  if (!match) return undefined;
  const [, sign, integer = "", fraction = ""] = match;
  const decimals = Math.max(fraction.length, places);
  const scaled =
    BigInt(`${sign}${integer}${fraction.padEnd(decimals, "0")}`) + BigInt(steps) * 10n ** BigInt(decimals - places);
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(decimals + 1, "0");
  const [head, tail] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${scaled < 0n ? "-" : ""}${head}${tail ? `.${tail}` : ""}`;
}

const places = fc.integer({ min: 0, max: 25 });
const steps = fc.integer({ min: -5, max: 5 });
const exponents = [
  "1e99",
  "1E-99",
  "-1e-99",
  "0.00000000000000000001e-99",
  "99999999999999999999e99",
  "1e400",
  "1e-400",
  "-0",
  "0",
];

function compiled(schema: JsonSchema, maxDigits?: number) {
  try {
    return compileGbnf(schema, maxDigits === undefined ? {} : { maxDigits });
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    expect((error as SchemaError).code, JSON.stringify(schema)).toBe("unsatisfiable");
    return undefined;
  }
}

/** The validator has it that every integer is an `int64`. */
const isNarrower = (schema: JsonSchema) => (schema as { format?: string }).format === "int64";
const vocabulary = vocabularyOf([]);

describe("numbers near bounds", () => {
  it("that are read as doubles beyond them can't be written; those that JSON writes of doubles within can", () => {
    let [taken, asked, refused] = [0, 0, 0];
    fc.assert(
      fc.property(schemas, fc.array(fc.tuple(steps, places), { minLength: 5, maxLength: 15 }), (schema, moves) => {
        const validator = createValidator(schema);
        const fits = (value: number): boolean => validator.validate(value).ok;
        const values = [...new Set(numbersIn(schema))].flatMap(neighbours).filter(Number.isFinite);
        const made = compiled(schema);
        if (!made) {
          if (!isNarrower(schema)) expect(values.filter(fits), JSON.stringify(schema)).toEqual([]);
          return;
        }
        const exact = made.report.every(({ status }) => status !== "boundary");
        const reading = createRecogniser(parseGbnf(made.grammar));
        const writing = createConstraint(schema, vocabulary);
        const written = (text: string): [boolean, boolean] => {
          const reader = reading.fork();
          const writer = writing.fork();
          return [
            reader.accept(text) && reader.complete,
            [...text].every((byte) => writer.accept(byte.charCodeAt(0))) && writer.complete,
          ];
        };
        const texts = values.flatMap((value) => moves.map(([by, at]) => beside(value, by, at) ?? "0"));
        for (const text of [...texts, ...exponents]) {
          const [byGrammar, byMask] = written(text);
          if (!fits(JSON.parse(text) as number)) {
            refused++;
            const found = `${text} for ${JSON.stringify(schema)}`;
            if (exact) expect(byGrammar, found).toBe(false);
            expect(byMask, found).toBe(false);
          } else if (byGrammar) taken++;
        }
        // Multiples have fifteen digits at most.
        if (JSON.stringify(schema).includes("multipleOf") || isNarrower(schema)) return;
        for (const value of values.filter(fits)) {
          const text = JSON.stringify(value);
          const plain = /^-?(\d{1,20})(?:\.\d{1,20})?$/.test(text);
          if (!plain) continue;
          asked++;
          expect(written(text), `${text} for ${JSON.stringify(schema)}`).toEqual([true, true]);
        }
      }),
      { numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(500);
    expect(asked).toBeGreaterThan(120);
    expect(refused).toBeGreaterThan(1000);
  });

  it("are JSON that fits, however few digits are asked for", () => {
    let drawn = 0;
    fc.assert(
      fc.property(schemas, fc.constantFrom(1, 1, 2, 3, 5, 15, 25, 400), fc.nat(), (schema, maxDigits, seed) => {
        const made = compiled(schema, maxDigits);
        if (!made) return;
        const sample = sampler(parseGbnf(made.grammar));
        const validator = createValidator(schema);
        const exact = made.report.every(({ status }) => status !== "boundary");
        const random = seeded(seed);
        for (let i = 0; i < 10; i++) {
          const text = sample(random);
          const value = JSON.parse(text) as number;
          expect(Number.isFinite(value), text).toBe(true);
          if (!exact) continue;
          drawn++;
          expect(validator.validate(value).ok, `${text} for ${JSON.stringify(schema)}, ${maxDigits} digits`).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
    expect(drawn).toBeGreaterThan(500);
  });
});

describe("bounds that must not be reached", () => {
  it.each<[JsonSchema, string[], string[]]>([
    [{ type: "number", minimum: 0, exclusiveMaximum: 1 }, ["0", "0.9999999999999999"], ["0.99999999999999999999", "1"]],
    [
      { type: "number", not: { const: 1 } },
      ["0.9999999999999999", "1.0000000000000002"],
      ["0.99999999999999999999", "1.0"],
    ],
    [{ type: "integer", exclusiveMinimum: 2 ** 53 }, ["9007199254740994"], ["9007199254740992", "9007199254740993"]],
    [{ type: "integer", exclusiveMaximum: 2 ** 53 }, ["9007199254740991"], ["9007199254740992"]],
    [
      { type: "integer", format: "int64", exclusiveMaximum: 2 ** 63 },
      ["9223372036854774784"],
      ["9223372036854775807", "9223372036854775808"],
    ],
    [{ type: "number", exclusiveMinimum: 1.5 }, ["1.5000000000000002", "1.6"], ["1.500000000000000000005", "1.5"]],
    [{ type: "number", exclusiveMinimum: 0 }, ["0.30000000000000004", "1e-99"], ["0", "-0", "0.0"]],
    [{ type: "number", minimum: 1e308 }, [`1${"0".repeat(308)}`], [`2${"0".repeat(308)}`]],
  ])("%j", (schema, inside, outside) => {
    const reading = createRecogniser(parseGbnf(compileGbnf(schema).grammar));
    const taken = [...inside, ...outside].filter((text) => {
      const reader = reading.fork();
      return reader.accept(text) && reader.complete;
    });
    expect(taken).toEqual(inside);
  });

  it("are said in the report, but for integers, which go to the next one", () => {
    const reasonOf = (schema: JsonSchema) =>
      compileGbnf(schema).report.find(({ keyword }) => keyword === "exclusiveMinimum")?.reason;
    expect(reasonOf({ type: "number", exclusiveMinimum: 1 })).toMatch(/double next to it/);
    expect(reasonOf({ type: "integer", exclusiveMinimum: 2 ** 53 })).toMatch(/double next to it/);
    expect(reasonOf({ type: "integer", exclusiveMinimum: 1 })).toBeUndefined();
    expect(reasonOf({ type: "number", exclusiveMinimum: 0 })).toBeUndefined();
  });

  it("leave nothing between neighbouring doubles", () => {
    expect(() => compileGbnf({ type: "number", exclusiveMinimum: 1 - 2 ** -53, exclusiveMaximum: 1 })).toThrow(
      SchemaError,
    );
    expect(() => compileGbnf({ type: "number", exclusiveMinimum: Number.MAX_VALUE })).toThrow(SchemaError);
  });
});

describe("fewer digits than the first number that fits has", () => {
  it.each<[JsonSchema, string, RegExp]>([
    [{ type: "integer", minimum: 10 }, "10", /at most 2 digits \(the first one that fits/],
    [{ type: "number", maximum: -10.5 }, "-10.5", /before it 2 digits \(the first one that fits/],
    [{ type: "integer", multipleOf: 100, minimum: 1 }, "100", /before the point 3 digits \(the first one that fits/],
    [{ type: "integer", multipleOf: 64, exclusiveMinimum: 0 }, "64", /before the point 2 digits/],
    [{ type: "number", multipleOf: 2.5, maximum: -8 }, "-10.0", /before the point 2 digits/],
  ])("%j: they grow", (schema, text, said) => {
    const { grammar, report } = compileGbnf(schema, { maxDigits: 1 });
    const reader = createRecogniser(parseGbnf(grammar));
    expect(reader.accept(text) && reader.complete).toBe(true);
    expect(report.find(({ keyword }) => keyword === "type")?.reason).toMatch(said);
  });
});
