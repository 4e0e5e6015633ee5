/**
 * Deterministic finite automata over Unicode code points, as plain data.
 *
 * Laws: state 0 is the start; `edges[s]` is a flat list of triples `low, high, target`, in ascending order and not
 * overlapping; a code point on no edge has no way on; every state is reached from the start and reaches an accepting
 * state, except state 0 of the automaton of nothing. Surrogates (U+D800–DFFF) are on no edge: text that a model writes
 * has none.
 */
export interface Automaton {
  readonly accepting: readonly boolean[];
  readonly edges: readonly (readonly number[])[];
}

/** Passing a limit on states or edges. The caller decides whether that is an error or a reason to check otherwise. */
export class AutomatonLimitError extends Error {
  override readonly name = "AutomatonLimitError";
}

/** Told how many states are made; throws an AutomatonLimitError when that is too many in all. */
export interface Meter {
  states(count: number): void;
}

/** The most states an automaton may have. A pattern over it falls to a boundary check. */
export const maxStates = 4000;
/** The same for a list of given texts, which costs no more than the texts themselves. */
const maxTextStates = 200_000;
/** The highest code point. */
export const maxCodePoint = 0x10ffff;

/** Accepts every text. */
export const anyText: Automaton = { accepting: [true], edges: [[0, 0xd7ff, 0, 0xe000, maxCodePoint, 0]] };
/** Accepts no text. */
export const noText: Automaton = { accepting: [false], edges: [[]] };

/**
 * Accepts texts by their number of code points.
 * @throws {AutomatonLimitError}
 */
export function lengthAutomaton(min: number, max: number): Automaton {
  const last = max === Number.POSITIVE_INFINITY ? min : max;
  if (last >= maxStates) throw new AutomatonLimitError(`more than ${maxStates} states`);
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  for (let length = 0; length <= last; length++) {
    accepting.push(length >= min);
    const target = length < last ? length + 1 : max === last ? -1 : last;
    edges.push(target < 0 ? [] : anyText.edges[0]!.map((bound, i) => (i % 3 === 2 ? target : bound)));
  }
  return { accepting, edges };
}

/** Accepts exactly these texts. @throws {AutomatonLimitError} */
export function textsAutomaton(texts: Iterable<string>): Automaton {
  const accepting = [false];
  const next: Map<number, number>[] = [new Map()];
  for (const text of texts) {
    let state = 0;
    for (const character of text) {
      const codePoint = character.codePointAt(0)!;
      let target = next[state]!.get(codePoint);
      if (target === undefined) {
        target = next.length;
        if (target >= maxTextStates) throw new AutomatonLimitError(`more than ${maxTextStates} states`);
        next[state]!.set(codePoint, target);
        next.push(new Map());
        accepting.push(false);
      }
      state = target;
    }
    accepting[state] = true;
  }
  const edges = next.map((moves) =>
    [...moves].sort(([a], [b]) => a - b).flatMap(([codePoint, target]) => [codePoint, codePoint, target]),
  );
  return minimise({ accepting, edges });
}

/** Is there no text that it accepts? */
export function isEmpty(automaton: Automaton): boolean {
  return automaton.accepting.length === 1 && !automaton.accepting[0];
}

/** The state after one code point, or -1. */
export function step(automaton: Automaton, state: number, codePoint: number): number {
  const edges = automaton.edges[state]!;
  let low = 0;
  let high = edges.length / 3 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < edges[middle * 3]!) high = middle - 1;
    else if (codePoint > edges[middle * 3 + 1]!) low = middle + 1;
    else return edges[middle * 3 + 2]!;
  }
  return -1;
}

/** Does it accept the whole of this text? */
export function matches(automaton: Automaton, text: string): boolean {
  let state = 0;
  for (const character of text) {
    state = step(automaton, state, character.codePointAt(0)!);
    if (state < 0) return false;
  }
  return automaton.accepting[state]!;
}

/** Accepts what both accept. @throws {AutomatonLimitError} */
export function intersect(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  return product(a, b, (x, y) => x && y, false, maxStates, meter);
}

/** Accepts what `a` accepts and `b` doesn't. @throws {AutomatonLimitError} */
export function subtract(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  return product(a, b, (x, y) => x && !y, true, Math.max(maxStates, b.accepting.length + 1), meter);
}

/** Accepts what either accepts. @throws {AutomatonLimitError} */
export function unite(a: Automaton, b: Automaton, meter?: Meter): Automaton {
  const neither = intersect(subtract(anyText, a, meter), subtract(anyText, b, meter), meter);
  return subtract(anyText, neither, meter);
}

