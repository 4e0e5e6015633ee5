import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, type Grammar, parseGbnf } from "../../src/gbnf/index.ts";
import { checkPlan, type Plan, type PlanWritingOptions, planWritingSchema } from "../../src/plan/index.ts";
import { plan, step, tools } from "./plans.ts";

/** A random sentence of a grammar: every alternative and every code point of a class equally likely. */
function sentence(grammar: Grammar, random: (below: number) => number): string {
  const out: string[] = [];
  const stack = [0];
  for (let symbol = stack.pop(); symbol !== undefined; symbol = stack.pop()) {
    if (symbol < 0) {
      out.push(String.fromCodePoint(codePoint(grammar.classes[-symbol - 1]!, random)));
    } else {
      const alternatives = grammar.rules[symbol]!;
      stack.push(...[...alternatives[random(alternatives.length)]!].reverse());
    }
  }
  return out.join("");
}

function codePoint(ranges: readonly number[], random: (below: number) => number): number {
  const range = 2 * random(ranges.length / 2);
  return ranges[range]! + random(ranges[range + 1]! - ranges[range]! + 1);
}

/** Small generator of pseudo-random numbers (Marsaglia, "Xorshift RNGs", 2003), so that a seed repeats a failure. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const settings: [string, PlanWritingOptions][] = [
  ["with tools", { tools }],
  ["without tools", {}],
  ["of one step", { tools, maxSteps: 1 }],
  ["of three short steps", { tools: ["a", "ab", "b c"], maxSteps: 3, limits: { title: 3, item: 5, assumptions: 1 } }],
];

describe.each(settings)("plans %s", (_, options) => {
  const grammar = parseGbnf(compileGbnf(planWritingSchema(options)).grammar);

  test("whatever the grammar writes passes every gate it stands for", () => {
    let most = 0;
    let edges = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const text = sentence(grammar, randomFrom(seed));
        const result = checkPlan(JSON.parse(text), { tools: options.tools ?? [], order: "earlier", worth: false });
        if (!result.ok) throw new Error(`${text}\n${JSON.stringify(result.errors)}`);
        expect(result.defaults).toEqual([]);
        result.plan.steps.forEach(({ id, dependencies }, i) => {
          expect(id).toBe(`S${i + 1}`);
          edges += dependencies.length;
        });
        most = Math.max(most, result.plan.steps.length);
      }),
      { numRuns: 300 },
    );
    // The sampler must have tried what can go wrong.
    if (options.maxSteps === 1) return;
    expect(most).toBeGreaterThan(2);
    expect(edges).toBeGreaterThan(20);
  });
});

describe("what breaks a rule can't be written", () => {
  const recogniser = (options: PlanWritingOptions) =>
    createRecogniser(parseGbnf(compileGbnf(planWritingSchema(options), { whitespace: "compact" }).grammar));
  const canWrite = (value: Plan, options: PlanWritingOptions = { tools }) => {
    const machine = recogniser(options);
    return machine.accept(JSON.stringify(value)) && machine.complete;
  };
  const third = (part: Parameters<typeof step>[1]) => plan(step("S1"), step("S2"), step("S3", part));

  test("a good plan can, in the order of the contract", () => {
    expect(canWrite(third({ dependencies: ["S1", "S2"], tool_hint: "sql", risk_level: "high" }))).toBe(true);
    expect(canWrite(third({ dependencies: ["S2"] }))).toBe(true);
    expect(canWrite(plan(...Array.from({ length: 20 }, (_, i) => step(`S${i + 1}`))))).toBe(true);
  });

  const bad: [string, Plan][] = [
    ["an id twice", plan(step("S1"), step("S1"))],
    ["an id left out", plan(step("S1"), step("S3"))],
    ["an unknown dependency", third({ dependencies: ["S9"] })],
    ["a dependency on itself", third({ dependencies: ["S3"] })],
    ["a dependency twice", third({ dependencies: ["S1", "S1"] })],
    ["a later step", plan(step("S1", { dependencies: ["S2"] }), step("S2"))],
    ["an unknown tool", third({ tool_hint: "bash" })],
    ["an unknown level", third({ risk_level: "huge" as "high" })],
    ["no steps", plan()],
    ["21 steps", plan(...Array.from({ length: 21 }, (_, i) => step(`S${i + 1}`)))],
    ["a field too many", { ...third({}), extra: 1 } as Plan],
    ["a long title", third({ title: "x".repeat(81) })],
    ["an empty title", third({ title: "" })],
    ["too many assumptions", { ...third({}), assumptions: Array.from({ length: 5 }, () => "a") }],
    ["no criteria", { ...third({}), completion_criteria: [] }],
  ];
  test.each(bad)("%s", (_, value) => {
    expect(canWrite(value)).toBe(false);
  });

  test("a tool where none is registered", () => {
    expect(canWrite(third({ tool_hint: "sql" }), {})).toBe(false);
    expect(canWrite(third({ tool_hint: null }), {})).toBe(true);
  });
});

test("nothing is left to a check of the finished value", () => {
  const { report } = compileGbnf(planWritingSchema({ tools }));
  expect(report.filter(({ status }) => status !== "grammar" && status !== "annotation")).toEqual([]);
});

test("the writing schema is narrower than the contract: ajv agrees", () => {
  const { validate } = createValidator(planWritingSchema({ tools }));
  expect(validate(plan(step("S1"), step("S2", { dependencies: ["S1"], tool_hint: "shell" }))).ok).toBe(true);
  expect(validate(plan(step("S1"), step("S2", { dependencies: ["S2"] }))).ok).toBe(false);
});

test.each([
  [{ maxSteps: 0 }, "`maxSteps` must be a whole number from 1 to 20"],
  [{ maxSteps: 21 }, "maxSteps"],
  [{ maxSteps: 2.5 }, "maxSteps"],
  [{ limits: { title: 81 } }, "`limits.title` must be a whole number from 1 to 80, not 81."],
  [{ limits: { item: 0 } }, "limits.item"],
  [{ tools: ["a", "a"] }, "twice"],
])("options that can't be used: %j", (options, part) => {
  expect(() => planWritingSchema(options)).toThrowError(part);
});
