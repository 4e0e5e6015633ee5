/** A few places, first come first served. */
import { aborted, raceAbort } from "../abort.ts";
import { EngineError } from "../errors.ts";

/** A place taken. Leave it once, and the next one gets it. */
export interface Turn<Place> {
  readonly place: Place;
  leave(): void;
}

export class Queue<Place> {
  readonly #free: Place[];
  readonly #limit: number;
  /** In the order they came. */
  readonly #waiting = new Set<(place: Place) => void>();

  /** @param limit how many may wait */
  constructor(places: readonly Place[], limit: number) {
    this.#free = [...places];
    this.#limit = limit;
  }

  /**
   * Waits until a place is free. Resolves with `undefined` if the signal fired first.
   * @throws {EngineError} `busy` if too many wait already
   */
  async enter(signal?: AbortSignal): Promise<Turn<Place> | undefined> {
    if (signal?.aborted) return undefined;
    const free = this.#free.pop();
    if (free !== undefined) return this.#turn(free);
    if (this.#waiting.size >= this.#limit) throw busy(this.#limit);
    let take!: (place: Place) => void;
    const taken = new Promise<Place>((resolve) => {
      take = resolve;
    });
    this.#waiting.add(take);
    const place = await raceAbort(taken, signal);
    if (place !== aborted) return this.#turn(place);
    // It may have been given a place at that very moment.
    if (!this.#waiting.delete(take)) void taken.then((given) => this.#pass(given));
    return undefined;
  }

  #turn(place: Place): Turn<Place> {
    return { place, leave: () => this.#pass(place) };
  }

  #pass(place: Place): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free.push(place);
      return;
    }
    this.#waiting.delete(next);
    next(place);
  }
}

function busy(limit: number): EngineError {
  return new EngineError(
    "busy",
    `All sequences are writing, and ${limit} requests wait already.`,
    "Try again later, or load the model with more `sequences` or a higher `queueLimit`.",
    { limit },
  );
}