/** The fewest and most code points of an accepted text; the most is `Infinity` where there is no bound. */
export function lengthRange(automaton: Automaton): { shortest: number; longest: number } {
  if (isEmpty(automaton)) return { shortest: Number.POSITIVE_INFINITY, longest: -1 };
  const count = automaton.accepting.length;
  const distance = new Int32Array(count).fill(-1);
  distance[0] = 0;
  let shortest = Number.POSITIVE_INFINITY;
  const queue = [0];
  for (const state of queue) {
    if (automaton.accepting[state]) shortest = Math.min(shortest, distance[state]!);
    for (let i = 2; i < automaton.edges[state]!.length; i += 3) {
      const target = automaton.edges[state]![i]!;
      if (distance[target]! >= 0) continue;
      distance[target] = distance[state]! + 1;
      queue.push(target);
    }
  }
  return { shortest, longest: longestPath(automaton) };
}

/** The longest path from the start; every state reaches acceptance, so any cycle means no bound. Kahn's order. */
function longestPath(automaton: Automaton): number {
  const count = automaton.accepting.length;
  const incoming = new Int32Array(count);
  for (const edges of automaton.edges) for (let i = 2; i < edges.length; i += 3) incoming[edges[i]!]!++;
  const length = new Int32Array(count);
  const queue = incoming[0] === 0 ? [0] : [];
  let seen = 0;
  let longest = 0;
  for (const state of queue) {
    seen++;
    longest = Math.max(longest, length[state]!);
    const edges = automaton.edges[state]!;
    for (let i = 2; i < edges.length; i += 3) {
      const target = edges[i]!;
      length[target] = Math.max(length[target]!, length[state]! + 1);
      if (--incoming[target]! === 0) queue.push(target);
    }
  }
  return seen === count ? longest : Number.POSITIVE_INFINITY;
}

/**
 * Runs two automata side by side. `keepLeftAlone`: go on where `b` has no way (its state is then -1).
 * @throws {AutomatonLimitError}
 */
function product(
  a: Automaton,
  b: Automaton,
  accept: (a: boolean, b: boolean) => boolean,
  keepLeftAlone: boolean,
  limit: number,
  meter: Meter | undefined,
): Automaton {
  meter?.states(1);
  const width = b.accepting.length + 1;
  const numbers = new Map<number, number>([[0 * width + 1, 0]]);
  const pairs: [number, number][] = [[0, 0]];
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  const numberOf = (x: number, y: number): number => {
    const key = x * width + y + 1;
    let number = numbers.get(key);
    if (number === undefined) {
      number = pairs.length;
      if (number >= limit) {
        meter?.states(number);
        throw new AutomatonLimitError(`more than ${limit} states`);
      }
      numbers.set(key, number);
      pairs.push([x, y]);
    }
    return number;
  };
  for (let i = 0; i < pairs.length; i++) {
    const [x, y] = pairs[i]!;
    accepting.push(accept(a.accepting[x]!, y >= 0 && b.accepting[y]!));
    const list: number[] = [];
    const right = y >= 0 ? b.edges[y]! : [];
    const left = a.edges[x]!;
    let r = 0;
    for (let l = 0; l < left.length; l += 3) {
      let low = left[l]!;
      const high = left[l + 1]!;
      while (low <= high) {
        while (r < right.length && right[r + 1]! < low) r += 3;
        const inside = r < right.length && right[r]! <= low;
        const end = inside ? Math.min(high, right[r + 1]!) : r < right.length ? Math.min(high, right[r]! - 1) : high;
        if (inside || keepLeftAlone) pushEdge(list, low, end, numberOf(left[l + 2]!, inside ? right[r + 2]! : -1));
        low = end + 1;
      }
    }
    edges.push(list);
  }
  meter?.states(pairs.length);
  return minimise({ accepting, edges });
}

/** Appends an edge, joining it to the last one where they touch and lead to the same state. */
export function pushEdge(edges: number[], low: number, high: number, target: number): void {
  const end = edges.length;
  if (end > 0 && edges[end - 1] === target && edges[end - 2]! + 1 === low) edges[end - 2] = high;
  else edges.push(low, high, target);
}

/**
 * The smallest automaton of the same language, its states numbered in breadth-first order, so that equal languages
 * give equal data. Splits classes of states by what leads into a class until nothing splits, always going on with the
 * smaller parts (Hopcroft 1971); labels are ranges, so a state is told apart by the set of ranges that lead it there.
 */
