import { type Automaton, AutomatonLimitError, type Meter, maxStates } from "./automaton.ts";
import { anything, wordCharacters } from "./characters.ts";
import type { Look } from "./look.ts";
import { inOrder, minimise, pushEdge } from "./minimise.ts";

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
  const done = isAbsorbing(nfa) ? leadingTo(nfa, nfa.final) : undefined;
  const ends = new Map<Side, Uint8Array>();
  const numbers = new Map<string, number>();
  const states: { set: readonly number[]; before: Side }[] = [];
  const numberOf = (reached: readonly number[], before: Side): number => {
    const key = keyOf(reached, before);
    let number = numbers.get(key);
    if (number === undefined) {
      if (done && reached[0] !== nfa.final && hasAny(done, reached)) number = numberOf([nfa.final], other);
      else {
        number = states.length;
        if (number >= maxStates) {
          meter?.states(number);
          throw new AutomatonLimitError(`more than ${maxStates} states`);
        }
        states.push({ set: [...reached], before });
      }
      numbers.set(key, number);
    }
    return number;
  };
  numberOf([nfa.start], edge);
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  const targets: number[][] = alphabet.words.map(() => []);
  let work = 0;
  for (let i = 0; i < states.length; i++) {
    const { set, before } = states[i]!;
    if (!ends.has(before)) ends.set(before, leadingTo(nfa, nfa.final, before, edge));
    accepting.push(hasAny(ends.get(before)!, set));
    for (const list of targets) list.length = 0;
    for (const after of nfa.guarded ? ([other, word] as const) : ([other] as const)) {
      for (const state of closure.of(set, before, after)) {
        const moves = nfa.moves[state]!;
        work += 1 + nfa.empty[state]!.length;
        for (let m = 0; m < moves.length; m += 2) {
          for (const symbol of alphabet.ofClass[moves[m]!]!) {
            work++;
            if (!nfa.guarded || alphabet.words[symbol] === (after === word)) insert(targets[symbol]!, moves[m + 1]!);
          }
        }
      }
    }
    if (work > maxWork) {
      meter?.states(maxStates);
      throw new AutomatonLimitError("too many ways to match it");
    }
    const list: number[] = [];
    for (let symbol = 0; symbol < targets.length; symbol++) {
      const reached = targets[symbol]!;
      if (reached.length === 0) continue;
      const after = nfa.guarded && alphabet.words[symbol] ? word : other;
      pushEdge(list, symbol, symbol, numberOf(reached, after));
    }
    edges.push(list);
  }
  meter?.states(states.length);
  const small = minimise({ accepting, edges });
  return inOrder({ accepting: small.accepting, edges: small.edges.map((list) => withRanges(list, alphabet)) });
}

/** Arguments of one call: more of them could overflow the stack. */
const keyPart = 1000;

/** A set of states, and what came before, as a text: a UTF-16 unit for each, of which there are enough (`maxNfaStates`). */
function keyOf(set: readonly number[], before: Side): string {
  let key = String.fromCharCode(before, ...set.slice(0, keyPart));
  for (let i = keyPart; i < set.length; i += keyPart) key += String.fromCharCode(...set.slice(i, i + keyPart));
  return key;
}

/** Adds a number to an ascending list, unless it's there. */
function insert(list: number[], number: number): void {
  let low = list.length;
  if (low === 0 || list[low - 1]! < number) {
    list.push(number);
    return;
  }
  let high = low;
  low = 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < number) low = middle + 1;
    else high = middle;
  }
  if (list[low] !== number) list.splice(low, 0, number);
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

/** Edges over symbols as edges over code points. */
function withRanges(edges: readonly number[], { ranges, words }: Alphabet): number[] {
  const targets = new Int32Array(words.length).fill(-1);
  for (let i = 0; i < edges.length; i += 3) targets.fill(edges[i + 2]!, edges[i]!, edges[i + 1]! + 1);
  const list: number[] = [];
  for (let i = 0; i < ranges.length; i += 3) {
    const target = targets[ranges[i + 2]!]!;
    if (target >= 0) pushEdge(list, ranges[i]!, ranges[i + 1]!, target);
  }
  return list;
}

/** Does everything that got to the final state stay accepted? Then such sets of states are all the same. */
function isAbsorbing(nfa: Nfa): boolean {
  const moves = nfa.moves[nfa.final]!;
  return moves.length === 2 && moves[1] === nfa.final && nfa.classes[moves[0]!] === anything;
}

/** What is reached from a set of states without reading. */
class Closure {
  readonly #nfa: Nfa;
  readonly #reached: number[] = [];
  /** Per state, the look in which it was reached last. */
  readonly #look: Int32Array;
  #looks = 0;

  constructor(nfa: Nfa) {
    this.#nfa = nfa;
    this.#look = new Int32Array(nfa.moves.length);
  }

  /** The states reached, given what lies before and after the position. The list serves until the next call. */
  of(set: readonly number[], before: Side, after: Side): readonly number[] {
    const look = ++this.#looks;
    const reached = this.#reached;
    reached.length = 0;
    for (const state of set) {
      this.#look[state] = look;
      reached.push(state);
    }
    for (let i = 0; i < reached.length; i++) {
      const empty = this.#nfa.empty[reached[i]!]!;
      for (let e = 0; e < empty.length; e++) {
        const { to, guard } = empty[e]!;
        if (this.#look[to] === look || (guard && !holds(guard, before, after))) continue;
        this.#look[to] = look;
        reached.push(to);
      }
    }
    return reached;
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

function hasAny(flags: Uint8Array, states: readonly number[]): boolean {
  for (let i = 0; i < states.length; i++) if (flags[states[i]!]) return true;
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
