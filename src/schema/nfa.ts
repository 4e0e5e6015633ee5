import { type Automaton, AutomatonLimitError, maxCodePoint, maxStates, minimise, pushEdge } from "./automaton.ts";

/**
 * When an edge that reads nothing may be taken: at the start of the text, at its end, at a word boundary (`\b`), or
 * anywhere but one (`\B`).
 */
export type Guard = "start" | "end" | "boundary" | "inside";

/** Every code point that text can have (no surrogates), as flat pairs `low, high`. */
export const anything: readonly number[] = [0, 0xd7ff, 0xe000, maxCodePoint];

const maxNfaStates = 50_000;

/** A nondeterministic automaton, built state by state (Thompson 1968), with guarded empty edges. */
export class Nfa {
  readonly start = 0;
  final = 0;
  guarded = false;
  /** Per state, flat triples `low, high, target`. */
  readonly moves: number[][] = [[]];
  /** Per state, the empty edges. */
  readonly empty: { to: number; guard: Guard | undefined }[][] = [[]];

  /** @throws {AutomatonLimitError} */
  state(): number {
    if (this.moves.length >= maxNfaStates) throw new AutomatonLimitError(`more than ${maxNfaStates} states`);
    this.empty.push([]);
    return this.moves.push([]) - 1;
  }

  add(from: number, ranges: readonly number[], to: number): void {
    for (let i = 0; i < ranges.length; i += 2) this.moves[from]!.push(ranges[i]!, ranges[i + 1]!, to);
  }

  connect(from: number, to: number, guard?: Guard): void {
    if (guard === "boundary" || guard === "inside") this.guarded = true;
    this.empty[from]!.push({ to, guard });
  }
}

export function emptyNfa(): Nfa {
  return new Nfa();
}

/** What lies on one side of a position: the text's edge, a character of a word, or another character. */
const edge = 0;
const other = 1;
const word = 2;
type Side = typeof edge | typeof other | typeof word;

/** `\w`: what counts as part of a word for `\b`. */
const wordRanges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const otherRanges = [0, 0x2f, 0x3a, 0x40, 0x5b, 0x5e, 0x60, 0x60, 0x7b, 0xd7ff, 0xe000, maxCodePoint];

/**
 * The deterministic automaton of the same language. A state is the set of states that the text so far may have led
 * to, and what kind of character came last: guards are decided once both neighbours of a position are known.
 * @throws {AutomatonLimitError}
 */
export function determinise(nfa: Nfa): Automaton {
  const numbers = new Map<string, number>();
  const states: { set: readonly number[]; before: Side }[] = [];
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  const numberOf = (reached: readonly number[], before: Side): number => {
    const set = absorbing && unguardedClosure(nfa, reached).has(nfa.final) ? [nfa.final] : reached;
    const key = `${before}:${set.join(",")}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = states.length;
      if (number >= maxStates) throw new AutomatonLimitError(`more than ${maxStates} states`);
      numbers.set(key, number);
      states.push({ set, before });
    }
    return number;
  };
  const absorbing = isAbsorbing(nfa);
  numberOf([nfa.start], edge);
  for (let i = 0; i < states.length; i++) {
    const { set, before } = states[i]!;
    accepting.push(closure(nfa, set, before, edge).includes(nfa.final));
    const list: number[] = [];
    if (nfa.guarded) {
      const parts = [
        ...sweep(nfa, closure(nfa, set, before, other), otherRanges).map((part) => ({ ...part, after: other as Side })),
        ...sweep(nfa, closure(nfa, set, before, word), wordRanges).map((part) => ({ ...part, after: word as Side })),
      ].sort((a, b) => a.low - b.low);
      for (const part of parts) pushEdge(list, part.low, part.high, numberOf(part.targets, part.after));
    } else {
      for (const part of sweep(nfa, closure(nfa, set, before, other), anything)) {
        pushEdge(list, part.low, part.high, numberOf(part.targets, other));
      }
    }
    edges.push(list);
  }
  return minimise({ accepting, edges });
}

/** Does everything that got to the final state stay accepted? Then such sets of states are all the same. */
function isAbsorbing(nfa: Nfa): boolean {
  const own = nfa.moves[nfa.final]!.filter((_, i, all) => all[i - (i % 3) + 2] === nfa.final && i % 3 < 2);
  return anything.every((bound, i) => own[i] === bound);
}

function unguardedClosure(nfa: Nfa, set: readonly number[]): Set<number> {
  const reached = new Set(set);
  for (const state of reached) for (const { to, guard } of nfa.empty[state]!) if (!guard) reached.add(to);
  return reached;
}

/** The states reached without reading, given what lies before and after the position. Sorted. */
function closure(nfa: Nfa, set: readonly number[], before: Side, after: Side): number[] {
  const reached = new Set(set);
  for (const state of reached) {
    for (const { to, guard } of nfa.empty[state]!) if (!guard || holds(guard, before, after)) reached.add(to);
  }
  return [...reached].sort((a, b) => a - b);
}

function holds(guard: Guard, before: Side, after: Side): boolean {
  if (guard === "start") return before === edge;
  if (guard === "end") return after === edge;
  const atBoundary = (before === word) !== (after === word);
  return guard === "boundary" ? atBoundary : !atBoundary;
}

interface Part {
  readonly low: number;
  readonly high: number;
  readonly targets: readonly number[];
}

/** Splits the alphabet where the set of targets changes; parts that lead nowhere are left out. */
function sweep(nfa: Nfa, closed: readonly number[], alphabet: readonly number[]): Part[] {
  const events: [at: number, target: number, change: 1 | -1][] = [];
  for (const state of closed) {
    const moves = nfa.moves[state]!;
    for (let i = 0; i < moves.length; i += 3) {
      events.push([moves[i]!, moves[i + 2]!, 1], [moves[i + 1]! + 1, moves[i + 2]!, -1]);
    }
  }
  events.sort((a, b) => a[0] - b[0]);
  const active = new Map<number, number>();
  const parts: Part[] = [];
  let window = 0;
  for (let i = 0; i < events.length; ) {
    const low = events[i]![0];
    for (; i < events.length && events[i]![0] === low; i++) {
      const [, target, change] = events[i]!;
      const count = (active.get(target) ?? 0) + change;
      if (count === 0) active.delete(target);
      else active.set(target, count);
    }
    if (active.size === 0 || i === events.length) continue;
    const high = events[i]![0] - 1;
    const targets = [...active.keys()].sort((a, b) => a - b);
    while (window < alphabet.length && alphabet[window + 1]! < low) window += 2;
    for (let w = window; w < alphabet.length && alphabet[w]! <= high; w += 2) {
      parts.push({ low: Math.max(low, alphabet[w]!), high: Math.min(high, alphabet[w + 1]!), targets });
    }
  }
  return parts;
}
