import type { Alternative, ArrayAlternative, ObjectAlternative, ShapeId, ShapeTable } from "./shape.ts";

/** Literals nest no deeper here, so that the stack is enough; deeper ones are written as containers like any other. */
const maxNesting = 64;

/** An array or object that can be written in one way only. */
export type LiteralContainer = ArrayAlternative | ObjectAlternative;

/**
 * Finds the arrays and objects of a table that are one value each, such as those of an `enum`: all their items or properties
 * must be there and are one value each. What is left to checks isn't looked at.
 */
export class Literals {
  readonly #table: ShapeTable;
  /** How deep a shape nests if it is one literal; 0 if it isn't, or nests too deep. */
  readonly #nesting = new Map<ShapeId, number>();

  constructor(table: ShapeTable) {
    this.#table = table;
  }

  /** The container that a shape is, if that's all it is and it can be written in one way only. */
  only(id: ShapeId): LiteralContainer | undefined {
    const [only, other] = this.#table.shapes[id]!;
    return only && !other ? this.container(only) : undefined;
  }

  /** An alternative, if it is such a container. */
  container(one: Alternative): LiteralContainer | undefined {
    const isContainer = one.kind === "array" || one.kind === "object";
    return isContainer && this.#nestingOf(one, 0) > 0 ? one : undefined;
  }

  #nestingOfShape(id: ShapeId, above: number): number {
    const known = this.#nesting.get(id);
    if (known !== undefined) return known;
    const [only, other] = this.#table.shapes[id]!;
    // What stands in itself is no literal.
    this.#nesting.set(id, 0);
    const nesting = only && !other ? this.#nestingOf(only, above) : 0;
    this.#nesting.set(id, nesting);
    return nesting;
  }

  /** @param above how many containers of literals it stands in */
  #nestingOf(one: Alternative, above: number): number {
    if (one.kind === "literals") return one.values.length === 1 ? 1 : 0;
    if ((one.kind !== "array" && one.kind !== "object") || above > maxNesting || !isFixed(one)) return 0;
    let deepest = 0;
    for (const { shape } of membersOf(one)) {
      const nesting = this.#nestingOfShape(shape, above + 1);
      if (nesting === 0 || nesting >= maxNesting) return 0;
      deepest = Math.max(deepest, nesting);
    }
    return deepest + 1;
  }
}

/** Whether a container has a fixed number of items or set of keys. What else an array's report says of it is said elsewhere. */
function isFixed(one: LiteralContainer): boolean {
  if (one.kind === "object") {
    return one.others.length === 0 && one.properties.every(({ shape, required }) => required || shape === null);
  }
  const { prefix, items, minItems, maxItems, unique, contains } = one;
  const full = minItems === prefix.length && (items === null || maxItems === prefix.length);
  return full && !unique && contains === null;
}

/** What a literal container consists of, in order. */
export function* membersOf(one: LiteralContainer): Generator<{ key?: string; shape: ShapeId }> {
  if (one.kind === "array") for (const shape of one.prefix) yield { shape };
  else for (const { name, shape } of one.properties) if (shape !== null) yield { key: name, shape };
}
