/** What is judged as values close: by the text so far, whatever was taken back or forked before. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Constraint, createConstraint } from "../../src/constraint/index.ts";
import { Prefix } from "../../src/constraint/prefix.ts";
import { boundaryCheck } from "../../src/contract/index.ts";
import { members, vocabularyOf } from "./support.ts";

const encoder = new TextEncoder();

describe("a prefix", () => {
  const step = fc.record({
    from: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 700 }).map((bytes) => bytes.map((byte) => byte % 128)),
    ahead: fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => byte % 128)),
  });

  it("stays as it is, whatever others that begin like it go on with", () => {
    const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const made = [{ prefix: Prefix.empty(), text: "" }];
        for (const { from, bytes, ahead } of steps) {
          const one = made[from % made.length]!;
          made.push({ prefix: one.prefix.and(bytes), text: one.text + ascii(bytes) });
          const other = made[(from * 7 + 3) % made.length]!;
          other.prefix.lookAhead(ahead, ahead.length);
          expect(other.prefix.slice(0, other.text.length + ahead.length)).toBe(other.text + ascii(ahead));
          for (const { prefix, text } of made) {
            expect(prefix.length).toBe(text.length);
            expect(prefix.slice(0, prefix.length)).toBe(text);
          }
          const kin = made.filter(({ prefix }) => prefix.lineage === other.prefix.lineage);
          for (const { text } of kin) expect(text.startsWith(other.text) || other.text.startsWith(text)).toBe(true);
        }
      }),
    );
  });
});

const nested = {
  type: "array",
  uniqueItems: true,
  items: { type: "array", uniqueItems: true, items: { type: ["string", "array"], pattern: "^[ab]*$" } },
};
const refused = {
  type: "object",
  additionalProperties: { type: "integer" },
  if: { required: ["a", "b"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { a: { const: 1 } } },
};
const vocabulary = vocabularyOf(['", "', '"], ["', '"]', '"]]', "1}", "1, ", '": 1', 'a"]', 'b", "a"', '{"a": 1', "é"]);

function accept(constraint: Constraint, text: string): boolean {
  return [...encoder.encode(text)].every((byte) => constraint.accept(byte));
}

function allows(constraint: Constraint): number[] {
  return members(constraint.mask(), vocabulary.size);
}

describe("masks of what must pass a check", () => {
  it.each([
    ["nested unique arrays", nested],
    ["an object that mustn't be", refused],
  ])("hold what's accepted, after going back and in forks: %s", (_, schema) => {
    const check = boundaryCheck(schema);
    const start = createConstraint(schema, vocabulary, { check });
    fc.assert(
      fc.property(
        fc.array(fc.record({ pick: fc.nat(), back: fc.nat(9), fork: fc.nat() }), { maxLength: 40 }),
        (steps) => {
          const open = [{ constraint: start.fork(), tokens: [] as number[] }];
          for (const { pick, back, fork } of steps) {
            const one = open[fork % open.length]!;
            const { constraint, tokens } = one;
            if (back === 0) open.push({ constraint: constraint.fork(), tokens: [...tokens] });
            if (back > 6) {
              const taken = Math.min(tokens.length, back - 6);
              constraint.rollback(taken);
              tokens.length -= taken;
            }
            const allowed = allows(constraint);
            expect(allowed).toEqual(
              Array.from({ length: vocabulary.size }, (_, t) => t).filter((t) => constraint.accepts(t)),
            );
            const fresh = start.fork();
            for (const token of tokens) expect(fresh.accept(token)).toBe(true);
            expect(allows(fresh)).toEqual(allowed);
            if (allowed.length === 0) continue;
            const token = allowed[pick % allowed.length]!;
            expect(constraint.accept(token)).toBe(true);
            tokens.push(token);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("judge a value once, however many tokens would end it", () => {
    const texts = ["}", "} ", "}\n", "1}", "12}", '1, "c": 1}'];
    const many = vocabularyOf(texts.flatMap((text) => Array.from({ length: 50 }, () => text)));
    const judged: string[] = [];
    const check = (_: string, value: unknown) => judged.push(JSON.stringify(value)) > 0;
    const constraint = createConstraint(refused, many, { check });
    expect(accept(constraint, '{"a": ')).toBe(true);
    const allowed = members(constraint.mask(), many.size);
    expect(judged.sort()).toEqual(['{"a":1}', '{"a":12}', '{"a":1,"c":1}'].sort());
    expect(allowed.filter((token) => new TextDecoder().decode(many.bytesOf(token)) === "12}")).toHaveLength(50);
  });

  it("tell items of long arrays from those before them, and from those of the token itself", () => {
    const schema = {
      type: "array",
      uniqueItems: true,
      items: { type: "string", pattern: "^[a-z]*$", not: { const: "x" } },
    };
    const constraint = createConstraint(schema, vocabularyOf(['", "zz", "zz"', '", "zz", "zy"', '", "q"', 'z"']), {
      check: boundaryCheck(schema),
    });
    expect(accept(constraint, "[")).toBe(true);
    const name = (n: number) =>
      [...n.toString(26)].map((c) => String.fromCharCode(97 + Number.parseInt(c, 26))).join("");
    for (let n = 0; n < 3000; n++) expect(accept(constraint, `${n === 0 ? "" : ", "}"w${name(n)}"`)).toBe(true);
    expect(accept(constraint, ', "w')).toBe(true);
    expect(constraint.accepts(0x22)).toBe(true);
    const { length } = constraint;
    expect(accept(constraint, name(1234))).toBe(true);
    expect([0x22, 256, 257, 258, 259].map((token) => constraint.accepts(token))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    constraint.rollback(constraint.length - length);
    expect([0x22, 256, 257, 258, 259].map((token) => constraint.accepts(token))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("tokens that hold more than one key", () => {
  const texts = [
    '{"c":1,"c":1}',
    '"x":8,"x"',
    '":8,"x"',
    '":8,"a":1',
    '":8,"a',
    '":8,"y":2,"y',
    '":8,"y":2,"',
    ',"c":1,"d":1}',
    '{"',
    '"x1',
  ];
  const many = vocabularyOf([...texts, ...texts.map((text) => text.replaceAll(/[:,]/g, "$& "))]);
  const any = { type: "integer" } as const;
  it.each([
    ["any", {}],
    ["named first", { type: "object", properties: { a: true } }],
    ["of a pattern", { properties: { a: any }, patternProperties: { "^x": any }, additionalProperties: false }],
    ["short", { propertyNames: { maxLength: 1 } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["with a check", { type: "object", if: { required: ["c", "d"] }, then: false }],
    ["few", { type: "object", maxProperties: 2, minProperties: 1, additionalProperties: any }],
  ] as const)("come where all of them may: %s", (_, schema) => {
    for (const whitespace of ["compact", "spaced", "any"] as const) {
      for (const order of ["schema", "free"] as const) {
        const start = createConstraint(schema, many, { whitespace, order, check: boundaryCheck(schema) });
        for (const begun of ["", "{", '{"', '{"x', '{"x1', '{"a": 1,', '{"c":1', '{"c": 1', '{"x": 2, "']) {
          const constraint = start.fork();
          if (!accept(constraint, begun)) continue;
          const accepted = Array.from({ length: many.size }, (_, t) => t).filter((t) => constraint.accepts(t));
          expect(members(constraint.mask(), many.size), `${begun} ${whitespace} ${order}`).toEqual(accepted);
        }
      }
    }
  });
});
