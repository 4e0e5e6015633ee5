/** Schemas and parts of schemas that no value fits: found, and told where and why. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { schemas } from "../gbnf/support/schemas.ts";

/** The error of a schema that no value fits; `undefined` where one does. */
function failure(schema: JsonSchema): SchemaError | undefined {
  try {
    compileSchema(schema);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError && error.code === "unsatisfiable") return error;
    throw error;
  }
}

function at(schema: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }, schema);
}

const integer = (minimum: number, maximum: number): JsonSchema => ({ type: "integer", minimum, maximum });
const short = { type: "string", minLength: 5, maxLength: 3 };

describe("a schema that no value fits", () => {
  it.each<[JsonSchema, path: string, keywords: string[]]>([
    [false, "", [""]],
    [{ not: {} }, "", ["/not"]],
    [{ enum: [] }, "", ["/enum"]],
    [{ allOf: [{ type: "string" }, { type: "number" }] }, "", ["/allOf/0/type", "/allOf/1/type"]],
    [short, "", ["/minLength", "/maxLength"]],
    [{ type: "string", enum: [1, 2] }, "", ["/type", "/enum"]],
    [{ enum: ["ab", "b"], pattern: "^a", maxLength: 1 }, "", ["/enum", "/pattern", "/maxLength"]],
    [{ const: "a", enum: ["b"] }, "", ["/const", "/enum"]],
    [{ enum: [{ a: 1 }], required: ["b"] }, "", ["/required", "/enum"]],
    [{ type: "string", not: { type: "string" } }, "", ["/type", "/not"]],
    [{ type: "string", pattern: "^(aa)+$", minLength: 3, maxLength: 3 }, "", ["/pattern", "/minLength", "/maxLength"]],
    [{ type: "string", pattern: "^a", format: "ipv4" }, "", ["/pattern", "/format"]],
    [{ ...(integer(1, 4) as object), multipleOf: 5 }, "", ["/minimum", "/maximum", "/multipleOf"]],
    [
      { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
      "",
      ["/type", "/exclusiveMinimum", "/exclusiveMaximum"],
    ],
    [{ type: "object", properties: { a: false }, required: ["a"] }, "", ["/required", "/properties/a"]],
    [{ type: "object", additionalProperties: false, required: ["a"] }, "", ["/required", "/additionalProperties"]],
    [{ type: "object", propertyNames: { pattern: "x" }, required: ["a"] }, "", ["/propertyNames", "/required"]],
    [{ type: "object", required: ["a", "b"], maxProperties: 1 }, "", ["/required", "/maxProperties"]],
    [
      { type: "object", properties: { a: short }, required: ["a"] },
      "/properties/a",
      ["/properties/a/minLength", "/properties/a/maxLength", "/required"],
    ],
    [{ type: "array", minItems: 3, maxItems: 2 }, "", ["/minItems", "/maxItems"]],
    [{ type: "array", prefixItems: [{}, false], minItems: 2 }, "", ["/minItems", "/prefixItems/1"]],
    [
      { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true, minItems: 3 },
      "",
      ["/items", "/uniqueItems", "/minItems"],
    ],
    [
      { anyOf: [short, integer(3, 1)] },
      "",
      ["/anyOf/0/minLength", "/anyOf/0/maxLength", "/anyOf/1/minimum", "/anyOf/1/maximum"],
    ],
    [
      {
        $ref: "#/$defs/a",
        $defs: {
          a: { type: "object", required: ["b"], properties: { b: { $ref: "#/$defs/c" } } },
          c: { type: "array", minItems: 2, items: integer(2, 1) },
        },
      },
      "/$defs/c/items",
      ["/$defs/c/items/minimum", "/$defs/c/items/maximum", "/$defs/c/minItems", "/$defs/a/required"],
    ],
    [{ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }, "", ["/properties", "/required"]],
    // What is left over for other keywords isn't to blame: without what they leave over from, there would be more of it.
    [
      { type: "object", properties: { next: { $ref: "#" } }, required: ["next"], additionalProperties: false },
      "",
      ["/properties", "/required"],
    ],
    [
      { type: "object", required: ["a"], patternProperties: { "^a": { $ref: "#" } }, additionalProperties: false },
      "",
      ["/patternProperties", "/required"],
    ],
    [{ type: "array", prefixItems: [{ $ref: "#" }], items: false, minItems: 1 }, "", ["/prefixItems", "/minItems"]],
    [{ type: "array", items: [{ $ref: "#" }], additionalItems: false, minItems: 1 }, "", ["/items", "/minItems"]],
    [
      { type: "object", additionalProperties: { $ref: "#" }, minProperties: 1 },
      "",
      ["/additionalProperties", "/minProperties"],
    ],
    [
      { type: "object", properties: { a: { type: "null" } }, required: ["b"], additionalProperties: false },
      "",
      ["/required", "/additionalProperties"],
    ],
  ])("%j", (schema, path, keywords) => {
    const error = failure(schema)!;
    expect(error.path).toBe(path);
    expect(error.report.map((entry) => entry.path).sort()).toEqual(keywords.sort());
    expect(error.keyword).toBe(error.report[0]!.keyword);
    for (const keyword of keywords) expect(error.message).toContain(keyword || "the root");
  });

  it("is named in words", () => {
    expect(failure({ allOf: [{ type: "string" }, { type: "number" }] })!.message).toBe(
      'No value fits this schema: /allOf/0/type ("string") and /allOf/1/type ("number") contradict each other.',
    );
    expect(failure({ type: "object", properties: { a: short }, required: ["a"] })!.message).toBe(
      'No value fits this schema: /required (["a"]) demands "a", where /properties/a/minLength (5) and ' +
        "/properties/a/maxLength (3) contradict each other.",
    );
    for (const more of [{}, { additionalProperties: false }]) {
      const schema = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"], ...more };
      expect(failure(schema)!.message).toContain('demand "next", which needs itself without end');
    }
    expect(failure({ type: "object", additionalProperties: { $ref: "#" }, minProperties: 1 })!.message).toContain(
      "demand a property, which needs itself without end",
    );
  });

  it("really has no value, and the keywords are there", () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(1, 12, "a", "ab", "abc", "12-34", [1, "a"], {}, [], [true], { a: 1 }, { value: 7 }),
    );
    let found = 0;
    fc.assert(
      fc.property(schemas, schemas, fc.array(value, { minLength: 30, maxLength: 30 }), (one, other, values) => {
        const { $defs } = { ...(one as object), ...(other as object) } as { $defs?: unknown };
        const schema = { allOf: [one, other], ...($defs === undefined ? {} : { $defs }) };
        const error = failure(schema);
        if (!error) return;
        found++;
        const { validate } = createValidator<JsonSchema>(schema);
        for (const candidate of values) expect(validate(candidate).ok, JSON.stringify(candidate)).toBe(false);
        expect(error.report.length, error.message).toBeGreaterThan(0);
        for (const { path, keyword } of error.report) {
          if (keyword !== "false") expect(at(schema, path), `${path} in ${JSON.stringify(schema)}`).toBeDefined();
          if (!/ and \d+ more[.;]/.test(error.message)) expect(error.message).toContain(path);
        }
        expect(at(schema, error.path)).toBeDefined();
      }),
      { numRuns: 120 },
    );
    expect(found).toBeGreaterThan(15);
  });
});

