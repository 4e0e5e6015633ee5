import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecogniser, GbnfError, type Grammar, parseGbnf, type Recogniser } from "../../src/gbnf/index.ts";
import { load, nativeAccepts } from "./support/native.ts";
import { sampler, seeded } from "./support/sampler.ts";

/** Random grammars of up to four rules over a, b, c. Groups, quantifiers and references in any nesting. */
const body = fc.letrec<{ alternatives: string; sequence: string; item: string }>((tie) => ({
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        { weight: 4, arbitrary: fc.constantFrom('"a"', '"bc"', "[ab]", "[^a]", ".", '""', '"é😀"') },
        { weight: 2, arbitrary: fc.constantFrom("[ab] r1", '"c" r2', ". r3", '"a" r1 "b"', "r3") },
        { weight: 2, arbitrary: tie("alternatives").map((inner) => `(${inner})`) },
      ),
      fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{0,2}", "{1,}", "{0}"),
    )
    .map(([item, quantifier]) => (item === '""' || / r[123]$/.test(item) ? item : item + quantifier)),
  sequence: fc.array(tie("item"), { minLength: 0, maxLength: 3 }).map((items) => items.join(" ") || '""'),
  alternatives: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((list) => list.join(" | ")),
})).alternatives;
const grammars = fc
  .tuple(body, body, body, body)
  .map(([root, r1, r2, r3]) => `root ::= ${root}\nr1 ::= ${r1}\nr2 ::= ${r2}\nr3 ::= ${r3}\n`);
const texts = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "😀"), maxLength: 6 });

