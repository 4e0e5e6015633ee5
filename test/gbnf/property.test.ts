import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { judge } from "./support/judge.ts";
import { load, nativeAccepts } from "./support/native.ts";
import { sampler, seeded } from "./support/sampler.ts";
import { neighbour, schemas } from "./support/schemas.ts";

/** `undefined`: no value fits the schema, which is an answer too. */
function compiled(schema: JsonSchema) {
  try {
    return compileGbnf(schema, { maxStringLength: 30, maxItems: 6, maxDigits: 6 });
  } catch (error) {
    if (error instanceof SchemaError && error.code === "unsatisfiable") return undefined;
    throw error;
  }
}

describe("grammars of random schemas", () => {
  it("write only values that fit, in text that both matchers take", async () => {
    let sentences = 0;
    await fc.assert(
      fc.asyncProperty(schemas, fc.nat(), async (schema, seed) => {
        const made = compiled(schema);
        if (!made) return;
        const exact = made.report.every(({ status }) => status !== "boundary");
        const fits = judge(schema);
        const grammar = parseGbnf(made.grammar);
        const start = createRecogniser(grammar);
        const native = await load(made.grammar);
        expect(native, made.grammar).toBeDefined();
        const random = seeded(seed);
        const sample = sampler(grammar);
        for (let i = 0; i < 8; i++) {
          const text = sample(random);
          sentences++;
          const value = JSON.parse(text) as unknown;
          if (exact) expect(fits(value), `${text} of ${JSON.stringify(schema)}`).toBe(true);
          const reader = start.fork();
          reader.accept(text);
          expect(reader.complete, text).toBe(true);
          expect(nativeAccepts(native!, text), text).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
    expect(sentences).toBeGreaterThan(400);
  });

  it("take a value exactly when it fits, up to what the report names", () => {
    let fitting = 0;
    let unfitting = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const made = compiled(schema);
        if (!made) return;
        const exact = made.report.every(({ status }) => status !== "boundary");
        // Named in the report as narrower: unique literals come in the order of their list.
        const ordered = made.report.some(({ keyword, reason }) => keyword === "uniqueItems" && reason);
        const fits = judge(schema);
        const grammar = parseGbnf(made.grammar);
        const start = createRecogniser(grammar);
        const random = seeded(seed);
        const sample = sampler(grammar);
        for (let i = 0; i < 12; i++) {
          const value = neighbour(JSON.parse(sample(random, 60)), random);
          const text = JSON.stringify(value, null, 1).replaceAll(/\n */g, (_, at, all) =>
            all[at - 1] === "," ? " " : "",
          );
          if (hasLongPart(value)) continue;
          const reader = start.fork();
          reader.accept(text);
          const taken = reader.complete;
          if (fits(value)) {
            fitting++;
            if (!ordered) expect(taken, `refused ${text} of ${JSON.stringify(schema)}`).toBe(true);
          } else {
            unfitting++;
            if (exact) expect(taken, `took ${text} of ${JSON.stringify(schema)}`).toBe(false);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(fitting).toBeGreaterThan(150);
    expect(unfitting).toBeGreaterThan(150);
  });
});

/** Beyond the caps that the grammars of this test have where the schema sets none, or in another spelling. */
function hasLongPart(value: unknown): boolean {
  if (typeof value === "string") return [...value].length > 30;
  if (typeof value === "number") return !/^-?\d{1,6}(\.\d{1,6})?$/.test(String(value)) || Object.is(value, -0);
  if (Array.isArray(value)) return value.length > 6 || value.some(hasLongPart);
  if (typeof value === "object" && value !== null) {
    // JavaScript moves keys that look like indices to the front, so their order is lost.
    return Object.entries(value).some(([key, part]) => key.length > 30 || /^\d+$/.test(key) || hasLongPart(part));
  }
  return false;
}
