import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Automaton,
  AutomatonLimitError,
  areSame,
  hashOf,
  isEmpty,
  lengthAutomaton,
  lengthRange,
  type Meter,
  matches,
  textsAutomaton,
} from "../../src/schema/automaton.ts";
import { hasText } from "../../src/schema/count.ts";
import { compileSchema } from "../../src/schema/index.ts";
import { minimise } from "../../src/schema/minimise.ts";
import { PatternError, patternFacts } from "../../src/schema/pattern.ts";
import { intersect, overlap, parted, subtract, unite } from "../../src/schema/product.ts";

describe("half of a surrogate pair", () => {
  it("is matched by no pattern, however it's spelled", () => {
    for (const half of ["\ud800", "\\ud800", "\\u{d800}", "[\ud800]", "[\\ud800]", "[\\udc00-\\udfff]", "\\p{Cs}"]) {
      expect(() => compileSchema({ type: "string", pattern: half }), half).toThrow(/allows nothing/);
      expect(() => compileSchema({ const: "\ud800", pattern: half }), half).toThrow(/contradict each other/);
      expect(fits(`^(?:${half}|b)$`, "b"), half).toBe(true);
      for (const said of [
        { pattern: `a|${half}` },
        { not: { pattern: half } },
        { patternProperties: { [half]: {} } },
      ]) {
        const { report } = compileSchema({ type: ["string", "object"], ...said });
        expect(report.filter(({ status }) => status === "boundary")).toEqual([]);
      }
    }
  });

  it("in a name leaves what patterns say of it to a check", () => {
    for (const pattern of ["\\ud800", "[^a]"]) {
      const { report, shape } = compileSchema({
        properties: { "\ud800": {} },
        patternProperties: { [pattern]: false },
      });
      expect(report).toContainEqual(expect.objectContaining({ keyword: "patternProperties", status: "boundary" }));
      expect(shape.checks).toEqual([""]);
    }
  });
});

/** Does a string fit what was found out about a pattern? */
function fits(source: string, text: string): boolean {
  const { automaton, minLength, maxLength } = patternFacts(source);
  const length = [...text].length;
  return length >= minLength && length <= maxLength && matches(automaton, text);
}

const atom = fc.constantFrom(
  "a",
  "b",
  "[ab]",
  "[^a]",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "é",
  "😀",
  "\\.",
  "[a-c1-3]",
  "\\p{Lu}",
  "\\n",
);
const quantifier = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}?", "*?", "{2,}");

/** Random expressions over some atoms; deep ones take most patterns past the limits. */
function expressions(atoms: fc.Arbitrary<string>, maxDepth: number): fc.Arbitrary<string> {
  return fc.letrec<{ sequence: string; choice: string; term: string }>((tie) => ({
    term: fc.oneof(
      { maxDepth, depthSize: "xsmall" },
      { weight: 4, arbitrary: fc.tuple(atoms, quantifier).map(([a, q]) => a + q) },
      { weight: 1, arbitrary: fc.constantFrom("^", "$", "\\b", "\\B") },
      { weight: 2, arbitrary: fc.tuple(tie("choice"), quantifier).map(([c, q]) => `(${c})${q}`) },
      { weight: 1, arbitrary: tie("choice").map((c) => `(?:${c})`) },
    ),
    sequence: fc.array(tie("term"), { minLength: 0, maxLength: 3 }).map((terms) => terms.join("")),
    choice: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((list) => list.join("|")),
  })).choice;
}
const expression = expressions(atom, 2);
const look = fc
  .tuple(fc.constantFrom("(?=", "(?!", "(?<=", "(?<!"), expressions(atom, 0))
  .map(([open, e]) => `(?:${open}${e}))`);
