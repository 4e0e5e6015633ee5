import { literalsAlternative, stringAlternative, type Workshop } from "./alternatives.ts";
import { type Automaton, AutomatonLimitError, anyText, lengthAutomaton, textsAutomaton } from "./automaton.ts";
import { casesOf } from "./cases.ts";
import type { Place } from "./document.ts";
import { isChecked, types } from "./keywords.ts";
import { intersect, unite } from "./product.ts";

/** The texts that satisfy schemas for names; `undefined` where an automaton can't say. */
export function namesAutomaton(shop: Workshop, places: readonly Place[]): Automaton | undefined {
  const { names } = shop.automata;
  const key = places.map(({ id }) => id).join(",");
  if (!names.has(key)) names.set(key, findNames(shop, places));
  return names.get(key);
}

function findNames(shop: Workshop, places: readonly Place[]): Automaton | undefined {
  const { effort } = shop;
  const texts: string[] = [];
  const automata: Automaton[] = [];
  try {
    for (const one of casesOf(places, shop)) {
      if (
        one.open.length > 0 ||
        one.exclusive.length > 0 ||
        one.members.some((place) => isChecked(place, types.string))
      ) {
        return undefined;
      }
      const literals = literalsAlternative(shop, one);
      const string = !literals && one.types & types.string ? stringAlternative(shop, one) : undefined;
      if ((literals ?? string)?.checks.length) return undefined;
      for (const value of literals?.values ?? []) if (typeof value === "string") texts.push(value);
      if (string) {
        const lengths = lengthAutomaton(string.minLength, string.maxLength ?? Number.POSITIVE_INFINITY);
        automata.push(intersect(string.automaton ?? anyText, lengths, effort));
      }
    }
    return automata.reduce((all, one) => unite(all, one, effort), textsAutomaton(texts));
  } catch (error) {
    if (error instanceof AutomatonLimitError) return undefined;
    throw error;
  }
}
