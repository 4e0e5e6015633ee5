import { type Automaton, AutomatonLimitError, anyText, lengthAutomaton, type Meter } from "./automaton.ts";
import type { Watcher } from "./cases.ts";
import type { Place } from "./document.ts";
import { SchemaError } from "./error.ts";
import { noText } from "./minimise.ts";
import { PatternError, type PatternFacts } from "./pattern.ts";
import { intersect, overlap, type Parts, parted, subtract } from "./product.ts";
import { rememberedFacts } from "./remembered.ts";

/** Why there is no automaton. `syntax`: the pattern is no regular expression at all. */
export interface Failure {
  readonly failure: string;
  readonly syntax: boolean;
}

/** The automata of one schema's patterns and of their combinations, each made once. */
export class Automata {
  readonly #meter: Meter;
  readonly #patterns = new Map<string, PatternFacts | Failure>();
  readonly #keys = new Map<string, Automaton | Failure>();
  readonly #intersections = new Combinations<Automaton, Automaton>();
  readonly #parts = new Combinations<Automaton | null, Parts>();
  /** The automata of names, by the places that allow them; `undefined` where none can say. */
  readonly names = new Map<string, Automaton | undefined>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** What a pattern says of a string. */
  pattern(source: string): PatternFacts | Failure {
    let facts = this.#patterns.get(source);
    if (!facts) {
      facts = attempt(() => rememberedFacts(source, this.#meter));
      this.#patterns.set(source, facts);
    }
    return facts;
  }

  /** The keys in which a pattern finds a match. */
  keys(source: string): Automaton | Failure {
    const facts = this.pattern(source);
    if ("failure" in facts) return facts;
    const { automaton, minLength, maxLength } = facts;
    if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return automaton;
    let keys = this.#keys.get(source);
    if (!keys) {
      keys = attempt(() => intersect(automaton, lengthAutomaton(minLength, maxLength), this.#meter));
      this.#keys.set(source, keys);
    }
    return keys;
  }

  /** What both accept. @throws {AutomatonLimitError} */
  intersection(a: Automaton, b: Automaton): Automaton {
    // A copy, which is new to combinations: what they may take depends on what was asked for, not on what came of it.
    return this.#intersections.of(a, b, () => ({ ...intersect(a, b, this.#meter) }));
  }

  /** Keys in two parts, by whether a pattern matches them; `null` stands for all keys. @throws {AutomatonLimitError} */
  parts(keys: Automaton | null, pattern: Automaton): Parts {
    return this.#parts.of(keys, pattern, () => {
      if (!keys) return { both: pattern, rest: subtract(anyText, pattern, this.#meter) };
      // Most patterns of an object have no key in common.
      return overlap(keys, pattern) === false ? { both: noText, rest: keys } : parted(keys, pattern, this.#meter);
    });
  }
}

/** What comes of an automaton and another, each made once. */
class Combinations<Key, Value extends object> {
  readonly #made = new Map<Key, Map<Automaton, Value | Failure>>();

  /** @throws {AutomatonLimitError} */
  of(a: Key, b: Automaton, make: () => Value): Value {
    let withA = this.#made.get(a);
    if (!withA) this.#made.set(a, (withA = new Map()));
    let found = withA.get(b);
    if (!found) withA.set(b, (found = attempt(make)));
    if ("failure" in found) throw new AutomatonLimitError(found.failure);
    return found;
  }
}

/** What is made, or why it can't be: it would be too large, or the pattern can't be said. */
function attempt<T>(make: () => T): T | Failure {
  try {
    return make();
  } catch (error) {
    if (error instanceof AutomatonLimitError) return { failure: error.message, syntax: false };
    if (error instanceof PatternError) return { failure: error.message, syntax: error.kind === "syntax" };
    throw error;
  }
}

/**
 * What is known of a pattern in a keyword of a place. `undefined`: it can't be said, and that is noted.
 * @throws {SchemaError} `invalid` for what is no regular expression
 */
export function usable<T extends object>(
  shop: Watcher,
  place: Place,
  keyword: string,
  source: string,
  found: T | Failure,
): T | undefined {
  if (!("failure" in found)) return found;
  if (found.syntax) {
    const path = `${place.pointer}/${keyword}`;
    throw new SchemaError("invalid", `\`${source}\` at ${path} is no regular expression: ${found.failure}.`, {
      path,
      keyword,
    });
  }
  shop.note(place, keyword, "boundary", found.failure);
  return undefined;
}