/** Looks at any place, also inside what's repeated, and inside each other. */
const looking = expressions(
  fc.oneof(
    { weight: 3, arbitrary: atom },
    { weight: 1, arbitrary: look },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "(?:(?=a(?!b)))",
        "(?:(?<=(?<!a)b))",
        "(?:(?<=^a?))",
        "(?:(?=b?$))",
        "(?:(?!ab).)",
        "(?:(?<![a-c].))",
      ),
    },
  ),
  1,
);
const patterns = fc.oneof(
  expression,
  expression.map((e) => `^(?:${e})$`),
  fc
    .tuple(fc.constantFrom("(?=.*a)", "(?!.*b)", "(?=\\w{2})(?!a)"), expression)
    .map(([ahead, e]) => `^${ahead}(?:${e})$`),
  fc.tuple(atom, fc.constantFrom("{1,3}", "{2}", "*", "+")).map(([a, q]) => `^${a}${q}$`),
  looking,
  looking.map((e) => `^(?:${e})$`),
);
/** Some random expressions have too many states; that they are refused is another test. */
function possible<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof AutomatonLimitError) fc.pre(false);
    throw error;
  }
}
const texts = fc.string({ unit: fc.constantFrom(..."ab1é😀. \nA_-c"), maxLength: 7 });

/** The automaton of a pattern with its bounds on the length built in. */
function wholePattern(source: string): Automaton {
  const { automaton, minLength, maxLength } = patternFacts(source);
  return intersect(automaton, lengthAutomaton(minLength, maxLength));
}

describe("patterns as automata", () => {
  it("match what the regular expression finds", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 12 }), (source, list) => {
        possible(() => patternFacts(source));
        const expected = new RegExp(source, "u");
        for (const text of list)
          expect(fits(source, text), `${source} on ${JSON.stringify(text)}`).toBe(expected.test(text));
      }),
      { numRuns: 120 },
    );
  });

  it.each([
    ["^[a-z]{1,40}$", 1, 40, 1],
    ["^\\d+$", 1, Number.POSITIVE_INFINITY, 1],
    ["^[a-z]{1,40}", 0, Number.POSITIVE_INFINITY, 2],
  ])("say counts of one class as lengths: %s", (source, minLength, maxLength, states) => {
    const facts = patternFacts(source);
    expect([facts.minLength, facts.maxLength, facts.automaton.accepting.length]).toEqual([
      minLength,
      maxLength,
      states,
    ]);
  });

  it("read patterns that are only legal without Unicode mode", () => {
    expect(fits("^[\\w\\_]+\\-x$", "a_-x")).toBe(true);
    expect(fits("^\\:a$", ":a")).toBe(true);
  });

  it.each([
    ["(a", "syntax"],
    ["(a)\\1", "unsupported"],
    ["a(?=b(?<=a))c", "unsupported"],
    ["(?<=a\\b)b", "unsupported"],
    ["(?<=a$)b", "unsupported"],
    ["a(?!^b)", "unsupported"],
    ["(".repeat(100_000), "unsupported"],
    ["a".repeat(100_000), "unsupported"],
  ])("refuse what they can't say: %#", (source, kind) => {
    expect(() => patternFacts(source)).toThrow(PatternError);
    try {
      patternFacts(source);
    } catch (error) {
      expect((error as PatternError).kind).toBe(kind);
    }
  });

  it("refuse automata that would be too large, quickly", () => {
    expect(() => patternFacts("^.*a.{30}$")).toThrow("more than");
    expect(() => patternFacts("^(?:(?:a{999}){999}){999}$")).toThrow("more than");
  });
});

