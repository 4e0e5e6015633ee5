/** What's known at every prefix of a text: never half of anything, never more or less than was told, never withdrawn. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExtractor, type Extractor, type ExtractorOptions, type Path } from "../../src/json/index.ts";
import { allCuts, byCharacter, lengths } from "./support.ts";
import { documents, own, prefix, runs, same, spelled, values, wrapped } from "./texts.ts";

/** Writes a text under every kind of cut; after each piece, what's known must be how `final` begins, and only grow. */
function grows(text: string, final: unknown, random: readonly number[], options: ExtractorOptions): void {
  for (const [, chunks] of allCuts(text, random)) {
    const extractor = createExtractor(options);
    let before: unknown;
    for (const chunk of chunks) {
      extractor.write(chunk);
      const now = extractor.snapshot();
      if (before !== undefined) prefix(before, now);
      if (now !== undefined) prefix(now, final);
      same(extractor.value, now);
      before = now;
    }
    const { status, documents } = extractor.end();
    expect(status).toBe("complete");
    same(documents[0]!.value, final);
  }
}

/** Puts a value together from events alone. */
class Assembly {
  root: unknown;
  /** Paths of values that are complete. */
  readonly complete = new Set<string>();

  constructor(extractor: Extractor) {
    extractor.on("value", ({ path, kind }) => {
      if (path.length === 0) this.complete.clear();
      if (kind === "object") this.set(path, {});
      else if (kind === "array") this.set(path, []);
      else if (kind === "string") this.set(path, "");
    });
    extractor.on("delta", ({ path, text }) => this.set(path, `${this.get(path)}${text}`));
    extractor.on("complete", ({ path, kind, value }) => {
      if (kind !== "object" && kind !== "array") this.set(path, value);
      same(this.get(path), value);
      this.complete.add(JSON.stringify(path));
    });
  }

  private get(path: Path): unknown {
    return path.reduce((value, key) => own(value as object, String(key)), this.root);
  }

  private set(path: Path, value: unknown): void {
    if (path.length === 0) this.root = value;
    else {
      const descriptor = { value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this.get(path.slice(0, -1)), path.at(-1)!, descriptor);
    }
  }
}

/** All paths in a value. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield* pathsOf(own(value, key), [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Text that only lenient mode reads: flaws of every sort, the generator's choice at each place. */
const flawed = fc
  .tuple(
    fc
      .letrec((tie) => ({
        value: fc.oneof(
          { maxDepth: 3 },
          fc.string({ unit: "grapheme-ascii", maxLength: 6 }),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
          tie("array"),
          tie("object"),
        ),
        array: fc.array(tie("value"), { maxLength: 4 }),
        object: fc.dictionary(fc.constantFrom("a", "b_2", "名", "a b"), tie("value"), { noNullPrototype: true }),
      }))
      .value.filter((value) => typeof value === "object" && value !== null),
    fc.infiniteStream(fc.nat(11)),
  )
  .map(([value, choices]) => ({ value, text: write(value, () => choices.next().value as number) }));

