import { type Engine, generate, loadModel, plan, preparePlan, type RunEvent } from "sluice";
import { compileGbnf } from "sluice/gbnf";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { loadRandomModel } from "../random-model.ts";

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const value of values) read.push(value);
  return read;
}

/** Changes everything in reach. */
function vandalise(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    vandalise((value as Record<string, unknown>)[key]);
    if (typeof (value as Record<string, unknown>)[key] === "string") (value as Record<string, unknown>)[key] = "ruined";
  }
  (value as Record<string, unknown>).ruined = true;
}

let model: Engine;
beforeAll(async () => {
  model = await loadModel("embedded", { build: "cpu", threads: 1 });
});
afterAll(() => model.dispose());

const schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 12 },
    tags: { type: "array", items: { enum: ["a", "b"] }, maxItems: 3 },
  },
  required: ["name", "tags"],
  additionalProperties: false,
} as const;

describe("a run", () => {
  it("gives a value of the schema's type, and a record of how", async () => {
    const result = await generate({ model, schema, prompt: "Name it.", seed: 1 });
    if (!result.ok) throw new Error(result.failure.message);
    expectTypeOf(result.value).toEqualTypeOf<{ name: string; tags: ("a" | "b")[] }>();
    expect(Object.keys(result.value)).toEqual(["name", "tags"]);
    expect(result.record).toMatchObject({
      model: "embedded",
      constraint: "mask",
      seed: 1,
      attempts: 1,
      finish: "stop",
    });
    expect(result.record.textHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("takes a zod schema, and gives its type", async () => {
    const shape = z.object({ ok: z.boolean(), level: z.enum(["low", "high"]) });
    const result = await generate({ model, schema: shape, prompt: "How is it?", seed: 2 });
    if (!result.ok) throw new Error(result.failure.message);
    expectTypeOf(result.value).toEqualTypeOf<{ ok: boolean; level: "low" | "high" }>();
    expect(Object.keys(result.value)).toEqual(["ok", "level"]);
  });

  it("gives what the library makes of the value: transforms applied, refinements kept", async () => {
    const level = z.enum(["low", "high"]).transform((name) => name.length);
    const result = await generate({ model, schema: z.object({ level }), prompt: "How is it?", seed: 2 });
    expect([3, 4]).toContain(result.value?.level);
    const never = z.object({ ok: z.boolean().refine(() => false, "never good enough") });
    const refused = await generate({ model, schema: never, prompt: "How is it?", seed: 2 });
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", errors: [{ path: "/ok" }] } });
  });

  it("shows a value that only grows, in snapshots that never change", async () => {
    const run = generate({ model, schema, prompt: "Name it.", seed: 3 });
    const seen: { partial: unknown; at: string }[] = [];
    for await (const partial of run.partials) seen.push({ partial, at: JSON.stringify(partial) });
    const result = await run;
    expect(seen.length).toBeGreaterThan(2);
    for (const { partial, at } of seen) expect(JSON.stringify(partial)).toBe(at);
    expect(seen.at(-1)!.partial).toEqual(result.value);
    for (let i = 1; i < seen.length; i++) expect(seen[i]!.partial).not.toBe(seen[i - 1]!.partial);
  });

  it("judges and returns a value that no reader of partials and events can reach", async () => {
    const untouched = await generate({ model, schema, prompt: "Name it.", seed: 3 });
    const run = generate({ model, schema, prompt: "Name it.", seed: 3 });
    run.onAny(vandalise);
    const events = (async () => {
      for await (const event of run) vandalise(event);
    })();
    for await (const partial of run.partials) vandalise(partial);
    await events;
    vandalise(run.partial);
    const result = await run;
    expect(result.ok).toBe(true);
    expect(result.value).toEqual(untouched.value);
    vandalise(run.partial);
    expect(result.value).toEqual(untouched.value);

    const short = { model, schema, prompt: "Name it.", seed: 3, maxTokens: 8 } as const;
    const known = await generate(short);
    if (known.ok || known.partial?.name === undefined) throw new Error("it was to break off within the name, or later");
    const cut = generate(short);
    for await (const partial of cut.partials) vandalise(partial);
    expect(await cut).toMatchObject({ ok: false, partial: known.partial });
  });

  it("gives those who come late what was there by then, and the end", async () => {
    const run = generate({ model, schema, prompt: "Name it.", seed: 4 });
    const first = (await run.text[Symbol.asyncIterator]().next()).value ?? "";
    const joined = all(run.text);
    const result = await run;
    const text = (await joined).join("");
    expect(text.startsWith(first)).toBe(true);
    expect(JSON.parse(text)).toEqual(result.value);
    expect(await all(run.text)).toEqual([text]);
    expect(await all(run.partials)).toEqual([result.value]);
    expect(await all(run)).toEqual([]);
  });

  it("hands out the same text in every way it can be read", async () => {
    const run = generate({ model, schema, prompt: "Name it.", seed: 4 });
    const events: RunEvent[] = [];
    const heard: string[] = [];
    const any: RunEvent[] = [];
    run.on("text", ({ text }) => heard.push(text)).onAny((event) => any.push(event));
    const [pieces] = await Promise.all([
      all(run.text),
      (async () => {
        for await (const event of run) events.push(event);
      })(),
    ]);
    const result = await run;
    expect(JSON.parse(pieces.join(""))).toEqual(result.value);
    expect(heard).toEqual(pieces);
    expect(events).toEqual(any);
    expect(events.flatMap((event) => (event.type === "text" ? [event.text] : []))).toEqual(pieces);
  });

  it("tells path subscribers what happens at their paths", async () => {
    const run = generate({ model, schema, prompt: "Name it.", seed: 5 });
    let name = "";
    const tags: unknown[] = [];
    run.on("name", (event) => {
      if (event.type === "delta") name += event.text;
    });
    run.on("tags[*]", (event) => {
      if (event.type === "complete") tags.push(event.value);
    });
    expect((await run).value).toEqual({ name, tags });
  });

  it("ends as truncated when the budget is too small, with what was known", async () => {
    const result = await generate({ model, schema, prompt: "Name it.", seed: 1, maxTokens: 4 });
    expect(result).toMatchObject({ ok: false, failure: { kind: "truncated", finish: "length" } });
    expect(result.value).toBeUndefined();
  });

  it("ends as aborted by its own abort() and by a signal, with what was known", async () => {
    const run = plan({ model, goal: "Move the shop", seed: 1 });
    run.on("text", ({ tokens }) => {
      if (tokens === 20) run.abort("enough");
    });
    const result = await run;
    expect(result).toMatchObject({ ok: false, failure: { kind: "aborted", reason: "enough" } });
    if (!result.ok) expect(result.partial).toHaveProperty("objective");
    expect(result.record.stats.tokens).toBeLessThan(25);

    const signal = AbortSignal.abort();
    expect(await plan({ model, goal: "Move the shop", signal })).toMatchObject({
      ok: false,
      failure: { kind: "aborted" },
    });
  });

  it("rejects with a listener's own error, and stops the model", async () => {
    const run = plan({ model, goal: "Move the shop", seed: 1 });
    run.on("text", () => {
      throw new Error("mine");
    });
    await expect(run).rejects.toThrow("mine");
    // The engine is free again.
    expect((await generate({ model, schema, prompt: "Name it.", seed: 1 })).ok).toBe(true);
  });

  it("rejects with the engine's error, for those who await and for those who iterate", async () => {
    const run = generate({ model, schema, prompt: "word ".repeat(20_000) });
    await expect(all(run.partials)).rejects.toMatchObject({ code: "prompt-too-long" });
    await expect(run).rejects.toMatchObject({ code: "prompt-too-long" });
  });

  it("throws at once for a schema that can't be kept", () => {
    expect(() => generate({ model, schema: { $ref: "https://example.com/x.json" }, prompt: "x" })).toThrow(/\$ref/);
  });

  it("throws at once for what types would have caught", () => {
    const wrong = (options: object) => () => generate({ model, schema, prompt: "x", ...options } as never);
    expect(wrong({ model: undefined })).toThrow(/loadModel/);
    expect(wrong({ prompt: undefined })).toThrow(/prompt/);
    expect(wrong({ constraint: "magic" })).toThrow(/"mask", "gbnf" or "none"/);
    expect(() => plan({ model } as never)).toThrow(/goal/);
    for (const options of [undefined, null, "Move the shop"]) {
      expect(() => plan(options as never)).toThrow(/\{ model, goal \}, not (undefined|null|string)/);
      expect(() => generate(options as never)).toThrow(/\{ model, schema, prompt \}, not (undefined|null|string)/);
    }
  });

  it("types what is growing as text, and what a library will transform as what is written", () => {
    const mood = z.object({ mood: z.enum(["calm", "busy"]), at: z.string().transform(Number) });
    const run = generate({ model, schema: mood, prompt: "x", signal: AbortSignal.abort() });
    type Partial = NonNullable<typeof run.partial>;
    expectTypeOf<Partial["mood"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Partial["at"]>().toEqualTypeOf<string | undefined>();
  });

  it("without a constraint says what is wrong with what the model wrote", async () => {
    const result = await generate({ model, schema, prompt: "Name it.", constraint: "none", maxTokens: 40, seed: 1 });
    expect(result.ok).toBe(false);
    expect(result.record.constraint).toBe("none");
  });
});

describe("plan", () => {
  it("has the grammar of its schema, compiled beforehand or now", () => {
    for (const contract of [{}, { tools: ["sql"] }, { maxSteps: 3 }]) {
      const { schema, grammar } = preparePlan(contract);
      expect(grammar).toBe(compileGbnf(schema).grammar);
    }
  });

  it("can't be made to break its rules by a model of random weights at temperature 1.5", async () => {
    await using random = await loadRandomModel(11);
    for (let seed = 0; seed < 8; seed++) {
      const run = plan({ model: random, goal: "Anything", tools: ["sql", "shell"], temperature: 1.5, seed });
      const result = await run;
      // Random words may be worthless, and that is all that may be wrong with them.
      if (!result.ok && result.failure.kind === "invalid") {
        expect(result.failure.errors.map(({ gate }) => gate)).toEqual(result.failure.errors.map(() => "worth"));
      } else expect(result.ok).toBe(true);
      expect(result.record.repairs).toEqual([]);
    }
  });
});
