import fc from "fast-check";
import type { JsonSchema } from "../../../src/schema/index.ts";

const names = ["a", "b", "ab", "é", "$ref", "type", 'q"', "x\\y", "long name"];
const patterns = [
  "^[a-z]{1,3}$",
  "b",
  "^(?:ab|c)*$",
  "^\\d{2}-\\d{2}$",
  "[^a]$",
  "^a.*z$",
  "^S[1-9][0-9]*$",
  "^(?=.*a)(?!.*b).{1,4}$",
  "\\bab\\b",
  '^["\\\\\\n]+$',
];
const bound = fc.oneof(fc.integer({ min: -30, max: 130 }), fc.constantFrom(0.5, -0.25, 9.99, 100.5, -1.75));
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, 12, -3, 1.5, "", "a", "ab", "abc", "b\n", 'q"', "é", "😀"),
  fc.integer({ min: -20, max: 120 }),
);

function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 1 });
}

/** Keywords by name, those that came out `undefined` left out. */
function keywords(
  parts: Record<string, fc.Arbitrary<unknown>>,
  fixed: Record<string, unknown>,
): fc.Arbitrary<JsonSchema> {
  return fc.record(parts).map((found) => ({
    ...fixed,
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
  }));
}

const number = keywords(
  {
    minimum: optional(bound),
    maximum: optional(bound),
    exclusiveMinimum: optional(bound),
    exclusiveMaximum: optional(bound),
  },
  {},
).chain((rest) => fc.constantFrom("integer", "number").map((type) => ({ ...(rest as object), type })));

const string = keywords(
  {
    minLength: optional(fc.integer({ min: 0, max: 4 })),
    maxLength: optional(fc.integer({ min: 0, max: 8 })),
    pattern: optional(fc.constantFrom(...patterns)),
    format: fc.option(fc.constantFrom("date", "uuid", "ipv4", "no-such-format"), { nil: undefined, freq: 5 }),
  },
  { type: "string" },
);

const literal = fc.oneof(
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 8 }).map((values) => ({ enum: values })),
  fc.oneof(scalar, fc.constantFrom<unknown>([1, "a"], { a: 1, b: [true] }, {}, [])).map((value) => ({ const: value })),
);

