/** Several requests at the same time, in sequences of one context. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConstraint, type Vocabulary } from "../../src/constraint/index.ts";
import { boundaryCheck } from "../../src/contract/index.ts";
import { type Engine, type GenerateRequest, loadModel } from "../../src/engine/index.ts";
import { Queue } from "../../src/engine/llama/queue.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { codeOf, oneString, quick, randomModel, temporaryFolder, write } from "./helpers.ts";

// Not quantised: what else is in a batch then changes a token in some ten thousand.
const path = randomModel(join(temporaryFolder(), "random.gguf"), { seed: 7, type: "F32" });
const endless = "root ::= [a-z ] root";
let two: Engine;
beforeAll(async () => {
  two = await loadModel(path, { ...quick, contextSize: 512, sequences: 2, queueLimit: 2 });
});
afterAll(() => two.dispose());

const held = (schema: JsonSchema) => (vocabulary: Vocabulary) =>
  createConstraint(schema, vocabulary, { check: boundaryCheck(schema) });
const person: JsonSchema = {
  type: "object",
  properties: { name: { type: "string", minLength: 30, maxLength: 60 }, born: { type: "string", format: "date" } },
  required: ["name", "born"],
  additionalProperties: false,
};
/** Six of the seven lists that there are: the last ones are often begun wrongly. */
const lists: JsonSchema = {
  type: "array",
  items: { type: "array", items: { type: "boolean" }, maxItems: 2 },
  uniqueItems: true,
  minItems: 6,
  maxItems: 6,
};

describe("two sequences", () => {
  test("write each what it writes alone, under constraints of their own", async () => {
    let rollbacks = 0;
    let same = 0;
    const requests = (seed: number): GenerateRequest[] => [
      { prompt: "text one", constraint: held(person), sampling: { seed, temperature: 1.5 } },
      { prompt: "another text", constraint: held(lists), sampling: { seed, temperature: 1.5 } },
      { prompt: "word ".repeat(100), grammar: oneString, sampling: { seed } },
      { prompt: "x", maxTokens: 40, sampling: { seed } },
    ];
    for (let seed = 0; seed < 6; seed++) {
      const alone = [];
      for (const request of requests(seed)) alone.push(await write(two, request));
      const together = await Promise.all(requests(seed).map((request) => write(two, request)));
      for (const [i, { text, finish }] of together.entries()) {
        if (text === alone[i]!.text) same++;
        expect(finish).toBe(alone[i]!.finish);
      }
      rollbacks += together[1]!.rollbacks;
    }
    // One that was given anything of another's would go astray at its first tokens.
    expect(same).toBeGreaterThanOrEqual(22);
    // What is taken back is taken back in the right sequence.
    expect(rollbacks).toBeGreaterThan(3);
  });

  test("take turns, token by token", async () => {
    const order: string[] = [];
    const run = async (name: string) => {
      for await (const _ of two.generate({ prompt: "x", grammar: endless, maxTokens: 20 })) order.push(name);
    };
    await Promise.all([run("a"), run("b")]);
    const changes = order.filter((name, i) => i > 0 && name !== order[i - 1]).length;
    expect(changes).toBeGreaterThan(15);
  });

  test("let a third one wait, and no more than `queueLimit`", async () => {
    const request = { prompt: "x", grammar: endless };
    const running = [two.generate(request), two.generate(request)];
    for (const one of running) await one.next();
    const controller = new AbortController();
    const aborted = write(two, { prompt: "x", signal: controller.signal });
    const waiting = write(two, { ...request, maxTokens: 2 });
    expect(await codeOf(write(two, { prompt: "x" }))).toBe("busy");
    controller.abort();
    expect((await aborted).finish).toBe("aborted");
    await running[1]!.return(undefined as never);
    expect((await waiting).tokens).toBe(2);
    // The other one was never touched.
    expect((await running[0]!.next()).done).toBe(false);
    await running[0]!.return(undefined as never);
  });

  test("are both ended by disposal, in the middle of writing", async () => {
    const other = await loadModel(path, { ...quick, contextSize: 512, sequences: 2 });
    const codes = ["a", "b", "c"].map((prompt) => codeOf(write(other, { prompt, constraint: held(person) })));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await other.dispose();
    expect(await Promise.all(codes)).toEqual(["disposed", "disposed", "disposed"]);
  });

  test.each([{ sequences: 0 }, { sequences: 65 }, { sequences: 1.5 }, { queueLimit: -1 }])(
    "can't be %o",
    async (options) => {
      expect(await codeOf(loadModel(path, { ...quick, ...options }))).toBe("bad-option");
    },
  );

  test("whose contexts don't fit into memory are refused", async () => {
    const large = randomModel(join(temporaryFolder(), "large.gguf"), { contextLength: 2 ** 26 });
    const loading = loadModel(large, { ...quick, contextSize: 2 ** 26, sequences: 64 });
    await expect(loading).rejects.toThrow(/^64 contexts of 67108864 tokens take .* fewer `sequences`/);
  });
});

describe("a queue", () => {
  test("gives its places in order, also when somebody leaves who waits", async () => {
    const queue = new Queue(["only"], Infinity);
    const order: number[] = [];
    const first = (await queue.enter())!;
    const controller = new AbortController();
    const entered = [1, 2, 3].map(async (n) => {
      const turn = await queue.enter(n === 2 ? controller.signal : undefined);
      if (turn) order.push(n);
      turn?.leave();
      return turn?.place;
    });
    controller.abort();
    first.leave();
    expect(await Promise.all(entered)).toEqual(["only", undefined, "only"]);
    expect(order).toEqual([1, 3]);
    expect((await queue.enter())!.place).toBe("only");
  });

  test("loses no place that comes together with an abort", async () => {
    const queue = new Queue(["only"], 1);
    for (let i = 0; i < 5; i++) {
      const turn = (await queue.enter())!;
      const controller = new AbortController();
      const waiting = queue.enter(controller.signal);
      if (i % 2 === 0) controller.abort();
      turn.leave();
      if (i % 2 === 1) controller.abort();
      (await waiting)?.leave();
      await Promise.resolve();
    }
    expect((await queue.enter())!.place).toBe("only");
  });
});
