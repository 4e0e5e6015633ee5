import type { Automaton } from "./automaton.ts";

/** Accepts no text. */
export const noText: Automaton = { accepting: [false], edges: [[]] };

/**
 * The smallest automaton of the same language, its states numbered in breadth-first order, so that equal languages
 * give equal data.
 *
 * Classes of states are split by what leads into a class until nothing splits, always going on with the smaller part
 * (Hopcroft 1971), on partitions of states and of transitions in flat arrays (Valmari 2012): O(m log n) for m transitions.
 * Labels are ranges of code points, so first it is found out which ranges no state tells apart.
 */
export function minimise(automaton: Automaton): Automaton {
  const live = reachesAcceptance(automaton);
  if (!live[0]) return noText;
  return renumber(automaton, classesOf(automaton, live));
}

/** The same automaton with its states numbered in breadth-first order, edges taken by code point. */
export function inOrder(automaton: Automaton): Automaton {
  return renumber(automaton, Int32Array.from(automaton.accepting.keys()));
}

/** Per state its class of states with the same language; −1 for those from where nothing is accepted. */
function classesOf({ accepting, edges }: Automaton, live: Uint8Array): Int32Array {
  const { from, label, to } = transitionsOf(edges, live);
  const states = new Partition(Array.from(live.keys()).filter((state) => live[state]));
  for (let state = 0; state < live.length; state++) if (live[state] && accepting[state]) states.mark(state);
  states.split();
  const incoming = groupedBy(to, live.length);
  const labels = groupedBy(label, label.reduce((most, one) => Math.max(most, one), -1) + 1);
  const transitions = new Partition(labels.members, labels.starts);
  let splitter = 1;
  for (let set = 0; set < transitions.count; set++) {
    for (let i = transitions.first[set]!; i < transitions.past[set]!; i++) states.mark(from[transitions.members[i]!]!);
    states.split();
    for (; splitter < states.count; splitter++) {
      for (let i = states.first[splitter]!; i < states.past[splitter]!; i++) {
        const state = states.members[i]!;
        for (let j = incoming.starts[state]!; j < incoming.starts[state + 1]!; j++)
          transitions.mark(incoming.members[j]!);
      }
      transitions.split();
    }
  }
  return Int32Array.from(live, (alive, state) => (alive ? states.setOf[state]! : -1));
}

/** A partition into sets that split into what has been marked and what hasn't; the smaller part gets a new number. */
class Partition {
  count: number;
  readonly members: Int32Array;
  readonly setOf: Int32Array;
  /** Per set, where its members begin and end. */
  readonly first: Int32Array;
  readonly past: Int32Array;
  readonly #at: Int32Array;
  readonly #marked: Int32Array;
  readonly #touched: number[] = [];

  /** @param starts where each of the first sets begins, and where the last one ends: one set unless given */
  constructor(members: ArrayLike<number>, starts: ArrayLike<number> = [0, members.length]) {
    const size = members.length;
    let largest = -1;
    for (let i = 0; i < size; i++) largest = Math.max(largest, members[i]!);
    this.members = Int32Array.from(members);
    this.setOf = new Int32Array(largest + 1);
    this.first = new Int32Array(size + 1);
    this.past = new Int32Array(size + 1);
    this.#at = new Int32Array(largest + 1);
    this.#marked = new Int32Array(size + 1);
    this.count = 0;
    for (let set = 0; set + 1 < starts.length; set++) {
      if (starts[set] === starts[set + 1]) continue;
      this.first[this.count] = starts[set]!;
      this.past[this.count] = starts[set + 1]!;
      for (let i = starts[set]!; i < starts[set + 1]!; i++) {
        this.#at[members[i]!] = i;
        this.setOf[members[i]!] = this.count;
      }
      this.count++;
    }
  }

