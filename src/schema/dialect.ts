/**
 * Dialects of JSON Schema: the drafts, and those that a meta-schema makes of a draft by `$vocabulary` (2020-12 §8.1.2, 2019-09
 * §8.1.2). Such a meta-schema must be in the document itself, under `$defs`, where `bundleSchema` puts it.
 */
import { type Draft, draftOf, keywordsForeignTo, nameOf } from "./draft.ts";
import { SchemaError } from "./error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isPlainObject } from "./plain.ts";

/** How the schemas of a document are read. */
export interface Dialect {
  readonly draft: Draft;
  /** Keywords of JSON Schema that it doesn't have: they say nothing. */
  readonly foreign: ReadonlySet<string>;
  /** What sentences call it. */
  readonly name: string;
}

type Keywords = Readonly<Record<string, unknown>>;

const drafts = new Map<Draft, Dialect>();

function plain(draft: Draft): Dialect {
  const known = drafts.get(draft);
  if (known) return known;
  const dialect = { draft, foreign: keywordsForeignTo(draft), name: nameOf(draft) };
  drafts.set(draft, dialect);
  return dialect;
}

/**
 * The dialect of a document, which is its root's; by 2020-12 with older spellings, if it names none or one that isn't known,
 * which is refused elsewhere.
 */
export function dialectOf(schema: JsonSchema): Dialect {
  return found(schema) ?? plain("open");
}

/**
 * The dialect of a document.
 * @throws {SchemaError} `invalid` for one that isn't known, or whose meta-schema requires a vocabulary that isn't
 */
export function requireDialect(schema: JsonSchema): Dialect {
  const dialect = found(schema);
  if (dialect) return dialect;
  const { $schema } = schema as Keywords;
  const given = typeof $schema === "string" ? JSON.stringify(clipped($schema)) : `no URI but ${kindOf($schema)}`;
  throw new SchemaError(
    "invalid",
    `\`$schema\` names ${given}, which isn't a draft of JSON Schema that is understood. ` +
      "Use draft-04, -06, -07, 2019-09 or 2020-12, leave `$schema` out for 2020-12, or put the meta-schema that it names " +
      "under `$defs`, as bundleSchema does.",
    { path: "/$schema", keyword: "$schema" },
  );
}

/**
 * Whether `1.0` may be an integer: from draft-06 on it's the value that counts; draft-04 (§3.5) calls an integer what is
 * written without a fraction.
 */
export function takesZeroFractions(schema: JsonSchema): boolean {
  return requireDialect(schema).draft !== "draft-04";
}

/** The meta-schema that would say how a document is read, and isn't in it: its URI. */
export function metaSchemaMissingFrom(schema: JsonSchema): string | undefined {
  return absolute(ancestryOf(schema).missing);
}

/** Of a dialect that isn't a draft: its meta-schema, and those by which that is read, as far as they say how. */
export function metaSchemasOf(schema: JsonSchema): readonly Keywords[] {
  return ancestryOf(schema).metas;
}

/** The meta-schemas of a document up to one that says which draft it's made of; and the `$schema` that isn't to be found. */
function ancestryOf(schema: JsonSchema): { readonly metas: readonly Keywords[]; readonly missing?: unknown } {
  const metas: Keywords[] = [];
  let $schema = namedBy(schema);
  while (draftOf($schema) === undefined) {
    const meta = resourceIn(schema, $schema);
    // One that describes itself says nothing of drafts.
    if (!meta || metas.some(({ $id }) => $id === meta.$id)) return { metas, missing: $schema };
    metas.push({
      $id: meta.$id,
      ...("$schema" in meta && { $schema: meta.$schema }),
      ...("$vocabulary" in meta && { $vocabulary: meta.$vocabulary }),
    });
    if (coreOf(meta) !== undefined) break;
    ({ $schema } = meta);
  }
  return { metas };
}

/** `undefined`: one that isn't known. */
function found(schema: JsonSchema): Dialect | undefined {
  const $schema = namedBy(schema);
  const draft = draftOf($schema);
  if (draft !== undefined) return plain(draft);
  const { metas, ...rest } = ancestryOf(schema);
  if ("missing" in rest) return undefined;
  const meta = metas[0]!;
  const last = metas.at(-1)!;
  const base = coreOf(last) ?? draftOf(last.$schema)!;
  const name = `the dialect ${clipped(String($schema))}`;
  if (!isPlainObject(meta.$vocabulary)) return { ...plain(base), name };
  return { draft: base, foreign: leftOut(meta.$vocabulary, base, String(meta.$id)), name };
}

