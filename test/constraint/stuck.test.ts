/** What may leave no way on is listed in docs/constraint.md; nothing else may. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { seeded } from "../gbnf/support/sampler.ts";
import { satisfiable } from "../gbnf/support/satisfiable.ts";
import { schemas } from "../gbnf/support/schemas.ts";
import { drawn, pieces, vocabularyOf } from "./support.ts";

/** The keywords that the page's table lists. */
const listed = new Set(
  readFileSync(new URL("../../docs/constraint.md", import.meta.url), "utf8")
    .split("## What may get stuck")[1]!
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!)),
);

const names = ["a", "b", "c", "d"];
const some = fc.subarray(names);
const part = fc.constantFrom<JsonSchema>(
  { type: "boolean" },
  { type: "integer", minimum: 0, maximum: 60, multipleOf: 7 },
  { type: "array", items: { enum: [1, 12, "a", null] }, uniqueItems: true, minItems: 3 },
  { type: "array", items: { type: "integer", minimum: 0, maximum: 9 }, contains: { const: 7 }, maxItems: 2 },
  { type: "array", items: { enum: ["a", "b", "c"] }, uniqueItems: true, contains: { const: "c" }, maxItems: 2 },
);
/** Keywords that the parts above have where they never get stuck. */
const harmless = new Set(["multipleOf", "uniqueItems", "contains"]);
/** One of these, or mostly nothing. */
function seldom<T>(...values: T[]): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
}

/** Objects whose keywords depend on each other. */
const objects = fc
  .record({
    properties: fc
      .tuple(...names.map(() => part))
      .map((parts) => Object.fromEntries(names.map((n, i) => [n, parts[i]!]))),
    required: fc.subarray(names, { maxLength: 2 }),
    additionalProperties: fc.constantFrom<JsonSchema>(false, { type: "boolean" }),
    propertyNames: seldom<JsonSchema>({ enum: ["a", "b", "c", "x"] }, { maxLength: 1 }),
    minProperties: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
    maxProperties: seldom(2, 3, 4),
    dependentRequired: fc.option(fc.dictionary(fc.constantFrom(...names), some, { maxKeys: 3 }), { nil: undefined }),
    dependentSchemas: seldom(
      { a: { required: ["b"] }, c: { maxProperties: 2 } },
      { b: { properties: { c: false } }, d: { minProperties: 3 } },
    ),
    oneOf: seldom([{ required: ["a"] }, { required: ["b"] }]),
    not: seldom<JsonSchema>({ required: ["c"] }, { minProperties: 3 }),
    if: seldom({ required: ["c"] }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: fc.constant({ required: ["a"] }),
  })
  .map((found) => {
    const keywords = Object.entries(found).filter(([, value]) => value !== undefined);
    return { type: "object", ...Object.fromEntries(keywords) } as JsonSchema;
  });

describe("writing by random tokens that may come", () => {
  it.each([
    ["objects", objects, harmless],
    ["schemas", schemas, new Set<string>()],
  ] as const)(
    "gets stuck only where the report says boundary of a keyword that the docs list: %s",
    (_, arbitrary, never) => {
      const counts = { finished: 0, long: 0, stuck: 0 };
      let judged = 0;
      fc.assert(
        fc.property(arbitrary, fc.nat(), fc.constantFrom("schema" as const, "free" as const), (schema, seed, order) => {
          const made = satisfiable(schema);
          if (!made) return;
          const random = seeded(seed);
          const vocabulary = vocabularyOf(
            pieces(['{"a": 1, "b": [12, "a"]', '"c": ["b", null], "x": true}'], 40, random),
          );
          const start = createConstraint(made, vocabulary, { order, check: boundaryCheck(schema) });
          const { validate } = createValidator(schema, { defaults: false });
          const may = made.report.some(
            ({ keyword, status }) => status === "boundary" && listed.has(keyword) && !never.has(keyword),
          );
          for (let i = 0; i < 3; i++) {
            const text = drawn(start.fork(), vocabulary, random);
            if (text === null) counts.stuck++;
            else if (text === undefined) counts.long++;
            else {
              counts.finished++;
              expect(validate(JSON.parse(text)).ok, `${text} of ${JSON.stringify(schema)}`).toBe(true);
            }
            if (!may) judged++;
            if (!may) expect(text, `${order}: ${JSON.stringify(schema)}`).not.toBe(null);
          }
        }),
        { numRuns: 100 },
      );
      expect(counts.finished, JSON.stringify(counts)).toBeGreaterThan(60);
      expect(counts.long, JSON.stringify(counts)).toBeLessThan(counts.finished);
      expect(judged, "texts that may never get stuck").toBeGreaterThan(60);
    },
  );
});
