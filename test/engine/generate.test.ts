/** The engine on a small random-weight model: what it writes, how it ends, what it counts. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, EngineError, loadModel } from "../../src/engine/index.ts";
import { codeOf, oneString, quick, randomModel, temporaryFolder, write } from "./helpers.ts";

const path = randomModel(join(temporaryFolder(), "random.gguf"), { seed: 7 });
const endless = "root ::= [a-z ] root";
let engine: Engine;

beforeAll(async () => {
  engine = await loadModel(path, { ...quick, contextSize: 1024 });
});
afterAll(() => engine.dispose());

describe("under a grammar", () => {
  test("200 texts at temperature 1.5 are well-formed UTF-8 and valid, each one", async () => {
    let beyondAscii = 0;
    for (let seed = 0; seed < 200; seed++) {
      const sampling = { temperature: 1.5, topK: 0, topP: 1, minP: 0, repeatPenalty: seed % 2 === 0 ? 1 : 1.3, seed };
      const { text, finish } = await write(engine, { prompt: "x", grammar: oneString, sampling });
      expect(finish, `seed ${seed}`).toBe("stop");
      expect(text, `seed ${seed}`).not.toContain("\uFFFD");
      const value = (JSON.parse(text) as { a: string }).a;
      expect([...value].length, `seed ${seed}`).toBeLessThanOrEqual(40);
      if (/[^\0-\x7f]/.test(value)) beyondAscii++;
    }
    // Bytes of longer characters are a fifth of this vocabulary: the guard had work to do.
    expect(beyondAscii).toBeGreaterThan(50);
  });

  test("a character written byte by byte comes out whole, at once", async () => {
    const { text, chunks } = await write(engine, { prompt: "x", grammar: 'root ::= "🙂 你好 é 𒀀"' });
    expect(text).toBe("🙂 你好 é 𒀀");
    expect(chunks.some((chunk) => chunk === "")).toBe(true);
    for (const chunk of chunks) expect(chunk).not.toMatch(/\p{Surrogate}/u);
  });

  test.each([
    ["not GBNF", "root = nonsense"],
    ["an undefined rule", "root ::= missing"],
    ["left recursion", 'root ::= root "a" | "b"'],
    ["too many nested groups", `root ::= ${"(".repeat(30_000)}"a"${")".repeat(30_000)}`],
    ["only half characters", "root ::= [\\uD800-\\uDFFF]"],
    ["NUL", 'root ::= "\\x00"'],
    ["nothing", ""],
  ])("refuses %s", async (_what, grammar) => {
    expect(await codeOf(write(engine, { prompt: "x", grammar }))).toBe("grammar-refused");
  });

  test("goes on after a refusal", async () => {
    expect((await write(engine, { prompt: "x", grammar: 'root ::= "yes"' })).text).toBe("yes");
  });
});

describe("sampling", () => {
  const request = { prompt: "Once", maxTokens: 40 };

  test("the same seed gives the same text, another seed another", async () => {
    const first = await write(engine, { ...request, sampling: { seed: 3 } });
    await write(engine, { prompt: "something else", maxTokens: 5 });
    expect((await write(engine, { ...request, sampling: { seed: 3 } })).text).toBe(first.text);
    expect((await write(engine, { ...request, sampling: { seed: 4 } })).text).not.toBe(first.text);
  });

  test("a drawn seed is reported and gives the text again", async () => {
    const drawn = await write(engine, { ...request, grammar: endless });
    const again = await write(engine, { ...request, grammar: endless, sampling: { seed: drawn.seed } });
    expect(again.text).toBe(drawn.text);
  });

  test("temperature 0 doesn't depend on the seed", async () => {
    const texts = new Set<string>();
    for (const seed of [1, 2, 3])
      texts.add((await write(engine, { ...request, sampling: { temperature: 0, seed } })).text);
    expect(texts.size).toBe(1);
  });

  test("the penalty counts only tokens that are text", async () => {
    const sampling = { temperature: 0, repeatPenalty: 5 };
    const all = await write(engine, { ...request, grammar: endless, sampling });
    const none = await write(engine, { ...request, grammar: endless, sampling, isText: () => false });
    const off = await write(engine, { ...request, grammar: endless, sampling: { temperature: 0, repeatPenalty: 1 } });
    expect(none.text).toBe(off.text);
    expect(all.text).not.toBe(off.text);
  });

  test("isText is asked once after each chunk has been consumed", async () => {
    const order: string[] = [];
    // Under a grammar without end: by chance the text would end before its third token.
    const isText = () => order.push("asked") > 0;
    const writing = engine.generate({ ...request, grammar: endless, maxTokens: 3, sampling: { seed: 1 }, isText });
    for await (const { tokens } of writing) order.push(`consumed ${tokens}`);
    expect(order).toEqual(["consumed 1", "asked", "consumed 2", "asked", "consumed 3"]);
  });

  test.each([
    { temperature: -1 },
    { temperature: Number.NaN },
    { topK: 1.5 },
    { topP: 2 },
    { minP: -0.1 },
    { seed: 2 ** 32 - 1 },
    { repeatPenalty: 0 },
    { repeatLastTokens: -1 },
  ])("refuses %o", async (sampling) => {
    expect(await codeOf(write(engine, { ...request, sampling }))).toBe("bad-option");
  });
});

describe("ends", () => {
  test("are passed over where that's asked for", async () => {
    // Random weights are as likely to end as to write anything else.
    const ends: string[] = [];
    for (let seed = 0; ends.length < 3 && seed < 300; seed++) {
      const request = { prompt: "x", maxTokens: 60, sampling: { temperature: 5, topK: 0, topP: 1, minP: 0, seed } };
      if ((await write(engine, request)).finish !== "stop") continue;
      const { finish, tokens } = await write(engine, { ...request, ignoreEnd: true });
      expect({ finish, tokens }).toEqual({ finish: "length", tokens: 60 });
      ends.push(finish);
    }
    expect(ends.length).toBe(3);
  });

  test("with the token budget", async () => {
    const { tokens, chunks, finish, evaluations } = await write(engine, {
      prompt: "x",
      grammar: endless,
      maxTokens: 7,
    });
    expect({ tokens, chunks: chunks.length, finish, evaluations }).toEqual({
      tokens: 7,
      chunks: 7,
      finish: "length",
      evaluations: 7,
    });
  });

  test("with the context, and never loses its beginning", async () => {
    const { promptTokens, tokens, finish } = await write(engine, { prompt: "a b c ".repeat(100), grammar: endless });
    expect(finish).toBe("context");
    expect(promptTokens + tokens).toBe(1024);
  });

  test("with the grammar", async () => {
    const { text, finish, tokens, evaluations } = await write(engine, { prompt: "x", grammar: 'root ::= "done"' });
    expect({ text, finish }).toEqual({ text: "done", finish: "stop" });
    expect(evaluations).toBe(tokens + 1);
  });

  test("a prompt that fills the context is refused before anything is computed", async () => {
    expect(await codeOf(write(engine, { prompt: "word ".repeat(3000) }))).toBe("prompt-too-long");
    const fits = await write(engine, { prompt: "Goal: ".repeat(1023) });
    expect(fits).toMatchObject({ promptTokens: 1023, tokens: 1, finish: "context" });
  });

  test("an empty prompt, a bad role and a bad budget are refused", async () => {
    expect(await codeOf(write(engine, { prompt: "" }))).toBe("bad-option");
    expect(await codeOf(write(engine, { prompt: [{ role: "robot" as "user", content: "x" }] }))).toBe("bad-option");
    expect(await codeOf(write(engine, { prompt: "x", maxTokens: 0 }))).toBe("bad-option");
  });
});

describe("statistics", () => {
  test("loading counts for the first request only", async () => {
    const other = await loadModel(path, quick);
    try {
      expect((await write(other, { prompt: "x", maxTokens: 1 })).loadMs).toBeGreaterThan(0);
      expect((await write(other, { prompt: "x", maxTokens: 1 })).loadMs).toBe(0);
    } finally {
      await other.dispose();
    }
  });

  test("say what was asked and counted", async () => {
    const stats = await write(engine, {
      prompt: "Goal: Goal: ",
      maxTokens: 5,
      grammar: endless,
      sampling: { seed: 9 },
    });
    expect(stats).toMatchObject({
      model: path,
      constraint: "gbnf",
      seed: 9,
      promptTokens: 2,
      tokens: 5,
      evaluations: 5,
    });
    expect(stats).toMatchObject({ forced: 0, reevaluated: 0, rollbacks: 0, finish: "length" });
    expect(stats.firstTokenMs).toBeGreaterThan(0);
    expect(stats.decodeMs).toBeGreaterThan(0);
    expect((await write(engine, { prompt: "x", maxTokens: 1 })).constraint).toBe("none");
  });
});

describe("aborting", () => {
  test("before it starts", async () => {
    const { finish, tokens, promptTokens } = await write(engine, { prompt: "x", signal: AbortSignal.abort() });
    expect({ finish, tokens, promptTokens }).toEqual({ finish: "aborted", tokens: 0, promptTokens: 0 });
  });

  test("while the prompt is evaluated", async () => {
    const controller = new AbortController();
    const writing = write(engine, { prompt: "word ".repeat(450), signal: controller.signal });
    setTimeout(() => controller.abort(), 1);
    expect(await writing).toMatchObject({ finish: "aborted", tokens: 0 });
  });

  test("while it writes", async () => {
    const controller = new AbortController();
    const writing = engine.generate({ prompt: "x", grammar: endless, signal: controller.signal });
    let seen = 0;
    let step = await writing.next();
    while (!step.done) {
      if (++seen === 5) controller.abort();
      step = await writing.next();
    }
    expect(step.value).toMatchObject({ finish: "aborted", tokens: 5 });
  });

  test("while it waits for its turn; the next one still gets it", async () => {
    const first = engine.generate({ prompt: "x", grammar: endless });
    await first.next();
    const controller = new AbortController();
    const second = write(engine, { prompt: "x", signal: controller.signal });
    const third = write(engine, { prompt: "x", maxTokens: 2, grammar: endless });
    controller.abort();
    expect((await second).finish).toBe("aborted");
    await first.return(undefined as never);
    expect((await third).tokens).toBe(2);
  });
});

describe("several requests", () => {
  test("run one after another and don't touch each other", async () => {
    const request = (seed: number) => ({ prompt: `text ${seed}`, grammar: endless, maxTokens: 30, sampling: { seed } });
    const alone = [];
    for (const seed of [1, 2, 3]) alone.push((await write(engine, request(seed))).text);
    const together = await Promise.all([1, 2, 3].map((seed) => write(engine, request(seed))));
    expect(together.map(({ text }) => text)).toEqual(alone);
  });

  test("leaving the loop early stops the model and lets the next one in", async () => {
    for await (const chunk of engine.generate({ prompt: "x", grammar: endless })) {
      void chunk;
      break;
    }
    expect((await write(engine, { prompt: "x", maxTokens: 3, grammar: endless })).tokens).toBe(3);
  });

  test("an error of the consumer leaves the engine usable", async () => {
    const failing = write(engine, {
      prompt: "x",
      isText: () => {
        throw new Error("mine");
      },
    });
    await expect(failing).rejects.toThrow("mine");
    expect((await write(engine, { prompt: "x", maxTokens: 3, grammar: endless })).tokens).toBe(3);
  });
});

describe("disposal", () => {
  test("in the middle of writing ends it with a typed error, as it ends those that wait", async () => {
    for (let i = 0; i < 5; i++) {
      const other = await loadModel(path, { ...quick, contextSize: 512 });
      const running = codeOf(write(other, { prompt: "word ".repeat(100), grammar: endless }));
      const waiting = codeOf(write(other, { prompt: "x" }));
      await new Promise((resolve) => setTimeout(resolve, i * 15));
      await other.dispose();
      expect([await running, await waiting]).toEqual(["disposed", "disposed"]);
      expect(await codeOf(write(other, { prompt: "x" }))).toBe("disposed");
      await other.dispose();
    }
  });

  test("while the consumer holds a chunk", async () => {
    const other = await loadModel(path, quick);
    const writing = other.generate({ prompt: "x", grammar: endless });
    await writing.next();
    await other.dispose();
    await expect(writing.next()).rejects.toBeInstanceOf(EngineError);
  });

  test("`await using` disposes", async () => {
    let kept: Engine;
    {
      await using other = await loadModel(path, quick);
      kept = other;
    }
    expect(await codeOf(write(kept, { prompt: "x" }))).toBe("disposed");
  });
});
