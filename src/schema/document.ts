import { Contents, unlike } from "./contents.ts";
import { type Dialect, dialectOf, isSilencedByReference } from "./dialect.ts";
import { type Draft, referencesStandAlone } from "./draft.ts";
import { SchemaError } from "./error.ts";
import { type Identifiers, identifierOf, identifiersIn, maxPlaces, maxPointer, noBase } from "./identifiers.ts";
import type { JsonSchema } from "./json-schema.ts";
import { escapePointer, pointerSteps } from "./report.ts";
import { type Held, held } from "./subschemas.ts";

/**
 * A subschema and where it stands. One object per place, so places can be compared by identity; in a document that shares,
 * one for all the places whose schemas demand the same.
 */
export interface Place {
  /** Numbered in order of discovery. */
  readonly id: number;
  /** JSON pointer from the root of the document. Where places are shared, the first that was met. */
  readonly pointer: string;
  readonly schema: JsonSchema;
  /** Pointer of the nearest enclosing schema with an `$id`, the root of what `#…` references mean here. */
  readonly resource: string;
  /** Pointer of the schema that reports name: its own, or that of the schema of whose keyword it stands for a part. */
  readonly owner: string;
  /** For a place that stands for a part of its owner's keyword: that keyword. */
  readonly standsFor: string | undefined;
  /**
   * For a place that stands for a part of a keyword but speaks of a part of the value, such as a property's: the place
   * above it that speaks of the whole, as its owner does.
   */
  readonly inPart: Place | undefined;
  /**
   * Keywords that the schema has and that say nothing: those of other drafts, and those beside a `$ref` in a draft where that
   * stands alone. They aren't in `schema`.
   */
  readonly idle: readonly Idle[] | undefined;
}

/** A keyword that says nothing where it stands, and why. */
export interface Idle {
  readonly keyword: string;
  readonly reason: string;
}

/** Keywords whose schemas speak of the same value as the schema they're in. */
export const combining: ReadonlySet<string> = new Set(
  "not allOf anyOf oneOf if then else dependentSchemas dependencies".split(" "),
);

/** One schema document: hands out places, and follows references within it. */
export class SchemaDocument {
  readonly root: Place;
  readonly #whole: JsonSchema;
  /** The draft that all of it is read by. */
  readonly draft: Draft;
  /** Whether a `$ref` stands alone. */
  readonly #alone: boolean;
  readonly #dialect: Dialect;
  readonly #places = new Map<string, Place>();
  #identifiers: Identifiers | undefined;

  /** Place → keyword → the place of its schema, or a map of places by name or index. */
  readonly #children = new Map<Place, Map<string, Place | Map<string | number, Place>>>();
  /** Where references lead, by the resource they're in. */
  readonly #resolved = new Map<string, Map<string, Place | { failure: string }>>();
  /** If places are shared: what schemas demand; and the places of those demands, by what else makes a difference. */
  readonly #contents: Contents | undefined;
  readonly #shared = new Map<string, Map<number, Place>>();

  /** @param shares whether schemas that demand the same have one place, wherever they stand */
  constructor(schema: JsonSchema, shares = false) {
    this.#whole = schema;
    this.#dialect = dialectOf(schema);
    this.draft = this.#dialect.draft;
    this.#alone = referencesStandAlone(this.draft);
    this.#contents = shares ? new Contents(this.#alone) : undefined;
    this.root = this.#place("", asSchema(schema, ""), "", undefined);
  }

