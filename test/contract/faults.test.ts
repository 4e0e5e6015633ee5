import { describe, expect, it } from "vitest";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import { compileSchema, type JsonSchema } from "../../src/schema/index.ts";

describe("what compiles can be validated by", () => {
  it.each<[schema: JsonSchema, valid: unknown, invalid: unknown]>([
    [{ nullable: false }, null, undefined],
    [{ nullable: true, anyOf: [{ type: "string" }] }, "a", null],
    [{ type: "string", nullable: true }, null, 1],
    [{ prefixItems: [], items: { type: "null" } }, [null], [1]],
    [{ items: [], additionalItems: { type: "null" } }, [null], [1]],
    [{ $schema: "http://json-schema.org/draft-07/schema#", items: [], additionalItems: false }, [], [1]],
    [{ $schema: "http://json-schema.org/draft-04/schema#", items: [] }, [1], undefined],
  ])("%j", (schema, valid, invalid) => {
    compileSchema(schema);
    const { validate } = createValidator<JsonSchema>(schema);
    expect([validate(valid).ok, validate(invalid).ok]).toEqual([true, false]);
  });
});

describe("a schema that can't be validated by", () => {
  it.each<[schema: object, code: string, path: string, says: RegExp]>([
    [
      { properties: { a: { type: "strin" } } },
      "invalid",
      "/properties/a/type",
      /must be a JSON type's name.* not "strin"/,
    ],
    [{ items: { minLength: -1 } }, "invalid", "/items/minLength", /must be a whole number, 0 or more, not -1/],
    [{ anyOf: [{}, { items: 3 }] }, "invalid", "/anyOf/1/items", /must be a schema, or an array of schemas, not 3/],
    [
      { properties: { a: { pattern: "(" } } },
      "invalid",
      "/properties/a/pattern",
      /isn't a regular expression: .*Unterminated/,
    ],
    [{ patternProperties: { "(": { type: "null" } } }, "invalid", "/patternProperties", /isn't a regular expression/],
    [
      { allOf: [{}, { $ref: "https://example.org/z" }] },
      "reference",
      "/allOf/1/$ref",
      /example\.org\/z`, and other documents aren't fetched/,
    ],
  ])("%j says where it's wrong, and what", (schema, code, path, says) => {
    for (const take of [createValidator<JsonSchema, unknown>, boundaryCheck]) {
      const check = () => {
        const made = take(schema as JsonSchema);
        if (typeof made === "function") made("", { a: "a" });
      };
      expect(check).toThrowError(
        expect.objectContaining({ name: "SchemaError", code, path, message: expect.stringMatching(says) }),
      );
    }
  });
});
