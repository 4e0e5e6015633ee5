import { SchemaError } from "./error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { escapePointer, pointerSteps } from "./report.ts";

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
}

const maxPlaces = 200_000;
const maxPointer = 10_000;
/** Keywords whose values are data, not schemas: nothing in them is an anchor or an identifier. */
const dataKeywords = new Set(["enum", "const", "default", "examples", "example"]);
const noBase = "schema:///";

/** One schema document: hands out places, and follows references within it. */
export class SchemaDocument {
  readonly root: Place;
  readonly #places = new Map<string, Place>();
  /** Absolute URI (without fragment) → pointer of that resource; and URI with `#anchor` → pointer of the anchor. */
  #targets: Map<string, string> | undefined;
  #bases = new Map<string, string>();

  constructor(schema: JsonSchema) {
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
  resolve(from: Place, reference: string): Place | { failure: string } {
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
    let url: URL;
    try {
      url = new URL(reference, this.#bases.get(from.resource) ?? noBase);
    } catch {
      return { failure: `\`${reference}\` is no URI reference` };
    }
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

  /**
   * The place that a `$dynamicRef` or `$recursiveRef` leads to, if it can be only one: where the document is a single
   * resource, both are ordinary references.
   */
  resolveDynamic(from: Place, reference: string): Place | undefined {
    this.#index();
    if (this.#bases.size > 1) return undefined;
    const found = this.resolve(from, reference);
    return "schema" in found ? found : undefined;
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
    let value: unknown = this.root.schema;
    let home = "";
    let here = "";
    for (const step of pointerSteps(pointer)) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
        return { failure: `there is no \`${step}\` at ${here || "the root"}` };
      }
      value = (value as Record<string, unknown>)[step];
      here += `/${escapePointer(step)}`;
      if (identifierOf(value) !== undefined) home = here;
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
    const home = identifierOf(schema) === undefined ? resource : pointer;
    const { owner, standsFor } = origin ?? { owner: pointer, standsFor: undefined };
    const place: Place = { id: this.#places.size, pointer, schema, resource: home, owner, standsFor };
    this.#places.set(pointer, place);
    return place;
  }

  /** Finds every identifier and anchor. Only made when a reference needs it. */
  #index(): Map<string, string> {
    if (this.#targets) return this.#targets;
    const targets = new Map<string, string>();
    this.#targets = targets;
    const todo: { value: unknown; pointer: string; base: string }[] = [
      { value: this.root.schema, pointer: "", base: noBase },
    ];
    targets.set(noBase, "");
    for (const { value, pointer, base } of todo) {
      if (typeof value !== "object" || value === null || pointer.length > maxPointer) continue;
      if (todo.length > maxPlaces * 4) throw new SchemaError("too-large", "The schema is too large.", { path: "" });
      let own = base;
      if (!Array.isArray(value)) {
        const id = identifierOf(value);
        if (id !== undefined) own = absolute(id, base);
        if (id !== undefined || pointer === "") {
          this.#bases.set(pointer, own);
          targets.set(own, pointer);
        }
        for (const anchor of anchorsOf(value as Record<string, unknown>)) {
          const name = absolute(`#${anchor}`, own);
          if (!targets.has(name)) targets.set(name, pointer);
        }
      }
      for (const [key, part] of Object.entries(value)) {
        if (dataKeywords.has(key)) continue;
        todo.push({ value: part, pointer: `${pointer}/${escapePointer(key)}`, base: own });
      }
    }
    return targets;
  }
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
