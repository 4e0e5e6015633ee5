import { type Automaton, AutomatonLimitError, type Meter, maxStates } from "./automaton.ts";
import { anything, wordCharacters } from "./characters.ts";
import type { Look } from "./look.ts";
import { inOrder, minimal } from "./minimise.ts";
import { Sequences } from "./numbering.ts";
import { Sketch } from "./sketch.ts";

/**
 * When an edge that reads nothing may be taken: at the start of the text, at its end, at a word boundary (`\b`), anywhere
 * but one (`\B`), or where one of the looks finds itself (its number).
 */
export type Guard = "start" | "end" | "boundary" | "inside" | number;

const maxNfaStates = 50_000;
/** The most steps taken to make an automaton deterministic: a bound on its time, well under a second. */
const maxWork = 1_000_000;

/** A nondeterministic automaton, built state by state (Thompson 1968), with guarded empty edges. */
export class Nfa {
  readonly start = 0;
  final = 0;
  /** Is there a guard that looks at the characters on both sides? */
  guarded = false;
  /** The classes of code points that moves read, each once, as flat pairs. */
  readonly classes: (readonly number[])[] = [];
  /** Per state, flat pairs `class, target`. */
  readonly moves: number[][] = [[]];
  /** Per state, the empty edges. */
  readonly empty: { to: number; guard: Guard | undefined }[][] = [[]];
  /** What is asked of the text around a place. */
  readonly looks: Look[] = [];
  readonly meter: Meter | undefined;
  readonly #classIds = new Map<string, number>();
  /** The same for lists that have been met: parts that repeat are one and the same. */
  readonly #known = new Map<readonly number[], number>();

  /** @throws {AutomatonLimitError} if the meter says so */
  constructor(meter?: Meter) {
    this.meter = meter;
    meter?.states(1);
  }

  /** @throws {AutomatonLimitError} */
  state(): number {
    if (this.moves.length >= maxNfaStates) {
      this.meter?.states(maxStates);
      throw new AutomatonLimitError(`more than ${maxNfaStates} states`);
    }
    this.empty.push([]);
    return this.moves.push([]) - 1;
  }

  /** An edge that reads one code point out of ranges. */
  add(from: number, ranges: readonly number[], to: number): void {
    let id = this.#known.get(ranges);
    if (id === undefined) {
      id = this.#classOf(ranges);
      this.#known.set(ranges, id);
    }
    this.moves[from]!.push(id, to);
  }

  #classOf(ranges: readonly number[]): number {
    const key = ranges.join(",");
    const known = this.#classIds.get(key);
    if (known !== undefined) return known;
    const id = this.classes.push(ranges) - 1;
    this.#classIds.set(key, id);
    return id;
  }

  /** An edge that reads nothing. */
  connect(from: number, to: number, guard?: Guard): void {
    if (guard === "boundary" || guard === "inside") this.guarded = true;
    this.empty[from]!.push({ to, guard });
  }
}

/** What lies on one side of a position: the text's edge, a character of a word, or another character. */
const edge = 0;
const other = 1;
const word = 2;
type Side = typeof edge | typeof other | typeof word;

/**
 * The deterministic automaton of the same language. A state is the set of states that the text so far may have led
 * to, and what kind of character came last: guards are decided once both neighbours of a position are known. Looks
 * must be settled before; see `withoutLooks`.
 * It works on symbols, groups of code points that no class tells apart; ranges come back at the end.
 * @throws {AutomatonLimitError}
 */
export function determinise(nfa: Nfa): Automaton {
  const { meter } = nfa;
  const alphabet = symbolsOf(nfa);
  const closure = new Closure(nfa);
  const targets = new Targets(nfa, alphabet);
  const done = isAbsorbing(nfa) ? { final: nfa.final, leading: leadingTo(nfa, nfa.final) } : undefined;
  const ends: Uint8Array[] = [];
  // A state is a sequence: what came before, and the states that the text may have led to, in ascending order.
  const states = new Sequences();
  addState(states, edge, [nfa.start], 1, done);
  const sketch = new Sketch();
  const accepting: boolean[] = [];
  let work = 0;
  for (let i = 0; i < states.count; i++) {
    const first = states.starts[i]! + 1;
    const past = states.starts[i + 1]!;
    const before = states.parts[first - 1] as Side;
    ends[before] ??= leadingTo(nfa, nfa.final, before, edge);
    accepting.push(hasAny(ends[before]!, states.parts, first, past));
    targets.clear();
    for (const after of nfa.guarded ? bothKinds : anyKind) {
      work += targets.add(closure.of(states.parts, first, past, before, after), after);
    }
    if (work > maxWork) {
      meter?.states(maxStates);
      throw new AutomatonLimitError("too many ways to match it");
    }
    for (let symbol = 0; symbol < alphabet.words.length; symbol++) {
      const count = targets.counts[symbol]!;
      if (count === 0) continue;
      const after = nfa.guarded && alphabet.words[symbol] ? word : other;
      sketch.edge(symbol, symbol, addState(states, after, targets.lists[symbol]!, count, done));
    }
    sketch.close();
    if (states.count > maxStates) {
      meter?.states(maxStates);
      throw new AutomatonLimitError(`more than ${maxStates} states`);
    }
  }
  meter?.states(states.count);
  return withRanges(minimal(sketch, Uint8Array.from(accepting, Number)), alphabet);
}

