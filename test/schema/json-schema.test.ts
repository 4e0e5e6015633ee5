import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonSchema, SchemaError, type StandardSchema, toJsonSchema } from "../../src/schema/index.ts";

describe("toJsonSchema", () => {
  it("returns a copy of a JSON Schema, as JSON has it", () => {
    const schema = { type: "string", maxLength: undefined, "~standard": "a keyword like any other" };
    expect(toJsonSchema(schema)).toStrictEqual({ type: "string", "~standard": "a keyword like any other" });
    expect(toJsonSchema(schema)).not.toBe(schema);
    expect(toJsonSchema(true)).toBe(true);
  });

  it("asks a zod schema for the JSON Schema of its input", () => {
    const schema = z.object({ n: z.string().transform(Number), d: z.number().default(3) });
    expect(toJsonSchema(schema)).toEqual(z.toJSONSchema(schema, { io: "input" }));
    expect(toJsonSchema(schema)).toMatchObject({
      properties: { n: { type: "string" }, d: { default: 3 } },
      required: ["n"],
    });
  });

  it("asks any library that follows the specification, functions included", () => {
    const asked: unknown[] = [];
    const input = (options: unknown) => {
      asked.push(options);
      return { type: "integer" };
    };
    const schema = Object.assign(() => {}, {
      "~standard": { version: 1, vendor: "other", jsonSchema: { input } },
    }) as unknown as StandardSchema;
    expect(toJsonSchema(schema)).toEqual({ type: "integer" });
    expect(asked).toEqual([{ target: "draft-2020-12" }]);
  });

  it.each([
    [{ "~standard": { version: 1, vendor: "zod" } }, /zod 4\.2 or later/],
    [{ "~standard": { version: 1, vendor: "valibot" } }, /toStandardJsonSchema/],
    [{ "~standard": { version: 1, vendor: "mine" } }, /This mine schema can't say itself as JSON Schema/],
    [z.date(), /zod can't write this schema as JSON Schema: Date/],
    [undefined, /not undefined/],
    [12, /not number/],
    [[{}], /not an array/],
  ])("says what to do about %#", (schema, message) => {
    expect(() => toJsonSchema(schema as JsonSchema)).toThrow(message);
    expect(() => toJsonSchema(schema as JsonSchema)).toThrow(SchemaError);
  });
});
