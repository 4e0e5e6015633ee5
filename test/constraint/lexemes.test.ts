import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dead, type Lexeme, mark } from "../../src/constraint/lexeme.ts";
import { NumberLexeme } from "../../src/constraint/number.ts";
import { TextLexeme } from "../../src/constraint/text.ts";
import { compileSchema, matches, type NumberAlternative, type StringAlternative } from "../../src/schema/index.ts";

/** The state after a text; dead if it can't be. */
function read(lexeme: Lexeme, text: string | Uint8Array): number {
  let state = 0;
  for (const byte of typeof text === "string" ? new TextEncoder().encode(text) : text) {
    state = lexeme.step(state, byte);
    if (state === dead) break;
  }
  return state;
}

const takes = (lexeme: Lexeme, text: string | Uint8Array) => {
  const state = read(lexeme, text);
  return state !== dead && lexeme.isWhole(state);
};

/** Bytes by which a whole value is reached from a state, looked for breadth first; undefined if there are none. */
function wayOut(lexeme: Lexeme, start: number): number[] | undefined {
  const ways: [state: number, bytes: number[]][] = [[start, []]];
  const seen = new Set([start]);
  for (const [state, bytes] of ways) {
    if (lexeme.isWhole(state)) return bytes;
    for (let byte = 0; byte < 256; byte++) {
      const next = lexeme.step(state, byte);
      if (next === dead || seen.has(next)) continue;
      seen.add(next);
      ways.push([next, [...bytes, byte]]);
    }
  }
  return undefined;
}

/** The characters that begin on the shortest way out, looked for breadth first by their number. */
function fewestCharacters(lexeme: Lexeme, start: number): number {
  const best = new Map([[start, 0]]);
  let now = [start];
  for (let characters = 0; ; characters++) {
    const next: number[] = [];
    for (const state of now) {
      if (lexeme.isWhole(state)) return characters;
      const begins = (lexeme.marks[state]! & mark.between) !== 0;
      for (let byte = 0; byte < 256; byte++) {
        const to = lexeme.step(state, byte);
        if (to === dead) continue;
        const cost = characters + (begins && !lexeme.isWhole(to) ? 1 : 0);
        if (cost >= (best.get(to) ?? Infinity)) continue;
        best.set(to, cost);
        (cost === characters ? now : next).push(to);
      }
    }
    if (next.length === 0) throw new Error("there's no way out");
    now = next;
  }
}

const patterns = [
  "^[a-z]{1,3}$",
  "b",
  "^(?:ab|c)*$",
  "^\\d{2}-\\d{2}$",
  "[^a]$",
  "^a.*z$",
  "^[é😀]+$",
  "^\\p{Lu}$",
  '^["\\\\\\n]+$',
  "^😀?$",
];

function automatonOf(pattern: string) {
  const { shape } = compileSchema({ type: "string", pattern });
  const { automaton } = shape.shapes[0]![0] as StringAlternative;
  return automaton === null ? null : shape.automata[automaton]!;
}

/** A JSON string of a text, each character spelled in some way. */
const spelled = fc
  .array(
    fc.tuple(fc.constantFrom(...'abcz19-"\\\n\u0007é😀𐀀퟿ '.split(""), "😀", "𐀀"), fc.integer({ min: 0, max: 2 })),
    {
      maxLength: 5,
    },
  )
  .map((parts) => {
    const text = parts.map(([character]) => character).join("");
    const whole = [...text].map((character, i) => {
      const way = parts[i % parts.length]![1];
      if (way === 0) return JSON.stringify(character).slice(1, -1);
      const units = [...Array(character.length).keys()].map((k) =>
        character.charCodeAt(k).toString(16).padStart(4, "0"),
      );
      return units.map((hex) => `\\u${way === 1 ? hex : hex.toUpperCase()}`).join("");
    });
    return { text, json: `"${whole.join("")}"` };
  })
  .filter(({ text }) => !/\p{Surrogate}/u.test(text));

