import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { boundaryCheck, type ContractError, createValidator } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

function errorsOf(schema: JsonSchema, value: unknown): readonly ContractError[] {
  const result = createValidator<JsonSchema>(schema).validate(value);
  return result.ok ? [] : result.errors;
}

const person = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 4 },
    age: { type: "integer", minimum: 0, exclusiveMaximum: 150 },
    tags: { type: "array", items: { enum: ["red", "green"] }, maxItems: 2, uniqueItems: true },
    mail: { type: "string", format: "email" },
    code: { type: "string", pattern: "^[A-Z]{2}$" },
  },
  required: ["name", "age"],
  additionalProperties: false,
} as const;

describe("errors say where, what and what to do", () => {
  const table: [name: string, value: unknown, wanted: Partial<ContractError>][] = [
    ["missing", { age: 1 }, { keyword: "required", path: "", names: ["name"] }],
    ["renamed", { nam: "Ada", age: 1 }, { keyword: "required", names: ["name"], nearest: "nam" }],
    [
      "unknown",
      { name: "Ada", age: 1, tgas: [] },
      { keyword: "additionalProperties", names: ["tgas"], nearest: "tags" },
    ],
    ["type", { name: 5, age: 1 }, { keyword: "type", path: "/name", message: "/name must be a string, not a number." }],
    ["null", { name: null, age: 1 }, { message: "/name must be a string, not null." }],
    ["short", { name: "A", age: 1 }, { keyword: "minLength", limit: 2 }],
    ["long", { name: "🙂🙂🙂🙂🙂", age: 1 }, { message: "/name must be at most 4 characters long, not 5.", limit: 4 }],
    ["whole", { name: "Ada", age: 1.5 }, { keyword: "type", message: "/age must be an integer, not a number." }],
    ["low", { name: "Ada", age: -1 }, { keyword: "minimum", limit: 0, message: "/age must be >= 0, not -1." }],
    ["high", { name: "Ada", age: 150 }, { keyword: "exclusiveMaximum", limit: 150 }],
    ["enum", { name: "Ada", age: 1, tags: ["Red"] }, { path: "/tags/0", allowed: ["red", "green"], nearest: "red" }],
    ["items", { name: "Ada", age: 1, tags: ["red", "green", "red"] }, { keyword: "maxItems", path: "/tags", limit: 2 }],
    ["twice", { name: "Ada", age: 1, tags: ["red", "red"] }, { keyword: "uniqueItems", path: "/tags" }],
    ["format", { name: "Ada", age: 1, mail: "at home" }, { keyword: "format", path: "/mail" }],
    ["pattern", { name: "Ada", age: 1, code: "de" }, { keyword: "pattern", path: "/code" }],
    ["root", [], { keyword: "type", path: "", message: "The document must be an object, not an array." }],
  ];
  test.each(table)("%s", (_, value, wanted) => {
    expect(errorsOf(person, value)).toContainEqual(expect.objectContaining({ gate: "schema", ...wanted } as object));
  });

  test("all errors come at once, each with a pointer that is escaped", () => {
    const schema = { properties: { "a/b": { type: "number" }, "c~d": { items: { type: "number" } } } };
    expect(errorsOf(schema, { "a/b": "", "c~d": [1, "", ""] }).map(({ path }) => path)).toEqual([
      "/a~1b",
      "/c~0d/1",
      "/c~0d/2",
    ]);
  });

  test("long values and long lists of choices are cut in the sentence, not in the error", () => {
    const choices = Array.from({ length: 300 }, (_, i) => `choice ${i}`);
    const [error] = errorsOf({ enum: choices }, "x".repeat(10_000));
    expect(error!.message.length).toBeLessThan(600);
    expect(error!.allowed).toHaveLength(300);
  });

  test("more errors than anyone can act on are cut, and that is said", () => {
    const { validate } = createValidator({ items: { type: "string" } });
    const few = validate(Array.from({ length: 100 }, (_, i) => i));
    expect(few).toMatchObject({ ok: false, complete: true });
    const many = validate(Array.from({ length: 101 }, (_, i) => i));
    expect(many).toMatchObject({ ok: false, complete: false });
    if (!many.ok) expect(many.errors).toHaveLength(100);
    const tooMany = validate(Array.from({ length: 100_000 }, (_, i) => (i < 50_000 ? "" : i)));
    expect(tooMany).toMatchObject({ ok: false, complete: false, errors: [{ path: "/50000" }] });
  });
});

