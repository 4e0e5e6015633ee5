/** Integers written `1.0`, which JSON Schema calls integers: only where that's asked for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";

const vocabulary = vocabularyOf([]);

/** Which of these texts a grammar and a constraint take; they must say the same. */
function taken(schema: JsonSchema, texts: readonly string[], zeroFractions: boolean): string[] {
  const recogniser = createRecogniser(parseGbnf(compileGbnf(schema, { zeroFractions }).grammar));
  const constraint = createConstraint(schema, vocabulary, { zeroFractions });
  return texts.filter((text) => {
    const reader = recogniser.fork();
    const byGrammar = reader.accept(text) && reader.complete;
    const writing = constraint.fork();
    const byMasks = new TextEncoder().encode(text).every((byte) => writing.accept(byte)) && writing.complete;
    expect(byMasks, `${text} of ${JSON.stringify(schema)}`).toBe(byGrammar);
    return byGrammar;
  });
}

describe("a fraction of zero", () => {
  it("may follow every integer that fits, and only if that's asked for", () => {
    const bound = fc.option(fc.integer({ min: -300, max: 300 }), { nil: undefined });
    fc.assert(
      fc.property(
        bound,
        bound,
        fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 8 }),
        (low, high, numbers) => {
          const schema = {
            type: "integer",
            ...(low === undefined ? {} : { minimum: low }),
            ...(high === undefined ? {} : { exclusiveMaximum: high }),
          } as JsonSchema;
          const plain = numbers.map(String);
          let fitting: string[];
          try {
            fitting = taken(schema, plain, false);
          } catch (error) {
            if (error instanceof SchemaError && error.code === "unsatisfiable") return;
            throw error;
          }
          const ways = (text: string) => [text, `${text}.0`, `${text}.`, `${text}.00`, `${text}.01`, `${text}.5`];
          expect(taken(schema, plain.flatMap(ways), false)).toEqual(fitting);
          expect(taken(schema, plain.flatMap(ways), true)).toEqual(fitting.flatMap((text) => [text, `${text}.0`]));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("may follow a literal that's an integer", () => {
    const texts = ["1", "1.0", "1.5", "1.50", '"1"', '"1.0"', "-20", "-20.0", "true"];
    const all = ["1", "1.0", "1.5", '"1"', "-20", "-20.0", "true"];
    const schema = { enum: [1, 1.5, "1", -20, true] };
    expect(taken(schema, texts, true)).toEqual(all);
    expect(taken(schema, texts, false)).toEqual(["1", "1.5", '"1"', "-20", "true"]);
    expect(taken({ const: 7 }, ["7", "7.0", "7.00"], true)).toEqual(["7", "7.0"]);
    const list = { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, maxItems: 2 } as const;
    const grammar = parseGbnf(compileGbnf(list, { zeroFractions: true }).grammar);
    for (const [text, fits] of [
      ["[1.0, 2]", true],
      ["[1, 3.0]", true],
      ["[1, 1.0]", false],
    ] as const) {
      const reader = createRecogniser(grammar);
      expect(reader.accept(text) && reader.complete, text).toBe(fits);
      const writing = createConstraint(list, vocabulary, { zeroFractions: true });
      expect(new TextEncoder().encode(text).every((byte) => writing.accept(byte)) && writing.complete, text).toBe(fits);
    }
  });

  it("isn't an integer's in draft-04, whose integers have none", () => {
    const texts = ["1", "1.0", "2", "2.0", "2.5"];
    const allOf = (draft: string, rest: JsonSchema & object) =>
      taken({ $schema: `http://json-schema.org/${draft}/schema#`, ...rest }, texts, true);
    for (const rest of [{ type: "integer" }, { type: "integer", enum: [1, 2] }] as const) {
      expect(allOf("draft-04", rest)).toEqual(["1", "2"]);
      for (const draft of ["draft-06", "draft-07"]) expect(allOf(draft, rest)).toEqual(["1", "1.0", "2", "2.0"]);
    }
    expect(allOf("draft-04", { type: "number" })).toEqual(texts);
  });

  it("counts as the multiple that it is", () => {
    const schema = { type: "integer", minimum: 0, maximum: 20, multipleOf: 4 } as const;
    const writes = (text: string) => {
      const writing = createConstraint(schema, vocabulary, { zeroFractions: true });
      return new TextEncoder().encode(`${text}`).every((byte) => writing.accept(byte)) && writing.complete;
    };
    expect(["8", "8.0", "6", "6.0"].map(writes)).toEqual([true, true, false, false]);
  });
});
