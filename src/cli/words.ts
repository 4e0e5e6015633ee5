/** The library's words in the command line's: what it calls `contextSize` is here `--context`. */

const flags: ReadonlyMap<string, string> = new Map([
  ["build", "--build"],
  ["constraint", "--constraint"],
  ["contextSize", "--context"],
  ["goal", "the goal"],
  ["gpuLayers", "--gpu-layers"],
  ["maxSteps", "--max-steps"],
  ["maxTokens", "--max-tokens"],
  ["minP", "--min-p"],
  ["model", "--model"],
  ["offline", "--offline"],
  ["order", "--order"],
  ["prompt", "the prompt"],
  ["repeatPenalty", "--repeat-penalty"],
  ["schema", "--schema"],
  ["seed", "--seed"],
  ["temperature", "--temperature"],
  ["threads", "--threads"],
  ["tools", "--tools"],
  ["topK", "--top-k"],
  ["topP", "--top-p"],
]);

/** A message of the library, which quotes its options as `code`, with the flags they're set by. */
export function inFlags(message: string): string {
  return message.replace(/`(\w+)`/g, (quoted, name: string) => flags.get(name) ?? quoted);
}
