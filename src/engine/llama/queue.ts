/** One at a time, first come first served. */
import { aborted, raceAbort } from "../abort.ts";

export class Queue {
  #tail: Promise<void> = Promise.resolve();

  /**
   * Waits until all who came before have left. Resolves with the function that lets the next one in, or with
   * `undefined` if the signal fired first.
   */
  async enter(signal?: AbortSignal): Promise<(() => void) | undefined> {
    const before = this.#tail;
    let leave!: () => void;
    this.#tail = new Promise((resolve) => {
      leave = resolve;
    });
    if ((await raceAbort(before, signal)) !== aborted) return leave;
    void before.then(leave);
    return undefined;
  }
}
