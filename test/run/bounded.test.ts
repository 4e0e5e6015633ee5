import { expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { bounded } from "../../src/run/bounded.ts";
import { compileSchema, type JsonSchema } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";

const vocabulary = vocabularyOf([]);

/** Whether a text is taken, from its first byte to its end. */
function takes(schema: JsonSchema, text: string): boolean {
  const constraint = createConstraint(bounded(compileSchema(schema)), vocabulary);
  return [...new TextEncoder().encode(text)].every((byte) => constraint.accept(byte)) && constraint.complete;
}

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));
const spaced = (text: string) => text.replaceAll(":", ": ").replaceAll(",", ", ");
const zeros = (count: number) => `[${Array(count).fill("0").join(", ")}]`;

it.each<readonly [what: string, schema: JsonSchema, fits: string, tooLong: string]>([
  ["a string", { type: "string" }, `"${"a".repeat(1999)}"`, `"${"a".repeat(2000)}"`],
  ["a pattern", { type: "string", pattern: "^a+$" }, `"${"a".repeat(1999)}"`, `"${"a".repeat(2000)}"`],
  ["a minimum", { type: "string", minLength: 3000 }, `"${"a".repeat(3000)}"`, `"${"a".repeat(3001)}"`],
  [
    "a long pattern",
    { type: "string", pattern: "^(?:aaaaaaaaaa){250}a*$" },
    `"${"a".repeat(2500)}"`,
    `"${"a".repeat(2501)}"`,
  ],
  ["an array", { type: "array", items: { const: 0 } }, zeros(256), zeros(257)],
  ["a long array", { type: "array", items: { const: 0 }, minItems: 300 }, zeros(300), zeros(301)],
  ["an object", { type: "object", additionalProperties: { const: 1 } }, spaced(keys(257)), spaced(keys(258))],
])("%s that a schema leaves open is bounded, what it asks for isn't", (_what, schema, fits, tooLong) => {
  expect(takes(schema, fits)).toBe(true);
  expect(takes(schema, tooLong)).toBe(false);
});

it("bounds of the schema's own stay", () => {
  const own = { type: "array", items: { type: "string", maxLength: 3000 }, maxItems: 1 } as const;
  expect(takes(own, `["${"a".repeat(3000)}"]`)).toBe(true);
});
