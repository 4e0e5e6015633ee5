import { describe, expect, it } from "vitest";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import { bundleSchema, compileSchema, type JsonSchema, SchemaError, settleDynamic } from "../../src/schema/index.ts";

const accepts = (schema: JsonSchema, value: unknown): boolean =>
  createValidator<JsonSchema, unknown>(schema).validate(value).ok;
const statusOf = (schema: JsonSchema, path: string): string | undefined =>
  compileSchema(schema, { strict: false }).report.find((entry) => entry.path === path)?.status;

describe("bundleSchema", () => {
  const documents: Record<string, JsonSchema> = {
    "https://a.test/node.json": {
      type: "object",
      properties: { next: { $ref: "#" }, name: { $ref: "names/short.json" } },
    },
    "https://a.test/names/short.json": { $defs: { s: { $anchor: "s", type: "string", maxLength: 3 } }, $ref: "#s" },
    "https://a.test/alias.json": { $id: "https://b.test/own.json", $defs: { t: { type: "null" } }, type: "boolean" },
    "https://a.test/any.json": true,
    "https://a.test/none.json": false,
  };
  const asked: string[] = [];
  const load = (uri: string) => {
    asked.push(uri);
    return documents[uri];
  };

  it("gathers documents, and what those refer to, each once", async () => {
    const schema = { properties: { a: { $ref: "node.json" }, b: { $ref: "https://a.test/node.json#" } } };
    const before = structuredClone(schema);
    const bundle = await bundleSchema(schema, load, { base: "https://a.test/root.json" });
    expect(asked).toEqual(["https://a.test/node.json", "https://a.test/names/short.json"]);
    expect(schema).toEqual(before);
    for (const [value, right] of [
      [{ a: { next: { name: "abc" } } }, true],
      [{ a: { next: { name: "abcd" } } }, false],
      [{ b: 1 }, false],
    ] as const) {
      expect(accepts(bundle, value)).toBe(right);
    }
    expect(compileSchema(bundle).report.filter(({ status }) => status === "boundary")).toEqual([]);
  });

  it("finds a document by the name it was asked for, not only by its own", async () => {
    const bundle = await bundleSchema(
      { $id: "https://a.test/r", items: { $ref: "alias.json" }, contains: { $ref: "alias.json#/$defs/t" } },
      load,
    );
    expect([accepts(bundle, [true]), accepts(bundle, [null])]).toEqual([false, false]);
    expect(accepts({ ...(bundle as object), contains: true }, [true])).toBe(true);
  });

  it("takes boolean documents, and leaves alone what isn't to be had", async () => {
    const refer = (name: string) => bundleSchema({ $ref: `https://a.test/${name}.json` }, load);
    expect(accepts(await refer("any"), 1)).toBe(true);
    expect(accepts(await refer("none"), 1)).toBe(false);
    const missing = await refer("missing");
    expect(() => compileSchema(missing)).toThrow(SchemaError);
    expect(statusOf(missing, "/$ref")).toBe("refused");
    expect(await bundleSchema({ $ref: "relative.json" }, load)).toEqual({ $ref: "relative.json" });
    expect(await bundleSchema(true, load)).toBe(true);
  });

  it("keeps to its limit, and hands on what a loader throws", async () => {
    const endless = (uri: string) => ({ $ref: `${uri}x` });
    await expect(bundleSchema({ $ref: "https://a.test/" }, endless, { maxSchemas: 7 })).rejects.toThrow(/more than 7/);
    const failing = () => Promise.reject(new Error("no network"));
    await expect(bundleSchema({ $ref: "https://a.test/" }, failing)).rejects.toThrow("no network");
    await expect(bundleSchema({ $ref: "https://a.test/" }, () => [] as never)).rejects.toThrow(SchemaError);
  });

  it("works where a reference stands alone", async () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const old = (uri: string) => (uri.endsWith("a.json") ? { $ref: "b.json", type: "null" } : { type: "string" });
    const bundle = await bundleSchema({ $schema, $ref: "https://a.test/a.json", type: "null" }, old);
    expect([accepts(bundle, "x"), accepts(bundle, 1), accepts(bundle, null)]).toEqual([true, false, false]);
  });
});

