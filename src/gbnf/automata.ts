import { type Automaton, AutomatonLimitError } from "../schema/index.ts";
import { choice, type Expression, nothing, type Rule, reference, sequence } from "./expression.ts";
import type { RuleBook } from "./rules.ts";
import { quote, type StringRules } from "./strings.ts";

/** Most states in which characters of one text are counted one by one. */
const maxCountedStates = 4000;

/** How many code points a text may have. */
export interface Lengths {
  readonly min: number;
  /** `Infinity` is no bound; then a state leads back to itself at most `cap` times. */
  readonly max: number;
  readonly cap: number;
}

/**
 * A string whose text an automaton accepts, of so many code points. Characters are escaped only where JSON makes them.
 * @throws {AutomatonLimitError} when counting takes too many states
 */
export function automatonExpression(
  rules: RuleBook,
  strings: StringRules,
  hint: string,
  automaton: Automaton,
  lengths: Lengths,
): Expression {
  return sequence(quote, new AutomatonRules(rules, strings, hint, automaton, lengths).text());
}

/**
 * States become rules. Where the length still matters, a rule stands for a state and the number of characters written
 * so far; it ceases to matter where all that may follow has a length that fits, and where a state leads back to itself
 * until the text ends a fixed number of characters later: then the run is counted as a whole. So what is written out
 * grows with what the automaton itself distinguishes, and not with the bound, in nearly every pattern there is.
 */
class AutomatonRules {
  readonly #rules: RuleBook;
  readonly #strings: StringRules;
  readonly #hint: string;
  readonly #lengths: Lengths;
  readonly #states: readonly State[];
  /** The rules for states where the length doesn't matter. */
  readonly #uncountedRules = new Map<number, Rule>();

  constructor(rules: RuleBook, strings: StringRules, hint: string, automaton: Automaton, lengths: Lengths) {
    this.#rules = rules;
    this.#strings = strings;
    this.#hint = hint;
    this.#lengths = lengths;
    this.#states = statesOf(automaton);
  }

