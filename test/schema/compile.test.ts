import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ArrayAlternative,
  compileSchema,
  type JsonSchema,
  SchemaError,
  type Shape,
  type ShapeTable,
} from "../../src/schema/index.ts";
import { schemas } from "../gbnf/support/schemas.ts";

function errorOf(schema: unknown, options = {}): SchemaError {
  try {
    compileSchema(schema as JsonSchema, options);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error("no error");
}

/** Status and reason by path. */
function reportOf(schema: JsonSchema, options = {}): Record<string, string> {
  return Object.fromEntries(
    compileSchema(schema, options).report.map(({ path, status, reason }) => [
      path,
      reason ? `${status}: ${reason}` : status,
    ]),
  );
}

function shapeOf(schema: JsonSchema): Shape {
  return compileSchema(schema).shape.shapes[0]!;
}

describe("the shape table", () => {
  it("keeps its laws for any schema", () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        let table: ShapeTable;
        try {
          table = compileSchema(schema).shape;
        } catch (error) {
          expect((error as SchemaError).code).toBe("unsatisfiable");
          return;
        }
        expect(JSON.parse(JSON.stringify(table))).toEqual(table);
        const reached = new Set([0]);
        for (const id of reached) for (const child of childrenOf(table.shapes[id]!)) reached.add(child);
        expect([...reached].sort((a, b) => a - b)).toEqual([...table.shapes.keys()]);
        const bodies = table.shapes.map((shape) => JSON.stringify(shape.map(({ sources: _, ...rest }) => rest)));
        expect(new Set(bodies).size).toBe(bodies.length);
        expect(new Set(table.automata.map((automaton) => JSON.stringify(automaton))).size).toBe(table.automata.length);
        for (const shape of table.shapes) {
          expect(shape.length).toBeGreaterThan(0);
          for (const one of shape) {
            if (one.kind === "literals") expect(new Set(one.values).size).toBe(one.values.length);
            if (one.kind === "string" && one.maxLength !== null)
              expect(one.minLength).toBeLessThanOrEqual(one.maxLength);
            if (one.kind === "array" && one.maxItems !== null) expect(one.minItems).toBeLessThanOrEqual(one.maxItems);
            if (one.kind === "object")
              expect(new Set(one.properties.map(({ name }) => name)).size).toBe(one.properties.length);
            for (const check of one.checks) expect(check).toBeLessThan(table.checks.length);
            for (const source of one.sources) expect(source).toBeLessThan(table.sources.length);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is the same for the same demands, however they are written", () => {
    const plain = compileSchema({
      type: "object",
      properties: { a: { type: "integer", minimum: 3, maximum: 7 } },
      required: ["a"],
    });
    const roundabout = compileSchema({
      allOf: [{ $ref: "#/$defs/o" }, { required: ["a"] }],
      properties: { a: { exclusiveMinimum: 2, allOf: [{ maximum: 7.5 }, { type: ["integer", "string"] }] } },
      $defs: { o: { type: "object", properties: { a: { type: "number" } } } },
    });
    const bare = (table: ShapeTable) => table.shapes.map((shape) => shape.map(({ sources: _, ...rest }) => rest));
    expect(bare(roundabout.shape)).toEqual(bare(plain.shape));
  });

  it("shares equal shapes, also recursive ones", () => {
    const node = (name: string) => ({
      type: "object",
      properties: { v: { type: "string", maxLength: 5 }, next: { $ref: `#/$defs/${name}` } },
      additionalProperties: false,
    });
    const { shape } = compileSchema({
      anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
      $defs: { a: node("b"), b: node("a") },
    });
    expect(shape.shapes).toHaveLength(2);
  });

  it("keeps counts as numbers", () => {
    expect(shapeOf({ type: "string", maxLength: 1e9, pattern: "^[a-z]{3,70000}$" })).toMatchObject([
      { kind: "string", minLength: 3, maxLength: 70_000, automaton: 0 },
    ]);
    expect(shapeOf({ type: "array", minItems: 5e8, items: { type: "null" } })).toMatchObject([
      { kind: "array", minItems: 5e8 },
    ]);
  });

  it("is linear in the schema where it can be", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`p${i}`, { type: "string", maxLength: i }]),
    );
    expect(compileSchema({ properties }).shape.shapes.length).toBeLessThan(2010);
    // Each level refers to the next one twice: 2^40 ways down, 41 shapes.
    const $defs: Record<string, JsonSchema> = { d40: { type: "null" } };
    for (let i = 0; i < 40; i++)
      $defs[`d${i}`] = {
        type: "array",
        items: { $ref: `#/$defs/d${i + 1}` },
        prefixItems: [{ $ref: `#/$defs/d${i + 1}` }],
      };
    expect(compileSchema({ $ref: "#/$defs/d0", $defs }).shape.shapes).toHaveLength(41);
  });

  it("goes as deep as a schema does", () => {
    let schema: JsonSchema = { type: "integer" };
    for (let i = 0; i < 400; i++) schema = { type: "object", properties: { a: schema }, required: ["a"] };
    expect(compileSchema(schema).shape.shapes.length).toBeGreaterThan(400);
    for (let i = 0; i < 100_000; i++) schema = { properties: { a: schema } };
    expect(errorOf(schema).code).toBe("too-deep");
    let wrapped: JsonSchema = { type: "integer" };
    for (let i = 0; i < 3000; i++) wrapped = { allOf: [wrapped] };
    expect(errorOf(wrapped).code).toBe("too-deep");
  });

  it("stays within bounds where choices multiply", () => {
    const choice = (i: number): JsonSchema => ({
      anyOf: Array.from({ length: 10 }, (_, j) => ({ properties: { [`p${i}`]: { const: j } } })),
    });
    const { report } = compileSchema({ type: "object", allOf: Array.from({ length: 10 }, (_, i) => choice(i)) });
    expect(report.filter(({ keyword, status }) => keyword === "anyOf" && status === "boundary").length).toBeGreaterThan(
      0,
    );
  });
});

