/** Arrays whose items are counted, or must differ: just the right ones can be written, and nothing gets stuck. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Constraint, createConstraint, type Vocabulary } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { seeded } from "../gbnf/support/sampler.ts";
import { drawn, pieces, vocabularyOf } from "./support.ts";

const scalar = fc.constantFrom<unknown>(0, 1, 2, 7, 12, 70, -1, 1.5, true, false, null, "", "a", "ab", "b");
const item = fc.oneof(
  fc.constantFrom<JsonSchema>(
    {},
    { type: "integer" },
    { type: "integer", minimum: 0, maximum: 12 },
    { type: "integer", minimum: 10, maximum: 12 },
    { type: "integer", minimum: 0, maximum: 30, multipleOf: 7 },
    { type: "boolean" },
    { type: ["null", "integer"] },
    { type: "string", maxLength: 3 },
    { type: "string", pattern: "^(a|ab|b)$" },
    { type: "array", items: { type: "boolean" }, maxItems: 1 },
    { type: "object", properties: { a: { type: "boolean" } }, additionalProperties: false },
  ),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 6 }).map((values) => ({ enum: values })),
);
const few = (most: number) => fc.option(fc.nat(most), { nil: undefined });
const arrays = fc
  .record({
    items: fc.oneof(item, fc.constant<JsonSchema>(false)),
    prefixItems: fc.option(fc.array(item, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
    contains: fc.option(item, { nil: undefined, freq: 8 }),
    minContains: few(3),
    maxContains: few(3),
    minItems: few(3),
    maxItems: few(4),
    uniqueItems: fc.option(fc.constant(true), { nil: undefined }),
  })
  .map((found) => {
    const keywords = Object.entries(found).filter(([, value]) => value !== undefined);
    return { type: "array", ...Object.fromEntries(keywords) } as JsonSchema & Record<string, unknown>;
  });

function constraintOf(schema: JsonSchema, vocabulary: Vocabulary): Constraint | undefined {
  try {
    return createConstraint(compileSchema(schema), vocabulary, { check: boundaryCheck(schema) });
  } catch (error) {
    if (error instanceof SchemaError && error.code === "unsatisfiable") return undefined;
    throw error;
  }
}

/** As it's laid out. */
function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[,:](?=[^\s])/g, "$& ");
}

/** Items of which a list is made: see docs/constraint.md. */
function canBeListed({ items, prefixItems }: Record<string, unknown>): boolean {
  if (prefixItems !== undefined) return false;
  const { type, enum: values, minimum, pattern } = items as Record<string, unknown>;
  return values !== undefined || type === "boolean" || pattern !== undefined || minimum !== undefined;
}

/** Schemas that deny a property something that no schema says, and values of them or not. */
const denials: [JsonSchema, unknown[]][] = [
  [{ not: { properties: { a: { contains: { const: 1 } } } } }, [{}, { a: [] }, { a: [2] }, { a: [2, 1] }, 5]],
  [
    { type: "object", not: { properties: { a: { multipleOf: 3, not: { const: 1 } } } } },
    [{ a: 1 }, { a: 2 }, { a: 3 }, {}],
  ],
  [{ not: { properties: { a: { not: { contains: { const: 1 } } } } } }, [{ a: [1] }, { a: [2] }, { a: 1 }, {}]],
  [
    { not: { properties: { a: { properties: { b: { contains: true } } } } } },
    [{ a: { b: [] } }, { a: { b: [0] } }, { a: { c: [] } }, { a: { b: 5 } }],
  ],
  [
    { type: "array", items: { not: { properties: { a: { minContains: 2, contains: true } } } } },
    [[], [{ a: [1] }], [{ a: [1, 2] }]],
  ],
];

describe("properties denied what no schema says", () => {
  it.each(denials)("%j", (schema, values) => {
    const start = createConstraint(schema, vocabularyOf([]), { check: boundaryCheck(schema) });
    const { validate } = createValidator(schema, { defaults: false });
    const outcomes = new Set<boolean>();
    for (const value of values) {
      const constraint = start.fork();
      const bytes = [...new TextEncoder().encode(textOf(value))];
      const taken = bytes.every((byte) => constraint.accept(byte)) && constraint.complete;
      expect(taken, textOf(value)).toBe(validate(value).ok);
      outcomes.add(taken);
    }
    expect(outcomes.size).toBe(2);
  });
});

describe("arrays whose items are counted or must differ", () => {
  it("take just the values that are valid", () => {
    const counts = { taken: 0, refused: 0, impossible: 0 };
    const vocabulary = vocabularyOf([]);
    const values = fc.array(fc.oneof(scalar, fc.constantFrom([], [true], {}, { a: false })), { maxLength: 4 });
    fc.assert(
      fc.property(arrays, fc.array(values, { minLength: 8, maxLength: 8 }), (schema, candidates) => {
        const start = constraintOf(schema, vocabulary);
        const { validate } = createValidator(schema, { defaults: false });
        for (const value of candidates) {
          const constraint = start?.fork();
          const bytes = [...new TextEncoder().encode(textOf(value))];
          const taken =
            constraint !== undefined && bytes.every((byte) => constraint.accept(byte)) && constraint.complete;
          const valid = validate(structuredClone(value)).ok;
          expect(taken, `${textOf(value)} of ${JSON.stringify(schema)}`).toBe(valid);
          if (!start) counts.impossible++;
          else counts[valid ? "taken" : "refused"]++;
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(40);
  });

  it("never get stuck, but where what doesn't count can't be said, or what differs can't be listed", () => {
    const counts = { finished: 0, long: 0, stuck: 0 };
    fc.assert(
      fc.property(arrays, fc.nat(), (schema, seed) => {
        const random = seeded(seed);
        const vocabulary = vocabularyOf(pieces(["[1, 12, 7]", "true, null", '["ab", "a"]', '{"a": 70}'], 40, random));
        const start = constraintOf(schema, vocabulary);
        if (!start) return;
        const { validate } = createValidator(schema, { defaults: false });
        const may = (schema.uniqueItems && !canBeListed(schema)) || schema.maxContains !== undefined;
        for (let i = 0; i < 4; i++) {
          const text = drawn(start.fork(), vocabulary, random);
          if (text === null) counts.stuck++;
          else if (text === undefined) counts.long++;
          else {
            counts.finished++;
            expect(validate(JSON.parse(text)).ok, `${text} of ${JSON.stringify(schema)}`).toBe(true);
          }
          if (!may) expect(text, JSON.stringify(schema)).not.toBe(null);
        }
      }),
      { numRuns: 200 },
    );
    expect(counts.finished, JSON.stringify(counts)).toBeGreaterThan(200);
    expect(counts.long, JSON.stringify(counts)).toBeLessThan(counts.finished / 5);
    expect(counts.stuck, JSON.stringify(counts)).toBeLessThan(counts.finished / 10);
  });
});
