/** Patterns together with bounds on the length: the grammar takes exactly the texts that fit both, and stays small. */
import fc from "fast-check";
import { compileGbnf, createRecogniser, parseGbnf, type Recogniser } from "sluice/gbnf";
import type { JsonSchema, SchemaError } from "sluice/schema";
import { describe, expect, it } from "vitest";
import { load, nativeAccepts } from "./support/native.ts";
import { sampler, seeded } from "./support/sampler.ts";

interface Bounds {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

function stringOf(pattern: string, { minLength, maxLength }: Bounds): JsonSchema {
  return {
    type: "string",
    pattern,
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

function fits(pattern: string, { minLength = 0, maxLength = Infinity }: Bounds, text: string): boolean {
  const length = [...text].length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, "u").test(text);
}

function takes(start: Recogniser, text: string): boolean {
  const reader = start.fork();
  reader.accept(JSON.stringify(text));
  return reader.complete;
}

/** Runs at the beginning, in the middle and at the end, one and several, with ends of one length and of different ones. */
const patterns = [
  "^a",
  "a$",
  "a",
  "^a*$",
  "^[ab]+$",
  "^a+b+$",
  "^a*b?$",
  "^a*bab$",
  "^a*(b|ab)$",
  "^(a|b*)c*$",
  "^(ab)*$",
  "^(aa|bbb)*$",
  "^a{2,5}b",
  "^(?!a)",
  "^(?=.*a).*b$",
  "^[^a]*$",
  "\\S",
  "^\\S+\\s\\S*$",
  "^[a-b]([-a-b]*[a-b])?$",
  "^.*c.{2}$",
  "^$|^a{3}$",
  "\\n",
];
const characters = fc.constantFrom(..."aaaabbbcc- 😀\n\u0001");
const bound = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });

describe("a pattern with bounds on the length", () => {
  it("takes what the regular expression and the bounds take, and nothing else", () => {
    const counts = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        bound,
        bound,
        fc.array(fc.string({ unit: characters, maxLength: 14 }), { minLength: 20, maxLength: 20 }),
        fc.nat(),
        (pattern, minLength, maxLength, texts, seed) => {
          const bounds = { minLength, maxLength };
          let made: ReturnType<typeof compileGbnf>;
          try {
            made = compileGbnf(stringOf(pattern, bounds), { maxStringLength: 40 });
          } catch (error) {
            expect((error as SchemaError).code).toBe("unsatisfiable");
            for (const text of texts) expect(fits(pattern, bounds, text), text).toBe(false);
            return;
          }
          expect(made.report.every(({ status }) => status === "grammar")).toBe(true);
          const grammar = parseGbnf(made.grammar);
          const start = createRecogniser(grammar);
          const sample = sampler(grammar);
          const random = seeded(seed);
          for (let i = 0; i < 10; i++) {
            const text = JSON.parse(sample(random, 30)) as string;
            expect(fits(pattern, bounds, text), `wrote ${JSON.stringify(text)}`).toBe(true);
            texts.push([...text].slice(1).join(""), `${text}a`);
          }
          for (const text of texts) {
            const expected = fits(pattern, bounds, text);
            expect(takes(start, text), JSON.stringify(text)).toBe(expected);
            counts[expected ? "taken" : "refused"]++;
          }
        },
      ),
      { numRuns: 250 },
    );
    expect(counts.taken).toBeGreaterThan(200);
    expect(counts.refused).toBeGreaterThan(300);
  });

  it.each([
    ["^[A-Z]", { minLength: 1, maxLength: 500 }, 300],
    ["^[A-Z]", { minLength: 1999, maxLength: 2000 }, 300],
    ["^[A-Z]", { minLength: 7, maxLength: 1e9 }, 500],
    ["^[a-z]+$", { minLength: 2, maxLength: 5000 }, 300],
    ["^[a-z]+\\.json$", { maxLength: 300 }, 100],
    ["^(?!x)", { minLength: 1, maxLength: 2000 }, 300],
    ["^[a-z][a-z0-9_]*$", { maxLength: 63 }, 100],
    ["^S[1-9][0-9]{0,2}$", { maxLength: 4 }, 100],
    ["^[A-Z].*$", { minLength: 10 }, 300],
  ] as const)("%s with %o is counted, not written out", async (pattern, bounds, size) => {
    const { grammar, report } = compileGbnf(stringOf(pattern, bounds));
    expect(grammar.length).toBeLessThan(size);
    expect(report.every(({ status }) => status === "grammar")).toBe(true);
    expect(await load(grammar), grammar).toBeDefined();
  });

  it("is exact at both bounds, also beyond what llama.cpp counts in one rule", async () => {
    for (const [minLength, maxLength] of [
      [1, 500],
      [1999, 1999],
      [2000, 2001],
      [2500, 6001],
    ] as const) {
      const { grammar } = compileGbnf(stringOf("^[A-Z]", { minLength, maxLength }));
      const native = await load(grammar);
      const start = createRecogniser(parseGbnf(grammar));
      for (const length of [minLength - 1, minLength, maxLength, maxLength + 1]) {
        const text = "X".padEnd(length, "é").slice(0, length);
        const expected = length >= minLength && length <= maxLength;
        expect(takes(start, text), `${length}`).toBe(expected);
        expect(nativeAccepts(native!, JSON.stringify(text)), `${length}`).toBe(expected);
      }
    }
  });

  it("leaves the length to a check where counting would take too many states, and says so", () => {
    const { grammar, report } = compileGbnf(stringOf("^(ab|c)+$", { maxLength: 50_000 }));
    expect(grammar.length).toBeLessThan(300);
    const boundary = report.filter(({ status }) => status === "boundary").map(({ path }) => path);
    expect(boundary).toEqual(["/pattern", "/maxLength"]);
  });

  it("counts only so much in one grammar, and leaves the rest of the bounds to a check", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`p${i}`, { type: "string", format: "email", maxLength: 200 + i }]),
    );
    const { grammar, report } = compileGbnf({ type: "object", properties });
    expect(grammar.length).toBeLessThan(3_500_000);
    const lengths = report.filter(({ path }) => /^\/properties\/p\d+\/maxLength$/.test(path));
    const held = lengths.filter(({ status }) => status === "grammar").length;
    expect(lengths).toHaveLength(60);
    expect(held).toBeGreaterThan(10);
    expect(held).toBeLessThan(50);
  });
});

describe("keys beyond the named ones", () => {
  const key = fc.string({ unit: fc.constantFrom(...'ab\\"é😀\n'), minLength: 0, maxLength: 4 });

  it("are all but the named ones", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 6 }), fc.array(key), (named, keys) => {
        const properties = Object.fromEntries(named.map((name) => [name, false]));
        const { grammar } = compileGbnf({ type: "object", properties });
        const start = createRecogniser(parseGbnf(grammar));
        for (const name of [...named, ...keys, ...named.map((one) => `${one}a`), ...named.map((one) => one.slice(1))]) {
          const reader = start.fork();
          reader.accept(`{${JSON.stringify(name)}: 1}`);
          const half = /\p{Surrogate}/u.test(name);
          expect(reader.complete, JSON.stringify(name)).toBe(!half && !named.includes(name));
        }
      }),
      { numRuns: 100 },
    );
  });
});
