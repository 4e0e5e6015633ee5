/** Writing under a constraint, as the engine does it. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConstraint, type Vocabulary } from "../../src/constraint/index.ts";
import { type Engine, loadModel } from "../../src/engine/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { quick, randomModel, temporaryFolder, write } from "./helpers.ts";

const path = randomModel(join(temporaryFolder(), "random.gguf"), { seed: 7 });
let engine: Engine;
beforeAll(async () => {
  engine = await loadModel(path, { ...quick, contextSize: 1024 });
});
afterAll(() => engine.dispose());

const held = (schema: JsonSchema) => (vocabulary: Vocabulary) => createConstraint(schema, vocabulary);
const report: JsonSchema = {
  type: "object",
  properties: {
    responsible_department: { enum: ["finance", "sales", "research"] },
    remarks: { type: "string", maxLength: 20 },
  },
  required: ["responsible_department", "remarks"],
  additionalProperties: false,
};

test("text that must come is asked for token by token if that's wished", async () => {
  const request = { prompt: "x", constraint: held(report), sampling: { seed: 1 } };
  const jumping = await write(engine, request);
  expect(jumping.forced).toBeGreaterThan(10);
  expect(jumping.evaluations).toBe(jumping.tokens - jumping.forced);
  const alone = await write(engine, { ...request, jumpForward: false });
  expect(alone).toMatchObject({ forced: 0, finish: "stop", evaluations: alone.tokens });
});

test("a text that's all forced needs no model", async () => {
  const constraint = held({ const: { kind: "none", more: "of the same" } });
  const whole = await write(engine, { prompt: "x", constraint });
  expect(whole).toMatchObject({ text: '{"kind": "none", "more": "of the same"}', evaluations: 0, finish: "stop" });
  expect(whole.forced).toBe(whole.tokens);
  for (const maxTokens of [1, 4]) {
    const cut = await write(engine, { prompt: "x", constraint, maxTokens });
    expect(cut).toMatchObject({ tokens: maxTokens, forced: maxTokens, finish: "length" });
    expect(whole.text.startsWith(cut.text)).toBe(true);
  }
});

test("where checks leave no way on, the error says how far it came", async () => {
  const schema: JsonSchema = {
    type: "array",
    items: { enum: [true, false, null] },
    maxItems: 3,
    not: { contains: { not: { const: 0 } } },
  };
  const constraint = (vocabulary: Vocabulary) =>
    createConstraint({ ...schema, minItems: 1 }, vocabulary, {
      check: (_, value) => (value as unknown[]).length === 0,
    });
  const failed = await write(engine, { prompt: "x", constraint, sampling: { seed: 1 } }).catch((error) => error);
  expect(failed).toMatchObject({ code: "constraint-stuck", stats: { finish: "stuck", tokens: 0, forced: 0 } });
  const { rollbacks, erased, withheld, evaluations } = failed.stats;
  // Three items of three values, each of one to three tokens: all of them are tried, and nothing stays but what must come.
  expect(rollbacks).toBeGreaterThan(27);
  expect(erased).toBeGreaterThan(27);
  expect(evaluations).toBeGreaterThan(rollbacks);
  expect(withheld).toBeLessThan(9);
});

test("where few tokens may come, all of them are candidates", async () => {
  let reevaluated = 0;
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed++) {
    const sampling = { temperature: 5, topK: 0, topP: 1, minP: 0, seed };
    const { text, ...stats } = await write(engine, {
      prompt: "x",
      constraint: held({ enum: ["a", "b", "c"] }),
      sampling,
    });
    reevaluated += stats.reevaluated;
    seen.add(text);
  }
  expect(reevaluated).toBe(0);
  expect([...seen].sort()).toEqual(['"a"', '"b"', '"c"']);
});