describe("up to draft 7 a reference stands alone", () => {
  const of = (draft: string | undefined): JsonSchema => ({
    ...(draft && { $schema: `http://json-schema.org/${draft}/schema#` }),
    properties: { a: { $ref: "#/definitions/s", maxLength: 1, $id: "x:y" } },
    definitions: { s: { type: "string" } },
  });

  it.each(["draft-04", "draft-06", "draft-07"])("in %s", (draft) => {
    expect(statusOf(of(draft), "/properties/a/maxLength")).toBe("annotation");
    expect(accepts(of(draft), { a: "long" })).toBe(true);
    expect(compileSchema(of(draft)).report.find(({ path }) => path === "/properties/a/maxLength")?.reason).toMatch(
      /alone/,
    );
  });

  it("and not later, or without $schema", () => {
    expect(statusOf(of(undefined), "/properties/a/maxLength")).toBe("grammar");
    expect(accepts(of(undefined), { a: "long" })).toBe(false);
  });
});

it("names of properties are no keywords, whatever they look like", () => {
  const names = ["$async", "default", "enum", "const", "examples", "exclusiveMinimum", "items", "nullable", "$anchor"];
  for (const name of names) {
    const schema: JsonSchema = {
      properties: { [name]: { $id: `x:${name}`, $ref: "#/$defs/s", $defs: { s: { $anchor: "s", type: "string" } } } },
      additionalProperties: { $ref: `x:${name}#s` },
    };
    expect([name, accepts(schema, { [name]: "x", b: "y" })]).toEqual([name, true]);
    expect([name, accepts(schema, { [name]: 1 })]).toEqual([name, false]);
    expect([name, accepts(schema, { b: 1 })]).toEqual([name, false]);
    expect(compileSchema(schema).report.every(({ status }) => status === "grammar" || status === "annotation")).toBe(
      true,
    );
  }
});

describe("settleDynamic", () => {
  it("leaves schemas without dynamic references as they are", () => {
    const schema = { $id: "x:a", $ref: "x:b", $defs: { b: { $id: "x:b" } } };
    expect(settleDynamic(schema)).toBe(schema);
  });

  it("follows $recursiveRef as 2019-09 says", () => {
    const tree = (anchor: boolean): JsonSchema => ({
      $schema: "https://json-schema.org/draft/2019-09/schema",
      $id: "x:strict",
      $recursiveAnchor: anchor,
      $ref: "x:tree",
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: "x:tree",
          $recursiveAnchor: true,
          type: "object",
          properties: { kids: { type: "array", items: { $recursiveRef: "#" } } },
        },
      },
    });
    const misspelt = { kids: [{ kid: [] }] };
    expect([accepts(tree(true), misspelt), accepts(tree(false), misspelt)]).toEqual([false, true]);
    expect(accepts(tree(true), { kids: [{ kids: [] }] })).toBe(true);
  });

  it("is bounded", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 14 }, (_, i) => [
        `r${i}`,
        {
          $id: `x:r${i}`,
          anyOf: [{ $ref: `x:r${i + 1}` }, { $ref: `x:s${i}` }],
          $defs: { s: { $id: `x:s${i}`, $dynamicAnchor: `a${i}`, $ref: `x:r${i + 1}` } },
        },
      ]),
    );
    const schema = { $ref: "x:r0", $defs: { ...$defs, end: { $id: "x:r14", $dynamicRef: "x:s0#a0" } } };
    expect(() => settleDynamic(schema)).toThrow(/more than 10000 copies/);
  });
});

