/**
 * Dynamic references (2020-12 §8.2.3.2, 2019-09 §8.2.4.2.1): where they lead depends on the resources that were entered on
 * the way to them. There are only so many ways that make a difference, so for each a copy is made in which all references
 * are plain.
 */

import { dialectOf, metaSchemasOf } from "./dialect.ts";
import { type Place, SchemaDocument } from "./document.ts";
import { keywordsForeignTo } from "./draft.ts";
import { SchemaError } from "./error.ts";
import { recursiveAnchor } from "./identifiers.ts";
import type { JsonSchema } from "./json-schema.ts";
import { subschemaSteps } from "./subschemas.ts";

/** Copies that are made at most, and levels of one. */
const maxCopies = 10_000;
const maxDepth = 500;

/** Dynamic anchors that have been met, each with the pointer it means: that of the resource that was entered first. */
type Scope = ReadonlyMap<string, string>;

/** Keywords that name places, or hold what is only referred to: there is no need for them any more. */
const names: ReadonlySet<string> = new Set(
  "$id id $anchor $dynamicAnchor $recursiveAnchor $defs definitions $ref $dynamicRef $recursiveRef".split(" "),
);

/**
 * The same schema without dynamic references, if it has some and consists of several resources: all references are
 * pointers then, into `$defs`, whose keys are the pointers of what is copied. Otherwise the schema as it is.
 * @throws {SchemaError} `too-large` for more than 10,000 copies, `too-deep` for more than 500 levels
 */
export function settleDynamic(schema: JsonSchema): JsonSchema {
  const foreign = keywordsForeignTo(dialectOf(schema).draft);
  const dynamic = ["$dynamicRef", "$recursiveRef"].filter((keyword) => !foreign.has(keyword));
  if (dynamic.length === 0 || !mentions(schema, dynamic, 0)) return schema;
  const document = new SchemaDocument(schema);
  return document.resources > 1 ? withMetaSchemas(new Copier(document).run(), schema) : schema;
}

/** What is only referred to isn't in the copy; by what a schema is read must be. */
function withMetaSchemas(copy: JsonSchema, original: JsonSchema): JsonSchema {
  const metas = metaSchemasOf(original);
  if (typeof copy === "boolean" || metas.length === 0) return copy;
  const $defs = Object.fromEntries(metas.map((meta) => [String(meta.$id), meta]));
  return { ...copy, $defs: { ...(copy.$defs as object), ...$defs } };
}

/** Is one of the keywords anywhere? What is too deep for that is too deep for all. */
function mentions(value: unknown, keywords: readonly string[], depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > maxDepth) return false;
  if (Array.isArray(value)) return value.some((item) => mentions(item, keywords, depth + 1));
  for (const key in value) {
    if (keywords.includes(key)) return true;
    if (mentions((value as Record<string, unknown>)[key], keywords, depth + 1)) return true;
  }
  return false;
}

class Copier {
  readonly #document: SchemaDocument;
  readonly #names = new Map<string, string>();
  readonly #todo: { readonly place: Place; readonly scope: Scope; readonly name: string }[] = [];

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  run(): JsonSchema {
    const { root } = this.#document;
    const scope = this.#enter(new Map(), root);
    this.#names.set(keyOf(root, scope), "");
    const whole = this.#copy(root, scope, 0);
    if (typeof whole === "boolean") return whole;
    const $defs: Record<string, JsonSchema> = {};
    // More is added while copies are made.
    for (const { place, scope, name } of this.#todo) $defs[name] = this.#copy(place, scope, 0);
    return this.#todo.length === 0 ? whole : { ...whole, $defs };
  }

  #copy(place: Place, scope: Scope, depth: number): JsonSchema {
    const { schema, pointer } = place;
    if (typeof schema === "boolean") return schema;
    if (depth > maxDepth)
      throw new SchemaError("too-deep", `More than ${maxDepth} levels at ${pointer}.`, { path: pointer });
    const copy: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (names.has(keyword)) continue;
      const steps = subschemaSteps(keyword, value);
      copy[keyword] = steps.length > 0 && typeof value === "object" ? emptied(value) : value;
      for (const [, step] of steps) {
        const child =
          step === undefined ? this.#document.child(place, keyword) : this.#document.child(place, keyword, step);
        const part = this.#copy(child, this.#enter(scope, child), depth + 1);
        if (step === undefined) copy[keyword] = part;
        else setOwn(copy[keyword] as object, step, part);
      }
    }
    // What says nothing is still reported.
    const original = this.#document.original(place) as Readonly<Record<string, unknown>>;
    for (const { keyword } of place.idle ?? []) if (!names.has(keyword)) copy[keyword] = original[keyword];
    const references = this.#references(place, scope, copy);
    if (references.length === 1) copy.$ref = references[0];
    else if (references.length > 1) {
      const all = Array.isArray(copy.allOf) ? copy.allOf : [];
      copy.allOf = [...all, ...references.map(($ref) => ({ $ref }))];
    }
    return copy;
  }

  /** The references of a schema, as plain ones; those that lead nowhere stay in the copy as they are. */
  #references(place: Place, scope: Scope, copy: Record<string, unknown>): string[] {
    const found: string[] = [];
    const schema = place.schema as Readonly<Record<string, unknown>>;
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (typeof reference !== "string") continue;
      const target = this.#document.resolve(place, reference);
      if (!("schema" in target)) copy[keyword] = reference;
      else
        found.push(
          this.#refer(keyword === "$ref" ? target : this.#outermost(keyword, reference, target, scope), scope),
        );
    }
    return found;
  }

  /** Where a dynamic reference leads that would lead to `first` if it were a plain one. */
  #outermost(keyword: string, reference: string, first: Place, scope: Scope): Place {
    const { $dynamicAnchor, $recursiveAnchor } = first.schema as Readonly<Record<string, unknown>>;
    const anchor = keyword === "$recursiveRef" ? recursiveAnchor : reference.slice(reference.indexOf("#") + 1);
    const isDynamic = keyword === "$recursiveRef" ? $recursiveAnchor === true : $dynamicAnchor === anchor;
    const pointer = isDynamic ? scope.get(anchor) : undefined;
    return (pointer === undefined ? undefined : this.#document.at(pointer)) ?? first;
  }

  #refer(place: Place, from: Scope): string {
    const scope = this.#enter(from, place);
    const key = keyOf(place, scope);
    let name = this.#names.get(key);
    if (name === undefined) {
      const count = this.#todo.length;
      if (count >= maxCopies) {
        const message = `Dynamic references make more than ${maxCopies} copies of schemas. Use plain references.`;
        throw new SchemaError("too-large", message, { path: place.pointer });
      }
      const taken = this.#todo.some((one) => one.place === place) || place.pointer === "";
      name = taken ? `${place.pointer}#${count}` : place.pointer;
      this.#names.set(key, name);
      this.#todo.push({ place, scope, name });
    }
    return name === "" ? "#" : `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
  }

  #enter(scope: Scope, { resource }: Place): Scope {
    let entered: Map<string, string> | undefined;
    for (const [anchor, pointer] of this.#document.dynamicAnchors(resource)) {
      if (!scope.has(anchor)) (entered ??= new Map(scope)).set(anchor, pointer);
    }
    return entered ?? scope;
  }
}

function keyOf(place: Place, scope: Scope): string {
  return JSON.stringify([place.id, ...[...scope].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What isn't a schema in a map or list of them stays: names in `dependencies`. */
function emptied(value: object | null): object {
  if (Array.isArray(value)) return [];
  const rest: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value ?? {})) if (Array.isArray(part)) setOwn(rest, name, part);
  return rest;
}

function setOwn(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
