/** Runs one request and takes its time. */
import type { Engine, GenerateRequest, GenerateStats } from "../../src/engine/index.ts";
import type { Case } from "./cases.ts";

/** How decoding is held to a schema; `step` is `mask` without jumping over text that must come. */
export const variants = ["none", "gbnf", "step", "mask"] as const;
export type Variant = (typeof variants)[number];

/** What one request came to. Times in milliseconds per token. */
export interface Sample {
  readonly wall: number;
  /** CPU time of the whole process, all threads. */
  readonly cpu: number;
  /** Tokens that were timed: all but those that were there at first. */
  readonly tokens: number;
  readonly stats: GenerateStats;
  readonly text: string;
}

/**
 * Writes, and takes the time from the first text to the last: the prompt's isn't in it, and the tokens that came with the
 * first text aren't counted.
 */
export async function measure(
  model: Engine,
  { prompt, grammar, mask }: Pick<Case, "prompt" | "grammar" | "mask">,
  variant: Variant,
  { seed, maxTokens }: { readonly seed: number; readonly maxTokens: number },
): Promise<Sample> {
  const held: Partial<GenerateRequest> = {
    none: { ignoreEnd: true },
    gbnf: { grammar },
    step: { constraint: mask, jumpForward: false },
    mask: { constraint: mask },
  }[variant];
  const writing = model.generate({ prompt, ...held, sampling: { temperature: 0.7, seed }, maxTokens });
  let text = "";
  let first = 0;
  let start = 0;
  let end = 0;
  let startCpu = process.cpuUsage();
  let endCpu = startCpu;
  for (;;) {
    const step = await writing.next();
    if (step.done) {
      const { value: stats } = step;
      const tokens = stats.tokens - first;
      const { user, system } = endCpu;
      const cpu = (user + system - startCpu.user - startCpu.system) / 1000;
      return { wall: (end - start) / tokens, cpu: cpu / tokens, tokens, stats, text };
    }
    end = performance.now();
    endCpu = process.cpuUsage();
    if (first === 0) {
      first = step.value.tokens;
      start = end;
      startCpu = endCpu;
    }
    text += step.value.text;
  }
}
