/** Gate `reference`: ids are unique, and dependencies name other steps that exist. */
import { compareNatural, list } from "../contract/index.ts";
import { type PlanError, stepPath } from "./error.ts";
import type { Graph } from "./graph.ts";
import type { IdentifiedStep } from "./outline.ts";

/** Which steps a step may wait for: only those before it in the plan, or any as long as no cycle comes of it. */
export type Order = "earlier" | "dag";

/** Checks ids and references. Per step: what is on itself, unknown, repeated, and (order `earlier`) later. */
export function checkReferences(steps: readonly IdentifiedStep[], order: Order): PlanError[] {
  const first = firstPositions(steps);
  return steps.flatMap((step) => [...checkId(step, first), ...checkDependencies(step, steps, first, order)]);
}

/** The graph of the references that hold: known, not on itself, each once. Ids must be unique. */
export function graphOf(steps: readonly IdentifiedStep[]): Graph {
  const first = firstPositions(steps);
  return steps.map(({ index, dependencies }) => {
    const targets = new Set<number>();
    for (const id of dependencies) {
      const target = id === undefined ? undefined : first.get(id);
      if (target !== undefined && target !== index) targets.add(target);
    }
    return [...targets];
  });
}

/** Whether no two steps have the same id. */
export function haveUniqueIds(steps: readonly IdentifiedStep[]): boolean {
  return firstPositions(steps).size === steps.length;
}

function firstPositions(steps: readonly IdentifiedStep[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { id, index } of steps) if (!first.has(id)) first.set(id, index);
  return first;
}

function checkId({ id, index }: IdentifiedStep, first: ReadonlyMap<string, number>): PlanError[] {
  const earlier = first.get(id)!;
  if (earlier === index) return [];
  const path = stepPath(index, "id");
  const message = `${path} repeats the id ${list([id])} of ${stepPath(earlier)}; give each step an id of its own.`;
  return [{ gate: "reference", keyword: "duplicate", path, message, step: id, names: [id] }];
}

function checkDependencies(
  step: IdentifiedStep,
  steps: readonly IdentifiedStep[],
  first: ReadonlyMap<string, number>,
  order: Order,
): PlanError[] {
  const { self, later, unknown, repeated } = sortDependencies(step, first, order);
  if (self.length + later.length + unknown.length + repeated.length === 0) return [];

  const allowed = choices(step, steps, order);
  const advice = allowed.length === 0 ? "it can depend on no step" : `it can depend on ${list(allowed)}`;
  /** One error about the dependencies at these positions; `what` says what is wrong with the names. */
  const fault = (keyword: string, positions: readonly number[], what: (names: string) => string): PlanError => {
    const ids = new Set(positions.map((position) => step.dependencies[position]!));
    const names = [...ids].sort(compareNatural);
    const path = stepPath(step.index, "dependencies", ...(positions.length === 1 ? positions : []));
    const meant = keyword === "unknown" && names.length === 1 ? sameNumber(names[0]!, allowed) : undefined;
    const hint = meant === undefined ? "" : `; the nearest is ${list([meant])}`;
    const message = `${path}: step ${step.id} ${what(list(names))}; ${advice}${hint}.`;
    const error: PlanError = { gate: "reference", keyword, path, message, step: step.id, names, allowed };
    return meant === undefined ? error : { ...error, nearest: meant };
  };
  const are = unknown.length === 1 ? "isn't a step" : "aren't steps";
  return [
    ...self.map((position) => fault("self", [position], () => "depends on itself")),
    ...later.map((position) => fault("later", [position], (id) => `depends on ${id}, which comes later in the plan`)),
    ...(unknown.length > 0 ? [fault("unknown", unknown, (ids) => `depends on ${ids}, which ${are}`)] : []),
    ...(repeated.length > 0 ? [fault("repeated", repeated, (ids) => `lists ${ids} more than once`)] : []),
  ];
}

/** Positions of the dependencies that break a rule, by the rule; what is there again is only `repeated`. */
function sortDependencies(step: IdentifiedStep, first: ReadonlyMap<string, number>, order: Order) {
  const found = { self: [] as number[], later: [] as number[], unknown: [] as number[], repeated: [] as number[] };
  const seen = new Set<string>();
  step.dependencies.forEach((id, position) => {
    if (id === undefined) return;
    const target = first.get(id);
    if (seen.has(id)) found.repeated.push(position);
    else if (id === step.id) found.self.push(position);
    else if (target === undefined) found.unknown.push(position);
    else if (order === "earlier" && target > step.index) found.later.push(position);
    seen.add(id);
  });
  return found;
}

/** Ids that a step's dependencies may name. */
function choices(step: IdentifiedStep, steps: readonly IdentifiedStep[], order: Order): string[] {
  const candidates = order === "earlier" ? steps.slice(0, step.index) : steps;
  return [...new Set(candidates.map(({ id }) => id))].filter((id) => id !== step.id);
}

/** `1`, `s1`, `S01` and `Step 1` mean S1; `S9` doesn't mean S8, however near it is. */
function sameNumber(name: string, ids: readonly string[]): string | undefined {
  const number = /^\D*0*([1-9]\d*)\D*$/.exec(name.slice(0, 100))?.[1];
  return number === undefined ? undefined : ids.find((id) => id === `S${number}`);
}
