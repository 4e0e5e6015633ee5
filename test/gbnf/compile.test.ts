import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { OptionError } from "../../src/options/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { load, nativeAccepts } from "./support/native.ts";
import { sampler, seeded } from "./support/sampler.ts";

/** Which of these texts a schema's grammar takes. Texts are in the default layout. */
function taken(schema: JsonSchema, texts: readonly string[], options = {}): string[] {
  const start = createRecogniser(parseGbnf(compileGbnf(schema, options).grammar));
  return texts.filter((text) => {
    const reader = start.fork();
    reader.accept(text);
    return reader.complete;
  });
}

function statusOf(schema: JsonSchema, path: string): string | undefined {
  const entry = compileGbnf(schema).report.find((one) => one.path === path);
  return entry && `${entry.status}${entry.reason ? `: ${entry.reason}` : ""}`;
}

const ab = { a: { type: "integer" }, b: { type: "string" } };
const list = (items: JsonSchema, rest: object = {}): JsonSchema => ({ type: "array", items, ...rest });

const cases: readonly (readonly [
  name: string,
  schema: JsonSchema,
  pass: readonly string[],
  fail: readonly string[],
])[] = [
  [
    "true takes any JSON",
    true,
    ["1", "null", '"a"', "[1, {}]", '{"a": [{"b": -0.5e-3}]}'],
    ["", "[1,]", "{1: 2}", "01", "+1"],
  ],
  ["{} takes any JSON", {}, ["[]", "{}", "true"], ["tru", "nul"]],
  ["a list of types", { type: ["integer", "null"] }, ["1", "-20", "null", "0"], ["1.5", '"1"', "01", "-0"]],
  ["nullable", { type: "string", nullable: true }, ['"a"', "null"], ["1"]],
  [
    "required properties, closed",
    { properties: ab, required: ["a", "b"], type: "object", additionalProperties: false },
    ['{"a": 1, "b": "x"}'],
    ['{"b": "x", "a": 1}', '{"a": 1}', '{"a": 1, "b": "x", "c": 1}', "{}"],
  ],
  [
    "optional properties, closed",
    { properties: { ...ab, c: true }, required: ["b"], type: "object", additionalProperties: false },
    ['{"b": ""}', '{"a": 1, "b": ""}', '{"b": "", "c": []}', '{"a": 1, "b": "", "c": 1}'],
    ['{"a": 1}', '{"a": 1, "c": 1}', '{"c": 1, "b": ""}'],
  ],
  [
    "open objects take other keys after the known ones",
    { type: "object", properties: ab, required: ["a"] },
    ['{"a": 1}', '{"a": 1, "z": null}', '{"a": 1, "b": "", "ab": 1, "": 2, "\\n": 3}'],
    ['{"z": 1, "a": 1}', '{"a": 1, "a": 2}', '{"a": 1, "b": 2}', '{"a": 1, "\\u0062": 2}', '{"z": 1}'],
  ],
  [
    "other keys have a schema",
    { type: "object", properties: ab, additionalProperties: { type: "boolean" } },
    ["{}", '{"x": true}', '{"b": "x", "bb": false}'],
    ['{"x": 1}', '{"b": true}', '{"x": true, "a": 1}'],
  ],
  [
    "names that look like keywords are names",
    {
      type: "object",
      properties: { $ref: { type: "integer" }, type: { const: "x" }, ["__proto__"]: { type: "null" } },
      additionalProperties: false,
      required: ["__proto__"],
    },
    ['{"$ref": 1, "type": "x", "__proto__": null}', '{"__proto__": null}'],
    ["{}", '{"__proto__": 1}', '{"$ref": "x", "__proto__": null}'],
  ],
  [
    "names are spelled as JSON",
    {
      type: "object",
      properties: { 'a"b\\c\né😀': { type: "integer" } },
      required: ['a"b\\c\né😀'],
      additionalProperties: false,
    },
    ['{"a\\"b\\\\c\\né😀": 1}'],
    ['{"ab": 1}'],
  ],
  [
    "names required but not described",
    { type: "object", required: ["q"], additionalProperties: { type: "integer" } },
    ['{"q": 1}', '{"q": 1, "r": 2}'],
    ["{}", '{"q": ""}', '{"r": 1}'],
  ],
  [
    "a false property is barred, also among the others",
    { type: "object", properties: { a: false, b: true } },
    ["{}", '{"b": 1}', '{"c": 1}'],
    ['{"a": 1}', '{"b": 1, "a": 1}'],
  ],
  [
    "patternProperties",
    {
      type: "object",
      patternProperties: { "^n_": { type: "integer" }, x$: { maximum: 5 } },
      additionalProperties: false,
    },
    ["{}", '{"n_a": 9}', '{"n_x": 5}', '{"ax": "y"}'],
    ['{"n_x": 6}', '{"n_a": "y"}', '{"b": 1}'],
  ],
  [
    "counts of properties",
    {
      type: "object",
      properties: { a: true, b: true, c: true },
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 2,
    },
    ['{"a": 1}', '{"b": 1, "c": 1}'],
    ["{}", '{"a": 1, "b": 1, "c": 1}'],
  ],
  [
    "enum of everything",
    { enum: ["x", "xy", 1, 12, null, true, [1, { a: "b" }], {}] },
    ['"x"', '"xy"', "1", "12", "null", "true", '[1, {"a": "b"}]', "{}"],
    ['"xyz"', "2", "false", "[]", '{"a": 1}', "123"],
  ],
  ["enum with a type beside it", { type: "string", enum: ["a", 1, "bcd"], maxLength: 2 }, ['"a"'], ["1", '"bcd"']],
  ["const and enum together", { const: 1, enum: [{ a: 1 }, 1] }, ["1"], ["{}", '{"a": 1}']],
  ["const object in any order that the schema has", { const: { b: 1, a: [] } }, ['{"b": 1, "a": []}'], ['{"b": 1}']],
  [
    "items and counts",
    list({ type: "integer" }, { minItems: 1, maxItems: 3 }),
    ["[1]", "[1, 2, 3]"],
    ["[]", "[1, 2, 3, 4]", '["a"]', "[1,2]"],
  ],
  ["no items", list(false), ["[]"], ["[1]"]],
  [
    "prefixItems",
    { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false, minItems: 1 },
    ["[1]", '[1, "a"]'],
    ["[]", '["a"]', '[1, "a", 1]'],
  ],
  [
    "prefixItems, then items",
    { type: "array", prefixItems: [{ type: "integer" }], items: { type: "string" }, maxItems: 3 },
    ["[]", "[1]", '[1, "a", "b"]'],
    ['["a"]', "[1, 2]", '[1, "a", "b", "c"]'],
  ],
  [
    "items as a list, and additionalItems",
    { type: "array", items: [{ type: "integer" }], additionalItems: { type: "null" } },
    ["[]", "[1, null]"],
    ["[null]", "[1, 2]"],
  ],
  [
    "unique literals, ascending",
    list({ enum: ["S1", "S2", "S3", "S10"] }, { uniqueItems: true }),
    ["[]", '["S1"]', '["S1", "S3"]', '["S1", "S2", "S3", "S10"]', '["S10"]'],
    ['["S1", "S1"]', '["S3", "S1"]', '["S4"]', '["S1",]'],
  ],
  [
    "unique literals, counted",
    list({ enum: [1, 2, 3, 4] }, { uniqueItems: true, minItems: 2, maxItems: 3 }),
    ["[1, 2]", "[1, 3, 4]", "[3, 4]"],
    ["[]", "[4]", "[1, 2, 3, 4]", "[2, 2]"],
  ],
  [
    "lengths count code points",
    { type: "string", minLength: 1, maxLength: 2 },
    ['"a"', '"😀😀"', '"\\n\\u00e9"', '"\\ud83d\\ude00"', '"\\/"'],
    ['""', '"abc"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\n"', '"\\x"'],
  ],
  ["pattern, unanchored", { type: "string", pattern: "b\\d" }, ['"b1"', '"xxb2yy"'], ['"b"', '""']],
  [
    "pattern with a length",
    { type: "string", pattern: "^(ab|c)+$", maxLength: 3 },
    ['"ab"', '"abc"', '"ccc"'],
    ['"abab"', '""'],
  ],
  [
    "pattern over characters that JSON escapes",
    { type: "string", pattern: '^["\\\\\\n\\u0001]{2}$' },
    ['"\\"\\\\"', '"\\n\\u0001"'],
    ['"\\"', '"n1"', '"ab"'],
  ],
  [
    "formats",
    { type: "string", format: "date-time" },
    ['"2024-02-29T10:00:00Z"'],
    ['"2023-02-29T10:00:00Z"', '"2024-02-29"'],
  ],
  [
    "integer bounds",
    { type: "integer", exclusiveMinimum: -11, maximum: 105 },
    ["-10", "-9", "0", "9", "10", "99", "100", "105"],
    ["-11", "106", "-0", "1.0", "007", "1000"],
  ],
  [
    "integer bounds beyond doubles",
    { type: "integer", minimum: 9007199254740000, maximum: 1e20 },
    ["9007199254740000", "100000000000000000000", "99999999999999999999"],
    ["9007199254739999", "100000000000000000001"],
  ],
  [
    "number bounds",
    { type: "number", minimum: -1.5, exclusiveMaximum: 2.25 },
    ["-1.5", "-1.49", "0", "0.0", "2", "2.2", "2.249", "-0.5"],
    ["-1.51", "2.25", "2.3", "-2", "3"],
  ],
  [
    "number above zero",
    { type: "number", exclusiveMinimum: 0 },
    ["0.001", "1", "2e-5", "0.5E3"],
    ["0", "0.0", "-1", "0e5"],
  ],
  [
    "draft 4 exclusive bounds",
    { type: "integer", minimum: 3, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ["4", "8"],
    ["3", "9"],
  ],
  [
    "anyOf",
    {
      anyOf: [
        { type: "integer", maximum: 3 },
        { const: "x" },
        { type: "object", properties: ab, required: ["a"], additionalProperties: false },
      ],
    },
    ["3", '"x"', '{"a": 1}'],
    ["4", '"y"', "{}"],
  ],
  [
    "keywords beside anyOf hold too",
    { type: "integer", minimum: 2, anyOf: [{ maximum: 5 }, { const: 9 }, { type: "string" }] },
    ["2", "5", "9"],
    ["1", "6", '"a"'],
  ],
  ["oneOf that excludes", { oneOf: [{ type: "integer" }, { type: "string" }] }, ["1", '"a"'], ["1.5", "null"]],
  [
    "allOf of objects",
    {
      allOf: [
        { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
        { properties: { a: { minimum: 5 }, b: {} }, required: ["b"] },
      ],
      additionalProperties: true,
    },
    ['{"a": 5, "b": 1}', '{"a": 9, "b": 1, "c": 1}'],
    ['{"a": 4, "b": 1}', '{"a": 5}'],
  ],
  [
    "allOf with additionalProperties on one side",
    { allOf: [{ type: "object", properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }] },
    ["{}", '{"a": 1}'],
    ['{"b": 1}'],
  ],
  [
    "allOf of bounds and types",
    { allOf: [{ type: ["integer", "string"] }, { minimum: 3 }, { maxLength: 1 }, { type: ["number", "string"] }] },
    ["3", '"a"'],
    ["2", '"ab"', "3.5"],
  ],
  [
    "references and their siblings",
    { $ref: "#/$defs/n", maximum: 4, $defs: { n: { type: "integer", minimum: 2 } } },
    ["2", "4"],
    ["1", "5"],
  ],
  [
    "references with escapes and anchors",
    {
      type: "array",
      prefixItems: [{ $ref: "#/$defs/a~1b~0c" }, { $ref: "#name" }, { $ref: "#/$defs/%25x" }],
      items: false,
      $defs: { "a/b~c": { const: 1 }, y: { $anchor: "name", const: 2 }, "%x": { const: 3 } },
    },
    ["[1, 2, 3]"],
    ["[2]", "[1, 1]", "[1, 2, 2]"],
  ],
  [
    "not, as far as what breaks it is a schema",
    { not: { enum: ["a", null] }, type: ["string", "null", "integer"] },
    ['"b"', '""', "1"],
    ['"a"', "null"],
  ],
  [
    "not required",
    { type: "object", properties: ab, not: { required: ["a", "b"] }, additionalProperties: false },
    ["{}", '{"a": 1}', '{"b": ""}'],
    ['{"a": 1, "b": ""}'],
  ],
  [
    "not a pattern, not a length",
    { type: "string", not: { anyOf: [{ pattern: "b" }, { minLength: 3 }] } },
    ['""', '"ac"'],
    ['"ab"', '"acc"'],
  ],
  ["not not", { not: { not: { type: "boolean" } } }, ["true"], ["1"]],
  [
    "not a recursive schema",
    {
      not: { $ref: "#/$defs/n" },
      type: "object",
      $defs: { n: { properties: { c: { $ref: "#/$defs/n" }, v: { type: "null" } } } },
    },
    ['{"v": 1}', '{"c": {"c": {"v": 1}}}'],
    ["{}", '{"v": null}', '{"c": {"c": {}}}'],
  ],
  [
    "names of properties",
    { type: "object", propertyNames: { maxLength: 2, pattern: "^[a-z]" }, properties: { abc: true, ab: { const: 1 } } },
    ["{}", '{"ab": 1, "x": 2}'],
    ['{"abc": 1}', '{"ab": 2}', '{"": 1}'],
  ],
  [
    "what one property needs of others",
    {
      type: "object",
      properties: ab,
      dependentRequired: { a: ["b"] },
      dependentSchemas: { b: { properties: { b: { maxLength: 1 } } } },
      additionalProperties: false,
    },
    ["{}", '{"b": "x"}', '{"a": 1, "b": ""}'],
    ['{"a": 1}', '{"b": "xx"}'],
  ],
  [
    "dependencies of drafts before 2019",
    {
      type: "object",
      properties: { ...ab, c: true },
      dependencies: { a: ["b"], c: { required: ["a"] } },
      additionalProperties: false,
    },
    ["{}", '{"a": 1, "b": ""}', '{"a": 1, "b": "", "c": 1}'],
    ['{"a": 1}', '{"c": 1}', '{"b": "", "c": 1}'],
  ],
  [
    "recursion through the root",
    {
      type: "object",
      properties: { v: { type: "integer" }, next: { $ref: "#" } },
      required: ["v"],
      additionalProperties: false,
    },
    ['{"v": 1}', '{"v": 1, "next": {"v": 2, "next": {"v": 3}}}'],
    ['{"next": {"v": 1}}', '{"v": 1, "next": {}}'],
  ],
  [
    "recursion through allOf",
    {
      $ref: "#/$defs/t",
      $defs: {
        t: { type: "object", properties: { c: { allOf: [{ $ref: "#/$defs/t" }] } }, additionalProperties: false },
      },
    },
    ["{}", '{"c": {"c": {}}}'],
    ['{"c": 1}'],
  ],
  [
    "an optional property that needs itself for ever",
    {
      type: "object",
      properties: { a: { type: "object", properties: { a: { $ref: "#/properties/a" } }, required: ["a"] } },
      additionalProperties: false,
    },
    ["{}"],
    ['{"a": {}}'],
  ],
];

describe("schemas and what their grammars take", () => {
  it.each(cases)("%s", (_, schema, pass, fail) => {
    expect(taken(schema, [...pass, ...fail])).toEqual(pass);
  });

  it("llama.cpp loads and agrees on each", async () => {
    for (const [name, schema, pass, fail] of cases) {
      const native = await load(compileGbnf(schema).grammar);
      expect(native, name).toBeDefined();
      expect(
        [...pass, ...fail].filter((text) => nativeAccepts(native!, text)),
        name,
      ).toEqual(pass);
    }
  });

  it("takes the schemas of zod", () => {
    const schema = z.object({
      name: z.string().max(5),
      tags: z.array(z.enum(["a", "b"])).max(2),
      age: z.number().int().min(0).optional(),
    });
    const start = createRecogniser(parseGbnf(compileGbnf(schema).grammar));
    const reader = start.fork();
    expect(reader.accept('{"name": "Ann", "tags": ["b"], "age": 7}')).toBe(true);
    expect(reader.complete).toBe(true);
    expect(start.fork().accept('{"name": "Annabel')).toBe(false);
  });
});

describe("layout and caps", () => {
  const schema = {
    type: "object",
    properties: { a: list({ type: "integer" }), b: { type: "string" } },
    required: ["a", "b"],
  };

  it("writes required properties first where that's asked for, each group in the schema's order", () => {
    const schema = {
      type: "object",
      properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 }, d: { const: 4 } },
      required: ["d", "b"],
      additionalProperties: { const: 5 },
    };
    const first = ['{"b": 2, "d": 4}', '{"b": 2, "d": 4, "a": 1, "c": 3, "x": 5}', '{"b": 2, "d": 4, "c": 3}'];
    const asGiven = ['{"a": 1, "b": 2, "c": 3, "d": 4}', '{"a": 1, "b": 2, "d": 4}'];
    const never = ['{"d": 4, "b": 2}', '{"b": 2, "a": 1, "d": 4}', '{"b": 2, "d": 4, "x": 5, "a": 1}', '{"b": 2}'];
    expect(taken(schema, [...first, ...asGiven, ...never], { order: "required-first" })).toEqual(first);
    expect(taken(schema, [...first, ...asGiven, ...never])).toEqual([first[0], ...asGiven]);
  });

  it("is spaced by default, compact when asked", () => {
    expect(taken(schema, ['{"a": [1, 2], "b": ""}', '{"a":[1,2],"b":""}'])).toEqual(['{"a": [1, 2], "b": ""}']);
    expect(taken(schema, ['{"a": [1, 2], "b": ""}', '{"a":[1,2],"b":""}'], { whitespace: "compact" })).toEqual([
      '{"a":[1,2],"b":""}',
    ]);
  });

  it("caps what has no bound, as settings say, and reports it", () => {
    const long = (n: number, m: number): string => `{"a": [${Array(m).fill("1").join(", ")}], "b": "${"x".repeat(n)}"}`;
    expect(taken(schema, [long(1999, 256), long(2000, 1), long(1, 257)])).toEqual([long(1999, 256)]);
    const caps = { maxStringLength: 3, maxItems: 2 };
    expect(taken(schema, [long(3, 2), long(4, 1), long(1, 3)], caps)).toEqual([long(3, 2)]);
    const none = { maxStringLength: null, maxItems: null };
    expect(taken(schema, [long(5000, 1000)], none)).toEqual([long(5000, 1000)]);
    expect(compileGbnf(schema, caps).report).toContainEqual({
      path: "/properties/b/maxLength",
      keyword: "maxLength",
      status: "grammar",
      reason: "not in the schema: capped at 3 by default",
    });
    expect(compileGbnf(schema, none).report.some(({ reason }) => reason?.includes("capped"))).toBe(false);
    expect(taken({ type: "number" }, ["123", "1234", "0.123", "0.1234"], { maxDigits: 3 })).toEqual(["123", "0.123"]);
  });

  it("are in the report of schemas that stand right at a keyword, too", () => {
    const list = { type: "array", items: { type: "string" }, maxItems: 3 };
    const map = { type: "object", additionalProperties: { type: "number", multipleOf: 4097.1 }, maxProperties: 2 };
    const paths = [list, map].flatMap((one) =>
      compileGbnf(one)
        .report.filter(({ reason }) => reason)
        .map(({ path, status }) => [path, status]),
    );
    expect(paths).toEqual([
      ["/items/maxLength", "grammar"],
      ["/additionalProperties/type", "grammar"],
      ["/additionalProperties/multipleOf", "boundary"],
      ["/propertyNames/maxLength", "grammar"],
    ]);
  });

  it.each([
    { maxItems: 0 },
    { maxStringLength: 1.5 },
    { maxDigits: -1 },
    { maxSize: Number.NaN },
    { maxDigits: null as never },
    { maxSize: null as never },
    { whitespace: null as never },
    { order: null as never },
  ])("refuses %o", (options) => {
    expect(() => compileGbnf(schema, options)).toThrow(OptionError);
  });

  it("counts beyond llama.cpp's limit are nested", async () => {
    for (const count of [1999, 2000, 2001, 4321, 70_000]) {
      const { grammar } = compileGbnf({ type: "string", minLength: count, maxLength: count + 1500 });
      expect(grammar.length).toBeLessThan(2000);
      const native = await load(grammar);
      for (const [length, fits] of [
        [count - 1, false],
        [count, true],
        [count + 1500, true],
        [count + 1501, false],
      ] as const) {
        expect(nativeAccepts(native!, `"${"x".repeat(length)}"`), `${length} of ${count}`).toBe(fits);
      }
    }
    const items = compileGbnf(list({ type: "boolean" }, { minItems: 2500, maxItems: 5000 }), {}).grammar;
    const native = await load(items);
    const text = (n: number): string => `[${Array(n).fill("true").join(", ")}]`;
    expect([2499, 2500, 5000, 5001].map((n) => nativeAccepts(native!, text(n)))).toEqual([false, true, true, false]);
  });
});

