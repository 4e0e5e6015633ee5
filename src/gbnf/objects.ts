import { anyText, isEmpty, type ObjectAlternative, subtract, textsAutomaton } from "../schema/index.ts";
import { choice, type Expression, rule, sequence, text } from "./expression.ts";
import type { Renderer } from "./render.ts";
import { Suffixes } from "./trie.ts";

/** Most states that counting an object's keys may take; beyond it the counts are left to a check. */
const maxCountedStates = 4000;

/**
 * An object: its properties in the schema's order, any of the optional ones left out, then other keys where the schema
 * allows them. The states form a chain, one per property, so size grows with the number of properties and not with that
 * of their subsets; which key comes next is decided by a trie. Only `minProperties` and `maxProperties` make a state
 * also count the keys written.
 */
export function objectExpression(renderer: Renderer, one: ObjectAlternative): Expression {
  return new ObjectRules(renderer, one).expression();
}

/** How many keys are written, as far as that matters. */
type Count = number;

class ObjectRules {
  readonly #renderer: Renderer;
  readonly #named: readonly { readonly key: string; readonly shape: number; readonly required: boolean }[];
  /** A key beyond the named ones with its value; `undefined` where there can be none. */
  readonly #other: Expression | undefined;
  readonly #min: number;
  readonly #max: number;
  /** Required properties from an index on. */
  readonly #requiredFrom: readonly number[];
  readonly #names = new Map<string, string>();
  readonly #todo: { name: string; from: number; written: Count }[] = [];
  readonly #keys = new Map<Count, Suffixes>();

  constructor(renderer: Renderer, one: ObjectAlternative) {
    this.#renderer = renderer;
    this.#named = one.properties.flatMap(({ name, shape, required }) =>
      shape === null ? [] : [{ key: JSON.stringify(name) + renderer.settings.colon, shape, required }],
    );
    const required = [0];
    for (const property of this.#named.toReversed()) required.unshift(required[0]! + (property.required ? 1 : 0));
    this.#requiredFrom = required;
    this.#other = this.#otherKeys(one);
    const least = one.minProperties <= required[0]! ? 0 : one.minProperties;
    const most = one.maxProperties ?? Infinity;
    const optional = this.#named.length - required[0]!;
    const countable = optional === 0 || this.#named.length * (most < Infinity ? most : least) <= maxCountedStates;
    if (!countable) {
      renderer.note(one, "minProperties", "boundary", "too many optional properties to count");
      renderer.note(one, "maxProperties", "boundary", "too many optional properties to count");
    } else if (least > 0 && this.#other) {
      renderer.note(one, "minProperties", "boundary", "keys beyond the named ones are counted, but may be equal");
    }
    this.#min = countable ? least : 0;
    this.#max = countable ? (this.#other ? most : this.#fewest(most)) : Infinity;
  }

  /** A maximum that the properties can't reach doesn't matter. */
  #fewest(most: number): number {
    return most >= this.#named.length ? Infinity : most;
  }

  expression(): Expression {
    const first = this.#next(0, 0);
    const start = this.#mayEnd(0, 0)
      ? first
        ? sequence(text("{"), choice(first, text("}")))
        : text("{}")
      : sequence(text("{"), first!);
    for (const { name, from, written } of this.#todo) this.#renderer.rules.set(name, this.#rest(from, written));
    return start;
  }

  /** What follows a value: the next key after a comma, or the end. */
  #rest(from: number, written: Count): Expression {
    const { rules, settings } = this.#renderer;
    if (from === this.#named.length) {
      if (!this.#other) return text("}");
      const further = sequence(text(settings.comma), this.#other);
      const most = this.#max === Infinity ? settings.maxItems : this.#max - written;
      return sequence(rules.repeat("other", further, Math.max(0, this.#min - written), most), text("}"));
    }
    const next = this.#next(from, written);
    const options = next ? [sequence(text(settings.comma), next)] : [];
    if (this.#mayEnd(from, written)) options.push(text("}"));
    return choice(...options);
  }

  /** The next key with its value and all that follows, given that the properties before `from` are decided. */
  #next(from: number, written: Count): Expression | undefined {
    const count = this.#named.length;
    let to = from;
    while (to < count && !this.#named[to]!.required) to++;
    const mustTake = to < count;
    to = Math.min(count, to + 1);
    // With the maximum nearly used up, only what is required may come; for the minimum enough keys must be left.
    const tight = written + this.#requiredFrom[from]! >= this.#max;
    const first = tight ? (mustTake ? to - 1 : to) : from;
    if (!this.#other) to = Math.min(to, count - Math.max(0, this.#min - written) + 1);
    const options = first < to ? [this.#chain(written).choice(first, to)] : [];
    if (!mustTake && this.#other && written < this.#max) {
      options.push(sequence(this.#other, this.#after(count, written + 1)));
    }
    return options.length > 0 ? choice(...options) : undefined;
  }

  #chain(written: Count): Suffixes {
    const key = this.#relevant(written + 1);
    let chain = this.#keys.get(key);
    if (!chain) {
      chain = new Suffixes(this.#renderer.rules, "key", (i) => ({
        text: this.#named[i]!.key,
        tail: sequence(this.#renderer.shape(this.#named[i]!.shape), this.#after(i + 1, written + 1)),
      }));
      this.#keys.set(key, chain);
    }
    return chain;
  }

  /** The rule for what follows once the properties before `from` are decided and so many keys are written. */
  #after(from: number, written: Count): Expression {
    const relevant = this.#relevant(written);
    const key = `${from}:${relevant}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#renderer.rules.reserve("rest");
      this.#names.set(key, name);
      this.#todo.push({ name, from, written: relevant });
    }
    return rule(name);
  }

  #relevant(written: Count): Count {
    return this.#max < Infinity ? written : Math.min(written, this.#min);
  }

  #mayEnd(from: number, written: Count): boolean {
    return this.#requiredFrom[from] === 0 && written >= this.#min;
  }

  #otherKeys(one: ObjectAlternative): Expression | undefined {
    if (one.others.length === 0) return undefined;
    const { rules, strings, settings, table } = this.#renderer;
    const named = one.properties.map(({ name }) => name);
    const options = one.others.flatMap(({ keys, shape }) => {
      const automaton = keys === null ? anyText : table.automata[keys]!;
      const free = keys === null && named.length === 0;
      const left = free ? automaton : subtract(automaton, textsAutomaton(named));
      if (isEmpty(left)) return [];
      const key = free
        ? strings.free(0, settings.maxStringLength)
        : strings.automaton("other-key", left, settings.maxStringLength);
      return sequence(key, text(settings.colon), this.#renderer.shape(shape));
    });
    if (one.maxProperties === null && settings.maxItems < Infinity) {
      const reason = `not in the schema: at most ${settings.maxItems + 1} keys beyond the named ones by default`;
      this.#renderer.note(one, "maxProperties", "grammar", reason);
    }
    return options.length > 0 ? rules.share("other", choice(...options)) : undefined;
  }
}
