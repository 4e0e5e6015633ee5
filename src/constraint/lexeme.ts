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
  readonly marks: number[] = [];
  /** Per state, the fewest characters of a string that must still begin; 0 where lengths don't matter. */
  readonly needs: number[] = [];
  /** Per state and byte: the next state, {@link dead}, or {@link unknown}; no row where nobody was yet. */
  readonly rows: (Int32Array | undefined)[] = [];

  /** The next state, or {@link dead}. */
  step(state: number, byte: number): number {
    let row = this.rows[state];
    if (row === undefined) row = this.rows[state] = new Int32Array(256).fill(unknown);
    const next = row[byte]!;
    return next !== unknown ? next : (row[byte] = this.next(state, byte));
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
    this.needs.push(need);
    this.rows.push(undefined);
    return this.marks.push(marks) - 1;
  }
}

/** A way on that nobody has taken yet. */
export const unknown = -2;
