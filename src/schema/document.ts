import { referencesStandAlone } from "./draft.ts";
import { SchemaError } from "./error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { escapePointer, pointerSteps } from "./report.ts";
import { mapsOfSchemas } from "./subschemas.ts";

/** A subschema and where it stands. One object per place, so places can be compared by identity. */
export interface Place {
  /** Numbered in order of discovery. */
  readonly id: number;
  /** JSON pointer from the root of the document. */
  readonly pointer: string;
  readonly schema: JsonSchema;
  /** Pointer of the nearest enclosing schema with an `$id`, the root of what `#…` references mean here. */
  readonly resource: string;
  /** Pointer of the schema that reports name: its own, or that of the schema of whose keyword it stands for a part. */
  readonly owner: string;
  /** For a place that stands for a part of its owner's keyword: that keyword. */
  readonly standsFor: string | undefined;
  /** Keywords that the schema has beside a `$ref` in a draft where that stands alone; they aren't in `schema`. */
  readonly idle?: readonly string[];
}

const maxPlaces = 200_000;
const maxPointer = 10_000;
/** Keywords whose values are data, not schemas: nothing in them is an anchor or an identifier. */
const dataKeywords = new Set(["enum", "const", "default", "examples", "example"]);
const noBase = "schema:///";
/** What may stand beside a `$ref` in any draft: schemas to refer to, and annotations. */
const besideReference: ReadonlySet<string> = new Set(
  "$ref $schema $defs definitions title description default examples $comment".split(" "),
);

/** One schema document: hands out places, and follows references within it. */
export class SchemaDocument {
  readonly root: Place;
  readonly #whole: JsonSchema;
  /** Whether a `$ref` stands alone. */
  readonly #alone: boolean;
  readonly #places = new Map<string, Place>();
  /** Absolute URI (without fragment) → pointer of that resource; and URI with `#anchor` → pointer of the anchor. */
  #targets: Map<string, string> | undefined;
  readonly #bases = new Map<string, string>();
  /** Pointer of a resource → its dynamic anchors and their pointers. */
  readonly #anchors = new Map<string, Map<string, string>>();

  constructor(schema: JsonSchema) {
    this.#whole = schema;
    this.#alone = referencesStandAlone(schema);
    this.root = this.#place("", asSchema(schema, ""), "", undefined);
  }

  /** The subschema at these steps below a place. @throws {SchemaError} `invalid` if it is no schema there */
  child(parent: Place, ...steps: (string | number)[]): Place {
    let value: unknown = parent.schema;
    let pointer = parent.pointer;
    for (const step of steps) {
      value = (value as Record<string, unknown>)[step];
      pointer += `/${escapePointer(String(step))}`;
    }
    const known = this.#places.get(pointer);
    // A copy of the parent may leave open what the document says there.
    if (known && value === true && known.schema !== true) return { ...known, schema: true };
    if (known) return known;
    return this.#place(pointer, asSchema(value, pointer), parent.resource, isVirtual(parent) ? parent : undefined);
  }

  /**
   * A schema that isn't in the document but stands for a part of a keyword in it, such as a value of an `enum`.
   * @param part tells it from others of the same base
   * @param base the owner's pointer; or the pointer of the owner's own owner, so that a recursion comes back to itself
   */
  virtual(owner: Place, keyword: string, part: string, schema: JsonSchema, base = owner.pointer): Place {
    const pointer = `${base}/${keyword}#${part}`;
    const known = this.#places.get(pointer);
    if (known) return known;
    const origin = isVirtual(owner) ? owner : { owner: owner.pointer, standsFor: keyword };
    return this.#place(pointer, schema, owner.resource, origin);
  }