/** The `$schema` of a document. */
function namedBy(schema: JsonSchema): unknown {
  return typeof schema === "object" && schema !== null && Object.hasOwn(schema, "$schema") ? schema.$schema : undefined;
}

/** The schema of a document that has this URI, of those that are kept at its root. */
function resourceIn(schema: JsonSchema, uri: unknown): Keywords | undefined {
  const name = absolute(uri);
  if (name === undefined || typeof schema === "boolean") return undefined;
  for (const keyword of ["$defs", "definitions"]) {
    const kept = schema[keyword];
    if (!isPlainObject(kept)) continue;
    for (const [key, part] of Object.entries(kept)) {
      // bundleSchema keeps a document by the name it was asked for.
      if (isPlainObject(part) && [key, part.$id, part.id].some((id) => absolute(id) === name))
        return { ...part, $id: name };
    }
  }
  return undefined;
}

function absolute(uri: unknown): string | undefined {
  return typeof uri === "string" && URL.canParse(uri) ? new URL(uri).href.replace(/#$/, "") : undefined;
}

const vocabulary = /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/vocab\/([a-z-]+)$/;

/** Keywords by the vocabulary that has them. What no vocabulary has (`nullable`, `dependencies`) all dialects do. */
const keywordsIn: Readonly<Record<Extract<Draft, "2019-09" | "2020-12">, Readonly<Record<string, string>>>> = {
  "2019-09": {
    applicator:
      "additionalItems unevaluatedItems items contains additionalProperties unevaluatedProperties properties " +
      "patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not",
    validation: validationKeywords(),
    "meta-data": "title description default deprecated readOnly writeOnly examples",
    format: "format",
    content: "contentEncoding contentMediaType contentSchema",
    core: "",
  },
  "2020-12": {
    applicator:
      "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames " +
      "if then else allOf anyOf oneOf not",
    unevaluated: "unevaluatedItems unevaluatedProperties",
    validation: validationKeywords(),
    "meta-data": "title description default deprecated readOnly writeOnly examples",
    "format-annotation": "format",
    "format-assertion": "format",
    content: "contentEncoding contentMediaType contentSchema",
    core: "",
  },
};

const inVocabularies: ReadonlySet<string> = new Set(
  Object.values(keywordsIn).flatMap((vocabularies) => Object.values(vocabularies).join(" ").split(" ").filter(Boolean)),
);
const annotations: ReadonlySet<string> = new Set(
  "$schema $comment $defs definitions title description default examples".split(" "),
);
const naming = "$id id $anchor $dynamicAnchor $recursiveAnchor $dynamicRef $recursiveRef dependencies nullable";
const silenced: ReadonlySet<string> = new Set(
  [...inVocabularies, ...naming.split(" ")].filter((key) => !annotations.has(key)),
);

/**
 * Whether a keyword of JSON Schema says something, and so nothing beside a `$ref` that stands alone. Annotations do no harm
 * there, and may hold schemas to refer to, as what no draft knows may.
 */
export function isSilencedByReference(keyword: string): boolean {
  return silenced.has(keyword);
}

function validationKeywords(): string {
  return (
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems " +
    "minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired"
  );
}

/** The draft whose core vocabulary a meta-schema has. */
function coreOf(meta: Keywords): "2019-09" | "2020-12" | undefined {
  if (!isPlainObject(meta.$vocabulary)) return undefined;
  const cores = Object.keys(meta.$vocabulary).map((uri) => vocabulary.exec(uri));
  return cores.find((match) => match?.[2] === "core")?.[1] as "2019-09" | "2020-12" | undefined;
}

/** The keywords of no vocabulary that a meta-schema lists. */
function leftOut(listed: Keywords, draft: Draft, uri: string): ReadonlySet<string> {
  const own = new Set<string>();
  for (const [name, required] of Object.entries(listed)) {
    const [, of, which] = vocabulary.exec(name) ?? [];
    const keywords = of === undefined ? undefined : keywordsIn[of as "2019-09"][which!];
    if (keywords !== undefined) for (const keyword of keywords.split(" ")) own.add(keyword);
    else if (required !== false) {
      const message = `The meta-schema ${clipped(uri)} requires the vocabulary ${clipped(name)}, which isn't understood.`;
      throw new SchemaError("invalid", message, { path: "/$schema", keyword: "$schema" });
    }
  }
  return new Set([...keywordsForeignTo(draft), ...[...inVocabularies].filter((keyword) => !own.has(keyword))]);
}

function clipped(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
