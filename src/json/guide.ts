/**
 * What a JSON Schema says of the value at a place: enough of it for progress and for conversions, no validation.
 *
 * Local references are followed and `allOf` is put together; of `anyOf` and `oneOf` a branch is taken if it's the only one
 * that the value so far can be: by its type, and by the constants among its members. Otherwise nothing is said
 * but the types that all of them together have.
 */
import type { Tree } from "./tree.ts";

/** As much of a JSON Schema as is understood here; everything else in it is ignored. */
export interface ProgressSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly allOf?: readonly (ProgressSchema | boolean)[];
  readonly anyOf?: readonly (ProgressSchema | boolean)[];
  readonly oneOf?: readonly (ProgressSchema | boolean)[];
  readonly properties?: Readonly<Record<string, ProgressSchema | boolean>>;
  readonly additionalProperties?: ProgressSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: ProgressSchema | boolean | readonly (ProgressSchema | boolean)[];
  readonly prefixItems?: readonly (ProgressSchema | boolean)[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Schemas looked at for one place before giving up: hostile ones refer to themselves. */
const mostSteps = 256;

export class Guide {
  private steps = 0;

  constructor(readonly schema: object) {}

  /** The schema of the value that's awaited or open in the tree; undefined if it isn't known. */
  at(tree: Tree): ProgressSchema | undefined {
    let schema: unknown = this.schema;
    for (const { container, key } of tree.frames(true)) schema = childOf(this.resolve(schema, container), key);
    return this.resolve(schema, undefined);
  }

  /** One schema without references and branches, for a value of which `value` is known so far. */
  resolve(schema: unknown, value: unknown): ProgressSchema | undefined {
    this.steps = mostSteps;
    return this.merged(schema, value);
  }

  private merged(schema: unknown, value: unknown): ProgressSchema | undefined {
    let node = schema;
    while (true) {
      if (--this.steps < 0 || typeof node !== "object" || node === null) return undefined;
      const { $ref } = node as ProgressSchema;
      if (typeof $ref !== "string") break;
      node = this.lookUp($ref);
    }
    let whole = node as ProgressSchema;
    for (const part of listOf(whole.allOf)) whole = both(whole, this.merged(part, value));
    for (const branches of [whole.anyOf, whole.oneOf]) {
      const fitting = listOf(branches)
        .map((branch) => this.merged(branch, value))
        .filter((branch) => branch && canBe(branch, value));
      if (fitting.length === 1) whole = both(whole, fitting[0]);
      else if (fitting.length > 1 && fitting.every((f) => f!.type))
        whole = { type: fitting.flatMap((f) => f!.type!), ...whole };
    }
    return whole;
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

/** The schema of an item or member. */
export function childOf(schema: ProgressSchema | undefined, key: string | number): unknown {
  if (!schema) return undefined;
  if (typeof key === "number") {
    const { prefixItems, items } = schema;
    const tuple = prefixItems ?? (Array.isArray(items) ? items : []);
    return tuple[key] ?? items;
  }
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
}

/** The members a schema names; none, if it doesn't say so as it should. */
export function propertiesOf({ properties }: ProgressSchema): Readonly<Record<string, unknown>> {
  return typeof properties === "object" && properties !== null ? properties : {};
}

/** Whether a schema's types include this one; without types they do. */
export function includesType({ type }: ProgressSchema, name: string): boolean {
  return type === undefined || type === name || (Array.isArray(type) && type.includes(name));
}

function canBe(schema: ProgressSchema, value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return includesType(schema, "array");
  if (typeof value !== "object" || value === null) return includesType(schema, typeof value);
  if (!includesType(schema, "object")) return false;
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const wanted = typeof member === "object" && member !== null ? (member as ProgressSchema).const : undefined;
    if (wanted === undefined || !Object.hasOwn(value, name)) continue;
    const found = (value as Record<string, unknown>)[name];
    const partly = typeof found === "string" && typeof wanted === "string" && wanted.startsWith(found);
    if (found !== wanted && !partly) return false;
  }
  return true;
}

/** What holds if both do. */
function both(a: ProgressSchema, b: ProgressSchema | undefined): ProgressSchema {
  if (!b) return a;
  return {
    ...b,
    ...a,
    properties: { ...b.properties, ...a.properties },
    required: [...new Set([...listOf(a.required), ...listOf(b.required)])],
  };
}

function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
