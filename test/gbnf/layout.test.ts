/** White space, in grammars and under masks: the same texts for both, in each style. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { OptionError } from "../../src/options/index.ts";
import { type CompiledSchema, type JsonSchema, type Whitespace, whitespaceStyles } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";
import { laidOut } from "./support/layout.ts";
import { load, nativeAccepts } from "./support/native.ts";
import { sampler, seeded } from "./support/sampler.ts";
import { satisfiable } from "./support/satisfiable.ts";
import { schemas } from "./support/schemas.ts";

const vocabulary = vocabularyOf([]);
const style = fc.constantFrom(...whitespaceStyles);

/** What a grammar and a constraint say to a text. */
function readers(schema: JsonSchema | CompiledSchema, whitespace: Whitespace) {
  const { grammar } = compileGbnf(schema, { whitespace });
  const recogniser = createRecogniser(parseGbnf(grammar));
  const constraint = createConstraint(schema, vocabulary, { whitespace });
  return {
    grammar,
    byGrammar: (text: string) => {
      const reader = recogniser.fork();
      return reader.accept(text) && reader.complete;
    },
    byMasks: (text: string) => {
      const writing = constraint.fork();
      return new TextEncoder().encode(text).every((byte) => writing.accept(byte)) && writing.complete;
    },
  };
}

describe("white space", () => {
  it("is that of its style and no other, in grammars and under masks", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(schemas, fc.nat(), style, style, (schema, seed, whitespace, other) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const { byGrammar, byMasks } = readers(made, whitespace);
        const sample = sampler(parseGbnf(compileGbnf(made, { maxStringLength: 30, maxItems: 6 }).grammar));
        for (let i = 0; i < 4; i++) {
          const value = sample(random);
          const own = laidOut(value, whitespace, random);
          expect(byGrammar(own), own).toBe(true);
          const text = laidOut(value, other, random);
          const same = whitespace === "any" || text === laidOut(value, whitespace, random);
          expect(byGrammar(text), text).toBe(same);
          // Masks spell keys one way, and none twice.
          if (byMasks(laidOut(own, whitespace === "any" ? "spaced" : whitespace, random))) {
            expect(byMasks(own), own).toBe(true);
            expect(byMasks(text), text).toBe(same);
            seen.set(whitespace, (seen.get(whitespace) ?? 0) + 1);
          }
        }
      }),
      { numRuns: 150 },
    );
    for (const whitespace of whitespaceStyles) expect(seen.get(whitespace), whitespace).toBeGreaterThan(40);
  });

  it("is said by the report where levels are indented as the last one that is", () => {
    const said = (schema: JsonSchema, whitespace: Whitespace) =>
      compileGbnf(schema, { whitespace }).report.filter(({ reason }) => /beyond 16 levels/.test(reason ?? ""));
    const tree = { type: "array", items: { $ref: "#" } };
    expect(said(tree, "pretty")).toMatchObject([{ path: "/type", status: "grammar" }]);
    expect(said(tree, "spaced")).toEqual([]);
    const nested = (levels: number): JsonSchema =>
      levels === 0 ? { type: "integer" } : { type: "array", items: nested(levels - 1) };
    expect(said(nested(16), "pretty")).toEqual([]);
    expect(said(nested(17), "pretty")).toMatchObject([{ path: `${"/items".repeat(16)}/type` }]);
  });

  it.each([
    ["spaced", '{"a": [1, {"b": []}], "c": {}}'],
    ["compact", '{"a":[1,{"b":[]}],"c":{}}'],
    ["pretty", JSON.stringify({ a: [1, { b: [] }], c: {} }, null, 2)],
    ["any", '{"a" :[\n1\t,\r\n{ "b":[ ] } ] , "c":{\n} }'],
  ] as const)("%s: %j", (whitespace, text) => {
    const { byGrammar, byMasks } = readers({ type: "object" }, whitespace);
    expect([byGrammar(text), byMasks(text)]).toEqual([true, true]);
  });

  it("of any kind is bounded: eighty in a row, and not one more", () => {
    const { byGrammar, byMasks } = readers({ type: "array", items: { type: "integer" } }, "any");
    for (const [count, fits] of [
      [80, true],
      [81, false],
    ] as const) {
      const run = " \n".repeat(41).slice(0, count);
      for (const text of [`[${run}]`, `[1${run}]`, `[1${run},2]`, `[1,${run}2]`, `[${run}1]`, `${run}[]`, `[]${run}`]) {
        expect([byGrammar(text), byMasks(text)], text).toEqual([fits, fits]);
      }
    }
  });

  it("of a recursive schema indents up to the sixteenth level", () => {
    const schema = { $defs: { list: { type: "array", items: { $ref: "#/$defs/list" } } }, $ref: "#/$defs/list" };
    const { byGrammar, byMasks } = readers(schema, "pretty");
    for (const depth of [1, 2, 15, 16, 17, 30]) {
      const json = "[".repeat(depth) + "]".repeat(depth);
      const pretty = laidOut(json, "pretty", seeded(1));
      if (depth <= 16) expect(pretty).toBe(JSON.stringify(JSON.parse(json), null, 2));
      expect([byGrammar(pretty), byMasks(pretty)], pretty).toEqual([true, true]);
    }
  });

  it("never begins a line for what can't come", () => {
    for (const schema of [
      { type: "object", additionalProperties: false },
      { type: "array", maxItems: 0 },
      { type: "array", prefixItems: [], items: false },
    ] as JsonSchema[]) {
      const constraint = createConstraint(schema, vocabulary, { whitespace: "pretty" });
      expect(new TextDecoder().decode(constraint.forced())).toMatch(/^(\{\}|\[\])$/);
    }
  });

  it("is read the same by llama.cpp", async () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { type: "array", items: { type: "integer" }, maxItems: 3 }, b: { enum: [1, null] } },
    };
    for (const whitespace of whitespaceStyles) {
      const native = await load(readers(schema, whitespace).grammar);
      for (const value of [{}, { a: [] }, { a: [1, 2, 3], b: null }, { b: 1 }]) {
        for (const other of whitespaceStyles) {
          const text = laidOut(JSON.stringify(value), other, seeded(3));
          const same = whitespace === "any" || text === laidOut(text, whitespace, seeded(3));
          expect(nativeAccepts(native!, text), `${whitespace}: ${text}`).toBe(same);
        }
      }
    }
  });

  it("is refused where there's no such style", () => {
    expect(() => compileGbnf({}, { whitespace: "wide" as Whitespace })).toThrow(
      /`whitespace` must be one of spaced, .*"wide"/,
    );
    expect(() => createConstraint({}, vocabulary, { whitespace: "wide" as Whitespace })).toThrow(OptionError);
  });
});
