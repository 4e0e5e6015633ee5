import { AutomatonLimitError, type Meter } from "./automaton.ts";
import type { Place } from "./document.ts";
import { keywordsOf } from "./keywords.ts";

/*
 * Costs are in microseconds, roughly, so that limits can be read as times. They are counted and not measured: a schema
 * compiles to the same whatever the machine.
 */

/** What every schema may spend on combinations and on automata, and what more of each for each subschema found in it. */
const base = 1_000_000;
const perPlace = 100;
/** What a property, an item or a bound costs when it is worked through once more, and a state of an automaton. */
const perPart = 5;
const perState = 20;

/**
 * Keeps the cost of combining schemas in proportion to the schemas. Subschemas that must hold together, choices beside
 * each other and patterns of one string can be combined in more ways than anyone could work through. So a subschema is
 * a member of one combination for free; each further time costs as much as there is in it, paid from an allowance that
 * grows with each subschema found. What can't be paid is left to a validator.
 */
export class Effort implements Meter {
  #left: number;
  #leftForStates: number;
  readonly #weights = new Map<Place, number>();

  constructor(allowance = base) {
    this.#left = allowance;
    this.#leftForStates = allowance;
  }

  /** A subschema was found. */
  earn(): void {
    this.#left += perPlace;
    this.#leftForStates += perPlace;
  }

  /** Spends so much. False: it can't be paid, and isn't. */
  spend(cost: number): boolean {
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }

  /** What a place costs as a member of one more combination; nothing the first time. */
  costOf(place: Place): number {
    return this.#weights.get(place) ?? 0;
  }

  /** Makes a place a member of a combination. False: that can't be paid. */
  join(place: Place): boolean {
    const cost = this.costOf(place);
    if (cost === 0) this.#weights.set(place, perPart * partsOf(place));
    return this.spend(cost);
  }

  /** Pays for the states of an automaton, even if it was made in vain. */
  states(count: number): void {
    this.#leftForStates -= count * perState;
    if (this.#leftForStates < 0) throw new AutomatonLimitError("too many patterns that are hard to say or to combine");
  }
}

/** Keywords whose parts are worked through one by one for every combination that has them. */
const composed = "properties patternProperties required prefixItems items".split(" ");

/** How much there is to look at in a place itself. */
function partsOf(place: Place): number {
  let parts = 1;
  const keywords = keywordsOf(place);
  for (const keyword of composed) {
    if (!Object.hasOwn(keywords, keyword)) continue;
    const value = keywords[keyword];
    if (Array.isArray(value)) parts += value.length;
    else if (typeof value === "object" && value !== null) parts += Object.keys(value).length;
  }
  return parts;
}