describe("automata", () => {
  const small = expressions(fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "é", "\\w"), 1);
  const source = small.map((inner) => `^(?:${inner})$`);
  const pair = (a: string, b: string): [Automaton, Automaton] => possible(() => [wholePattern(a), wholePattern(b)]);

  it("intersect, subtract and unite as sets do", () => {
    fc.assert(
      fc.property(source, source, fc.array(texts, { minLength: 8, maxLength: 8 }), (left, right, list) => {
        const [a, b] = pair(left, right);
        const [both, less, either] = [intersect(a, b), subtract(a, b), unite(a, b)];
        for (const text of list) {
          const [inA, inB] = [matches(a, text), matches(b, text)];
          expect(overlap(a, b)).toBe(!isEmpty(both));
          expect([matches(both, text), matches(less, text), matches(either, text)]).toEqual([
            inA && inB,
            inA && !inB,
            inA || inB,
          ]);
        }
        expect(parted(a, b)).toEqual({ both, rest: less });
      }),
      { numRuns: 120 },
    );
  });

  it("are the same data when they accept the same", () => {
    fc.assert(
      fc.property(source, source, (left, right) => {
        const [a, b] = pair(left, right);
        // A language built in two ways, and one split in two and joined again.
        expect(unite(a, b)).toEqual(unite(b, a));
        const [both, less] = [intersect(a, b), subtract(a, b)];
        expect(unite(both, less)).toEqual(a);
        // What lies within another, and what has nothing in common with it.
        expect([intersect(a, both), intersect(both, a)]).toEqual([both, both]);
        expect([subtract(less, both), subtract(both, less)]).toEqual([less, both]);
        expect(parted(a, both)).toEqual({ both, rest: less });
        expect(minimise(a)).toEqual(a);
        expect(isEmpty(subtract(a, a))).toBe(true);
        const copy = structuredClone(a);
        expect([areSame(a, copy), hashOf(a)]).toEqual([true, hashOf(copy)]);
        expect(areSame(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 50 },
    );
  });

  it("cost the meter what their parts do", () => {
    fc.assert(
      fc.property(source, source, (left, right) => {
        const [a, b] = pair(left, right);
        const cost = (make: (meter: Meter) => void): number => {
          let sum = 0;
          make({ states: (count) => (sum += count) });
          return sum;
        };
        const apart = cost((meter) => [intersect(a, b, meter), subtract(a, b, meter)]);
        expect(cost((meter) => parted(a, b, meter))).toBe(apart);
      }),
      { numRuns: 50 },
    );
  });

  it("of texts take these and no others, in as few states as that needs, in whatever order they come", () => {
    const all = textsUpTo(4);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { maxLength: 40 }), (list) => {
        const automaton = textsAutomaton(list);
        expect(all.filter((text) => matches(automaton, text)).sort()).toEqual([...list].sort());
        expect(automaton.accepting.length).toBe(languages(automaton));
        expect(textsAutomaton(list.toSorted())).toEqual(automaton);
        checkLaws(automaton);
      }),
      { numRuns: 100 },
    );
    expect(matches(textsAutomaton(["\u{1f600}", "\uffff"]), "\u{1f600}")).toBe(true);
  });

  it("have a text of a length between two, or none", () => {
    const all = textsUpTo(5);
    const bound = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(automata, bound, bound, (made, min, max) => {
        const found = all.some((text) => text.length >= min && text.length <= max && matches(made, text));
        expect(hasText(made, min, max)).toBe(found);
      }),
      { numRuns: 200 },
    );
  });

  it("have as few states as their language needs, whatever they were made of", () => {
    fc.assert(
      fc.property(automata, (made) => {
        const small = minimise(made);
        expect(small.accepting.length).toBe(languages(made));
        checkLaws(small);
        for (const text of textsUpTo(4)) expect(matches(small, text)).toBe(matches(made, text));
      }),
      { numRuns: 200 },
    );
  });

  it("keep the laws of their data", () => {
    fc.assert(
      fc.property(source, source, (left, right) => {
        const [a, b] = pair(left, right);
        for (const one of [a, b, intersect(a, b), subtract(a, b)]) checkLaws(one);
      }),
      { numRuns: 50 },
    );
  });

  it("know how long the texts are", () => {
    expect(lengthRange(wholePattern("^(?:ab|abc|x{5})$"))).toEqual({ shortest: 2, longest: 5 });
    expect(lengthRange(wholePattern("^ab*$"))).toEqual({ shortest: 1, longest: Number.POSITIVE_INFINITY });
    expect(lengthRange(subtract(wholePattern("a"), wholePattern("a")))).toEqual({
      shortest: Number.POSITIVE_INFINITY,
      longest: -1,
    });
  });
});