describe("unions", () => {
  const shape = {
    anyOf: [
      { $ref: "#/$defs/circle" },
      {
        type: "object",
        properties: { kind: { const: "square" }, side: { type: "number" } },
        required: ["kind", "side"],
      },
      { type: "null" },
    ],
    $defs: {
      circle: {
        type: "object",
        properties: { kind: { const: "circle" }, radius: { $ref: "#/$defs/length" } },
        required: ["kind", "radius"],
      },
      length: { type: "number", exclusiveMinimum: 0 },
    },
  };
  test("the branch whose discriminator fits is the one that is meant", () => {
    expect(errorsOf(shape, { kind: "square" })).toMatchObject([{ keyword: "required", names: ["side"] }]);
    expect(errorsOf(shape, { kind: "circle", radius: -1 })).toMatchObject([
      { keyword: "exclusiveMinimum", path: "/radius" },
    ]);
  });
  test("a type that no branch takes is one error", () => {
    expect(errorsOf(shape, 5)).toMatchObject([
      { keyword: "type", path: "", message: "The document must be an object or null, not a number." },
    ]);
  });
  test("a choice spread over branches is one choice", () => {
    expect(errorsOf({ anyOf: [{ const: "a" }, { enum: ["b", "c"] }] }, "d")).toMatchObject([
      { keyword: "enum", allowed: ["a", "b", "c"] },
    ]);
  });
  test("branches that fit equally badly are named together", () => {
    const schema = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(errorsOf(schema, {})).toMatchObject([{ keyword: "anyOf", path: "" }]);
  });
  test("a value that fits several branches of oneOf", () => {
    expect(errorsOf({ oneOf: [{ type: "number" }, { minimum: 3 }] }, 5)).toMatchObject([{ keyword: "oneOf" }]);
  });
  test("errors beside a union stay", () => {
    const schema = {
      type: "object",
      minProperties: 1,
      anyOf: [{ required: ["a"] }, { required: ["b"], minProperties: 3 }],
    };
    expect(
      errorsOf(schema, {})
        .map(({ keyword }) => keyword)
        .sort(),
    ).toEqual(["minProperties", "required"]);
  });
  test("conditions and names report what failed in them", () => {
    expect(errorsOf(JSON.parse('{"if":{"type":"object"},"then":{"required":["a"]}}'), {})).toMatchObject([
      { names: ["a"] },
    ]);
    expect(errorsOf({ propertyNames: { pattern: "^a" } }, { b: 1 })).toMatchObject([
      { keyword: "pattern", names: ["b"] },
    ]);
  });
  test("in a recursive schema, and many times over", () => {
    const schema = { anyOf: [{ type: "number" }, { type: "array", items: { $ref: "#" } }] };
    expect(errorsOf(schema, [1, [2, "x"], ["y"]])).toMatchObject([
      { keyword: "type", path: "/1/1", message: "/1/1 must be a number or an array, not a string." },
      { keyword: "type", path: "/2/0" },
    ]);
    const { validate } = createValidator({ items: { anyOf: shape.anyOf }, $defs: shape.$defs });
    const result = validate(Array.from({ length: 90 }, () => ({ kind: "square" })));
    expect(result.ok || result.errors.map(({ keyword }) => keyword)).toEqual(
      Array.from({ length: 90 }, () => "required"),
    );
  });
});

