/** Progress that a person can trust, whatever the schema says and whether or not the document keeps to it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createExtractor } from "../../src/json/index.ts";
import { allCuts, lengths } from "./support.ts";
import { documents, runs, spelled } from "./texts.ts";

/** What has no place there: it's as if nothing stood there. */
const junk = fc.constantFrom<unknown[]>(null, 7, "text", true, [], [null], {}, -1, Number.NaN);
const rarely = (of: fc.Arbitrary<unknown>) => fc.oneof({ weight: 6, arbitrary: of }, { weight: 1, arbitrary: junk });
const bound = rarely(fc.nat(6));
const names = fc.uniqueArray(fc.constantFrom("", "a", "__proto__", "constructor", "zz"), { maxLength: 4 });
/** Schemas of all that progress looks at, mostly not those of the documents. */
const { schema: schemas } = fc.letrec((tie) => ({
  schema: rarely(fc.oneof({ maxDepth: 3 }, fc.constant({}), tie("record"))),
  record: fc.record(
    {
      type: rarely(fc.constantFrom("object", "array", "string", ["object", "array"])),
      required: rarely(names),
      properties: rarely(fc.dictionary(fc.constantFrom("", "a", "toString", "zz"), tie("schema"), { maxKeys: 3 })),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      items: fc.oneof(fc.boolean(), tie("schema")),
      prefixItems: rarely(fc.array(tie("schema"), { maxLength: 2 })),
      minItems: bound,
      maxItems: bound,
      maxLength: bound,
      anyOf: rarely(fc.array(tie("schema"), { maxLength: 2 })),
      allOf: rarely(fc.array(tie("schema"), { maxLength: 2 })),
      $ref: rarely(fc.constantFrom("#", "#/properties/a", "#/items", "#/nowhere")),
    },
    { requiredKeys: [] },
  ),
}));

test("the fraction never goes back, and is 1 when the document is complete and only then", () => {
  fc.assert(
    fc.property(
      spelled(documents),
      schemas.filter((s) => typeof s === "object" && s !== null && !Array.isArray(s)),
      lengths,
      (text, schema, random) => {
        for (const [, chunks] of allCuts(text, random).slice(1, 3)) {
          const silent = createExtractor({ wrappers: "none", schema: schema as object });
          const telling = createExtractor({ wrappers: "none", schema: schema as object });
          const told: number[] = [];
          telling.on("progress", ({ pct }) => told.push(pct));
          let before = 0;
          for (const chunk of chunks) {
            silent.write(chunk);
            telling.write(chunk);
            const { fraction, characters } = silent.progress;
            if (!(fraction! >= before)) throw new Error(`${fraction} after ${before}`);
            if ((fraction === 1) !== (silent.state([]) === "complete"))
              throw new Error(`${fraction} too early or late`);
            if (!(characters >= 0)) throw new Error(`${characters} characters`);
            before = fraction!;
          }
          expect(before).toBe(1);
          telling.end();
          silent.end();
          for (const extractor of [silent, telling]) {
            expect(extractor.progress).toMatchObject({ fraction: 1, characters: text.trim().length });
          }
          expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
          expect(told.at(-1)).toBe(100);
        }
      },
    ),
    { numRuns: Math.ceil(runs / 2) },
  );
});

test("without a schema there are counts", () => {
  const extractor = createExtractor();
  for (const chunk of ['x {"a":[1,', '"y"],', '"b":'] as const) extractor.write(chunk);
  expect(extractor.progress).toEqual({ values: 3, characters: 17 });
  extractor.write("null}");
  expect(extractor.progress).toEqual({ values: 5, characters: 22 });
});
