import fc from "fast-check";
import { expect, it } from "vitest";
import { boundaryCheck, createValidator } from "../../src/contract/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

/** What a schema says of a value, and what of it it has looked at (JSON Schema 2020-12 §11): straight from the text. */
interface Verdict {
  readonly valid: boolean;
  readonly seen: ReadonlySet<string>;
}

const no: Verdict = { valid: false, seen: new Set() };

function judge(schema: JsonSchema, value: unknown, root: JsonSchema): Verdict {
  if (typeof schema === "boolean") return { valid: schema, seen: new Set() };
  // biome-ignore lint/suspicious/noExplicitAny: whatever a random schema has
  const s = schema as Record<string, any>;
  const seen = new Set<string>();
  let valid = true;
  const join = (part: Verdict): boolean => {
    if (part.valid) for (const key of part.seen) seen.add(key);
    return part.valid;
  };
  const same = (part: JsonSchema): Verdict => judge(part, value, root);
  const check = (ok: boolean): void => {
    valid &&= ok;
  };
  if (s.const !== undefined) check(value === s.const);
  if (s.type !== undefined) check(s.type === "array" ? Array.isArray(value) : typeof value === s.type);
  if (s.$ref !== undefined) check(join(same((root as { $defs: Record<string, JsonSchema> }).$defs.r!)));
  for (const part of (s.allOf ?? []) as JsonSchema[]) check(join(same(part)));
  if (s.anyOf) check((s.anyOf as JsonSchema[]).filter((part) => join(same(part))).length > 0);
  if (s.oneOf) {
    const fitting = (s.oneOf as JsonSchema[]).map(same).filter((part) => part.valid);
    check(fitting.length === 1 && join(fitting[0]!));
  }
  if (s.not !== undefined) check(!same(s.not).valid);
  if (s.if !== undefined) {
    const branch = join(same(s.if)) ? s.then : s.else;
    if (branch !== undefined) check(join(same(branch)));
  }
  const part = (key: string, item: unknown, by: JsonSchema): void => {
    check(judge(by, item, root).valid);
    seen.add(key);
  };
  if (Array.isArray(value)) {
    const prefix = (s.prefixItems ?? []) as JsonSchema[];
    value.slice(0, prefix.length).forEach((item, i) => void part(String(i), item, prefix[i]!));
    if (s.items !== undefined) {
      value.forEach((item, i) => void (i >= prefix.length && part(String(i), item, s.items)));
    }
    if (s.contains !== undefined) {
      const found = value.flatMap((item, i) => (judge(s.contains, item, root).valid ? [String(i)] : []));
      check(found.length > 0);
      for (const key of found) seen.add(key);
    }
    if (s.unevaluatedItems !== undefined) {
      value.forEach((item, i) => void (!seen.has(String(i)) && part(String(i), item, s.unevaluatedItems)));
    }
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    for (const name of (s.required ?? []) as string[]) check(name in value);
    const own = (s.properties ?? {}) as Record<string, JsonSchema>;
    const dependent = (s.dependentSchemas ?? {}) as Record<string, JsonSchema>;
    for (const [name, by] of Object.entries(dependent)) if (name in value) check(join(same(by)));
    for (const [name, item] of entries) {
      if (own[name] !== undefined) part(name, item, own[name]);
      else if (s.additionalProperties !== undefined) part(name, item, s.additionalProperties);
    }
    if (s.unevaluatedProperties !== undefined) {
      for (const [name, item] of entries) if (!seen.has(name)) part(name, item, s.unevaluatedProperties);
    }
  }
  return valid ? { valid, seen } : no;
}

const leaf = fc.constantFrom<JsonSchema>(
  true,
  false,
  { const: 1 },
  { const: 2 },
  { type: "string" },
  { type: "number" },
);
const name = fc.constantFrom("a", "b", "c");
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const sub = tie("schema") as fc.Arbitrary<JsonSchema>;
  const list = fc.array(sub, { minLength: 1, maxLength: 2 });
  const object = fc.record(
    {
      $ref: fc.constant("#/$defs/r"),
      properties: fc.dictionary(name, leaf, { maxKeys: 2 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
      contains: leaf,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: sub,
      if: sub,
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      then: sub,
      else: sub,
      dependentSchemas: fc.dictionary(name, sub, { maxKeys: 1 }),
      items: leaf,
      unevaluatedItems: leaf,
      unevaluatedProperties: leaf,
    },
    { requiredKeys: [] },
  );
  return { schema: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, object) };
});
const item = fc.constantFrom<unknown>(1, 2, 3, "x");
const value = fc.oneof(
  fc.array(item, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom("a", "b", "c", "d"), item, { maxKeys: 3 }),
);
const referred = fc.constantFrom<JsonSchema>(
  { properties: { a: { const: 1 } } },
  { prefixItems: [true], contains: { const: 2 } },
  { anyOf: [{ properties: { b: true }, required: ["b"] }, { contains: { const: 3 } }] },
);

it("what is left unevaluated is what the standard says", () => {
  const values = fc.array(value, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(schema, leaf, leaf, referred, values, (inner, items, properties, r, samples) => {
      const whole: JsonSchema = {
        ...(typeof inner === "boolean" ? { allOf: [inner] } : inner),
        unevaluatedItems: items,
        unevaluatedProperties: properties,
        $defs: { r },
      };
      const check = boundaryCheck(whole);
      const { validate } = createValidator<JsonSchema, unknown>(whole);
      for (const sample of samples) {
        const { valid } = judge(whole, sample, whole);
        expect([sample, check("", sample), validate(sample).ok]).toEqual([sample, valid, valid]);
      }
    }),
    { numRuns: Number(process.env.UNEVALUATED_RUNS ?? 25) },
  );
});