test.each([
  ["2024-05-17T09:30:00Z", true],
  ["2024-05-17t09:30:00.5+02:00", true],
  ["2024-05-17 09:30:00Z", false],
  ["2024-02-30T09:30:00Z", false],
])("%s as a date-time: %s", (text, fits) => {
  expect(errorsOf({ format: "date-time" }, text)).toHaveLength(fits ? 0 : 1);
});

describe("numbers and repeats", () => {
  test.each([
    [0.07, 0.01, true],
    [1.1, 0.1, true],
    [0.075, 0.01, false],
    [1e300, 1e-300, true],
    [1e-7, 2e-7, false],
    [-6, 3, true],
    [0, 0.3, true],
    [2 ** 53, 2, true],
  ])("%d as a multiple of %d: %s", (value, multipleOf, fits) => {
    expect(errorsOf({ multipleOf }, value)).toMatchObject(fits ? [] : [{ keyword: "multipleOf", limit: multipleOf }]);
  });
  test("equal items are found whatever the order of their keys", () => {
    const twice = [{ a: 1, b: [2] }, { a: 1 }, { b: [2], a: 1 }];
    expect(errorsOf({ uniqueItems: true }, twice)).toMatchObject([
      { keyword: "uniqueItems", message: "The document must not repeat an item; items 0 and 2 are equal." },
    ]);
    expect(errorsOf({ uniqueItems: true }, [1, "1", true, null, [], {}, [1], { a: 1 }])).toEqual([]);
    expect(errorsOf({ uniqueItems: true }, [0, -0])).toHaveLength(1);
    expect(errorsOf({ uniqueItems: false }, [1, 1])).toEqual([]);
  });
  test("in a long list too", () => {
    const items = Array.from({ length: 200_000 }, (_, i) => ({ i: i % 199_999 }));
    expect(errorsOf({ uniqueItems: true }, items)).toMatchObject([{ keyword: "uniqueItems" }]);
  });
});

describe("defaults", () => {
  const schema = {
    type: "object",
    properties: {
      list: { default: [] },
      inner: { type: "object", default: {}, properties: { "a/b": { default: { deep: [1] } } } },
      items: { items: { properties: { n: { default: 1 } } } },
    },
    required: ["list"],
  };
  test("are filled into a copy and reported in natural order", () => {
    const value = { items: [...Array.from({ length: 9 }, () => ({ n: 2 })), {}, {}] };
    const before = structuredClone(value);
    const result = createValidator(schema).validate(value);
    expect(value).toEqual(before);
    expect(result).toMatchObject({ ok: true, defaults: ["/inner", "/items/9/n", "/items/10/n", "/list"] });
    expect(result).toMatchObject({ value: { list: [], inner: { "a/b": { deep: [1] } } } });
  });
  test("may stand in for what is required, unless they are left out", () => {
    const needy = { required: ["a"], properties: { a: { default: 1 } } };
    expect(createValidator(needy).validate({})).toMatchObject({ ok: true, defaults: ["/a"] });
    expect(createValidator(needy, { defaults: false }).validate({})).toMatchObject({ ok: false });
  });
  test("that don't fit their own schema don't spoil a value", () => {
    const wrong = { properties: { a: { type: "array", default: "*" }, b: { type: "number" } } };
    expect(createValidator(wrong).validate({ b: 1 })).toEqual({ ok: true, value: { b: 1 }, defaults: [] });
    expect(createValidator(wrong).validate({ b: "" })).toMatchObject({ ok: false });
  });
  test("are each their own", () => {
    const { validate } = createValidator(schema);
    const [a, b] = [validate({}), validate({})] as unknown as { value: { list: number[] } }[];
    a!.value.list.push(1);
    expect(b!.value.list).toEqual([]);
  });
  test("an explicit null or undefined", () => {
    const { validate } = createValidator({ properties: { a: { default: 1 } } });
    expect(validate({ a: null })).toMatchObject({ value: { a: null }, defaults: [] });
    expect(validate({ a: undefined })).toMatchObject({ value: { a: 1 }, defaults: ["/a"] });
  });
});

