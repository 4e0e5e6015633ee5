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
  /** Pointer of the schema that reports name: its own, or that of the schema whose `enum` or `const` it stands for. */
  readonly owner: string;
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
    const owner = isVirtual(parent) ? parent.owner : undefined;
    return this.#place(pointer, asSchema(value, pointer), parent.resource, owner);
  }

  /** A schema that isn't in the document but stands for a part of one that is, such as a value of its `enum`. */
  virtual(owner: Place, name: string, schema: JsonSchema): Place {
    const pointer = `${owner.pointer}/${name}`;
    return this.#places.get(pointer) ?? this.#place(pointer, schema, owner.resource, owner.owner);
  }

  /**
   * The place that a `$ref` at `from` leads to.
   * @throws {SchemaError} `reference`
   */
  resolve(from: Place, reference: string): Place {
    if (reference === "#" || reference.startsWith("#/")) {
      // Many schemas give subschemas an identifier and go on to refer to the document's root, as if they hadn't.
      const local = this.#tryWalk(from.resource, reference) ?? this.#tryWalk("", reference);
      return local ?? this.#walk(from, reference, from.resource, reference);
    }
    const targets = this.#index();
    const base = this.#bases.get(from.resource) ?? noBase;
    let url: URL;
    try {
      url = new URL(reference, base);
    } catch {
      throw unresolved(from, reference, "it isn't a URI reference");
    }
    const fragment = url.hash;
    const anchored = targets.get(url.href);
    if (anchored !== undefined) return this.#walk(from, reference, anchored, "#");
    url.hash = "";
    const resource = targets.get(url.href.replace(/#$/, ""));
    if (resource === undefined || (fragment && !fragment.startsWith("#/"))) {
      throw unresolved(from, reference, "nothing in this document has that name, and other documents aren't fetched");
    }
    return this.#walk(from, reference, resource, fragment || "#");
  }

  #tryWalk(resource: string, fragment: string): Place | undefined {
    try {
      return this.#walk(this.root, "", resource, fragment);
    } catch (error) {
      if (error instanceof SchemaError && error.code === "reference") return undefined;
      throw error;
    }
  }

  #walk(from: Place, reference: string, resource: string, fragment: string): Place {
    let decoded: string;
    try {
      decoded = decodeURIComponent(fragment.slice(1));
    } catch {
      throw unresolved(from, reference, "its escapes are no UTF-8");
    }
    const pointer = resource + decoded;
    const known = this.#places.get(pointer);
    if (known) return known;
    let value: unknown = this.root.schema;
    let home = "";
    let here = "";
    for (const step of pointerSteps(pointer)) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
        throw unresolved(from, reference, `there is no \`${step}\` at \`${here || "#"}\``);
      }
      value = (value as Record<string, unknown>)[step];
      here += `/${escapePointer(step)}`;
      if (identifierOf(value) !== undefined) home = here;
    }
    const canonical = this.#places.get(here);
    return canonical ?? this.#place(here, asSchema(value, here), home, undefined);
  }

  #place(pointer: string, schema: JsonSchema, resource: string, owner: string | undefined): Place {
    if (this.#places.size >= maxPlaces) {
      throw new SchemaError("too-large", `The schema has more than ${maxPlaces} subschemas.`, { path: pointer });
    }
    if (pointer.length > maxPointer) {
      throw new SchemaError("too-deep", `Subschemas nest too deep: a path is longer than ${maxPointer} characters.`, {
        path: `${pointer.slice(0, 80)}…`,
      });
    }
    const home = identifierOf(schema) === undefined ? resource : pointer;
    const place: Place = { id: this.#places.size, pointer, schema, resource: home, owner: owner ?? pointer };
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

/** Does this place stand for a literal rather than for a schema in the document? */
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

function unresolved(from: Place, reference: string, reason: string): SchemaError {
  return new SchemaError(
    "reference",
    `$ref \`${reference}\` can't be followed: ${reason}. Put the schema it means under $defs.`,
    { path: `${from.pointer}/$ref`, keyword: "$ref" },
  );
}
