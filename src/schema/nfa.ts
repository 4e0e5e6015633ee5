import {
  type Automaton,
  AutomatonLimitError,
  inOrder,
  type Meter,
  maxStates,
  minimise,
  pushEdge,
} from "./automaton.ts";
import { anything, wordCharacters } from "./characters.ts";

/**
 * When an edge that reads nothing may be taken: at the start of the text, at its end, at a word boundary (`\b`), or
 * anywhere but one (`\B`).
 */
export type Guard = "start" | "end" | "boundary" | "inside";

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
  readonly meter: Meter | undefined;
  readonly #classIds = new Map<string, number>();

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
    const key = ranges.join(",");
    let id = this.#classIds.get(key);
    if (id === undefined) {
      id = this.classes.push(ranges) - 1;
      this.#classIds.set(key, id);
    }
    this.moves[from]!.push(id, to);
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
 * to, and what kind of character came last: guards are decided once both neighbours of a position are known.
 * It works on symbols, groups of code points that no class tells apart; ranges come back at the end.
 * @throws {AutomatonLimitError}
 */
export function determinise(nfa: Nfa): Automaton {
  const { meter } = nfa;
  const alphabet = symbolsOf(nfa);
  const absorbing = isAbsorbing(nfa);
  const numbers = new Map<string, number>();
  const states: { set: readonly number[]; before: Side }[] = [];
  const numberOf = (reached: readonly number[], before: Side): number => {
    const key = `${before}:${reached.join(",")}`;
    let number = numbers.get(key);
    if (number === undefined) {
      const done = absorbing && reached[0] !== nfa.final && unguardedClosure(nfa, reached).has(nfa.final);
      if (done) number = numberOf([nfa.final], other);
      else {
        number = states.length;
        if (number >= maxStates) {
          meter?.states(number);
          throw new AutomatonLimitError(`more than ${maxStates} states`);
        }
        states.push({ set: reached, before });
      }
      numbers.set(key, number);
    }
    return number;
  };
  numberOf([nfa.start], edge);
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  let work = 0;
  for (let i = 0; i < states.length; i++) {
    const { set, before } = states[i]!;
    accepting.push(closure(nfa, set, before, edge).includes(nfa.final));
    const targets: number[][] = alphabet.words.map(() => []);
    for (const after of nfa.guarded ? ([other, word] as const) : ([other] as const)) {
      for (const state of closure(nfa, set, before, after)) {
        const moves = nfa.moves[state]!;
        work += 1 + nfa.empty[state]!.length;
        for (let m = 0; m < moves.length; m += 2) {
          for (const symbol of alphabet.ofClass[moves[m]!]!) {
            work++;
            if (!nfa.guarded || alphabet.words[symbol] === (after === word)) targets[symbol]!.push(moves[m + 1]!);
          }
        }
      }
    }
    if (work > maxWork) {
      meter?.states(maxStates);
      throw new AutomatonLimitError("too many ways to match it");
    }
    const list: number[] = [];
    targets.forEach((reached, symbol) => {
      if (reached.length === 0) return;
      const after = nfa.guarded && alphabet.words[symbol] ? word : other;
      list.push(
        symbol,
        symbol,
        numberOf(
          [...new Set(reached)].sort((a, b) => a - b),
          after,
        ),
      );
    });
    edges.push(list);
  }
  meter?.states(states.length);
  const small = minimise({ accepting, edges });
  return inOrder({ accepting: small.accepting, edges: small.edges.map((list) => withRanges(list, alphabet)) });
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

function unguardedClosure(nfa: Nfa, set: readonly number[]): Set<number> {
  const reached = new Set(set);
  for (const state of reached) for (const { to, guard } of nfa.empty[state]!) if (!guard) reached.add(to);
  return reached;
}

/** The states reached without reading, given what lies before and after the position. */
function closure(nfa: Nfa, set: readonly number[], before: Side, after: Side): number[] {
  const reached = new Set(set);
  for (const state of reached) {
    for (const { to, guard } of nfa.empty[state]!) if (!guard || holds(guard, before, after)) reached.add(to);
  }
  return [...reached];
}

function holds(guard: Guard, before: Side, after: Side): boolean {
  if (guard === "start") return before === edge;
  if (guard === "end") return after === edge;
  const atBoundary = (before === word) !== (after === word);
  return guard === "boundary" ? atBoundary : !atBoundary;
}
