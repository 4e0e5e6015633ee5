import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Constraint, createConstraint, has, tokenKind, type Vocabulary } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import { compileGbnf, parseGbnf } from "../../src/gbnf/index.ts";
import { createExtractor } from "../../src/json/index.ts";
import { type JsonSchema, whitespaceStyles } from "../../src/schema/index.ts";
import { judge } from "../gbnf/support/judge.ts";
import { type Random, sampler, seeded } from "../gbnf/support/sampler.ts";
import { satisfiable } from "../gbnf/support/satisfiable.ts";
import { schemas } from "../gbnf/support/schemas.ts";
import { members, pieces, vocabularyOf } from "./support.ts";

const layouts = fc.record({
  order: fc.constantFrom("schema" as const, "free" as const),
  whitespace: fc.constantFrom(...whitespaceStyles),
});

const samples = [
  '[\n  {\n    "a": true,\n    "type": []\n  },\n  -1\n]',
  '{"a": "ab", "b": [1, 2.5, -3e5], "é": null, "type": true}',
  '["a", "b\\n", "\\u00e9\\ud83d\\ude00", "😀"], {"x\\\\y": false}',
  '"2024-02-29", "127.0.0.1", "S12", 0.25, 100, 1000, -20',
  '{"long name": {"ab": []}, "$ref": {}, "q\\"": ""}',
];

/** Whether no key has an escape that it doesn't need, and none comes twice: the grammar can't say that, masks can. */
function hasPlainKeys(text: string): boolean {
  const keys = createExtractor({ wrappers: "none" });
  let plain = true;
  keys.on("key", ({ key, start, end }) => {
    plain &&= JSON.stringify(key) === text.slice(start, end);
  });
  keys.write(text);
  return keys.end().warnings.length === 0 && plain;
}

