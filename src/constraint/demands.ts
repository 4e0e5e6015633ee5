/** What only a whole value can show: whether it passes its checks, is a multiple, differs from the items before it. */
import { isMultiple, parseDecimal } from "../schema/index.ts";
import type { Demands } from "./forms.ts";

/** Whether a value is valid against the subschema at a JSON pointer. */
export type Check = (pointer: string, value: unknown) => boolean;

/** Whether a value, as it's written, meets demands. */
export function meets(
  text: string,
  { checks, multipleOf }: Demands,
  pointers: readonly string[],
  check: Check,
): boolean {
  if (multipleOf.length > 0) {
    const value = parseDecimal(text);
    if (!multipleOf.every((unit) => isMultiple(value, parseDecimal(unit)))) return false;
  }
  if (checks.length === 0) return true;
  const value: unknown = JSON.parse(text);
  return checks.every((at) => check(pointers[at]!, value));
}

/** Whether the last item of an array (its text without the closing bracket) differs from all before it. */
export function isNew(text: string): boolean {
  const items = (JSON.parse(`${text}]`) as unknown[]).map(canonical);
  return items.indexOf(items.at(-1)!) === items.length - 1;
}

/** One text for equal values: members in the order of their names. Values' depth is bounded by what could be parsed. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
