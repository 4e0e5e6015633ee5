import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExtractor, type ExtractEvent, type PathEvent } from "../../src/json/index.ts";
import { byCharacter } from "./support.ts";

/** JSON as written: members in a list, so that a key can come again. */
type Written =
  | null
  | number
  | string
  | readonly Written[]
  | { readonly members: readonly (readonly [string, Written])[] };

const { value: written } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, 1, "", "text"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.record({ members: fc.array(fc.tuple(fc.constantFrom("a", "b", "__proto__"), tie("value")), { maxLength: 5 }) }),
  ),
}));

function textOf(value: Written): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (!("members" in value)) return `[${value.map(textOf).join(",")}]`;
  return `{${value.members.map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`).join(",")}}`;
}

/** What is told of the values that count: paths of all keys, of all values, of all complete ones, of strings, of items. */
function toldOf(value: Written, path: readonly (string | number)[] = []): string[] {
  const at = (type: string) => `${type} ${JSON.stringify(path)}`;
  const told = [at("value")];
  if (typeof value === "string" && value !== "") told.push(at("delta"));
  if (Array.isArray(value)) told.push(...value.flatMap((item, i) => toldOf(item, [...path, i])));
  else if (typeof value === "object" && value !== null && "members" in value) {
    const seen = new Set<string>();
    for (const [key, inner] of value.members) {
      if (seen.has(key)) continue;
      seen.add(key);
      told.push(`key ${JSON.stringify([...path, key])}`, ...toldOf(inner, [...path, key]));
    }
  }
  told.push(at("complete"));
  if (typeof path.at(-1) === "number") told.push(at("item"));
  return told;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('duplicateKeys: "first"', () => {
  it("tells only of the values that are in the document, each once, and shows nothing else at any time", () => {
    fc.assert(
      fc.property(written, fc.boolean(), (value, whole) => {
        const text = textOf(value);
        const extractor = createExtractor({ duplicateKeys: "first", wrappers: "none" });
        const told: string[] = [];
        const complete = new Map<string, unknown>();
        extractor.onAny((event: ExtractEvent) => {
          if ("path" in event && event.type !== "warning" && event.type !== "repair") {
            const at = `${event.type} ${JSON.stringify(event.path)}`;
            if (at !== told.at(-1) || event.type !== "delta") told.push(at);
          }
          if (event.type === "complete") complete.set(JSON.stringify(event.path), plain(event.value));
        });
        const matched: string[] = [];
        extractor.on("**", ({ type, path }: PathEvent) => {
          if (type === "complete") matched.push(JSON.stringify(path));
        });
        for (const piece of whole ? [text] : byCharacter(text)) {
          extractor.write(piece);
          for (const [at, known] of complete) {
            const path = JSON.parse(at) as string[];
            expect(extractor.state(path)).toBe("complete");
            let now: unknown = extractor.snapshot();
            for (const step of path) now = Object.getOwnPropertyDescriptor(now as object, step)!.value;
            expect(plain(now)).toEqual(known);
          }
        }
        const { status } = extractor.end();
        expect(status).toBe("complete");
        expect(told).toEqual(toldOf(value));
        expect(matched).toEqual([...complete.keys()]);
      }),
      { numRuns: 300 },
    );
  });

  it("tells nothing of a discarded value that is read leniently and converted, but what was wrong with it", () => {
    const schema = { properties: { a: { type: "number" }, b: { type: "number" } } };
    const extractor = createExtractor({ duplicateKeys: "first", mode: "lenient", schema });
    const told: unknown[] = [];
    extractor.on("a", ({ type }: PathEvent) => void told.push(type));
    extractor.write('{"a": 1, "a": "2", "b": "3"}');
    const { documents, repairs, warnings } = extractor.end();
    expect(documents[0]!.value).toEqual({ a: 1, b: 3 });
    expect(told).toEqual(["value", "complete"]);
    expect([repairs.length, warnings.map(({ kind }) => kind)]).toEqual([2, ["duplicate-key"]]);
  });
});
