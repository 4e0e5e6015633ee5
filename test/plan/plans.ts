/** Plans for tests: random ones that keep every rule, and small ones by hand. */
import fc from "fast-check";
import type { Plan, PlanStep } from "../../src/plan/index.ts";

export const tools = ["sql", "shell", "send_mail"];

/** A step with everything in place but what is given. */
export function step(id: string, part: Partial<PlanStep> = {}): PlanStep {
  return {
    id,
    title: `Copy table ${id}`,
    description: `Copy the table named in row ${id} of the inventory`,
    dependencies: [],
    tool_hint: null,
    expected_output: `Both copies of table ${id} have the same checksum`,
    risk_level: "low",
    ...part,
  };
}

/** A plan of these steps. */
export function plan(...steps: readonly PlanStep[]): Plan {
  return {
    objective: "Every table of the shop is on the new server",
    assumptions: ["Nobody writes during the copy"],
    steps,
    completion_criteria: ["All checksums agree"],
  };
}

/** A plan of steps S1 … Sn with these dependencies. */
export function planOf(dependencies: Readonly<Record<string, readonly string[]>>): Plan {
  return plan(...Object.keys(dependencies).map((id) => step(id, { dependencies: dependencies[id]! })));
}

/**
 * Random plans that keep every rule, with their steps in any order: ids are distinct, dependencies follow a hidden
 * order, so there is no cycle.
 */
export const validPlans: fc.Arbitrary<Plan> = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 20 })
  .chain((numbers) =>
    fc.record({
      ids: fc.constant(numbers.map((number) => `S${number}`)),
      edges: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
      order: fc.shuffledSubarray(
        numbers.map((_, i) => i),
        { minLength: numbers.length, maxLength: numbers.length },
      ),
      hints: fc.array(fc.constantFrom(...tools, null), { minLength: numbers.length, maxLength: numbers.length }),
    }),
  )
  .map(({ ids, edges, order, hints }) => {
    const waitsFor = ids.map(() => new Set<string>());
    for (const [a, b] of edges) {
      const [low, high] = [a % ids.length, b % ids.length].sort((x, y) => x - y) as [number, number];
      if (low !== high) waitsFor[high]!.add(ids[low]!);
    }
    return plan(...order.map((i) => step(ids[i]!, { dependencies: [...waitsFor[i]!], tool_hint: hints[i] ?? null })));
  });
