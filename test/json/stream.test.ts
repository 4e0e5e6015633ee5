import { describe, expect, test } from "vitest";
import { type Chunk, createExtractor, type ExtractEvent, extract, extractStream } from "../../src/json/index.ts";
import { byCharacter, plainly, read } from "./support.ts";

const text = 'So: {"a":["x y","z"],"b":{"c":1}} and {"d":2}';

/** A source that counts how often it's asked, and knows whether it was closed. */
function counted(chunks: readonly Chunk[]) {
  const state = { asked: 0, closed: false };
  async function* source() {
    try {
      for (const chunk of chunks) {
        state.asked++;
        yield chunk;
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, source: source() };
}

async function all(events: AsyncIterable<ExtractEvent>): Promise<ExtractEvent[]> {
  const list: ExtractEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

const streamOf = (chunks: readonly Chunk[]) =>
  new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe("as an async iterable", () => {
  test("yields the events an emitter tells, and the result last", async () => {
    const told = read(byCharacter(text), { select: "all" });
    for (const source of [byCharacter(text), counted(byCharacter(text)).source, streamOf(byCharacter(text))]) {
      const events = await all(extract(source, { select: "all" }));
      const end = events.at(-1);
      expect(end?.type === "end" && plainly(end.result)).toEqual(plainly(told.result));
      expect(events.filter((e) => e.type === "document")).toHaveLength(2);
      expect(plainly(events.filter((e) => e.type === "complete"))).toEqual(
        told.events.filter((e) => e.type === "complete"),
      );
    }
  });

  test("asks for more only when all so far is taken, and closes the source when left", async () => {
    const { state, source } = counted(byCharacter(text));
    for await (const event of extract(source)) {
      const before = state.asked;
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(state.asked).toBe(before);
      if (event.type === "complete") break;
    }
    expect(state.closed).toBe(true);
    expect(state.asked).toBeLessThan(text.length);
  });

  test("an extractor of one's own shows its value on the way, and keeps its listeners", async () => {
    const extractor = createExtractor();
    let documents = 0;
    extractor.on("document", () => documents++);
    const seen: unknown[] = [];
    for await (const event of extract(byCharacter(text), extractor)) {
      if (event.type === "delta") seen.push(structuredClone(extractor.value));
    }
    expect(seen[0]).toEqual({ a: ["x"] });
    expect(documents).toBe(1);
  });

  test("a source that fails fails the reader", async () => {
    async function* source() {
      yield '{"a":';
      throw new Error("gone");
    }
    await expect(all(extract(source()))).rejects.toThrow("gone");
  });
});

describe("as a transform stream", () => {
  test("text in, events out", async () => {
    const bytes = new TextEncoder().encode(text);
    const events = await all(streamOf([bytes.slice(0, 9), bytes.slice(9)]).pipeThrough(extractStream()) as never);
    expect(events.at(-1)).toMatchObject({ type: "end", result: { status: "complete" } });
    expect(events.filter((e) => e.type === "document")).toHaveLength(1);
  });

  test("what's piped in waits for what came out to be read", async () => {
    let asked = 0;
    const source = new ReadableStream<Chunk>(
      {
        pull(controller) {
          asked++;
          controller.enqueue('{"a":1}\n');
          if (asked === 1000) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const reader = source.pipeThrough(extractStream({ select: "all", retain: false })).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBeLessThan(10);
    await reader.cancel();
  });
});

describe("text without an end", () => {
  test("documents are told and not kept", () => {
    for (const select of ["all", "last"] as const) {
      const extractor = createExtractor({ select, retain: false });
      const told: unknown[] = [];
      extractor.on("document", ({ document }) => told.push(document.value));
      for (let i = 0; i < 100; i++) extractor.write(`{"i":${i}}\n`);
      const { status, documents } = extractor.end();
      expect([status, documents, told.length, told[99]]).toEqual(["complete", [], 100, { i: 99 }]);
    }
  });
});
