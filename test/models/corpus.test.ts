import { expect, test } from "vitest";
import { type Task, writeTask } from "../../models/make/corpus/plan.ts";
import { question, spacedJson, tasks } from "../../models/make/corpus.ts";
import { Random } from "../../models/make/seed.ts";

const some: Task[] = [];
for (const task of tasks()) if (some.push(task) === 1000) break;

test("the same seed writes the same tasks", () => {
  expect(writeTask(new Random(4))).toStrictEqual(writeTask(new Random(4)));
  expect(writeTask(new Random(4))).not.toStrictEqual(writeTask(new Random(5)));
});

test("plans obey the rules of plans", () => {
  for (const { plan, tools } of some) {
    expect(plan.steps.length).toBeGreaterThanOrEqual(3);
    expect(plan.steps.length).toBeLessThanOrEqual(7);
    expect(plan.objective.length).toBeLessThanOrEqual(500);
    expect(plan.assumptions.length).toBeGreaterThanOrEqual(1);
    expect(plan.completion_criteria.length).toBeGreaterThanOrEqual(1);
    for (const [index, step] of plan.steps.entries()) {
      expect(step.id).toBe(`S${index + 1}`);
      const needs = step.dependencies.map((id) => Number(id.slice(1)));
      expect(needs).toStrictEqual([...new Set(needs)].sort((a, b) => a - b));
      expect(needs.every((need) => need >= 1 && need <= index)).toBe(true);
      expect(step.title.length).toBeLessThanOrEqual(80);
      expect(step.description.length).toBeLessThanOrEqual(500);
      expect(step.expected_output.length).toBeLessThanOrEqual(300);
      if (step.tool_hint !== null) expect(tools).toContain(step.tool_hint);
    }
  }
});

test("no template is left unfilled, and texts are tidy", () => {
  for (const task of some) {
    const text = `${task.goal} ${JSON.stringify(task.plan)}`;
    expect(text).not.toMatch(/\{(x|y|t|z|act|who|team|when|sum|verb|our|a)\}|undefined/i);
    expect(task.goal).not.toMatch(/ {2}|[|[\]]| \.|\.\.|\ba [aeio](?!ne\b)|^ | $/);
  }
});

test("plans branch: not every step just follows the one before", () => {
  const parallel = some.filter(({ plan }) =>
    plan.steps.some(({ dependencies }, i) => i > 0 && !dependencies.includes(`S${i}`)),
  );
  const joined = some.filter(({ plan }) => plan.steps.some(({ dependencies }) => dependencies.length > 1));
  expect(parallel.length / some.length).toBeGreaterThan(0.3);
  expect(joined.length / some.length).toBeGreaterThan(0.3);
});

test("the README's example is not in the corpus", () => {
  expect(some.filter((task) => question(task).includes("billing database"))).toHaveLength(0);
});

test("JSON has Python's spacing", () => {
  expect(spacedJson({ a: ["x", 'q"'], b: [], c: null })).toBe('{"a": ["x", "q\\""], "b": [], "c": null}');
});
