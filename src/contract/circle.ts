import { isContainer, isPlainObject } from "./own.ts";
import { child, resolveRef } from "./pointer.ts";

/** Keywords whose schemas are about the same value. */
const sameValue = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];

interface Step {
  readonly schema: unknown;
  readonly path: string;
  /** All that it leads to has been looked at. */
  readonly left?: boolean;
}

/**
 * The pointer of a schema that leads back to itself without going into a property or an item, so that judging a value by
 * it has no end. `undefined`: there is none.
 */
export function circle(root: unknown): string | undefined {
  const done = new Set<unknown>();
  const starts: Step[] = [{ schema: root, path: "" }];
  for (let start = starts.pop(); start; start = starts.pop()) {
    const { schema, path } = start;
    const found = circleFrom(start, root, done);
    if (found !== undefined) return found;
    if (!isContainer(schema)) continue;
    for (const [key, part] of Object.entries(schema)) starts.push({ schema: part, path: child(path, key) });
  }
  return undefined;
}

function circleFrom(start: Step, root: unknown, done: Set<unknown>): string | undefined {
  const open = new Set<unknown>();
  const stack = [start];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { schema, path, left } = top;
    if (left) {
      open.delete(schema);
      done.add(schema);
      continue;
    }
    if (open.has(schema)) return path;
    if (done.has(schema) || !isPlainObject(schema)) continue;
    open.add(schema);
    stack.push({ ...top, left: true });
    for (const keyword of sameValue) {
      const parts = schema[keyword];
      if (!Array.isArray(parts)) stack.push({ schema: parts, path: `${path}/${keyword}` });
      else for (const [i, part] of parts.entries()) stack.push({ schema: part, path: `${path}/${keyword}/${i}` });
    }
    if (typeof schema.$ref === "string") stack.push({ schema: resolveRef(schema.$ref, root), path });
  }
  return undefined;
}
