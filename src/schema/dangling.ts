import type { Place, SchemaDocument } from "./document.ts";
import { keywordsOf } from "./keywords.ts";
import { subschemaSteps } from "./subschemas.ts";

/** Keywords whose schemas may be a validator's to decide: nothing else may follow the references in them. */
export const decidedElsewhere: ReadonlySet<string> = new Set(
  "not if then else contains unevaluatedItems unevaluatedProperties".split(" "),
);

/** A reference that leads nowhere. */
interface Dangling {
  readonly place: Place;
  readonly keyword: string;
  readonly failure: string;
}

/** References that lead nowhere, in what these places leave to a validator: it can't follow them either. */
export function* danglingBelow(document: SchemaDocument, places: Iterable<Place>): Generator<Dangling> {
  const seen = new Set<Place>();
  const todo: Place[] = [];
  const add = (place: Place, isWanted: (keyword: string) => boolean): void => {
    for (const [keyword, value] of Object.entries(keywordsOf(place))) {
      if (!isWanted(keyword)) continue;
      for (const [held, step] of subschemaSteps(keyword, value)) {
        todo.push(step === undefined ? document.child(place, held) : document.child(place, held, step));
      }
    }
  };
  for (const place of places) add(place, (keyword) => decidedElsewhere.has(keyword));
  for (let place = todo.pop(); place; place = todo.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    add(place, () => true);
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = keywordsOf(place)[keyword];
      if (typeof reference !== "string") continue;
      const target = document.resolve(place, reference);
      if ("schema" in target) todo.push(target);
      else yield { place, keyword, failure: target.failure };
    }
  }
}
