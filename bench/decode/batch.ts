/** What a token costs in a batch. */
import type { Token } from "node-llama-cpp";
import { openLibrary } from "../../src/engine/llama/library.ts";
import { type Clock, median } from "./report.ts";

const batch = 8;
const depth = 300;

/**
 * The cost of one more token in a batch whose last token alone is asked about, as a share of evaluating a token by itself.
 * Jumping over a share s of the tokens can bring 1 / (1 - s + s × cost), and no more: 0 would be a machine that has its
 * memory busy and its cores idle, 1 one where batches bring nothing. Single tokens and batches are timed by turns.
 */
export async function batchCost(path: string, threads: number, clock: Clock): Promise<number> {
  const { llama } = await openLibrary("cpu");
  const model = await llama.loadModel({ modelPath: path, gpuLayers: 0 });
  try {
    const context = await model.createContext({ contextSize: 512, threads, sequences: 1 });
    const sequence = context.getSequence();
    const tokens = Array.from({ length: depth }, (_, i) => ((i * 37) % 250) as Token);
    await sequence.evaluateWithoutGeneratingNewTokens(tokens);
    const costs: number[] = [];
    for (let round = 0; round < 15; round++) {
      const [alone, together] = [await time(1), await time(batch)];
      costs.push((together - alone) / (batch - 1) / alone);
    }
    return median(costs);

    async function time(count: number): Promise<number> {
      const steps = sequence.evaluate(tokens.slice(0, count), { temperature: 0 });
      const wall = performance.now();
      const cpu = process.cpuUsage();
      await steps.next();
      const { user, system } = process.cpuUsage(cpu);
      const took = clock === "cpu" ? (user + system) / 1000 : performance.now() - wall;
      await steps.return();
      await sequence.eraseContextTokenRanges([{ start: depth, end: sequence.nextTokenIndex }]);
      return took;
    }
  } finally {
    await model.dispose();
  }
}
