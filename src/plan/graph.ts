/**
 * The graph of a plan, as numbers: `dependencies[i]` lists the positions of the steps that step i waits for. Everything
 * here is iterative and linear in steps and dependencies.
 */

/** Dependencies by position; each at most once, none on itself. */
export type Graph = readonly (readonly number[])[];

/**
 * Steps that can run side by side, wave after wave: a step is in the first wave by which all it waits for is done. In a
 * wave, steps are in the order of the plan. Steps that are on a cycle, or wait for one, are in none.
 * (Kahn, "Topological sorting of large networks", 1962, taken level by level.)
 */
export function waves(graph: Graph): number[][] {
  const dependents = dependentsOf(graph);
  const waiting = graph.map((dependencies) => dependencies.length);
  const levels: number[][] = [];
  let ready = positions(graph).filter((step) => waiting[step] === 0);
  while (ready.length > 0) {
    levels.push(ready);
    const next: number[] = [];
    for (const step of ready) {
      for (const dependent of dependents[step]!) if (--waiting[dependent]! === 0) next.push(dependent);
    }
    ready = next.sort((a, b) => a - b);
  }
  return levels;
}

/**
 * The longest chain of steps, each waiting for the one before. Among equally long ones the one whose first step comes
 * earliest in the plan, then the second, and so on. The graph must have no cycle.
 */
export function criticalPath(graph: Graph): number[] {
  const dependents = dependentsOf(graph);
  /** Steps in the longest chain that begins here. */
  const height = graph.map(() => 1);
  for (const step of waves(graph).flat().reverse()) {
    for (const dependent of dependents[step]!) height[step] = Math.max(height[step]!, height[dependent]! + 1);
  }
  const path: number[] = [];
  let choices: readonly number[] = positions(graph);
  for (let wanted = Math.max(0, ...height); wanted > 0; wanted--) {
    const step = Math.min(...choices.filter((choice) => height[choice] === wanted));
    path.push(step);
    choices = dependents[step]!;
  }
  return path;
}

/**
 * Cycles that keep a plan from starting: at least one if there is any, and no two with a step in common. A cycle
 * `[a, b, c]` says that a waits for b, b for c and c for a; it begins with its step of lowest rank. `rank` orders the
 * steps, so that the cycles named are the same whatever the order of the plan.
 */
export function cycles(graph: Graph, rank: readonly number[]): number[][] {
  const free = new Set(waves(graph).flat());
  // Every step left waits for another one left; following the lowest-ranked one each time must come round.
  const next = graph.map((dependencies) =>
    lowest(
      dependencies.filter((step) => !free.has(step)),
      rank,
    ),
  );
  const visit = graph.map(() => 0);
  const found: number[][] = [];
  positions(graph).forEach((start, index) => {
    if (free.has(start) || visit[start] !== 0) return;
    const round = index + 1;
    let step = start;
    for (; visit[step] === 0; step = next[step]!) visit[step] = round;
    if (visit[step] !== round) return;
    const cycle = [step];
    for (let other = next[step]!; other !== step; other = next[other]!) cycle.push(other);
    found.push(rotate(cycle, cycle.indexOf(lowest(cycle, rank)!)));
  });
  return found.sort((a, b) => rank[a[0]!]! - rank[b[0]!]!);
}

function dependentsOf(graph: Graph): number[][] {
  const dependents: number[][] = graph.map(() => []);
  graph.forEach((dependencies, step) => {
    for (const dependency of dependencies) dependents[dependency]!.push(step);
  });
  return dependents;
}

function positions(graph: Graph): number[] {
  return graph.map((_, index) => index);
}

function lowest(steps: readonly number[], rank: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const step of steps) if (best === undefined || rank[step]! < rank[best]!) best = step;
  return best;
}

function rotate(cycle: readonly number[], by: number): number[] {
  return [...cycle.slice(by), ...cycle.slice(0, by)];
}
