/** Which keywords count is the draft's to say, and whoever compiles a schema, validates by it or looks it over says the same. */
import { gunzipSync } from "node:zlib";
import { Ajv, type AnySchema, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator, spacedJson } from "../../src/contract/index.ts";
import { compileGbnf, createRecogniser, parseGbnf } from "../../src/gbnf/index.ts";
import { lintSchema } from "../../src/lint/index.ts";
import { bundleSchema, compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { takesText, vocabularyOf } from "../constraint/support.ts";
import { shared } from "../json/support.ts";

const drafts = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
} as const;
type Named = keyof typeof drafts;
const named = Object.keys(drafts) as Named[];
const vocabulary = vocabularyOf([]);

/** What becomes of something that may be refused: the error's code then. */
function outcome<T>(make: () => T): T | SchemaError["code"] {
  try {
    return make();
  } catch (error) {
    if (error instanceof SchemaError) return error.code;
    throw error;
  }
}

describe("a keyword counts from its first draft to its last", () => {
  const one = { type: "null" };
  it.each<[keyword: string, first: Named, last: Named, schema: Record<string, unknown>, broken: unknown]>([
    ["const", "draft-06", "2020-12", { const: 1 }, 2],
    ["contains", "draft-06", "2020-12", { contains: one }, [1]],
    ["propertyNames", "draft-06", "2020-12", { propertyNames: { maxLength: 1 } }, { ab: 1 }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["if", "draft-07", "2020-12", { if: { type: "string" }, then: { maxLength: 1 } }, "ab"],
    ["dependentRequired", "2019-09", "2020-12", { dependentRequired: { a: ["b"] } }, { a: 1 }],
    ["dependentSchemas", "2019-09", "2020-12", { dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }],
    ["unevaluatedItems", "2019-09", "2020-12", { unevaluatedItems: false }, [1]],
    ["unevaluatedProperties", "2019-09", "2020-12", { unevaluatedProperties: false }, { a: 1 }],
    ["prefixItems", "2020-12", "2020-12", { prefixItems: [one] }, [1]],
    ["$recursiveRef", "2019-09", "2019-09", { properties: { a: { $recursiveRef: "#" } }, type: "object" }, { a: 1 }],
    ["$dynamicRef", "2020-12", "2020-12", { properties: { a: { $dynamicRef: "#" } }, type: "object" }, { a: 1 }],
    ["dependencies", "draft-04", "2020-12", { dependencies: { a: ["b"], c: { required: ["d"] } } }, { a: 1 }],
    ["additionalItems", "draft-04", "2019-09", { items: [one], additionalItems: false }, [null, 1]],
    ["nullable", "draft-04", "2020-12", { type: "string", nullable: true }, 1],
  ])("%s: %s to %s", (keyword, first, last, schema, broken) => {
    for (const draft of named) {
      const counts = named.indexOf(draft) >= named.indexOf(first) && named.indexOf(draft) <= named.indexOf(last);
      const whole = { $schema: drafts[draft], ...schema } as JsonSchema;
      if (keyword === "additionalItems" && draft === "2020-12") {
        // The list beside it isn't allowed any more.
        for (const take of [compileSchema, createValidator]) expect(outcome(() => take(whole))).toBe("invalid");
        continue;
      }
      const check = boundaryCheck(whole);
      const text = spacedJson(broken);
      const constraint = createConstraint(compileSchema(whole), vocabulary, { order: "free", check });
      expect([draft, takesText(constraint, text), createValidator(whole).validate(broken).ok]).toEqual([
        draft,
        !counts,
        !counts,
      ]);
      const line = compileSchema(whole).report.find((entry) => entry.keyword === keyword)!;
      const reason = expect.stringContaining(`not a keyword of ${draft.replace("draft-0", "draft ")}`);
      if (!counts) {
        expect(line).toMatchObject({ status: "annotation", reason });
        const { findings } = lintSchema(whole, { rules: ["ignored-keyword"] });
        expect(findings).toContainEqual(expect.objectContaining({ path: line.path, message: reason }));
      } else expect(line.status).not.toBe("annotation");
    }
    const open = createConstraint(compileSchema(schema), vocabulary, { order: "free", check: boundaryCheck(schema) });
    expect(takesText(open, spacedJson(broken))).toBe(false);
    expect(createValidator(schema).validate(broken).ok).toBe(false);
  });

  it("also where counts go with another, where parts are negated, and in names of schemas", () => {
    const $schema = drafts["draft-07"];
    const counted = compileSchema({ $schema, contains: { const: 1 }, minContains: 2 });
    expect(takesText(createConstraint(counted, vocabulary), "[1]")).toBe(true);
    expect(counted.report.find(({ keyword }) => keyword === "minContains")).toMatchObject({ status: "annotation" });
    // Whatever `a` is, it fits a schema that says nothing in this draft.
    const negated = compileSchema({
      $schema,
      not: { properties: { a: { not: { prefixItems: [{ type: "null" }] } } } },
    });
    expect(takesText(createConstraint(negated, vocabulary), '{"a": [1]}')).toBe(true);
    const old = { definitions: { a: { id: "https://a.test/a" } }, allOf: [{ $ref: "https://a.test/a" }] };
    compileSchema({ $schema: drafts["draft-04"], ...old });
    createValidator({ $schema: drafts["draft-04"], ...old });
    for (const take of [compileSchema, createValidator])
      expect(outcome(() => take({ $schema, ...old }))).toBe("reference");
  });

  it("flags beside bounds are draft 4's, numbers all others'", () => {
    for (const [draft, $schema] of Object.entries(drafts)) {
      for (const [schema, fits] of [
        [{ minimum: 1, exclusiveMinimum: true }, draft === "draft-04"],
        [{ exclusiveMaximum: 1 }, draft !== "draft-04"],
      ] as const) {
        const whole = { $schema, ...schema };
        for (const take of [compileSchema, createValidator]) {
          expect([draft, typeof outcome(() => take(whole)) !== "string"]).toEqual([draft, fits]);
        }
      }
    }
  });

  it("the root's draft rules what is bundled", async () => {
    const part = { $schema: drafts["2020-12"], $id: "https://a.test/part", prefixItems: [{ type: "null" }] };
    for (const draft of named) {
      const root = { $schema: drafts[draft], allOf: [{ $ref: "https://a.test/part" }] };
      const whole = await bundleSchema(root, () => part);
      const check = boundaryCheck(whole);
      const takes = takesText(createConstraint(compileSchema(whole), vocabulary, { check }), "[1]");
      expect([draft, takes, createValidator(whole).validate([1]).ok]).toEqual([
        draft,
        draft !== "2020-12",
        draft !== "2020-12",
      ]);
    }
  });
});

/** Schemas of all keywords, whatever the draft. */
const { schema: schemas } = fc.letrec<{ schema: JsonSchema; maybe: JsonSchema }>((tie) => {
  const schema = tie("schema");
  const names = fc.subarray(["a", "b", "c"], { minLength: 1 });
  const map = fc.dictionary(fc.constantFrom("a", "b", "c"), schema, { minKeys: 1, maxKeys: 2 });
  const list = fc.array(schema, { minLength: 1, maxLength: 2 });
  const count = fc.integer({ min: 0, max: 2 });
  const small = fc.constantFrom(0, 1, 2);
  const type = fc.constantFrom("null", "integer", "number", "string", "array", "object", "boolean");
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(fc.constantFrom(null, 1, 2, "a", true), { minLength: 1 }),
    const: fc.constantFrom<unknown>(null, 1, "a", [1], { a: 1 }),
    minimum: small,
    exclusiveMinimum: fc.oneof(small, fc.boolean()),
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$"),
    minItems: count,
    uniqueItems: fc.boolean(),
    items: fc.oneof(schema, list),
    prefixItems: list,
    additionalItems: schema,
    contains: schema,
    minContains: count,
    maxContains: count,
    unevaluatedItems: schema,
    properties: map,
    required: names,
    additionalProperties: schema,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), schema, { minKeys: 1 }),
    propertyNames: schema,
    minProperties: count,
    dependencies: fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(schema, names), { minKeys: 1, maxKeys: 1 }),
    dependentRequired: fc.dictionary(fc.constantFrom("a", "b"), names, { minKeys: 1 }),
    dependentSchemas: map,
    unevaluatedProperties: schema,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: schema,
    else: schema,
    $ref: fc.constantFrom("#/definitions/d", "#/$defs/e"),
    $recursiveRef: fc.constant("#"),
    $dynamicRef: fc.constant("#"),
    $comment: fc.constantFrom<unknown>("c", 5),
    examples: fc.constantFrom<unknown>([1], 5),
  };
  const pair = (keyword: string) => keywords[keyword]!.map((value) => ({ [keyword]: value }));
  const some = fc
    .array(fc.constantFrom(...Object.keys(keywords)).chain(pair), { minLength: 1, maxLength: 3 })
    .map((parts): JsonSchema => Object.assign({}, ...parts));
  return {
    maybe: some,
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<JsonSchema>(true, false, { type: "null" }),
      some,
    ),
  };
});

