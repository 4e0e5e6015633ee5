import { choice, type Expression, sequence } from "./expression.ts";
import type { RuleBook } from "./rules.ts";
import { Suffixes } from "./trie.ts";

/** An entry of a list, of which those that aren't required may be left out. */
export interface Listed {
  /** What the entry begins with, different for each. */
  readonly text: string;
  /** What comes after that. Asked for only if the entry can occur. */
  readonly value: () => Expression;
  readonly required: boolean;
}

export interface Demands {
  readonly entries: readonly Listed[];
  /** What may follow the listed entries, any number of times; `undefined`: nothing. */
  readonly other: Expression | undefined;
  /** How many entries there are in all, at least and at most. */
  readonly min: number;
  readonly max: number;
  /** The most `other`s in a row where `max` is infinite. */
  readonly maxOthers: number;
  /** Before the first entry, and before each other one. */
  readonly first: Expression;
  readonly comma: Expression;
  /** What ends a list with entries, and one without. */
  readonly end: Expression;
  readonly empty: Expression;
}

/** Entries written so far, as far as it matters for the counts. */
type Count = number;

/**
 * What follows an opening bracket: a subsequence of listed entries in their order, then others, then the closing
 * bracket. The states form a chain, one per entry, so size grows with the number of entries and not with that of their
 * subsets; which entry comes next is decided by a trie. Only where there are bounds on their number does a state also
 * count what is written.
 */
export function subsequence(rules: RuleBook, demands: Demands): Expression {
  return new Chain(rules, demands).expression();
}

class Chain {
  readonly #rules: RuleBook;
  readonly #demands: Demands;
  readonly #texts: readonly string[];
  /** How many entries from an index on are required, and which is the first of them (or the number of entries). */
  readonly #requiredFrom: Int32Array;
  readonly #nextRequired: Int32Array;
  /** What follows once the entries before an index are decided and so many are written, by both. */
  readonly #rests = new Map<number, Expression>();
  readonly #choices = new Map<Count, Suffixes>();

  constructor(rules: RuleBook, demands: Demands) {
    this.#rules = rules;
    this.#demands = demands;
    const { entries } = demands;
    this.#texts = entries.map((entry) => entry.text);
    this.#requiredFrom = new Int32Array(entries.length + 1);
    this.#nextRequired = new Int32Array(entries.length + 1).fill(entries.length);
    for (let i = entries.length - 1; i >= 0; i--) {
      const { required } = entries[i]!;
      this.#requiredFrom[i] = this.#requiredFrom[i + 1]! + (required ? 1 : 0);
      this.#nextRequired[i] = required ? i : this.#nextRequired[i + 1]!;
    }
  }

  expression(): Expression {
    // From the back, so that what follows an entry is known, and is one rule with what is alike in other lists.
    for (let from = this.#demands.entries.length - 1; from > 0; from--) {
      const [least, most] = this.#countsAfter(from);
      for (let written = least; written <= most; written++) this.#rest(from, written);
    }
    const first = this.#next(0, 0);
    const { first: before, empty } = this.#demands;
    if (!first) return empty;
    const some = sequence(before, first);
    return this.#mayEnd(0, 0) ? choice(some, empty) : some;
  }

  /** The fewest and most entries that can be written, as far as it matters, when the one before `from` has just been. */
  #countsAfter(from: number): [Count, Count] {
    const { entries, other, min, max } = this.#demands;
    const before = this.#requiredFrom[0]! - this.#requiredFrom[from - 1]!;
    const [least, most] = [before + 1, Math.min(from, max - this.#requiredFrom[from]!)];
    const enough = other ? least : Math.max(least, min - (entries.length - from));
    return [this.#relevant(enough), this.#relevant(most)];
  }

  /** What follows an entry: a comma and the next one, or the end. */
  #rest(from: number, written: Count): Expression {
    const key = from + written * (this.#demands.entries.length + 1);
    let rest = this.#rests.get(key);
    if (!rest) {
      rest = this.#rules.share("rest", this.#restBody(from, written));
      this.#rests.set(key, rest);
    }
    return rest;
  }

  #restBody(from: number, written: Count): Expression {
    const { entries, other, min, max, maxOthers, comma, end } = this.#demands;
    if (from === entries.length) {
      if (!other) return end;
      const most = max === Infinity ? Math.max(maxOthers, min - written) : max - written;
      const further = this.#rules.repeat("other", sequence(comma, other), Math.max(0, min - written), most);
      return sequence(further, end);
    }
    const next = this.#next(from, written);
    const options = next ? [sequence(comma, next)] : [];
    if (this.#mayEnd(from, written)) options.push(end);
    return choice(...options);
  }

  /** The next entry and all that follows it, given that the entries before `from` are decided. */
  #next(from: number, written: Count): Expression | undefined {
    const { entries, other, min, max } = this.#demands;
    const stop = this.#nextRequired[from]!;
    const mustTake = stop < entries.length;
    let to = mustTake ? stop + 1 : stop;
    // With the maximum nearly used up only what is required may come; for the minimum enough entries must be left.
    const tight = written + this.#requiredFrom[from]! >= max;
    const first = tight ? stop : from;
    if (!other) to = Math.min(to, entries.length - Math.max(0, min - written) + 1);
    const options = first < to ? [this.#choicesAfter(written).choice(first, to)] : [];
    if (!mustTake && other && written < max) {
      options.push(sequence(other, this.#rest(entries.length, this.#relevant(written + 1))));
    }
    return options.length > 0 ? choice(...options) : undefined;
  }

  #choicesAfter(written: Count): Suffixes {
    const count = this.#relevant(written + 1);
    let choices = this.#choices.get(count);
    if (!choices) {
      const { entries } = this.#demands;
      choices = new Suffixes(this.#rules, "key", this.#texts, (i) =>
        sequence(entries[i]!.value(), this.#rest(i + 1, count)),
      );
      this.#choices.set(count, choices);
    }
    return choices;
  }

  #relevant(written: Count): Count {
    const { min, max } = this.#demands;
    return max < Infinity ? written : Math.min(written, min);
  }

  #mayEnd(from: number, written: Count): boolean {
    return this.#requiredFrom[from] === 0 && written >= this.#demands.min;
  }
}
