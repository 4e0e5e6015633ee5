/**
 * A process for test/engine/abort.test.ts: what aborting does to a whole process can't be seen from inside one that
 * lives on. Prints a line for each load, then ends by itself if nothing is left.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { EngineError, loadModel } from "../../src/engine/index.ts";
import { quick } from "./helpers.ts";

async function load(signal?: AbortSignal): Promise<string> {
  try {
    await using model = await loadModel("embedded", { ...quick, signal, onProgress: () => {} });
    return model.info.model;
  } catch (thrown) {
    return thrown instanceof EngineError ? thrown.code : String(thrown);
  }
}

/** A signal that fires as it's looked at the nth time: in turn, all the moments at which it makes a difference. */
function firesAtLook(nth: number): AbortSignal {
  const controller = new AbortController();
  let looks = 0;
  const aborted = () => {
    if (++looks === nth) controller.abort();
    return looks >= nth;
  };
  return Object.defineProperty(controller.signal, "aborted", { get: aborted });
}

/** Ends the process in which node-llama-cpp tries its binary, as Ctrl-C in a terminal does. */
async function interruptTestProcess(): Promise<void> {
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();
  while (children() === "") await wait(1);
  process.kill(Number(children()), "SIGINT");
}

const task = process.argv[2];
if (task === "looks") {
  for (let nth = 1, outcome = ""; outcome !== "embedded"; nth++) {
    outcome = await load(firesAtLook(nth));
    console.log(outcome);
  }
} else if (task === "interrupted") {
  // The end of the test process may be heard before the signal.
  const controller = new AbortController();
  const loading = load(controller.signal);
  await interruptTestProcess();
  await wait(5);
  controller.abort();
  console.log(await loading);
} else if (task === "broken") {
  const [outcome] = await Promise.all([load(), interruptTestProcess()]);
  console.log(outcome);
  console.log(await load());
}
