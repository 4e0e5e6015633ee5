import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintSchema, lintText } from "../../src/lint/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";
import { shared } from "../json/support.ts";

const rulesOf = (schema: JsonSchema): string[] => [...new Set(lintSchema(schema).findings.map(({ rule }) => rule))];
const chain = (levels: number, keyword: string): string => `${`{"${keyword}":`.repeat(levels)}{}${"}".repeat(levels)}`;

describe("whatever the schema", () => {
  it("nothing is thrown", () => {
    const keyword = fc.constantFrom(
      ..."type enum const properties items required $ref allOf anyOf not if then pattern format minLength $defs".split(
        " ",
      ),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("string", "object", "#", "#/$defs/a", "(", "date", true, false, null, 3, -1, 0.5, "__proto__"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom("a", "data", "__proto__", "toString")), tie("value"), {
          maxKeys: 5,
        }),
      ),
    }));
    fc.assert(
      fc.property(value, (schema) => {
        const { findings } = lintSchema(schema as JsonSchema);
        const text = lintText(JSON.stringify(schema));
        expect(text.findings.map(({ rule, path }) => `${rule} ${path}`).sort()).toEqual(
          lintSchema(JSON.parse(JSON.stringify(schema)) as JsonSchema)
            .findings.map(({ rule, path }) => `${rule} ${path}`)
            .sort(),
        );
        for (const { message, path } of findings)
          expect(message.length > 5 && (path === "" || path[0] === "/")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("depth, size and circles are findings", () => {
    for (const keyword of ["items", "not", "x"]) {
      expect(() => lintText(chain(100_000, keyword))).not.toThrow();
      expect(rulesOf(JSON.parse(chain(2_000, keyword)) as JsonSchema)).toEqual(["invalid-schema"]);
      expect(() => rulesOf(JSON.parse(chain(900, keyword)) as JsonSchema)).not.toThrow();
    }
    const round: Record<string, unknown> = { type: "array" };
    round.items = round;
    expect(rulesOf(round)).toEqual(["invalid-schema"]);
    expect(rulesOf({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } })).toContain(
      "bad-reference",
    );
    for (const keyword of [
      "patternProperties",
      "additionalProperties",
      "properties",
      "items",
      "additionalItems",
      "not",
      "anyOf",
    ]) {
      const again = { $ref: "#" };
      const held = keyword === "anyOf" ? [again, {}] : /^p/.test(keyword) ? { a: again } : again;
      expect(rulesOf({ [keyword]: held, items: keyword === "additionalItems" ? [] : held })).not.toEqual([]);
    }
    expect(rulesOf({ enum: Array.from({ length: 1_000_001 }, (_, i) => i) })).toEqual(["invalid-schema"]);
  });

  it("the list is bounded, and says what it leaves out", () => {
    const properties = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`a${i}`, { type: "string" }]));
    const { findings, omitted } = lintSchema({ type: "object", properties });
    expect(findings).toHaveLength(1000);
    const all = lintSchema({ type: "object", properties }, { maxFindings: 100_000 }).findings;
    expect(omitted).toBe(all.length - 1000);
  });
});

describe("real-world schemas", () => {
  const archive = shared("maskbench/half.jsonl.gz");
  /** One of so many; all of them with LINT_ALL=1. */
  const every = process.env.LINT_ALL ? 1 : 80;

  it.skipIf(!archive)("are linted without a throw, and every place is found", () => {
    const lines = gunzipSync(archive!).toString().split("\n").filter(Boolean);
    let count = 0;
    for (let i = 0; i < lines.length; i += every) {
      const { id, schema } = JSON.parse(lines[i]!) as { id: string; schema: JsonSchema };
      const text = JSON.stringify(schema, null, 1);
      const { findings } = lintText(text);
      const source = text.split("\n");
      for (const { path, location } of findings) {
        const last = path
          .slice(path.lastIndexOf("/") + 1)
          .replaceAll("~1", "/")
          .replaceAll("~0", "~");
        const { line, column, endLine, endColumn } = location!;
        const covered = line === endLine ? source[line - 1]!.slice(column - 1, endColumn - 1) : "";
        const expected = path === "" || /^\d+$/.test(last) ? covered : JSON.stringify(last);
        expect([id, path, covered]).toEqual([id, path, expected]);
        expect(covered).not.toBe("");
      }
      count++;
    }
    expect(count).toBeGreaterThan(50);
  });
});

describe("the schemas of this repository", () => {
  const rulesIn = (name: string) => {
    const { findings } = lintText(readFileSync(new URL(`../../grammars/${name}`, import.meta.url), "utf8"));
    return [...new Set(findings.filter(({ severity }) => severity !== "note").map(({ rule }) => rule))];
  };

  it("that a model writes under give no warning", () => {
    expect(rulesIn("person.schema.json")).toEqual([]);
    expect(rulesIn("plan-writing.schema.json")).toEqual([]);
  });

  it("that is a contract to check by leaves lengths to the one to write under", () => {
    expect(rulesIn("plan.schema.json")).toEqual(["unbounded-array", "unbounded-string"]);
  });
});
