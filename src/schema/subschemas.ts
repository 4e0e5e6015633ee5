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

/** What a keyword of a schema holds, if that is schemas: the steps to each, from the schema. Anything else is left out. */
export function subschemaSteps(keyword: string, value: unknown): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return lists.has(keyword) ? value.map((_, i) => [keyword, i]) : [];
  if (typeof value === "boolean") return single.has(keyword) ? [[keyword]] : [];
  if (typeof value !== "object" || value === null) return [];
  if (single.has(keyword)) return [[keyword]];
  if (!mapsOfSchemas.has(keyword)) return [];
  // A list among `dependencies` is one of names.
  const names = Object.keys(value).filter((name) => !Array.isArray((value as Record<string, unknown>)[name]));
  return names.map((name) => [keyword, name]);
}