  /** The place that a `$ref` at `from` leads to, or why it leads nowhere. */
  resolve(from: Pick<Place, "resource">, reference: string): Place | { failure: string } {
    if (reference === "#" || reference.startsWith("#/")) {
      const found = this.#walk(from.resource, reference);
      // Many schemas give subschemas an identifier and go on to refer to the document's root, as if they hadn't.
      if (!("schema" in found) && from.resource !== "") {
        const fromRoot = this.#walk("", reference);
        if ("schema" in fromRoot) return fromRoot;
      }
      return found;
    }
    const targets = this.#index();
    const url = this.uri(from, reference);
    if (!url) return { failure: `\`${reference}\` is no URI reference` };
    const fragment = url.hash;
    const anchored = targets.get(url.href);
    if (anchored !== undefined) return this.#walk(anchored, "#");
    url.hash = "";
    const resource = targets.get(url.href.replace(/#$/, ""));
    if (resource === undefined || (fragment && !fragment.startsWith("#/"))) {
      return { failure: `nothing in this document is called \`${reference}\`, and other documents aren't fetched` };
    }
    return this.#walk(resource, fragment || "#");
  }

  /** What a reference at `from` names, in full; its scheme is `schema:` where nothing says where the document is. */
  uri(from: Pick<Place, "resource">, reference: string): URL | undefined {
    this.#index();
    try {
      return new URL(reference, this.#bases.get(from.resource) ?? noBase);
    } catch {
      return undefined;
    }
  }

  /** Number of resources: schemas with an identifier, and the document itself. */
  get resources(): number {
    this.#index();
    return this.#bases.size;
  }

  /** The dynamic anchors of a resource, with the pointers of the schemas that have them. */
  dynamicAnchors(resource: string): ReadonlyMap<string, string> {
    this.#index();
    return this.#anchors.get(resource) ?? new Map();
  }

  /** The subschema at a pointer, if there is one. */
  at(pointer: string): Place | undefined {
    const found = this.#walk("", `#${pointer.split("/").map(encodeURIComponent).join("/")}`);
    return "schema" in found ? found : undefined;
  }

  /** The object of a place in the document itself: where a `$ref` stands alone, the place has a copy without the rest. */
  original({ schema, idle, pointer }: Place): JsonSchema {
    if (!idle) return schema;
    const step = (value: unknown, name: string): unknown => (value as Record<string, unknown>)[name];
    return pointerSteps(pointer).reduce(step, this.#whole) as JsonSchema;
  }

  #walk(resource: string, fragment: string): Place | { failure: string } {
    let decoded: string;
    try {
      decoded = decodeURIComponent(fragment.slice(1));
    } catch {
      return { failure: `the escapes in \`${fragment}\` are no UTF-8` };
    }
    const pointer = resource + decoded;
    const known = this.#places.get(pointer);
    if (known) return known;
    let value: unknown = this.#whole;
    let home = "";
    let here = "";
    for (const step of pointerSteps(pointer)) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
        return { failure: `there is no \`${step}\` at ${here || "the root"}` };
      }
      value = (value as Record<string, unknown>)[step];
      here += `/${escapePointer(step)}`;
      if (this.#identifierOf(value) !== undefined) home = here;
    }
    return this.#places.get(here) ?? this.#place(here, asSchema(value, here), home, undefined);
  }

  #place(
    pointer: string,
    schema: JsonSchema,
    resource: string,
    origin: Pick<Place, "owner" | "standsFor"> | undefined,
  ): Place {
    if (this.#places.size >= maxPlaces) {
      throw new SchemaError("too-large", `The schema has more than ${maxPlaces} subschemas.`, { path: pointer });
    }
    if (pointer.length > maxPointer) {
      throw new SchemaError("too-deep", `Subschemas nest too deep: a path is longer than ${maxPointer} characters.`, {
        path: `${pointer.slice(0, 80)}…`,
      });
    }
    const home = this.#identifierOf(schema) === undefined ? resource : pointer;
    const { owner, standsFor } = origin ?? { owner: pointer, standsFor: undefined };
    const common = { id: this.#places.size, pointer, resource: home, owner, standsFor };
    const place: Place = this.#standsAlone(schema) ? { ...common, ...withoutSiblings(schema) } : { ...common, schema };
    this.#places.set(pointer, place);
    return place;
  }

  /** Finds every identifier and anchor. Only made when a reference needs it. */
  #index(): Map<string, string> {
    if (this.#targets) return this.#targets;
    const targets = new Map<string, string>();
    this.#targets = targets;
    const todo: Entry[] = [{ value: this.#whole, pointer: "", base: noBase, resource: "", named: false }];
    targets.set(noBase, "");
    for (const { value, pointer, base, resource, named } of todo) {
      if (typeof value !== "object" || value === null || pointer.length > maxPointer) continue;
      if (todo.length > maxPlaces * 4) throw new SchemaError("too-large", "The schema is too large.", { path: "" });
      let own = { base, resource };
      if (!Array.isArray(value) && !named) {
        const id = this.#identifierOf(value);
        if (id !== undefined) own = { base: absolute(id, base), resource: pointer };
        if (id !== undefined || pointer === "") {
          this.#bases.set(pointer, own.base);
          targets.set(own.base, pointer);
        }
        if (!this.#standsAlone(value)) this.#indexAnchors(targets, value as Record<string, unknown>, pointer, own);
      }
      for (const [key, part] of Object.entries(value)) {
        if (!named && dataKeywords.has(key)) continue;
        const names = !named && !Array.isArray(value) && mapsOfSchemas.has(key);
        todo.push({ value: part, pointer: `${pointer}/${escapePointer(key)}`, ...own, named: names });
      }
    }
    return targets;
  }

  #indexAnchors(
    targets: Map<string, string>,
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
    const known = this.#anchors.get(resource) ?? new Map<string, string>();
    if (!known.has(dynamic)) this.#anchors.set(resource, known.set(dynamic, pointer));
  }

  #standsAlone(value: unknown): value is Record<string, unknown> {
    return this.#alone && typeof value === "object" && value !== null && typeof ownRef(value) === "string";
  }

  #identifierOf(value: unknown): string | undefined {
    return this.#standsAlone(value) ? undefined : identifierOf(value);
  }
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

function ownRef(value: object): unknown {
  return Object.hasOwn(value, "$ref") ? (value as { $ref: unknown }).$ref : undefined;
}

/** A schema without what a `$ref` in it makes idle, and the names of that. */
export function withoutSiblings(schema: Readonly<Record<string, unknown>>): {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly idle: readonly string[];
} {
  const kept = Object.entries(schema).filter(([key]) => besideReference.has(key));
  const idle = Object.keys(schema).filter((key) => !besideReference.has(key));
  return { schema: Object.fromEntries(kept), idle };
}

/** Does this place stand for a part of a keyword rather than for a schema in the document? */
export function isVirtual(place: Place): boolean {
  return place.owner !== place.pointer;
}

/** A schema's own identifier, without an empty fragment; draft-4 `id` included. A bare `#name` is an anchor. */
function identifierOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { $id, id } = value as Record<string, unknown>;
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

function asSchema(value: unknown, pointer: string): JsonSchema {
  if (typeof value === "boolean") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonSchema;
  throw new SchemaError("invalid", `At ${pointer || "the root"} there must be a schema: an object or a boolean.`, {
    path: pointer,
  });
}
