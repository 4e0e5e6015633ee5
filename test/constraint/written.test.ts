import fc from "fast-check";
import { expect, it } from "vitest";
import { createConstraint, has } from "../../src/constraint/index.ts";
import { Written } from "../../src/constraint/written.ts";
import { vocabularyOf } from "./support.ts";

/** Keys of which many begin alike; `é` as the characters of its bytes. */
const key = fc.string({ unit: fc.constantFrom("a", "b", "Ã", "©"), maxLength: 4 });

it("sets that share a list of keys know their own, whatever was written after them", () => {
  // Each step adds a key to one of the sets that there are.
  const steps = fc.array(fc.record({ to: fc.nat(), key }), { maxLength: 30 });
  fc.assert(
    fc.property(steps, key, fc.nat(), (steps, text, after) => {
      let ids = 0;
      const sets: { readonly written: Written; readonly keys: readonly string[] }[] = [
        { written: Written.none(), keys: [] },
      ];
      for (const { to, key } of steps) {
        const { written, keys } = sets[to % sets.length]!;
        if (!keys.includes(key)) sets.push({ written: written.and(key, () => ++ids), keys: [...keys, key] });
      }
      for (const { written, keys } of sets) {
        const from = after % (keys.length + 1);
        const begun = keys.slice(from).filter((key) => key.startsWith(text));
        expect(written.beginningWith(text, from).sort()).toEqual(begun.sort());
        expect(written.has(text)).toBe(keys.includes(text));
        expect(written.count).toBe(keys.length);
      }
    }),
  );
});

it("a mask has no token that would end in any of the keys before, in whatever order masks are asked for", () => {
  const schema = { type: "object", additionalProperties: { type: "integer" } };
  const tokens = ['k"', 'k1"', '1"', '12"', '2"', "k1", "1", '": ', ', "'];
  const vocabulary = vocabularyOf(tokens);
  const start = createConstraint(schema, vocabulary, { order: "free" });
  const keys = fc.uniqueArray(fc.constantFrom("k", "k1", "k12", "k2", "1", "12", "l"), { minLength: 1, maxLength: 7 });
  const looks = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
  const next = fc.constantFrom("", "k", "k1", "1");
  fc.assert(
    fc.property(keys, looks, next, (keys, looks, next) => {
      const constraint = start.fork();
      let step = 0;
      const write = (text: string) => {
        for (const byte of new TextEncoder().encode(text)) {
          if (looks[step++ % looks.length]) constraint.mask();
          expect(constraint.accept(byte)).toBe(true);
        }
      };
      write("{");
      for (const [i, key] of keys.entries()) write(`${i === 0 ? "" : ", "}"${key}": 1`);
      write(`, "${next}`);
      const mask = constraint.mask();
      for (let token = 0; token < vocabulary.size; token++) {
        expect(has(mask, token), `${next} and token ${token}`).toBe(constraint.accepts(token));
        const text = tokens[token - 256];
        if (text?.endsWith('"')) expect(has(mask, token)).toBe(!keys.some((key) => key === next + text.slice(0, -1)));
      }
    }),
    { numRuns: 60 },
  );
});

it("a token that writes a key of a class and begins another is in the mask only if that can become one", () => {
  const schema = {
    type: "object",
    propertyNames: { pattern: "^(xy|[0-9]{3})$" },
    additionalProperties: { type: "integer" },
  };
  const tokens = [
    'xy": 1, "x',
    'xy": 1, "xy',
    'xy": 1, "1',
    'xy": 1, "12',
    'xy": 1, "',
    'y": 1, "x',
    '123": 1, "x',
    '123": 1, "12',
  ];
  const vocabulary = vocabularyOf(tokens);
  for (const begun of ['{"', '{"x', '{"456": 1, "', '{"xy": 1, "']) {
    const constraint = createConstraint(schema, vocabulary, { order: "free" });
    for (const byte of new TextEncoder().encode(begun)) expect(constraint.accept(byte)).toBe(true);
    const mask = constraint.mask();
    for (let token = 0; token < vocabulary.size; token++) {
      expect(has(mask, token), `${begun} and ${tokens[token - 256] ?? token}`).toBe(constraint.accepts(token));
    }
  }
});