/** Schemas with keywords that only a whole value can show. */
const demanding = fc.constantFrom<JsonSchema>(
  { type: "integer", minimum: 1, maximum: 500, multipleOf: 7 },
  { type: "number", minimum: 0, maximum: 3, multipleOf: 0.25 },
  { type: "array", items: { type: "integer", minimum: 0, maximum: 12 }, uniqueItems: true, minItems: 2, maxItems: 4 },
  { type: "array", items: { enum: [1, 12, "a", "ab", null] }, uniqueItems: true, minItems: 1, maxItems: 3 },
  { type: "array", items: { enum: ["S1", "S10", "S2"] }, uniqueItems: true, minItems: 1 },
  { type: "array", items: { type: "integer", minimum: 0, maximum: 30 }, contains: { const: 3 }, maxItems: 6 },
  {
    oneOf: [
      { type: "integer", multipleOf: 3 },
      { type: "integer", minimum: 5 },
    ],
  },
  {
    type: "object",
    properties: { a: { type: "boolean" }, b: { type: "integer", minimum: 0, maximum: 9 } },
    required: ["a"],
    additionalProperties: false,
    if: { properties: { a: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: { required: ["b"] },
  },
  { type: "string", maxLength: 6, not: { pattern: "(a|b)\\1" } },
);

/** Values within each other whose every scalar may end only here or there. */
const { bounded } = fc.letrec<{ bounded: JsonSchema; scalar: JsonSchema; values: JsonSchema }>((tie) => ({
  scalar: fc.constantFrom<JsonSchema>(
    { type: "string", minLength: 3 },
    { type: "string", maxLength: 2 },
    { type: "string", pattern: "^[a-c]+$" },
    { enum: ["ab", "abc", 12] },
    { type: "integer", minimum: 5, maximum: 70 },
  ),
  values: fc.oneof({ maxDepth: 3 }, tie("scalar"), tie("bounded")),
  bounded: fc.oneof(
    fc.record({ type: fc.constant("array"), items: tie("values"), minItems: fc.nat(2), uniqueItems: fc.boolean() }),
    fc.tuple(tie("values"), tie("values"), fc.boolean()).map(([k, x, open]) => ({
      type: "object",
      properties: { k, x },
      required: ["k"],
      additionalProperties: open ? x : false,
    })),
  ),
}));

/** What leads to an end, or to a line with nothing on it but a bracket. */
const closers = new Set(['"', "}", "]", "\n"].map((c) => c.charCodeAt(0)));

/**
 * Writes tokens drawn from the masks until the text ends; hurries once it's long. `undefined` if it takes too long.
 * What must be so of each token is asked without `expect`, which takes longer than a mask.
 */
function write(
  constraint: Constraint,
  vocabulary: Vocabulary,
  random: Random,
  look: (mask: Uint32Array) => void = () => {},
  mayStick = false,
): string | undefined {
  const bytes: number[] = [];
  for (let n = 0; n < 400; n++) {
    const mask = constraint.mask();
    look(mask);
    const allowed = members(mask, vocabulary.size);
    // What a check refuses may leave nothing else: that's for a rollback to mend.
    if (mayStick && allowed.length === 0) return undefined;
    const sofar = () => new TextDecoder().decode(Uint8Array.from(bytes));
    if (allowed.length === 0) expect.fail(`nothing may follow ${sofar()}`);
    const ending = allowed.filter((token) => vocabulary.kindOf(token) === tokenKind.end);
    if (ending.length > 0 !== constraint.complete) expect.fail(`an end may come, or it's complete: ${sofar()}`);
    if (ending.length > 0 && (n > 60 || random() < 0.5)) return sofar();
    const texts = allowed.filter((token) => vocabulary.kindOf(token) === tokenKind.text);
    if (texts.length === 0) continue;
    const closing = n > 60 ? texts.filter((token) => closers.has(vocabulary.bytesOf(token)[0]!)) : [];
    const choice = closing.length > 0 ? closing : texts;
    const token = choice[Math.floor(random() * choice.length)]!;
    if (!constraint.accept(token)) expect.fail(`the mask has ${token}, and it isn't taken after ${sofar()}`);
    bytes.push(...vocabulary.bytesOf(token));
  }
  return undefined;
}

/** What a text has from a place on, up to some length; most often with some characters left out, or written twice. */
function nearly(text: readonly string[], from: number, random: Random): string {
  const token = text.slice(from, from + 1 + Math.floor(random() * 40)).join("");
  const at = Math.floor(random() * token.length);
  const to = at + Math.floor(random() * 4);
  const changed = token.slice(0, random() < 0.5 ? at : to) + token.slice(random() < 0.5 ? at : to);
  return changed === "" ? token : changed;
}

describe("constraints of random schemas", () => {
  it("let only values be written that fit, and never get stuck", () => {
    let finished = 0;
    let cut = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), layouts, (schema, seed, layout) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const vocabulary = vocabularyOf(pieces(samples, 200, random));
        const start = createConstraint(made, vocabulary, layout);
        const exact = made.report.every(({ status }) => status !== "boundary");
        const fits = judge(schema);
        for (let i = 0; i < 4; i++) {
          const text = write(start.fork(), vocabulary, random);
          if (text === undefined) {
            cut++;
            continue;
          }
          finished++;
          const value = JSON.parse(text) as unknown;
          if (exact) expect(fits(value), `${text} of ${JSON.stringify(schema)}`).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(finished).toBeGreaterThan(200);
    expect(cut).toBeLessThan(finished / 2);
  });

  it("let nothing be completed that a validator refuses, whatever its keywords", () => {
    let finished = 0;
    let judged = 0;
    fc.assert(
      fc.property(demanding, fc.nat(), (schema, seed) => {
        const random = seeded(seed);
        const vocabulary = vocabularyOf(pieces(samples, 100, random));
        const judge = boundaryCheck(schema);
        const check = (pointer: string, value: unknown) => {
          judged++;
          return judge(pointer, value);
        };
        const start = createConstraint(schema, vocabulary, { order: "free", check });
        const { validate } = createValidator(schema, { defaults: false });
        for (let i = 0; i < 3; i++) {
          const constraint = start.fork();
          const look = (mask: Uint32Array) => {
            if (random() < 0.9) return;
            for (let token = 0; token < vocabulary.size; token++) {
              const masked = (mask[token >> 5]! & (1 << (token & 31))) !== 0;
              if (masked !== constraint.accepts(token)) expect.fail(`${token} is ${masked ? "" : "not "}in the mask`);
            }
          };
          const text = write(constraint, vocabulary, random, look, true);
          if (text === undefined) continue;
          finished++;
          expect(validate(JSON.parse(text)).ok, `${text} of ${JSON.stringify(schema)}`).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
    expect(finished).toBeGreaterThan(40);
    expect(judged).toBeGreaterThan(200);
  });

  it("take every sentence of the grammar, by bytes and by tokens", () => {
    let sentences = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const sample = sampler(parseGbnf(compileGbnf(made, { maxStringLength: 30, maxItems: 6 }).grammar));
        const vocabulary = vocabularyOf(pieces(samples, 50, random));
        const start = createConstraint(made, vocabulary);
        for (let i = 0; i < 6; i++) {
          const text = sample(random);
          if (!hasPlainKeys(text)) continue;
          const constraint = start.fork();
          for (const byte of new TextEncoder().encode(text)) {
            const mask = constraint.mask();
            if ((mask[byte >> 5]! & (1 << (byte & 31))) === 0) expect.fail(`${text} of ${JSON.stringify(schema)}`);
            constraint.accept(byte);
          }
          expect(constraint.complete, `${text} of ${JSON.stringify(schema)}`).toBe(true);
          sentences++;
        }
      }),
      { numRuns: 120 },
    );
    expect(sentences).toBeGreaterThan(300);
  });

  it("have masks that hold just the tokens that are accepted", () => {
    let looked = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), layouts, (schema, seed, layout) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const vocabulary = vocabularyOf(pieces(samples, 400, random));
        const constraint = createConstraint(made, vocabulary, layout);
        write(constraint, vocabulary, random, (mask) => {
          if (random() < 0.6) return;
          looked++;
          const accepted: number[] = [];
          for (let token = 0; token < vocabulary.size; token++) if (constraint.accepts(token)) accepted.push(token);
          expect(members(mask, vocabulary.size), JSON.stringify(schema)).toEqual(accepted);
        });
      }),
      { numRuns: 120 },
    );
    expect(looked).toBeGreaterThan(300);
  });

  it("have the same masks of tokens that write several values, one of which may be wrong", () => {
    let looked = 0;
    const bytes = vocabularyOf([]);
    fc.assert(
      fc.property(fc.oneof(schemas, bounded), fc.nat(), layouts, (schema, seed, layout) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const start = createConstraint(made, bytes, layout);
        const texts = Array.from({ length: 8 }, () => write(start.fork(), bytes, random, () => {}, true) ?? "");
        const text = [...texts.reduce((longest, one) => (one.length > longest.length ? one : longest))];
        const places = Array.from({ length: 12 }, () => Math.floor(random() * text.length));
        const tokens = places.flatMap((from) => Array.from({ length: 25 }, () => nearly(text, from, random)));
        const vocabulary = vocabularyOf(tokens);
        const constraint = createConstraint(made, vocabulary, layout);
        for (let at = 0; at < text.length; at++) {
          if (places.includes(at)) {
            looked++;
            const mask = constraint.mask();
            for (let token = 0; token < vocabulary.size; token++) {
              if (has(mask, token) === constraint.accepts(token)) continue;
              expect.fail(
                `${JSON.stringify(tokens[token - 256])} after ${text.slice(0, at).join("")}, of ${JSON.stringify(schema)}`,
              );
            }
          }
          for (const byte of new TextEncoder().encode(text[at]!)) {
            if (!constraint.accept(byte)) expect.fail(`${text.slice(0, at + 1).join("")} of ${JSON.stringify(schema)}`);
          }
        }
      }),
      { numRuns: 80 },
    );
    expect(looked).toBeGreaterThan(200);
  });

  it("force only what's the only way on, and go back as if nothing had been", () => {
    let forcedTexts = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), layouts, (schema, seed, layout) => {
        const made = satisfiable(schema);
        if (!made) return;
        const random = seeded(seed);
        const vocabulary = vocabularyOf([]);
        const constraint = createConstraint(made, vocabulary, layout);
        write(constraint, vocabulary, random, (mask) => {
          if (random() < 0.5) return;
          const before = constraint.length;
          const forced = constraint.forced();
          if (forced.length > 0) forcedTexts++;
          for (const byte of forced) {
            expect(members(constraint.mask(), vocabulary.size)).toEqual([byte]);
            constraint.accept(byte);
          }
          constraint.rollback(constraint.length - before);
          expect(constraint.mask()).toBe(mask);
        });
      }),
      { numRuns: 120 },
    );
    expect(forcedTexts).toBeGreaterThan(50);
  });

  it("know whether a longer token that begins like one may come, and the tokens that may if they're few", () => {
    const answers = [0, 0];
    let fews = 0;
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const made = satisfiable(schema);
        // Where a check would have to judge, they don't look.
        if (!made || made.report.some(({ status }) => status === "boundary")) return;
        const random = seeded(seed);
        const vocabulary = vocabularyOf(pieces(samples, 400, random));
        const constraint = createConstraint(made, vocabulary);
        write(constraint, vocabulary, random, (mask) => {
          if (random() < 0.6) return;
          const allowed = members(mask, vocabulary.size).filter((t) => vocabulary.kindOf(t) === tokenKind.text);
          const token = allowed[Math.floor(random() * allowed.length)];
          if (token === undefined) return;
          const bytes = vocabulary.bytesOf(token);
          const longer = allowed.some((other) => {
            const others = vocabulary.bytesOf(other);
            return others.length > bytes.length && bytes.every((byte, i) => byte === others[i]);
          });
          answers[longer ? 1 : 0]!++;
          // Where a check would have to judge it, a longer one is said to come, and it isn't said which come.
          if (!longer && constraint.unsettled) return;
          expect(constraint.acceptsLonger(token), JSON.stringify(schema)).toBe(longer);
          const most = Math.floor(random() * 40);
          const few = constraint.complete || allowed.length > most ? undefined : allowed;
          const found = constraint.few(most);
          if (found === undefined && constraint.unsettled) return;
          expect(
            found?.sort((a, b) => a - b),
            JSON.stringify(schema),
          ).toEqual(few);
          if (few) fews++;
        });
      }),
      { numRuns: 120 },
    );
    expect(Math.min(...answers, fews)).toBeGreaterThan(100);
  });

  it("take an end token once, and nothing after it", () => {
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const made = satisfiable(schema);
        if (!made) return;
        const vocabulary = vocabularyOf(pieces(samples, 50, seeded(seed)));
        const constraint = createConstraint(made, vocabulary);
        if (write(constraint, vocabulary, seeded(seed)) === undefined) return;
        const ends = Array.from({ length: vocabulary.size }, (_, t) => t).filter(
          (t) => vocabulary.kindOf(t) === tokenKind.end,
        );
        const before = constraint.length;
        for (const end of ends) {
          expect(constraint.accept(end)).toBe(true);
          for (let token = -2; token <= vocabulary.size; token++) {
            if (constraint.accept(token) || constraint.acceptsLonger(token)) expect.fail(`${token} after the end`);
          }
          expect(members(constraint.mask(), vocabulary.size)).toEqual([]);
          expect([constraint.few(9), [...constraint.forced()]]).toEqual([[], []]);
          expect([constraint.complete, constraint.finished, constraint.length]).toEqual([true, true, before + 1]);
          constraint.rollback(1);
        }
        expect(constraint.accepts(ends[0]!)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("keep a bounded amount, and go on the same after letting go of it", () => {
    const vocabulary = vocabularyOf([]);
    const schema = { type: "array", items: { type: "string", maxLength: 200_000 } } as const;
    const start = createConstraint(schema, vocabulary);
    const constraint = start.fork();
    const before = members(start.mask(), vocabulary.size);
    for (const byte of new TextEncoder().encode(`["${"x".repeat(120_000)}`)) {
      if (!constraint.accept(byte)) expect.fail(`${byte} isn't taken at ${constraint.length}`);
    }
    expect(members(constraint.mask(), vocabulary.size)).toContain(0x22);
    for (const byte of new TextEncoder().encode('", "y"]')) expect(constraint.accept(byte)).toBe(true);
    expect(constraint.finished).toBe(true);
    constraint.rollback(5);
    expect(constraint.accept(0x5d)).toBe(false);
    expect(members(start.mask(), vocabulary.size)).toEqual(before);
    type Kept = Record<"threads" | "frames" | "ways", { count: number }>;
    const { threads, frames, ways } = (constraint as unknown as { program: { pool: Kept } }).program.pool;
    for (const { count } of [threads, frames, ways]) expect(count).toBeLessThan(60_000);
  });
});
