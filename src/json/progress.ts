/**
 * How far a document has come: counts always, and a fraction if there's a schema to measure against.
 *
 * The fraction is that of required members done (all members named, if none is required), items done against their
 * bound, and text against its limit, each within the share of what it's part of. It never goes back, and is 1 only when
 * the document is complete. Where a schema sets no bound, half is reached at a usual length and the rest is halved again.
 */
import { childOf, type Guide, type ProgressSchema, propertiesOf } from "./guide.ts";
import type { Tree } from "./tree.ts";

/** How far the current document has come. */
export interface Progress {
  /** 0 to 1; absent without a schema. */
  readonly fraction?: number;
  /** Values complete, containers included. */
  readonly values: number;
  /** Source characters from the document's beginning; 0 once it broke. */
  readonly characters: number;
}

/** Half-way points where the schema has no bound. */
const usualItems = 4;
const usualLength = 40;

export class ProgressMeter {
  private last = 0;

  constructor(private readonly guide: Guide | undefined) {}

  /** A new document begins. */
  reset(): void {
    this.last = 0;
  }

  /** The fraction now; undefined without a schema. Costs a look at each open container. */
  fraction(tree: Tree, complete: boolean): number | undefined {
    if (!this.guide) return undefined;
    if (complete) this.last = 1;
    else this.last = Math.max(this.last, Math.min(this.measure(tree, this.guide), 0.999));
    return this.last;
  }

  private measure(tree: Tree, guide: Guide): number {
    let next: unknown = guide.schema;
    let share = 1;
    let sum = 0;
    for (const { container, key, open } of tree.frames()) {
      const schema = guide.resolve(next, container);
      if (!schema) return sum;
      const { done, part } = Array.isArray(container)
        ? itemsDone(schema, key as number, open)
        : membersDone(schema, container, key as string, open);
      sum += share * done;
      if (!open) return sum;
      share *= part;
      next = childOf(schema, key);
    }
    const length = tree.openLength;
    if (length < 0) return sum;
    return sum + share * towards(length, guide.resolve(next, "")?.maxLength, usualLength);
  }
}

/** The share of a container that's done, and that of the value being read. */
interface Part {
  readonly done: number;
  readonly part: number;
}

function membersDone(schema: ProgressSchema, members: object, key: string, open: boolean): Part {
  const { required } = schema;
  const names = Array.isArray(required) && required.length > 0 ? required : Object.keys(propertiesOf(schema));
  let done = 0;
  for (const name of names) if (Object.hasOwn(members, name) && !(open && name === key)) done++;
  const part = names.includes(key) ? 1 / names.length : 0;
  return { done: done / Math.max(1, names.length), part };
}

function itemsDone(schema: ProgressSchema, index: number, open: boolean): Part {
  const done = open ? index : index + 1;
  const { minItems, maxItems } = schema;
  const usual = typeof minItems === "number" && minItems > usualItems ? minItems : usualItems;
  const before = towards(done, maxItems, usual);
  const after = towards(done + 1, maxItems, usual);
  return { done: before, part: after - before };
}

/** How far `n` is towards a bound; without one, half at `usual`. */
function towards(n: number, bound: number | undefined, usual: number): number {
  return typeof bound === "number" && bound > 0 ? Math.min(1, n / bound) : n / (n + usual);
}