const scalars = fc.constantFrom<unknown>(null, true, 0, 1, 2, 1.5, "", "a", "ab", "b");
const values = fc.oneof(
  scalars,
  fc.array(fc.oneof(scalars, fc.constantFrom<unknown>([], [1], {})), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(scalars, fc.constantFrom<unknown>([1], { a: 1 })), {
    maxKeys: 3,
  }),
);

const wholes = fc.record({
  $schema: fc.constantFrom(...named),
  schema: schemas,
  definitions: fc.record({ d: schemas }),
  $defs: fc.record({ e: schemas }),
});

/** ajv as it comes, for a draft. `allErrors`: otherwise it passes over `contains` of empty arrays with first items. */
const settings: Options = { strict: false, logger: false, allErrors: true, ownProperties: true, inlineRefs: false };
const own: Readonly<Record<Exclude<Named, "draft-04">, Ajv>> = {
  "draft-06": new Ajv(settings),
  "draft-07": new Ajv(settings),
  "2019-09": new Ajv2019(settings),
  "2020-12": new Ajv2020(settings),
};
// No keywords of draft 6; and those that ajv reads in one draft as in another.
for (const keyword of ["if", "then", "else"]) own["draft-06"].removeKeyword(keyword);
own["2019-09"].removeKeyword("$dynamicRef");
own["2020-12"].removeKeyword("$recursiveRef");

