import { addCheck } from "./alternatives.ts";
import type { BuiltAlternative } from "./build.ts";
import { type BuiltContains, itemsToContain } from "./contains.ts";
import type { Place } from "./document.ts";
import { typeOf, types } from "./keywords.ts";
import { canExist, mostItems } from "./satisfiable.ts";
import type { ShapeTable } from "./shape.ts";
import type { BuiltArray, Request } from "./structures.ts";
import { assembled, neededParts, partsOf } from "./table.ts";

/**
 * From what was built to the table: keeps what can have a value and is used, simplifies it, and lets the table be assembled.
 * @returns also the places that alternatives come from, with the types of these, and the parts left out of them since no
 *   value fits those
 * @param fits which shapes have a value; the first one has
 */
export function decidedShapes(
  shapes: readonly BuiltAlternative[][],
  fits: Uint8Array,
): { table: ShapeTable; used: ReadonlyMap<Place, number>; dead: ReadonlySet<Request> } {
  // What only told whether branches overlap is reached from nowhere, and stays empty.
  const kept: BuiltAlternative[][] = shapes.map(() => []);
  const reached = new Set<Request>([0]);
  const used = new Map<Place, number>();
  const dead = new Set<Request>();
  for (const request of reached) {
    kept[request] = shapes[request]!.filter((one) => canExist(one, fits, shapes));
    for (const one of kept[request]) {
      const found = typesIn(one);
      for (const place of one.sources) used.set(place, (used.get(place) ?? 0) | found);
      for (const part of neededParts(one)) if (part !== null && !fits[part]) dead.add(part);
      simplify(one, fits);
      for (const part of partsOf(one)) if (part !== null) reached.add(part);
    }
  }
  liftChecks(kept);
  return { table: assembled(kept), used, dead };
}

/**
 * A part of a keyword that speaks of a part of the value can't be checked by itself: there's no such schema in the document.
 * So its keyword's owner is checked, on the whole value.
 */
function liftChecks(shapes: readonly (readonly BuiltAlternative[])[]): void {
  const lifted = new Set<Place>();
  for (const one of shapes.flat()) {
    for (const { inPart } of one.checks) if (inPart) lifted.add(inPart);
    if (one.checks.some(({ inPart }) => inPart)) one.checks = one.checks.filter(({ inPart }) => !inPart);
  }
  if (lifted.size === 0) return;
  for (const one of shapes.flat()) for (const place of one.sources) if (lifted.has(place)) addCheck(one, place);
}

function typesIn(one: BuiltAlternative): number {
  return one.kind === "literals" ? one.values.reduce((all: number, value) => all | typeOf(value), 0) : types[one.kind];
}

function simplifyContains(one: BuiltArray, contains: BuiltContains, fits: Uint8Array): void {
  const alive = (shape: Request | null | undefined) =>
    shape !== null && shape !== undefined && fits[shape] ? shape : null;
  contains.prefix = one.prefix.map((_, i) => alive(contains.prefix[i]));
  contains.items = one.items === null ? null : alive(contains.items);
  one.minItems = Math.max(one.minItems, itemsToContain(contains, fits));
}

/** Removes what can't occur in an alternative, so that every index in it leads to a shape with values. */
function simplify(one: BuiltAlternative, fits: Uint8Array): void {
  if (one.kind === "array") {
    const most = mostItems(one, fits);
    if (most <= one.prefix.length) {
      one.prefix.length = most;
      one.items = null;
    }
    one.maxItems = one.items === null ? most : one.maxItems;
    if (one.contains) simplifyContains(one, one.contains, fits);
  }
  if (one.kind === "object") {
    one.others = one.others.filter(({ shape }) => fits[shape]);
    for (const property of one.properties) {
      if (property.shape !== null && !fits[property.shape]) property.shape = null;
    }
    if (one.others.length === 0) one.properties = one.properties.filter(({ shape }) => shape !== null);
  }
}
