import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError } from "../../src/schema/index.ts";

/** Cases that other engines' tests and our own probes state: a schema or grammar, texts it takes and texts it doesn't. */
interface Case {
  readonly name: string;
  readonly keyword?: string;
  readonly schema?: JsonSchema;
  readonly gbnf?: string;
  readonly pass?: readonly string[];
  readonly fail?: readonly string[];
  readonly disagrees_with_json_schema?: readonly string[];
}

/** Keys in another order than the schema's, which a grammar doesn't take by design. */
const otherOrder = new Set(["required + optional props each in original order"]);
/** Expected by its source, but no regular expression or no schema. */
const notASchema = new Set(["string array", "regexp with unbalanced parentheses"]);

function casesOf(file: string): Case[] {
  const url = new URL(`../../../shared/tools/maskbench/${file}`, import.meta.url);
  if (existsSync(url)) return JSON.parse(readFileSync(url, "utf8")) as Case[];
  console.warn(`skipped: every case of ${file}, which is not beside the repository`);
  return [];
}

/** The text in the grammar's layout; what is no JSON stays as it is. */
function spaced(text: string): string {
  const strings = /"(?:[^"\\]|\\.)*"/g;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const kept: string[] = [];
  const bare = text.replace(strings, (string) => `"${kept.push(string) - 1}"`).replaceAll(/\s+/g, "");
  return bare
    .replaceAll(",", ", ")
    .replaceAll(":", ": ")
    .replaceAll(/"(\d+)"/g, (_, i: string) => kept[Number(i)]!);
}

describe.each(["probes.json", "peer-cases.json"])("%s", (file) => {
  const cases = casesOf(file);
  it.skipIf(cases.length === 0)("was found", () => expect(cases.length).toBeGreaterThan(20));

  it.each(
    cases.filter(({ schema }) => schema !== undefined).map((one) => [`${one.keyword ?? ""} ${one.name}`, one] as const),
  )("%s", (_, { name, schema, pass = [], fail = [], disagrees_with_json_schema: disputed = [] }) => {
    let made: ReturnType<typeof compileGbnf>;
    try {
      made = compileGbnf(schema!, { maxStringLength: null, maxItems: null, maxDigits: 400 });
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      expect(notASchema.has(name) || pass.every((text) => disputed.includes(text)), error.message).toBe(true);
      return;
    }
    const exact = made.report.every(({ status }) => status !== "boundary");
    const start = createRecogniser(parseGbnf(made.grammar));
    const takes = (text: string): boolean => {
      const reader = start.fork();
      reader.accept(text);
      return reader.complete;
    };
    if (!otherOrder.has(name)) {
      for (const text of pass) if (!disputed.includes(text)) expect(takes(spaced(text)), text).toBe(true);
    }
    if (exact) for (const text of fail) if (!disputed.includes(text)) expect(takes(spaced(text)), text).toBe(false);
  });

  it.each(cases.filter(({ gbnf }) => gbnf !== undefined).map((one) => [one.name, one] as const))(
    "the grammar of %s",
    (_, { gbnf, pass = [], fail = [] }) => {
      const start = createRecogniser(parseGbnf(gbnf!));
      const taken = [...pass, ...fail].filter((text) => {
        const reader = start.fork();
        reader.accept(text);
        return reader.complete;
      });
      expect(taken).toEqual(pass);
    },
  );
});
