import { choice, type Expression, rule, sequence, text } from "./expression.ts";
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
  readonly comma: string;
  readonly end: string;
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
  /** Required entries from an index on. */
  readonly #requiredFrom: readonly number[];
  readonly #names = new Map<string, string>();
  readonly #todo: { name: string; from: number; written: Count }[] = [];
  readonly #choices = new Map<Count, Suffixes>();

  constructor(rules: RuleBook, demands: Demands) {
    this.#rules = rules;
    this.#demands = demands;
    const required = [0];
    for (const entry of demands.entries.toReversed()) required.unshift(required[0]! + (entry.required ? 1 : 0));
    this.#requiredFrom = required;
  }

  expression(): Expression {
    const first = this.#next(0, 0);
    const options = first ? [first] : [];
    if (this.#mayEnd(0, 0)) options.push(text(this.#demands.end));
    for (const { name, from, written } of this.#todo) this.#rules.set(name, this.#rest(from, written));
    return choice(...options);
  }

  /** What follows an entry: a comma and the next one, or the end. */
  #rest(from: number, written: Count): Expression {
    const { entries, other, min, max, maxOthers, comma, end } = this.#demands;
    if (from === entries.length) {
      if (!other) return text(end);
      const most = max === Infinity ? Math.max(maxOthers, min - written) : max - written;
      const further = this.#rules.repeat("other", sequence(text(comma), other), Math.max(0, min - written), most);
      return sequence(further, text(end));
    }
    const next = this.#next(from, written);
    const options = next ? [sequence(text(comma), next)] : [];
    if (this.#mayEnd(from, written)) options.push(text(end));
    return choice(...options);
  }

  /** The next entry and all that follows it, given that the entries before `from` are decided. */
  #next(from: number, written: Count): Expression | undefined {
    const { entries, other, min, max } = this.#demands;
    let to = from;
    while (to < entries.length && !entries[to]!.required) to++;
    const mustTake = to < entries.length;
    to = Math.min(entries.length, to + 1);
    // With the maximum nearly used up only what is required may come; for the minimum enough entries must be left.
    const tight = written + this.#requiredFrom[from]! >= max;
    const first = tight ? (mustTake ? to - 1 : to) : from;
    if (!other) to = Math.min(to, entries.length - Math.max(0, min - written) + 1);
    const options = first < to ? [this.#choicesAfter(written).choice(first, to)] : [];
    if (!mustTake && other && written < max) options.push(sequence(other, this.#after(entries.length, written + 1)));
    return options.length > 0 ? choice(...options) : undefined;
  }

  #choicesAfter(written: Count): Suffixes {
    const key = this.#relevant(written + 1);
    let choices = this.#choices.get(key);
    if (!choices) {
      choices = new Suffixes(this.#rules, "key", (i) => {
        const entry = this.#demands.entries[i]!;
        return { text: entry.text, tail: sequence(entry.value(), this.#after(i + 1, written + 1)) };
      });
      this.#choices.set(key, choices);
    }
    return choices;
  }

  /** The rule for what follows once the entries before `from` are decided and so many are written. */
  #after(from: number, written: Count): Expression {
    const relevant = this.#relevant(written);
    const key = `${from}:${relevant}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#rules.reserve("rest");
      this.#names.set(key, name);
      this.#todo.push({ name, from, written: relevant });
    }
    return rule(name);
  }

  #relevant(written: Count): Count {
    const { min, max } = this.#demands;
    return max < Infinity ? written : Math.min(written, min);
  }

  #mayEnd(from: number, written: Count): boolean {
    return this.#requiredFrom[from] === 0 && written >= this.#demands.min;
  }
}
