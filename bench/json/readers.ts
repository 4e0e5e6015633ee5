/** What is measured: our reader and its peers, each made to do the same work by what its API has for it. */
import { createExtractor, type EventMap } from "../../src/json/index.ts";

export type Chunk = string | Uint8Array;

/** Work to be measured. `live` and `snapshot` read the value after every chunk; `events` and `paths` only count. */
export type Mode = "whole" | "live" | "snapshot" | "events" | "paths";

/** Reads chunks to the end. Returns the value, or how many events were told. */
export type Read = (chunks: readonly Chunk[]) => unknown;

export interface Reader {
  readonly name: string;
  /** Reads everything anew at each look: measured on some prefixes. */
  readonly whole?: boolean;
  /** Takes UTF-8 as it is; else it's decoded first, as a caller would, and that counts. */
  readonly bytes?: boolean;
  /** The modes it has. */
  load(mode: Mode): Promise<Read | undefined>;
}

// Peers are loaded by name, so that this folder type-checks and reads before they are installed.
const load = (name: string) => import(name);

/** What a display does with a value after each token; kept, so that nobody can leave it out. */
export let looked = 0;
export function look(value: unknown): void {
  const tasks = (value as { tasks?: { description?: string }[] } | undefined)?.tasks;
  if (tasks) looked += tasks.length + (tasks[tasks.length - 1]?.description?.length ?? 0);
}

const bare = { wrappers: "none" } as const;
const told = ["key", "value", "delta", "complete"] as const satisfies readonly (keyof EventMap)[];

const ours: Reader = {
  name: "sluice/json",
  bytes: true,
  async load(mode) {
    if (mode === "whole") {
      return (chunks) => {
        const extractor = createExtractor(bare);
        for (const chunk of chunks) extractor.write(chunk);
        return extractor.end().documents[0]?.value;
      };
    }
    if (mode === "live" || mode === "snapshot") {
      const kept = mode === "snapshot";
      return (chunks) => {
        const extractor = createExtractor(bare);
        for (const chunk of chunks) {
          extractor.write(chunk);
          look(kept ? extractor.snapshot() : extractor.value);
        }
        return extractor.end().documents[0]?.value;
      };
    }
    return (chunks) => {
      let events = 0;
      const extractor = createExtractor({ ...bare, values: "none" });
      for (const name of told) {
        extractor.on(
          name,
          mode === "paths" ? (e: { path: readonly unknown[] }) => void (events += e.path.length) : () => void events++,
        );
      }
      for (const chunk of chunks) extractor.write(chunk);
      extractor.end();
      return events;
    };
  },
};

const streamJson: Reader = {
  name: "stream-json",
  async load(mode) {
    if (mode === "snapshot" || mode === "paths") return undefined;
    const { jsonParser } = await load("stream-json/parser.js");
    const { default: Assembler } = await load("stream-json/assembler.js");
    const { none } = await load("stream-chain/core");
    const values = (tokens: unknown): { name: string }[] =>
      tokens === none ? [] : ((tokens as { values?: { name: string }[] }).values ?? [tokens as { name: string }]);
    return (chunks) => {
      const events = mode === "events";
      // Its fastest: a token for each value, none for the pieces of one.
      const parse = jsonParser({ streamValues: false });
      const assembler = new Assembler();
      let count = 0;
      for (let i = 0; i <= chunks.length; i++) {
        const tokens = values(parse(i < chunks.length ? chunks[i] : none));
        if (events) count += tokens.length;
        else for (const token of tokens) assembler.consume(token);
        if (mode === "live")
          look(assembler.stack.length > 0 ? (assembler.stack[2] ?? assembler.current) : assembler.current);
      }
      return events ? count : assembler.current;
    };
  },
};

