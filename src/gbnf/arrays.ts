import type { ArrayAlternative, LiteralsAlternative } from "../schema/index.ts";
import { choice, type Expression, sequence, text } from "./expression.ts";
import { literalText, type Renderer } from "./render.ts";
import { guardParts, tooLarge } from "./size.ts";
import { subsequence } from "./subsequence.ts";

/** Most states that counting unique literals may take; beyond it uniqueness is left to a check. */
const maxCountedStates = 4000;

/**
 * An array whose items stand at a depth: the first ones by their own shapes, then the others; unique literals as a
 * subsequence of their list.
 */
export function arrayExpression(renderer: Renderer, one: ArrayAlternative, depth: number): Expression {
  if (one.unique) {
    const literals = countableLiterals(renderer, one);
    if (literals) {
      renderer.note(one, "uniqueItems", "grammar", "narrower: items come in the order of their list");
      return ascending(renderer, one, literals, depth);
    }
    renderer.note(one, "uniqueItems", "boundary", "the grammar compares items only of a list of literals");
  }
  const { rules } = renderer;
  const { maxItems } = renderer.settings;
  const { lead, first, after, comma, close } = renderer.spacing.at(depth);
  const { prefix, items, minItems } = one;
  let max = one.maxItems ?? Infinity;
  if (max === Infinity && maxItems < Infinity) {
    max = Math.max(prefix.length + maxItems, minItems);
    renderer.noteBound(one, ["minItems", minItems], ["maxItems", prefix.length + maxItems]);
  }
  const empty = text("]");
  const end = sequence(close, empty);
  const literals = prefix.slice(0, Math.min(max, minItems)).flatMap((shape) => renderer.onlyLiteral(shape) ?? []);
  const written = literals.reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 1), 0);
  if (written > renderer.settings.maxSize) throw tooLarge(written, renderer.settings.maxSize);
  // From the back: what may follow once some items are written.
  let tail = Math.min(prefix.length, max) === 0 ? empty : end;
  if (items !== null && max > prefix.length) {
    const item = sequence(renderer.shape(items, depth), after);
    const further = sequence(comma, item);
    const [least, most] = [Math.max(0, minItems - prefix.length), max - prefix.length];
    if (prefix.length === 0) {
      const some = sequence(first, item, rules.repeat("item", further, Math.max(0, least - 1), most - 1), end);
      tail = minItems === 0 ? choice(some, empty) : some;
    } else tail = sequence(rules.repeat("item", further, least, most), end);
  }
  for (let i = Math.min(prefix.length, max) - 1; i >= 0; i--) {
    const written = sequence(i === 0 ? first : comma, renderer.shape(prefix[i]!, depth), after, tail);
    tail = minItems > i ? written : rules.share("rest", choice(written, i === 0 ? empty : end));
    guardParts(tail.source.length, renderer.settings.maxSize);
  }
  return sequence(text("["), lead, tail);
}

/** The literals that an array of unique items is made of, if that is all it may hold and they can be counted. */
function countableLiterals(renderer: Renderer, one: ArrayAlternative): LiteralsAlternative | undefined {
  const [literals, other] = one.items === null ? [] : renderer.table.shapes[one.items]!;
  if (one.prefix.length > 0 || other || literals?.kind !== "literals") return undefined;
  const count = literals.values.length;
  const max = one.maxItems ?? count;
  const states = count * (max < count ? max : one.minItems);
  return one.minItems <= Math.min(max, count) && states <= maxCountedStates ? literals : undefined;
}

/** Literals, none twice, in the order of their list: no matcher could remember which were written in any order. */
function ascending(
  renderer: Renderer,
  one: ArrayAlternative,
  { values }: LiteralsAlternative,
  depth: number,
): Expression {
  const { lead, first, after, comma, close } = renderer.spacing.at(depth);
  const bound = one.maxItems ?? Infinity;
  renderer.guardLiterals(values);
  const entries = values.map((value) => ({
    text: literalText(value),
    value: () => sequence(renderer.afterLiteral(value), after),
    required: false,
  }));
  const demands = {
    entries,
    other: undefined,
    min: one.minItems,
    max: bound >= values.length ? Infinity : bound,
    maxOthers: 0,
    first,
    comma,
    end: sequence(close, text("]")),
    empty: text("]"),
  };
  return sequence(text("["), lead, subsequence(renderer.rules, demands));
}