/** What the draft's own ajv says. `undefined`: it doesn't take the schema. */
function judgeOf(draft: Named, schema: JsonSchema): ((value: unknown) => boolean) | undefined {
  if (draft === "draft-04") {
    const { validate } = createValidator<JsonSchema, unknown>(schema, { defaults: false });
    return (value) => validate(value).ok;
  }
  const { $schema: _, ...rest } = schema as Record<string, unknown>;
  const whole = structuredClone(rest) as JsonSchema;
  if (draft === "draft-06" || draft === "draft-07") asOfOld(whole, draft);
  try {
    const validate = own[draft].compile(whole as AnySchema);
    return (value) => validate(value) as boolean;
  } catch {
    return undefined;
  }
}

/** What ajv 8 takes no account of: that a reference stood alone; and that `$comment` was nothing in draft 6. */
function asOfOld(schema: JsonSchema, draft: Named): void {
  for (const node of objectsIn(schema as object) as Record<string, unknown>[]) {
    if (draft === "draft-06") delete node.$comment;
    if (typeof node.$ref !== "string") continue;
    for (const keyword of Object.keys(node)) {
      if (!["$ref", "definitions", "$defs"].includes(keyword)) delete node[keyword];
    }
  }
}

describe("for random schemas of all keywords in all drafts", () => {
  it("what the report doesn't leave to the boundary is held, and what the draft's ajv takes is taken", () => {
    const met = { drafts: new Set<string>(), taken: 0, wider: 0, refused: 0 };
    fc.assert(
      fc.property(
        wholes,
        fc.array(values, { minLength: 8, maxLength: 12 }),
        ({ $schema, schema, definitions, $defs }, list) => {
          if (typeof schema === "boolean") return;
          const whole = { $schema: drafts[$schema], definitions, $defs, ...schema } as JsonSchema;
          const compiled = outcome(() => compileSchema(whole));
          const validator = outcome(() => createValidator(whole));
          if (compiled !== "unsatisfiable") expect(typeof compiled).toBe(typeof validator);
          if (typeof validator === "string") return;
          met.drafts.add($schema);
          const judge = judgeOf($schema, whole);
          if (!judge) return;
          if (typeof compiled === "string") {
            for (const value of list) expect([value, judge(value)]).toEqual([value, false]);
            return;
          }
          const constraint = createConstraint(compiled, vocabulary, { order: "free" });
          const { grammar, report } = compileGbnf(compiled);
          const parsed = parseGbnf(grammar);
          for (const value of list) {
            const fits = judge(value);
            const text = spacedJson(value);
            const masked = takesText(constraint, text);
            if (fits) {
              met.taken++;
              expect([text, masked]).toEqual([text, true]);
              continue;
            }
            met.refused++;
            const recogniser = createRecogniser(parsed);
            const written = recogniser.accept(text) && recogniser.complete;
            for (const [takes, lines] of [
              [masked, compiled.report],
              [written, report],
            ] as const) {
              if (!takes) continue;
              met.wider++;
              expect([text, lines.some(({ status }) => status === "boundary")]).toEqual([text, true]);
            }
          }
        },
      ),
      { numRuns: 250 },
    );
    expect(met.drafts.size).toBe(5);
    for (const count of [met.taken, met.refused]) expect(count).toBeGreaterThan(20);
    // Few keywords are left to the boundary.
    expect(met.wider).toBeGreaterThan(5);
  });
});

