import { expect, test } from "vitest";
import { Sampler } from "../../src/engine/llama/sampler.ts";

const plain = {
  temperature: 1,
  topK: 0,
  topP: 1,
  minP: 0,
  repeatPenalty: 1,
  repeatLastTokens: 64,
  seed: 1,
};
const candidates = [
  [7, 0.4],
  [3, 0.3],
  [9, 0.15],
  [1, 0.1],
  [5, 0.05],
] as const;
const none = new Set<number>();

function counts(settings: Partial<typeof plain>, recent: ReadonlySet<number> = none, draws = 20_000) {
  const sampler = new Sampler({ ...plain, ...settings });
  const drawn = new Map<number, number>();
  for (let i = 0; i < draws; i++) {
    const token = sampler.draw(candidates, recent);
    drawn.set(token, (drawn.get(token) ?? 0) + 1);
  }
  return drawn;
}

/** Pearson's statistic of what was drawn against weights. */
function chiSquare(drawn: ReadonlyMap<number, number>, weights: readonly (readonly [number, number])[]): number {
  const draws = [...drawn.values()].reduce((a, b) => a + b);
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.reduce((sum, [token, weight]) => {
    const expected = (draws * weight) / all;
    return sum + ((drawn.get(token) ?? 0) - expected) ** 2 / expected;
  }, 0);
}

test("draws by the candidates' own probabilities, and by them sharpened or flattened", () => {
  for (const temperature of [1, 0.5, 2]) {
    const weights = candidates.map(([token, p]) => [token, p ** (1 / temperature)] as const);
    // 99.9 % of such statistics with four degrees of freedom are below 18.5.
    expect(chiSquare(counts({ temperature }), weights), `temperature ${temperature}`).toBeLessThan(18.5);
  }
});

test("renormalises what a constraint leaves", () => {
  const sampler = new Sampler(plain);
  const left = [candidates[1], candidates[3]];
  const drawn = new Map<number, number>();
  for (let i = 0; i < 20_000; i++) {
    const token = sampler.draw(left, none);
    drawn.set(token, (drawn.get(token) ?? 0) + 1);
  }
  expect(chiSquare(drawn, left)).toBeLessThan(10.9);
});

test("keeps the likeliest only", () => {
  expect([...counts({ temperature: 0 }).keys()]).toEqual([7]);
  expect([...counts({ topK: 2 }).keys()].sort()).toEqual([3, 7]);
  expect([...counts({ topP: 0.69 }).keys()].sort()).toEqual([3, 7]);
  expect([...counts({ minP: 0.3 }).keys()].sort()).toEqual([3, 7, 9]);
});

test("penalises what was written lately", () => {
  const weights = candidates.map(([token, p]) => [token, token === 7 ? p ** 1.5 : p] as const);
  expect(chiSquare(counts({ repeatPenalty: 1.5 }, new Set([7])), weights)).toBeLessThan(18.5);
  // Greedy sees the penalty, too.
  expect([...counts({ temperature: 0, repeatPenalty: 3 }, new Set([7])).keys()]).toEqual([3]);
});

test("the same seed draws the same", () => {
  const draws = (seed: number) => {
    const sampler = new Sampler({ ...plain, seed });
    return Array.from({ length: 50 }, () => sampler.draw(candidates, none));
  };
  expect(draws(5)).toEqual(draws(5));
  expect(draws(5)).not.toEqual(draws(6));
});

test("looks at no more candidates than it says it wants", () => {
  const many = Array.from({ length: 200 }, (_, i) => [i, 0.9 ** i / 10] as const);
  const recent = new Set([0, 1, 5, 17, 40]);
  for (const settings of [
    { topK: 7 },
    { topK: 7, repeatPenalty: 1.3 },
    { topK: 1, repeatPenalty: 3 },
    { temperature: 0 },
  ]) {
    const whole = new Sampler({ ...plain, ...settings });
    const cut = new Sampler({ ...plain, ...settings });
    const wanted = cut.mostWanted(recent);
    expect(wanted).toBeLessThan(20);
    for (let i = 0; i < 500; i++) expect(cut.draw(many.slice(0, wanted), recent)).toBe(whole.draw(many, recent));
  }
  expect(new Sampler({ ...plain, topK: 7, repeatPenalty: 0.5 }).mostWanted(recent)).toBe(Infinity);
  expect(new Sampler(plain).mostWanted(recent)).toBe(Infinity);
});