  /**
   * The subschema that a keyword of a place holds, alone or under a name or an index.
   * @throws {SchemaError} `invalid` if it is no schema there
   */
  child(parent: Place, keyword: string, step?: string | number): Place {
    let own = this.#children.get(parent);
    if (!own) this.#children.set(parent, (own = new Map()));
    let known = own.get(keyword);
    if (step === undefined) {
      if (!known) own.set(keyword, (known = this.#below(parent, keyword)));
      return known as Place;
    }
    if (!known) own.set(keyword, (known = new Map()));
    const named = known as Map<string | number, Place>;
    let place = named.get(step);
    if (!place) named.set(step, (place = this.#below(parent, keyword, step)));
    return place;
  }

  #below(parent: Place, keyword: string, step?: string | number): Place {
    const pointer = below(parent.pointer, keyword, step);
    const known = this.#places.get(pointer);
    const value = within(parent.schema, keyword, step);
    // A copy of the parent may leave open what the document says there.
    if (known && value === true && known.schema !== true) return { ...known, schema: true };
    if (known) return known;
    const { owner, standsFor, inPart = combining.has(keyword) ? undefined : parent } = parent;
    const origin = isVirtual(parent) ? { owner, standsFor, inPart } : undefined;
    return this.#place(pointer, asSchema(value, pointer), parent.resource, origin);
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
    const origin = isVirtual(owner) ? owner : { owner: owner.pointer, standsFor: keyword, inPart: undefined };
    return this.#place(pointer, schema, owner.resource, origin);
  }

  /** The place that a `$ref` at `from` leads to, or why it leads nowhere. */
  resolve(from: Pick<Place, "resource">, reference: string): Place | { failure: string } {
    let known = this.#resolved.get(from.resource);
    if (!known) this.#resolved.set(from.resource, (known = new Map()));
    let target = known.get(reference);
    if (!target) known.set(reference, (target = this.#resolve(from, reference)));
    return target;
  }

  #resolve(from: Pick<Place, "resource">, reference: string): Place | { failure: string } {
    if (reference === "#" || reference.startsWith("#/")) {
      const found = this.#walk(from.resource, reference);
      // Many schemas give subschemas an identifier and go on to refer to the document's root, as if they hadn't.
      if (!("schema" in found) && from.resource !== "") {
        const fromRoot = this.#walk("", reference);
        if ("schema" in fromRoot) return fromRoot;
      }
      return found;
    }
    const { targets } = this.#index();
    const url = this.uri(from, reference);
    if (!url) return { failure: `\`${reference}\` is no URI reference` };
    const fragment = url.hash;
    const anchored = targets.get(url.href);
    if (anchored !== undefined) return this.#walk(anchored, "#");
    url.hash = "";
    const resource = targets.get(url.href.replace(/#$/, ""));
    if (resource === undefined || (fragment && !fragment.startsWith("#/"))) {
      return { failure: `nothing in this document is called \`${reference}\`, ${adviceFor(url)}` };
    }
    return this.#walk(resource, fragment || "#");
  }

  /** What a reference at `from` names, in full; its scheme is `schema:` where nothing says where the document is. */
  uri(from: Pick<Place, "resource">, reference: string): URL | undefined {
    const { bases } = this.#index();
    try {
      return new URL(reference, bases.get(from.resource) ?? noBase);
    } catch {
      return undefined;
    }
  }

  /** Number of resources: schemas with an identifier, and the document itself. */
  get resources(): number {
    return this.#index().bases.size;
  }

  /** The dynamic anchors of a resource, with the pointers of the schemas that have them. */
  dynamicAnchors(resource: string): ReadonlyMap<string, string> {
    return this.#index().anchors.get(resource) ?? new Map();
  }

  /** The subschema at a pointer, if there is one. */
  at(pointer: string): Place | undefined {
    const found = this.#follow(pointer);
    return "schema" in found ? found : undefined;
  }

  /** The object of a place in the document itself: where keywords are idle, the place has a copy without them. */
  original({ schema, idle, pointer }: Place): JsonSchema {
    return idle ? this.#valueAt(pointer) : schema;
  }

  #walk(resource: string, fragment: string): Place | { failure: string } {
    let decoded: string;
    try {
      decoded = decodeURIComponent(fragment.slice(1));
    } catch {
      return { failure: `the escapes in \`${fragment}\` are no UTF-8` };
    }
    if (/~(?![01])/.test(decoded)) {
      return { failure: `\`${fragment}\` is no JSON pointer: a \`~\` in one is followed by 0 or 1 (RFC 6901)` };
    }
    return this.#follow(resource + decoded);
  }

  #follow(pointer: string): Place | { failure: string } {
    const known = this.#places.get(pointer);
    if (known) return known;
    let value: unknown = this.#whole;
    let home = "";
    let here = "";
    /** What the value is, as far as keywords say. */
    let kind: Held | "unknown" = "schema";
    for (const step of pointerSteps(pointer)) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
        return { failure: `there is no \`${step}\` at ${here || "the root"}` };
      }
      if (kind === "schema" && this.#dialect.foreign.has(step)) {
        return { failure: `\`${step}\` at ${here || "the root"} is not a keyword of ${this.#dialect.name}` };
      }
      if (kind === "schema" && this.standsAlone(value) && isSilencedByReference(step)) {
        return {
          failure: `\`${step}\` at ${here || "the root"} says nothing beside a \`$ref\` in ${this.#dialect.name}`,
        };
      }
      value = (value as Record<string, unknown>)[step];
      kind = kind === "schema" ? held(step, value) : kind === "list" || kind === "map" ? "schema" : "unknown";
      here += `/${escapePointer(step)}`;
      if (this.#identifierOf(value) !== undefined) home = here;
    }
    return this.#places.get(here) ?? this.#place(here, asSchema(value, here), home, undefined);
  }

  #place(
    pointer: string,
    schema: JsonSchema,
    resource: string,
    origin: Pick<Place, "owner" | "standsFor" | "inPart"> | undefined,
  ): Place {
    if (this.#places.size >= maxPlaces) {
      throw tooLarge(pointer);
    }
    if (pointer.length > maxPointer) {
      throw new SchemaError(
        "too-deep",
        `A path is longer than ${maxPointer} characters: subschemas nest too deep, or names are too long.`,
        {
          path: `${pointer.slice(0, 80)}…`,
        },
      );
    }
    const likes = this.#likes(schema, resource, origin);
    const like = likes?.places.get(likes.number);
    if (like) {
      this.#places.set(pointer, like);
      return like;
    }
    const home = this.#identifierOf(schema) === undefined ? resource : pointer;
    const { owner, standsFor, inPart } = origin ?? { owner: pointer, standsFor: undefined, inPart: undefined };
    const heard = this.heard(schema);
    const place: Place = {
      id: this.#places.size,
      pointer,
      schema: heard.schema,
      resource: home,
      owner,
      standsFor,
      inPart,
      idle: heard.idle,
    };
    this.#places.set(pointer, place);
    likes?.places.set(likes.number, place);
    return place;
  }

  /** Whether a keyword says nothing in this dialect, in a schema that is nothing but its `$ref` or isn't. */
  isIdle(keyword: string, alone: boolean): boolean {
    return this.#dialect.foreign.has(keyword) || (alone && isSilencedByReference(keyword));
  }

  /** Whether a schema has an identifier. */
  isResource(schema: JsonSchema): boolean {
    return this.#identifierOf(schema) !== undefined;
  }

  /** A schema with the keywords that say something in this draft; and the others. */
  heard(schema: JsonSchema): Pick<Place, "schema" | "idle"> {
    if (typeof schema === "boolean") return { schema, idle: undefined };
    const alone = this.standsAlone(schema);
    let idle: Idle[] | undefined;
    for (const keyword in schema) {
      if (!this.isIdle(keyword, alone)) continue;
      const reason = this.#dialect.foreign.has(keyword)
        ? `not a keyword of ${this.#dialect.name}`
        : "beside `$ref`, which stands alone in this draft";
      (idle ??= []).push({ keyword, reason });
    }
    return idle ? { schema: without(schema, idle), idle } : { schema, idle };
  }

  /** The places that one may be shared with, and the number it has among them. */
  #likes(
    schema: JsonSchema,
    resource: string,
    origin: Pick<Place, "owner" | "standsFor" | "inPart"> | undefined,
  ): { places: Map<number, Place>; number: number } | undefined {
    if (!this.#contents || typeof schema === "boolean") return undefined;
    const number = this.#contents.numberOf(schema);
    if (number === unlike) return undefined;
    // References must mean the same, and what a part of a keyword can't hold is said of that keyword.
    const key = origin ? `${origin.owner} ${origin.standsFor} ${origin.inPart?.id} ${resource}` : resource;
    let places = this.#shared.get(key);
    if (!places) this.#shared.set(key, (places = new Map()));
    return { places, number };
  }

  #valueAt(pointer: string): JsonSchema {
    const step = (value: unknown, name: string): unknown => (value as Record<string, unknown>)[name];
    return pointerSteps(pointer).reduce(step, this.#whole) as JsonSchema;
  }

  /** Only made when a reference needs it. */
  #index(): Identifiers {
    this.#identifiers ??= identifiersIn(this.#whole, this.draft, (value) => this.standsAlone(value));
    return this.#identifiers;
  }

  /** Whether a schema is nothing but its `$ref`. */
  standsAlone(value: unknown): value is Record<string, unknown> {
    return this.#alone && typeof value === "object" && value !== null && typeof ownRef(value) === "string";
  }

  #identifierOf(value: unknown): string | undefined {
    return this.standsAlone(value) ? undefined : identifierOf(value, this.draft);
  }
}

