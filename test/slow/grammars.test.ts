/**
 * The proof that grammars hold what they say of real-world schemas: each of half of MaskBench compiles or is refused with a
 * reason; llama.cpp loads its grammar; random sentences of it are valid; it takes every valid instance whose keys come in
 * the schema's order, and none that's invalid, unless the report leaves that to a check. Each style of white space has its
 * turn. `SCHEMAS` takes so many of them
 * (all, in two minutes on a calm machine), `SENTENCES` says how many are drawn from each (50).
 */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, SchemaError, type Whitespace, whitespaceStyles } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";
import { laidOut } from "../gbnf/support/layout.ts";
import { load } from "../gbnf/support/native.ts";
import { sampler, seeded } from "../gbnf/support/sampler.ts";

const archive = new URL("../../../shared/maskbench/half.jsonl.gz", import.meta.url);
const there = existsSync(archive);
if (!there) console.warn("skipped: shared/maskbench/half.jsonl.gz is not beside the repository");

const sentencesEach = Number(process.env.SENTENCES ?? 50);
/** No schema may take longer, in milliseconds of CPU time. */
const longestCompile = 10_000;

interface Line {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly valid: boolean; readonly data: unknown }[];
}

const bytes = vocabularyOf([]);
const encoder = new TextEncoder();

/** Whether our constraint takes a text, its keys in the schema's order or in any. */
function holds(schema: JsonSchema, text: string, whitespace: Whitespace, order: "schema" | "free"): boolean {
  const constraint = createConstraint(schema, bytes, { order, whitespace, check: boundaryCheck(schema) });
  return encoder.encode(text).every((byte) => constraint.accept(byte)) && constraint.complete;
}

/** The grammar of a schema, or the code of the error that says why there's none. */
function compiled(schema: JsonSchema, id: string, whitespace: Whitespace) {
  const before = process.cpuUsage();
  try {
    return compileGbnf(schema, { maxStringLength: null, maxItems: null, whitespace });
  } catch (error) {
    if (error instanceof SchemaError) return error.code;
    throw error;
  } finally {
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000, id).toBeLessThan(longestCompile);
  }
}

it.runIf(there)(
  "grammars of real-world schemas say what their reports say",
  async () => {
    const lines = gunzipSync(readFileSync(archive)).toString().trim().split("\n");
    const chosen = lines.slice(0, Number(process.env.SCHEMAS ?? lines.length));
    const counts = { compiled: 0, refused: {} as Record<string, number>, sentences: 0, taken: 0, otherOrder: 0 };
    const found = { sentence: [] as string[], valid: [] as string[], invalid: [] as string[], native: [] as string[] };
    for (const [index, line] of chosen.entries()) {
      const { id, schema, tests } = JSON.parse(line) as Line;
      const whitespace = whitespaceStyles[index % whitespaceStyles.length]!;
      const made = compiled(schema, id, whitespace);
      if (typeof made === "string") {
        counts.refused[made] = (counts.refused[made] ?? 0) + 1;
        continue;
      }
      counts.compiled++;
      if (!(await load(made.grammar))) found.native.push(id);
      const grammar = parseGbnf(made.grammar);
      const start = createRecogniser(grammar);
      const judged = made.report.some(({ status }) => status === "boundary");
      const { validate } = createValidator(schema, { defaults: false });
      const fits = (value: unknown) => validate(value).ok;
      const sample = sampler(grammar);
      const random = seeded(index);
      for (let n = 0; n < sentencesEach; n++) {
        const text = sample(random, 60);
        counts.sentences++;
        if (!judged && !fits(JSON.parse(text))) found.sentence.push(`${id}: ${text.slice(0, 200)}`);
        else if (judged) JSON.parse(text);
      }
      for (const { valid, data } of tests) {
        const text = laidOut(JSON.stringify(data), whitespace, random);
        const reader = start.fork();
        reader.accept(text);
        if (reader.complete) {
          counts.taken++;
          if (!valid && !judged && !fits(data)) found.invalid.push(`${id}: ${text.slice(0, 200)}`);
        } else if (valid && fits(data)) {
          if (holds(schema, text, whitespace, "schema") || !holds(schema, text, whitespace, "free"))
            found.valid.push(`${id}: ${text.slice(0, 200)}`);
          else counts.otherOrder++;
        }
      }
    }
    console.log(JSON.stringify({ seeds: `0 to ${chosen.length - 1}`, ...counts }));
    expect(found).toEqual({ sentence: [], valid: [], invalid: [], native: [] });
    expect(counts.compiled).toBeGreaterThan(0.99 * chosen.length);
    expect(counts.sentences).toBe(counts.compiled * sentencesEach);
  },
  7_200_000,
);
