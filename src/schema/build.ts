import {
  addCheck,
  type BuiltLiterals,
  type BuiltNumber,
  type BuiltString,
  literalsAlternative,
  numberAlternative,
  stringAlternative,
} from "./alternatives.ts";
import type { Case } from "./cases.ts";
import { noteContains } from "./contains.ts";
import type { Place } from "./document.ts";
import { decidedLate, isChecked, types } from "./keywords.ts";
import {
  arrayAlternative,
  type BuiltArray,
  type BuiltObject,
  type ContainerWorkshop,
  objectAlternative,
} from "./structures.ts";

export type BuiltAlternative = BuiltLiterals | BuiltNumber | BuiltString | BuiltArray | BuiltObject;

/** The alternatives of a case: its literals, or one for each type that it leaves. */
export function alternativesOf(shop: ContainerWorkshop, one: Case): BuiltAlternative[] {
  const literals = literalsAlternative(shop, one);
  const found: BuiltAlternative[] = [];
  for (const alternative of literals ? [literals] : byType(shop, one)) {
    if (!alternative) continue;
    const type = alternative.kind === "literals" ? 0 : types[alternative.kind];
    const counted = alternative.kind === "array" ? alternative.counted : undefined;
    for (const place of one.members) {
      if (isChecked(place, type, place === counted)) addCheck(alternative, place);
      if (type === types.array && place !== counted) noteContains(shop, place, decidedLate);
    }
    for (const place of one.open) addCheck(alternative, place);
    found.push(alternative);
  }
  return found;
}

function byType(shop: ContainerWorkshop, one: Case): (BuiltAlternative | undefined)[] {
  const has = (type: number): boolean => (one.types & type) !== 0;
  const values = [...(has(types.null) ? [null] : []), ...(has(types.boolean) ? [true, false] : [])];
  const blank = { checks: [] as Place[], exclusive: one.exclusive, sources: one.members };
  return [
    values.length > 0 ? { ...blank, kind: "literals", values } : undefined,
    has(types.number) ? numberAlternative(shop, one) : undefined,
    has(types.string) ? stringAlternative(shop, one) : undefined,
    has(types.array) ? arrayAlternative(shop, one) : undefined,
    has(types.object) ? objectAlternative(shop, one) : undefined,
  ];
}
