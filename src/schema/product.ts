import { type Automaton, AutomatonLimitError, anyText, type Meter, maxStates } from "./automaton.ts";
import { minimal } from "./minimise.ts";
import { Pairs } from "./numbering.ts";
import { Sketch, sizeOf } from "./sketch.ts";

/** Accepts what both accept. @throws {AutomatonLimitError} */
export function intersect(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  meter?.states(1);
  const pairs = product(a, b, false, maxStates, meter);
  meter?.states(pairs.sketch.count);
  return shared(a, b, pairs);
}

/** Accepts what `a` accepts and `b` doesn't. @throws {AutomatonLimitError} */
export function subtract(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  meter?.states(1);
  const pairs = product(a, b, true, mostStates(b), meter);
  meter?.states(pairs.sketch.count);
  return left(a, pairs);
}

/** What another accepts of what an automaton accepts, and what it doesn't. */
export interface Parts {
  readonly both: Automaton;
  readonly rest: Automaton;
}

/** What `intersect` and `subtract` make, at once: it costs the meter as much, and less time. @throws {AutomatonLimitError} */
export function parted(a: Automaton, b: Automaton, meter?: Meter): Parts {
  meter?.states(2);
  const pairs = product(a, b, true, mostStates(b), meter);
  meter?.states(pairs.together + pairs.sketch.count);
  return { both: shared(a, b, pairs), rest: left(a, pairs) };
}

/** Accepts what either accepts. @throws {AutomatonLimitError} */
export function unite(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  const neither = intersect(subtract(anyText, a, meter), subtract(anyText, b, meter), meter);
  return subtract(anyText, neither, meter);
}

/**
 * Is there a text that both accept? Cheaper than making the automaton of those. `undefined`: that takes as many steps as an
 * automaton may have states.
 */
export function overlap(a: Automaton, b: Automaton): boolean | undefined {
  const pairs = new Pairs();
  pairs.numberOf(0, 0);
  for (let i = 0; i < pairs.count; i++) {
    if (i >= maxStates) return undefined;
    const x = pairs.left[i]!;
    const y = pairs.right[i]!;
    if (a.accepting[x] && b.accepting[y]) return true;
    const left = a.edges[x]!;
    const right = b.edges[y]!;
    for (let l = 0, r = 0; l < left.length && r < right.length; ) {
      if (left[l]! <= right[r + 1]! && right[r]! <= left[l + 1]!) pairs.numberOf(left[l + 2]!, right[r + 2]!);
      if (left[l + 1]! < right[r + 1]!) l += 3;
      else r += 3;
    }
  }
  return false;
}

/** Two automata run side by side: a state for each pair of states that some text leads to. */
interface Product {
  readonly sketch: Sketch;
  /** The pairs in which both accept, and those in which only the first does. */
  readonly both: Uint8Array;
  readonly rest: Uint8Array;
  /** How many pairs there are in which neither has come to an end. */
  readonly together: number;
  /** Does one accept only what the other accepts, too? Do they accept nothing that both accept? */
  readonly aWithinB: boolean;
  readonly bWithinA: boolean;
  readonly apart: boolean;
}

/** What both accept: often what one of them does, which then is there already. */
function shared(a: Automaton, b: Automaton, { sketch, both, aWithinB, bWithinA }: Product): Automaton {
  return aWithinB ? a : bWithinA ? b : minimal(sketch, both);
}

/** What only the first accepts. */
function left(a: Automaton, { sketch, rest, apart }: Product): Automaton {
  return apart ? a : minimal(sketch, rest);
}

/** The most states that what's left of an automaton may have. */
const mostStates = (b: Automaton): number => Math.max(maxStates, b.accepting.length + 1);

/**
 * @param alone whether to go on where `b` has come to an end
 * @throws {AutomatonLimitError}
 */
function product(a: Automaton, b: Automaton, alone: boolean, limit: number, meter: Meter | undefined): Product {
  /** The state of `b` when it has come to an end. */
  const none = b.accepting.length;
  const pairs = new Pairs();
  pairs.numberOf(0, 0);
  const sketch = new Sketch(sizeOf(a));
  let aWithinB = true;
  let bWithinA = true;
  for (let i = 0; i < pairs.count; i++) {
    const left = a.edges[pairs.left[i]!]!;
    const right = pairs.right[i] === none ? noEdges : b.edges[pairs.right[i]!]!;
    let common = 0;
    let r = 0;
    for (let l = 0; l < left.length; l += 3) {
      const target = left[l + 2]!;
      const last = left[l + 1]!;
      for (let low = left[l]!; low <= last; ) {
        while (r < right.length && right[r + 1]! < low) r += 3;
        let high = last;
        let beside = none;
        if (r < right.length && right[r]! <= last) {
          if (right[r]! > low) high = right[r]! - 1;
          else {
            high = Math.min(high, right[r + 1]!);
            beside = right[r + 2]!;
            common += high - low + 1;
          }
        }
        if (alone || beside !== none) sketch.edge(low, high, pairs.numberOf(target, beside));
        low = high + 1;
      }
    }
    sketch.close();
    if (pairs.count > limit) {
      meter?.states(limit);
      throw new AutomatonLimitError(`more than ${limit} states`);
    }
    aWithinB &&= common === widthOf(left);
    bWithinA &&= common === widthOf(right);
  }
  const both = new Uint8Array(pairs.count);
  const rest = new Uint8Array(pairs.count);
  let together = 0;
  let apart = true;
  for (let i = 0; i < pairs.count; i++) {
    const inA = a.accepting[pairs.left[i]!]!;
    const inB = pairs.right[i] !== none && b.accepting[pairs.right[i]!]!;
    if (pairs.right[i] !== none) together++;
    if (inA && inB) {
      both[i] = 1;
      apart = false;
    } else if (inA) {
      rest[i] = 1;
      aWithinB = false;
    } else if (inB) bWithinA = false;
  }
  return { sketch, both, rest, together, aWithinB, bWithinA, apart };
}

const noEdges: readonly number[] = [];

/** How many code points a state has edges for. */
function widthOf(edges: readonly number[]): number {
  let width = 0;
  for (let i = 0; i < edges.length; i += 3) width += edges[i + 1]! - edges[i]! + 1;
  return width;
}