function childrenOf(shape: Shape): number[] {
  return shape.flatMap((one) => {
    if (one.kind === "array") return [...one.prefix, ...(one.items === null ? [] : [one.items])];
    if (one.kind !== "object") return [];
    return [
      ...one.properties.flatMap(({ shape: id }) => (id === null ? [] : [id])),
      ...one.others.map(({ shape: id }) => id),
    ];
  });
}

describe("the report", () => {
  it("has a line for every keyword at every place in use", () => {
    expect(
      reportOf({
        title: "t",
        type: "object",
        properties: {
          a: { type: "string", pattern: "^a", description: "d", "x-y": 1 },
          not: { type: "integer", multipleOf: 12_345 },
        },
        not: { required: ["b"], minContains: 2, contains: true },
        $defs: { unused: { type: "string" } },
      }),
    ).toEqual({
      "/title": "annotation",
      "/type": "grammar",
      "/properties": "grammar",
      "/not": "boundary: what breaks `minContains` can't be said as a schema",
      "/$defs": "annotation",
      "/properties/a/type": "grammar",
      "/properties/a/pattern": "grammar",
      "/properties/a/description": "annotation",
      "/properties/a/x-y": "annotation: not a keyword of JSON Schema",
      "/properties/not/type": "grammar",
      "/properties/not/multipleOf":
        "boundary: its multiples leave too many remainders to be counted, or have too many digits",
    });
  });

  it.each([
    [{ oneOf: [{ type: "integer" }, { type: "string" }] }, "/oneOf", /^grammar/],
    [{ oneOf: [{ type: "integer" }, { type: "number" }] }, "/oneOf", /^boundary/],
    [
      {
        oneOf: [
          { properties: { k: { const: 1 } }, required: ["k"], type: "object" },
          { properties: { k: { const: 2 } }, type: "object" },
        ],
      },
      "/oneOf",
      /^grammar/,
    ],
    [
      {
        oneOf: [
          { pattern: "^a", type: "string" },
          { pattern: "^b", type: "string" },
        ],
      },
      "/oneOf",
      /^grammar/,
    ],
    [
      {
        oneOf: [
          { type: "string", maxLength: 3 },
          { type: "string", minLength: 3 },
        ],
      },
      "/oneOf",
      /^grammar: what fits two/,
    ],
    [{ oneOf: [{ type: "integer" }, { type: "number" }] }, "/oneOf", /^boundary/],
    [{ not: { required: ["a"], properties: { a: { enum: ["x"] } } } }, "/not", /^grammar/],
    [
      { not: { allOf: [{ type: "null" }, { properties: { a: { not: { multipleOf: 12_345 } } } }] } },
      "/not",
      /^boundary/,
    ],
    [{ not: { const: 1 } }, "/not", /^grammar/],
    [{ not: { enum: [2, 1, "a", null] } }, "/not", /^grammar/],
    [{ not: { const: [1] } }, "/not", /^boundary/],
    [{ not: { minimum: 3, exclusiveMaximum: 9 } }, "/not", /^grammar/],
    [{ propertyNames: { pattern: "^a", not: { const: "ab" } } }, "/propertyNames", /^grammar/],
    [{ propertyNames: { format: "regex" } }, "/propertyNames", /^boundary/],
    [{ dependentRequired: { a: ["b"] } }, "/dependentRequired", /^grammar/],
    [{ type: "string", pattern: "(a)\\1" }, "/pattern", /^boundary: backreference/],
    [{ type: "string", format: "date" }, "/format", /^grammar/],
    [{ type: "string", format: "regex" }, "/format", /^boundary/],
    [{ type: "string", format: "colour" }, "/format", /^annotation: not a format/],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: { type: "string" }, then: { maxLength: 3 } }, "/if", /^boundary/],
    [{ if: { type: "string" } }, "/if", /^annotation/],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ then: { maxLength: 3 } }, "/then", /^annotation/],
    [{ items: { type: "string" }, additionalItems: false }, "/additionalItems", /^annotation/],
    [{ type: "object", patternProperties: { "(a)\\1": {} } }, "/patternProperties", /^boundary/],
  ] as const)("%j: %s", (schema, path, expected) => {
    expect(reportOf(schema)[path]).toMatch(expected);
  });

  it("tells the alternatives what a validator must decide, and where they come from", () => {
    const { shape } = compileSchema({
      type: "object",
      properties: { a: { not: { const: [1] } }, b: { type: "array", allOf: [{ contains: {} }, { contains: {} }] } },
    });
    expect(shape.checks).toEqual(["/properties/a", "/properties/b/allOf/1"]);
    const [root] = shape.shapes[0]!;
    expect(root).toMatchObject({ checks: [], sources: [0] });
    expect(shape.sources[0]).toBe("");
  });

  it("counts what an array contains, as shapes of the items that count", () => {
    const schema = {
      type: "array",
      prefixItems: [{ type: "string" }, { enum: [1, 12, "a"] }],
      items: { type: "integer", minimum: 5 },
      contains: { type: "integer", maximum: 9 },
      minContains: 2,
      maxItems: 4,
    };
    const { shape, report } = compileSchema(schema);
    const [array] = shape.shapes[0]!;
    expect(array).toMatchObject({
      checks: [],
      minItems: 3,
      maxItems: 4,
      contains: { least: 2, most: null, check: null },
    });
    const { contains } = array as ArrayAlternative;
    expect(contains!.prefix[0]).toBe(null);
    expect(shape.shapes[contains!.prefix[1]!]).toMatchObject([{ kind: "literals", values: [1] }]);
    expect(shape.shapes[contains!.items!]).toMatchObject([{ kind: "number", minimum: "5", maximum: "9" }]);
    expect(report.find(({ keyword }) => keyword === "contains")).toMatchObject({ status: "boundary" });
    expect(report.some(({ path }) => path.startsWith("/contains/"))).toBe(false);
    expect(compileSchema({ ...schema, maxContains: 3 }).shape.checks).toEqual(["/contains"]);
    expect(errorOf({ ...schema, minContains: 4 })).toMatchObject({
      code: "unsatisfiable",
      message: expect.stringContaining("minContains"),
    });
    expect(errorOf({ type: "array", contains: false })).toMatchObject({ code: "unsatisfiable" });
  });

  it("refuses by name and path, all at once", () => {
    const schema = { properties: { a: { $ref: "other.json" }, b: { items: { $ref: "#/$defs/none" } } } };
    const error = errorOf(schema);
    expect([error.code, error.path, error.keyword]).toEqual(["reference", "/properties/a/$ref", "$ref"]);
    expect(error.report.map(({ path }) => path)).toEqual(["/properties/a/$ref", "/properties/b/items/$ref"]);
    expect(error.message).toContain("/properties/b/items/$ref: there is no `$defs` at the root");
    expect(reportOf(schema, { strict: false })["/properties/a/$ref"]).toMatch(/^refused: nothing in this document/);
  });
});