describe("a part that no value fits", () => {
  /** The reasons in a report that say so, by path. */
  const dead = (schema: JsonSchema): string[] =>
    compileSchema(schema)
      .report.filter(({ reason }) => reason?.startsWith("no value fits"))
      .map(({ path }) => path);

  it.each<[JsonSchema, string[]]>([
    [{ type: "object", properties: { a: short } }, ["/properties/a/minLength", "/properties/a/maxLength"]],
    [{ type: "array", items: { type: "string", enum: [1] } }, ["/items/type", "/items/enum"]],
    [{ anyOf: [short, { type: "null" }] }, ["/anyOf/0/minLength", "/anyOf/0/maxLength"]],
    [{ type: ["string", "null"], minLength: 5, maxLength: 3 }, ["/minLength", "/maxLength"]],
    [
      { type: "object", additionalProperties: { allOf: [{ type: "string" }, { type: "null" }] } },
      ["/additionalProperties/allOf/0/type", "/additionalProperties/allOf/1/type"],
    ],
  ])("%j", (schema, paths) => {
    expect(dead(schema)).toEqual(paths);
  });

  it.each<[string, JsonSchema]>([
    ["says so itself", { type: "object", properties: { a: false, b: { not: {} } }, additionalProperties: false }],
    ["is a branch that only here is none", { type: "string", anyOf: [{ type: "number" }, { minLength: 2 }] }],
    ["is a type that only here is none", { allOf: [{ type: ["string", "null"] }, { type: "string" }] }],
    ["is left to a validator", { type: "string", allOf: [{ pattern: "(a)\\1" }, { pattern: "(b)\\1" }], maxLength: 1 }],
  ])("isn't reported where it %s", (_, schema) => {
    expect(dead(schema)).toEqual([]);
  });
});

