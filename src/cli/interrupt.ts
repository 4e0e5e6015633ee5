/**
 * Ctrl-C and `SIGTERM`: the first asks the work to stop cleanly; a second one, or a second's delay, ends the process.
 *
 * In a terminal Ctrl-C goes to all processes of the command, so also to the one in which node-llama-cpp tries its native
 * binary: what breaks after an interrupt is no news, and nothing that hangs may hold the process.
 */
import { exitCodes } from "./exit.ts";
import { printable } from "./terminal.ts";

/** Milliseconds the work has for stopping: enough for a token, less than patience. */
const graceMs = 1000;

/** Milliseconds a signal may take to be heard. */
const signalMs = 20;

let controller: AbortController | undefined;

/** What to write before the process ends though the work hasn't stopped. */
let lastWords = () => {};

/** Fires at the first Ctrl-C or `SIGTERM`. From the first call on, these don't end the process by themselves. */
export function interruptSignal(): AbortSignal {
  controller ??= listen(new AbortController());
  return controller.signal;
}

/** Whether the process was interrupted since it listens. */
export function interrupted(): boolean {
  return controller?.signal.aborted ?? false;
}

/** Takes what's still to be written if an interrupt ends the process in the midst of work. Returns how to take it back. */
export function beforeEnd(words: () => void): () => void {
  lastWords = words;
  return () => {
    lastWords = () => {};
  };
}

/** Ends an interrupted process, whatever else goes on in it, once its output is written. */
export async function leaveIfInterrupted(): Promise<void> {
  if (!interrupted()) return;
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  }
  process.exit();
}

function listen(controller: AbortController): AbortController {
  const stop = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) end();
    setTimeout(end, graceMs).unref();
    controller.abort(signal);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("uncaughtException", (error) => {
    // What broke because of Ctrl-C may be heard before the signal.
    setTimeout(() => {
      if (controller.signal.aborted) end();
      process.stderr.write(`error: ${printable(error.message)}\n`);
      process.exit(exitCodes.engine);
    }, signalMs);
  });
  return controller;
}

/** `process.exit` waits for native work under way; a signal doesn't. A shell sees 130 either way. */
function end(): void {
  // The cursor may be hidden by a live region.
  if (process.stderr.isTTY) process.stderr.write("\x1b[?25h");
  lastWords();
  process.removeAllListeners("SIGINT");
  process.kill(process.pid, "SIGINT");
}
