/** Writes a goal and a good plan for it. */
import type { Random } from "../seed.ts";
import type { Domain, StepKind } from "./domain.ts";
import { domains } from "./domains/index.ts";
import { type Goal, writeGoal } from "./goal.ts";
import { capitalised, fill, fillSome } from "./template.ts";
import { hintFor, toolKinds, toolNames } from "./tools.ts";

/** A plan as the model writes it; property order is part of the format. */
export interface Plan {
  readonly objective: string;
  readonly assumptions: readonly string[];
  readonly steps: readonly PlanStep[];
  readonly completion_criteria: readonly string[];
}

/** A step of a plan. */
export interface PlanStep {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly tool_hint: string | null;
  readonly expected_output: string;
  readonly risk_level: "low" | "medium" | "high";
}

/** What someone asks for, and the answer. */
export interface Task {
  readonly goal: string;
  readonly tools: readonly string[];
  /** Whether the goal is all that the user says. */
  readonly bare: boolean;
  readonly plan: Plan;
}

/** A task with its plan. `heldOut` takes nouns that no other task has, to see whether a model copies or remembers. */
export function writeTask(random: Random, heldOut = false): Task {
  const domain = random.chance(0.22) ? domains.at(-1)! : random.pick(domains);
  const goal = writeGoal(domain, random, heldOut);
  const steps = chooseSteps(domain, goal, random);
  const tools = giveTools(steps, random);
  return {
    goal: goal.text,
    tools,
    bare: tools.length === 0 && random.chance(0.06),
    plan: {
      objective: goal.objective,
      assumptions: mixed(domain.assumptions, goal.guard?.assumptions, random.below(3) + 1, goal, random),
      steps: writeSteps(steps, goal, tools, random),
      completion_criteria: mixed(domain.criteria, goal.guard?.criteria, random.below(2) + 2, goal, random),
    },
  };
}

/** Texts of a domain, the first from the guard if there is one. */
function mixed(own: string, guard: string | undefined, count: number, goal: Goal, random: Random): string[] {
  const first = guard ? fillSome(guard, 1, goal.slots, random) : [];
  return [...first, ...fillSome(own, count - first.length + (guard ? 1 : 0), goal.slots, random)]
    .slice(0, Math.max(count, 2))
    .map(capitalised);
}

interface ChosenStep {
  readonly kind: StepKind;
  /** Keys of the chosen steps it needs, without those that another need already brings. */
  readonly needs: readonly string[];
}

/** Three to seven steps in an order in which each comes after what it needs. */
function chooseSteps(domain: Domain, goal: Goal, random: Random): ChosenStep[] {
  const main = mainStep(domain.steps);
  const extra = (goal.guard?.steps ?? []).filter(({ share = 1 }) => random.chance(share));
  const own = thinOut(domain.steps, main, Math.min(random.pick([3, 4, 4, 5, 5, 6]), 7 - extra.length), random);
  const first = own[0]!;
  const named = (key: string) => (key === "first" ? first.key : key === "main" ? main.key : key);
  const needs = new Map<string, string[]>();
  for (const { key, after = "" } of [...domain.steps, ...extra])
    needs.set(key, after.split(" ").filter(Boolean).map(named));
  // What a guard prepares comes before the main step.
  for (const { key, after } of extra) if (after === "first" && main !== first) needs.get(main.key)!.push(key);
  return inOrder([...own, ...extra], needs, random);
}

/** The step that does what the goal asks: of those that every plan has, the most dangerous one. */
function mainStep(steps: readonly StepKind[]): StepKind {
  const always = steps.filter(({ share = 1 }) => share === 1);
  return (
    always.find(({ risk }) => risk === "high") ?? always.findLast(({ risk }) => risk === "medium") ?? always.at(-1)!
  );
}

/** At most `limit` steps: leaves out some that needn't be there, so that plans differ. */
function thinOut(steps: readonly StepKind[], main: StepKind, limit: number, random: Random): StepKind[] {
  const chosen = steps.filter(({ share = 1 }) => random.chance(share));
  while (chosen.length > limit) {
    const inner = chosen.slice(1, -1);
    const spare = chosen.filter((step) => step !== main && ((step.share ?? 1) < 1 || inner.includes(step)));
    const optional = spare.filter(({ share = 1 }) => share < 1);
    chosen.splice(chosen.indexOf(random.pick(optional.length > 0 ? optional : spare)), 1);
  }
  return chosen;
}

function inOrder(steps: readonly StepKind[], needs: ReadonlyMap<string, string[]>, random: Random): ChosenStep[] {
  const chosen = new Set(steps.map(({ key }) => key));
  const present = (key: string): string[] =>
    (needs.get(key) ?? []).flatMap((need) => (chosen.has(need) ? [need] : present(need)));
  const direct = new Map([...chosen].map((key) => [key, [...new Set(present(key))]]));
  const reaches = (from: string, to: string): boolean =>
    direct.get(from)!.some((need) => need === to || reaches(need, to));
  const left = [...steps];
  const done: ChosenStep[] = [];
  const ready = ({ key }: StepKind) => direct.get(key)!.every((need) => done.some(({ kind }) => kind.key === need));
  while (left.length > 0) {
    const candidates = left.filter(ready);
    const kind = random.chance(0.7) ? candidates[0]! : random.pick(candidates);
    const all = direct.get(kind.key)!;
    done.push({ kind, needs: all.filter((need) => !all.some((other) => other !== need && reaches(other, need))) });
    left.splice(left.indexOf(kind), 1);
  }
  return done;
}

function writeSteps(steps: readonly ChosenStep[], goal: Goal, tools: readonly string[], random: Random): PlanStep[] {
  const position = (key: string) => steps.findIndex(({ kind }) => kind.key === key) + 1;
  return steps.map(({ kind, needs }, index) => ({
    id: `S${index + 1}`,
    title: shortEnough(80, () => fill(kind.title, goal.slots, random)),
    description: shortEnough(500, () => fill(kind.does, goal.slots, random)),
    dependencies: needs
      .map(position)
      .sort((a, b) => a - b)
      .map((at) => `S${at}`),
    tool_hint: hintFor(kind.tools ?? [], tools),
    expected_output: shortEnough(300, () => fill(kind.gives, goal.slots, random)),
    risk_level: kind.risk ?? "low",
  }));
}

/** The first of several attempts that has at most so many characters; cut at a word's end if all are too long. */
function shortEnough(limit: number, write: () => string): string {
  let text = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    text = capitalised(write());
    if (text.length <= limit) return text;
  }
  return text.slice(0, text.lastIndexOf(" ", limit));
}

/** No tools in two plans of five; otherwise one to six, most of them of use for the steps. */
function giveTools(steps: readonly ChosenStep[], random: Random): string[] {
  if (random.chance(0.4)) return [];
  const useful = steps.flatMap(({ kind }) => kind.tools ?? []);
  const names = Array.from({ length: 1 + random.below(6) }, () => {
    const kind = useful.length > 0 && random.chance(0.65) ? random.pick(useful) : random.pick(toolKinds);
    return random.pick(toolNames(kind));
  });
  return [...new Set(names)];
}
