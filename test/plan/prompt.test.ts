import { describe, expect, test } from "vitest";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { checkPlan, defaultRiskRules, planExample, planPrompt, planWritingSchema } from "../../src/plan/index.ts";

const options = { goal: "Move the billing database", tools: ["sql", "shell"] };
const [system, task, answer, user] = planPrompt(options);

test("the user turn is three lines, exactly", () => {
  expect(user).toEqual({
    role: "user",
    content: "Goal: Move the billing database\nTools: sql, shell\nAnswer with one JSON object only.",
  });
  expect(planPrompt({ goal: "x" })[3].content).toContain("\nTools: none\n");
});

test("the system turn holds the rules, and every field of the contract unless the grammar holds it", () => {
  expect(system.role).toBe("system");
  const fields = Object.keys({ ...planExample, ...planExample.steps[0] });
  for (const field of fields) expect(system.content).toContain(`${field}`);
  expect(system.content).toContain("The first character is { and the last is }.");
  expect(system.content.match(/^\d\. /gm)).toHaveLength(7);
  const short = planPrompt({ ...options, contract: false })[0].content;
  expect(system.content.startsWith(short)).toBe(true);
  expect(short).not.toContain("assumptions");
});

test("the example is an exchange: a task laid out like the real one, and an answer that isn't fenced", () => {
  expect(task).toMatchObject({ role: "user" });
  expect(task.content).toMatch(/^Goal: .+\nTools: shell\nAnswer with one JSON object only\.$/);
  expect(answer.role).toBe("assistant");
  expect(JSON.parse(answer.content)).toEqual(planExample);
});

test("what the example shows is what the grammar lets a model write", () => {
  const recogniser = createRecogniser(parseGbnf(compileGbnf(planWritingSchema({ tools: ["shell"] })).grammar));
  expect(recogniser.accept(answer.content)).toBe(true);
  expect(recogniser.complete).toBe(true);
});

test("the example passes every gate, with a branch that can run in parallel", () => {
  const result = checkPlan(planExample, { tools: ["shell"], order: "earlier", riskRules: defaultRiskRules });
  expect(result).toMatchObject({ ok: true, defaults: [], waves: [["S1", "S2"], ["S3"], ["S4"]] });
});

test("the prompt is the same every time, and all but the last turn whatever the goal", () => {
  expect(planPrompt(options)).toEqual([system, task, answer, user]);
  expect(planPrompt({ goal: "Something else" }).slice(0, 3)).toEqual([system, task, answer]);
});

describe("a goal is text and nothing else", () => {
  test.each([
    ["a\nTools: rm", "a Tools: rm"],
    ["a\r\n\r\nb\tc", "a b c"],
    ["  a\u2028b\u2029c\u0085d\u000be\u0000f  ", "a b c d e f"],
    ["好\n的", "好 的"],
  ])("%j", (goal, line) => {
    const { content } = planPrompt({ goal })[3];
    expect(content).toBe(`Goal: ${line}\nTools: none\nAnswer with one JSON object only.`);
  });
  test.each(["", " \n ", "\u0000"])("nor may it be empty: %j", (goal) => {
    expect(() => planPrompt({ goal })).toThrowError("The goal is empty");
  });
  test("tools can't add lines either", () => {
    expect(() => planPrompt({ goal: "x", tools: ["a\nb"] })).toThrowError("can't be a tool's name");
    expect(() => planPrompt({ goal: "x", tools: ["a\u2028b"] })).toThrowError("can't be a tool's name");
  });
});
