import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { bundleSchema, compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";

const vocabulary = (name: string, draft = "2020-12"): string => `https://json-schema.org/draft/${draft}/vocab/${name}`;
const meta = (vocabularies: Record<string, boolean> | undefined, $schema: string): JsonSchema => ({
  $schema,
  ...(vocabularies && { $vocabulary: vocabularies }),
});
const d2020 = "https://json-schema.org/draft/2020-12/schema";

const documents: Readonly<Record<string, JsonSchema>> = {
  "https://a.test/applicators": meta({ [vocabulary("core")]: true, [vocabulary("applicator")]: true }, d2020),
  "https://a.test/alias": { $id: "https://a.test/applicators2", $schema: "https://a.test/applicators" },
  "https://a.test/2019": meta(
    { [vocabulary("core", "2019-09")]: true, [vocabulary("applicator", "2019-09")]: true },
    "https://a.test/anything",
  ),
  "https://a.test/optional": meta({ [vocabulary("core")]: true, "https://a.test/vocab/x": false }, d2020),
  "https://a.test/required": meta({ [vocabulary("core")]: true, "https://a.test/vocab/x": true }, d2020),
  "https://a.test/draft-07": meta(undefined, "http://json-schema.org/draft-07/schema#"),
  "https://a.test/itself": meta(undefined, "https://a.test/itself"),
};
const load = (uri: string): JsonSchema | undefined => documents[uri];
const of = (name: string, schema: object): Promise<JsonSchema> =>
  bundleSchema({ $schema: `https://a.test/${name}`, ...schema }, load);

function verdicts(schema: JsonSchema, values: readonly unknown[]): boolean[] {
  const { validate } = createValidator<JsonSchema, unknown>(schema);
  return values.map((value) => validate(value).ok);
}
const idle = (schema: JsonSchema): string[] =>
  compileSchema(schema)
    .report.filter(({ reason }) => reason?.startsWith("not a keyword of the dialect"))
    .map(({ path }) => path);

describe("a dialect that a meta-schema makes", () => {
  it("has the keywords of the vocabularies it lists", async () => {
    const schema = await of("applicators", { properties: { a: { minimum: 3 }, b: false }, required: ["a"] });
    expect(idle(schema)).toEqual(["/required", "/properties/a/minimum"]);
    expect(verdicts(schema, [{}, { a: 1 }, { b: 1 }])).toEqual([true, true, false]);
  });

  it("is found by the name that it was asked for, and read by the meta-schema's own dialect", async () => {
    const schema = await of("alias", { type: "null" });
    expect(idle(schema)).toEqual([]);
    expect(verdicts(schema, [null, 1])).toEqual([true, false]);
  });

  it("is of the draft whose core vocabulary it has", async () => {
    const tuple = { items: [false], required: ["a"] };
    expect(idle(await of("2019", tuple))).toEqual(["/required"]);
    expect(verdicts(await of("2019", tuple), [[], [1], {}])).toEqual([true, false, true]);
    // Without a list of vocabularies it's the whole draft.
    expect(verdicts(await of("draft-07", tuple), [[1], {}, { a: 1 }])).toEqual([false, false, true]);
    const isolated = await of("draft-07", { $ref: "#/$defs/any", type: "null", $defs: { any: true } });
    expect(verdicts(isolated, [1])).toEqual([true]);
  });

  it("may have vocabularies that aren't known if they're optional", async () => {
    expect(verdicts(await of("optional", { type: "null", $ref: "#/$defs/no", $defs: { no: false } }), [1])).toEqual([
      false,
    ]);
    await expect(of("required", {})).rejects.toThrow(SchemaError);
    const $schema = "https://a.test/required";
    for (const door of [compileSchema, createValidator]) {
      expect(() =>
        door({ $schema, $defs: { meta: { ...(documents[$schema] as object), $id: $schema } } }),
      ).toThrowError(
        expect.objectContaining({ code: "invalid", path: "/$schema", message: expect.stringContaining("vocab/x") }),
      );
    }
  });

  it("stays what it is where dynamic references are settled", async () => {
    const schema = await of("applicators", {
      $id: "https://a.test/tree",
      $dynamicAnchor: "node",
      properties: { children: { items: { $dynamicRef: "#node" } }, size: { maximum: 3 } },
      $defs: { other: { $id: "https://a.test/other", $dynamicAnchor: "node" } },
    });
    expect(idle(schema).length).toBe(1);
    expect(verdicts(schema, [{ children: [{ size: 4 }] }])).toEqual([true]);
  });

  it.each(["itself", "nowhere"])("is refused where nothing says what it is: %s", async (name) => {
    const schema = await of(name, {});
    for (const door of [compileSchema, createValidator]) {
      expect(() => door(schema)).toThrowError(expect.objectContaining({ code: "invalid", path: "/$schema" }));
    }
  });

  it("asks for no more documents than it may", async () => {
    const endless = (uri: string): JsonSchema => ({ $schema: `${uri}x` });
    await expect(bundleSchema({ $schema: "https://a.test/" }, endless, { maxSchemas: 7 })).rejects.toThrow(SchemaError);
  });
});
