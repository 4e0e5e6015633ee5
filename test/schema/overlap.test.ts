/** What fits two branches of a `oneOf` can't be written where the report says so, and all that fits one can. */
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { spacedJson } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { takesText, vocabularyOf } from "../constraint/support.ts";

const vocabulary = vocabularyOf([]);
const ajv = new Ajv({ strict: false, validateFormats: false });

const subset = <T>(list: readonly T[], most = list.length) => fc.subarray([...list], { minLength: 1, maxLength: most });
const property = fc.constantFrom<JsonSchema>(
  true,
  { type: "string" },
  { const: 1 },
  { type: "number" },
  { enum: [1, "x"] },
);
const properties = fc.dictionary(fc.constantFrom("a", "b", "c"), property, { maxKeys: 3 });
const branch: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    true,
    { type: "integer" },
    { minimum: 2 },
    { type: "number", maximum: 3 },
    { multipleOf: 2 },
  ),
  subset(["string", "number", "boolean", "null", "array", "object"]).map((type) => ({ type }) as JsonSchema),
  subset(["", "a", "ab", 1, 2, null, true]).map((values) => ({ enum: values })),
  fc.constantFrom("^a", "b$", "^[ab]{2}$", "^$").map((pattern) => ({ pattern })),
  fc.record({ minLength: fc.nat(3), maxLength: fc.nat(4) }, { requiredKeys: [] }),
  subset(["a", "b", "c", "d"], 3).map((required) => ({ required })),
  fc.record(
    { properties, required: subset(["a", "b", "c"], 2), additionalProperties: fc.boolean() },
    { requiredKeys: [] },
  ),
  fc.record({ minProperties: fc.nat(2), maxProperties: fc.nat(2) }, { requiredKeys: [] }),
  fc.record(
    { items: property, minItems: fc.nat(2), maxItems: fc.nat(2), uniqueItems: fc.boolean() },
    { requiredKeys: [] },
  ),
);
const schema = fc
  .tuple(
    fc.array(branch, { minLength: 2, maxLength: 4 }),
    fc.constantFrom<JsonSchema>(
      {},
      {},
      { type: ["object", "string"] },
      { type: "object", properties: { a: { type: "string" }, b: {}, c: { const: 1 } }, additionalProperties: false },
      { maxLength: 3, minProperties: 1 },
      { patternProperties: { "^[ab]$": { type: ["string", "number"] } } },
    ),
  )
  .map(([oneOf, beside]) => ({ ...(beside as object), oneOf }) as JsonSchema);
const values: readonly unknown[] = [
  ...["", "a", "b", "ab", "ba", "abb", "aaaa", "x"],
  ...[0, 1, 2, 3, 2.5, -4, null, true, false],
  ...[[], [1], ["a"], [1, "x"], [1, 1], [null]],
  ...[{}, { a: 1 }, { a: "s" }, { b: 1 }, { a: "s", b: "t" }, { a: 1, b: 1 }, { a: "s", c: 1 }, { b: null, c: 1 }],
  ...[{ a: 1, b: "x", c: 1 }, { d: 1 }, { a: "s", d: 1 }, { a: "s", b: 2, c: 1, d: 1 }, { z: 1 }, { a: "s", z: 1 }],
];

it("is so of random branches, by mask and by grammar", () => {
  const met = { left: 0, checked: 0, refused: 0, empty: 0 };
  fc.assert(
    fc.property(schema, (one) => {
      const valid = ajv.compile(one as object);
      let compiled: ReturnType<typeof compileSchema>;
      try {
        compiled = compileSchema(one);
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        expect(error.code).toBe("unsatisfiable");
        expect(values.filter((value) => valid(value))).toEqual([]);
        met.empty++;
        return;
      }
      const exact = compiled.report.every(({ status }) => status !== "boundary");
      if (compiled.report.some(({ reason }) => reason?.startsWith("what fits two"))) met.left++;
      const constraint = createConstraint(compiled, vocabulary, { order: "free" });
      const { grammar, report } = compileGbnf(compiled);
      const start = createRecogniser(parseGbnf(grammar));
      const exactGrammar = report.every(({ status }) => status !== "boundary");
      for (const value of values) {
        const text = spacedJson(value);
        const fits = valid(value);
        const masked = takesText(constraint, text);
        const recogniser = start.fork();
        const written = recogniser.accept(text) && recogniser.complete;
        if (fits) expect([text, masked]).toEqual([text, true]);
        else if (exact) expect([text, masked]).toEqual([text, false]);
        if (!fits && exactGrammar) expect([text, written]).toEqual([text, false]);
        if (!fits) met.refused++;
        if (!exact) met.checked++;
      }
    }),
    { numRuns: 200 },
  );
  expect(met.left).toBeGreaterThan(50);
  expect(met.empty).toBeGreaterThan(2);
  expect(met.checked).toBeGreaterThan(100);
});

describe("what's left", () => {
  const statusOf = (schema: JsonSchema) =>
    compileSchema(schema).report.find(({ path, keyword }) => keyword === "oneOf" && path === "/oneOf")?.status;

  it.each<[schema: JsonSchema, kinds: string[]]>([
    [{ oneOf: [{ required: ["a"] }, { required: ["b"] }, { required: ["c"] }] }, ["object", "object", "object"]],
    [{ oneOf: [{ required: ["a", "b"] }, { required: ["c", "d"] }] }, ["object", "object", "object", "object"]],
    [{ type: "string", oneOf: [{ enum: [""] }, {}] }, ["string"]],
    [{ oneOf: [{ type: "number" }, { type: "number", minimum: 5 }, { type: "string" }] }, ["string"]],
    [{ oneOf: [{ items: { type: "null" } }, { maxItems: 3 }] }, []],
  ])("of %j is %j", (schema, kinds) => {
    if (kinds.length === 0) {
      expect(statusOf(schema)).toBe("boundary");
      return;
    }
    expect(statusOf(schema)).toMatch(/grammar|boundary/);
    const left = compileSchema(schema).shape.shapes[0]!.filter(({ checks }) => checks.length === 0);
    expect(left.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("isn't said of formats, whose automata leave out some of what validators take", () => {
    expect(statusOf({ type: "string", oneOf: [{ format: "date-time" }, {}] })).toBe("boundary");
  });

  it.each<[schema: JsonSchema, message: string]>([
    [{ oneOf: [{ type: "null" }, { enum: [null] }] }, "what fits one branch of /oneOf"],
    [
      { type: "object", required: ["x"], properties: { x: { type: "string", oneOf: [{}, {}] } } },
      'demands "x", where what fits one branch of /properties/x/oneOf',
    ],
  ])("is nothing of %j, and that's said", (schema, message) => {
    expect(() => compileSchema(schema)).toThrow(message);
  });

  it("is bounded, however many pieces and literals there are", () => {
    const needs = (i: number) => ({ oneOf: [{ required: [`a${i}`, `b${i}`] }, { required: [`c${i}`, `d${i}`] }] });
    const many = compileSchema({ type: "object", allOf: Array.from({ length: 8 }, (_, i) => needs(i)) });
    expect(many.shape.shapes.flat().length).toBeLessThan(5 * 2 ** 8);
    expect(many.report.some(({ keyword, status }) => keyword === "oneOf" && status === "boundary")).toBe(true);
    const texts = Array.from({ length: 3000 }, (_, i) => `text ${i * 7919}`);
    const listed = compileSchema({ type: "string", oneOf: [{ enum: texts }, {}] });
    expect(listed.shape.shapes).toHaveLength(1);
  });
});
