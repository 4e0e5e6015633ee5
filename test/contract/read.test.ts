import { expect, test } from "vitest";
import { readText } from "../../src/contract/index.ts";

test("the document in a text, wherever it is", () => {
  expect(readText('Sure: ```json\n{"a":[1]}\n``` Done.')).toEqual({ ok: true, value: { a: [1] }, defaults: [] });
  expect(readText('{"a":1} {"b":2}')).toMatchObject({ value: { a: 1 } });
});

test("the one that is wanted, or else the first", () => {
  const accepts = (value: unknown) => typeof value === "object" && value !== null && "b" in value;
  expect(readText('{"a":1} {"b":2}', { accepts })).toMatchObject({ value: { b: 2 } });
  expect(readText('{"a":1} {"c":2}', { accepts })).toMatchObject({ value: { a: 1 } });
});

test("no document", () => {
  expect(readText("I can't.")).toMatchObject({
    ok: false,
    errors: [{ gate: "extract", keyword: "none", path: "" }],
    skipped: ["parse", "schema"],
  });
});

test("a text that was cut off is no fault of its form", () => {
  const result = readText('{"a":"some te');
  expect(result).toMatchObject({ ok: false, errors: [{ gate: "extract", keyword: "truncated" }] });
  if (!result.ok) expect(result.errors[0]!.message).toContain("allow more tokens");
});

test("what isn't JSON fails at its place", () => {
  const result = readText('{"a":{"b/c":[1,2}}');
  expect(result).toMatchObject({
    ok: false,
    errors: [{ gate: "parse", keyword: "unexpected-character", path: "/a/b~1c" }],
    skipped: ["schema"],
  });
  if (!result.ok) expect(result.errors[0]!.message).toMatch(/line 1, column 17, .*\.$/);
});

test("a key written twice would lose a value", () => {
  expect(readText('{"a":1,"a":2}')).toMatchObject({
    ok: false,
    errors: [{ gate: "parse", keyword: "duplicate-key", path: "/a" }],
  });
});
