import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readyFormats } from "../../scripts/formats.ts";
import { type Automaton, lengthAutomaton, maxCodePoint, textsAutomaton } from "../../src/schema/automaton.ts";
import { assertedFormats, formatFacts, formatPattern } from "../../src/schema/format.ts";
import { formatAutomata } from "../../src/schema/format-automata.ts";
import { minimise } from "../../src/schema/minimise.ts";
import { pack, unpack } from "../../src/schema/packed.ts";
import { patternFacts } from "../../src/schema/pattern.ts";

const stale = "a pattern has changed since the automata of formats were made: run `npm run make:formats`";
/** Formats that bound the length beside their pattern. */
const longest: Readonly<Record<string, number>> = { hostname: 253 };

describe("ready-made automata of formats", () => {
  it("are of all formats but those that depend on the engine's Unicode", () => {
    expect([...formatAutomata.keys()], stale).toEqual(readyFormats());
    expect(assertedFormats.filter((format) => !formatAutomata.has(format))).toEqual(["idn-hostname", "idn-email"]);
  });

  it.each(assertedFormats)("%s: that of its pattern", (format) => {
    const facts = formatFacts(format)!;
    const { automaton, minLength, maxLength } = patternFacts(formatPattern(format));
    // Not by a matcher: it would print thousands of numbers that say nothing.
    expect(JSON.stringify(facts.automaton) === JSON.stringify(automaton), stale).toBe(true);
    expect([facts.minLength, facts.maxLength]).toEqual([minLength, longest[format] ?? maxLength]);
  });
});

/** Any code points, also the first and the last ones, and those about surrogates. */
const codePoint = fc.oneof(fc.constantFrom(0, 0xd7ff, 0xe000, maxCodePoint), fc.nat(0x7f), fc.nat(maxCodePoint));
const bounds = fc.uniqueArray(codePoint, { maxLength: 12 }).map((points) => points.toSorted((a, b) => a - b));

/** Automata whose edges are in order; where they lead is anyone's guess, so also far ahead, far back and nowhere new. */
const automata: fc.Arbitrary<Automaton> = fc
  .array(fc.tuple(fc.boolean(), bounds, fc.array(fc.nat(), { minLength: 1, maxLength: 4 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((states) => ({
    accepting: states.map(([accepts]) => accepts),
    edges: states.map(([, points, targets]) =>
      points.flatMap((low, i) => {
        // Every other range is of one code point; one may begin right after the end of another.
        const high = i % 2 === 0 ? low : Math.max(low, (points[i + 1] ?? low + 1) - 1);
        return [low, high, targets[i % targets.length]! % states.length];
      }),
    ),
  }));

describe("packed automata", () => {
  it("are unpacked as they were", () => {
    fc.assert(
      fc.property(automata, (automaton) => {
        expect(unpack(pack(automaton))).toEqual(automaton);
        expect(unpack(pack(minimise(automaton)))).toEqual(minimise(automaton));
      }),
    );
  });

  it("are unpacked as they were, of whatever size", () => {
    const texts = Array.from({ length: 500 }, (_, i) => (i * i).toString(2));
    for (const automaton of [textsAutomaton(texts), textsAutomaton([]), textsAutomaton([""]), lengthAutomaton(3, 3000)])
      expect(unpack(pack(automaton))).toEqual(automaton);
  });

  it("may be broken into lines at any comma", () => {
    fc.assert(
      fc.property(automata, (automaton) => {
        expect(unpack(`\n${pack(automaton).replaceAll(",", ",\n")}\n`)).toEqual(automaton);
      }),
      { numRuns: 20 },
    );
  });
});
