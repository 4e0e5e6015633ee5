/** One at a time, first come first served. */
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
    const aborted = await raceAbort(before, signal);
    if (!aborted) return leave;
    void before.then(leave);
    return undefined;
  }
}

/** Whether the signal fires before the promise resolves. */
async function raceAbort(promise: Promise<void>, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal === undefined) return promise.then(() => false);
  if (signal.aborted) return true;
  let onAbort!: () => void;
  const aborted = new Promise<boolean>((resolve) => {
    onAbort = () => resolve(true);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([promise.then(() => false), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
