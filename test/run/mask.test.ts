/** Decoding under token masks: random weights show what the constraint holds, since they would write anything. */
import { type Engine, generate, loadModel, plan } from "sluice";
import { checkPlan } from "sluice/plan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRandomModel } from "../random-model.ts";

let random: Engine;
let embedded: Engine;
beforeAll(async () => {
  random = await loadRandomModel(5);
  embedded = await loadModel("embedded", { build: "cpu", threads: 1 });
});
afterAll(async () => {
  await random.dispose();
  await embedded.dispose();
});

const schemas = {
  object: {
    type: "object",
    properties: {
      quarterly_revenue_estimate: { type: "number", minimum: 0, maximum: 1000 },
      responsible_department: { enum: ["finance", "sales", "research"] },
      remarks: { type: "string", maxLength: 20 },
    },
    required: ["quarterly_revenue_estimate", "responsible_department", "remarks"],
    additionalProperties: false,
  },
  checked: {
    type: "array",
    items: { type: "integer", minimum: 0, maximum: 60, multipleOf: 7 },
    uniqueItems: true,
    minItems: 1,
    maxItems: 3,
  },
  // Three of the three lists that there are: the last one is often begun wrongly.
  lists: {
    type: "array",
    items: { type: "array", items: { type: "boolean" }, maxItems: 1 },
    uniqueItems: true,
    minItems: 3,
    maxItems: 3,
  },
  number: { type: "integer", multipleOf: 7, minimum: 1, maximum: 100 },
  excluded: { type: "number", minimum: 0, maximum: 9, multipleOf: 0.5, not: { const: 3 } },
  counted: { type: "array", items: { type: "integer", minimum: 0, maximum: 999 }, contains: { const: 7 }, maxItems: 3 },
  picked: {
    type: "array",
    items: { enum: ["salt", "sugar", 1, 12] },
    uniqueItems: true,
    contains: { enum: [12, "pepper"] },
    minItems: 2,
    maxItems: 3,
  },
  recursive: {
    $ref: "#/$defs/tree",
    $defs: {
      tree: {
        type: "object",
        properties: {
          name: { type: "string", pattern: "^[a-zé]{1,8}$" },
          children: { type: "array", items: { $ref: "#/$defs/tree" }, maxItems: 1 },
        },
        required: ["name"],
        additionalProperties: false,
      },
    },
  },
  union: { anyOf: [{ type: "string", format: "date" }, { type: "boolean" }, { const: { kind: "none" } }] },
} as const;

