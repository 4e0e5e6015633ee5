/** What may follow in a string whatever it is, as long as it's of some kinds of characters: so much needn't be walked. */
import { type Automaton, firstEdge } from "../schema/index.ts";
import { kind, ranges } from "./kinds.ts";

/**
 * Any text of up to `most` characters of these kinds may follow. Where room is counted, the fewest characters that must come
 * after it are `need`, however long it is.
 */
export interface Leeway {
  /** A bit each (see kinds.ts); 0: there's none. */
  readonly kinds: number;
  readonly most: number;
  readonly need: number;
}

export const noLeeway: Leeway = { kinds: 0, most: 0, need: 0 };

/** How much of a vocabulary is of a kind, roughly: to choose by. */
const shares: readonly (readonly [kind: number, share: number])[] = [
  [kind.lower, 24],
  [kind.upper, 4],
  [kind.space, 4],
  [kind.wide, 4],
  [kind.sign, 2],
  [kind.digit, 1],
  [kind.odd, 1],
];
/** Further than this few tokens need it. */
const longToken = 8;
/** States looked at from one of them, about. */
const mostMet = 32;

/** The leeway at each state of an automaton, found when it's asked for. */
export class Leeways {
  private readonly counted: Leeway[] = [];
  private readonly uncounted: Leeway[] = [];
  private readonly ways: Ways[] = [];

  /** @param nearest per state, the fewest characters to acceptance */
  constructor(
    private readonly automaton: Automaton,
    private readonly nearest: readonly number[],
  ) {}

  /** @param counts whether the room matters that a text needs */
  at(state: number, counts: boolean): Leeway {
    const known = counts ? this.counted : this.uncounted;
    return (known[state] ??= this.find(state, counts));
  }

  private find(state: number, counts: boolean): Leeway {
    const loop = this.loop(state);
    const { covered } = this.waysOf(state);
    if (covered === loop.kinds) return loop;
    const need = this.nearest[state]!;
    const most = this.stride(state, covered, counts ? need : -1);
    return worth(covered, most) > worth(loop.kinds, loop.most) ? { kinds: covered, most, need } : loop;
  }

  /** Kinds after any of which, and after more of them, the automaton is in one and the same state: the most such kinds. */
  private loop(state: number): Leeway {
    const { targets, wholly } = this.waysOf(state);
    let best = 0;
    let need = 0;
    for (let i = 0; i < targets.length; i++) {
      if (wholly[i] === 0) continue;
      const after = this.waysOf(targets[i]!);
      const self = after.targets.indexOf(targets[i]!);
      const kinds = self < 0 ? 0 : wholly[i]! & after.wholly[self]!;
      if (worth(kinds, Infinity) <= worth(best, Infinity)) continue;
      best = kinds;
      need = this.nearest[targets[i]!]!;
    }
    return best === 0 ? noLeeway : { kinds: best, most: Infinity, need };
  }

  /**
   * How many characters of these kinds may follow, whatever they are.
   * @param need of all states that they lead to; −1: it doesn't matter
   */
  private stride(start: number, kinds: number, need: number): number {
    const met = [start];
    for (let most = 0, from = 0; from < met.length; most++) {
      // They may lead to a state in which not all of them may follow, but to none with another need.
      const last = met.length;
      for (let i = from; i < last; i++) if (need >= 0 && this.nearest[met[i]!] !== need) return most - 1;
      if (last > mostMet) return most;
      for (let i = from; i < last; i++) if ((this.waysOf(met[i]!).covered & kinds) !== kinds) return most;
      for (let i = from; i < last; i++) {
        const { targets, partly } = this.waysOf(met[i]!);
        for (let w = 0; w < targets.length; w++) {
          if ((partly[w]! & kinds) !== 0 && !met.includes(targets[w]!)) met.push(targets[w]!);
        }
      }
      from = last;
    }
    return Infinity;
  }

  private waysOf(state: number): Ways {
    return (this.ways[state] ??= waysOf(this.automaton.edges[state]!));
  }
}

/** Where a state of an automaton leads, by kinds of characters. */
interface Ways {
  readonly targets: readonly number[];
  /** Per target, the kinds of which some characters lead there, and those of which all do, one range of them by one edge. */
  readonly partly: readonly number[];
  readonly wholly: readonly number[];
  /** Kinds of which any character may follow. */
  readonly covered: number;
}

function waysOf(edges: readonly number[]): Ways {
  const targets: number[] = [];
  const partly: number[] = [];
  const wholly: number[] = [];
  let covered = 0;
  for (let k = 0; k < ranges.length; k++) {
    const [of, pairs] = ranges[k]!;
    let all = true;
    /** Where all of them lead, by one edge for each range. */
    let only = -1;
    for (let p = 0; p < pairs.length; p++) {
      const [low, high] = pairs[p]!;
      let next = low;
      let way = -1;
      for (let i = firstEdge(edges, low); i < edges.length && edges[i]! <= high; i += 3) {
        if (edges[i]! <= next) next = edges[i + 1]! + 1;
        if (edges[i]! <= low && edges[i + 1]! >= high) way = edges[i + 2]!;
        let at = targets.indexOf(edges[i + 2]!);
        if (at < 0) {
          at = targets.push(edges[i + 2]!) - 1;
          partly.push(0);
          wholly.push(0);
        }
        partly[at]! |= of;
      }
      if (next <= high) all = false;
      only = p === 0 || only === way ? way : -1;
    }
    if (all) covered |= of;
    if (only >= 0) wholly[targets.indexOf(only)]! |= of;
  }
  return { targets, partly, wholly, covered };
}

function worth(kinds: number, most: number): number {
  let worth = 0;
  for (const [kind, share] of shares) if ((kinds & kind) !== 0) worth += share;
  return worth * Math.min(most, longToken);
}