describe("strings", () => {
  it("take a text just when its pattern does, however it's spelled", () => {
    fc.assert(
      fc.property(fc.constantFrom(...patterns), spelled, (pattern, { text, json }) => {
        expect(JSON.parse(json)).toBe(text);
        const automaton = automatonOf(pattern);
        const lexeme = new TextLexeme(automaton);
        expect(takes(lexeme, json), `${pattern} ${json}`).toBe(automaton === null || matches(automaton, text));
      }),
      { numRuns: 2000 },
    );
  });

  it("take no bytes but JSON strings of well-formed UTF-8", () => {
    const lexeme = new TextLexeme(null);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
        const whole = Uint8Array.of(0x22, ...bytes, 0x22);
        let valid = true;
        try {
          const value: unknown = JSON.parse(decoder.decode(whole));
          valid = typeof value === "string" && !/\p{Surrogate}/u.test(value);
        } catch {
          valid = false;
        }
        expect(takes(lexeme, whole)).toBe(valid);
      }),
      { numRuns: 5000 },
    );
  });

  it("can be finished from wherever they can be", () => {
    for (const pattern of patterns) {
      const lexeme = new TextLexeme(automatonOf(pattern));
      fc.assert(
        fc.property(fc.array(fc.nat(255), { maxLength: 6 }), (choices) => {
          let state = lexeme.step(0, 0x22);
          for (const choice of choices) {
            const open = [...Array(256).keys()].filter((byte) => lexeme.step(state, byte) !== dead);
            if (open.length === 0) break;
            state = lexeme.step(state, open[choice % open.length]!);
          }
          expect(wayOut(lexeme, state), `${pattern} ${choices}`).toBeDefined();
        }),
        { numRuns: 30 },
      );
    }
  });

  it("say how many characters must still begin, inside escapes and characters, too", () => {
    const tight = [...patterns, "^[.a]+@[.a]\\.a$", "^(?:😀a{3}|A{5}|\\u000fb)$"];
    fc.assert(
      fc.property(
        fc.constantFrom(...tight),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 9 }),
        (pattern, plain, choices) => {
          const lexeme = new TextLexeme(automatonOf(pattern), undefined, plain);
          let state = 0;
          for (const choice of choices) {
            // Escapes more often than not.
            const bytes = [0x5c, 0x75, ...Array.from({ length: 256 }, (_, byte) => byte)];
            const alive = bytes.filter((byte) => lexeme.step(state, byte) !== dead);
            if (alive.length === 0) break;
            state = lexeme.step(state, alive[choice % (choice % 2 === 0 ? Math.min(3, alive.length) : alive.length)]!);
          }
          expect(lexeme.needs[state], `${pattern}, ${plain}, ${choices}`).toBe(fewestCharacters(lexeme, state));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("numbers", () => {
  const bound = fc.oneof(
    fc.constant(null),
    fc.constantFrom("0", "1", "-1", "10", "99", "100", "-30", "0.5", "-0.25", "9.99", "123.456"),
  );
  const range = fc
    .record({
      integer: fc.boolean(),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: fc.boolean(),
      exclusiveMaximum: fc.boolean(),
    })
    .filter(({ minimum, maximum, integer }) => {
      if (integer && [minimum, maximum].some((b) => b?.includes("."))) return false;
      return minimum === null || maximum === null || Number(minimum) < Number(maximum);
    })
    // Bounds of integers are inclusive in a Shape.
    .map(
      (one): NumberAlternative => ({
        kind: "number",
        ...one,
        ...(one.integer && { exclusiveMinimum: false, exclusiveMaximum: false }),
        multipleOf: [],
        checks: [],
        sources: [],
      }),
    );
  const numeral = fc.oneof(
    fc.integer({ min: -200, max: 200 }).map(String),
    fc.tuple(fc.integer({ min: -130, max: 130 }), fc.stringMatching(/^\d{1,4}$/)).map(([whole, f]) => `${whole}.${f}`),
    fc.stringMatching(/^-?0\.\d{1,3}$/),
    fc.constantFrom("-0", "0.0", "00", "01", "1.", ".5", "-", "1e5", "1E-07", "2.50e+2", "1e400", "10.0"),
  );

  it("take numerals in the range, and none outside it", () => {
    fc.assert(
      fc.property(range, numeral, (one, text) => {
        const valid = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
        const value = Number(text);
        const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, integer } = one;
        const inside =
          (minimum === null || (exclusiveMinimum ? value > Number(minimum) : value >= Number(minimum))) &&
          (maximum === null || (exclusiveMaximum ? value < Number(maximum) : value <= Number(maximum)));
        const free =
          !integer &&
          [minimum, maximum].every((b) => b === null || b === "0") &&
          (minimum === null || maximum === null);
        const plain = integer ? !/[.eE]/.test(text) : free || !/[eE]/.test(text);
        // A minus is written only where there are negative numbers.
        const minus = !text.startsWith("-") || minimum === null || minimum.startsWith("-");
        const short = !/[eE][+-]?\d{3}/.test(text);
        expect(takes(new NumberLexeme(one), text), `${text} ${JSON.stringify(one)}`).toBe(
          valid && inside && plain && minus && short,
        );
      }),
      { numRuns: 4000 },
    );
  });

  it("have at most twenty digits before and after the point, where no bound says otherwise", () => {
    const open = { minimum: null, maximum: null, exclusiveMinimum: false, exclusiveMaximum: false };
    const rest = { kind: "number", multipleOf: [], checks: [], sources: [] } as const;
    const integer = new NumberLexeme({ ...rest, ...open, integer: true });
    const number = new NumberLexeme({ ...rest, ...open, integer: false });
    const digits = (count: number) => "7".repeat(count);
    expect([20, 21].map((count) => takes(integer, digits(count)))).toEqual([true, false]);
    expect([20, 21].map((count) => takes(number, digits(count)))).toEqual([true, false]);
    expect([20, 21].map((count) => takes(number, `0.${digits(count)}`))).toEqual([true, false]);
  });

  it("can be finished from wherever they can be", () => {
    fc.assert(
      fc.property(range, fc.array(fc.nat(9), { maxLength: 8 }), (one, choices) => {
        const lexeme = new NumberLexeme(one);
        let state = 0;
        for (const choice of choices) {
          const open = [...Array(256).keys()].filter((byte) => lexeme.step(state, byte) !== dead);
          if (open.length === 0) break;
          state = lexeme.step(state, open[choice % open.length]!);
        }
        expect(wayOut(lexeme, state), JSON.stringify(one)).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });
});