export function minimise(automaton: Automaton): Automaton {
  const live = reachesAcceptance(automaton);
  if (!live[0]) return noText;
  const { accepting, edges } = automaton;
  const classOf = new Int32Array(accepting.length).fill(-1);
  const classes: number[][] = [];
  for (const accepts of [true, false]) {
    const members: number[] = [];
    for (let s = 0; s < accepting.length; s++) if (live[s] && accepting[s] === accepts) members.push(s);
    for (const s of members) classOf[s] = classes.length;
    if (members.length > 0) classes.push(members);
  }
  const incoming = incomingEdges(edges, live);
  const todo = new Set(classes.keys());
  for (const splitter of todo) {
    todo.delete(splitter);
    for (const [group, byLabels] of sourcesOf(classes[splitter]!, incoming, classOf)) {
      const parts = [...byLabels.values()];
      const touched = parts.reduce((sum, part) => sum + part.length, 0);
      if (touched < classes[group]!.length) {
        const inParts = new Set(parts.flat());
        parts.push(classes[group]!.filter((s) => !inParts.has(s)));
      }
      if (parts.length === 1) continue;
      parts.sort((a, b) => b.length - a.length);
      const waiting = todo.has(group);
      classes[group] = parts[0]!;
      for (const part of parts.slice(1)) {
        for (const s of part) classOf[s] = classes.length;
        todo.add(classes.length);
        classes.push(part);
      }
      if (waiting) todo.add(group);
    }
  }
  return renumber(automaton, classOf);
}

/** Per state, the edges that lead to it from live states, as flat triples `low, high, source`. */
function incomingEdges(edges: Automaton["edges"], live: Uint8Array): number[][] {
  const incoming: number[][] = edges.map(() => []);
  edges.forEach((list, s) => {
    if (!live[s]) return;
    for (let i = 0; i < list.length; i += 3) incoming[list[i + 2]!]!.push(list[i]!, list[i + 1]!, s);
  });
  return incoming;
}

/** The states with an edge into these ones, by their class and by the set of labels of such edges. */
function sourcesOf(
  states: readonly number[],
  incoming: readonly (readonly number[])[],
  classOf: Int32Array,
): Map<number, Map<string, number[]>> {
  const labels = new Map<number, [number, number][]>();
  for (const state of states) {
    const list = incoming[state]!;
    for (let i = 0; i < list.length; i += 3) {
      const known = labels.get(list[i + 2]!);
      if (known) known.push([list[i]!, list[i + 1]!]);
      else labels.set(list[i + 2]!, [[list[i]!, list[i + 1]!]]);
    }
  }
  const found = new Map<number, Map<string, number[]>>();
  for (const [source, ranges] of labels) {
    const group = classOf[source]!;
    let byLabels = found.get(group);
    if (!byLabels) {
      byLabels = new Map();
      found.set(group, byLabels);
    }
    const key = rangesKey(ranges);
    const known = byLabels.get(key);
    if (known) known.push(source);
    else byLabels.set(key, [source]);
  }
  return found;
}

/** The same text for the same set of code points, however it is cut into ranges. */
function rangesKey(ranges: [number, number][]): string {
  if (ranges.length === 1) return `${ranges[0]![0]}-${ranges[0]![1]}`;
  ranges.sort((a, b) => a[0] - b[0]);
  let key = "";
  let [low, high] = ranges[0]!;
  for (let i = 1; i < ranges.length; i++) {
    const [nextLow, nextHigh] = ranges[i]!;
    if (nextLow > high + 1) {
      key += `${low}-${high},`;
      low = nextLow;
    }
    high = nextHigh;
  }
  return `${key}${low}-${high}`;
}

/** The same automaton with its states numbered in breadth-first order, edges taken by code point. */
export function inOrder(automaton: Automaton): Automaton {
  return renumber(automaton, Int32Array.from(automaton.accepting.keys()));
}

function renumber(automaton: Automaton, classes: Int32Array): Automaton {
  const numbers = new Map<number, number>([[classes[0]!, 0]]);
  const order = [0];
  const accepting: boolean[] = [];
  const edges: number[][] = [];
  for (const state of order) {
    accepting.push(automaton.accepting[state]!);
    const merged: number[] = [];
    const own = automaton.edges[state]!;
    for (let i = 0; i < own.length; i += 3) {
      const target = own[i + 2]!;
      const group = classes[target]!;
      if (group < 0) continue;
      let number = numbers.get(group);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(group, number);
        order.push(target);
      }
      pushEdge(merged, own[i]!, own[i + 1]!, number);
    }
    edges.push(merged);
  }
  return { accepting, edges };
}

function reachesAcceptance(automaton: Automaton): Uint8Array {
  const count = automaton.accepting.length;
  const sources: number[][] = Array.from({ length: count }, () => []);
  automaton.edges.forEach((edges, s) => {
    for (let i = 2; i < edges.length; i += 3) sources[edges[i]!]!.push(s);
  });
  const live = new Uint8Array(count);
  const stack: number[] = [];
  for (let s = 0; s < count; s++) if (automaton.accepting[s]) stack.push(s);
  for (const s of stack) live[s] = 1;
  while (stack.length > 0) {
    for (const source of sources[stack.pop()!]!) {
      if (live[source]) continue;
      live[source] = 1;
      stack.push(source);
    }
  }
  return live;
}
