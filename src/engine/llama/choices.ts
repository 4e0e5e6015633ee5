/**
 * The choices of tokens that may have to be taken back, and which of them to take back where there's no way on.
 *
 * A check refuses a value only as it closes, and the fault may lie in any choice since the value was begun. So they are gone
 * back through from the last one on; a choice that's taken back is barred at its place.
 */
import type { Token } from "node-llama-cpp";

/** Choices taken back before giving up. */
const mostTakenBack = 256;
/** Choices taken back one after the other before going back further at once. */
const mostInTurn = 128;

/** Where a choice was made: what to go back to. */
export interface Place {
  /** Tokens the constraint had accepted before it. */
  readonly length: number;
  /** Position in the context of the token before it, and that token. */
  readonly index: number;
  readonly last: Token;
  /** Steps that were withheld before it. */
  readonly withheld: number;
}

interface Choice extends Place {
  readonly token: Token;
  /** What was tried there before. */
  readonly barred: Set<number>;
  /** Whether what was barred might have led somewhere. */
  readonly hasty: boolean;
}

export class Choices {
  /** How often the writing went back. */
  takenBack = 0;
  readonly #made: Choice[] = [];
  /** Of the place where the next choice is made; see {@link Choice}. */
  #barred = new Set<number>();
  #hasty = false;
  /** Choices taken back since a value under a check was begun. */
  #backs = 0;

  /** The tokens that were tried at this place and led nowhere. */
  get barred(): ReadonlySet<number> {
    return this.#barred;
  }

  /** Whether some choice could be taken back. */
  get any(): boolean {
    return this.#made.length > 0;
  }

  /** A token was chosen. @param mayFail whether a check may yet refuse what it leads to */
  made(token: Token, place: Place, mayFail: boolean): void {
    if (mayFail) this.#made.push({ ...place, token, barred: this.#barred, hasty: this.#hasty });
    this.#barred = new Set();
    this.#hasty = false;
  }

  /** What was written so far has passed its checks. */
  settle(): void {
    this.#made.length = 0;
    this.#backs = 0;
  }

  /** Goes back from a place with no way on. `undefined`: there's nowhere to go, or it was done too often. */
  takeBack(here: Place): Place | undefined {
    if (this.takenBack === mostTakenBack) return undefined;
    this.takenBack++;
    if (this.#hasty) {
      this.#barred = new Set();
      this.#hasty = false;
      return here;
    }
    const far = stride(++this.#backs);
    this.#made.length = Math.max(Math.min(1, this.#made.length), this.#made.length - far + 1);
    const back = this.#made.pop();
    if (!back) return undefined;
    this.#barred = back.barred.add(back.token);
    this.#hasty = back.hasty || far > 1;
    return back;
  }
}

/**
 * How many choices to take back at once. First one by one, which finds what there is to find nearby; but what went wrong may
 * lie before a long text, each of whose tokens could be another: then 2, 4, 8, … and from 2 again.
 */
function stride(backs: number): number {
  return backs <= mostInTurn ? 1 : 2 ** (1 + ((backs - mostInTurn - 1) % 12));
}
