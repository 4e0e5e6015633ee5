import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createValidator, ExampleError, promptFor } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 20, description: "Full name" },
    tags: { type: "array", items: { enum: ["red", "green"] }, maxItems: 3 },
  },
  required: ["name", "tags"],
  additionalProperties: false,
} as const;

test("the prompt, whole", () => {
  const [system, user] = promptFor({
    schema,
    task: "Who is this?\n\nAda L. ",
    example: { name: "Grace", tags: ["red"] },
  });
  expect(system).toEqual({
    role: "system",
    content: `Answer with one JSON object and nothing else: no Markdown, no code fence, no word before or after it. The first character is { and the last is }.
It has this type; comments say what each part means and its bounds. A ? marks what may be left out.
Write no property that isn't listed.

{
  name: string // Full name; at most 20 characters
  tags: ("red" | "green")[] // at most 3 items
}

An example of the form, from another task:
{"name": "Grace", "tags": ["red"]}`,
  });
  expect(user).toEqual({ role: "user", content: "Who is this?\n\nAda L.\n\nAnswer with one JSON object only." });
  expect(promptFor({ schema, task: "x" })).toEqual(promptFor({ schema, task: "x" }));
});

test("it is shorter than the schema it shows, and holds no fence", () => {
  const { content } = promptFor({
    schema: z.object({ a: z.string().describe("A"), b: z.array(z.number()) }),
    task: "x",
  })[0];
  expect(content).not.toContain("```");
  expect(content).toContain("{\n  a: string // A\n  b: number[]\n}");
});

test("arrays and other values are asked for as such", () => {
  const [system, user] = promptFor({ schema: { type: "array", items: { type: "number" } }, task: "Count" });
  expect(system.content).toContain("The first character is [ and the last is ].");
  expect(user.content).toBe("Count\n\nAnswer with one JSON array only.");
  expect(promptFor({ schema: { enum: ["a", "b"] }, task: "Pick" })[1].content).toContain("one JSON value");
});

describe("examples", () => {
  const exampleOf = (of: JsonSchema): unknown => {
    const { content } = promptFor({ schema: of, task: "x" })[0];
    const [, text] = content.split("An example of the form, from another task:\n");
    return text === undefined ? undefined : JSON.parse(text);
  };

  const made: [string, JsonSchema, unknown][] = [
    ["text says its name", { properties: { fullName: { type: "string" } }, type: "object" }, { fullName: "full name" }],
    ["text fits its bounds", { type: "string", minLength: 6, maxLength: 7 }, "text te"],
    [
      "formats have samples",
      { type: "object", properties: { on: { type: "string", format: "date" } } },
      { on: "2024-05-17" },
    ],
    [
      "numbers fit their bounds",
      {
        prefixItems: [
          { type: "integer", minimum: 3 },
          { type: "number", exclusiveMinimum: 2 },
          { type: "integer", maximum: -5 },
        ],
        type: "array",
        minItems: 3,
      },
      [3, 3, -5],
    ],
    ["multiples", { type: "integer", minimum: 7, multipleOf: 5 }, 10],
    [
      "lists are as long as they must be",
      { type: "array", minItems: 2, items: { type: "string" } },
      ["text 1", "text 2"],
    ],
    [
      "given values come first",
      {
        type: "object",
        properties: { a: { examples: ["x"] }, b: { default: 7 }, c: { enum: [1, 2] }, d: { const: null } },
      },
      { a: "x", b: 7, c: 1, d: null },
    ],
    [
      "references and unions are followed",
      { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }], $defs: { a: { type: "boolean" } } },
      true,
    ],
    [
      "intersections are merged",
      {
        allOf: [
          { type: "object", properties: { a: { const: 1 } } },
          { properties: { b: { const: 2 } }, required: ["b"] },
        ],
      },
      { a: 1, b: 2 },
    ],
    [
      "recursion ends",
      { type: "object", properties: { v: { const: 0 }, next: { $ref: "#" } } },
      { v: 0, next: { v: 0, next: {} } },
    ],
  ];
  test.each(made)("%s", (_, of, value) => {
    expect(exampleOf(of)).toEqual(value);
    expect(createValidator<JsonSchema>(of).validate(value).ok).toBe(true);
  });

  test("none is shown where none can be made that validates", () => {
    expect(exampleOf({ type: "string", pattern: "^[0-9]{4}$" })).toBeUndefined();
    expect(exampleOf({ type: "object", required: ["a"], properties: { a: { $ref: "#" } } })).toBeUndefined();
    expect(exampleOf(false)).toBeUndefined();
  });

  test("one that breaks the schema is the caller's fault", () => {
    expect(() => promptFor({ schema, task: "x", example: { name: 5 } })).toThrowError(ExampleError);
    expect(() => promptFor({ schema, task: "x", example: { name: 5, tags: [] } })).toThrowError(
      "The example doesn't satisfy the schema: /name must be a string, not a number.",
    );
  });
});
