import { describe, expect, it } from "vitest";
import { z } from "zod";
import { closeObjects, toJsonSchema } from "../../src/schema/index.ts";

describe("closeObjects", () => {
  it("closes objects at every depth, and leaves those that say what else they take", () => {
    const schema = z.object({
      one: z.object({ a: z.string() }),
      many: z.array(z.union([z.object({ b: z.number() }), z.null()])),
      loose: z.looseObject({ c: z.string() }),
      map: z.record(z.string(), z.object({ d: z.string() })),
    });
    const closed = JSON.stringify(closeObjects(toJsonSchema(schema)));
    // The root, `one`, the object in `many` and the one in `map`.
    expect(closed.match(/"additionalProperties":false/g)).toHaveLength(4);
    expect(closed.match(/"additionalProperties":{}/g)).toHaveLength(1);
  });

  it("names the properties of a map whose keys are known", () => {
    const map = toJsonSchema(z.record(z.enum(["p", "q"]), z.boolean()));
    expect(closeObjects(map)).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { p: { type: "boolean" }, q: { type: "boolean" } },
      required: ["p", "q"],
      additionalProperties: false,
    });
  });

  it("takes a property named like a keyword for a property", () => {
    const schema = { type: "object", properties: { properties: { type: "string" }, anyOf: { type: "object" } } };
    expect(closeObjects(schema)).toEqual({ ...schema, additionalProperties: false });
  });

  it("leaves intersections alone, whose parts must each let the others' properties through", () => {
    const part = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
    const both = { allOf: [part("a"), part("b")] };
    expect(closeObjects(both)).toBe(both);
  });
});