/** Where nothing that comes can change that a text is taken, and the states that lead there. */
interface Done {
  readonly final: number;
  readonly leading: Uint8Array;
}

/** Adds a set of states after what came before. Returns its number among those that have been met. */
function addState(
  states: Sequences,
  before: Side,
  list: readonly number[],
  count: number,
  done: Done | undefined,
): number {
  if (done && list[0] !== done.final && hasAny(done.leading, list, 0, count)) {
    states.push(other);
    states.push(done.final);
  } else {
    states.push(before);
    for (let n = 0; n < count; n++) states.push(list[n]!);
  }
  return states.close();
}

/** What may come after a place, as far as it matters. */
const anyKind = [other] as const;
const bothKinds = [other, word] as const;

/** Per symbol the states that it leads to, in ascending order: the first `counts[symbol]` of a list. */
class Targets {
  readonly lists: readonly number[][];
  readonly counts: Int32Array;
  readonly #nfa: Nfa;
  readonly #alphabet: Alphabet;

  constructor(nfa: Nfa, alphabet: Alphabet) {
    this.#nfa = nfa;
    this.#alphabet = alphabet;
    this.lists = alphabet.words.map(() => []);
    this.counts = new Int32Array(this.lists.length);
  }

  clear(): void {
    this.counts.fill(0);
  }

  /** Adds where states lead by symbols of a kind. @returns the steps that took */
  add(states: Int32Array, kind: Side): number {
    const { moves, empty, guarded } = this.#nfa;
    const { ofClass, words } = this.#alphabet;
    let steps = 0;
    for (let i = 0; i < states.length; i++) {
      const own = moves[states[i]!]!;
      steps += 1 + empty[states[i]!]!.length;
      for (let m = 0; m < own.length; m += 2) {
        const symbols = ofClass[own[m]!]!;
        steps += symbols.length;
        for (let s = 0; s < symbols.length; s++) {
          if (!guarded || words[symbols[s]!] === (kind === word)) this.#insert(symbols[s]!, own[m + 1]!);
        }
      }
    }
    return steps;
  }

  #insert(symbol: number, target: number): void {
    const list = this.lists[symbol]!;
    const count = this.counts[symbol]!;
    // From states in ascending order, it mostly is the greatest.
    let at = count;
    while (at > 0 && list[at - 1]! > target) at--;
    if (at > 0 && list[at - 1] === target) return;
    for (let n = count; n > at; n--) list[n] = list[n - 1]!;
    list[at] = target;
    this.counts[symbol] = count + 1;
  }
}

/** Code points in groups: those that belong to the same classes. */
interface Alphabet {
  /** Every code point in ascending order: flat triples `low, high, symbol`. */
  readonly ranges: readonly number[];
  /** Per symbol, whether its code points are word characters. */
  readonly words: readonly boolean[];
  /** Per class, its symbols. */
  readonly ofClass: readonly (readonly number[])[];
}

