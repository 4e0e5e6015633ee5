/** Enums of arrays and objects: written as texts where the layout is fixed and members come in their order. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck } from "../../src/contract/index.ts";
import { compileSchema, type JsonSchema } from "../../src/schema/index.ts";
import { drawn, members, vocabularyOf } from "./support.ts";

const encoder = new TextEncoder();
const styles = ["spaced", "compact", "pretty"] as const;
type Style = (typeof styles)[number];

/** As Python, or JSON.stringify, writes it. */
function written(value: unknown, style: Style): string {
  if (style === "pretty") return JSON.stringify(value, null, 2);
  if (style === "compact") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, style)).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${written(item, style)}`)
    .join(", ")}}`;
}

const key = fc.constantFrom("a", "ab", "b", "é", '"', "c\n");
const scalar = fc.constantFrom(null, true, 0, 1, 10, 1.5, "", "x", "xy", "[", "ü");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
}));
const values = fc.array(value, { minLength: 1, maxLength: 12 });
const vocabulary = vocabularyOf([
  '{"a',
  '", "',
  '": ',
  '":',
  "[]",
  "]]",
  "}}",
  "}, ",
  "],",
  "\n  ",
  "\n    ",
  "{\n",
  '"x',
  "10",
]);

function random(seed: number) {
  let state = seed % 2147483646 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

describe("enums of containers", () => {
  it("take the texts of their values, and nothing else can be written", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...styles), fc.nat(), (list, style, seed) => {
        const texts = new Set(list.map((one) => written(one, style)));
        const constraint = createConstraint({ enum: list } as JsonSchema, vocabulary, { whitespace: style });
        for (const text of texts) {
          const one = constraint.fork();
          for (const byte of encoder.encode(text)) expect(one.accept(byte), text).toBe(true);
          expect(one.complete).toBe(true);
        }
        const draw = random(seed);
        for (let n = 0; n < 5; n++) {
          const text = drawn(constraint.fork(), vocabulary, draw);
          expect(typeof text === "string" && texts.has(text), String(text)).toBe(true);
        }
      }),
    );
  });

  it("have masks that hold just what's accepted, wherever they stand, and none twice where items are unique", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...styles), fc.nat(), (list, style, seed) => {
        const schema = {
          properties: {
            all: { items: { anyOf: [{ enum: list }, { type: "boolean" }] }, uniqueItems: true, type: "array" },
          },
          required: ["all"],
          type: "object",
        };
        const check = boundaryCheck(schema as JsonSchema);
        const constraint = createConstraint(schema as JsonSchema, vocabulary, { whitespace: style, check });
        const draw = random(seed);
        const bytes: number[] = [];
        for (let n = 0; n < 60 && !constraint.finished; n++) {
          const allowed = members(constraint.mask(), vocabulary.size);
          const accepted = Array.from({ length: vocabulary.size }, (_, t) => t).filter((t) => constraint.accepts(t));
          expect(allowed).toEqual(accepted);
          const texts = allowed.filter((t) => vocabulary.bytesOf(t).length > 0);
          if (texts.length === 0) break;
          const token = texts[Math.floor(draw() * texts.length)]!;
          expect(constraint.accept(token)).toBe(true);
          bytes.push(...vocabulary.bytesOf(token));
        }
        if (!constraint.complete) return;
        const text = new TextDecoder().decode(Uint8Array.from(bytes));
        const read = JSON.parse(text) as { all: unknown[] };
        expect(check("", read), text).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("of ten thousand objects are one way, not ten thousand", () => {
    const list = Array.from({ length: 10_000 }, (_, i) => ({ kind: "k", id: i, tags: [`t${i % 7}`, { n: i % 11 }] }));
    const schema = compileSchema({ items: { enum: list }, type: "array" } as JsonSchema);
    const constraint = createConstraint(schema, vocabulary);
    const text = `[${written(list[1234], "spaced")}, ${written(list[99], "spaced")}]`;
    for (const byte of encoder.encode(text)) {
      expect(constraint.accepts(byte)).toBe(true);
      expect(members(constraint.mask(), vocabulary.size).length).toBeLessThan(40);
      constraint.accept(byte);
    }
    expect(constraint.complete).toBe(true);
    const other = createConstraint(schema, vocabulary);
    other.accept(0x5b);
    expect(new TextDecoder().decode(other.forced())).toBe("");
    other.accept(0x7b);
    expect(new TextDecoder().decode(other.forced())).toBe('"kind": "k", "id": ');
  });
});
