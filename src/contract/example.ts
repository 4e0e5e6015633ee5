/** An example value for a schema, for prompts: filled, small, the same every time. */
import { isPlainObject } from "./own.ts";
import { resolveRef } from "./pointer.ts";

/** Deepest nesting an example has: recursive schemas stop here by leaving out what they may. */
const deepest = 6;

/** Sample text of common formats. */
const formatted: Readonly<Record<string, string>> = {
  date: "2024-05-17",
  time: "09:30:00Z",
  "date-time": "2024-05-17T09:30:00Z",
  duration: "PT15M",
  email: "ada@example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.org/",
  "uri-reference": "/start",
  uuid: "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
  regex: "^a+$",
};

/**
 * A value that shows the schema's form: `examples`, `const`, `default` and the first of `enum` are used as they are,
 * text says the property's name, numbers are the smallest allowed, arrays hold one or two items, optional properties
 * are filled in. It isn't promised to be valid (patterns, `not`, `if` and the like aren't looked at): validate it.
 */
export function exampleFor(schema: unknown): unknown {
  return sample(schema, schema, "text", 0);
}

function sample(schema: unknown, root: unknown, name: string, depth: number): unknown {
  if (!isPlainObject(schema)) return name;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if ("default" in schema && !isEmpty(schema.default)) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (depth > deepest) return null;
  const refined = refine(schema, root);
  if (refined !== schema) return sample(refined, root, name, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return sampleObject(schema, root, depth);
    case "array":
      return sampleArray(schema, root, name, depth);
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return sampleString(schema, name);
    default:
      return "properties" in schema
        ? sampleObject(schema, root, depth)
        : "items" in schema
          ? sampleArray(schema, root, name, depth)
          : name;
  }
}

/** The schema a compound one leads to: a reference's target, a union's first branch, the branches of `allOf` in one. */
function refine(schema: Record<string, unknown>, root: unknown): unknown {
  if (typeof schema.$ref === "string") return resolveRef(schema.$ref, root);
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return union[0];
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...merged } = schema;
    const properties = { ...Object(merged.properties) };
    for (const branch of schema.allOf.filter(isPlainObject)) {
      Object.assign(properties, branch.properties);
      Object.assign(merged, branch);
    }
    return Object.keys(properties).length > 0 ? { ...merged, properties } : merged;
  }
  return schema;
}

function sampleObject(schema: Record<string, unknown>, root: unknown, depth: number): unknown {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  // Optional ones only near the root, so that a recursive schema ends.
  const names = Object.keys(properties).filter((key) => required.has(key) || depth < deepest / 2);
  return Object.fromEntries(names.map((key) => [key, sample(properties[key], root, words(key), depth + 1)]));
}

function sampleArray(schema: Record<string, unknown>, root: unknown, name: string, depth: number): unknown {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const least = Math.max(atLeast(schema.minItems, 0), Math.min(1, atLeast(schema.maxItems, 1)));
  const items = prefix.slice(0, Math.max(least, 1)).map((item) => sample(item, root, name, depth + 1));
  if (schema.items === false || depth >= deepest) return items;
  while (items.length < Math.min(least, 10)) {
    const label = least > 1 ? `${name} ${items.length + 1}` : name;
    items.push(sample(schema.items, root, label, depth + 1));
  }
  return items;
}

function sampleNumber(schema: Record<string, unknown>): number {
  const whole = schema.type === "integer";
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : 1;
  if (typeof schema.minimum === "number") return whole ? Math.ceil(schema.minimum / step) * step : schema.minimum;
  if (typeof schema.exclusiveMinimum === "number") return Math.floor(schema.exclusiveMinimum / step) * step + step;
  const most = typeof schema.maximum === "number" ? schema.maximum : step;
  return Math.min(step, whole ? Math.floor(most / step) * step : most);
}

function sampleString(schema: Record<string, unknown>, name: string): string {
  const known = typeof schema.format === "string" ? formatted[schema.format] : undefined;
  if (known !== undefined) return known;
  const least = Math.min(atLeast(schema.minLength, 0), 200);
  let text = name;
  while (text.length < least) text += ` ${name}`;
  return Array.from(text).slice(0, atLeast(schema.maxLength, 200)).join("");
}

/** A bound a schema gives, or else the one assumed. */
function atLeast(bound: unknown, otherwise: number): number {
  return typeof bound === "number" ? bound : otherwise;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** `expectedOutput` and `expected_output` as words. */
function words(key: string): string {
  return (
    key
      .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replaceAll(/[_-]+/g, " ")
      .toLowerCase()
      .trim() || "text"
  );
}