function symbolsOf(nfa: Nfa): Alphabet {
  const classes = [anything, wordCharacters, ...nfa.classes];
  const events: [at: number, owner: number][] = [];
  classes.forEach((ranges, owner) => {
    for (let i = 0; i < ranges.length; i += 2) events.push([ranges[i]!, owner], [ranges[i + 1]! + 1, owner]);
  });
  events.sort((a, b) => a[0] - b[0]);
  const active = new Set<number>();
  const symbols = new Map<string, number>();
  const ranges: number[] = [];
  const words: boolean[] = [];
  const ofClass: number[][] = nfa.classes.map(() => []);
  for (let i = 0; i < events.length; ) {
    const low = events[i]![0];
    for (; i < events.length && events[i]![0] === low; i++) {
      const owner = events[i]![1];
      if (!active.delete(owner)) active.add(owner);
    }
    if (!active.has(0) || i === events.length) continue;
    const members = [...active].sort((a, b) => a - b);
    const key = members.join(",");
    let symbol = symbols.get(key);
    if (symbol === undefined) {
      symbol = symbols.size;
      symbols.set(key, symbol);
      words.push(active.has(1));
      for (const owner of members) if (owner > 1) ofClass[owner - 2]!.push(symbol);
    }
    ranges.push(low, events[i]![0] - 1, symbol);
  }
  return { ranges, words, ofClass };
}

/** An automaton over symbols as one over code points. */
function withRanges({ accepting, edges }: Automaton, { ranges, words }: Alphabet): Automaton {
  const sketch = new Sketch();
  const targets = new Int32Array(words.length);
  for (const own of edges) {
    targets.fill(-1);
    for (let i = 0; i < own.length; i += 3) targets.fill(own[i + 2]!, own[i]!, own[i + 1]! + 1);
    for (let i = 0; i < ranges.length; i += 3) {
      const target = targets[ranges[i + 2]!]!;
      if (target >= 0) sketch.edge(ranges[i]!, ranges[i + 1]!, target);
    }
    sketch.close();
  }
  return inOrder(sketch, accepting);
}

/** Does everything that got to the final state stay accepted? Then such sets of states are all the same. */
function isAbsorbing(nfa: Nfa): boolean {
  const moves = nfa.moves[nfa.final]!;
  return moves.length === 2 && moves[1] === nfa.final && nfa.classes[moves[0]!] === anything;
}

/** What is reached from a set of states without reading. */
class Closure {
  readonly #nfa: Nfa;
  readonly #reached: Int32Array;
  /** Per state, the look in which it was reached last. */
  readonly #look: Int32Array;
  #looks = 0;

  constructor(nfa: Nfa) {
    this.#nfa = nfa;
    this.#reached = new Int32Array(nfa.moves.length);
    this.#look = new Int32Array(nfa.moves.length);
  }

  /**
   * The states reached from those in a part of a list, in ascending order, given what lies before and after the position. The list
   * serves until the next call.
   */
  of(states: Int32Array, first: number, past: number, before: Side, after: Side): Int32Array {
    const look = ++this.#looks;
    const reached = this.#reached;
    let count = 0;
    for (let i = first; i < past; i++) {
      this.#look[states[i]!] = look;
      reached[count++] = states[i]!;
    }
    for (let i = 0; i < count; i++) {
      const empty = this.#nfa.empty[reached[i]!]!;
      for (let e = 0; e < empty.length; e++) {
        const { to, guard } = empty[e]!;
        if (this.#look[to] === look || (guard && !holds(guard, before, after))) continue;
        this.#look[to] = look;
        reached[count++] = to;
      }
    }
    return reached.subarray(0, count).sort();
  }
}

/**
 * The states from which one is reached without reading, given what lies before and after the position; without that, over
 * edges that are always open.
 */
function leadingTo(nfa: Nfa, goal: number, before?: Side, after?: Side): Uint8Array {
  const sources: number[][] = nfa.empty.map(() => []);
  nfa.empty.forEach((list, from) => {
    for (const { to, guard } of list) if (!guard || holds(guard, before, after)) sources[to]!.push(from);
  });
  const leads = new Uint8Array(nfa.empty.length);
  leads[goal] = 1;
  const todo = [goal];
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    for (const source of sources[state]!) {
      if (leads[source]) continue;
      leads[source] = 1;
      todo.push(source);
    }
  }
  return leads;
}

function hasAny(flags: Uint8Array, states: ArrayLike<number>, first: number, past: number): boolean {
  for (let i = first; i < past; i++) if (flags[states[i]!]) return true;
  return false;
}

/** May an edge with a guard be taken? Not where it isn't known what lies on both sides. */
function holds(guard: Guard, before: Side | undefined, after: Side | undefined): boolean {
  if (before === undefined || after === undefined || typeof guard === "number") return false;
  if (guard === "start") return before === edge;
  if (guard === "end") return after === edge;
  const atBoundary = (before === word) !== (after === word);
  return guard === "boundary" ? atBoundary : !atBoundary;
}