/** Automata over the letters a to d, of any eight states. */
const automata: fc.Arbitrary<Automaton> = fc
  .array(
    fc.record({
      accepts: fc.boolean(),
      targets: fc.array(fc.integer({ min: -1, max: 7 }), { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 8, maxLength: 8 },
  )
  .map((states) => ({
    accepting: states.map(({ accepts }) => accepts),
    edges: states.map(({ targets }) =>
      targets.flatMap((target, i) => (target < 0 ? [] : [0x61 + i, 0x61 + i, target])),
    ),
  }));

/** All texts of the letters a to d up to a length. */
function textsUpTo(length: number): string[] {
  if (length === 0) return [""];
  const shorter = textsUpTo(length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((text) => text.length === length - 1)
      .flatMap((text) => ["a", "b", "c", "d"].map((c) => text + c)),
  ];
}

/** How many languages there are from the states reached, but for the empty one; at least 1. Found by comparing them all. */
function languages({ accepting, edges }: Automaton): number {
  const sink = accepting.length;
  const next = (state: number, letter: number): number => {
    const list = edges[state] ?? [];
    for (let i = 0; i < list.length; i += 3) if (list[i]! <= letter && letter <= list[i + 1]!) return list[i + 2]!;
    return sink;
  };
  let kinds = [...accepting, false].map(Number);
  for (let round = 0; round <= sink; round++) {
    const keys = kinds.map((kind, state) =>
      [kind, ...[0x61, 0x62, 0x63, 0x64].map((c) => kinds[next(state, c)])].join(),
    );
    kinds = keys.map((key) => keys.indexOf(key));
  }
  const reached = new Set([0]);
  for (const state of reached) for (let i = 2; i < edges[state]!.length; i += 3) reached.add(edges[state]![i]!);
  const found = new Set(Array.from(reached, (state) => kinds[state]!));
  found.delete(kinds[sink]!);
  return Math.max(1, found.size);
}

function checkLaws({ accepting, edges }: Automaton): void {
  expect(edges.length).toBe(accepting.length);
  edges.forEach((list) => {
    let last = -1;
    for (let i = 0; i < list.length; i += 3) {
      const [low, high, target] = [list[i]!, list[i + 1]!, list[i + 2]!];
      expect(low > last && low <= high && high <= 0x10ffff && target < accepting.length).toBe(true);
      expect(high < 0xd800 || low > 0xdfff).toBe(true);
      last = high;
    }
  });
  if (accepting.length === 1 && !accepting[0]) return;
  const sources = edges.map((list, s) => ({ s, targets: list.filter((_, i) => i % 3 === 2) }));
  const live = new Set(accepting.flatMap((accepts, s) => (accepts ? [s] : [])));
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const { s, targets } of sources) if (targets.some((target) => live.has(target))) live.add(s);
  }
  expect(live.size).toBe(accepting.length);
}

it.each([
  ["\\Aa\\z", /`\\A` is the letter A in ECMA-262, elsewhere the start of the text; write `\^`; `\\z` is/],
  ["\\p{L}\\\\A", undefined],
  // As `notes` of a validator say, whether or not it comes to the same.
  ["\\-", /^it isn't valid in ECMA-262's Unicode mode, and is read without that$/],
  ["\\\\A\\-", /^it isn't valid in ECMA-262's Unicode mode/],
])("the report says what an escape of another dialect is taken for: %s", (pattern, reason) => {
  const said = compileSchema({ type: "string", pattern }).report.find(({ path }) => path === "/pattern")?.reason;
  if (reason) expect(said).toMatch(reason);
  else expect(said).toBeUndefined();
});
