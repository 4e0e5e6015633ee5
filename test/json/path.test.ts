import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExtractor, formatPath, type Path, parsePathPattern, toPointer } from "../../src/json/index.ts";
import { PatternMatcher } from "../../src/json/pattern.ts";

describe("paths", () => {
  test.each<[Path, string, string]>([
    [[], "$", ""],
    [["steps", 0, "title"], "steps[0].title", "/steps/0/title"],
    [["a b", "c"], '["a b"].c', "/a b/c"],
    [[0, 1], "[0][1]", "/0/1"],
    [["a/b~c"], '["a/b~c"]', "/a~1b~0c"],
    [["步骤", "0"], '步骤["0"]', "/步骤/0"],
    [[""], '[""]', "/"],
  ])("%j", (path, formatted, pointer) => {
    expect(formatPath(path)).toBe(formatted);
    expect(toPointer(path)).toBe(pointer);
  });

  test("a formatted path is a pattern that matches it, and nothing else of the same length", () => {
    const steps = fc.array(fc.oneof(fc.string(), fc.nat(20), fc.constantFrom("a", "*", "**", "$", "a.b")), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(steps, steps, (path, other) => {
        expect(
          matches(`$${path[0] === 0 || formatPath(path).startsWith("[") ? "" : "."}${formatPath(path)}`, path),
        ).toBe(true);
        const same = JSON.stringify(path) === JSON.stringify(other);
        expect(matches(`$${formatPath(path).startsWith("[") ? "" : "."}${formatPath(path)}`, other)).toBe(same);
      }),
    );
  });
});

function matches(pattern: string, path: Path): boolean {
  const matcher = new PatternMatcher([parsePathPattern(pattern)], (matches) => matches.length > 0);
  let state = matcher.root;
  for (const key of path) state = matcher.step(state, key);
  return state.about;
}

/** What a pattern means, said plainly. */
function meant(tests: readonly string[], path: Path): boolean {
  const [first, ...rest] = tests;
  if (first === undefined) return path.length === 0;
  if (first === "**") return meant(rest, path) || (path.length > 0 && meant(tests, path.slice(1)));
  const [key, ...below] = path;
  if (key === undefined) return false;
  const here = typeof key === "number" ? first === "[*]" || first === `[${key}]` : first === "*" || first === key;
  return here && meant(rest, below);
}

describe("path patterns", () => {
  test("match what they say", () => {
    const tests = fc.array(fc.constantFrom("a", "b", "*", "**", "[*]", "[0]", "[2]"), { minLength: 1, maxLength: 5 });
    const path = fc.array(fc.constantFrom<string | number>("a", "b", "c", 0, 1, 2), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(tests, { minLength: 1, maxLength: 3 }), path, (all, steps) => {
        const sources = all.map((t) => `$${t.map((s) => (s.startsWith("[") ? s : `.${s}`)).join("")}`);
        const patterns = sources.map(parsePathPattern);
        const matcher = new PatternMatcher(patterns, (matches) => new Set(matches));
        let state = matcher.root;
        for (const key of steps) state = matcher.step(state, key);
        expect(state.about).toEqual(new Set(patterns.filter((_, i) => meant(all[i]!, steps))));
      }),
      { numRuns: 500 },
    );
  });

  test.each(["a..b", "a[", "a[-1]", "[b]", "a.", "", "a b", "***"])("%j isn't one", (source) => {
    expect(() => parsePathPattern(source)).toThrow(SyntaxError);
  });

  test("only names that occur in a pattern are remembered", () => {
    const matcher = new PatternMatcher([parsePathPattern("**.id")], () => undefined);
    for (let i = 0; i < 1000; i++) matcher.step(matcher.root, `key${i}`);
    expect(matcher.root.next.size).toBe(1);
  });

  test("subscriptions are told of beginning, text and completion, and of nothing else", () => {
    const extractor = createExtractor();
    const told: string[] = [];
    extractor.on("steps[*].title", (e) => {
      told.push(
        `${formatPath(e.path)} ${e.type} ${e.type === "delta" ? e.text : e.type === "complete" ? e.value : ""}`,
      );
    });
    for (const c of ['{"title":"no","steps":[{"title":"M', "ove", '","id":1},{"id":2,"title":""}]}'])
      extractor.write(c);
    expect(told).toEqual([
      "steps[0].title value ",
      "steps[0].title delta M",
      "steps[0].title delta ove",
      "steps[0].title complete Move",
      "steps[1].title value ",
      "steps[1].title complete ",
    ]);
  });

  test("a subscription made, and one taken off, in the middle of a document", () => {
    const extractor = createExtractor({ wrappers: "none" });
    const told: unknown[] = [];
    const listener = ({ type }: { type: string }) => void told.push(type);
    extractor.write('{"a":{"b":[1,');
    extractor.on("a.b[*]", listener);
    extractor.write("2,");
    extractor.off("a.b[*]", listener);
    extractor.write("3]}}");
    expect(told).toEqual(["value", "complete"]);
  });
});
