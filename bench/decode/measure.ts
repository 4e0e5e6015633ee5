/** Runs a request under every variant, in lockstep, and takes their times. */
import type { Chunk, Engine, GenerateRequest, GenerateStats } from "../../src/engine/index.ts";
import type { Case } from "./cases.ts";

/** How decoding is held to a schema; `step` is `mask` without jumping over text that must come. */
export const variants = ["none", "gbnf", "step", "mask"] as const;
export type Variant = (typeof variants)[number];

/** What one request came to. Times in milliseconds per token. */
export interface Sample {
  readonly wall: number;
  /** CPU time of the whole process, all threads. */
  readonly cpu: number;
  readonly stats: GenerateStats;
}

/**
 * Writes under every variant, in sequences of one context, always a piece of the one that has the fewest tokens: a busy
 * moment of the machine meets all of them. One at a time is evaluated, and only what it does itself is its time. The
 * prompt's isn't in it, and tokens that came with the first text aren't counted.
 * @param model with a sequence for each variant
 */
export async function measureAll(
  model: Engine,
  one: Case,
  settings: { readonly seed: number; readonly maxTokens: number },
): Promise<Record<Variant, Sample>> {
  const runs = variants.map((variant) => new Writing(model, one, variant, settings));
  for (;;) {
    const behind = runs.filter(({ sample }) => !sample).sort((a, b) => a.tokens - b.tokens)[0];
    if (!behind) break;
    await behind.goOn();
  }
  return Object.fromEntries(variants.map((variant, i) => [variant, runs[i]!.sample!])) as Record<Variant, Sample>;
}

/** How many tokens `mask` comes to. */
export async function tokensOf(model: Engine, one: Case, seed: number, maxTokens: number): Promise<number> {
  const writing = new Writing(model, one, "mask", { seed, maxTokens });
  while (!writing.sample) await writing.goOn();
  return writing.tokens;
}

class Writing {
  /** Written so far. */
  tokens = 0;
  /** Once it has ended. */
  sample: Sample | undefined;
  readonly #steps: AsyncGenerator<Chunk, GenerateStats, void>;
  #first = 0;
  #wall = 0;
  #cpu = 0;

  constructor(
    model: Engine,
    { prompt, grammar, mask }: Case,
    variant: Variant,
    { seed, maxTokens }: { readonly seed: number; readonly maxTokens: number },
  ) {
    const held: Partial<GenerateRequest> = {
      none: { ignoreEnd: true },
      gbnf: { grammar },
      step: { constraint: mask, jumpForward: false },
      mask: { constraint: mask },
    }[variant];
    this.#steps = model.generate({ prompt, ...held, sampling: { temperature: 0.7, seed }, maxTokens });
  }

  /** One more piece. */
  async goOn(): Promise<void> {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const step = await this.#steps.next();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    if (this.#first > 0) {
      this.#wall += wall;
      this.#cpu += (user + system) / 1000;
    }
    if (step.done) {
      const timed = this.tokens - this.#first;
      this.sample = { wall: this.#wall / timed, cpu: this.#cpu / timed, stats: step.value };
      return;
    }
    this.tokens = step.value.tokens;
    if (this.#first === 0) this.#first = this.tokens;
  }
}