describe("the report of a grammar", () => {
  it("names what is left to a check, and what a grammar holds that a Shape leaves open", () => {
    expect(statusOf({ type: "integer", multipleOf: 3 }, "/multipleOf")).toBe("grammar");
    expect(statusOf({ type: "integer", multipleOf: 4001 }, "/multipleOf")).toMatch(/^boundary/);
    expect(statusOf(list({ type: "integer" }, { uniqueItems: true }), "/uniqueItems")).toMatch(/^boundary/);
    expect(statusOf(list({ enum: [1, 2] }, { uniqueItems: true }), "/uniqueItems")).toMatch(/^grammar: narrower/);
    expect(statusOf({ type: "object", minProperties: 2 }, "/minProperties")).toMatch(/^boundary/);
    expect(statusOf({ type: "string", format: "hostname" }, "/format")).toMatch(/^boundary/);
    expect(statusOf({ type: "object", not: { maxProperties: 1 } }, "/not")).toMatch(/^boundary: keys beyond/);
  });

  it("says how numbers are written", () => {
    expect(statusOf({ type: "integer" }, "/type")).toBe(
      "grammar: integers are written without fraction or exponent, with at most 20 digits by default",
    );
    expect(statusOf({ type: "integer", minimum: 1, maximum: 9 }, "/type")).toMatch(/without fraction or exponent$/);
    expect(statusOf({ type: "number", minimum: 0 }, "/type")).toMatch(
      /^grammar: exponents of at most two digits, at most 20 digits/,
    );
    expect(statusOf({ type: "number", minimum: 1.5 }, "/type")).toMatch(/^grammar: written without exponent/);
  });

  it("takes a compiled schema, and then leaves its report as it was", () => {
    const compiled = compileSchema(list({ enum: [1, 2] }, { uniqueItems: true }));
    const before = structuredClone(compiled);
    expect(compileGbnf(compiled).grammar).toBe(compileGbnf(compiled.schema).grammar);
    expect(compiled).toEqual(before);
  });
});

