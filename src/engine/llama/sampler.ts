/** Draws one of some candidates, by the settings of a request. */
import type { Sampling } from "../engine.ts";

/** A token that may come next, and its probability before any setting. */
export type Candidate = readonly [token: number, probability: number];

/** A seeded sampler: the same candidates in the same order give the same tokens. */
export class Sampler {
  readonly #settings: Required<Sampling>;
  #state: number;

  constructor(settings: Required<Sampling>) {
    this.#settings = settings;
    this.#state = settings.seed >>> 0;
  }

  /** How many of the likeliest candidates `draw` looks at. The penalty may move those written lately behind the others. */
  mostWanted(recent: ReadonlySet<number>): number {
    const { topK, repeatPenalty } = this.#settings;
    if (this.#settings.temperature !== 0 && topK === 0) return Infinity;
    const wanted = this.#settings.temperature === 0 ? 1 : topK;
    if (repeatPenalty === 1) return wanted;
    return repeatPenalty > 1 ? wanted + recent.size : Infinity;
  }

  /**
   * Penalises what was written lately, keeps the likeliest (top-k, top-p, min-p), sharpens or flattens by temperature, and
   * draws: llama.cpp's order of steps. `candidates` is sorted, likeliest first, and not empty.
   *
   * The penalty multiplies log-probabilities, as llama.cpp does with logits below zero.
   */
  draw(candidates: readonly Candidate[], recent: ReadonlySet<number>): number {
    const { temperature, topK, topP, minP, repeatPenalty } = this.#settings;
    let kept = candidates;
    if (repeatPenalty !== 1 && recent.size > 0) {
      kept = candidates
        .map(([token, p]): Candidate => [token, recent.has(token) ? p ** repeatPenalty : p])
        .sort((a, b) => b[1] - a[1]);
    }
    if (temperature === 0) return kept[0]![0];
    if (topK > 0) kept = kept.slice(0, topK);
    const all = kept.reduce((sum, [, p]) => sum + p, 0);
    let sum = 0;
    const nucleus = kept.findIndex(([, p]) => (sum += p) >= topP * all);
    if (nucleus >= 0) kept = kept.slice(0, nucleus + 1);
    const least = minP * kept[0]![1];
    const weights = kept.filter(([, p]) => p >= least).map(([, p]) => p ** (1 / temperature));
    let left = this.#random() * weights.reduce((total, weight) => total + weight, 0);
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i]!;
      if (left < 0) return kept[i]![0];
    }
    return kept[0]![0];
  }

  /** A number in [0, 1) (mulberry32). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
