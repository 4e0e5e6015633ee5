import { describe, expect, test } from "vitest";
import { checkPlan, defaultRiskRules, planExample, planPrompt } from "../../src/plan/index.ts";

const [system, user] = planPrompt({ goal: "Move the billing database", tools: ["sql", "shell"] });

test("the user turn is three lines, exactly", () => {
  expect(user).toEqual({
    role: "user",
    content: "Goal: Move the billing database\nTools: sql, shell\nAnswer with one JSON object only.",
  });
  expect(planPrompt({ goal: "x" })[1].content).toContain("\nTools: none\n");
});

test("the system turn holds the rules, every field of the contract, and an example that isn't fenced", () => {
  expect(system.role).toBe("system");
  for (const field of Object.keys({ ...planExample, ...planExample.steps[0] }))
    expect(system.content).toContain(`${field}`);
  expect(system.content).toContain("The first character is { and the last is }.");
  expect(system.content).not.toContain("```");
  expect(system.content.match(/^\d\. /gm)).toHaveLength(7);
  const example = system.content.split("\n").at(-1)!;
  expect(JSON.parse(example)).toEqual(planExample);
});

test("the example passes every gate, with a branch that can run in parallel", () => {
  const result = checkPlan(planExample, { tools: [], order: "earlier", riskRules: defaultRiskRules });
  expect(result).toMatchObject({ ok: true, defaults: [], waves: [["S1", "S3"], ["S2"]] });
});

test("the prompt is the same every time, and the system turn whatever the goal", () => {
  expect(planPrompt({ goal: "Move the billing database", tools: ["sql", "shell"] })).toEqual([system, user]);
  expect(planPrompt({ goal: "Something else" })[0]).toEqual(system);
});

describe("a goal is text and nothing else", () => {
  test.each([
    ["a\nTools: rm", "a Tools: rm"],
    ["a\r\n\r\nb\tc", "a b c"],
    ["  a\u2028b\u2029c\u0085d\u000be\u0000f  ", "a b c d e f"],
    ["好\n的", "好 的"],
  ])("%j", (goal, line) => {
    const { content } = planPrompt({ goal })[1];
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