describe("size and speed of matching", () => {
  const steps = Array.from({ length: 20 }, (_, k) => ({
    type: "object",
    properties: {
      id: { const: `S${k + 1}` },
      title: { type: "string", minLength: 1, maxLength: 80 },
      description: { type: "string", minLength: 1, maxLength: 500 },
      dependencies: k === 0 ? list(false) : list({ enum: steps0(k) }, { uniqueItems: true }),
      tool_hint: { enum: ["sql", "shell", "kubectl", null] },
      risk_level: { enum: ["low", "medium", "high"] },
    },
    required: ["id", "title", "description", "dependencies", "tool_hint", "risk_level"],
    additionalProperties: false,
  }));
  const plan: JsonSchema = {
    type: "object",
    properties: {
      objective: { type: "string", minLength: 1, maxLength: 500 },
      steps: { type: "array", prefixItems: steps, minItems: 1, items: false },
    },
    required: ["objective", "steps"],
    additionalProperties: false,
  };

  function steps0(k: number): string[] {
    return Array.from({ length: k }, (_, i) => `S${i + 1}`);
  }

  it("a plan of 20 numbered steps stays small, and unambiguous all along", async () => {
    const { grammar } = compileGbnf(plan);
    expect(grammar.length).toBeLessThan(40_000);
    const parsed = parseGbnf(grammar);
    const start = createRecogniser(parsed);
    const sample = sampler(parsed);
    let most = 0;
    for (let seed = 0; seed < 20; seed++) {
      const text = sample(seeded(seed), 4000);
      const reader = start.fork();
      for (const character of text) {
        expect(reader.accept(character)).toBe(true);
        most = Math.max(most, reader.ways);
      }
      expect(reader.complete).toBe(true);
    }
    expect(most).toBeLessThanOrEqual(12);
    expect(await load(grammar)).toBeDefined();
  });

  it.each([200, 1000])("an object of %i optional properties grows in proportion", (count) => {
    const properties = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`property_${i}`, { type: "integer" }]),
    );
    const { grammar } = compileGbnf({ type: "object", properties, additionalProperties: false });
    expect(grammar.length).toBeLessThan(count * 250);
    const reader = createRecogniser(parseGbnf(grammar));
    let most = 0;
    for (const character of `{"property_3": 1, "property_${count - 1}": 2}`) {
      expect(reader.accept(character)).toBe(true);
      most = Math.max(most, reader.ways);
    }
    expect(reader.complete).toBe(true);
    expect(most).toBeLessThanOrEqual(30);
  });

  it("an enum of 2,000 values is decided character by character", () => {
    const values = Array.from({ length: 2000 }, (_, i) => `value-${(i * 7919) % 10007}`);
    const { grammar } = compileGbnf({ enum: values });
    const reader = createRecogniser(parseGbnf(grammar));
    let most = 0;
    for (const character of JSON.stringify(values[1234])) {
      expect(reader.accept(character)).toBe(true);
      most = Math.max(most, reader.ways);
    }
    expect(reader.complete).toBe(true);
    expect(most).toBeLessThanOrEqual(12);
    expect(grammar.length).toBeLessThan(40_000);
  });

  it("a grammar over the limit is refused by size", () => {
    expect(() => compileGbnf(plan, { maxSize: 1000 })).toThrow(SchemaError);
  });
});
