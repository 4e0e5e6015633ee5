import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Alternative,
  compileSchema,
  type JsonSchema,
  SchemaError,
  type ShapeTable,
} from "../../src/schema/index.ts";
import { schemas } from "../gbnf/support/schemas.ts";

/** What an alternative says itself, apart from where it comes from; checks by what they demand. */
function own(one: Alternative, { automata, checks }: ShapeTable, schema: JsonSchema): unknown {
  const { sources: _, ...rest } = one;
  const automatonOf = (id: number | null) => (id === null ? null : automata[id]);
  const said = { ...rest, checks: new Set(one.checks.map((id) => JSON.stringify(schemaAt(schema, checks[id]!)))) };
  if (one.kind === "string") return { ...said, automaton: automatonOf(one.automaton) };
  if (one.kind === "array") {
    const { contains } = one;
    const counted = contains && [contains.prefix.length, contains.items !== null, contains.least, contains.most];
    return { ...said, prefix: one.prefix.length, items: one.items !== null, contains: counted };
  }
  if (one.kind !== "object") return said;
  return {
    ...said,
    properties: one.properties.map(({ shape, ...property }) => ({ ...property, barred: shape === null })),
    others: one.others.map(({ keys }) => automatonOf(keys)),
  };
}

function schemaAt(schema: JsonSchema, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    schema,
  );
}

function parts(one: Alternative): (number | null)[] {
  if (one.kind === "array")
    return [...one.prefix, one.items, ...(one.contains ? [...one.contains.prefix, one.contains.items] : [])];
  if (one.kind === "object") return [...one.properties, ...one.others].map(({ shape }) => shape);
  return [];
}

/** Do two tables of a schema allow the same in the same way? They may merge shapes that only differ in where checks are. */
function expectSame(a: ShapeTable, b: ShapeTable, schema: JsonSchema): void {
  const seen = new Set<string>();
  const todo: [number, number][] = [[0, 0]];
  for (const [x, y] of todo) {
    if (seen.has(`${x} ${y}`)) continue;
    seen.add(`${x} ${y}`);
    const [left, right] = [a.shapes[x]!, b.shapes[y]!];
    expect(right.map((one) => own(one, b, schema))).toEqual(left.map((one) => own(one, a, schema)));
    left.forEach((one, i) => {
      const others = parts(right[i]!);
      parts(one).forEach((part, j) => {
        if (part !== null) todo.push([part, others[j]!]);
      });
    });
  }
}

function outcomeOf(schema: JsonSchema, shared: boolean) {
  try {
    return compileSchema(schema, { shared });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const { code, message, path, report } = error;
    return { code, message, path, report };
  }
}

function expectBothWays(schema: JsonSchema): void {
  const [each, shared] = [outcomeOf(schema, false), outcomeOf(schema, true)];
  if ("code" in each || "code" in shared) expect(shared).toEqual(each);
  else {
    expectSame(each.shape, shared.shape, schema);
    expect([shared.report, shared.dead]).toEqual([each.report, each.dead]);
  }
}

const text = { type: "string" } as const;
const list = { type: "array", unevaluatedItems: { const: 1 } } as const;

describe("schemas that are worked through once where they demand the same", () => {
  it("come to the same Shape, the same report and the same faults", () => {
    fc.assert(
      fc.property(schemas, schemas, (first, second) => {
        expectBothWays({
          type: "object",
          properties: { a: first, b: second, c: first, d: { allOf: [first, second] }, e: { anyOf: [second, first] } },
          additionalProperties: { description: "the same", allOf: [first, second] },
        });
      }),
      { numRuns: 30 },
    );
  });

  it.each<[string, JsonSchema]>([
    [
      "references that mean something else, by identifier",
      {
        properties: {
          a: { $id: "http://x.example/a", definitions: { t: text }, properties: { v: { $ref: "#/definitions/t" } } },
          b: { $id: "http://x.example/b", definitions: { t: list }, properties: { v: { $ref: "#/definitions/t" } } },
        },
      },
    ],
    [
      "names that look like annotations",
      { properties: { a: { properties: { title: text } }, b: { properties: { title: list } }, c: { title: "c" } } },
    ],
    [
      "another order of properties",
      { properties: { a: { properties: { x: text, y: list } }, b: { properties: { y: list, x: text } } } },
    ],
    [
      "dependencies of both kinds",
      {
        properties: {
          a: { dependencies: { x: ["y"] } },
          b: { dependencies: { x: text } },
          c: { dependencies: { x: ["y"] } },
        },
      },
    ],
    [
      "parts of a keyword",
      { properties: { a: { enum: [{ k: [1] }, "s"] }, b: { enum: [{ k: [1] }, "s"] }, k: { const: [1] } } },
    ],
    [
      "negations",
      {
        properties: {
          a: { not: { properties: { v: text } } },
          v: text,
          b: { not: { not: text } },
          c: { not: { not: text } },
        },
      },
    ],
    [
      "recursion",
      {
        $defs: { n: { properties: { l: { $ref: "#/$defs/n" }, r: { $ref: "#/$defs/n" } } } },
        items: { properties: { l: { $ref: "#/$defs/n" }, r: { $ref: "#/$defs/n" } } },
      },
    ],
    [
      "what a `$ref` makes idle, up to draft 7",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { t: text },
        properties: {
          a: { $ref: "#/definitions/t", maxLength: 3 },
          b: { $ref: "#/definitions/t" },
          c: { type: "string", maxLength: 3 },
        },
      },
    ],
    [
      "a part that no value fits",
      { properties: { a: { minimum: 3, maximum: 2, type: "number" }, b: { minimum: 3, maximum: 2, type: "number" } } },
    ],
    [
      "what is counted",
      {
        properties: {
          a: { contains: text, maxContains: 2 },
          b: { contains: text, maxContains: 2 },
          c: { contains: text },
        },
      },
    ],
    ["nothing that fits", { properties: { a: text, b: { ...text, allOf: [{ type: "number" }] } }, required: ["b"] }],
    ["a reference that leads nowhere", { properties: { a: { $ref: "#/x" }, b: { $ref: "#/x" } } }],
    ["no schema at all", { properties: { a: { items: 5 }, b: { items: 5 } } } as unknown as JsonSchema],
  ])("come to the same: %s", (_, schema) => expectBothWays(schema));

  it("are one, with one check", () => {
    const schema = { properties: { a: list, b: { ...list, title: "b" }, c: { items: list } } };
    const { shape } = compileSchema(schema, { shared: true });
    expect(shape.checks).toEqual(["/properties/a"]);
    expect(compileSchema(schema).shape.checks).toEqual(["/properties/a", "/properties/b", "/properties/c/items"]);
  });

  it("may be an object that stands in many places, or in itself", () => {
    let nested: JsonSchema = text;
    for (let depth = 0; depth < 12; depth++) nested = { properties: { a: nested, b: nested } };
    expect(compileSchema(nested, { shared: true }).shape.shapes.length).toBe(14);
    const endless: Record<string, unknown> = { type: "object" };
    endless.properties = { again: endless };
    expect(outcomeOf(endless as JsonSchema, true)).toMatchObject({ code: "too-deep" });
  });
});