describe("who judges a value as it closes says what the validator says of the finished one", () => {
  it("for random schemas of all keywords, in all drafts and in none", () => {
    const met = { holds: 0, breaks: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom<Named | undefined>(...named, undefined),
        wholes,
        fc.array(values, { minLength: 8, maxLength: 12 }),
        (draft, { schema, definitions, $defs }, list) => {
          if (typeof schema === "boolean") return;
          const whole = { ...(draft && { $schema: drafts[draft] }), definitions, $defs, ...schema } as JsonSchema;
          const check = outcome(() => boundaryCheck(whole));
          const validator = outcome(() => createValidator<JsonSchema, unknown>(whole, { defaults: false }));
          if (typeof check === "string" || typeof validator === "string") {
            expect(check).toBe(validator);
            return;
          }
          for (const value of list) {
            const holds = check("", value);
            met[holds ? "holds" : "breaks"]++;
            expect([value, holds]).toEqual([value, validator.validate(value).ok]);
          }
        },
      ),
      { numRuns: 400 },
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(200);
  });

  const data = shared("maskbench/half.jsonl.gz");
  it.skipIf(!data)("for instances of real-world schemas", () => {
    const lines = gunzipSync(data!).toString().split("\n");
    let count = 0;
    for (let i = 0; i < lines.length - 1; i += 60) {
      const { schema, tests } = JSON.parse(lines[i]!) as { schema: JsonSchema; tests: { data: unknown }[] };
      const check = outcome(() => boundaryCheck(schema));
      if (typeof check === "string") continue;
      const { validate } = createValidator<JsonSchema, unknown>(schema, { defaults: false });
      for (const { data } of tests) {
        count++;
        expect([i, check("", data)]).toEqual([i, validate(data).ok]);
      }
    }
    expect(count).toBeGreaterThan(200);
  });
});