describe("schemas", () => {
  test("draft-04's own spellings", () => {
    const $schema = "http://json-schema.org/draft-04/schema#";
    const old = {
      $schema,
      id: "https://example.org/root",
      properties: {
        id: { type: "string" },
        $id: { type: "string" },
        n: { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        item: { $ref: "#/definitions/item" },
      },
      definitions: { item: { type: "boolean" } },
    };
    expect(errorsOf(old, { id: "x", n: 9, item: true })).toEqual([]);
    expect(errorsOf(old, { id: 1, n: 0, item: 1 })).toMatchObject([
      { path: "/id", keyword: "type" },
      { path: "/n", keyword: "exclusiveMinimum", limit: 0 },
      { path: "/item", keyword: "type" },
    ]);
  });
  test.each([
    ["http://json-schema.org/draft-06/schema#"],
    ["http://json-schema.org/draft-07/schema"],
    ["https://json-schema.org/draft/2019-09/schema"],
    ["https://json-schema.org/draft/2020-12/schema"],
  ])("the dialect %s", ($schema) => {
    expect(errorsOf({ $schema, const: 1 }, 1)).toEqual([]);
    expect(errorsOf({ $schema, const: 1 }, 2)).toHaveLength(1);
  });
  test("without $schema, older spellings are understood", () => {
    const old = {
      id: "https://example.org/root",
      items: [{ id: "#/items/0", type: "number" }, { $ref: "#word" }],
      additionalItems: false,
      definitions: { word: { id: "#word", type: "string" } },
    };
    expect(errorsOf(old, [1, "a"])).toEqual([]);
    expect(errorsOf(old, ["a", 1, 2]).map(({ path, keyword }) => [path, keyword])).toEqual([
      ["/0", "type"],
      ["/1", "type"],
      ["", "items"],
    ]);
    expect(errorsOf({ minimum: 1, exclusiveMinimum: true }, 1)).toMatchObject([{ keyword: "exclusiveMinimum" }]);
  });
  test("up to draft-07, what stands beside a reference constrains nothing", () => {
    const beside = {
      properties: { a: { $ref: "#/definitions/n", maximum: 1 } },
      definitions: { n: { type: "number" } },
    };
    expect(errorsOf({ $schema: "http://json-schema.org/draft-07/schema#", ...beside }, { a: 2 })).toEqual([]);
    expect(errorsOf(beside, { a: 2 })).toHaveLength(1);
  });
  test("ids that nothing refers to may be anything", () => {
    const $schema = "http://json-schema.org/draft-04/schema#";
    const generated = {
      $schema,
      id: "/",
      properties: { a: { id: "0", type: "string" }, b: { id: "0" }, c: { id: "#a!b" } },
    };
    expect(errorsOf(generated, { a: 1 })).toMatchObject([{ path: "/a" }]);
    expect(errorsOf({ $schema: "http://json-schema.org/draft-07/schema#", id: 5, type: "number" }, "")).toHaveLength(1);
  });
  test("references that are meant from the root lead there, whatever is called something on the way", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const n = { $id: "/n", type: "number" };
    const list = { $id: "/list", items: { $ref: "#/definitions/n" } };
    const meant = { $schema, definitions: { n, list }, properties: { a: { $ref: "#/definitions/list" } } };
    expect(errorsOf(meant, { a: ["x"] })).toMatchObject([{ keyword: "type", path: "/a/0" }]);
    // Within a resource that has what is referred to, a reference means that.
    const m = { $id: "/m", items: { $ref: "#/definitions/n" }, definitions: { n: { type: "null" } } };
    const own = { $schema, definitions: { n, m }, properties: { a: { $ref: "#/definitions/m" } } };
    expect(errorsOf(own, { a: [null] })).toEqual([]);
    expect(errorsOf(own, { a: [1] })).toHaveLength(1);
  });
  test("a value listed twice is listed", () => {
    expect(errorsOf({ $schema: "http://json-schema.org/draft-04/schema#", enum: ["a", "a"] }, "a")).toEqual([]);
  });
  test("keywords of ajv alone are none", () => {
    expect(errorsOf({ $async: true, type: "string" }, 1)).toMatchObject([{ keyword: "type" }]);
    expect(errorsOf({ properties: { a: { $async: true, type: "string" } } }, { a: 1 })).toMatchObject([{ path: "/a" }]);
    expect(errorsOf({ type: "string", format: "date", formatMinimum: "2030-01-01" }, "2020-01-01")).toEqual([]);
  });
  test("tuples are the dialect's", () => {
    const items = [{ type: "number" }, { type: "string" }];
    expect(errorsOf({ $schema: "http://json-schema.org/draft-07/schema#", items }, [1, 2])).toHaveLength(1);
    expect(errorsOf({ prefixItems: items, items: false }, [1, "", 3])).toMatchObject([{ keyword: "items", limit: 2 }]);
  });
  const bad: [string, unknown, string][] = [
    ["a dialect that isn't known", { $schema: "http://json-schema.org/draft-03/schema#" }, "invalid"],
    ["a remote reference", { $ref: "https://example.org/schema.json" }, "reference"],
    ["a reference to nothing", { $ref: "#/$defs/none" }, "reference"],
    ["a keyword's value", { type: "strin" }, "invalid"],
    ["a pattern", { pattern: "[" }, "invalid"],
    ["a type", "string", "not-a-schema"],
    ["a function inside", { default: () => 1 }, "invalid"],
    ["endless nesting", nested(100_000), "too-deep"],
    ["much nesting", nested(200), "too-deep"],
  ];
  test.each(bad)("%s is refused with a type and a sentence", (_, schema, code) => {
    const compile = () => createValidator(schema as JsonSchema);
    if (code === "too-deep") {
      // How deep ajv can go is the stack's business; that it ends in a typed error or a validator is ours.
      try {
        compile();
      } catch (error) {
        expect(error).toMatchObject({ name: "SchemaError", code });
      }
    } else {
      expect(compile).toThrowError(expect.objectContaining({ name: "SchemaError", code }));
    }
  });
  test("what isn't enforced is noted", () => {
    expect(createValidator({ format: "postcode", type: "string" }).notes).toEqual([
      expect.stringContaining("postcode"),
    ]);
    expect(createValidator({ pattern: "^\\-$" }).notes).toEqual([expect.stringContaining("without it")]);
    expect(createValidator(person).notes).toEqual([]);
  });
  test("what ajv gets wrong is judged as the standard says, and told all the same", () => {
    const parsed = (text: string) => JSON.parse(text) as JsonSchema;
    const closed = { additionalProperties: false };
    for (const [schema, value] of [
      [{ patternProperties: { "^x": true }, unevaluatedProperties: false }, { constructor: 1 }],
      [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { toString: 1 }],
      [parsed('{"patternProperties":{"__proto__":{"type":"string"}}}'), { a__proto__b: 1 }],
      [{ if: true, prefixItems: [true], unevaluatedItems: false }, [1, 2]],
      // ajv's code throws on it.
      [
        { patternProperties: { "^x-": {} }, anyOf: [closed, { type: "null" }], unevaluatedProperties: false },
        { "x-a": 1 },
      ],
      [
        { properties: { a: true }, oneOf: [{ ...closed }, { maxProperties: 0 }], unevaluatedProperties: false },
        { a: 1, b: 2 },
      ],
    ] as [JsonSchema, unknown][]) {
      const result = createValidator<JsonSchema, unknown>(schema).validate(value);
      expect([value, result.ok, result.ok || result.errors[0]!.gate]).toEqual([value, false, "schema"]);
    }
    for (const [schema, value] of [
      [parsed('{"dependentSchemas":{"__proto__":{"type":"object"}}}'), 2],
      [{ contains: { const: 1 }, unevaluatedItems: { const: 2 } }, [2, 1]],
      [{ if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false }, { a: 1 }],
    ] as [JsonSchema, unknown][]) {
      expect(createValidator<JsonSchema, unknown>(schema).validate(value)).toMatchObject({ ok: true, value });
    }
    const breach = createValidator({ if: true, prefixItems: [true], unevaluatedItems: false }).validate([1, 2]);
    expect(breach.ok || breach.errors[0]!.message).toMatch(/unevaluatedItems|at most 1 item/);
  });
  test("schemas to which there are ever more ways take no longer than others", () => {
    const level = (i: number) => ({ allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`d${i}`, level(i)]));
    const schema: JsonSchema = { $ref: "#/$defs/d0", $defs: { ...$defs, d60: { type: "string", minLength: 2 } } };
    const { validate } = createValidator<JsonSchema, unknown>(schema);
    expect(validate("ab")).toMatchObject({ ok: true });
    expect(validate("a")).toMatchObject({ ok: false, complete: false, errors: [{ keyword: "minLength" }] });
    expect([boundaryCheck(schema)("", "ab"), boundaryCheck(schema)("/$defs/d7", 1)]).toEqual([true, false]);
    const filled = createValidator<JsonSchema, unknown>({
      ...schema,
      $defs: { ...(schema.$defs as object), x: { default: 1 } },
    });
    expect(filled.validate("ab")).toMatchObject({ ok: true, defaults: [] });
  });
  test("what isn't in the value isn't its fault: prototypes, and defaults that don't fit or have no end", () => {
    const faults = (schema: JsonSchema, value: unknown) => {
      const result = createValidator<JsonSchema, unknown>(schema).validate(value);
      return result.ok ? [] : result.errors.map(({ keyword, path }) => `${path} ${keyword}`);
    };
    const named = (name: string, part: object): JsonSchema => ({ properties: { [name]: part }, required: ["b"] });
    expect(faults(named("toString", { type: "string", default: "x" }), {})).toEqual([" required"]);
    expect(faults(named("a", { type: "string", default: 1 }), {})).toEqual([" required"]);
    expect(faults(named("a", { type: "string", default: 1 }), { a: 2 })).toEqual([" required", "/a type"]);
    const endless = createValidator<JsonSchema, unknown>({ properties: { a: { $ref: "#", default: {} } } });
    expect(endless.validate({})).toEqual({ ok: true, value: {}, defaults: [] });
  });
  test("patterns with an automaton take no longer than the text", () => {
    const schema: JsonSchema = { pattern: "^(a+)+$", patternProperties: { "^(b+)+$": false } };
    const long = `${"a".repeat(5000)}b`;
    const { validate } = createValidator<JsonSchema, unknown>(schema);
    expect([validate(long).ok, validate("a".repeat(5000)).ok, boundaryCheck(schema)("", long)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(validate({ ["b".repeat(50)]: 1 })).toMatchObject({ ok: false });
    expect(validate({ [`${"b".repeat(50)}a`]: 1 })).toMatchObject({ ok: true });
    const two = createValidator<JsonSchema, unknown>({ patternProperties: { "^a": { type: "null" }, "^b": true } });
    expect([two.validate({ b: 1 }).ok, two.validate({ a: 1 }).ok]).toEqual([true, false]);
    expect(two.validate({ a: 1, b: 1 })).toMatchObject({ errors: [{ path: "/a" }] });
    expect(createValidator({ pattern: "^.{20}$" }).validate("😀".repeat(20)).ok).toBe(true);
    expect(createValidator({ pattern: "^.{20}$" }).validate("😀".repeat(10)).ok).toBe(false);
    expect(createValidator({ pattern: "\\ud800" }).validate(`${"a".repeat(30)}\ud800`).ok).toBe(true);
  });
  test("zod schemas say themselves", () => {
    const { validate } = createValidator(z.object({ n: z.number(), tag: z.string().default("none") }));
    expect(validate({ n: 1 })).toMatchObject({ ok: true, value: { n: 1, tag: "none" }, defaults: ["/tag"] });
    expect(validate({ n: "1" })).toMatchObject({ ok: false, errors: [{ path: "/n", keyword: "type" }] });
  });
  test("a schema changed afterwards changes nothing", () => {
    const schema: { type: string } = { type: "string" };
    const { validate } = createValidator(schema);
    schema.type = "number";
    expect(validate("text").ok).toBe(true);
  });
});

function nested(depth: number): unknown {
  let schema: object = {};
  for (let i = 0; i < depth; i++) schema = { properties: { a: schema } };
  return schema;
}

describe("contains", () => {
  test.each([
    ["2020-12", { prefixItems: [{ type: "object" }] }],
    ["2020-12", { prefixItems: [{ type: "object" }], items: { type: "integer" } }],
    ["2019-09", { $schema: "https://json-schema.org/draft/2019-09/schema", items: [{ type: "object" }] }],
    [
      "draft-07",
      { $schema: "http://json-schema.org/draft-07/schema#", items: [{}], additionalItems: { type: "integer" } },
    ],
  ])("isn't passed over in an empty array with first items: %s", (_, schema) => {
    for (const more of [{}, { minContains: 1 }, { allOf: [{ type: "array" }] }, { uniqueItems: true }]) {
      const { validate } = createValidator({ type: "array", ...schema, ...more, contains: { const: 0 } });
      expect([[], [{}], [{}, 0]].map((value) => validate(value).ok)).toEqual([false, false, true]);
    }
  });

  const three = { contains: { type: "integer", minimum: 3 } };
  test("is one fault, not one of every item", () => {
    expect(errorsOf(three, [1, "x", 2])).toMatchObject([{ keyword: "contains", path: "" }]);
    expect(errorsOf({ ...three, minContains: 2 }, [3, 1])).toMatchObject([
      { keyword: "contains", message: expect.stringContaining("at least 2 items") },
    ]);
    expect(errorsOf({ properties: { a: three, b: { type: "string" } } }, { a: [1], b: 2 })).toMatchObject([
      { keyword: "contains", path: "/a" },
      { keyword: "type", path: "/b" },
    ]);
  });
  test("leaves the faults of items beside it", () => {
    const both = errorsOf({ ...three, items: { type: "integer" } }, [1, "x"]);
    expect(both.map(({ keyword, path }) => [keyword, path])).toEqual([
      ["type", "/1"],
      ["contains", ""],
    ]);
    const same = { items: { $ref: "#/$defs/n" }, contains: { $ref: "#/$defs/n" }, $defs: { n: { type: "integer" } } };
    expect(errorsOf(same, ["x"]).map(({ keyword }) => keyword)).toContain("type");
  });
});

describe("names and values that are hard on a validator", () => {
  const half = "\udc00";
  test.each<[JsonSchema, unknown, unknown]>([
    [{ properties: { [half]: { type: "integer" } }, additionalProperties: false }, { [half]: 1 }, { [half]: "" }],
    [{ properties: { [half]: {} }, additionalProperties: false }, { [half]: 1 }, { [`${half}a`]: 1 }],
    [{ required: [half] }, { [half]: 1 }, {}],
    [{ patternProperties: { [half]: { type: "integer" } } }, { [`a${half}`]: 1 }, { [`a${half}`]: "" }],
    [{ dependentSchemas: { [half]: { required: ["a"] } } }, { [half]: 1, a: 1 }, { [half]: 1 }],
    [{ dependentRequired: { [half]: ["a"] } }, { [half]: 1, a: 1 }, { [half]: 1 }],
    [{ $ref: `#/$defs/${half}`, $defs: { [half]: { type: "integer" } } }, 1, ""],
    [{ enum: [half, "a"] }, half, "b"],
    [{ const: { a: 1 } }, { a: 1 }, { toString: {} }],
    [{ const: { toString: 1, valueOf: [2] } }, { valueOf: [2], toString: 1 }, { toString: 1 }],
    [{ enum: [{ constructor: {} }, 1] }, { constructor: {} }, { constructor: 1 }],
    [{ const: 0 }, -0, "0"],
    [{ enum: [[{ a: 1, b: 2 }]] }, [{ b: 2, a: 1 }], [{ a: 1 }]],
  ])("%j", (schema, good, bad) => {
    const { validate } = createValidator<JsonSchema>(schema);
    expect(validate(good)).toMatchObject({ ok: true });
    expect(validate(bad)).toMatchObject({ ok: false });
  });
});

describe("hostile values", () => {
  const hostile = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"toString":2}') as unknown;
  test("__proto__ is a property like any other", () => {
    const result = createValidator({}).validate(hostile);
    expect(result.ok).toBe(true);
    if (result.ok) expect(Object.keys(result.value as object)).toEqual(["__proto__", "constructor", "toString"]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(errorsOf({ additionalProperties: false }, hostile).map(({ names }) => names![0])).toEqual([
      "__proto__",
      "constructor",
      "toString",
    ]);
    expect(errorsOf({ required: ["__proto__", "valueOf"] }, {})).toHaveLength(2);
  });
  test("a schema for __proto__ is enforced", () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"number"},"b":{}},"additionalProperties":false}');
    expect(errorsOf(schema, JSON.parse('{"__proto__":1,"b":2}'))).toEqual([]);
    expect(errorsOf(schema, JSON.parse('{"__proto__":"x"}'))).toMatchObject([{ path: "/__proto__", keyword: "type" }]);
  });
  test("endless nesting is an error", () => {
    let value: unknown = 1;
    for (let i = 0; i < 100_000; i++) value = [value];
    expect(errorsOf({ items: { $ref: "#" } }, value)).toMatchObject([{ keyword: "depth", limit: 512 }]);
    const loop: unknown[] = [];
    loop.push(loop);
    expect(errorsOf({}, loop)).toMatchObject([{ keyword: "depth" }]);
  });
  test.each<[JsonSchema, string]>([
    [{ $ref: "#" }, ""],
    [
      { anyOf: [{ type: "null" }, { $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } },
      "/$defs/a",
    ],
  ])("a schema that leads nowhere is refused, not a crash: %j", (schema, path) => {
    expect(() => createValidator(schema)).toThrowError(
      expect.objectContaining({ name: "SchemaError", code: "reference", path }),
    );
  });
  test.each([[Number.NaN], [1n], [() => 1], [new Date(0)], [Symbol("s")], [undefined]])("%s isn't JSON", (value) => {
    expect(errorsOf({}, value)).toMatchObject([{ keyword: "json", path: "" }]);
    expect(errorsOf({}, { a: [value] })).toMatchObject([{ keyword: "json", path: "/a/0" }]);
  });
});

test("any JSON value is copied exactly and passes a schema that asks nothing", () => {
  const { validate } = createValidator({});
  fc.assert(
    fc.property(fc.json(), (text) => {
      const result = validate(JSON.parse(text));
      expect(result.ok && JSON.stringify(result.value)).toBe(JSON.stringify(JSON.parse(text)));
      expect(result.ok && result.defaults).toEqual([]);
    }),
  );
});

test("what can't be read is named by where it is", () => {
  const hidden = new Proxy({}, { ownKeys: () => expect.fail("hidden") });
  const { validate } = createValidator<JsonSchema, unknown>({});
  for (const [value, path] of [
    [hidden, ""],
    [[{ a: [] }, hidden], "/1"],
    [{ a: { b: 1, c: [] }, d: hidden }, "/d"],
  ] as const) {
    const result = validate(value);
    expect([path, result.ok || result.errors[0]!.path]).toEqual([path, path]);
  }
});
