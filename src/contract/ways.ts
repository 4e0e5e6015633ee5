import { combining, type Place, type SchemaDocument, subschemaSteps } from "../schema/index.ts";

/**
 * The most schemas of a document that one value may be looked at by, each as often as there are ways to it: what listing all that
 * is wrong with a value takes. Where ways fork and meet again they double, so it's a number of any size.
 */
export function mostWays(document: SchemaDocument): number {
  const ways = new Map<Place, number>();
  const stack: { readonly place: Place; readonly left: boolean }[] = [{ place: document.root, left: false }];
  let most = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { place, left } = top;
    if (!left) {
      if (ways.has(place)) continue;
      // Ways that go round lead through a part of the value.
      ways.set(place, 1);
      stack.push({ place, left: true });
      for (const next of partsOf(document, place)) stack.push({ place: next, left: false });
      for (const next of sameValue(document, place)) stack.push({ place: next, left: false });
    } else {
      let count = 1;
      for (const next of sameValue(document, place)) count += ways.get(next)!;
      ways.set(place, count);
      most = Math.max(most, count);
    }
  }
  return most;
}

/** The places that speak of the same value. */
function sameValue(document: SchemaDocument, place: Place): Place[] {
  if (typeof place.schema === "boolean") return [];
  const found: Place[] = [];
  for (const [keyword, value] of Object.entries(place.schema)) {
    if (combining.has(keyword)) {
      for (const steps of subschemaSteps(keyword, value)) found.push(document.child(place, ...steps));
    } else if (keyword === "$ref" || keyword === "$dynamicRef" || keyword === "$recursiveRef") {
      const target = document.resolve(place, String(value));
      if ("schema" in target) found.push(target);
    }
  }
  return found;
}

/** The places that speak of a part of it. */
function partsOf(document: SchemaDocument, place: Place): Place[] {
  if (typeof place.schema === "boolean") return [];
  return Object.entries(place.schema).flatMap(([keyword, value]) =>
    combining.has(keyword) || keyword === "$defs" || keyword === "definitions"
      ? []
      : subschemaSteps(keyword, value).map((steps) => document.child(place, ...steps)),
  );
}
