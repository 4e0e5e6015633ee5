/** The child process of `doctor`: does one task, sends one answer. */
import { EngineError, messageOf } from "../errors.ts";
import { openLibrary } from "../llama/library.ts";
import { loadModel } from "../load.ts";
import type { BuildReport, ModelReport, ProbeAnswer, ProbeTask } from "./doctor.ts";

/** Tokens to write for a figure of speed: a second or so on a slow computer. */
const triedTokens = 24;

async function run(task: ProbeTask): Promise<Partial<BuildReport> | Partial<ModelReport>> {
  if (task.kind === "build") {
    const { llama, build } = await openLibrary(task.build);
    return {
      devices: build === "cpu" ? [] : await llama.getGpuDeviceNames(),
      llamaCpp: llama.llamaCppRelease.release,
      mathCores: llama.cpuMathCores,
    };
  }
  const model = await loadModel(task.model, { build: task.build, threads: task.threads, offline: true });
  const writing = model.generate({ prompt: "A list of words:", maxTokens: triedTokens, sampling: { seed: 1 } });
  let step = await writing.next();
  while (!step.done) step = await writing.next();
  const { loadMs, tokens, decodeMs } = step.value;
  const { build, contextSize, threads } = model.info;
  return { build, contextSize, threads, loadMs, tokensPerSecond: decodeMs > 0 ? ((tokens - 1) * 1000) / decodeMs : 0 };
}

process.once("message", async (task: ProbeTask) => {
  const answer: ProbeAnswer = await run(task).then(
    (found) => ({ found }),
    (thrown: unknown) => ({ reason: thrown instanceof EngineError ? thrown.what : messageOf(thrown) }),
  );
  process.send?.(answer, () => process.disconnect());
});
