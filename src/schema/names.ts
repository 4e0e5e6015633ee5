import { literalsAlternative, stringAlternative, type Workshop } from "./alternatives.ts";
import {
  type Automaton,
  AutomatonLimitError,
  anyText,
  intersect,
  lengthAutomaton,
  noText,
  textsAutomaton,
  unite,
} from "./automaton.ts";
import { casesOf, type Watcher } from "./cases.ts";
import type { Place } from "./document.ts";
import { types } from "./keywords.ts";

/** The texts that satisfy schemas for names; `undefined` where an automaton can't say. */
export function namesAutomaton(shop: Workshop & Watcher, places: readonly Place[]): Automaton | undefined {
  let names = noText;
  try {
    for (const one of casesOf(shop.document, places, shop)) {
      if (
        one.open.length > 0 ||
        one.exclusive.length > 0 ||
        one.members.some((place) => shop.isChecked(place, types.string))
      ) {
        return undefined;
      }
      const literals = literalsAlternative(shop, one);
      const string = !literals && one.types & types.string ? stringAlternative(shop, one) : undefined;
      if ((literals ?? string)?.checks.size) return undefined;
      if (literals) names = unite(names, textsAutomaton(literals.values.filter((value) => typeof value === "string")));
      else if (string) {
        const lengths = lengthAutomaton(string.minLength, string.maxLength ?? Number.POSITIVE_INFINITY);
        names = unite(names, intersect(string.automaton ?? anyText, lengths));
      }
    }
  } catch (error) {
    if (error instanceof AutomatonLimitError) return undefined;
    throw error;
  }
  return names;
}