describe("schemas that can't be", () => {
  it.each([
    [false, "unsatisfiable", ""],
    [{ type: "string", allOf: [{ type: "integer" }] }, "unsatisfiable", ""],
    [{ type: "integer", minimum: 2, maximum: 1 }, "unsatisfiable", ""],
    [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, "unsatisfiable", ""],
    [{ type: "object", properties: { a: false }, required: ["a"] }, "unsatisfiable", ""],
    [{ type: "object", additionalProperties: false, minProperties: 1 }, "unsatisfiable", ""],
    [{ type: "array", items: false, minItems: 1 }, "unsatisfiable", ""],
    [{ type: "string", pattern: "^abc$", maxLength: 2 }, "unsatisfiable", ""],
    [{ enum: [] }, "unsatisfiable", ""],
    [{ const: "a", enum: ["b"] }, "unsatisfiable", ""],
    [{ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }, "unsatisfiable", ""],
    [{ type: "strin" }, "invalid", "/type"],
    [{ properties: { a: { minLength: -1 } } }, "invalid", "/properties/a/minLength"],
    [{ properties: [] }, "invalid", "/properties"],
    [{ properties: { a: 3 } }, "invalid", "/properties/a"],
    [{ required: [1] }, "invalid", "/required"],
    [{ anyOf: [] }, "invalid", "/anyOf"],
    [{ allOf: {} }, "invalid", "/allOf"],
    [{ type: "number", multipleOf: 0 }, "invalid", "/multipleOf"],
    [{ pattern: "(" }, "invalid", "/pattern"],
    [{ $ref: 3 }, "invalid", "/$ref"],
    [
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      "reference",
      "/$defs/a",
    ],
    [{ anyOf: [{ $ref: "#" }, { type: "null" }] }, "reference", ""],
    [[], "not-a-schema", ""],
    [null, "not-a-schema", ""],
    ["string", "not-a-schema", ""],
  ])("%j is %s", (schema, code, path) => {
    const error = errorOf(schema);
    expect([error.code, error.path]).toEqual([code, path]);
  });
});