it("formats are annotations for those who want them so", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { d: { type: "string", format: "date" }, n: { format: "int32" } },
  };
  const [entry] = compileSchema(schema, { formats: "annotate" }).report.filter(
    ({ path }) => path === "/properties/d/format",
  );
  expect(entry?.status).toBe("annotation");
  const { validate } = createValidator<JsonSchema, unknown>(schema, { formats: "annotate" });
  expect([validate({ d: "no date" }).ok, accepts(schema, { d: "no date" })]).toEqual([true, false]);
});

describe("references that lead nowhere, in what a validator decides or no value can reach", () => {
  it.each<[schema: JsonSchema, path: string]>([
    [{ type: "string", properties: { a: { $ref: "#/nowhere" } } }, "/properties/a/$ref"],
    [{ enum: [1], items: { $ref: "nowhere" } }, "/items/$ref"],
    [{ properties: { a: false, b: { allOf: [false, { $ref: "#/a" }] } } }, "/properties/b/allOf/1/$ref"],
    [{ $schema: "http://json-schema.org/draft-06/schema#", $ref: "#/if", if: { type: "null" } }, "/$ref"],
    [
      { $schema: "http://json-schema.org/draft-04/schema#", items: { $ref: "#/propertyNames" }, propertyNames: {} },
      "/items/$ref",
    ],
    [
      { $schema: "http://json-schema.org/draft-07/schema#", items: { $ref: "#/prefixItems/0" }, prefixItems: [{}] },
      "/items/$ref",
    ],
    [{ not: { $ref: "nowhere" } }, "/not/$ref"],
    [{ not: { properties: { a: { $ref: "#/nowhere" } } } }, "/not/properties/a/$ref"],
    [{ if: { $ref: "nowhere" }, else: false }, "/if/$ref"],
    [{ type: "array", contains: { $ref: "nowhere" } }, "/contains/$ref"],
    [{ type: "array", unevaluatedItems: { $ref: "nowhere" } }, "/unevaluatedItems/$ref"],
    [{ type: "object", unevaluatedProperties: { $ref: "#/$defs/a" }, $defs: { a: { $ref: "b" } } }, "/$defs/a/$ref"],
  ])("are refused by whoever compiles and whoever validates: %j", (schema, path) => {
    const doors = [
      () => compileSchema(schema),
      () => compileSchema(schema, { shared: true }),
      () => createValidator<JsonSchema, unknown>(schema),
      () => boundaryCheck(schema),
    ];
    for (const door of doors) {
      expect(door).toThrowError(
        expect.objectContaining({ name: "SchemaError", code: "reference", message: expect.stringContaining(path) }),
      );
    }
    const { report } = compileSchema(schema, { strict: false });
    expect(report).toContainEqual(expect.objectContaining({ path, status: "refused" }));
  });
});

describe("references that lead to what no keyword holds", () => {
  it("are followed, and definitions that nothing refers to may refer to nothing", () => {
    const schema: JsonSchema = {
      $ref: "#/components/schemas/properties/if",
      components: { schemas: { properties: { if: { type: "string" } } } },
      $defs: { unused: { $ref: "elsewhere.json" } },
    };
    for (const $schema of [undefined, "http://json-schema.org/draft-04/schema#"]) {
      const of = { ...($schema && { $schema }), ...schema };
      expect(compileSchema(of).report.filter(({ status }) => status === "refused")).toEqual([]);
      expect([accepts(of, "a"), accepts(of, 1)]).toEqual([true, false]);
    }
  });
});

