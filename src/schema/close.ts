import type { JsonSchema } from "./json-schema.ts";

const listsOfSchemas = ["anyOf", "oneOf", "prefixItems"] as const;
const mapsOfSchemas = ["properties", "patternProperties", "$defs"] as const;

/**
 * A schema whose objects take no property that isn't named, wherever the schema leaves that open.
 *
 * For what a library of types says of its *input*: its objects ignore other properties, so JSON Schema leaves them open;
 * but a model has no reason to write what will be ignored. A schema with `allOf` is returned as it is, since closing its
 * parts one by one would let nothing through.
 */
export function closeObjects(schema: JsonSchema): JsonSchema {
  return mentions(schema, "allOf") ? schema : close(schema);
}

function close(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const closed: Record<string, unknown> = { ...schema };
  for (const keyword of listsOfSchemas) {
    const list = schema[keyword];
    if (Array.isArray(list)) closed[keyword] = list.map(close);
  }
  for (const keyword of mapsOfSchemas) {
    const map = schema[keyword];
    if (isObject(map))
      closed[keyword] = Object.fromEntries(Object.entries(map).map(([key, part]) => [key, close(part)]));
  }
  for (const keyword of ["items", "additionalProperties"]) {
    if (isObject(schema[keyword])) closed[keyword] = close(schema[keyword] as JsonSchema);
  }
  if (isObject(schema.properties)) closed.additionalProperties ??= false;
  return isRecord(schema) ? named(closed, schema.propertyNames.enum) : closed;
}

/** A map whose keys are a few known names is an object of those properties. */
function named(map: Record<string, unknown>, names: readonly string[]): JsonSchema {
  const { propertyNames: _, additionalProperties = true, ...rest } = map;
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

function isRecord(
  schema: Readonly<Record<string, unknown>>,
): schema is Readonly<Record<string, unknown>> & { readonly propertyNames: { readonly enum: readonly string[] } } {
  const { propertyNames: names } = schema;
  if (!isObject(names) || schema.properties !== undefined || schema.patternProperties !== undefined) return false;
  const { enum: list } = names as Record<string, unknown>;
  return (
    Object.keys(names).every((key) => key === "enum" || key === "type") && Array.isArray(list) && list.every(isText)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function mentions(value: unknown, keyword: string): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, keyword));
  if (!isObject(value)) return false;
  return keyword in value || Object.values(value).some((item) => mentions(item, keyword));
}

function isObject(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