describe("counting what there is", () => {
  const finite = fc.oneof(
    fc
      .uniqueArray(fc.constantFrom("a", "b", "c", 1, 2), { minLength: 1 })
      .map((list) => ({ schema: { enum: list }, list })),
    fc.tuple(fc.nat(3), fc.nat(3)).map(([low, more]) => ({
      schema: { type: "integer", minimum: low, maximum: low + more },
      list: Array.from({ length: more + 1 }, (_, i) => low + i),
    })),
    fc.constant({ schema: { type: ["boolean", "null"] }, list: [true, false, null] }),
    fc.constant({ schema: { type: "string", pattern: "^[ab]$" }, list: ["a", "b"] }),
    fc.constant({ schema: { type: "string", maxLength: 0 }, list: [""] }),
  );

  it("knows whether there are enough different items", () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 3 }), fc.nat(7), (parts, minItems) => {
        const values = new Set(parts.flatMap(({ list }) => list as unknown[]));
        const schema = {
          type: "array",
          items: { anyOf: parts.map((part) => part.schema) },
          uniqueItems: true,
          minItems,
        };
        // Values that several parts have are counted once only where they are literals.
        const disjoint = values.size === parts.reduce((sum, { list }) => sum + list.length, 0);
        if (minItems > values.size && disjoint) expect(failure(schema)).toBeDefined();
        if (minItems <= values.size) expect(failure(schema)).toBeUndefined();
      }),
    );
  });

  it.each<[unknown[], boolean]>([
    [[{ const: 1 }, { const: 1 }], false],
    [[{ const: 1 }, { const: 2 }], true],
    [[{ enum: [1, 2] }, { enum: [2, 1] }, { const: 1 }], false],
    [[{ enum: [1, 2] }, { enum: [2, 1] }, { type: "string" }], true],
  ])("also for the first items: %j", (prefixItems, fits) => {
    const schema = { type: "array", prefixItems, items: false, uniqueItems: true, minItems: prefixItems.length };
    expect(failure(schema as JsonSchema) === undefined).toBe(fits);
  });

  it("knows whether there is a multiple in a range", () => {
    const hundredths = fc.integer({ min: -300, max: 300 });
    fc.assert(
      fc.property(
        fc.constantFrom("number", "integer"),
        hundredths,
        hundredths,
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 2 }),
        fc.boolean(),
        (type, low, high, units, exclusive) => {
          const schema = {
            type,
            [exclusive ? "exclusiveMinimum" : "minimum"]: low / 100,
            maximum: high / 100,
            allOf: [{}, ...units.map((unit) => ({ multipleOf: unit / 100 }))],
          };
          let some = type === "number" && units.length === 0 ? low < high || (low === high && !exclusive) : false;
          for (let n = exclusive ? low + 1 : low; n <= high; n++) {
            some ||= units.every((unit) => n % unit === 0) && (type === "number" || n % 100 === 0);
          }
          expect(failure(schema) === undefined).toBe(some);
        },
      ),
      { numRuns: 300 },
    );
  });
});
