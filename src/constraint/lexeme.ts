/** The state after bytes that can't be. */
export const dead = -1;

/** Where a lexeme stands: what may come of its length, and whether it's whole. */
export const mark = {
  /** Between two characters of a string. */
  between: 1,
  /** The value is complete; more may still come, as a digit after a digit. */
  whole: 2,
} as const;

/**
 * A scalar's text as a deterministic automaton over bytes, made as it's walked: a state's row of 256 ways on exists once
 * somebody was there, and a way once it was taken.
 *
 * Laws: state 0 is the start; from every state a whole value can be reached.
 */
export abstract class Lexeme {
  /** Per state, one or more of {@link mark}. */
  marks = new Uint8Array(8);
  /** Per state, the fewest characters of a string that must still begin; 0 where lengths don't matter. */
  needs = new Uint32Array(8);
  /** At `state * 256 + byte`: the next state, {@link dead}, or {@link unknown}. Empty if ways on are few, and kept otherwise. */
  table = new Int32Array(0);
  /** Number of states. */
  size = 0;
  /** No table. */
  readonly sparse: boolean = false;
  /** Whether it serves several schemas. */
  shared = false;

  /** The next state, or {@link dead}. */
  step(state: number, byte: number): number {
    const next = this.table[state * 256 + byte]!;
    if (next !== unknown) return next;
    const found = this.next(state, byte);
    this.table[state * 256 + byte] = found;
    return found;
  }

  /** The state after some bytes, given as a text with a character for each; or {@link dead}. */
  run(state: number, bytes: string): number {
    let at = state;
    for (let i = 0; i < bytes.length && at !== dead; i++) at = this.step(at, bytes.charCodeAt(i));
    return at;
  }

  isWhole(state: number): boolean {
    return (this.marks[state]! & mark.whole) !== 0;
  }

  /** Whether more can come after a whole value. */
  goesOn(_state: number): boolean {
    return true;
  }

  /** Works out a way on. */
  protected abstract next(state: number, byte: number): number;

  /** A new state. */
  protected add(marks: number, need = 0): number {
    const state = this.size++;
    if (state === this.marks.length) {
      this.marks = grown(this.marks, new Uint8Array(2 * state));
      this.needs = grown(this.needs, new Uint32Array(2 * state));
    }
    if (!this.sparse && this.table.length < this.size * 256) {
      this.table = grown(this.table, new Int32Array(Math.max(4, 2 * state) * 256).fill(unknown));
    }
    this.marks[state] = marks;
    this.needs[state] = need;
    return state;
  }
}

function grown<T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** A way on that nobody has taken yet. */
export const unknown = -2;
