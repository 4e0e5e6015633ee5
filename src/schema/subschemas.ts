/** Where a schema holds schemas, whatever the draft. */

const single: ReadonlySet<string> = new Set(
  (
    "additionalItems additionalProperties contains contentSchema else if items not propertyNames then " +
    "unevaluatedItems unevaluatedProperties"
  ).split(" "),
);
const lists: ReadonlySet<string> = new Set("allOf anyOf oneOf prefixItems items".split(" "));
/** Keywords whose value is a map of schemas: its keys are names, whatever they look like. */
export const mapsOfSchemas: ReadonlySet<string> = new Set(
  "$defs definitions properties patternProperties dependentSchemas dependencies".split(" "),
);

/** What a keyword holds. In a `map`, a list is one of names (`dependencies`). */
export type Held = "schema" | "list" | "map" | "data";

/** What a keyword of a schema holds by its name and by the kind of its value. */
export function held(keyword: string, value: unknown): Held {
  if (Array.isArray(value)) return lists.has(keyword) ? "list" : "data";
  if (typeof value === "boolean") return single.has(keyword) ? "schema" : "data";
  if (typeof value !== "object" || value === null) return "data";
  if (single.has(keyword)) return "schema";
  return mapsOfSchemas.has(keyword) ? "map" : "data";
}

/** What a keyword of a schema holds, if that is schemas: the steps to each, from the schema. Anything else is left out. */
export function subschemaSteps(keyword: string, value: unknown): (readonly [string, (string | number)?])[] {
  switch (held(keyword, value)) {
    case "schema":
      return [[keyword]];
    case "list":
      return (value as unknown[]).map((_, i) => [keyword, i]);
    case "map": {
      const names = Object.keys(value as object);
      return names.flatMap((name) =>
        Array.isArray((value as Record<string, unknown>)[name]) ? [] : [[keyword, name] as const],
      );
    }
    default:
      return [];
  }
}
