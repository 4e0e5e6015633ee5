import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/contract/index.ts";
import { lintSchema } from "../../src/lint/index.ts";
import { compileSchema, draftOf, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { shared } from "../json/support.ts";

/** Whatever takes a schema must agree on which drafts there are. */
const doors: Readonly<Record<string, (schema: JsonSchema) => unknown>> = {
  compileSchema,
  createValidator: (schema) => createValidator(schema),
  lintSchema: (schema) => {
    const error = lintSchema(schema).findings.find(({ rule }) => rule === "invalid-schema");
    if (error) throw new SchemaError("invalid", error.message, { path: error.path, keyword: "$schema" });
  },
};

describe("the draft of a schema", () => {
  it.each([
    ["http://json-schema.org/draft-04/schema#", "draft-04"],
    ["http://json-schema.org/draft-04/schema", "draft-04"],
    ["https://json-schema.org/draft-06/schema#", "draft-06"],
    ["http://www.json-schema.org/draft-07/schema#", "draft-07"],
    ["HTTP://JSON-Schema.org/draft-07/schema/#", "draft-07"],
    ["json-schema.org/draft-07/schema#", "draft-07"],
    ["http://json-schema.org/draft-07/hyper-schema#", "draft-07"],
    [" https://json-schema.org/draft/2019-09/schema ", "2019-09"],
    ["http://json-schema.org/draft/2020-12/schema#", "2020-12"],
    ["https://spec.openapis.org/oas/3.1/dialect/base", "2020-12"],
    ["http://json-schema.org/schema#", "open"],
    ["http://json-schema.org/schema", "open"],
    [undefined, "open"],
  ])("%j is %s, to all who ask", ($schema, draft) => {
    expect(draftOf($schema)).toBe(draft);
    for (const take of Object.values(doors)) take({ ...($schema !== undefined && { $schema }), type: "null" });
  });

  it.each([
    "",
    "#",
    "http://json-schema.org/",
    "http://json-schema.org/draft-03/schema#",
    "http://json-schema.org/draft-07/schema#/definitions/x",
    "https://example.org/draft-07/schema",
    "https://json-schema.org/draft/2020-12/schema\n2",
    "/".repeat(1_000_000),
    7,
    null,
    [],
    1n,
  ])("unknown one %# is refused by all", ($schema) => {
    expect(draftOf($schema)).toBeUndefined();
    for (const take of Object.values(doors)) {
      let error: unknown;
      try {
        take({ $schema, type: "null" });
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(SchemaError);
      // What isn't JSON is refused before anyone asks for its draft.
      if (typeof $schema !== "bigint") expect(error).toMatchObject({ code: "invalid", path: "/$schema" });
      expect((error as Error).message.length).toBeLessThan(400);
    }
  });

  it("says by one rule whether a `$ref` stands alone", () => {
    const schema = {
      definitions: { a: { type: "integer" } },
      properties: { a: { $ref: "#/definitions/a", maximum: 3 } },
    };
    const idle = ($schema: string) =>
      compileSchema({ $schema, ...schema }).report.find(({ path }) => path === "/properties/a/maximum")!.status;
    expect(idle("https://www.json-schema.org/draft-07/schema")).toBe("annotation");
    expect(idle("http://json-schema.org/schema#")).toBe("grammar");
    const value = { a: 5 };
    expect(
      createValidator({ $schema: "https://www.json-schema.org/draft-07/schema", ...schema }).validate(value).ok,
    ).toBe(true);
    expect(createValidator({ $schema: "http://json-schema.org/schema#", ...schema }).validate(value).ok).toBe(false);
  });

  it("is the root's for all of a document, and where a part says otherwise the report says so", () => {
    const part = ($schema: string) => ({ $schema, type: "null" });
    const { report } = compileSchema({
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: {
        a: part("http://json-schema.org/draft-07/schema"),
        b: part("http://json-schema.org/draft-04/schema"),
      },
    });
    const reasons = report.filter(({ keyword }) => keyword === "$schema").map(({ path, reason }) => [path, reason]);
    expect(reasons).toEqual([
      ["/$schema", undefined],
      ["/properties/a/$schema", undefined],
      ["/properties/b/$schema", expect.stringContaining("holds for the whole document")],
    ]);
  });

  const archive = shared("maskbench/half.jsonl.gz");
  it.skipIf(!archive)("is known for every real-world schema that names one", () => {
    const named = new Set(
      gunzipSync(archive!)
        .toString()
        .match(/"schema":\{"\$schema":"[^"]*"/g),
    );
    expect(named.size).toBeGreaterThan(5);
    for (const text of named)
      expect([text, draftOf(JSON.parse(text.slice(text.lastIndexOf(":{") + 1).concat("}")).$schema)]).not.toContain(
        undefined,
      );
  });
});

it.each([
  "http://json-schema.org/draft-07/hyper-schema#",
  "http://json-schema.org/draft-07/schema##",
  " json-schema.org/draft-07/schema/ ",
])("a draft is known by what docs/unsupported.md lists: %j", ($schema) => {
  const { report } = compileSchema({ $schema, prefixItems: [false] });
  expect(report.find(({ keyword }) => keyword === "prefixItems")?.reason).toBe("not a keyword of draft 7");
});

it("a vocabulary of another draft is understood where it's required", () => {
  const vocabulary = (draft: string, name: string) => `https://json-schema.org/draft/${draft}/vocab/${name}`;
  const meta = {
    $id: "https://a.test/meta",
    $vocabulary: { [vocabulary("2020-12", "core")]: true, [vocabulary("2019-09", "validation")]: true },
  };
  const { report } = compileSchema({ $schema: meta.$id, $defs: { meta }, type: "array", maxItems: 1, items: false });
  const status = Object.fromEntries(report.map(({ path, status }) => [path, status]));
  expect(status).toMatchObject({ "/maxItems": "grammar", "/items": "annotation" });
});
