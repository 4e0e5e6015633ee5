/** Literals of every kind are told apart character by character, however many there are and however they are laid out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { type JsonSchema, whitespaceStyles } from "../../src/schema/index.ts";
import { laidOut } from "./support/layout.ts";
import { sampler, seeded } from "./support/sampler.ts";

/** A value's text in some layout; keys keep their order. */
function written(value: unknown, whitespace: (typeof whitespaceStyles)[number], random = seeded(1)): string {
  return laidOut(JSON.stringify(value), whitespace, random);
}

function readerOf(schema: JsonSchema, options: Parameters<typeof compileGbnf>[1] = {}) {
  const { grammar } = compileGbnf(schema, options);
  const start = createRecogniser(parseGbnf(grammar));
  return {
    grammar,
    /** Whether it's a sentence, and the most ways that reading it had open. */
    read(text: string): { complete: boolean; ways: number } {
      const reader = start.fork();
      let ways = reader.ways;
      for (const character of text) {
        reader.accept(character);
        ways = Math.max(ways, reader.ways);
      }
      return { complete: reader.complete, ways };
    },
  };
}

/** Few different scalars and keys, so that values have much in common; a key of digits would change its place. */
const { value: literals } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, 10, 1.5, "a", "ab", "a\\", "😀", true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "ab", "é"), tie("value")), {
        maxLength: 3,
        selector: ([key]) => key,
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

describe("an enum of values of every kind", () => {
  it("is its values and no other, in each white space", () => {
    let [own, foreign] = [0, 0];
    fc.assert(
      fc.property(
        fc.uniqueArray(literals, { minLength: 1, maxLength: 12, selector: (value) => JSON.stringify(value) }),
        fc.array(literals, { maxLength: 8 }),
        fc.constantFrom(...whitespaceStyles),
        fc.boolean(),
        fc.nat(),
        (values, others, whitespace, nested, seed) => {
          const random = seeded(seed);
          const wrap = (value: unknown) => (nested ? { key: value } : value);
          const schema = nested
            ? { type: "object", properties: { key: { enum: values } }, required: ["key"], additionalProperties: false }
            : { enum: values };
          const { grammar, read } = readerOf(schema, { whitespace });
          const texts = new Set(values.map((value) => JSON.stringify(wrap(value))));
          for (const value of values) {
            const text = written(wrap(value), whitespace, random);
            expect(read(text).complete, text).toBe(true);
            expect(read(`${text.slice(0, -1)}${text.at(-1) === "]" ? "}" : "]"}`).complete, text).toBe(false);
            own++;
          }
          for (const other of others) {
            if (texts.has(JSON.stringify(wrap(other)))) continue;
            const text = written(wrap(other), whitespace, random);
            expect(read(text).complete, text).toBe(false);
            foreign++;
          }
          const sample = sampler(parseGbnf(grammar));
          for (let i = 0; i < 5; i++) expect(texts).toContain(JSON.stringify(JSON.parse(sample(random))));
        },
      ),
      { numRuns: 200 },
    );
    expect(own).toBeGreaterThan(400);
    expect(foreign).toBeGreaterThan(200);
  });

  it("lets integers in it have a fraction of zero where that's asked for", () => {
    const { read } = readerOf({ enum: [{ a: [1] }, { a: [10] }, { a: [1, 2] }, [1]] }, { zeroFractions: true });
    for (const text of ['{"a": [1.0]}', '{"a": [10]}', '{"a": [10.0]}', '{"a": [1, 2.0]}', "[1.0]"]) {
      expect(read(text).complete, text).toBe(true);
    }
    for (const text of ['{"a": [1.5]}', '{"a": [2.0]}', "[10]"]) expect(read(text).complete, text).toBe(false);
  });
});

describe("many literals", () => {
  const makers: Record<string, (i: number) => unknown> = {
    "objects that differ in a list": (i) => ({ a: [i] }),
    "objects that differ after equal lists": (i) => ({ a: [0], b: { c: [[1], [2]] }, d: { e: i } }),
    "objects that differ in several lists": (i) => ({ a: [i % 7], b: [i % 11, [i]] }),
    "arrays of arrays": (i) => [[[`x${i}`]]],
    "other keys": (i) => ({ [`k${i}`]: {} }),
    "a mix": (i) => [i, `s${i}`, { a: [i] }, [[i]]][i % 4],
  };

  // As many as would pass the recogniser's 10,000 ways, were each a way of its own; and fewer, for time.
  it.each(Object.keys(makers).map((kind, i) => [i === 0 ? 20_000 : 1500, kind] as const))(
    "have few ways open at once: %i %s",
    (count, kind) => {
      const values = Array.from({ length: count }, (_, i) => makers[kind]!(i));
      const { grammar, read } = readerOf({ enum: values });
      for (let i = 0; i < count; i += Math.ceil(count / 40)) {
        const text = written(values[i], "spaced");
        expect(read(text).complete, text).toBe(true);
        expect(read(text).ways, text).toBeLessThan(30);
        expect(read(written(makers[kind]!(count + i), "spaced")).complete).toBe(false);
      }
      // What no two have in common is written once for each.
      expect(grammar.length).toBeLessThan(JSON.stringify(values).length * 4);
    },
  );

  it("are as few under loose and under indented white space", () => {
    const values = Array.from({ length: 500 }, (_, i) => ({ a: [[i]], b: "x" }));
    for (const whitespace of whitespaceStyles) {
      const { read } = readerOf({ enum: values }, { whitespace });
      const { complete, ways } = read(written(values[234], whitespace));
      expect([whitespace, complete, ways < 30]).toEqual([whitespace, true, true]);
    }
  });

  it("are told apart behind any number of equal parts", () => {
    const equal = Array.from({ length: 150 }, (_, i) => [i]);
    const values = Array.from({ length: 50 }, (_, i) => [...equal, [i]]);
    const { read } = readerOf({ enum: values });
    expect(read(written(values[7], "spaced"))).toEqual({ complete: true, ways: expect.toSatisfy((ways) => ways < 12) });
  });

  it("that differ in constants of their branches are a trie, too", () => {
    const branch = (i: number) => ({
      properties: { kind: { const: { id: [i] } }, text: { type: "string" } },
      required: ["kind", "text"],
      additionalProperties: false,
    });
    const { read } = readerOf({ type: "object", anyOf: Array.from({ length: 500 }, (_, i) => branch(i)) });
    const { complete, ways } = read('{"kind": {"id": [234]}, "text": "x"}');
    expect([complete, ways < 30]).toEqual([true, true]);
  });

  it("write what they have in common once, even if each part of it stands in the next one twice", () => {
    const pair = (i: number) => ({
      properties: { a: { $ref: `#/$defs/p${i + 1}` }, b: { $ref: `#/$defs/p${i + 1}` } },
      required: ["a", "b"],
      additionalProperties: false,
      type: "object",
    });
    const $defs: Record<string, JsonSchema> = { p20: { const: 0 } };
    for (let i = 0; i < 20; i++) $defs[`p${i}`] = pair(i);
    const one = (last: number) => ({
      prefixItems: [{ $ref: "#/$defs/p0" }, { const: last }],
      items: false,
      minItems: 2,
    });
    const { grammar } = compileGbnf({ $defs, type: "array", anyOf: [one(1), one(2)] });
    expect(grammar.length).toBeLessThan(2000);
  });
});
