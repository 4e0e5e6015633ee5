import type { Incoming } from "./incoming.ts";

/** Tells which states of a set are alike, as far as is known of those that they lead to. */
export interface Likeness {
  /** How many sorts of states were met since the last `clear`. */
  readonly count: number;
  /** The number of a state's sort: 0, 1, 2, … in the order in which they're met. */
  of(state: number): number;
  clear(): void;
}

/**
 * A partition of states into sets, made one after the other. Their members are marked until it has been looked at in which groups
 * they fall; then sets split.
 */
export class Partition {
  /** Per state its set; −1 for none. */
  readonly of: Int32Array;
  /** States by their set; in each of them first those that are marked. */
  readonly #members: Int32Array;
  /** Per set where its members begin, where the marked ones end, and where all end. */
  readonly #first: Int32Array;
  readonly #middle: Int32Array;
  readonly #past: Int32Array;
  #count = 0;
  #size = 0;
  /** Per state where it is among the members. */
  readonly #at: Int32Array;
  /** Sets that have marked members, and how many of them are done with. */
  readonly #todo: number[] = [];
  #done = 0;
  /** Of the set that is being split: some of its members, and per group where its next one goes. */
  readonly #some: Int32Array;
  readonly #places: Int32Array;

  /** @param states how many there may be */
  constructor(states: number) {
    this.of = new Int32Array(states).fill(-1);
    this.#members = new Int32Array(states);
    this.#first = new Int32Array(states + 1);
    this.#middle = new Int32Array(states);
    this.#past = new Int32Array(states);
    this.#at = new Int32Array(states);
    this.#some = new Int32Array(states);
    this.#places = new Int32Array(states);
  }

  /** One more state of the set that is being made. */
  add(state: number): void {
    this.of[state] = this.#count;
    this.#at[state] = this.#size;
    this.#members[this.#size++] = state;
  }

  /** It has all its states, if it has any. */
  close(): void {
    const set = this.#count;
    if (this.#first[set] === this.#size) return;
    this.#middle[set] = this.#past[set] = this.#size;
    this.#todo.push(set);
    this.#first[++this.#count] = this.#size;
  }

  /**
   * Splits sets until the states of each are alike. A state is looked at again when one that it leads to has come into another set;
   * as the largest part of what splits stays what it was, that's no more often than it has targets, times the logarithm of all
   * states (as in Hopcroft 1971).
   */
  refine(incoming: Incoming, likeness: Likeness): void {
    const groups = new Int32Array(this.of.length);
    for (let set = this.#next(); set >= 0; set = this.#next()) {
      const first = this.#first[set]!;
      const middle = this.#middle[set]!;
      likeness.clear();
      // Those that needn't be looked at are alike.
      if (middle < this.#past[set]!) likeness.of(this.#members[middle]!);
      for (let i = first; i < middle; i++) groups[i] = likeness.of(this.#members[i]!);
      const moved = this.#split(set, groups, likeness.count);
      for (let i = 0; i < moved.length; i++) {
        const state = moved[i]!;
        for (let j = incoming.starts[state]!; j < incoming.starts[state + 1]!; j++) this.#mark(incoming.sources[j]!);
      }
    }
  }

  /** A set that has marked members, and may split; −1 if there's none. */
  #next(): number {
    while (this.#done < this.#todo.length) {
      const set = this.#todo[this.#done++]!;
      if (this.#past[set]! - this.#first[set]! > 1) return set;
    }
    return -1;
  }

  /** Marks a state; again does nothing. */
  #mark(state: number): void {
    const set = this.of[state]!;
    const at = this.#at[state]!;
    const middle = this.#middle[set]!;
    if (at < middle || this.#past[set]! - this.#first[set]! === 1) return;
    if (middle === this.#first[set]) this.#todo.push(set);
    const other = this.#members[middle]!;
    this.#members[at] = other;
    this.#at[other] = at;
    this.#members[middle] = state;
    this.#at[state] = middle;
    this.#middle[set] = middle + 1;
  }

  /**
   * Splits a set into so many groups; the largest keeps the set's number. No member stays marked.
   * @param groups where a marked member is, its group; the others are in group 0
   * @returns the members that are in another set now; the list serves until the next call
   */
  #split(set: number, groups: Int32Array, count: number): Int32Array {
    const first = this.#first[set]!;
    const middle = this.#middle[set]!;
    const past = this.#past[set]!;
    this.#middle[set] = first;
    if (count === 1) return none;
    const sizes = this.#places.fill(0, 0, count);
    sizes[0] = past - middle;
    for (let i = first; i < middle; i++) sizes[groups[i]!]!++;
    let largest = 0;
    for (let group = 1; group < count; group++) if (sizes[group]! > sizes[largest]!) largest = group;
    const fresh = this.#count;
    // Group 0 comes last, where those are that aren't marked.
    for (let n = 1, begin = first; n <= count; n++) {
      const group = n % count;
      const own = group === largest ? set : this.#count++;
      this.#first[own] = this.#middle[own] = begin;
      this.#past[own] = begin + sizes[group]!;
      this.#places[group] = begin;
      begin = this.#past[own]!;
    }
    const some = this.#some;
    for (let i = first; i < middle; i++) some[i] = this.#members[i]!;
    for (let i = first; i < middle; i++) {
      const at = this.#places[groups[i]!]!++;
      this.#members[at] = some[i]!;
      this.#at[some[i]!] = at;
    }
    let moved = 0;
    for (let own = fresh; own < this.#count; own++) {
      for (let i = this.#first[own]!; i < this.#past[own]!; i++) {
        this.of[this.#members[i]!] = own;
        some[moved++] = this.#members[i]!;
      }
    }
    return some.subarray(0, moved);
  }
}

const none = new Int32Array(0);
