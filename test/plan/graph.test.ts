import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criticalPath, cycles, type Graph, waves } from "../../src/plan/graph.ts";

/** Random graphs of up to seven steps, with or without cycles. */
const graphs: fc.Arbitrary<Graph> = fc
  .integer({ min: 0, max: 7 })
  .chain((size) =>
    fc.tuple(
      ...Array.from({ length: size }, (_, step) =>
        fc.subarray(Array.from({ length: size }, (_, other) => other).filter((other) => other !== step)),
      ),
    ),
  );

/** Every chain that starts at `step` and goes from a step to one that waits for it, found by trying all. */
function chains(graph: Graph, step: number, seen: readonly number[] = []): number[][] {
  const dependents = graph.flatMap((dependencies, other) => (dependencies.includes(step) ? [other] : []));
  const onward = dependents.filter((other) => !seen.includes(other));
  return [[step], ...onward.flatMap((other) => chains(graph, other, [...seen, step]).map((chain) => [step, ...chain]))];
}

/** Whether a step can come back to itself along dependencies, by trying all ways. */
function isOnCycle(graph: Graph, step: number): boolean {
  const reached = new Set<number>();
  const walk = (at: number): void => {
    for (const next of graph[at]!) {
      if (reached.has(next)) continue;
      reached.add(next);
      walk(next);
    }
  };
  walk(step);
  return reached.has(step);
}

const inOrder = (graph: Graph) => graph.map((_, index) => index);

describe("against trying everything", () => {
  test("a graph has cycles just when some step comes back to itself, and each one named is real", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const found = cycles(graph, inOrder(graph));
        expect(found.length > 0).toBe(inOrder(graph).some((step) => isOnCycle(graph, step)));
        for (const cycle of found) {
          cycle.forEach((step, i) => {
            expect(graph[step]).toContain(cycle[(i + 1) % cycle.length]);
          });
          expect(new Set(cycle).size).toBe(cycle.length);
          expect(cycle[0]).toBe(Math.min(...cycle));
        }
        const steps = found.flat();
        expect(new Set(steps).size).toBe(steps.length);
      }),
      { numRuns: 2000 },
    );
  });

  test("waves hold each step once, right after all it waits for", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const levels = waves(graph);
        const waveOf = new Map(levels.flatMap((wave, level) => wave.map((step) => [step, level] as const)));
        expect(levels.flat().length).toBe(waveOf.size);
        for (const [step, level] of waveOf) {
          const before = graph[step]!.map((dependency) => waveOf.get(dependency)!);
          expect(level).toBe(before.length === 0 ? 0 : Math.max(...before) + 1);
        }
        // What is in no wave waits for a cycle, or is on one.
        for (const step of inOrder(graph)) {
          const stuck = isOnCycle(graph, step) || graph[step]!.some((dependency) => !waveOf.has(dependency));
          expect(waveOf.has(step)).toBe(!stuck);
        }
        for (const wave of levels) expect(wave).toEqual([...wave].sort((a, b) => a - b));
      }),
      { numRuns: 2000 },
    );
  });

  test("the critical path is the longest chain, the earliest of the longest", () => {
    fc.assert(
      fc.property(graphs, (random) => {
        // Only edges to earlier steps: no cycle.
        const graph = random.map((dependencies, step) => dependencies.filter((dependency) => dependency < step));
        const all = inOrder(graph).flatMap((step) => chains(graph, step));
        const longest = Math.max(0, ...all.map((chain) => chain.length));
        const best = all.filter((chain) => chain.length === longest);
        best.sort((a, b) => (a.findIndex((step, i) => step !== b[i]) < 0 ? 0 : compare(a, b)));
        expect(criticalPath(graph)).toEqual(best[0] ?? []);
        expect(waves(graph).length).toBe(longest);
      }),
      { numRuns: 1000 },
    );
  });
});

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((step, i) => step !== b[i]);
  return a[at]! - b[at]!;
}

test("rank decides where a cycle begins and which way is followed", () => {
  const graph = [[1], [0, 2], [1]];
  expect(cycles(graph, [0, 1, 2])).toEqual([[0, 1]]);
  expect(cycles(graph, [2, 1, 0])).toEqual([[2, 1]]);
});

test("a long chain and a long cycle cost no stack", () => {
  const size = 100_000;
  const chain = Array.from({ length: size }, (_, step) => (step === 0 ? [] : [step - 1]));
  expect(waves(chain)).toHaveLength(size);
  const ring = Array.from({ length: size }, (_, step) => [(step + 1) % size]);
  expect(cycles(ring, inOrder(ring))[0]).toHaveLength(size);
});