describe("what one takes as a schema the other takes", () => {
  const junk: readonly unknown[] = [5, -1, "no", "#", null, true, [], {}, ["a"], [[]], [{}], { a: 5 }, { $ref: "#" }];
  const names =
    "$ref $id id $anchor $defs definitions title format pattern type enum const required items prefixItems contains " +
    "additionalItems if then else not allOf anyOf oneOf dependencies dependentSchemas dependentRequired properties " +
    "propertyNames unevaluatedProperties unevaluatedItems contentSchema exclusiveMinimum minimum multipleOf " +
    "maxContains nullable examples $comment";
  const keywords = names.split(" ");

  it.each<[JsonSchema]>([
    [{ type: "object", properties: { a: {} }, unevaluatedProperties: "no" } as unknown as JsonSchema],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: 5, then: { type: "null" } } as unknown as JsonSchema],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: { $ref: "#" }, then: { type: "null" } }],
    [{ type: "string", definitions: { d: { $ref: "#/definitions/d" } } }],
    [{ dependencies: { a: { $ref: "#" } } }],
    [{ type: "null", $defs: { a: { type: "strin" } } }],
    [{ type: "null", properties: { a: { pattern: "(" } } }],
    [{ type: "null", $defs: { a: { patternProperties: { "(": {} } } } }],
    ...["$defs", "$id", "title", "then", "contentSchema", "format"].map((keyword): [JsonSchema] => [
      { type: "string", [keyword]: 5 },
    ]),
  ])("neither takes %j", (schema) => {
    const codes = [compileSchema, createValidator].map((take) => outcome(() => take(schema)));
    expect(codes.map((code) => code === "invalid" || code === "reference")).toEqual([true, true]);
  });

  const archive = shared("maskbench/half.jsonl.gz");
  const real = archive
    ? gunzipSync(archive)
        .toString()
        .split("\n")
        .filter((line) => line !== "" && line.length < 6000)
        .map((line) => (JSON.parse(line) as { schema: JsonSchema }).schema)
    : [{ type: "object", properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: { items: { minLength: 1 } } } }];

  it("real-world schemas, with something else put somewhere", () => {
    const choice = <T>(list: readonly T[]) => fc.nat().map((n) => list[n % list.length]!);
    const taken = { both: 0, neither: 0 };
    fc.assert(
      fc.property(
        choice(real),
        fc.option(fc.constantFrom(...Object.values(drafts)), { nil: undefined }),
        fc.array(fc.record({ at: fc.nat(), keyword: choice(keywords), value: choice(junk), replaces: fc.boolean() }), {
          minLength: 1,
          maxLength: 2,
        }),
        (original, $schema, changes) => {
          const schema = structuredClone(original) as Record<string, unknown>;
          if ($schema !== undefined) schema.$schema = $schema;
          for (const { at, keyword, value, replaces } of changes) {
            const objects = objectsIn(schema);
            const node = objects[at % objects.length]!;
            const keys = Object.keys(node);
            const key = replaces && keys.length > 0 ? keys[at % keys.length]! : Array.isArray(node) ? "0" : keyword;
            (node as Record<string, unknown>)[key] = structuredClone(value);
          }
          const compiled = outcome(() => compileSchema(schema));
          if (compiled === "unsatisfiable" || compiled === "too-large") return;
          const validator = outcome(() => createValidator(schema));
          taken[typeof compiled === "string" ? "neither" : "both"]++;
          const say = (result: unknown) => (typeof result === "string" ? result : "taken");
          if (say(compiled) === "taken" || say(validator) === "taken") expect(say(validator)).toBe(say(compiled));
        },
      ),
      { numRuns: 600 },
    );
    expect(Math.min(taken.both, taken.neither)).toBeGreaterThan(100);
  });
});

function objectsIn(value: object): object[] {
  const found = [value];
  for (const one of found) {
    for (const part of Object.values(one)) if (typeof part === "object" && part !== null) found.push(part as object);
  }
  return found;
}