/** Random schemas of every kind that the grammar can hold, and some that it can't. References lead to `$defs`. */
export const schemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema; array: JsonSchema; object: JsonSchema; combined: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 2, arbitrary: number },
      { weight: 3, arbitrary: string },
      { weight: 2, arbitrary: literal },
      {
        weight: 1,
        arbitrary: fc.constantFrom<JsonSchema>(true, {}, { type: ["string", "null"] }, { type: "boolean" }),
      },
      { weight: 1, arbitrary: fc.constantFrom<JsonSchema>({ $ref: "#/$defs/node" }, { $ref: "#/$defs/leaf" }) },
      { weight: 3, arbitrary: tie("array") },
      { weight: 5, arbitrary: tie("object") },
      { weight: 2, arbitrary: tie("combined") },
    ),
    array: keywords(
      {
        items: optional(fc.oneof(tie("schema"), literal)),
        prefixItems: optional(fc.array(tie("schema"), { minLength: 1, maxLength: 3 })),
        minItems: optional(fc.integer({ min: 0, max: 3 })),
        maxItems: optional(fc.integer({ min: 0, max: 4 })),
        uniqueItems: optional(fc.boolean()),
      },
      { type: "array" },
    ),
    object: fc
      .record({
        properties: fc
          .uniqueArray(fc.constantFrom(...names), { maxLength: 5 })
          .chain((keys) =>
            fc
              .tuple(...keys.map(() => tie("schema")))
              .map((list) => Object.fromEntries(keys.map((key, i) => [key, list[i]]))),
          ),
        extra: optional(fc.oneof(fc.constant(false), tie("schema"))),
        pattern: fc.option(fc.constantFrom("^a", "x", "^[a-c]+$"), { nil: undefined, freq: 3 }),
        patternSchema: tie("schema"),
        minProperties: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 3 }),
        maxProperties: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 3 }),
        propertyNames: fc.option(
          fc.constantFrom<JsonSchema>({ pattern: "[a-z]" }, { maxLength: 2 }, { enum: ["a", "type", "zz"] }),
          {
            nil: undefined,
            freq: 6,
          },
        ),
        dependent: fc.option(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), tie("object")), {
          nil: undefined,
          freq: 5,
        }),
        take: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      })
      .map(
        ({
          properties,
          extra,
          pattern,
          patternSchema,
          minProperties,
          maxProperties,
          propertyNames,
          dependent,
          take,
        }) => ({
          type: "object",
          properties,
          required: [...Object.keys(properties), "unlisted"].filter((name, i) => take[i] && name !== "unlisted"),
          ...(extra === undefined ? {} : { additionalProperties: extra }),
          ...(pattern === undefined ? {} : { patternProperties: { [pattern]: patternSchema } }),
          ...(propertyNames === undefined ? {} : { propertyNames }),
          ...(dependent === undefined || !take[0] ? {} : { dependentRequired: { [dependent[0]]: [dependent[1]] } }),
          ...(dependent === undefined || take[0] ? {} : { dependentSchemas: { [dependent[0]]: dependent[2] } }),
          ...(minProperties === undefined ? {} : { minProperties }),
          ...(maxProperties === undefined ? {} : { maxProperties }),
        }),
      ),
    combined: fc.oneof(
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.array(tie("schema"), { minLength: 2, maxLength: 3 }).map((oneOf) => ({ oneOf })),
      fc.tuple(tie("object"), tie("object")).map(([a, b]) => ({ allOf: [a, b] })),
      fc.tuple(tie("schema"), tie("schema")).map(([a, b]) => ({ allOf: [a], not: b })),
      fc.tuple(number, bound).map(([a, maximum]) => ({ ...(a as object), allOf: [{ maximum }] })),
    ),
  }))
  .schema.map((schema) => {
    if (typeof schema === "boolean") return schema;
    return {
      ...schema,
      $defs: {
        leaf: { type: "integer", minimum: 1, maximum: 40 },
        node: {
          type: "object",
          properties: { value: { $ref: "#/$defs/leaf" }, next: { $ref: "#/$defs/node" } },
          required: ["value"],
          additionalProperties: false,
        },
      },
    };
  });

/** A value near another one: one part of it changed, added or left out. Keys keep their order. */
export function neighbour(value: unknown, random: () => number): unknown {
  const pick = (list: readonly unknown[]): unknown => list[Math.floor(random() * list.length)];
  if (Array.isArray(value)) {
    const copy = [...value];
    const i = Math.floor(random() * (copy.length + 1));
    if (random() < 0.25) copy.splice(i, 1);
    else if (random() < 0.3 || copy.length === 0) copy.push(pick([1, "a", null, copy[0] ?? {}]));
    else copy[Math.min(i, copy.length - 1)] = neighbour(copy[Math.min(i, copy.length - 1)], random);
    return copy;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const i = Math.floor(random() * entries.length);
    if (entries.length > 0 && random() < 0.3) entries.splice(i, 1);
    else if (entries.length === 0 || random() < 0.2)
      entries.push([pick(["zz", "axe", "abc", "last"]) as string, pick([1, "a", null])]);
    else entries[i] = [entries[i]![0], neighbour(entries[i]![1], random)];
    return Object.fromEntries(entries);
  }
  if (typeof value === "number") return pick([value + 1, value - 1, value + 0.5, -value, value * 10, "1"]);
  if (typeof value === "string")
    return pick([[...value].slice(1).join(""), `${value}a`, `a${value}`, `${value}\n`, "", 3]);
  return pick([null, true, false, 0, "", [], {}]);
}