function ownRef(value: object): unknown {
  return Object.hasOwn(value, "$ref") ? (value as { $ref: unknown }).$ref : undefined;
}

function without(schema: Readonly<Record<string, unknown>>, idle: readonly Idle[]): JsonSchema {
  const dropped = new Set(idle.map(({ keyword }) => keyword));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
}

/** A schema without what a `$ref` in it makes idle where that stands alone. */
export function withoutSiblings(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !isSilencedByReference(key)));
}

/** Does this place stand for a part of a keyword rather than for a schema in the document? */
export function isVirtual(place: Place): boolean {
  return place.owner !== place.pointer;
}

/** What to do where a reference names another document. */
function adviceFor({ protocol }: URL): string {
  return protocol === "schema:"
    ? "nor does an `$id` say what that is relative to"
    : "and other documents aren't fetched; bundleSchema gathers them";
}

/** The pointer of what a keyword holds, alone or under a name or an index. */
function below(pointer: string, keyword: string, step: string | number | undefined): string {
  const own = `${pointer}/${escapePointer(keyword)}`;
  return step === undefined ? own : `${own}/${escapePointer(String(step))}`;
}

function within(schema: JsonSchema, keyword: string, step: string | number | undefined): unknown {
  const value = (schema as Record<string, unknown>)[keyword];
  return step === undefined ? value : (value as Record<string | number, unknown>)[step];
}

function tooLarge(path: string): SchemaError {
  return new SchemaError("too-large", `The schema has more than ${maxPlaces} subschemas.`, { path });
}

export function notASchema(pointer: string): SchemaError {
  const message = `At ${pointer || "the root"} there must be a schema: an object or a boolean.`;
  return new SchemaError("invalid", message, { path: pointer });
}

function asSchema(value: unknown, pointer: string): JsonSchema {
  if (typeof value === "boolean") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonSchema;
  throw notASchema(pointer);
}
