/**
 * The official JSON Schema test suite, drafts 2020-12 and 7, its required part: what a constraint with its boundary checks
 * takes as a whole text, and what the validator says of the value. Each exception is in docs/unsupported.md, and a case that
 * begins to pass or to fail makes this test fail.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck, spacedJson } from "../../src/contract/index.ts";
import { bundleSchema, compileSchema, type JsonSchema, SchemaError } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";
import { shared, untar } from "../json/support.ts";

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

type Formats = "assert" | "annotate";

const archive = shared("suites/json-schema-test-suite.tar.gz");
const files = archive ? untar(archive, { paths: true }) : new Map<string, Buffer>();
const page = readFileSync(new URL("../../docs/unsupported.md", import.meta.url), "utf8");
const vocabulary = vocabularyOf([]);
const require = createRequire(import.meta.url);

/** The suite's remote documents, and the drafts' own schemas, which ajv brings along. */
function load(uri: string): JsonSchema | undefined {
  const remote = files.get(uri.replace("http://localhost:1234/", "remotes/"));
  if (remote) return JSON.parse(remote.toString()) as JsonSchema;
  const [, name] = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|(?=draft-07))\/?(.*)$/.exec(uri) ?? [];
  if (name === undefined) return undefined;
  const file = name === "draft-07/schema" ? "json-schema-draft-07" : `json-schema-2020-12/${name}`;
  return structuredClone(require(`ajv/dist/refs/${file}.json`)) as JsonSchema;
}

/** What judges values by a schema; for a schema that isn't taken, that judge gives no answer. */
function judgesOf(schema: JsonSchema, formats: Formats): Record<string, (data: unknown) => boolean | undefined> {
  // The validator without defaults; making one per schema and not two halves the time.
  const check = unlessRefused(() => boundaryCheck(schema, { formats }));
  const constraint = unlessRefused(() => {
    if (typeof check === "string") throw new SchemaError(check, "", { path: "" });
    return createConstraint(compileSchema(schema, { formats }), vocabulary, { order: "free", check });
  });
  const takes = (data: unknown): boolean | undefined => {
    if (typeof constraint === "string") return constraint === "unsatisfiable" ? false : undefined;
    const text = constraint.fork();
    for (const byte of new TextEncoder().encode(spacedJson(data))) if (!text.accept(byte)) return false;
    return text.complete;
  };
  return {
    constraint: takes,
    validator: (data) => (typeof check === "string" ? undefined : check("", data)),
  };
}

function unlessRefused<T>(make: () => T): T | SchemaError["code"] {
  try {
    return make();
  } catch (error) {
    if (error instanceof SchemaError) return error.code;
    throw error;
  }
}

/** The cases of a draft that some judge gets wrong, as `draft | file | group | case | judges`. */
async function wrongIn(
  draft: string,
  formats: Formats,
  only = /^[^/]+\.json$/,
): Promise<{ wrong: string[]; count: number }> {
  const wrong: string[] = [];
  let count = 0;
  for (const [path, bytes] of files) {
    const name = path.replace(`tests/${draft}/`, "");
    if (name === path || !only.test(name)) continue;
    for (const group of JSON.parse(bytes.toString()) as Group[]) {
      // The suite for draft 7 doesn't say `$schema`; which draft is meant, the user must say.
      const named =
        draft === "draft7" && typeof group.schema === "object"
          ? { $schema: "http://json-schema.org/draft-07/schema#", ...group.schema }
          : group.schema;
      const judges = Object.entries(judgesOf(await bundleSchema(named, load), formats));
      for (const { description, data, valid } of group.tests) {
        count++;
        const failing = judges.filter(([, judge]) => judge(data) !== valid).map(([who]) => who);
        if (failing.length === 0) continue;
        wrong.push([draft, name.replace(".json", ""), group.description, description, failing.join(", ")].join(" | "));
      }
    }
  }
  return { wrong, count };
}

/** The rows of the page's table, without the reason. */
function listed(draft: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith(`| ${draft} | `));
  return rows.map((row) => row.slice(2).split(" | ").slice(0, 5).join(" | "));
}

describe.skipIf(!archive)("the official JSON Schema test suite", () => {
  it.each([
    ["draft2020-12", 1299],
    ["draft7", 927],
  ])("%s: all but what docs/unsupported.md lists", async (draft, total) => {
    const { wrong, count } = await wrongIn(draft, "assert");
    expect(count).toBe(total);
    expect(wrong.sort()).toEqual(listed(draft).sort());
  });

  it.each(["draft2020-12", "draft7"])("%s, formats that only annotate: all", async (draft) => {
    expect((await wrongIn(draft, "annotate")).wrong).toEqual([]);
  });

  it("99 of 100 cases are right, by default", () => {
    const rows = [...listed("draft2020-12"), ...listed("draft7")];
    expect(rows.length).toBeLessThanOrEqual(Math.floor((1299 + 927) / 100));
  });
});
