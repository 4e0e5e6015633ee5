/** What a schema comes to grows with the schema, whatever is combined in it; and what isn't held is said. */
import { describe, expect, it } from "vitest";
import { compileGbnf } from "../../src/gbnf/index.ts";
import { compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";

type Schemas = Record<string, JsonSchema>;
const range = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const record = (count: number, make: (i: number) => [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(range(count, make));
const needs = (name: string): JsonSchema => ({ required: [name] });
const either = (i: number): JsonSchema => ({ anyOf: [needs(`a${i}`), needs(`b${i}`)] });

/** Definitions d0 … dn, each made from the reference to the next one; dn takes any object. */
function chain(count: number, make: (next: JsonSchema, i: number) => JsonSchema): JsonSchema {
  const $defs: Schemas = { [`d${count}`]: { type: "object" } };
  for (let i = 0; i < count; i++) $defs[`d${i}`] = make({ $ref: `#/$defs/d${i + 1}` }, i);
  return { $ref: "#/$defs/d0", $defs };
}

/** Ways to write schemas of any size whose combinations multiply. */
const families: Record<string, (size: number) => JsonSchema> = {
  "choices beside each other": (size) => ({ type: "object", allOf: range(size, either) }),
  "oneOf beside each other": (size) => ({
    type: "object",
    allOf: range(size, (i) => ({ oneOf: [needs(`a${i}`), needs(`b${i}`)] })),
  }),
  "a chain of choices": (size) => chain(size, (next, i) => ({ allOf: [either(i), next] })),
  "a chain of choices in both branches": (size) =>
    chain(size, (next, i) => ({ anyOf: [{ allOf: [next, needs(`a${i}`)] }, { allOf: [next, needs(`b${i}`)] }] })),
  "choices at every level of properties": (size) =>
    chain(size, (next, i) => ({ type: "object", properties: { x: next }, allOf: [either(i), either(i + 1)] })),
  "choices between properties' schemas, together": (size) => ({
    type: "object",
    allOf: range(size, (i) => ({
      anyOf: [{ properties: { x: { minLength: i } } }, { properties: { x: { maxLength: 100 + i } } }],
    })),
  }),
  "cycles of different lengths, together": (size) => {
    const $defs: Schemas = {};
    const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29].slice(0, size / 10);
    for (const prime of primes) {
      for (let i = 0; i < prime; i++) {
        $defs[`c${prime}_${i}`] = {
          properties: { x: { $ref: `#/$defs/c${prime}_${(i + 1) % prime}` } },
          maxProperties: prime + i + 1,
        };
      }
    }
    return { type: "object", allOf: primes.map((prime) => ({ $ref: `#/$defs/c${prime}_0` })), $defs };
  },
  "negations of choices": (size) => ({
    type: "object",
    not: { anyOf: range(size, (i) => ({ allOf: [needs(`a${i}`), needs(`b${i}`)] })) },
  }),
  dependencies: (size) => ({ type: "object", dependentRequired: record(size, (i) => [`a${i}`, [`b${i}`]]) }),
  "patterns of one string": (size) => ({ type: "string", allOf: range(size, (i) => ({ pattern: `x${i}.*y` })) }),
  "choices between patterns": (size) => ({
    type: "string",
    allOf: range(size, (i) => ({ anyOf: [{ pattern: `a${i}` }, { pattern: `b${i}` }] })),
  }),
  "patterns of keys": (size) => ({
    type: "object",
    patternProperties: record(size, (i) => [`x${i}.*y`, { type: "integer", minimum: i }]),
  }),
  "a large object beside a choice": (size) => ({
    type: "object",
    properties: record(size, (i) => [`p${i}`, { type: "integer" }]),
    anyOf: range(size, (i) => needs(`p${i}`)),
  }),
  "a large object under many bounds": (size) => ({
    properties: record(size, (i) => [`p${i}`, { allOf: [{ $ref: "#/$defs/o" }], minProperties: i + 1 }]),
    $defs: { o: { type: "object", properties: record(size, (i) => [`q${i}`, { type: "integer" }]) } },
  }),
  "objects with other keys, together": (size) => ({
    type: "object",
    allOf: range(size, (i) => ({ properties: { [`p${i}`]: {} }, additionalProperties: { minimum: i } })),
  }),
};

describe("schemas whose combinations multiply", () => {
  it.each(Object.entries(families))("%s", (_, family) => {
    for (const size of [18, 100]) {
      const schema = family(size);
      const length = JSON.stringify(schema).length;
      const { shape, report } = compileSchema(schema);
      const alternatives = shape.shapes.reduce((sum, { length: count }) => sum + count, 0);
      // A microsecond or five each: what may be spent whatever the schema, and for each of its parts.
      expect(JSON.stringify(shape).length).toBeLessThan(3_000_000 + 400 * length);
      expect(alternatives).toBeLessThan(40_000 + length);
      for (const { path, status, reason } of report) if (status === "boundary") expect(reason, path).toBeTruthy();
    }
  });

  it("lose none of a conjunction: what isn't in the Shape is a check", () => {
    const { shape, report } = compileSchema(families["choices beside each other"]!(18));
    const left = report.filter(({ status }) => status === "boundary");
    expect(left.map(({ path }) => path)).toEqual(range(14, (i) => `/allOf/${i + 4}/anyOf`));
    expect(shape.shapes[0]).toHaveLength(16);
    for (const one of shape.shapes[0]!) {
      expect(one.checks.map((id) => shape.checks[id]).sort()).toEqual(range(14, (i) => `/allOf/${i + 4}`).sort());
    }
  });

  it("are exact as long as they are few", () => {
    const { shape, report } = compileSchema(families["choices beside each other"]!(8));
    expect(shape.shapes[0]).toHaveLength(256);
    expect(report.filter(({ status }) => status === "boundary")).toEqual([]);
  });

  it("are refused by place and with advice where nothing else is left to do", () => {
    const properties = record(100_001, (i) => [`p${i}`, { type: "array", minItems: i }]);
    try {
      compileSchema({ properties });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(SchemaError);
      expect((error as SchemaError).code).toBe("too-large");
      expect((error as SchemaError).path).toMatch(/^\/properties\/p\d+$/);
      expect((error as SchemaError).message).toMatch(/Split the schema/);
    }
  });
});

describe("large schemas without combinations", () => {
  /** Growth from one size to four times that size, of the table and of the grammar. */
  const growth = (family: (size: number) => JsonSchema): number[] => {
    const [small, large] = [250, 1000].map((size) => {
      const schema = family(size);
      const { report, grammar } = compileGbnf(schema);
      expect(report.filter(({ status }) => status === "boundary")).toEqual([]);
      return [JSON.stringify(compileSchema(schema).shape).length, grammar.length];
    });
    return [0, 1].map((i) => large![i]! / small![i]!);
  };
  const object = (i: number, rest: object = {}): JsonSchema => ({
    type: "object",
    properties: { kind: { const: `k${i}` }, v: { type: "integer" } },
    required: ["kind"],
    ...rest,
  });

  it.each<[string, (size: number) => JsonSchema]>([
    [
      "optional properties",
      (size) => ({ type: "object", properties: record(size, (i) => [`p${i}`, { type: "integer" }]) }),
    ],
    ["an enum", (size) => ({ enum: range(size, (i) => `value ${(i * 7919) % 10_007}`) })],
    ["an enum of objects", (size) => ({ enum: range(size, (i) => ({ a: i })) })],
    ["anyOf of objects", (size) => ({ anyOf: range(size, (i) => object(i)) })],
    ["oneOf of objects", (size) => ({ oneOf: range(size, (i) => object(i)) })],
    ["anyOf of closed objects", (size) => ({ anyOf: range(size, (i) => object(i, { additionalProperties: false })) })],
    ["anyOf of constants", (size) => ({ anyOf: range(size, (i) => ({ const: `k${i}` })) })],
    ["oneOf of constants", (size) => ({ oneOf: range(size, (i) => ({ const: i })) })],
    [
      "allOf of objects",
      (size) => ({ allOf: range(size, (i) => ({ type: "object", properties: { [`p${i}`]: {} } })) }),
    ],
    ["first items", (size) => ({ type: "array", prefixItems: range(size, (i) => ({ const: i })), items: false })],
    ["a long chain", (size) => chain(size, (next) => ({ type: "object", properties: { x: next }, required: ["x"] }))],
  ])("%s grow in proportion", (_, family) => {
    for (const factor of growth(family)) expect(factor).toBeLessThan(6);
  });

  it("a union of thousands of objects is told apart character by character", () => {
    const { grammar } = compileGbnf({ anyOf: range(4000, (i) => object(i)) });
    expect(grammar.length).toBeLessThan(3000);
  });
});
