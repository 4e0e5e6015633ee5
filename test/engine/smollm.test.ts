/** The same promises on a real model, as far as they need one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, loadModel } from "../../src/engine/index.ts";
import { hasSmollm, quick, sayIfMissing, smollm, write } from "./helpers.ts";

describe.skipIf(!hasSmollm && sayIfMissing(smollm, "generation with a real model"))("SmolLM2-135M-Instruct", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadModel(smollm, { ...quick, contextSize: 1024 });
  });
  afterAll(() => engine.dispose());

  test("writes what the grammar says, with sense in it", async () => {
    const { text, finish } = await write(engine, {
      prompt: [{ role: "user", content: "What is the capital of France? Answer in JSON." }],
      grammar: String.raw`root ::= "{\"capital\": \"" [A-Za-z ]{1,30} "\"}"`,
      sampling: { temperature: 0 },
    });
    expect(finish).toBe("stop");
    expect(JSON.parse(text)).toEqual({ capital: expect.stringContaining("Paris") });
  });

  test("repeats itself exactly for a seed", async () => {
    const request = { prompt: "Once upon a time", maxTokens: 12, sampling: { seed: 5, temperature: 1 } };
    expect((await write(engine, request)).text).toBe((await write(engine, request)).text);
  });

  test("text is exact where tokens end inside characters", async () => {
    const wanted = 'Say "hi" , 你好 🙂👩‍👩‍👧 é ﷽ 𒀀 !';
    const literal = JSON.stringify(wanted);
    const { text, chunks } = await write(engine, { prompt: "x", grammar: `root ::= ${literal}` });
    expect(text).toBe(wanted);
    expect(chunks.filter((chunk) => chunk === "").length).toBeGreaterThan(5);
  });
});
