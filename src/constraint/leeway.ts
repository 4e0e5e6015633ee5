/** What may follow in a string whatever it is, as long as it's of some kinds of characters: so much needn't be walked. */
import type { Automaton } from "../schema/index.ts";
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
const mostMet = 100;

/** The leeway at each state of an automaton, found when it's asked for. */
export class Leeways {
  private readonly counted: Leeway[] = [];
  private readonly uncounted: Leeway[] = [];
  private readonly covered: number[] = [];

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
    const kinds = this.covers(state);
    if (kinds === loop.kinds) return loop;
    const need = this.nearest[state]!;
    const most = this.stride(state, kinds, counts ? need : undefined);
    return worth(kinds, most) > worth(loop.kinds, loop.most) ? { kinds, most, need } : loop;
  }

  /** Kinds after any of which, and after more of them, the automaton is in one and the same state: the most such kinds. */
  private loop(state: number): Leeway {
    let best = noLeeway;
    const targets = new Set(ranges.map(([, [first]]) => onlyWay(this.edges(state), first![0], first![1])));
    for (const to of targets) {
      if (to < 0) continue;
      let kinds = 0;
      for (const [of, pairs] of ranges) {
        const leads = pairs.every(
          ([low, high]) => onlyWay(this.edges(state), low, high) === to && onlyWay(this.edges(to), low, high) === to,
        );
        if (leads) kinds |= of;
      }
      if (worth(kinds, Infinity) > worth(best.kinds, Infinity)) {
        best = { kinds, most: Infinity, need: this.nearest[to]! };
      }
    }
    return best;
  }

  /** Kinds of which any character may follow. */
  private covers(state: number): number {
    let kinds = this.covered[state];
    if (kinds === undefined) {
      kinds = 0;
      for (const [of, pairs] of ranges) if (pairs.every((pair) => takesAll(this.edges(state), pair))) kinds |= of;
      this.covered[state] = kinds;
    }
    return kinds;
  }

  /** How many characters of these kinds may follow, whatever they are, and leave the need as it is if one is given. */
  private stride(start: number, kinds: number, need: number | undefined): number {
    const met = new Set([start]);
    let level = [start];
    for (let most = 0; level.length > 0; most++) {
      // One may lead to a state in which not all of them may follow, but to none with another need.
      if (need !== undefined && level.some((state) => this.nearest[state] !== need)) return most - 1;
      if (met.size > mostMet || level.some((state) => (this.covers(state) & kinds) !== kinds)) return most;
      const next: number[] = [];
      for (const state of level) {
        const edges = this.edges(state);
        for (let i = 0; i < edges.length; i += 3) {
          const to = edges[i + 2]!;
          if (met.has(to) || !meets(kinds, edges[i]!, edges[i + 1]!)) continue;
          met.add(to);
          next.push(to);
        }
      }
      level = next;
    }
    return Infinity;
  }

  private edges(state: number): readonly number[] {
    return this.automaton.edges[state]!;
  }
}

function worth(kinds: number, most: number): number {
  let worth = 0;
  for (const [kind, share] of shares) if ((kinds & kind) !== 0) worth += share;
  return worth * Math.min(most, longToken);
}

/** Where all of these characters lead, or −2 if to different states. */
export function onlyWay(edges: readonly number[], low: number, high: number): number {
  const i = firstEdge(edges, low);
  return i < edges.length && edges[i]! <= low && edges[i + 1]! >= high ? edges[i + 2]! : -2;
}

function takesAll(edges: readonly number[], [low, high]: readonly [number, number]): boolean {
  let next = low;
  for (let i = firstEdge(edges, low); i < edges.length && edges[i]! <= next; i += 3) {
    next = edges[i + 1]! + 1;
    if (next > high) return true;
  }
  return false;
}

/** Whether one of these characters is of one of the kinds. */
function meets(kinds: number, low: number, high: number): boolean {
  return ranges.some(([of, pairs]) => (kinds & of) !== 0 && pairs.some((pair) => pair[0] <= high && pair[1] >= low));
}

/** Index of the first edge that ends at `low` or after it. */
export function firstEdge(edges: readonly number[], low: number): number {
  let from = 0;
  let to = edges.length / 3;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (edges[middle * 3 + 1]! < low) from = middle + 1;
    else to = middle;
  }
  return from * 3;
}
