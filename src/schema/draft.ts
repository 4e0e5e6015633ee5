/** A draft of JSON Schema that is understood. `open`: none is named, so it is 2020-12 with older spellings understood. */
export type Draft = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12" | "open";

/**
 * `$schema` without its scheme and what may trail it. Hyper-schemas and OpenAPI 3.1's dialect add annotations to the
 * validation of their drafts; `schema` alone once stood for whichever draft was the latest.
 */
const drafts: ReadonlyMap<string, Draft> = new Map([
  ...(["draft-04", "draft-06", "draft-07"] as const).flatMap(named),
  ...(["2019-09", "2020-12"] as const).flatMap(named),
  ["json-schema.org/schema", "open"],
  ["spec.openapis.org/oas/3.1/dialect/base", "2020-12"],
]);

function named(draft: Exclude<Draft, "open">): [string, Draft][] {
  const folder = draft.startsWith("draft-") ? draft : `draft/${draft}`;
  return ["schema", "hyper-schema"].map((last) => [`json-schema.org/${folder}/${last}`, draft]);
}

/**
 * The draft that a `$schema` names, whether by `http` or `https`, on `www.` or not, with an empty fragment or a slash at
 * its end or without. `undefined`: one that isn't known.
 */
export function draftOf($schema: unknown): Draft | undefined {
  if ($schema === undefined) return "open";
  if (typeof $schema !== "string" || $schema.length > 100) return undefined;
  const [, name] = /^(?:https?:\/\/)?(?:www\.)?(.*?)[#/]*$/is.exec($schema.trim())!;
  return drafts.get(name!.toLowerCase());
}

const ordered = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;
const standingAlone: ReadonlySet<Draft> = new Set<Draft>(["draft-04", "draft-06", "draft-07"]);

/** Whether in a draft a `$ref` stands alone: what is beside it says nothing, an identifier neither. */
export function referencesStandAlone(draft: Draft): boolean {
  return standingAlone.has(draft);
}

/**
 * The keywords that some drafts have and others don't, with the first and the last that has them. All others are in all
 * drafts: `definitions` and `$defs`, since references lead into either anywhere; `dependencies`, which 2019-09 and 2020-12 let
 * stand for compatibility; and what OpenAPI adds (`nullable`, `deprecated`, `readOnly`, `writeOnly`).
 */
const spans: readonly (readonly [keywords: string, first: (typeof ordered)[number], last: (typeof ordered)[number]])[] =
  [
    ["id", "draft-04", "draft-04"],
    ["$id const contains propertyNames examples", "draft-06", "2020-12"],
    ["if then else $comment contentEncoding contentMediaType", "draft-07", "2020-12"],
    ["$anchor $vocabulary contentSchema dependentRequired dependentSchemas", "2019-09", "2020-12"],
    ["minContains maxContains unevaluatedItems unevaluatedProperties", "2019-09", "2020-12"],
    ["$recursiveRef $recursiveAnchor", "2019-09", "2019-09"],
    ["$dynamicRef $dynamicAnchor prefixItems", "2020-12", "2020-12"],
    ["additionalItems", "draft-04", "2019-09"],
  ];

const foreign: ReadonlyMap<Draft, ReadonlySet<string>> = new Map<Draft, ReadonlySet<string>>([
  ["open", new Set()],
  ...ordered.map((draft, i): [Draft, ReadonlySet<string>] => {
    const out = spans.filter(([, first, last]) => i < ordered.indexOf(first) || i > ordered.indexOf(last));
    return [draft, new Set(out.flatMap(([keywords]) => keywords.split(" ")))];
  }),
]);

/** The keywords of other drafts that one doesn't have: they say nothing in it. Without a `$schema` there are none. */
export function keywordsForeignTo(draft: Draft): ReadonlySet<string> {
  return foreign.get(draft)!;
}

/** A draft as a sentence names it. */
export function nameOf(draft: Draft): string {
  return draft.replace(/^draft-0/, "draft ");
}
