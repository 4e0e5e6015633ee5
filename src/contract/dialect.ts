/** The dialects of JSON Schema, and how those that ajv doesn't read become ones it does. */
import {
  type Draft,
  isSilencedByReference,
  keywordsForeignTo,
  mapsOfSchemas,
  type Dialect as Read,
} from "../schema/index.ts";
import { canonical } from "./keywords.ts";
import { isContainer, isPlainObject, ownValue } from "./own.ts";

/** A dialect that ajv reads. Draft-06 is read as draft-07. */
export type Dialect = "draft-07" | "2019-09" | "2020-12";

/** Who reads which draft. Draft-04 is rewritten to draft-07. */
const readers: Readonly<Record<Draft, Dialect>> = {
  "draft-04": "draft-07",
  "draft-06": "draft-07",
  "draft-07": "draft-07",
  "2019-09": "2019-09",
  "2020-12": "2020-12",
  open: "2020-12",
};

/**
 * The dialect of ajv's for a schema, and the schema as that writes it. Changes the schema it is given.
 * @param read how the schema is read
 */
export function toDialect(
  schema: unknown,
  { draft, foreign }: Read,
): { readonly dialect: Dialect; readonly schema: unknown } {
  if (!isPlainObject(schema)) return { dialect: "2020-12", schema };
  const rewrite = rewriterOf(draft);
  const unknown = keywordsForeignTo(readers[draft]);
  const mistaken = [...foreign].filter((keyword) => !unknown.has(keyword) || dynamic.has(keyword));
  for (const node of nodesOf(schema)) {
    for (const keyword of mistaken) delete node[keyword];
    rewrite(node);
    dropEmptyTuple(node);
    // OpenAPI adds null to the types that are listed; without any it says nothing, and ajv refuses it.
    if (!("type" in node)) delete node.nullable;
    moveAwkwardNames(node, foreign);
    // Drafts before 2019 forbid a value twice; it means nothing.
    if (Array.isArray(node.enum))
      node.enum = [...new Map(node.enum.map((value) => [canonical(value), value])).values()];
    // A keyword of ajv alone: it would make the verdict a promise.
    delete node.$async;
  }
  delete schema.$schema;
  return { dialect: readers[draft], schema };
}

/** Is one of these keywords anywhere in a schema? */
export function uses(schema: unknown, ...keywords: readonly string[]): boolean {
  if (!isPlainObject(schema)) return false;
  for (const node of nodesOf(schema)) if (keywords.some((keyword) => keyword in node)) return true;
  return false;
}

/** Keywords that ajv reads in both drafts of which each has only some. */
const dynamic: ReadonlySet<string> = new Set("$dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor".split(" "));

/** What makes a schema of a draft one that its reader understands. */
function rewriterOf(draft: Draft): (node: Record<string, unknown>) => void {
  if (draft === "open") {
    return (node) => {
      renameId(node);
      joinExclusiveBounds(node);
      renameTuple(node);
    };
  }
  if (readers[draft] !== "draft-07") return () => {};
  if (draft !== "draft-04") return isolateReference;
  return (node) => {
    isolateReference(node);
    // Not a keyword of draft-04.
    if (typeof node.$id === "string") delete node.$id;
    renameId(node);
    joinExclusiveBounds(node);
  };
}

/** Up to draft-07, what stands beside a `$ref` constrains nothing. */
function isolateReference(node: Record<string, unknown>): void {
  if (typeof node.$ref !== "string") return;
  for (const key of Object.keys(node)) if (isSilencedByReference(key)) delete node[key];
}

/**
 * Every object in a schema that may be a schema itself, outermost first. Values under `enum`, `const`,
 * `default` and `examples` aren't, nor are maps of schemas: their keys are names, whatever keyword they look like.
 */
function* nodesOf(schema: Record<string, unknown>): Generator<Record<string, unknown>> {
  const stack: { node: unknown; map: boolean }[] = [{ node: schema, map: false }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, map } = top;
    if (isPlainObject(node) && !map) yield node;
    if (!isContainer(node)) continue;
    const names = map || Array.isArray(node);
    for (const key of Object.keys(node)) {
      const inner = (node as Record<string, unknown>)[key];
      if (!isContainer(inner) || (!names && isData(key))) continue;
      stack.push({ node: inner, map: !names && mapsOfSchemas.has(key) });
    }
  }
}