describe("references", () => {
  const string = { type: "string", maxLength: 3 };

  it.each<[string, JsonSchema]>([
    ["a pointer", { $ref: "#/$defs/s", $defs: { s: string } }],
    ["a pointer into any part", { $ref: "#/properties/x/anyOf/0", properties: { x: { anyOf: [string] } } }],
    ["definitions", { $ref: "#/definitions/s", definitions: { s: string } }],
    ["an anchor", { $ref: "#s", $defs: { any: { $anchor: "s", ...string } } }],
    ["a draft-7 anchor", { $ref: "#s", definitions: { any: { $id: "#s", ...string } } }],
    [
      "the document's own identifier",
      { $id: "https://example.org/a.json", $ref: "a.json#/$defs/s", $defs: { s: string } },
    ],
    [
      "an embedded resource",
      { $ref: "https://example.org/s.json", $defs: { s: { $id: "https://example.org/s.json", ...string } } },
    ],
    [
      "a relative identifier",
      { $id: "https://example.org/dir/a.json", $ref: "s.json", $defs: { s: { $id: "s.json", ...string } } },
    ],
    [
      "a pointer inside an embedded resource",
      { $ref: "x:s", $defs: { s: { $id: "x:s", $ref: "#/$defs/t", $defs: { t: string } } } },
    ],
    [
      "an anchor of an embedded resource",
      { $ref: "x:s#t", $defs: { s: { $id: "x:s", $defs: { t: { $anchor: "t", ...string } } } } },
    ],
    [
      "a pointer meant from the root, in a subschema with an identifier",
      { $ref: "#/$defs/s", $defs: { s: { $id: "/s", $ref: "#/$defs/t" }, t: string } },
    ],
    [
      "a dynamic reference in a single resource",
      { $dynamicRef: "#s", $defs: { any: { $dynamicAnchor: "s", ...string } } },
    ],
  ])("follows %s", (_, schema) => {
    const [one, ...rest] = compileSchema(typeof schema === "object" ? { ...schema, type: "string" } : schema).shape
      .shapes[0]!;
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ kind: "string", maxLength: 3, checks: [] });
  });

  it("follows a dynamic reference by the resources on the way to it", () => {
    const list = { $id: "x:list", items: { $dynamicRef: "#item" }, $defs: { any: { $dynamicAnchor: "item" } } };
    const of = (type: string) => ({
      $id: `x:${type}`,
      $ref: "x:list",
      $defs: { item: { $dynamicAnchor: "item", type } },
    });
    const schema = {
      $id: "x:root",
      type: "object",
      properties: {
        s: { type: "array", $ref: "x:string" },
        n: { type: "array", $ref: "x:null" },
        l: { type: "array", $ref: "x:list" },
      },
      $defs: { list, string: of("string"), null: of("null") },
    };
    const { shape, report } = compileSchema(schema);
    const [object] = shape.shapes[0]!;
    const kindsOf = (name: string) => {
      const property = object?.kind === "object" ? object.properties.find((one) => one.name === name) : undefined;
      const [array] = shape.shapes[property!.shape!]!;
      return array?.kind === "array" ? shape.shapes[array.items!]!.map(({ kind }) => kind) : [];
    };
    expect(kindsOf("s")).toEqual(["string"]);
    expect(kindsOf("n")).toEqual(["literals"]);
    expect(kindsOf("l")).toEqual(["literals", "number", "string", "array", "object"]);
    expect(report.filter(({ status }) => status !== "grammar" && status !== "annotation")).toEqual([]);
    const nowhere = {
      $id: "x:a",
      properties: { p: { $dynamicRef: "#n" } },
      $defs: { b: { $id: "x:b", $dynamicAnchor: "n" } },
    };
    expect(reportOf(nowhere, { strict: false })["/properties/p/$dynamicRef"]).toMatch(/^refused/);
  });

  it("doesn't take a property's name or a literal for an identifier", () => {
    const schema = {
      properties: {
        $id: { type: "string" },
        $anchor: { const: { $id: "x:1", $anchor: "s" } },
        $ref: { enum: ["#/nowhere"] },
      },
      required: ["$id"],
    };
    expect(compileSchema(schema).report.some(({ status }) => status === "refused")).toBe(false);
  });
});
