import { checkOptions, OptionError, type OptionNames, ofType } from "../options/index.ts";
import { dialectOf, metaSchemaMissingFrom } from "./dialect.ts";
import { type Place, SchemaDocument, withoutSiblings } from "./document.ts";
import { type Draft, referencesStandAlone } from "./draft.ts";
import { SchemaError } from "./error.ts";
import { referring } from "./faults.ts";
import { identifierOf as identifierIn } from "./identifiers.ts";
import { type JsonSchema, type StandardSchema, toJsonSchema } from "./json-schema.ts";
import { keywordsOf } from "./keywords.ts";
import { escapePointer } from "./report.ts";
import { subschemaSteps } from "./subschemas.ts";

/** Hands out the schema that a URI (without fragment) names; `undefined` for one that isn't to be had. */
export type SchemaLoader = (uri: string) => JsonSchema | undefined | Promise<JsonSchema | undefined>;

export interface BundleOptions {
  /** Where the schema itself is from, for relative references in a schema without `$id`. */
  readonly base?: string;
  /** The most schemas that are loaded. Default 100. */
  readonly maxSchemas?: number;
}

const names: OptionNames<BundleOptions> = { base: true, maxSchemas: true };

/**
 * Gathers what a schema refers to in other documents, and what that refers to, into one schema, under `$defs` (as
 * JSON Schema 2020-12 §9.3 describes it). Which documents may be loaded, and how, is the loader's to say: this library
 * fetches nothing. References to what the loader doesn't have stay, and compiling refuses them. All documents are read by
 * the dialect of the first; where its `$schema` is none of JSON Schema's drafts, its meta-schema is asked for first, since that
 * says by `$vocabulary` which keywords there are.
 * @throws {SchemaError} `reference` for more documents than `maxSchemas`, `not-a-schema` for what is no schema,
 * `invalid` for an `$id` that is no text; and whatever the loader throws
 * @throws {OptionError} for options that there aren't
 */
export async function bundleSchema(
  input: JsonSchema | StandardSchema,
  load: SchemaLoader,
  options: BundleOptions = {},
): Promise<JsonSchema> {
  checkOptions("bundleSchema", options, names);
  const { base, maxSchemas = 100 } = options;
  ofType("base", base, "string");
  if (base !== undefined && !URL.canParse(base)) {
    const message = `Option \`base\` must be an absolute URI, such as https://example.org/schema.json, not ${JSON.stringify(base)}.`;
    throw new OptionError("base", message);
  }
  if (typeof load !== "function") {
    throw new OptionError(
      "load",
      "bundleSchema takes a function that hands out the schema of a URI, as its second argument.",
    );
  }
  if (typeof maxSchemas !== "number" || !(maxSchemas >= 0))
    throw new OptionError("maxSchemas", "Option `maxSchemas` must be a number, 0 or more.");
  const given = copyOf(toJsonSchema(input));
  if (typeof given === "boolean") return given;
  const defs: Record<string, JsonSchema> = Object.create(null);
  /** URI that a document was asked for by → the one it gives itself. */
  const aliases = new Map<string, string | undefined>();
  const gather = async (uri: string, draft: Draft): Promise<void> => {
    if (aliases.size >= maxSchemas) {
      const message = `The schema refers to more than ${maxSchemas} documents, the last ${uri}. Raise maxSchemas.`;
      throw new SchemaError("reference", message, { path: "", keyword: "$ref" });
    }
    const loaded = await load(uri);
    if (loaded === undefined) return void aliases.set(uri, undefined);
    const schema = copyOf(toJsonSchema(loaded));
    const own = identifierOf(schema, uri);
    aliases.set(uri, own);
    defs[uri] = named(schema, own, draft, `/$defs/${escapePointer(uri)}`);
  };
  // How references are read, the meta-schema says.
  for (let meta = metaSchemaMissingFrom(given); meta !== undefined && !aliases.has(meta); ) {
    await gather(meta, "open");
    meta = metaSchemaMissingFrom(withDefs(given, defs));
  }
  const { draft } = dialectOf(withDefs(given, defs));
  const root = base === undefined || identifierIn(given, draft) !== undefined ? given : named(given, base, draft, "");
  for (let document = withDefs(root, defs); ; document = withDefs(root, defs)) {
    const missing = missingFrom(new SchemaDocument(document), aliases);
    if (missing.length === 0) return document;
    for (const uri of missing) await gather(uri, draft);
  }
}

