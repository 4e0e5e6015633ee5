/** Gate `cycle`: some order of the steps exists in which each finds what it waits for done. */
import { compareNatural } from "../contract/index.ts";
import { type PlanError, stepPath } from "./error.ts";
import { cycles, type Graph } from "./graph.ts";
import type { IdentifiedStep } from "./outline.ts";

/** One error for each cycle found; ids must be unique. */
export function checkCycles(steps: readonly IdentifiedStep[], graph: Graph): PlanError[] {
  const byId = steps.map(({ index }) => index).sort((a, b) => compareNatural(steps[a]!.id, steps[b]!.id));
  const rank: number[] = [];
  byId.forEach((index, position) => {
    rank[index] = position;
  });
  return cycles(graph, rank).map((positions) => {
    const cycle = [...positions, positions[0]!].map((index) => steps[index]!.id);
    const start = steps[positions[0]!]!;
    const path = stepPath(start.index, "dependencies", start.dependencies.indexOf(cycle[1]!));
    const waits = cycle.slice(0, -1).map((id, i) => `${id} waits for ${cycle[i + 1]}`);
    const message = `${path} closes a cycle, so these steps can never start: ${shorten(waits)}; remove one of these dependencies.`;
    return { gate: "cycle", keyword: "cycle", path, message, step: start.id, names: cycle.slice(0, -1), cycle };
  });
}

function shorten(waits: readonly string[]): string {
  return waits.length <= 20 ? waits.join(", ") : `${waits.slice(0, 20).join(", ")}, … (${waits.length} steps)`;
}