function sentencesOf(grammar: Grammar, seed: number): string[] {
  try {
    const sample = sampler(grammar);
    return [sample(seeded(seed), 12), sample(seeded(seed + 1), 12)];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Reads a text; false when there came to be too many ways to read it. */
function readable(reader: Recogniser, text: string): boolean {
  for (const character of text) {
    if (reader.ways > 200) return false;
    reader.accept(character);
  }
  return reader.ways <= 200;
}

describe("the recogniser", () => {
  it("agrees with llama.cpp's matcher on random grammars and texts", async () => {
    let compared = 0;
    let sentences = 0;
    await fc.assert(
      fc.asyncProperty(
        grammars,
        fc.array(texts, { minLength: 6, maxLength: 10 }),
        fc.nat(),
        async (source, list, seed) => {
          const grammar = parseGbnf(source);
          let start: ReturnType<typeof createRecogniser>;
          try {
            start = createRecogniser(grammar);
          } catch (error) {
            // llama.cpp doesn't notice each of these, and then never comes back from matching.
            if (error instanceof GbnfError && error.code === "left-recursion") return;
            throw error;
          }
          const native = await load(source);
          // It also refuses harmless recursion, where nothing is left to match after it.
          if (!native) return;
          for (const text of [...list, ...sentencesOf(grammar, seed)]) {
            const reader = start.fork();
            // What explodes here would take llama.cpp for ever.
            if (!readable(reader, text)) continue;
            expect(reader.complete, `${source} on ${JSON.stringify(text)}`).toBe(nativeAccepts(native, text));
            compared++;
            if (reader.complete) sentences++;
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(1000);
    expect(sentences).toBeGreaterThan(200);
  });

  it("is the same however the text is cut", () => {
    fc.assert(
      fc.property(grammars, texts, (source, text) => {
        let start: ReturnType<typeof createRecogniser>;
        try {
          start = createRecogniser(parseGbnf(source));
        } catch {
          return;
        }
        if (!readable(start.fork(), text)) return;
        const [whole, pieces, points] = [start.fork(), start.fork(), start.fork()];
        whole.accept(text);
        for (const character of text) pieces.accept(character);
        for (const character of text) points.accept(character.codePointAt(0)!);
        expect([pieces.complete, pieces.alive]).toEqual([whole.complete, whole.alive]);
        expect([points.complete, points.alive]).toEqual([whole.complete, whole.alive]);
      }),
      { numRuns: 200 },
    );
  });

  it("says when nothing can follow any more, and then takes nothing", () => {
    const reader = createRecogniser(parseGbnf('root ::= "ab" | "ac"'));
    expect([reader.alive, reader.complete]).toEqual([true, false]);
    expect(reader.accept("a")).toBe(true);
    const other = reader.fork();
    expect(reader.accept("x")).toBe(false);
    expect([reader.alive, reader.complete, reader.accept("b"), reader.ways]).toEqual([false, false, false, 0]);
    expect([other.accept("c"), other.complete]).toEqual([true, true]);
    expect([other.accept("c"), other.complete]).toEqual([false, false]);
  });

  it("keeps what a fork reads apart", () => {
    const first = createRecogniser(parseGbnf('root ::= "a"* "b"'));
    first.accept("aa");
    const second = first.fork();
    second.accept("b");
    expect([first.complete, second.complete, first.accept("a")]).toEqual([false, true, true]);
  });

  it.each([
    'root ::= root "a" | "b"',
    'root ::= x "a"\nx ::= y\ny ::= root | "b"',
    'root ::= e root "a" | "b"\ne ::= f\nf ::= ""',
    "root ::= root",
    'root ::= "a" | root',
    'root ::= x\nx ::= root | "a"',
    'root ::= "a"\nx ::= x',
    'root ::= (root)* "a"',
  ])("refuses left recursion: %j", (source) => {
    expect(() => createRecogniser(parseGbnf(source))).toThrow(/begin with themselves/);
  });

  it.each([
    ["root ::= root", false],
    ['root ::= "a" | root', false],
    ['root ::= x\nx ::= root | "a"', false],
    ['root ::= "a"\nx ::= x', false],
    ['root ::= ("a"*)*', true],
    ['root ::= e root | "a"\ne ::= "y"?', true],
  ])("takes of recursion what llama.cpp takes: %j", async (source, taken) => {
    const ours = () => createRecogniser(parseGbnf(source));
    expect((await load(source)) !== undefined).toBe(taken);
    if (taken) expect(ours().accept("a")).toBe(true);
    else expect(ours).toThrow(expect.objectContaining({ code: "left-recursion" }));
  });

  it("reads deep nesting and long text in little memory", () => {
    const nested = createRecogniser(parseGbnf('root ::= "[" root "]" | "1"'));
    expect(nested.accept("[".repeat(50_000))).toBe(true);
    expect(nested.accept(`1${"]".repeat(50_000)}`)).toBe(true);
    expect(nested.complete).toBe(true);
    const long = createRecogniser(parseGbnf('root ::= ([a-z] | "\\\\" [a-z])*'));
    expect(long.accept("ab\\c".repeat(100_000))).toBe(true);
  });

  it("gives up, with an error, where the ways to read a text explode", () => {
    const source = 'root ::= x\nx ::= "a" x "b" x "c" | "a" x "b" x "d" | "a" x x "e" | ""';
    const reader = createRecogniser(parseGbnf(source));
    expect(() => reader.accept("a".repeat(60))).toThrow(GbnfError);
  });

  it("forces what's the only way on, up to a choice or a possible end", () => {
    let forcedTexts = 0;
    fc.assert(
      fc.property(grammars, fc.nat(), (source, seed) => {
        const grammar = parseGbnf(source);
        let start: Recogniser;
        try {
          start = createRecogniser(grammar);
        } catch (error) {
          if (error instanceof GbnfError && error.code === "left-recursion") return;
          throw error;
        }
        for (const sentence of sentencesOf(grammar, seed)) {
          const reader = start.fork();
          const characters = [...sentence];
          for (let at = 0; at <= characters.length && readable(reader, ""); at++) {
            const forced = [...reader.forced(20)];
            if (forced.length > 0) forcedTexts++;
            // The sentence goes on so, whatever it is; and where it's forced nothing else is taken, nor an end.
            expect(characters.slice(at, at + forced.length).join("")).toBe(forced.join(""));
            const following = reader.fork();
            for (const character of forced) {
              expect(following.complete).toBe(false);
              for (const other of ["a", "b", "c", "é", "😀"]) {
                expect(following.fork().accept(other)).toBe(other === character);
              }
              following.accept(character);
            }
            if (at < characters.length) reader.accept(characters[at]!);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(forcedTexts).toBeGreaterThan(150);
    const plan = createRecogniser(parseGbnf('root ::= "{\\"goal\\": \\"" [a-z]+ "\\"}" tail?\ntail ::= " " tail'));
    expect(plan.forced()).toBe('{"goal": "');
    expect(plan.forced(3)).toBe('{"g');
    plan.accept('{"goal": "x"');
    expect(plan.forced()).toBe("}");
    // A tail that has no end leads to no sentence.
    plan.accept("}");
    expect([plan.complete, plan.fork().accept(" ")]).toEqual([true, false]);
    expect(createRecogniser(parseGbnf('root ::= "a" root')).alive).toBe(false);
    expect(createRecogniser(parseGbnf('root ::= "a" (root | "")')).forced(5)).toBe("a");
  });
});
