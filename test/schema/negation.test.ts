/** What breaks a bound or a list of values, as ranges: held to a validator at and around every bound. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { createValidator } from "../../src/contract/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";

const vocabulary = vocabularyOf([]);
const bound = fc.integer({ min: -6, max: 6 }).map((n) => n / 2);
const negated = fc.oneof(
  fc.record({ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound }, { requiredKeys: [] }),
  fc.record({ minimum: bound, exclusiveMinimum: fc.boolean(), $schema: fc.constant("draft 4") }),
  fc.record({ maximum: bound, exclusiveMaximum: fc.boolean(), $schema: fc.constant("draft 4") }),
  fc
    .array(fc.oneof(bound, fc.constantFrom("a", true, null)), { minLength: 1, maxLength: 6 })
    .map((list) => ({ enum: list })),
  bound.map((value) => ({ const: value })),
);

/** Draft 4 has bounds that a flag makes exclusive. */
function schemaOf({ $schema, ...not }: Record<string, unknown>): JsonSchema {
  return $schema === undefined ? { not } : { $schema: "http://json-schema.org/draft-04/schema#", not };
}

describe("what isn't in a range or a list", () => {
  it("is written under masks, with no check behind them", () => {
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(negated, (not) => {
        const schema = schemaOf(not);
        const { validate } = createValidator(schema);
        let constraint: ReturnType<typeof createConstraint>;
        try {
          expect(compileSchema(schema).report.filter(({ status }) => status === "boundary")).toEqual([]);
          constraint = createConstraint(schema, vocabulary);
        } catch (error) {
          if (error instanceof SchemaError && error.code === "unsatisfiable") return;
          throw error;
        }
        const values = [-9, 9, "a", "b", true, false, null, [], ...Array.from({ length: 29 }, (_, i) => (i - 14) / 4)];
        for (const value of values) {
          const text = JSON.stringify(value);
          const writing = constraint.fork();
          const fits = new TextEncoder().encode(text).every((byte) => writing.accept(byte)) && writing.complete;
          expect(fits, `${text} of ${JSON.stringify(schema)}`).toBe(validate(value).ok);
          if (fits) taken++;
          else refused++;
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(1000);
  });
});