describe("under masks", () => {
  it.each(Object.entries(schemas))("a model of random weights writes only what fits: %s", async (_name, schema) => {
    for (let seed = 0; seed < 12; seed++) {
      const result = await generate({ model: random, schema, prompt: "x", constraint: "mask", temperature: 1.5, seed });
      expect(result, JSON.stringify(result).slice(0, 600)).toMatchObject({
        ok: true,
        record: { constraint: "mask", finish: "stop", repairs: [], warnings: [] },
      });
    }
  });

  it("what a check refuses is taken back, and tried another way", async () => {
    let rollbacks = 0;
    for (let seed = 100; seed < 130; seed++) {
      const schema = schemas.lists;
      const result = await generate({ model: random, schema, prompt: "x", constraint: "mask", temperature: 1.5, seed });
      expect(result.ok, JSON.stringify(result).slice(0, 300)).toBe(true);
      rollbacks += result.record.stats.rollbacks;
    }
    expect(rollbacks).toBeGreaterThan(3);
  });

  it.each([
    { type: "integer", multipleOf: 7, minimum: 1, maximum: 100 },
    { type: "integer", minimum: 0, maximum: 9, not: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] } },
    { type: "integer", multipleOf: 25, minimum: 1, maximum: 1000 },
    { type: "number", multipleOf: 0.5, minimum: 0, maximum: 10 },
  ] as const)("the first choice of a value is taken back, too: %j", async (number) => {
    const schema = { type: "object", properties: { n: number }, required: ["n"], additionalProperties: false } as const;
    for (let seed = 0; seed < 8; seed++) {
      const result = await generate({ model: random, schema, prompt: "x", constraint: "mask", temperature: 1.5, seed });
      expect(result.ok, JSON.stringify(result).slice(0, 300)).toBe(true);
    }
  });

  it("what went wrong before a long text is found", async () => {
    // Whether `b` may come shows only once the object closes, a hundred tokens after the choice.
    const schema = {
      type: "object",
      properties: { a: { type: "boolean" }, b: { type: "string", minLength: 150, maxLength: 300 } },
      oneOf: [{ properties: { a: { const: true } }, required: ["a"] }, { required: ["b"] }],
      additionalProperties: false,
    } as const;
    let rollbacks = 0;
    for (let seed = 0; seed < 12; seed++) {
      const result = await generate({ model: random, schema, prompt: "x", constraint: "mask", temperature: 1.5, seed });
      expect(result.ok, `seed ${seed}: ${JSON.stringify(result).slice(0, 300)}`).toBe(true);
      rollbacks += result.record.stats.rollbacks;
    }
    expect(rollbacks).toBeGreaterThan(32);
  });

  it("what is held back counts for the budget, and hears an abort", async () => {
    const schema = {
      type: "array",
      items: { type: "string" },
      minItems: 60,
      uniqueItems: true,
      contains: { const: 1 },
    } as const;
    const options = { model: random, schema: { anyOf: [schema, { type: "null" }] } as const, prompt: "x", seed: 2 };
    const cut = await generate({ ...options, constraint: "mask", maxTokens: 30 });
    expect(cut.ok || cut.failure.kind === "truncated", JSON.stringify(cut).slice(0, 300)).toBe(true);
    const long = { type: "string", minLength: 2000, not: { const: "x" } } as const;
    const run = generate({ model: random, schema: long, prompt: "x", constraint: "mask", seed: 1 });
    setTimeout(() => run.abort(), 200);
    expect(await run).toMatchObject({ ok: false, failure: { kind: "aborted" } });
    const short = await generate({
      model: random,
      schema: long,
      prompt: "x",
      constraint: "mask",
      seed: 1,
      maxTokens: 25,
    });
    expect(short).toMatchObject({ ok: false, failure: { kind: "truncated" }, record: { finish: "length" } });
  });

  it("what gets stuck is a result, and so are tokens that were never shown", async () => {
    const schema = { type: "array", items: { type: "boolean" }, maxItems: 2, if: true, not: { if: true } } as const;
    const stuck = await generate({ model: random, schema, prompt: "x", seed: 1 });
    expect(stuck).toMatchObject({ ok: false, failure: { kind: "stuck" }, record: { finish: "stuck" } });
    // No automaton says that pattern.
    const long = { type: "string", minLength: 2000, not: { pattern: "(x)\\1y" } } as const;
    const cut = await generate({ model: random, schema: long, prompt: "x", seed: 1, maxTokens: 25 });
    expect(cut).toMatchObject({
      ok: false,
      failure: { kind: "truncated" },
      record: { stats: { tokens: 0, withheld: 25 } },
    });
    expect(!cut.ok && cut.failure.message).toMatch(/25 tokens of it weren't shown/);
  });

  it("its plans keep every rule", async () => {
    const tools = ["sql", "shell", "search_web"];
    let steps = 0;
    for (let seed = 0; seed < 4; seed++) {
      const result = await plan({ model: random, goal: "x", tools, constraint: "mask", temperature: 1.5, seed });
      const checked = checkPlan(result.ok ? result.value : result.partial, { tools, order: "earlier", worth: false });
      expect(checked, `seed ${seed}: ${JSON.stringify(checked).slice(0, 600)}`).toMatchObject({
        ok: true,
        defaults: [],
      });
      if (checked.ok) steps += checked.plan.steps.length;
    }
    expect(steps).toBeGreaterThan(4);
  });

  it("text that must come isn't asked for", async () => {
    const result = await generate({ model: random, schema: schemas.object, prompt: "x", constraint: "mask", seed: 1 });
    const { forced, tokens, evaluations, reevaluated } = result.record.stats;
    expect(forced).toBeGreaterThan(20);
    expect(evaluations).toBeLessThanOrEqual(tokens - forced + 1);
    expect(reevaluated).toBeLessThanOrEqual(evaluations);
  });

  it("a real model writes a plan, the same for the same seed", async () => {
    const options = {
      model: embedded,
      goal: "Move the office to a new building",
      constraint: "mask",
      seed: 4,
    } as const;
    const first = await plan(options);
    expect(first.ok).toBe(true);
    const second = await plan(options);
    expect(second.record.textHash).toBe(first.record.textHash);
    expect((await plan({ ...options, seed: 5 })).record.textHash).not.toBe(first.record.textHash);
  });

  it("ends at the token budget and at an abort, with what was complete", async () => {
    const options = { model: embedded, goal: "Move the office", constraint: "mask", seed: 4 } as const;
    const cut = await plan({ ...options, maxTokens: 40 });
    expect(cut).toMatchObject({ ok: false, failure: { kind: "truncated" }, record: { finish: "length" } });
    const run = plan(options);
    run.on("steps[*].id", () => run.abort());
    expect(await run).toMatchObject({ ok: false, failure: { kind: "aborted" } });
    expect((await plan(options)).ok).toBe(true);
  });
});
