import type { Place } from "../schema/index.ts";
import type { Findings } from "./findings.ts";
import { isObject, type Nodes } from "./nodes.ts";
import { includesType } from "./structure.ts";

interface Step {
  readonly place: Place;
  /** Levels around the value, and whether the innermost is an array's. */
  readonly level: number;
  readonly inArray: boolean;
}

const ofObject = "properties patternProperties additionalProperties unevaluatedProperties".split(" ");
const ofArray = "prefixItems items additionalItems unevaluatedItems".split(" ");

/**
 * Finds objects that stand too deep. A level is an object, or an array directly in an array: a list of objects is no
 * deeper than an object. References are followed, as far as the limit goes, so recursion comes to an end.
 */
export function findNesting(nodes: Nodes, most: number, findings: Findings): void {
  const seen = new Set<string>();
  const todo: Step[] = [{ place: nodes.document.root, level: 0, inArray: false }];
  for (let step = todo.pop(); step; step = todo.pop()) {
    const { place, level, inArray } = step;
    const { schema } = place;
    const key = `${place.id} ${level} ${inArray}`;
    if (typeof schema === "boolean" || seen.has(key)) continue;
    seen.add(key);
    const within = { object: level + 1, array: inArray ? level + 1 : level };
    if ((isObjectSchema(schema) && within.object > most) || (isArraySchema(schema) && within.array > most)) {
      findings.add("deep-nesting", place.pointer, `Here values nest ${level + 1} levels deep.`);
      continue;
    }
    const target = nodes.target(place);
    if (target) todo.push({ ...step, place: target });
    for (const child of nodes.childrenOf(place).toReversed()) {
      if (child.role === "condition") continue;
      if (child.same) todo.push({ ...step, place: child.place });
      else if (ofObject.includes(child.keyword))
        todo.push({ place: child.place, level: within.object, inArray: false });
      else if (ofArray.includes(child.keyword)) todo.push({ place: child.place, level: within.array, inArray: true });
    }
  }
}

/** Whatever can hold a property or an item counts, so that no recursion goes on without end. */
function isObjectSchema(schema: Readonly<Record<string, unknown>>): boolean {
  return includesType(schema, "object") || ofObject.some((keyword) => isObject(schema[keyword]));
}

function isArraySchema(schema: Readonly<Record<string, unknown>>): boolean {
  return includesType(schema, "array") || ofArray.some((keyword) => Object.hasOwn(schema, keyword));
}
