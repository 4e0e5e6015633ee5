/**
 * Look-around within a pattern. A look behind asks whether the text so far ends in something: an automaton that runs along
 * tells at every place, so a state of the pattern and a state of each such automaton are together a state of a pattern
 * without it. A look ahead is a look behind of the reversed text.
 */
import { type Automaton, AutomatonLimitError, type Meter } from "./automaton.ts";
import { anything, inBoth } from "./characters.ts";
import { determinise, Nfa } from "./nfa.ts";

/** States of a pattern and its looks together: those of more would hardly come to an automaton within its own limit. */
const mostStates = 5000;

/** What a pattern asks of the text before or after a place. */
export interface Look {
  readonly behind: boolean;
  readonly negate: boolean;
  /** All the texts before the place, or all those after it, that it finds itself in. */
  readonly texts: Automaton;
}

/** The same language without looks. @throws {import("./automaton.ts").AutomatonLimitError} */
export function withoutLooks(nfa: Nfa): Nfa {
  const { looks } = nfa;
  if (looks.length === 0) return nfa;
  if (nfa.moves.length > mostStates) throw tooMany();
  const forward = looks.some(({ behind }) => behind) ? alongside(nfa, behindOnes(looks, true)) : nfa;
  if (looks.every(({ behind }) => behind)) return forward;
  const ahead = behindOnes(looks, false).map((look) => look && { ...look, texts: reversed(look.texts, nfa.meter) });
  return mirrored(alongside(mirrored(forward), ahead));
}

/** The looks of one direction, each at its number. */
function behindOnes(looks: readonly Look[], behind: boolean): (Look | undefined)[] {
  return looks.map((look) => (look.behind === behind ? look : undefined));
}

/** The automaton of the reversed texts. */
function reversed({ accepting, edges }: Automaton, meter: Meter | undefined): Automaton {
  const nfa = new Nfa(meter);
  for (let state = 0; state < edges.length; state++) nfa.state();
  edges.forEach((list, from) => {
    for (let i = 0; i < list.length; i += 3) nfa.add(list[i + 2]! + 1, [list[i]!, list[i + 1]!], from + 1);
  });
  accepting.forEach((accepts, state) => {
    if (accepts) nfa.connect(nfa.start, state + 1);
  });
  nfa.final = 1;
  return determinise(nfa);
}

/** The same patterns read from right to left. */
function mirrored(nfa: Nfa): Nfa {
  const out = new Nfa(nfa.meter);
  for (let state = 0; state < nfa.moves.length; state++) out.state();
  nfa.moves.forEach((moves, from) => {
    for (let m = 0; m < moves.length; m += 2) out.add(moves[m + 1]! + 1, nfa.classes[moves[m]!]!, from + 1);
  });
  nfa.empty.forEach((list, from) => {
    for (const { to, guard } of list) {
      const turned = guard === "start" ? "end" : guard === "end" ? "start" : guard;
      out.connect(to + 1, from + 1, turned);
    }
  });
  out.connect(out.start, nfa.final + 1);
  out.final = nfa.start + 1;
  return out;
}

/** No text from here on is one of the look's. */
const lost = -1;

/** A pattern and the automata of its looks behind, as one: their guards are decided. Others stay. */
function alongside(nfa: Nfa, looks: readonly (Look | undefined)[]): Nfa {
  const out = new Nfa(nfa.meter);
  const ways = new Ways(looks);
  const end = out.state();
  out.final = end;
  const numbers = new Map<string, number>();
  const todo: { readonly state: number; readonly at: readonly number[]; readonly number: number }[] = [];
  const numberOf = (state: number, at: readonly number[]): number => {
    const key = `${state} ${at.join()}`;
    let number = numbers.get(key);
    if (number === undefined) {
      if (numbers.size === mostStates) throw tooMany();
      number = out.state();
      numbers.set(key, number);
      todo.push({ state, at, number });
      if (state === nfa.final) out.connect(number, end);
    }
    return number;
  };
  const start = looks.map((look) => (look ? 0 : lost));
  out.connect(out.start, numberOf(nfa.start, start));
  for (let top = todo.pop(); top; top = todo.pop()) {
    const { state, at, number } = top;
    for (const { to, guard } of nfa.empty[state]!) {
      const look = typeof guard === "number" ? looks[guard] : undefined;
      if (!look) out.connect(number, numberOf(to, at), guard);
      else if (isIn(look.texts, at[guard as number]!) !== look.negate) out.connect(number, numberOf(to, at));
    }
    const moves = nfa.moves[state]!;
    for (let m = 0; m < moves.length; m += 2) {
      const ranges = nfa.classes[moves[m]!]!;
      for (const way of ways.from(at)) {
        const both = inBoth(ranges, way.ranges);
        if (both.length > 0) out.add(number, both, numberOf(moves[m + 1]!, way.to));
      }
    }
  }
  return out;
}

function isIn({ accepting }: Automaton, state: number): boolean {
  return state !== lost && accepting[state] === true;
}

/** How characters lead on in several automata at once. */
class Ways {
  readonly #looks: readonly (Look | undefined)[];
  readonly #known = new Map<string, readonly Way[]>();

  constructor(looks: readonly (Look | undefined)[]) {
    this.#looks = looks;
  }

  from(at: readonly number[]): readonly Way[] {
    const key = at.join();
    let ways = this.#known.get(key);
    if (!ways) this.#known.set(key, (ways = this.#find(at)));
    return ways;
  }

  #find(at: readonly number[]): readonly Way[] {
    const lists = at.map((state, i) => (state === lost ? [] : this.#looks[i]!.texts.edges[state]!));
    const cuts = new Set(anything.flatMap((point, i) => (i % 2 === 0 ? [point] : [point + 1])));
    for (const list of lists) for (let i = 0; i < list.length; i += 3) cuts.add(list[i]!).add(list[i + 1]! + 1);
    const points = [...cuts].sort((a, b) => a - b);
    const byTarget = new Map<string, { ranges: number[]; to: number[] }>();
    for (let i = 0; i + 1 < points.length; i++) {
      const low = points[i]!;
      if (low === 0xd800) continue;
      const to = lists.map((list) => targetOf(list, low));
      const key = to.join();
      const way = byTarget.get(key) ?? { ranges: [], to };
      way.ranges.push(low, points[i + 1]! - 1);
      byTarget.set(key, way);
    }
    return [...byTarget.values()];
  }
}

interface Way {
  readonly ranges: readonly number[];
  readonly to: readonly number[];
}

function targetOf(list: readonly number[], codePoint: number): number {
  for (let i = 0; i < list.length; i += 3) if (list[i]! <= codePoint && codePoint <= list[i + 1]!) return list[i + 2]!;
  return lost;
}

function tooMany(): AutomatonLimitError {
  return new AutomatonLimitError(`more than ${mostStates} states with what it looks for`);
}
