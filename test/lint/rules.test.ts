import { describe, expect, it } from "vitest";
import { lintRules, lintSchema, type RuleId } from "../../src/lint/index.ts";
import { OptionError } from "../../src/options/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

const object = (properties: Record<string, unknown>, more: object = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const short = { type: "string", maxLength: 9, description: "A short text." };
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `name_${"abcdefghijkl"[i]}`);
const nested = (levels: number): JsonSchema =>
  levels === 0 ? short : object({ part: { ...(nested(levels - 1) as object), description: "A part." } });

/** For each rule: schemas it finds something in, with the place, and some it doesn't. */
const cases: Readonly<Record<RuleId, { finds: readonly [JsonSchema, string][]; passes: readonly JsonSchema[] }>> = {
  // Only texts have these: see text.test.ts.
  "not-json": { finds: [], passes: [{}] },
  "duplicate-key": { finds: [], passes: [{}] },
  "inexact-number": { finds: [], passes: [{ type: "number", minimum: 0.1, maximum: 2 ** 63 }] },
  "invalid-schema": {
    finds: [
      [{ type: "strin" }, "/type"],
      [object({ a: { type: "string", minLength: -1 } }), "/properties/a/minLength"],
      [{ items: 3 }, "/items"],
      [[] as unknown as JsonSchema, ""],
      [{ allOf: [] }, "/allOf"],
    ],
    passes: [{ type: "string" }, { properties: { type: { type: "string" } } }],
  },
  "bad-reference": {
    finds: [
      [object({ a: { $ref: "#/$defs/b" } }), "/properties/a/$ref"],
      [{ $ref: "https://example.com/x.json" }, "/$ref"],
      [{ $ref: "#" }, ""],
      [{ type: "array", unevaluatedItems: { $ref: "#/nowhere" } }, "/unevaluatedItems/$ref"],
      [{ type: "null", $defs: { a: { items: { $ref: "b.json" } } } }, "/$defs/a/items/$ref"],
    ],
    passes: [{ $ref: "#/$defs/a", $defs: { a: short } }, object({ a: { $ref: "#" } })],
  },
  unsatisfiable: {
    finds: [
      [{ type: "string", minLength: 3, maxLength: 2 }, "/minLength"],
      [{ type: "object", properties: { a: false }, required: ["a"] }, "/required"],
    ],
    passes: [object({ a: false })],
  },
  "dead-part": {
    finds: [
      [{ anyOf: [{ type: "object", enum: ["a"] }, short] }, "/anyOf/0/type"],
      [{ type: ["string", "null"], enum: ["a", "b"] }, "/type"],
      [{ type: ["string", "integer"], const: "a" }, "/type"],
      [{ type: "string", enum: ["a", 1] }, "/enum/1"],
      [{ type: "integer", enum: [1, 1.5] }, "/enum/1"],
    ],
    passes: [
      { anyOf: [{ type: "object", enum: [{}] }, short] },
      { anyOf: [false, short] },
      { type: ["integer", "null"], enum: [1, 2, null] },
      { type: "number", enum: [1, 2] },
      { type: "string", nullable: true, enum: ["a", null] },
    ],
  },
  "free-string": {
    finds: [
      [object({ status: { type: "string" } }), "/properties/status"],
      [object({ orderStatus: { type: ["string", "null"] } }), "/properties/orderStatus"],
      [object({ size: { type: "string", description: "One of: small, large." } }), "/properties/size"],
      [object({ size: { type: "string", description: "'small', 'large' or 'huge'" } }), "/properties/size"],
    ],
    passes: [
      object({ status: { type: "string", enum: ["on", "off"] } }),
      object({ status: { type: "string", pattern: "^[a-z]+$" } }),
      object({ status: { type: "integer" } }),
      object({ status_text: { type: "string", description: "What to tell the user, in a sentence or two." } }),
      { not: object({ status: { type: "string" } }) as object },
    ],
  },
  "no-type": {
    finds: [
      [object({ a: {} }), "/properties/a"],
      [object({ a: true }), "/properties/a"],
      [{ type: "array", items: { description: "An item." } }, "/items"],
      [object({ a: { maxLength: 3 } }), "/properties/a"],
      [{}, ""],
      [true, ""],
      [{ not: { not: {} } }, ""],
      [{ type: ["null", "boolean", "number", "string", "array", "object"], items: short }, ""],
      [object({ a: { not: { not: {} } } }), "/properties/a"],
      [object({ "a/b": { anyOf: [short, { description: "Or not." }] } }), "/properties/a~1b"],
      [object({ a: { $ref: "#/$defs/any" } }, { $defs: { any: {} } }), "/properties/a"],
      [{ type: "array", items: true }, "/items"],
      [{ type: "array" }, ""],
      [object({ a: { type: ["array", "null"] } }), "/properties/a"],
      [{ type: "array", prefixItems: [short, true], items: false }, "/prefixItems/1"],
      [{ type: "array", items: [short], additionalItems: true }, "/additionalItems"],
      [object({}, { additionalProperties: true }), "/additionalProperties"],
      [
        object({}, { additionalProperties: { not: { not: true } }, patternProperties: { "^a": short } }),
        "/additionalProperties",
      ],
      [object({}, { patternProperties: { "^a": {}, "^b": short } }), "/patternProperties/^a"],
    ],
    passes: [
      { not: { type: "string" } },
      { not: {} },
      // What isn't known.
      object({ a: { $ref: "#/nowhere" } }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      { if: { type: "string" }, then: { maxLength: 3 }, else: { type: "null" } },
      // Of what several schemas say together.
      object({ a: {} }, { allOf: [{ properties: { a: short } }] }),
      { type: "array", allOf: [{ items: short }] },
      { type: "array", items: {}, maxItems: 0 },
      object({ a: { enum: [1, "a"] }, b: { anyOf: [short] }, c: { $ref: "#" } }),
      { type: "array", items: short, contains: {} },
      object({ a: short }, { allOf: [{ required: ["a"] }] }),
    ],
  },
  "unbounded-string": {
    finds: [
      [{ type: "string" }, ""],
      [object({ a: { type: "string", pattern: "^a+$" } }), "/properties/a"],
      [object({ a: { type: ["string", "null"] } }), "/properties/a"],
      [{ $ref: "#/$defs/a", $defs: { a: { type: "string", minLength: 2 } } }, "/$defs/a"],
      [{ type: "string", maxLength: 1e9 }, ""],
      [{ type: "string", pattern: "^a{40000}$" }, ""],
    ],
    passes: [
      { type: "string", maxLength: 5 },
      { type: "string", pattern: "^a{1,5}$" },
      { type: "string", format: "date-time" },
      { enum: ["a"] },
      { allOf: [{ type: "string" }, { maxLength: 5 }] },
      { not: { type: "string" } },
    ],
  },
  "unbounded-number": {
    finds: [
      [{ type: "integer" }, ""],
      [object({ a: { type: "number", minimum: 0 } }), "/properties/a"],
      [{ type: "number", minimum: 0, maximum: 1e300 }, ""],
      [{ type: "integer", minimum: -1e20, maximum: 0 }, ""],
    ],
    passes: [
      { type: "integer", minimum: 0, maximum: 5 },
      { type: "integer", format: "int64" },
      { type: "number", minimum: -1e19, maximum: 1e-300 },
      { allOf: [{ type: "number", exclusiveMinimum: 0 }, { maximum: 1 }] },
      { type: "integer", format: "int32" },
    ],
  },
  "unbounded-array": {
    finds: [
      [{ type: "array", items: short }, ""],
      [object({ tags: { type: "array", items: short, minItems: 1 } }), "/properties/tags"],
      [{ type: "array", items: short, maxItems: 1e9 }, ""],
    ],
    passes: [
      { type: "array", items: short, maxItems: 3 },
      { type: "array", prefixItems: [short], items: false },
      { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true },
    ],
  },
  "unbounded-map": {
    finds: [
      [{ type: "object", additionalProperties: short }, ""],
      [object({ a: { type: "object", patternProperties: { "^x": short } } }), "/properties/a"],
      [{ type: "object", additionalProperties: short, maxProperties: 1e9 }, ""],
    ],
    passes: [
      { type: "object", additionalProperties: short, maxProperties: 3 },
      { type: "object", patternProperties: { "^[ab]$": short }, additionalProperties: false },
    ],
  },
  "open-object": {
    finds: [
      [{ type: "object", properties: { a: short } }, ""],
      [object({ a: { type: "object", properties: {} } }), "/properties/a"],
    ],
    passes: [
      object({ a: short }),
      { allOf: [{ type: "object", properties: { a: short } }], unevaluatedProperties: false },
      { type: "object", additionalProperties: true },
    ],
  },
  "deep-nesting": {
    finds: [
      [nested(3), "/properties/part/properties/part"],
      [object({ a: { $ref: "#" } }), ""],
      [{ type: "array", items: { type: "array", items: { type: "array", items: nested(1) } } }, "/items/items/items"],
    ],
    passes: [nested(2), { type: "array", items: nested(2) }, object({ list: { type: "array", items: nested(1) } })],
  },
  "many-required": {
    finds: [
      [object(Object.fromEntries(names(9).map((name) => [name, short])), { required: names(9) }), "/required"],
      [object({}, { allOf: [{ required: names(9) }] }), "/allOf/0/required"],
    ],
    passes: [object({}, { required: [...names(8), "name_a"] }), { not: { required: names(9) } }],
  },
  "missing-description": {
    finds: [
      [object({ size: { type: "integer" } }), "/properties/size"],
      [object({ size: { type: "integer", description: " " } }), "/properties/size"],
      [object({ size: { $ref: "#/$defs/size" } }, { $defs: { size: { type: "integer" } } }), "/properties/size"],
    ],
    passes: [
      object({ size: short, kind: { const: "a" }, part: { title: "Part", enum: ["a", "b"] } }),
      object({ size: { $ref: "#/$defs/size" } }, { $defs: { size: short } }),
      object({ size: short }, { if: { properties: { size: { minLength: 2 } } } }),
    ],
  },
  "vague-name": {
    finds: [
      [object({ data: short }), "/properties/data"],
      [object({ field2: short }), "/properties/field2"],
      [object({ q: short }), "/properties/q"],
      [object({ value: short }), "/properties/value"],
    ],
    passes: [object({ value: short, unit: short }), object({ x: short, y: short }), object({ database: short })],
  },
  "ignored-keyword": {
    finds: [
      [{ type: "string", maxlength: 3 }, "/maxlength"],
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      [object({}, { then: { required: ["a"] } }), "/then"],
      [{ type: "string", format: "phone" }, "/format"],
    ],
    passes: [
      { type: "string", maxLength: 3, title: "A", "x-order": 3, $comment: "", default: "a", examples: ["b"] },
      object({ maxlength: short }),
    ],
  },
  "foreign-escape": {
    finds: [
      [{ type: "string", pattern: "\\Aab\\z", maxLength: 9 }, "/pattern"],
      [{ type: "string", pattern: "^\\h+$", maxLength: 9 }, "/pattern"],
    ],
    passes: [
      { type: "string", pattern: "^\\p{L}\\d\\\\A$", maxLength: 9 },
      { type: "string", pattern: "^\\-\\d$", maxLength: 9 },
    ],
  },
  "boundary-check": {
    finds: [
      [{ type: "array", items: short, contains: { const: "a" } }, "/contains"],
      [object({ a: { type: "integer", multipleOf: 4001 } }), "/properties/a/multipleOf"],
    ],
    passes: [{ type: "string", pattern: "a" }, object({ multipleOf: short }), { type: "integer", multipleOf: 7 }],
  },
  cost: {
    finds: [[{ enum: Array.from({ length: 9000 }, (_, i) => `value ${i * 7919}`) }, ""]],
    passes: [{ enum: ["a", "b"] }],
  },
};

describe.each(Object.entries(cases))("%s", (id, { finds, passes }) => {
  const rule = id as RuleId;

  it.runIf(finds.length > 0).each(finds)("finds %j at %s", (schema, path) => {
    const { findings } = lintSchema(schema, { rules: [rule] });
    expect(findings.map((finding) => finding.path)).toEqual([path]);
    const { title, advice, reason, severity } = lintRules.find((one) => one.id === rule)!;
    expect(findings[0]).toMatchObject({ rule, severity, advice, reason });
    expect(title).not.toBe("");
    expect(findings[0]!.message).toMatch(/^[A-Z`\d].*\.$/s);
    expect(lintSchema(schema, { off: [rule] }).findings.some((finding) => finding.rule === rule)).toBe(false);
  });

  it.each(passes)("lets %j pass", (schema) => {
    expect(lintSchema(schema, { rules: [rule] }).findings).toEqual([]);
  });
});

it("takes limits", () => {
  const found = (schema: JsonSchema, limits: object) => lintSchema(schema, { limits }).findings.map(({ rule }) => rule);
  expect(found(nested(3), { nesting: 3 })).not.toContain("deep-nesting");
  expect(found(object({ size: short }, { required: ["size"] }), { required: 0 })).toContain("many-required");
  expect(found(object({ size: short }), { rules: 1 })).toContain("cost");
  expect(found(object({ size: short }), { stringLength: 8 })).toContain("unbounded-string");
  expect(found({ type: "integer", minimum: 0, maximum: 99 }, { digits: 1 })).toContain("unbounded-number");
  expect(found({ type: "array", items: short, maxItems: 3 }, { items: 2 })).toContain("unbounded-array");
  expect(lintSchema(object({ size: short }))).toMatchObject({ findings: [], cost: { states: 0 } });
});

it("throws for options out of range, and only for them", () => {
  expect(() => lintSchema({}, { rules: ["no-such" as RuleId] })).toThrow(/There is no rule `no-such`. Rules: not-json/);
  expect(() => lintSchema({}, { limits: { nesting: -1 } })).toThrow(OptionError);
  expect(() => lintSchema({}, { maxFindings: 0.5 })).toThrow(/maxFindings/);
});
