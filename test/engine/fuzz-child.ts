/** Loads the files it is told of and writes a little with each; `fuzz.ts` watches whether it lives. */
import { EngineError, loadModel } from "../../src/engine/index.ts";

process.on("message", async (path: string) => {
  let outcome = "works";
  try {
    const model = await loadModel(path, { build: "cpu", threads: 1, contextSize: undefined, offline: true });
    try {
      for await (const chunk of model.generate({ prompt: "Hello there", maxTokens: 4 })) void chunk;
    } finally {
      await model.dispose();
    }
  } catch (thrown) {
    outcome = thrown instanceof EngineError ? thrown.code : `untyped: ${thrown}`;
  }
  process.send?.(outcome);
});
