import { describe, expect, it } from "vitest";
import { boundaryCheck, createValidator, describeSchema, promptFor } from "../../src/contract/index.ts";
import { compileGbnf } from "../../src/gbnf/index.ts";
import { lintSchema } from "../../src/lint/index.ts";
import {
  bundleSchema,
  compileSchema,
  isCompiled,
  type JsonSchema,
  SchemaError,
  toJsonSchema,
} from "../../src/schema/index.ts";

/** Whatever takes a schema from a program. */
const doors: Readonly<Record<string, (schema: JsonSchema) => unknown>> = {
  toJsonSchema,
  compileSchema,
  compileGbnf: (schema) => compileGbnf(schema),
  createValidator: (schema) => createValidator(schema),
  boundaryCheck: (schema) => boundaryCheck(schema),
  describeSchema,
  promptFor: (schema) => promptFor({ schema, task: "x" }),
  bundleSchema: (schema) => bundleSchema(schema, () => undefined),
  lintSchema: (schema) => {
    const { findings } = lintSchema(schema);
    expect(findings.map(({ rule }) => rule)).toEqual(["invalid-schema"]);
    throw new SchemaError("invalid", findings[0]!.message, { path: findings[0]!.path });
  },
};

const fail = (): never => {
  throw new Error("not today");
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const circle: Record<string, unknown> = { type: "object" };
circle.properties = { again: circle };
/** Two to the fortieth parts, of forty objects. */
const doubled = Array.from({ length: 40 }).reduce<object>((half) => ({ anyOf: [half, half] }), { type: "null" });

const hostile: Readonly<Record<string, () => unknown>> = {
  "a getter that throws": () => ({
    properties: {
      a: {
        get type() {
          return fail();
        },
      },
    },
  }),
  "a proxy that throws": () => new Proxy({ type: "null" }, { get: fail }),
  "a proxy that hides its keys": () => ({ items: new Proxy({}, { ownKeys: fail }) }),
  "a revoked proxy": revoked,
  "a revoked proxy within": () => ({ properties: { a: revoked() } }),
  "a bigint": () => ({ enum: [1n] }),
  "a bigint draft": () => ({ $schema: 1n }),
  "a function": () => ({ const: () => 1 }),
  "a symbol": () => ({ enum: [Symbol("a")] }),
  "no number": () => ({ maximum: Number.NaN }),
  "a date": () => ({ const: new Date(0) }),
  "a map": () => ({ properties: new Map([["a", {}]]) }),
  "a hole": () => ({ enum: new Array(2) }),
  "what it inherits": () => Object.create({ type: "string" }),
  "a circle": () => circle,
  "parts used again and again": () => doubled,
  "a standard schema that throws": () => ({
    get "~standard"() {
      return fail();
    },
  }),
  "a standard schema without a name": () => ({ "~standard": { vendor: { toString: fail } } }),
  "a standard schema that says nothing": () => ({ "~standard": { vendor: "x", jsonSchema: { input: () => null } } }),
  "a standard schema that throws what is no error": () => ({
    "~standard": {
      vendor: "x",
      jsonSchema: {
        input: () => {
          throw null;
        },
      },
    },
  }),
};

describe.each(Object.entries(hostile))("a schema with %s", (_, make) => {
  it("is refused by whatever takes schemas, with a typed error", async () => {
    for (const [name, take] of Object.entries(doors)) {
      const error = await (async () => take(make() as JsonSchema))().catch((caught: unknown) => caught);
      expect(error, name).toBeInstanceOf(SchemaError);
      expect((error as Error).message.length, name).toBeLessThan(500);
    }
  });
});

it("what changes as it is looked at is looked at once", () => {
  let looks = 0;
  const schema = {
    get type() {
      return looks++ === 0 ? "null" : "string";
    },
  };
  expect(compileGbnf(schema as JsonSchema).grammar).toBe(compileGbnf({ type: "null" }).grammar);
});

it("a schema that looks like a compiled one is a schema", () => {
  const schema = { shape: {}, report: [], schema: {}, type: "null" };
  expect(isCompiled(schema)).toBe(false);
  expect(compileGbnf(schema as JsonSchema).grammar).toBe(compileGbnf({ type: "null" }).grammar);
  const compiled = compileSchema({ type: "null" });
  expect([
    isCompiled(compiled),
    isCompiled(structuredClone(compiled)),
    isCompiled(null),
    isCompiled(revoked()),
  ]).toEqual([true, true, false, false]);
});

it("what is remembered of patterns from other schemas changes nothing", () => {
  const properties = (from: number): JsonSchema => ({
    properties: Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`p${i}`, { pattern: `a.{${from + i}}b`, maxLength: 100 + i }]),
    ),
  });
  const outcome = (schema: JsonSchema) => JSON.stringify(compileSchema(schema));
  const first = outcome(properties(3));
  expect(first).toContain("boundary");
  expect(outcome(properties(3))).toBe(first);
  outcome(properties(2));
  expect(outcome(properties(3))).toBe(first);
});

it.each(["shape", "report", "schema", "dead", "shapes", "automata", "checks", "sources"])(
  "a compiled schema that lost its `%s` is refused, not read as one that allows anything",
  (part) => {
    const copy = structuredClone(compileSchema({ type: "null" })) as unknown as Record<string, object>;
    if (part in copy) delete copy[part];
    else delete (copy.shape as Record<string, unknown>)[part];
    const refused = expect.objectContaining({ code: "not-a-schema" });
    // Without its shape nothing tells it from a schema.
    if (part === "shape") return expect(isCompiled(copy)).toBe(false);
    for (const take of [toJsonSchema, compileGbnf, compileSchema, createValidator]) {
      expect(() => take(copy as JsonSchema)).toThrow(refused);
    }
  },
);

it("a compiled schema isn't read as a schema where only a schema is taken", () => {
  const compiled = compileSchema({ type: "null" }, { shared: true }) as unknown as JsonSchema;
  for (const take of [compileSchema, createValidator]) {
    expect(() => take(compiled)).toThrow(/its `schema` is one/);
  }
});