/**
 * Names of documents that references name and that aren't here. References to a document by another name than it gives
 * itself are changed to that.
 */
function missingFrom(document: SchemaDocument, aliases: ReadonlyMap<string, string | undefined>): string[] {
  const missing = new Set<string>();
  for (const { place, node } of placesOf(document)) {
    for (const keyword of referring) {
      const reference = keywordsOf(place)[keyword];
      if (typeof reference !== "string" || reference.startsWith("#")) continue;
      const url = document.uri(place, reference);
      if (!url || url.protocol === "schema:" || "schema" in document.resolve(place, reference)) continue;
      const { hash } = url;
      url.hash = "";
      const uri = url.href;
      const own = aliases.get(uri);
      if (own !== undefined && own !== uri) node[keyword] = own + hash;
      else if (!aliases.has(uri)) missing.add(uri);
    }
  }
  return [...missing];
}

/** Every subschema with its keywords, also those that only references lead to. */
function* placesOf(document: SchemaDocument): Generator<{ place: Place; node: Record<string, unknown> }> {
  const seen = new Set<JsonSchema>();
  const todo = [document.root];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const { schema } = place;
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    const node = document.original(place) as Record<string, unknown>;
    yield { place, node };
    for (const keyword of referring) {
      const reference = keywordsOf(place)[keyword];
      if (typeof reference !== "string") continue;
      const target = document.resolve(place, reference);
      if ("schema" in target) todo.push(target);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      for (const steps of subschemaSteps(keyword, value)) todo.push(document.child(place, ...steps));
    }
  }
}

function copyOf(schema: JsonSchema): JsonSchema {
  try {
    return structuredClone(schema);
  } catch (cause) {
    const why = cause instanceof RangeError ? "it nests too deep" : (cause as Error).message;
    throw new SchemaError("not-a-schema", `A schema can't be copied: ${why}.`, { path: "" });
  }
}

function withDefs(root: Record<string, unknown> | JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  if (typeof root === "boolean" || Object.keys(defs).length === 0) return root as JsonSchema;
  return { ...root, $defs: { ...(root.$defs as object), ...defs } };
}

function identifierOf(schema: JsonSchema, uri: string): string {
  if (typeof schema === "boolean") return uri;
  const id = typeof schema.$id === "string" ? schema.$id : typeof schema.id === "string" ? schema.id : "";
  try {
    return id.startsWith("#") ? uri : new URL(id, uri).href.replace(/#$/, "");
  } catch {
    return uri;
  }
}

/**
 * A schema with this identifier, as the draft of the whole says one. A reference at its root goes into `allOf`, since an
 * older draft sees nothing beside one.
 * @param path JSON pointer to it in the bundle
 * @throws {SchemaError} `invalid` for an identifier of its own that is no text: the new one would hide that
 */
function named(
  schema: JsonSchema,
  identifier: string,
  draft: Draft,
  path: string,
): Record<string, unknown> & JsonSchema {
  const keyword = draft === "draft-04" ? "id" : "$id";
  const name = { [keyword]: identifier };
  if (schema === true) return name;
  if (schema === false) return { ...name, not: {} };
  if (Object.hasOwn(schema, keyword) && typeof schema[keyword] !== "string") {
    const message = `\`${keyword}\` of the document ${identifier} must be a string, a URI reference.`;
    throw new SchemaError("invalid", message, { path: `${path}/${keyword}`, keyword });
  }
  if (schema.$ref === undefined) return { ...schema, ...name };
  const { $ref, allOf, ...rest } = referencesStandAlone(draft) ? withoutSiblings(schema) : schema;
  return { ...rest, ...name, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] };
}