  text(): Expression {
    const found = this.#counted();
    // More rules may be asked for while bodies are made.
    for (const [state, rule] of this.#uncountedRules) rule.body = this.#body(state);
    this.#strings.statesLeft -= this.#uncountedRules.size;
    return found;
  }

  /** The text from the start: the states that must be counted, then from the last to the first what each comes to. */
  #counted(): Expression {
    const width = this.#states.length;
    const most = Math.min(maxCountedStates, this.#strings.statesLeft);
    const reached = new Set([0]);
    // A Set hands out what is added while it is walked, so a key comes before the keys of one character more.
    for (const key of reached) {
      const state = key % width;
      const written = (key - state) / width;
      if (this.#uncounted(state, written)) continue;
      if (reached.size > most) throw new AutomatonLimitError(`more than ${most} states`);
      for (const { target } of this.#states[state]!.ways) reached.add((written + 1) * width + target);
    }
    this.#strings.statesLeft -= reached.size;
    const made = new Map<number, Expression | undefined>();
    for (const key of [...reached].reverse()) {
      const state = key % width;
      const written = (key - state) / width;
      const found = this.#uncounted(state, written);
      made.set(key, found ? found() : this.#step(state, written, (target) => made.get((written + 1) * width + target)));
    }
    return made.get(0)!;
  }

  /** What follows where characters need not be counted one by one. `undefined`: they must be. */
  #uncounted(state: number, written: number): (() => Expression | undefined) | undefined {
    const { min, max, cap } = this.#lengths;
    const least = Math.max(0, min - written);
    const most = max - written;
    const { shortest, longest, loop, after } = this.#states[state]!;
    if (most < shortest || least > longest) return () => undefined;
    if (least <= shortest && longest <= most) return () => this.#state(state);
    if (!loop || after === undefined) return undefined;
    const end = most === Infinity ? Math.max(cap, least) : most - after;
    return () => sequence(this.#run(loop, Math.max(0, least - after), end), this.#leave(state));
  }

  /** One character, and what follows; or the end of the text. `undefined`: nothing fits. */
  #step(state: number, written: number, next: (target: number) => Expression | undefined): Expression | undefined {
    const options: Expression[] = [];
    for (const { ranges, target } of this.#states[state]!.ways) {
      const rest = next(target);
      if (rest) options.push(sequence(this.#strings.characters(ranges), rest));
    }
    if (this.#states[state]!.accepting && written >= this.#lengths.min) options.push(quote);
    return options.length > 0 ? this.#rules.share(this.#hint, choice(...options)) : undefined;
  }

  #state(state: number): Expression {
    let rule = this.#uncountedRules.get(state);
    if (!rule) {
      rule = this.#rules.reserve(this.#hint);
      this.#uncountedRules.set(state, rule);
    }
    return reference(rule);
  }

  #body(state: number): Expression {
    const { loop } = this.#states[state]!;
    return sequence(loop ? this.#run(loop, 0, this.#lengths.cap) : nothing, this.#leave(state));
  }

  /** The ways out of a state that don't lead back to it. */
  #leave(state: number): Expression {
    const { ways, accepting } = this.#states[state]!;
    const options = ways
      .filter(({ target }) => target !== state)
      .map(({ ranges, target }) => sequence(this.#strings.characters(ranges), this.#state(target)));
    if (accepting) options.push(quote);
    return choice(...options);
  }

  #run(ranges: readonly number[], min: number, max: number): Expression {
    return this.#rules.repeat("char", this.#strings.characters(ranges), min, max);
  }
}

interface State {
  readonly accepting: boolean;
  /** Each state that it leads to, with the characters that do. */
  readonly ways: readonly { readonly target: number; readonly ranges: readonly number[] }[];
  /** The characters that lead back to it. */
  readonly loop: readonly number[] | undefined;
  /** The fewest and most code points of a text from here to the end. */
  readonly shortest: number;
  readonly longest: number;
  /** How many code points there are after the last that leads back to it, if always the same number. */
  readonly after: number | undefined;
}

function statesOf(automaton: Automaton): State[] {
  const ranges = automaton.edges.map((edges) => {
    const byTarget = new Map<number, number[]>();
    for (let i = 0; i < edges.length; i += 3) {
      const known = byTarget.get(edges[i + 2]!);
      if (known) known.push(edges[i]!, edges[i + 1]!);
      else byTarget.set(edges[i + 2]!, [edges[i]!, edges[i + 1]!]);
    }
    return byTarget;
  });
  const { shortest, longest } = lengthsFrom(automaton.accepting, ranges);
  return ranges.map((byTarget, state) => {
    const accepting = automaton.accepting[state]!;
    const loop = byTarget.get(state);
    let [least, most] = accepting ? [0, 0] : [Infinity, -1];
    for (const target of byTarget.keys()) {
      if (target === state) continue;
      least = Math.min(least, shortest[target]! + 1);
      most = Math.max(most, longest[target]! + 1);
    }
    return {
      accepting,
      ways: [...byTarget].map(([target, list]) => ({ target, ranges: list })),
      loop,
      shortest: shortest[state]!,
      longest: longest[state]!,
      after: least === most ? least : undefined,
    };
  });
}

/**
 * Per state, the fewest and most code points to an accepting one. Backwards from acceptance: the fewest breadth first;
 * the most once all that follows is known (Kahn 1962), which never happens to what leads into a cycle.
 */
function lengthsFrom(
  accepting: readonly boolean[],
  ways: readonly ReadonlyMap<number, unknown>[],
): { shortest: Float64Array; longest: Float64Array } {
  const before: number[][] = ways.map(() => []);
  const unknown = new Int32Array(ways.length);
  ways.forEach((targets, state) => {
    unknown[state] = targets.size;
    for (const target of targets.keys()) before[target]!.push(state);
  });
  const shortest = new Float64Array(ways.length).fill(Infinity);
  const queue: number[] = [];
  accepting.forEach((accepts, state) => {
    if (accepts) queue.push(state);
    if (accepts) shortest[state] = 0;
  });
  for (const state of queue) {
    for (const earlier of before[state]!) {
      if (shortest[earlier] !== Infinity) continue;
      shortest[earlier] = shortest[state]! + 1;
      queue.push(earlier);
    }
  }
  const longest = new Float64Array(ways.length).fill(Infinity);
  const reach = Float64Array.from(accepting, (accepts) => (accepts ? 0 : -1));
  const known = [...ways.keys()].filter((state) => unknown[state] === 0);
  for (const state of known) {
    longest[state] = reach[state]!;
    for (const earlier of before[state]!) {
      reach[earlier] = Math.max(reach[earlier]!, longest[state]! + 1);
      if (--unknown[earlier]! === 0) known.push(earlier);
    }
  }
  return { shortest, longest };
}
