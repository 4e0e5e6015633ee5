/** Ctrl-C: the first asks the work to stop cleanly, the second ends the process at once. */
import { exitCodes } from "./exit.ts";

export interface Interrupt extends Disposable {
  /** Fires at the first Ctrl-C or `SIGTERM`. */
  readonly signal: AbortSignal;
}

export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) {
      // The cursor may be hidden by a live region.
      if (process.stderr.isTTY) process.stderr.write("\x1b[?25h");
      process.exit(exitCodes.interrupted);
    }
    controller.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
}
