import { describe, expect, test } from "vitest";
import { describeSchema } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

const table: [name: string, schema: JsonSchema, text: string][] = [
  ["anything", true, "any"],
  ["nothing", false, "never"],
  ["no constraint", {}, "any"],
  ["a type", { type: "integer" }, "integer"],
  ["several types", { type: ["string", "null"] }, "string | null"],
  ["choices", { enum: ["a", 1, null] }, '"a" | 1 | null'],
  ["a constant", { const: { a: 1 } }, '{"a":1}'],
  ["OpenAPI's nullable", { type: "string", nullable: true }, "string | null"],
  [
    "bounds of text",
    { type: "string", minLength: 1, maxLength: 5, pattern: "^a" },
    "// 1 to 5 characters, matches /^a/\nstring",
  ],
  ["an exact length", { type: "string", minLength: 2, maxLength: 2 }, "// 2 characters\nstring"],
  ["one only", { type: "array", maxItems: 1 }, "// at most 1 item\nany[]"],
  ["a format over its pattern", { type: "string", format: "date", pattern: "^\\d" }, "// format date\nstring"],
  [
    "bounds of numbers",
    { type: "number", minimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    "// at least 0, < 1, a multiple of 0.1\nnumber",
  ],
  [
    "a list of choices",
    { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true },
    '// no item twice\n("a" | "b")[]',
  ],
  ["a tuple", { prefixItems: [{ type: "string" }, { type: "number" }], items: false }, "[string, number]"],
  ["an open tuple", { prefixItems: [{ type: "string" }], items: { type: "number" } }, "[string, ...number[]]"],
  ["an older tuple", { items: [{ type: "string" }], type: "array" }, "[string, ...any[]]"],
  ["no items", { type: "array", items: false }, "[]"],
  [
    "bounds of items",
    { type: "array", items: { type: "string", maxLength: 3 } },
    "string /* at most 3 characters */[]",
  ],
  ["a union", { anyOf: [{ type: "string" }, { type: "array", items: {} }] }, "string | any[]"],
  [
    "an intersection",
    { allOf: [{ type: "string" }, { anyOf: [{ const: "a" }, { const: "b" }] }] },
    'string & ("a" | "b")',
  ],
  [
    "an object",
    { type: "object", properties: { a: { type: "string", description: "Who.\n Really" }, "b c": {} }, required: ["a"] },
    '{\n  a: string // Who. Really\n  "b c"?: any\n}',
  ],
  ["required but not described", { required: ["z"] }, "{\n  z: any\n}"],
  [
    "other keys",
    { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: { type: "number" } },
    "{\n  [/^x-/]: string\n  [other: string]: number\n}",
  ],
  [
    "nesting",
    { properties: { a: { description: "Inner", properties: { b: { type: "null" } } } } },
    "{\n  // Inner\n  a?: {\n    b?: null\n  }\n}",
  ],
  [
    "a default",
    { properties: { a: { type: "integer", default: 3, description: "How many" } } },
    "{\n  a?: integer // How many; default 3\n}",
  ],
  [
    "what has no notation",
    { type: "object", not: { required: ["a"] }, minProperties: 1 },
    '// at least 1 property, not: {"required":["a"]}\n{}',
  ],
  ["annotations", { title: "T", $comment: "c", examples: [1], type: "number" }, "number"],
  [
    "definitions",
    {
      type: "array",
      items: { $ref: "#/$defs/node" },
      $defs: { node: { properties: { next: { $ref: "#/$defs/node" } } }, unused: {} },
    },
    "type node = {\n  next?: node\n}\nnode[]",
  ],
  [
    "a definition with a strange name",
    { $ref: "#/definitions/a~1b%20c", definitions: { "a/b c": { type: "string" } } },
    'type "a/b c" = string\n"a/b c"',
  ],
  [
    "recursion to the root",
    { properties: { child: { anyOf: [{ $ref: "#" }, { type: "null" }] } } },
    "type Root = {\n  child?: Root | null\n}",
  ],
  [
    "names from Object.prototype",
    JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
    "{\n  __proto__?: string\n  constructor?: any\n}",
  ],
];
test.each(table)("%s", (_, schema, text) => {
  expect(describeSchema(schema)).toBe(text);
});

test("what ends a comment can't be in one", () => {
  const sly = { type: "array", items: { type: "string", description: "a */ b" } };
  expect(describeSchema(sly)).toBe("string /* a * / b */[]");
  expect(describeSchema({ properties: { a: { type: "string", description: "x\n}\n```" } } })).toBe(
    "{\n  a?: string // x } ```\n}",
  );
});

describe("what can't be shown", () => {
  test.each([
    ["a reference to nothing", { $ref: "#/$defs/none" }],
    ["a reference elsewhere", { $ref: "https://example.org/x" }],
    ["a reference into the prototype", { $ref: "#/$defs/constructor", $defs: {} }],
  ])("%s", (_, schema) => {
    expect(() => describeSchema(schema)).toThrowError(
      expect.objectContaining({ name: "SchemaError", code: "reference" }),
    );
  });
});

test("what is nested very deep is written as types of their own", () => {
  let schema: JsonSchema = { type: "integer" };
  for (let i = 0; i < 140; i++) schema = { type: "object", properties: { a: schema }, required: ["a"] };
  const text = describeSchema({ ...(schema as object), $defs: { Part1: {} } });
  expect(text.startsWith("type Part2 = {")).toBe(true);
  expect(text.match(/Part\d/g)).toEqual(["Part2", "Part3", "Part3", "Part2"]);
  expect(text.split("a: ")).toHaveLength(141);
  let endless: JsonSchema = {};
  for (let i = 0; i < 10_000; i++) endless = { items: endless };
  expect(describeSchema(endless).length).toBeLessThan(50_000);
});