/** Keywords whose values are data, not schemas. */
function isData(keyword: string): boolean {
  return keyword === "enum" || keyword === "const" || keyword === "default" || keyword === "examples";
}

/** `id` is `$id` now; one that only repeats where it stands (`#/definitions/x`) names nothing. */
function renameId(node: Record<string, unknown>): void {
  const { id } = node;
  if (typeof id !== "string") return;
  delete node.id;
  if (!id.startsWith("#")) node.$id ??= id;
  else if (!id.startsWith("#/") && id !== "#") node.$anchor ??= id.slice(1);
}

/** Exclusive bounds were flags beside the bound. */
function joinExclusiveBounds(node: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof node[flag] !== "boolean") continue;
    if (node[flag] && typeof node[bound] === "number") {
      node[flag] = node[bound];
      delete node[bound];
    } else {
      delete node[flag];
    }
  }
}

/** A list under `items` is `prefixItems` now, and `additionalItems` is `items`. */
function renameTuple(node: Record<string, unknown>): void {
  if (!Array.isArray(node.items)) return;
  node.prefixItems ??= node.items;
  delete node.items;
  if (isPlainObject(node.additionalItems) || typeof node.additionalItems === "boolean")
    node.items = node.additionalItems;
  delete node.additionalItems;
}

/** A tuple of no items, which the schemas of schemas refuse: what is said of the items after it holds for all. */
function dropEmptyTuple(node: Record<string, unknown>): void {
  if (isEmptyList(node.prefixItems)) delete node.prefixItems;
  if (!isEmptyList(node.items)) return;
  delete node.items;
  if (node.additionalItems !== undefined) node.items = node.additionalItems;
  delete node.additionalItems;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Names that ajv can't take as keys of `properties`: it skips `__proto__`, and halves of surrogate pairs stop it. */
function isAwkward(name: string): boolean {
  return name === "__proto__" || halves.test(name);
}

const halves = /\p{Surrogate}/u;

/** Says what is said of awkward names in keywords that take any. */
function moveAwkwardNames(node: Record<string, unknown>, foreign: ReadonlySet<string>): void {
  if (typeof node.$ref === "string" && halves.test(node.$ref)) node.$ref = spelled(node.$ref, "%5C");
  for (const keyword of ["$defs", "definitions"]) renameKeys(node, keyword, (name) => spelled(name, "\\"));
  renameKeys(node, "patternProperties", (pattern) => spelled(pattern, "\\"));
  for (const [name, part] of takeAwkward(node, "properties")) {
    const patterns = isPlainObject(node.patternProperties) ? node.patternProperties : {};
    const pattern = patternOfName(name);
    const already = ownValue(patterns, pattern);
    node.patternProperties = { ...patterns, [pattern]: already === undefined ? part : { allOf: [already, part] } };
  }
  for (const keyword of ["dependentSchemas", "dependencies"]) {
    if (foreign.has(keyword)) continue;
    for (const [name, part] of takeAwkward(node, keyword)) {
      const rest = Array.isArray(node.allOf) ? node.allOf : [];
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      const rule = { if: { required: [name] }, then: Array.isArray(part) ? { required: part } : part };
      node.allOf = [...rest, rule];
    }
  }
}

/** The pattern of just one name. */
function patternOfName(name: string): string {
  return `^${spelled(name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "\\")}$`;
}

/** A name with halves of surrogate pairs spelled out (`\udc00`), which a pattern reads as what they stand for. */
function spelled(name: string, backslash: string): string {
  return name.replaceAll(/\p{Surrogate}/gu, (half) => `${backslash}u${half.charCodeAt(0).toString(16)}`);
}

function renameKeys(node: Record<string, unknown>, keyword: string, rename: (name: string) => string): void {
  const map = node[keyword];
  if (!isPlainObject(map) || !Object.keys(map).some((name) => halves.test(name))) return;
  node[keyword] = Object.fromEntries(Object.entries(map).map(([name, part]) => [rename(name), part]));
}

/** Removes the awkward names from a map, and returns what they had. */
function takeAwkward(node: Record<string, unknown>, keyword: string): [string, unknown][] {
  const map = node[keyword];
  if (!isPlainObject(map)) return [];
  const taken = Object.entries(map).filter(([name]) => isAwkward(name));
  for (const [name] of taken) Reflect.deleteProperty(map, name);
  return taken;
}
