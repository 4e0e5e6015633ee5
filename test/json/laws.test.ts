import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExtractor, type Path } from "../../src/json/index.ts";
import { allCuts, byCharacter, type Chunk, cut, lengths, plainly, read } from "./support.ts";
import { documents, own, prefix, prose, reasoning, runs, same, spelled, values, wrapped } from "./texts.ts";

/** A bare text is read as `JSON.parse` reads it, in every cut. */
function readsAsParsed(text: string, random: readonly number[]): void {
  for (const [how, chunks] of allCuts(text, random)) {
    const { result } = read(chunks, { wrappers: "none" });
    expect({ how, status: result.status }).toEqual({ how, status: "complete" });
    same(result.documents[0]!.value, JSON.parse(text));
  }
}

describe("laws", () => {
  test("bare: the value is JSON.parse's, whatever the cuts", () => {
    fc.assert(fc.property(spelled(values), lengths, readsAsParsed), { numRuns: runs });
  });

  test("keys that come again, in any order and spelling, are the keys they are", () => {
    const long = "k".repeat(40);
    const key = fc.constantFrom(
      "",
      "a",
      "ab",
      "abc",
      "abd",
      "a\\",
      '"',
      'a"b',
      "a\n",
      "\u00e9",
      "\ud83d",
      long,
      `${long}x`,
    );
    const rows = fc.array(fc.uniqueArray(key, { maxLength: 5 }), { minLength: 2, maxLength: 6 });
    const table = rows.map((keys) => keys.map((row) => Object.fromEntries(row.map((name, i) => [name, i]))));
    fc.assert(fc.property(spelled(table), lengths, readsAsParsed), { numRuns: runs });
  });

  test("wrapped: the document is found, and reads as JSON.parse", () => {
    fc.assert(
      fc.property(wrapped, lengths, ({ text, source }, random) => {
        for (const [how, chunks] of allCuts(source, random)) {
          const { result } = read(chunks, { select: "first" });
          expect({ how, status: result.status }).toEqual({ how, status: "complete" });
          const [document] = result.documents;
          same(document!.value, JSON.parse(text));
          expect(source.slice(document!.start, document!.end)).toBe(text);
        }
      }),
      { numRuns: runs },
    );
  });

  test("cuts never matter: any text, same events, same result", () => {
    const pieces = fc.array(
      fc.oneof(
        prose,
        reasoning,
        spelled(values),
        fc.constantFrom(
          "{",
          "[",
          '"',
          "}",
          "]",
          ":",
          ",",
          "```",
          "\n",
          "<think>",
          "</think>",
          '{"a":',
          "1",
          "tru",
          "\\",
          "\ud83d",
          "\ude80",
        ),
      ),
      { maxLength: 8 },
    );
    const select = fc.constantFrom("first", "last", "all") as fc.Arbitrary<"first" | "last" | "all">;
    const options = fc.record({
      select,
      wrappers: fc.constantFrom("any", "any", "none") as fc.Arbitrary<"any" | "none">,
      limits: fc.constantFrom(
        {},
        { depth: 3, stringLength: 5, keys: 2, items: 3, documentLength: 40, numberLength: 4 },
      ),
    });
    fc.assert(
      fc.property(
        pieces.map((p) => p.join("")),
        options,
        lengths,
        (source, how, random) => {
          const [first, ...others] = allCuts(source, random).map(([, chunks]) => plainly(read(chunks, how)));
          for (const other of others) expect(other).toEqual(first);
        },
      ),
      { numRuns: runs * 3 },
    );
  });

  test("long pieces that nobody listens to read the same", () => {
    const odd = fc.constantFrom(
      '{"id":1,"id":2}',
      "9007199254740993",
      "1e400",
      "-0",
      "1.5e3",
      '{"__proto__":{"x":1},"\\u0061":1,"a":2}',
      "[[[[[[]]]]]]",
      '"a\\"]}"',
      " [ ]\n",
      "tru",
      "[1,]",
      '{"a":}',
      '"\n"',
      "01",
      "]",
      "}",
    );
    const items = fc.array(fc.oneof({ weight: 30, arbitrary: spelled(values) }, { weight: 1, arbitrary: odd }), {
      minLength: 1,
      maxLength: 60,
    });
    const source = fc
      .tuple(items, items, fc.constantFrom(",", ",\n"))
      .map(([a, b, comma]) => `{"a":[${a.join(comma)}],"m":{${b.map((v, i) => `"k${i}":${v}`).join(comma)}},"z":0}`)
      .map((text) => text.replace(/\[/, `[${'"filler",'.repeat(80)}`));
    const outcome = (text: string, pieces: readonly Chunk[], wrappers: "any" | "none") => {
      const extractor = createExtractor({ wrappers });
      for (const piece of pieces) extractor.write(piece);
      const result = extractor.end();
      if (result.status === "complete" && wrappers === "none") same(result.documents[0]!.value, JSON.parse(text));
      return plainly({ result, values: extractor.progress.values, value: extractor.value });
    };
    fc.assert(
      fc.property(source, fc.integer({ min: 1, max: 2000 }), fc.constantFrom("any", "none"), (text, length, how) => {
        const wrappers = how as "any" | "none";
        const byOne = outcome(text, byCharacter(text), wrappers);
        expect(outcome(text, [text], wrappers)).toEqual(byOne);
        expect(outcome(text, cut(text, [length], false), wrappers)).toEqual(byOne);
      }),
      { numRuns: runs },
    );
  });

  test("what has appeared stays, and is never half", () => {
    fc.assert(
      fc.property(spelled(values), (text) => {
        const final = JSON.parse(text);
        const extractor = createExtractor({ wrappers: "none" });
        let before: unknown;
        for (const chunk of byCharacter(text)) {
          extractor.write(chunk);
          const now = extractor.snapshot();
          if (now !== undefined) prefix(now, final);
          if (before !== undefined) prefix(before, now);
          before = now;
        }
        extractor.end();
      }),
      { numRuns: runs },
    );
  });

  test("live value and snapshot agree, old snapshots keep, and what's unchanged is shared", () => {
    fc.assert(
      fc.property(spelled(documents), lengths, (text, random) => {
        const extractor = createExtractor({ wrappers: "none" });
        const kept: [unknown, string][] = [];
        for (const [, chunks] of allCuts(text, random).slice(2, 3)) {
          for (const chunk of chunks) {
            extractor.write(chunk);
            const seen = JSON.stringify(extractor.value);
            const snapshot = extractor.snapshot();
            expect(JSON.stringify(snapshot)).toBe(seen);
            expect(extractor.snapshot()).toBe(snapshot);
            const last = kept.at(-1);
            if (last) shares(last[0], snapshot, 0);
            if (last?.[1] === seen) expect(snapshot).toBe(last[0]);
            kept.push([snapshot, seen]);
          }
        }
        for (const [snapshot, seen] of kept) expect(JSON.stringify(snapshot)).toBe(seen);
      }),
      { numRuns: runs },
    );
  });

  test("deltas add up to the string, with spans that adjoin", () => {
    fc.assert(
      fc.property(spelled(documents), lengths, (text, random) => {
        const texts = new Map<string, { text: string; end: number }>();
        const extractor = createExtractor({ wrappers: "none" });
        const id = (path: Path) => JSON.stringify(path);
        extractor.on("delta", ({ path, text: more, start, end }) => {
          const known = texts.get(id(path));
          if (known) expect(start).toBe(known.end);
          expect(more).not.toBe("");
          texts.set(id(path), { text: (known?.text ?? "") + more, end });
        });
        extractor.on("complete", ({ path, kind, value, start, end }) => {
          if (kind === "string") expect(texts.get(id(path))?.text ?? "").toBe(value);
          same(value, JSON.parse(text.slice(start, end)));
        });
        for (const [, chunks] of allCuts(text, random).slice(2, 3)) for (const chunk of chunks) extractor.write(chunk);
        extractor.end();
      }),
      { numRuns: runs },
    );
  });

  test("a text cut off is truncated, and its partial a prefix of the whole", () => {
    fc.assert(
      fc.property(spelled(documents), fc.double({ min: 0, max: 0.999, noNaN: true }), (text, share) => {
        const end = Math.max(1, Math.floor(share * text.length));
        const { result } = read([text.slice(0, end)], { wrappers: "none" });
        expect(result.status).toBe("truncated");
        expect(result.documents).toEqual([]);
        if (result.partial !== undefined) prefix(result.partial, JSON.parse(text));
      }),
      { numRuns: runs },
    );
  });
});

/** Whatever is equal in two successive snapshots and not open is the same object. */
function shares(before: unknown, now: unknown, depth: number): void {
  if (typeof before !== "object" || before === null || before === now) return;
  const names = Object.keys(before);
  for (const [i, key] of names.entries()) {
    const a = own(before, key);
    const b = own(now as object, key);
    if (typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b) && i < names.length - 1) {
      expect(b).toBe(a);
    }
    shares(a, b, depth + 1);
  }
}
