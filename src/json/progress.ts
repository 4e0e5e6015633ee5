/**
 * How far a document has come: counts always, and a fraction if there's a schema to measure against.
 *
 * The fraction is that of required members done (all members named, if none is required), items done against their
 * bound, and text against its limit, each within the share of what it's part of. It never goes back, and is 1 only when
 * the document is complete. Where a schema sets no bound, half is reached at a usual length and the rest is halved again.
 */
import type { Tree } from "./tree.ts";

/** How far the current document has come. */
export interface Progress {
  /** 0 to 1; absent without a schema. */
  readonly fraction?: number;
  /** Values complete, containers included. */
  readonly values: number;
  /** Source characters from the document's beginning. */
  readonly characters: number;
}

/** As much of a JSON Schema as progress needs; everything else in it is ignored. */
export interface ProgressSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ProgressSchema | boolean>>;
  readonly required?: readonly string[];
  readonly items?: ProgressSchema | boolean | readonly (ProgressSchema | boolean)[];
  readonly prefixItems?: readonly (ProgressSchema | boolean)[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Half-way points where the schema has no bound. */
const usualItems = 4;
const usualLength = 40;
/** `$ref`s followed one after another before giving up. */
const mostHops = 32;

export class ProgressMeter {
  private last = 0;

  constructor(private readonly schema: object | undefined) {}

  /** A new document begins. */
  reset(): void {
    this.last = 0;
  }

  /** The fraction now; undefined without a schema. Costs a look at each open container. */
  fraction(tree: Tree, complete: boolean): number | undefined {
    if (this.schema === undefined) return undefined;
    if (complete) this.last = 1;
    else this.last = Math.max(this.last, Math.min(this.measure(tree), 0.999));
    return this.last;
  }

  private measure(tree: Tree): number {
    let schema = this.resolve(this.schema);
    let share = 1;
    let sum = 0;
    for (const { container, key, open } of tree.frames()) {
      if (!schema) return sum;
      const { done, part, next } = Array.isArray(container)
        ? itemsDone(schema, key as number, open)
        : membersDone(schema, container, key as string, open);
      sum += share * done;
      if (!open) return sum;
      share *= part;
      schema = this.resolve(next);
    }
    const length = tree.openLength;
    return length < 0 ? sum : sum + share * towards(length, schema?.maxLength, usualLength);
  }

  /** Follows local references. */
  private resolve(schema: unknown): ProgressSchema | undefined {
    let node = schema;
    for (let hops = 0; hops < mostHops; hops++) {
      if (typeof node !== "object" || node === null) return undefined;
      const { $ref } = node as ProgressSchema;
      if (typeof $ref !== "string") return node as ProgressSchema;
      node = this.lookUp($ref);
    }
    return undefined;
  }

  private lookUp(ref: string): unknown {
    if (!ref.startsWith("#")) return undefined;
    let node: unknown = this.schema;
    for (const part of ref.slice(1).split("/").slice(1)) {
      const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) return undefined;
      node = (node as Record<string, unknown>)[name];
    }
    return node;
  }
}

/** The share of a container that's done, that of the value being read, and the schema of that value. */
interface Part {
  readonly done: number;
  readonly part: number;
  readonly next: unknown;
}

function membersDone(schema: ProgressSchema, members: object, key: string, open: boolean): Part {
  const { properties = {} } = schema;
  const names =
    Array.isArray(schema.required) && schema.required.length > 0 ? schema.required : Object.keys(properties);
  let done = 0;
  for (const name of names) if (Object.hasOwn(members, name) && !(open && name === key)) done++;
  const part = names.includes(key) ? 1 / names.length : 0;
  return {
    done: done / Math.max(1, names.length),
    part,
    next: Object.hasOwn(properties, key) ? properties[key] : undefined,
  };
}

function itemsDone(schema: ProgressSchema, index: number, open: boolean): Part {
  const done = open ? index : index + 1;
  const { maxItems, prefixItems, items } = schema;
  const before = towards(done, maxItems, Math.max(usualItems, schema.minItems ?? 0));
  const after = towards(done + 1, maxItems, Math.max(usualItems, schema.minItems ?? 0));
  const tuple = prefixItems ?? (Array.isArray(items) ? items : []);
  return { done: before, part: after - before, next: tuple[index] ?? items };
}

/** How far `n` is towards a bound; without one, half at `usual`. */
function towards(n: number, bound: number | undefined, usual: number): number {
  return typeof bound === "number" && bound > 0 ? Math.min(1, n / bound) : n / (n + usual);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