  /** Marks a member of the partition; again does nothing. */
  mark(member: number): void {
    const set = this.setOf[member]!;
    const at = this.#at[member]!;
    const end = this.first[set]! + this.#marked[set]!;
    if (at < end) return;
    const other = this.members[end]!;
    this.members[at] = other;
    this.#at[other] = at;
    this.members[end] = member;
    this.#at[member] = end;
    if (this.#marked[set]!++ === 0) this.#touched.push(set);
  }

  /** Splits every set that has marked members and others, and takes the marks away. */
  split(): void {
    for (let set = this.#touched.pop(); set !== undefined; set = this.#touched.pop()) {
      const middle = this.first[set]! + this.#marked[set]!;
      this.#marked[set] = 0;
      if (middle === this.past[set]) continue;
      const fresh = this.count++;
      if (middle - this.first[set]! <= this.past[set]! - middle) {
        this.first[fresh] = this.first[set]!;
        this.past[fresh] = middle;
        this.first[set] = middle;
      } else {
        this.first[fresh] = middle;
        this.past[fresh] = this.past[set]!;
        this.past[set] = middle;
      }
      for (let i = this.first[fresh]!; i < this.past[fresh]!; i++) this.setOf[this.members[i]!] = fresh;
    }
  }
}

interface Transitions {
  readonly from: Int32Array;
  /** Numbers of groups of code points that no state tells apart. */
  readonly label: Int32Array;
  readonly to: Int32Array;
}

function transitionsOf(edges: Automaton["edges"], live: Uint8Array): Transitions {
  const cuts = new Set<number>();
  for (let state = 0; state < edges.length; state++) {
    if (!live[state]) continue;
    const own = edges[state]!;
    for (let i = 0; i < own.length; i += 3) cuts.add(own[i]!).add(own[i + 1]! + 1);
  }
  const ranges = new Map<number, number>();
  for (const cut of Int32Array.from(cuts).sort()) ranges.set(cut, ranges.size);
  // The same edges, from one elementary range to another.
  const spans = edges.map((own, state) => {
    const span = new Int32Array(live[state] ? own.length : 0);
    for (let i = 0; i < span.length; i += 3) {
      span[i] = ranges.get(own[i]!)!;
      span[i + 1] = ranges.get(own[i + 1]! + 1)!;
      span[i + 2] = own[i + 2]!;
    }
    return span;
  });
  const groups = new Groups(ranges.size);
  for (const span of spans) groups.refine(span);
  const from: number[] = [];
  const label: number[] = [];
  const to: number[] = [];
  for (const [state, span] of spans.entries()) {
    for (let i = 0; i < span.length; i += 3) {
      if (!live[span[i + 2]!]) continue;
      for (let range = span[i]!; range < span[i + 1]!; range++) {
        if (groups.firstOf[groups.of[range]!] !== range) continue;
        from.push(state);
        label.push(groups.of[range]!);
        to.push(span[i + 2]!);
      }
    }
  }
  return { from: Int32Array.from(from), label: Int32Array.from(label), to: Int32Array.from(to) };
}

/** Groups of ranges that no state tells apart, as far as states have been looked at. */
class Groups {
  readonly of: Int32Array;
  /** Per group its first range. */
  readonly firstOf: number[] = [0];
  readonly #sizes: number[];
  /** Per group: the last look at a state that came by it, where that leads and in how many ranges. */
  readonly #looked: number[] = [0];
  readonly #target: number[] = [0];
  readonly #seen: number[] = [0];
  #looks = 0;

  constructor(ranges: number) {
    this.of = new Int32Array(ranges);
    this.#sizes = [ranges];
  }

  /** @param span a state's edges, as flat triples: first range, the one after the last, target */
  refine(span: Int32Array): void {
    if (this.#tells(span)) this.#split(span);
  }

  /** Does a state lead somewhere else from a part of a group? */
  #tells(span: Int32Array): boolean {
    const look = ++this.#looks;
    const met: number[] = [];
    for (let i = 0; i < span.length; i += 3) {
      const target = span[i + 2]!;
      for (let range = span[i]!; range < span[i + 1]!; range++) {
        const group = this.of[range]!;
        if (this.#looked[group] !== look) {
          this.#looked[group] = look;
          this.#target[group] = target;
          this.#seen[group] = 1;
          met.push(group);
        } else if (this.#target[group] !== target) return true;
        else this.#seen[group]!++;
      }
    }
    for (const group of met) if (this.#seen[group] !== this.#sizes[group]) return true;
    return false;
  }

  #split(span: Int32Array): void {
    const parts = new Map<string, number>();
    for (let i = 0; i < span.length; i += 3) {
      for (let range = span[i]!; range < span[i + 1]!; range++) {
        const group = this.of[range]!;
        const key = `${group} ${span[i + 2]!}`;
        let part = parts.get(key);
        if (part === undefined) parts.set(key, (part = this.#group()));
        this.of[range] = part;
        this.#sizes[part]!++;
        this.#sizes[group]!--;
      }
    }
    this.firstOf.fill(-1);
    for (let range = this.of.length - 1; range >= 0; range--) this.firstOf[this.of[range]!] = range;
  }

  #group(): number {
    for (const list of [this.#looked, this.#target, this.#seen, this.#sizes]) list.push(0);
    return this.firstOf.push(-1) - 1;
  }
}

/** Numbers 0, 1, 2, … by their key: those of key k are `members` from `starts[k]` on. */
function groupedBy(keys: Int32Array, count: number): { starts: Int32Array; members: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (const key of keys) starts[key + 1]!++;
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const members = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) members[next[keys[i]!]!++] = i;
  return { starts, members };
}

function renumber(automaton: Automaton, classes: Int32Array): Automaton {
  const numbers = new Int32Array(classes.length).fill(-1);
  numbers[classes[0]!] = 0;
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
      if (numbers[group]! < 0) numbers[group] = order.push(target) - 1;
      pushEdge(merged, own[i]!, own[i + 1]!, numbers[group]!);
    }
    edges.push(merged);
  }
  return { accepting, edges };
}

/** Appends an edge, joining it to the last one where they touch and lead to the same state. */
export function pushEdge(edges: number[], low: number, high: number, target: number): void {
  const end = edges.length;
  if (end > 0 && edges[end - 1] === target && edges[end - 2]! + 1 === low) edges[end - 2] = high;
  else edges.push(low, high, target);
}

function reachesAcceptance({ accepting, edges }: Automaton): Uint8Array {
  const from: number[] = [];
  const to: number[] = [];
  edges.forEach((own, state) => {
    for (let i = 2; i < own.length; i += 3) {
      from.push(state);
      to.push(own[i]!);
    }
  });
  const incoming = groupedBy(Int32Array.from(to), accepting.length);
  const live = Uint8Array.from(accepting, Number);
  const todo = Array.from(live.keys()).filter((state) => live[state]);
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    for (let i = incoming.starts[state]!; i < incoming.starts[state + 1]!; i++) {
      const source = from[incoming.members[i]!]!;
      if (live[source]) continue;
      live[source] = 1;
      todo.push(source);
    }
  }
  return live;
}
