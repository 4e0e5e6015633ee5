/**
 * The probes and the peers' own cases of the MaskBench harness, by JSON Schema's answer: under a constraint with its checks
 * (properties in any order), and under a grammar with the validator at its end (properties in the schema's order).
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";

interface Case {
  readonly name: string;
  readonly keyword?: string;
  readonly schema?: JsonSchema;
  readonly pass?: readonly string[];
  readonly fail?: readonly string[];
  readonly disagrees_with_json_schema?: readonly string[];
}

const vocabulary = vocabularyOf([]);
/** As the harness's adapter: texts that others wrote. */
const layout = { whitespace: "any", zeroFractions: true } as const;
/** Expected by its source to compile, but no regular expression or no schema. */
const notASchema = new Set(["string array", "regexp with unbalanced parentheses"]);
/** Keys in another order than the schema's: a grammar doesn't take them, by design; masks may. */
const otherOrder = new Set(["required + optional props each in original order"]);

function casesOf(file: string): [string, Case][] {
  const url = new URL(`../../../shared/tools/maskbench/${file}`, import.meta.url);
  if (!existsSync(url)) {
    console.warn(`SKIPPED: every case of ${file}, which is not beside the repository`);
    return [];
  }
  const cases = (JSON.parse(readFileSync(url, "utf8")) as Case[]).filter(({ schema }) => schema !== undefined);
  return cases.map((one) => [`${one.keyword ?? ""} ${one.name}`, one]);
}

type Judge = (text: string) => boolean;

const makers: Readonly<Record<string, (schema: JsonSchema) => Judge>> = {
  mask(schema) {
    const start = createConstraint(schema, vocabulary, { ...layout, order: "free", check: boundaryCheck(schema) });
    return (text) => {
      const constraint = start.fork();
      for (const byte of new TextEncoder().encode(text)) if (!constraint.accept(byte)) return false;
      return constraint.complete;
    };
  },
  gbnf(schema) {
    const { grammar } = compileGbnf(schema, { ...layout, maxStringLength: null, maxItems: null, maxDigits: 400 });
    const start = createRecogniser(parseGbnf(grammar));
    const check = boundaryCheck(schema);
    return (text) => {
      const reader = start.fork();
      return reader.accept(text) && reader.complete && check("", JSON.parse(text));
    };
  },
};

describe.each(["probes.json", "peer-cases.json"])("%s", (file) => {
  const cases = casesOf(file);
  describe.skipIf(cases.length === 0).each(Object.entries(makers))("under %s", (constraint, make) => {
    it.each(cases)("%s", (_, { name, schema, pass = [], fail = [], disagrees_with_json_schema: disputed = [] }) => {
      const plain = (texts: readonly string[]) => texts.filter((text) => !disputed.includes(text));
      let judge: Judge;
      try {
        judge = make(schema!);
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        expect(notASchema.has(name) || plain(pass).length === 0, error.message).toBe(true);
        return;
      }
      expect(plain(fail).filter((text) => judge(text))).toEqual([]);
      if (constraint === "gbnf" && otherOrder.has(name)) return;
      expect(plain(pass).filter((text) => !judge(text))).toEqual([]);
    });
  });
});
