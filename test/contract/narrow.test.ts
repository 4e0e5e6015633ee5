/** Schemas with very many parts: judged like any other, by a validator whose code isn't as deep as they are long. */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

const range = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const record = (count: number, make: (i: number) => [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(range(count, make));
const tagged = (i: number) => ({ type: "object", properties: { k: { const: `k${i}` } }, required: ["k"] });

/** A schema of a length, a value that fits it and one that doesn't, and the keyword that this breaks. */
const families: Record<string, (n: number) => [schema: JsonSchema, good: unknown, bad: unknown, keyword: string]> = {
  properties: (n) => [
    { properties: record(n, (i) => [`p${i}`, { type: "integer" }]), additionalProperties: false },
    { p1: 1, [`p${n - 1}`]: 2 },
    { [`p${n - 1}`]: "x" },
    "type",
  ],
  "additional properties": (n) => [
    { properties: record(n, (i) => [`p${i}`, { type: "integer" }]), additionalProperties: false },
    {},
    { q: 1 },
    "additionalProperties",
  ],
  required: (n) => [
    { properties: record(n, (i) => [`p${i}`, { type: "integer" }]), required: range(n, (i) => `p${i}`) },
    record(n, (i) => [`p${i}`, i]),
    { p0: 1 },
    "required",
  ],
  anyOf: (n) => [{ anyOf: range(n, tagged) }, { k: `k${n - 1}` }, { k: "none" }, "anyOf"],
  oneOf: (n) => [{ oneOf: range(n, tagged) }, { k: `k${n - 1}` }, { k: "none" }, "oneOf"],
  "several of oneOf": (n) => [{ oneOf: range(n, (i) => ({ minimum: i })) }, 0, n, "oneOf"],
  allOf: (n) => [{ allOf: range(n, (i) => ({ maximum: n - i })) }, 1, 2, "maximum"],
  prefixItems: (n) => [{ prefixItems: range(n, (i) => ({ const: i })), items: false }, [0, 1], [0, 2], "const"],
  "too many items": (n) => [{ prefixItems: range(n, () => true), items: false }, [], range(n + 1, () => 0), "items"],
  patternProperties: (n) => [
    {
      patternProperties: record(Math.min(n, 500), (i) => [`^x${i}_`, { type: "integer" }]),
      additionalProperties: false,
    },
    { x1_: 1 },
    { x2_: "" },
    "type",
  ],
  dependentSchemas: (n) => [
    { dependentSchemas: record(n, (i) => [`p${i}`, { required: [`q${i}`] }]) },
    { p1: 1, q1: 1 },
    { p2: 1 },
    "required",
  ],
  dependentRequired: (n) => [
    { dependentRequired: record(n, (i) => [`p${i}`, [`q${i}`]]) },
    { p1: 1, q1: 1 },
    { p2: 1 },
    "dependentRequired",
  ],
  unevaluatedProperties: (n) => [
    {
      properties: record(n, (i) => [`p${i}`, { type: "integer" }]),
      anyOf: range(n, (i) => ({ properties: { [`q${i}`]: { type: "integer" } }, required: [`q${i}`] })),
      unevaluatedProperties: false,
    },
    { p3: 1, q0: 1 },
    { q0: 1, r: 1 },
    "unevaluatedProperties",
  ],
};

describe("thousands of parts", () => {
  test.each(Object.entries(families))("%s", (name, family) => {
    // From two thousand on, what isn't split is too much for the stack; unions take more, and a second each.
    const [schema, good, bad, keyword] = family(/^(?:unevaluated|anyOf)/.test(name) ? 300 : 2100);
    const { validate } = createValidator<JsonSchema>(schema);
    expect(validate(good)).toMatchObject({ ok: true });
    const result = validate(bad);
    expect(result.ok || result.errors[0]!.keyword).toBe(keyword);
  });

  test("defaults are filled in among many properties, and counted as there", () => {
    const properties = record(2100, (i) => [`p${i}`, { default: i }]);
    const result = createValidator<JsonSchema>({ properties, required: ["p2050"] }).validate({});
    expect(result.ok && (result.value as Record<string, unknown>).p2050).toBe(2050);
    expect(result.ok && result.defaults).toHaveLength(2100);
  });

  test("the form that a value comes nearest to is found among many", () => {
    const forms = range(300, (i) => ({
      ...tagged(i),
      properties: { ...tagged(i).properties, v: { type: "integer" } },
    }));
    for (const keyword of ["anyOf", "oneOf"]) {
      const { validate } = createValidator<JsonSchema>({ [keyword]: forms });
      expect(validate({ k: "k250", v: "x" })).toMatchObject({ errors: [{ keyword: "type", path: "/v" }] });
    }
  });
});

describe("splitting changes no verdict", () => {
  /** Beyond a hundred parts keywords are split; ajv itself can still take a few hundred. */
  const sizes = fc.constantFrom(101, 150, 230);
  const key = fc.integer({ min: 0, max: 320 }).map((i) => `p${i}`);
  const value = fc.oneof(
    fc.integer({ min: -2, max: 320 }),
    fc.dictionary(
      fc.oneof(key, fc.constantFrom("q1", "k", "x1_", "x2_")),
      fc.constantFrom<unknown>(1, "", "k5", "k200"),
    ),
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
    fc.integer({ min: 0, max: 310 }).map((i) => ({ k: `k${i}` })),
  );

  test.each(Object.entries(families))("%s", (_, family) => {
    fc.assert(
      fc.property(sizes, fc.array(value, { minLength: 40, maxLength: 40 }), (size, values) => {
        const [schema, good, bad] = family(size);
        const plain = new Ajv2020({ strict: false, ownProperties: true }).compile(schema);
        const { validate } = createValidator<JsonSchema>(schema);
        for (const one of [good, bad, ...values]) expect(validate(one).ok, JSON.stringify(one)).toBe(plain(one));
      }),
      { numRuns: 1 },
    );
  });
});

describe("pointers into what was split", () => {
  const properties = record(200, (i) => [`p${i}`, { type: "object", properties: { n: { const: i } } }]);

  test("references are followed", () => {
    const schema = {
      properties: { ...properties, again: { $ref: "#/properties/p150/properties/n" } },
      anyOf: range(150, (i) => ({ maxProperties: i })),
      not: { $ref: "#/anyOf/0" },
    };
    const { validate } = createValidator<JsonSchema>(schema);
    expect(validate({ again: 150 }).ok).toBe(true);
    expect(validate({ again: 151 }).ok).toBe(false);
    expect(validate({}).ok).toBe(false);
  });

  test("and so are those of checks at a boundary", () => {
    const check = boundaryCheck({ properties, oneOf: range(150, (i) => ({ const: i })), ...namesOfAllKinds });
    expect(check("/properties/p150", { n: 150 })).toBe(true);
    expect(check("/properties/p150", { n: 149 })).toBe(false);
    expect(check("/properties/p150/properties/n", 150)).toBe(true);
    expect(check("/oneOf/130", 130)).toBe(true);
    expect(check("/oneOf/130", 131)).toBe(false);
    expect(check("", { p150: { n: 1 } })).toBe(false);
    expect(check("/$defs/x/properties/__proto__", 1)).toBe(true);
    expect(check("/$defs/x/properties/__proto__", "")).toBe(false);
    expect(check("/$defs/x/properties/\udc00", "")).toBe(true);
    expect(check("/$defs/x/properties/\udc00", 1)).toBe(false);
  });

  const namesOfAllKinds = {
    $defs: {
      x: JSON.parse('{"properties":{"__proto__":{"type":"integer"},"\\udc00":{"type":"string"}}}') as JsonSchema,
    },
  };
});