function write(value: unknown, choose: () => number): string {
  const gap = () => ["", "", " ", "\n", " // so {\n", "/* or ] */", '# "\n'][choose() % 7]!;
  const text = (t: string) => (choose() === 0 && !/["\\]/.test(t) ? `“${t}”` : JSON.stringify(t));
  const list = (parts: string[]) =>
    parts.join(choose() === 0 ? "，" : ",") + (parts.length > 0 && choose() < 3 ? "," : "");
  if (Array.isArray(value)) return `[${list(value.map((item) => gap() + write(item, choose) + gap()))}]`;
  if (typeof value === "object" && value !== null) {
    const member = ([key, v]: [string, unknown]) => {
      const name = key !== "a b" && choose() < 4 ? key : text(key);
      return `${gap()}${name}${choose() === 0 ? "：" : ":"}${gap()}${write(v, choose)}${gap()}`;
    };
    return `{${list(Object.entries(value).map(member))}}`;
  }
  if (typeof value === "string") return text(value);
  const literal = JSON.stringify(value);
  if (typeof value === "number" || choose() < 6) return literal;
  return value === null ? "None" : literal[0]!.toUpperCase() + literal.slice(1);
}

describe("at every prefix", () => {
  test("in prose, fences and tags: what has appeared stays, and is never half", () => {
    // A reasoning block without a beginning withdraws what stood before it: that's another test.
    const steady = wrapped.filter(({ source }) => !source.startsWith("so {"));
    fc.assert(
      fc.property(steady, lengths, ({ text, source }, random) => grows(source, JSON.parse(text), random, {})),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  test("read past its flaws, too", () => {
    fc.assert(
      fc.property(flawed, lengths, ({ value, text }, random) =>
        grows(text, value, random, { mode: "lenient", wrappers: "none" }),
      ),
      { numRuns: runs },
    );
  });

  test("events alone make the live value, and say which paths are complete", () => {
    const texts = fc.oneof(
      spelled(values),
      wrapped.map(({ source }) => source),
    );
    fc.assert(
      fc.property(texts, lengths, fc.constantFrom<("any" | "none")[]>("any", "none"), (text, random, wrappers) => {
        for (const [, chunks] of allCuts(text, random).slice(1, 3)) {
          const told = createExtractor({ wrappers });
          const silent = createExtractor({ wrappers });
          const assembly = new Assembly(told);
          for (const chunk of chunks) {
            told.write(chunk);
            silent.write(chunk);
            same(silent.value, told.value);
            if (told.value === undefined) continue;
            same(told.value, assembly.root);
            for (const path of pathsOf(told.value)) {
              const state = assembly.complete.has(JSON.stringify(path)) ? "complete" : "open";
              if (told.state(path) !== state) throw new Error(`${JSON.stringify(path)} isn't ${state}`);
              if (silent.state(path) !== state) throw new Error(`${JSON.stringify(path)} isn't ${state} in silence`);
            }
            if (told.state(["no", "such", "path"]) !== "absent") throw new Error("what isn't there isn't absent");
          }
        }
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  test("what's known of one document stays while the next is looked at, and once it broke", () => {
    const extractor = createExtractor({ select: "all" });
    const known = () => [extractor.value, extractor.state(["a"]), extractor.state([]), extractor.progress];
    extractor.write('{"a":1} or {"b"');
    expect(known()).toEqual([{ a: 1 }, "complete", "complete", { values: 2, characters: 7 }]);
    extractor.write(':["x",tru');
    expect(known()).toEqual([{ b: ["x"] }, "absent", "open", { values: 1, characters: 13 }]);
    extractor.write("mpet} {");
    expect([extractor.value, extractor.state(["b"]), extractor.state(["b", 0])]).toEqual([
      { b: ["x"] },
      "open",
      "complete",
    ]);
    expect(extractor.end()).toMatchObject({ status: "error", partial: { b: ["x"] } });
  });

  test("cut off there, it's truncated", () => {
    fc.assert(
      fc.property(spelled(documents), (text) => {
        const final = JSON.parse(text);
        for (let end = 0; end < text.length; end++) {
          const extractor = createExtractor({ wrappers: "none" });
          extractor.write(text.slice(0, end));
          const { status, documents, partial } = extractor.end();
          expect([status, documents]).toEqual([end === 0 ? "none" : "truncated", []]);
          if (partial !== undefined) prefix(partial, final);
        }
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });

  test("a reasoning block without a beginning is the one thing that takes back what was shown", () => {
    const extractor = createExtractor();
    const seen: unknown[] = [];
    for (const c of byCharacter('so {"a":0}</think>{"b":"🚀"}')) {
      extractor.write(c);
      const json = JSON.stringify(extractor.value);
      if (json !== seen.at(-1)) seen.push(json);
    }
    expect(seen).toEqual(['{"a":0}', undefined, '{"b":""}', '{"b":"🚀"}']);
  });
});
