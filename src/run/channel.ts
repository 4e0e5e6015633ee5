/**
 * Channels from one run to whoever iterates over it. Each iterator sees everything from the moment it was asked for, after
 * what the channel begins with; what it has not read yet waits for it. A run writes at most as much as the model does, so a channel's length is
 * bounded by the token budget.
 */

/** How values that nobody has read yet are kept: all of them in order, or only the newest. */
export type Backlog = "all" | "newest";

export class Channel<T> {
  readonly #readers = new Set<Reader<T>>();
  #closed = false;
  #error: unknown;

  /** @param beginning what an iterator that joins now is given first: what came before, in one; undefined for nothing */
  constructor(
    private readonly backlog: Backlog,
    private readonly beginning: () => T | undefined = () => undefined,
  ) {}

  /** True when somebody listens; what costs something to make need not be made otherwise. */
  get wanted(): boolean {
    return this.#readers.size > 0;
  }

  push(value: T): void {
    for (const reader of this.#readers) reader.push(value);
  }

  /** Ends every iterator once it has read its backlog; with an error, by throwing it. */
  close(error?: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#error = error;
    for (const reader of this.#readers) reader.close(error);
    this.#readers.clear();
  }

  [Symbol.asyncIterator](): AsyncIterator<T, void> {
    const reader = new Reader<T>(this.backlog, () => this.#readers.delete(reader));
    const beginning = this.beginning();
    if (beginning !== undefined) reader.push(beginning);
    if (this.#closed) reader.close(this.#error);
    else this.#readers.add(reader);
    return reader;
  }
}

type Step<T> = IteratorResult<T, void>;

class Reader<T> implements AsyncIterator<T, void> {
  #waiting: { resolve: (step: Step<T>) => void; reject: (error: unknown) => void }[] = [];
  #unread: T[] = [];
  #closed = false;
  #error: unknown;

  constructor(
    private readonly backlog: Backlog,
    private readonly leave: () => void,
  ) {}

  push(value: T): void {
    const waiter = this.#waiting.shift();
    if (waiter) waiter.resolve({ value, done: false });
    else if (this.backlog === "newest") this.#unread = [value];
    else this.#unread.push(value);
  }

  close(error: unknown): void {
    this.#closed = true;
    this.#error = error;
    for (const waiter of this.#waiting.splice(0)) {
      if (error === undefined) waiter.resolve({ value: undefined, done: true });
      else waiter.reject(error);
    }
  }

  next(): Promise<Step<T>> {
    if (this.#unread.length > 0) return Promise.resolve({ value: this.#unread.shift()!, done: false });
    if (!this.#closed) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const error = this.#error;
    this.#error = undefined;
    return error === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(error);
  }

  return(): Promise<Step<T>> {
    this.leave();
    this.#unread = [];
    this.close(undefined);
    return Promise.resolve({ value: undefined, done: true });
  }
}
