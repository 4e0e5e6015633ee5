import {
  type JsonSchema,
  leadingNowhere,
  refuseFaults,
  requireDialect,
  SchemaDocument,
  type StandardSchema,
  settleDynamic,
  toJsonSchema,
} from "../schema/index.ts";

/**
 * A schema as whoever judges by it reads it: looked over, and with plain references.
 * @throws {SchemaError} if it isn't valid, is of no known dialect, refers to what isn't in it, or back to itself without end
 */
export function inspected(input: JsonSchema | StandardSchema): SchemaDocument {
  const schema = toJsonSchema(input);
  requireDialect(schema);
  const document = new SchemaDocument(settleDynamic(schema));
  const dangling = refuseFaults(document);
  if (dangling.length > 0) throw leadingNowhere(dangling);
  return document;
}
