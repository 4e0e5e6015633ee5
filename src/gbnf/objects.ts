import {
  type Automaton,
  isEmpty,
  lengthRange,
  matches,
  type ObjectAlternative,
  subtract,
  textsAutomaton,
} from "../schema/index.ts";
import { automatonExpression } from "./automata.ts";
import { choice, type Expression, sequence, text } from "./expression.ts";
import type { Renderer } from "./render.ts";
import { guardTexts } from "./size.ts";
import { type Listed, subsequence } from "./subsequence.ts";

/** Most states that counting an object's keys may take; beyond it the counts are left to a check. */
const maxCountedStates = 4000;

/** An object whose keys stand at a depth: its properties in the order that's asked for, then other keys where there may be. */
export function objectExpression(renderer: Renderer, one: ObjectAlternative, depth: number): Expression {
  const { maxItems, requiredFirst } = renderer.settings;
  const { spacing } = renderer;
  const { lead, first, after, comma, close } = spacing.at(depth);
  const properties = requiredFirst
    ? one.properties.toSorted((a, b) => Number(b.required) - Number(a.required))
    : one.properties;
  const entries = properties.flatMap(({ name, shape, required }): Listed[] =>
    shape === null
      ? []
      : [
          {
            text: JSON.stringify(name) + spacing.colonText,
            value: () => sequence(spacing.colon, renderer.shape(shape, depth), after),
            required,
          },
        ],
  );
  // What follows a key is never what follows another.
  const texts = entries.map((entry) => entry.text);
  guardTexts(texts, renderer.settings.maxSize, false);
  const other = otherKeys(renderer, one, depth);
  const { min, max } = counts(renderer, one, entries, other !== undefined);
  const end = sequence(close, text("}"));
  const demands = { entries, other, min, max, maxOthers: maxItems, first, comma, end, empty: text("}") };
  return sequence(text("{"), lead, subsequence(renderer.rules, demands));
}

/** The bounds on the number of keys that the grammar keeps; those that can't be broken are none. */
function counts(
  renderer: Renderer,
  one: ObjectAlternative,
  entries: readonly Listed[],
  open: boolean,
): { min: number; max: number } {
  const required = entries.filter((entry) => entry.required).length;
  const min = one.minProperties <= required ? 0 : one.minProperties;
  const bound = one.maxProperties ?? Infinity;
  const max = !open && bound >= entries.length ? Infinity : bound;
  const states = entries.length * (max < Infinity ? max : min);
  if (entries.length > required && states > maxCountedStates) {
    for (const keyword of ["minProperties", "maxProperties"]) {
      renderer.note(one, keyword, "boundary", "too many optional properties to count");
    }
    return { min: 0, max: Infinity };
  }
  if (min > 0 && open) {
    renderer.note(one, "minProperties", "boundary", "keys beyond the named ones are counted, but may be equal");
  }
  return { min, max };
}

/** A key that isn't named, with its value; `undefined` where there can be none. */
function otherKeys(renderer: Renderer, one: ObjectAlternative, depth: number): Expression | undefined {
  const { rules, table, settings, spacing } = renderer;
  const { after } = spacing.at(depth);
  const options = one.others.flatMap(({ keys, shape }) => {
    const key = otherKey(renderer, one, keys === null ? null : table.automata[keys]!);
    return key ? [sequence(key, text(spacing.colonText), spacing.colon, renderer.shape(shape, depth), after)] : [];
  });
  if (options.length === 0) return undefined;
  if (one.maxProperties === null && settings.maxItems < Infinity) {
    const required = one.properties.filter((property) => property.required).length;
    const [most, asked] = [settings.maxItems + 1, one.minProperties - required];
    const reason =
      asked > most
        ? `not in the schema: no more keys beyond the named ones than minProperties asks for, at most ${asked}`
        : `not in the schema: at most ${most} keys beyond the named ones by default`;
    renderer.note(one, "maxProperties", "grammar", reason);
  }
  return rules.share("other", choice(...options));
}

/** A key of a class (`null`: of every text) that isn't among the object's names. */
function otherKey(renderer: Renderer, one: ObjectAlternative, keys: Automaton | null): Expression | undefined {
  const { rules, strings, settings } = renderer;
  const cap = settings.maxStringLength;
  const named = one.properties.map(({ name }) => name);
  if (!keys) {
    if (cap < Infinity) renderer.noteKeys(one, `keys that aren't named are capped at ${cap} characters by default`);
    return named.length === 0 ? strings.free(0, cap) : renderer.otherKeys.but(named);
  }
  const within = named.filter((name) => matches(keys, name));
  const left = within.length === 0 ? keys : subtract(keys, textsAutomaton(within));
  if (isEmpty(left)) return undefined;
  if (cap < Infinity && lengthRange(left).longest === Infinity) {
    renderer.noteKeys(one, `in keys that aren't named, runs of like characters end after ${cap} by default`);
  }
  return automatonExpression(rules, strings, "other-key", left, { min: 0, max: Infinity, cap });
}
