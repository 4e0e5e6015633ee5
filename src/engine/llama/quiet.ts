/**
 * node-llama-cpp reports its own failures on the console, with a stack trace, whatever logger it was given; and in a
 * terminal, Ctrl-C also ends the process in which it tries its binary, which it then reports as a failure. What it
 * prints while it opens belongs in our error, not on a user's screen.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { format } from "node:util";

const methods = ["error", "warn", "info", "log", "debug"] as const;

/** Who hears the console of the work under way. */
const hearer = new AsyncLocalStorage<(line: string) => void>();
/** Works under way; the console is as it was when there are none. */
let works = 0;
let restore = () => {};

/** Does some work; what it prints on the console, and nobody else's printing meanwhile, goes to `hear`. */
export async function withoutConsole<T>(work: () => Promise<T>, hear: (line: string) => void): Promise<T> {
  if (works++ === 0) restore = divert();
  try {
    return await hearer.run(hear, work);
  } finally {
    if (--works === 0) restore();
  }
}

function divert(): () => void {
  const undo = methods.map((method) => {
    const original = console[method];
    const diverted = (...values: unknown[]) => {
      const hear = hearer.getStore();
      if (hear === undefined) original.apply(console, values);
      else hear(format(...values));
    };
    console[method] = diverted;
    return () => {
      // Somebody else may have put something in its place.
      if (console[method] === diverted) console[method] = original;
    };
  });
  return () => {
    for (const step of undo) step();
    // Else Node goes on following every promise.
    hearer.disable();
  };
}
