import { type Draft, keywordsForeignTo } from "./draft.ts";
import { SchemaError } from "./error.ts";
import { escapePointer } from "./report.ts";
import { mapsOfSchemas } from "./subschemas.ts";

/** The most subschemas of a document, and the longest pointer to one. */
export const maxPlaces = 200_000;
export const maxPointer = 10_000;
/** Keywords whose values are data, not schemas: nothing in them is an anchor or an identifier. */
const dataKeywords = new Set(["enum", "const", "default", "examples", "example"]);
/** What identifiers are relative to where nothing says where the document is. */
export const noBase = "schema:///";

/** What schemas of a document are called. */
export interface Identifiers {
  /** Absolute URI (without fragment) → pointer of that resource; and URI with `#anchor` → pointer of the anchor. */
  readonly targets: ReadonlyMap<string, string>;
  /** Pointer of a resource → its URI. */
  readonly bases: ReadonlyMap<string, string>;
  /** Pointer of a resource → its dynamic anchors and their pointers. */
  readonly anchors: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** What is still to be indexed. */
interface Entry {
  readonly value: unknown;
  readonly pointer: string;
  readonly base: string;
  readonly resource: string;
  /** Its keys are names, not keywords. */
  readonly named: boolean;
}

/** The name under which `$recursiveAnchor` is kept; no anchor can be called so. */
export const recursiveAnchor = "#";

/**
 * Finds every identifier and anchor of a document.
 * @param draft what its schemas may be called by
 * @param standsAlone whether a schema is nothing but its `$ref`
 * @throws {SchemaError} `too-large`
 */
export function identifiersIn(whole: unknown, draft: Draft, standsAlone: (schema: unknown) => boolean): Identifiers {
  const targets = new Map<string, string>();
  const bases = new Map<string, string>();
  const anchors = new Map<string, Map<string, string>>();
  const todo: Entry[] = [{ value: whole, pointer: "", base: noBase, resource: "", named: false }];
  targets.set(noBase, "");
  for (const { value, pointer, base, resource, named } of todo) {
    if (typeof value !== "object" || value === null || pointer.length > maxPointer) continue;
    if (todo.length > maxPlaces * 4) throw new SchemaError("too-large", "The schema is too large.", { path: "" });
    let own = { base, resource };
    if (!Array.isArray(value) && !named) {
      const id = standsAlone(value) ? undefined : identifierOf(value, draft);
      if (id !== undefined) own = { base: absolute(id, base), resource: pointer };
      if (id !== undefined || pointer === "") {
        bases.set(pointer, own.base);
        targets.set(own.base, pointer);
      }
      if (!standsAlone(value)) addAnchors({ targets, anchors }, namesIn(value, draft), pointer, own);
    }
    for (const [key, part] of Object.entries(value)) {
      if (!named && dataKeywords.has(key)) continue;
      const names = !named && !Array.isArray(value) && mapsOfSchemas.has(key);
      todo.push({ value: part, pointer: `${pointer}/${escapePointer(key)}`, ...own, named: names });
    }
  }
  return { targets, bases, anchors };
}

function addAnchors(
  { targets, anchors }: { targets: Map<string, string>; anchors: Map<string, Map<string, string>> },
  value: Record<string, unknown>,
  pointer: string,
  { base, resource }: Pick<Entry, "base" | "resource">,
): void {
  for (const anchor of anchorsOf(value)) {
    const name = absolute(`#${anchor}`, base);
    if (!targets.has(name)) targets.set(name, pointer);
  }
  // A resource has at most one `$recursiveAnchor` (2019-09), at its root.
  const dynamic = value.$recursiveAnchor === true ? recursiveAnchor : value.$dynamicAnchor;
  if (typeof dynamic !== "string") return;
  const known = anchors.get(resource) ?? new Map<string, string>();
  if (!known.has(dynamic)) anchors.set(resource, known.set(dynamic, pointer));
}

const naming = ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"] as const;

/** What a schema is called by, by the keywords that a draft has for it. */
function namesIn(schema: object, draft: Draft): Partial<Record<(typeof naming)[number], unknown>> {
  const foreign = keywordsForeignTo(draft);
  const names: Record<string, unknown> = {};
  for (const keyword of naming) {
    if (Object.hasOwn(schema, keyword) && !foreign.has(keyword))
      names[keyword] = (schema as Record<string, unknown>)[keyword];
  }
  return names;
}

/** A schema's own identifier in a draft, without an empty fragment. A bare `#name` is an anchor. */
export function identifierOf(value: unknown, draft: Draft): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const foreign = keywordsForeignTo(draft);
  const $id = foreign.has("$id") ? undefined : (value as Record<string, unknown>).$id;
  const id = foreign.has("id") ? undefined : (value as Record<string, unknown>).id;
  const given = typeof $id === "string" ? $id : typeof id === "string" ? id : undefined;
  if (given === undefined || given.startsWith("#")) return undefined;
  return given.replace(/#$/, "");
}

function anchorsOf(value: Record<string, unknown>): string[] {
  const names = [value.$anchor, value.$dynamicAnchor];
  for (const id of [value.$id, value.id]) if (typeof id === "string" && id.startsWith("#")) names.push(id.slice(1));
  return names.filter((name): name is string => typeof name === "string" && name !== "");
}

function absolute(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}