describe("faults of references", () => {
  it("all are named in the order of the schema, on one line, up to ten", () => {
    const of = (count: number): JsonSchema => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { $ref: `#/${i}` }])),
    });
    expect(() => compileSchema(of(2))).toThrow(
      "2 references lead nowhere: /properties/p0/$ref: there is no `0` at the root; " +
        "/properties/p1/$ref: there is no `1` at the root.",
    );
    expect(() => compileSchema(of(12))).toThrow(/^12 references [^\n]*p9\/\$ref[^;]*; and 2 more\.$/);
  });

  it("say what to do about other documents", () => {
    expect(() => compileSchema({ $ref: "other.json" })).toThrow(/nor does an `\$id` say what that is relative to/);
    expect(() => compileSchema({ $ref: "https://a.test/o" })).toThrow(/bundleSchema gathers them/);
  });

  it("one alone is said in one line; deep nesting isn't blamed on references", () => {
    expect(() => compileSchema({ $ref: "#/none" })).toThrow(/^A reference leads nowhere: \/\$ref[^\n]*$/);
    let schema: JsonSchema = { type: "string" };
    for (let i = 0; i < 5000; i++) schema = { not: schema };
    expect(() => compileSchema(schema)).toThrow(/by references or by keywords such as `not`/);
  });
});

describe("an identifier that is no text", () => {
  it.each([5, null, {}, []])("isn't hidden by that of the bundle: %j", async ($id) => {
    const refused = expect.objectContaining({ name: "SchemaError", code: "invalid", keyword: "$id" });
    const faulty = { $id, type: "null" } as unknown as JsonSchema;
    expect(() => compileSchema(faulty)).toThrow(refused);
    await expect(bundleSchema({ $ref: "https://a.test/x.json" }, () => faulty)).rejects.toThrow(refused);
    await expect(bundleSchema(faulty, () => true, { base: "https://a.test/" })).rejects.toThrow(refused);
    const old = { $schema: "http://json-schema.org/draft-04/schema#", $ref: "https://a.test/x.json" };
    const named = { id: $id, type: "null" } as unknown as JsonSchema;
    await expect(bundleSchema(old, () => named)).rejects.toThrow(/`id` of the document https:/);
  });
});

describe("fragments of references", () => {
  const names = ["a~2", "a~", "~", "a~0b", "a~1b", "~01", "a%"];
  it.each(names)("are JSON pointers by RFC 6901, or lead nowhere, for compiler and validator alike: %s", (name) => {
    const valid = !/~(?![01])/.test(name);
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const schema = { $defs: { [key]: { type: "null" } }, $ref: `#/$defs/${name.replace("%", "%25")}` };
    if (valid) expect([accepts(schema, null), accepts(schema, 1)]).toEqual([true, false]);
    for (const take of [compileSchema, createValidator, boundaryCheck]) {
      const took = expect(() => take(schema));
      if (valid) took.not.toThrow();
      else if (take !== boundaryCheck) took.toThrow(/no JSON pointer: .*0 or 1/);
    }
  });

  it.each(["const", "default", "enum/0", "examples/0"])("lead to values, which are schemas then: %s", (step) => {
    const value = { type: "null" };
    const [keyword, list] = step.split("/");
    const schema = { $ref: `#/properties/b/${step}`, properties: { b: { [keyword!]: list ? [value] : value } } };
    expect([accepts(schema, null), accepts(schema, 1), statusOf(schema, "/$ref")]).toEqual([true, false, "grammar"]);
  });
});

describe("patterns that aren't valid in Unicode mode", () => {
  it.each(["(?=a)*", "\\c", "a\\-b", "\\p{Nope}"])("are read without it, and the report says so: %s", (pattern) => {
    const reason = (schema: JsonSchema, path: string) =>
      compileSchema(schema).report.find((entry) => entry.path === path)?.reason;
    const says = /Unicode mode|in ECMA-262/;
    expect(reason({ type: "string", pattern }, "/pattern")).toMatch(says);
    expect(reason({ type: "object", patternProperties: { [pattern]: true } }, "/patternProperties")).toMatch(says);
    expect(createValidator({ type: "string", pattern }).notes.join()).toMatch(/"u" flag/);
    expect(reason({ type: "string", pattern: "a" }, "/pattern")).toBeUndefined();
  });
});
