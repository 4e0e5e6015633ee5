import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AutomatonLimitError, type Meter } from "../../src/schema/automaton.ts";
import { patternFacts } from "../../src/schema/pattern.ts";
import { rememberedFacts } from "../../src/schema/remembered.ts";

/** Lets so many states pass, and counts them. */
class Allowance implements Meter {
  spent = 0;
  constructor(private readonly most: number) {}

  states(count: number): void {
    this.spent += count;
    if (this.spent > this.most) throw new AutomatonLimitError("too many in all");
  }
}

/** What comes of a pattern, and what it costs where that's no more than was allowed. */
function outcome(make: (source: string, meter?: Meter) => unknown, source: string, most = Infinity) {
  const meter = new Allowance(most);
  const spent = () => (meter.spent > most ? "too much" : meter.spent);
  try {
    return { facts: make(source, meter), spent: spent() };
  } catch (error) {
    return { error: `${(error as Error).name}: ${(error as Error).message}`, spent: spent() };
  }
}

describe("what patterns came to", () => {
  const sources = [
    "^a$",
    "[0-9a-f]{32}",
    "a.{40}b",
    "^(?:(?:a{999}){999}){999}$",
    "(a)\\1",
    "(?<=a+)b",
    "(",
    "^.{3,9}$",
  ];
  const pattern = fc.oneof(fc.constantFrom(...sources), fc.stringMatching(/^[ab.*+?|]{0,6}$/));

  it("is the same again, for the same cost, whatever others were allowed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pattern, fc.constantFrom(0, 1, 5, 50, 5000, Infinity)), { maxLength: 12 }),
        (asked) => {
          for (const [source, most] of asked) {
            expect(outcome(rememberedFacts, source, most)).toEqual(outcome(patternFacts, source, most));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is let go of in the end, and the same after that", () => {
    const first = outcome(rememberedFacts, "^[a-c]+x{7}$");
    for (let i = 0; i < 1200; i++) rememberedFacts(`^[a-c]+y${i}$`);
    expect(outcome(rememberedFacts, "^[a-c]+x{7}$")).toEqual(first);
  });
});
