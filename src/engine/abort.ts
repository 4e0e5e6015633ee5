/** What an `AbortSignal` does to work under way: it fails with an error of code `aborted`, and nobody waits for it. */
import { EngineError } from "./errors.ts";

/** The error for work ended by an `AbortSignal`; its reason is the cause. */
export function abortedError(what: string, signal: AbortSignal): EngineError {
  return new EngineError(
    "aborted",
    `${what} was aborted.`,
    "Start it again if that wasn't meant.",
    {},
    { cause: signal.reason },
  );
}

/** Throws {@link abortedError} if the signal has fired. */
export function throwIfAborted(what: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(what, signal);
}

/** What {@link raceAbort} resolves with when the signal won. */
export const aborted = Symbol("aborted");

/** What the work comes to, unless the signal fires first; then the work is left to itself, and so are its failures. */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | typeof aborted> {
  if (signal === undefined) return work;
  work.catch(() => {});
  if (signal.aborted) return aborted;
  let onAbort!: () => void;
  const fired = new Promise<typeof aborted>((resolve) => {
    onAbort = () => resolve(aborted);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, fired]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The same, but it throws {@link abortedError} when the signal wins. */
export async function untilAborted<T>(what: string, work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const result = await raceAbort(work, signal);
  if (result === aborted) throw abortedError(what, signal!);
  return result as T;
}