const clarinet: Reader = {
  name: "clarinet",
  async load(mode) {
    if (mode !== "events") return undefined;
    const { default: library } = await load("clarinet");
    library.MAX_BUFFER_LENGTH = Number.POSITIVE_INFINITY;
    return (chunks) => {
      let events = 0;
      const parser = library.parser();
      const count = () => void events++;
      // By name: V8 makes a slow dictionary of an object that gets so many computed names.
      parser.onvalue = count;
      parser.onopenobject = count;
      parser.onkey = count;
      parser.oncloseobject = count;
      parser.onopenarray = count;
      parser.onclosearray = count;
      for (const chunk of chunks) parser.write(chunk);
      parser.close();
      return events;
    };
  },
};

const jsonparse: Reader = {
  name: "jsonparse",
  bytes: true,
  async load(mode) {
    if (mode === "snapshot" || mode === "paths") return undefined;
    const { default: Parser } = await load("jsonparse");
    return (chunks) => {
      const parser = new Parser();
      let events = 0;
      let value: unknown;
      if (mode === "events") parser.onToken = () => void events++;
      else parser.onValue = (v: unknown) => void (value = v);
      for (const chunk of chunks) {
        parser.write(typeof chunk === "string" ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
        if (mode === "live") look(parser.stack[1]?.value ?? parser.value);
      }
      return mode === "events" ? events : value;
    };
  },
};

/** @streamparser/json's setting for large texts. */
const buffered = { stringBufferSize: 2 ** 16 };

const streamparser: Reader = {
  name: "@streamparser/json",
  bytes: true,
  async load(mode) {
    if (mode === "snapshot") return undefined;
    const { JSONParser, Tokenizer } = await load("@streamparser/json");
    return (chunks) => {
      let events = 0;
      let value: unknown;
      if (mode === "events") {
        const tokenizer = new Tokenizer(buffered);
        tokenizer.onToken = () => void events++;
        for (const chunk of chunks) tokenizer.write(chunk);
        return events;
      }
      const parser = new JSONParser(mode === "live" ? { emitPartialValues: true } : buffered);
      parser.onValue = (event: { value: unknown; stack: { value: unknown }[]; key: unknown }) => {
        if (mode === "paths") events += event.stack.length;
        else value = event.stack[1]?.value ?? event.value;
      };
      for (const chunk of chunks) {
        parser.write(chunk);
        if (mode === "live") look(value);
      }
      return mode === "paths" ? events : value;
    };
  },
};

const jsonriver: Reader = {
  name: "jsonriver",
  async load(mode) {
    if (mode === "snapshot") return undefined;
    const { parse } = await load("jsonriver");
    return async (chunks) => {
      let events = 0;
      async function* source() {
        for (const chunk of chunks) yield chunk;
      }
      const options =
        mode === "events"
          ? { completeCallback: () => void events++ }
          : mode === "paths"
            ? {
                completeCallback: (_: unknown, path: { segments(): unknown[] }) =>
                  void (events += path.segments().length),
              }
            : {};
      let value: unknown;
      for await (value of parse(source(), options)) if (mode === "live") look(value);
      return mode === "events" || mode === "paths" ? events : value;
    };
  },
};

/** A reader of whole texts: `read` is called with all so far at each look. */
function whole(name: string, module: string, wrap: (library: never) => (text: string) => unknown): Reader {
  return {
    name,
    whole: true,
    async load(mode) {
      if (mode === "events" || mode === "paths") return undefined;
      const read = wrap((await load(module)) as never);
      return async (chunks) => {
        const value = await read((chunks as string[]).join(""));
        if (mode !== "whole") look(value);
        return value;
      };
    },
  };
}

export const readers: readonly Reader[] = [
  ours,
  streamJson,
  clarinet,
  jsonparse,
  streamparser,
  jsonriver,
  whole("partial-json", "partial-json", (m: { parse(text: string): unknown }) => m.parse),
  whole("jsonrepair", "jsonrepair", (m: { jsonrepair(t: string): string }) => (t) => JSON.parse(m.jsonrepair(t))),
  whole(
    "ai parsePartialJson",
    "ai",
    (m: { parsePartialJson(t: string): Promise<{ value: unknown }> }) => async (t) =>
      (await m.parsePartialJson(t)).value,
  ),
];
