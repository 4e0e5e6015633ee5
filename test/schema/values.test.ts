import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { lintSchema } from "../../src/lint/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";

/** For each keyword, values that no draft allows it. */
const malformed: Readonly<Record<string, readonly unknown[]>> = {
  type: ["strin", 3, ["string", "string"], ["string", 3], null],
  enum: ["a", {}],
  $ref: [5, null],
  $anchor: [1],
  title: [[]],
  description: [7, null],
  $comment: [{}],
  format: [3],
  pattern: [3],
  minLength: ["3", -1, 1.5],
  maxItems: ["3", -1],
  minProperties: [null],
  minContains: [-1],
  minimum: ["3"],
  exclusiveMinimum: ["3"],
  multipleOf: [0, -1, "1"],
  uniqueItems: ["yes"],
  nullable: ["yes"],
  readOnly: [1],
  required: ["a", [3], ["a", "a"]],
  examples: [3],
  allOf: [[], {}, [3]],
  anyOf: [[]],
  oneOf: ["a"],
  not: [3, []],
  if: [3],
  contains: [5],
  unevaluatedItems: [7],
  additionalProperties: ["no"],
  propertyNames: [null],
  items: [3, "a"],
  prefixItems: [[3], 3],
  properties: [{ a: 3 }, []],
  patternProperties: [{ a: [] }],
  $defs: [{ a: 3 }, []],
  definitions: [3],
  dependentSchemas: [{ a: 3 }],
  dependentRequired: [[], { a: 5 }, { a: ["b", "b"] }],
  dependencies: [[], { a: 5 }, { a: [5] }, { a: ["b", "b"] }],
  $vocabulary: [5, { a: 5 }],
};

describe.each(Object.entries(malformed))("`%s`", (keyword, values) => {
  it.each(values.map((value) => [JSON.stringify(value), value]))(
    "can't be %s, whatever the type of the value",
    (_, value) => {
      // An array is what items and their kin speak of; of the others, most speak of nothing here.
      for (const type of ["array", "null"]) {
        const schema = (keyword === "type" ? { [keyword]: value } : { type, [keyword]: value }) as JsonSchema;
        for (const [whole, prefix] of [
          [schema, ""],
          [{ properties: { a: schema } }, "/properties/a"],
        ] as const) {
          const error = (() => {
            try {
              return compileSchema(whole);
            } catch (caught) {
              return caught;
            }
          })();
          expect(error).toBeInstanceOf(SchemaError);
          expect(error).toMatchObject({ code: "invalid", path: expect.stringContaining(`${prefix}/${keyword}`) });
          expect(() => createValidator(whole)).toThrow(SchemaError);
        }
        // Lint looks at definitions that nobody refers to as well.
        const found = lintSchema({ type: "null", $defs: { a: schema } }, { rules: ["invalid-schema"] }).findings;
        expect(found.map(({ path }) => path)).toContainEqual(expect.stringContaining(`/$defs/a/${keyword}`));
      }
    },
  );
});

it("older spellings are no faults", () => {
  compileSchema({ type: "number", minimum: 1, exclusiveMinimum: true, id: "x" });
  compileSchema({ type: "array", items: [{ type: "null" }], additionalItems: false });
  compileSchema({ type: "object", dependencies: { a: ["b"], c: { required: ["d"] } } });
});
