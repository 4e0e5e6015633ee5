/**
 * Deep copies of JSON values, without recursion, so that validating never touches what a caller passed in, and what is
 * validated is JSON and nothing else.
 */
import type { ContractError } from "./gates.ts";
import { isContainer, isPlainObject, ownValue } from "./own.ts";
import { child, place } from "./pointer.ts";

/** Deepest nesting that is validated. Recursive schemas recurse in the validator, so depth is bounded beforehand. */
export const depthLimit = 512;

/** A value in the middle of being copied. */
interface Frame {
  readonly source: object;
  readonly copy: object;
  readonly path: string;
  readonly depth: number;
}

/** A copy, and how many values it consists of, itself included. */
export interface JsonCopy {
  readonly copy: unknown;
  readonly parts: number;
}

/**
 * Copies a JSON value. Keys become own properties whatever their names (`__proto__` too); properties that hold
 * `undefined` count as absent, as in `JSON.stringify`. What JSON can't write (functions, bigints, dates, NaN, …) and
 * nesting beyond `depthLimit` is an error that names the place.
 */
export function copyJson(value: unknown): JsonCopy | { readonly error: ContractError } {
  let parts = 0;
  const stack: Frame[] = [];
  let error: ContractError | undefined;

  const copyOf = (item: unknown, path: string, depth: number): unknown => {
    parts++;
    if (item === null || typeof item === "boolean" || typeof item === "string") return item;
    if (typeof item === "number" && Number.isFinite(item)) return item;
    const isArray = Array.isArray(item);
    if (!isArray && !isPlainObject(item)) {
      error = fault("json", path, `is ${describe(item)}, which JSON can't write`);
      return undefined;
    }
    if (depth >= depthLimit) {
      error = fault("depth", path, `is nested more than ${depthLimit} levels deep; write a flatter value`, depthLimit);
      return undefined;
    }
    const copy = isArray ? [] : {};
    stack.push({ source: item, copy, path, depth: depth + 1 });
    return copy;
  };

  const copy = copyOf(value, "", 0);
  for (let frame = stack.pop(); frame && !error; frame = stack.pop()) {
    const { source, copy: target, path, depth } = frame;
    if (Array.isArray(source)) {
      // By index, so that a hole in a sparse array is seen (as undefined) instead of being skipped.
      for (let i = 0; i < source.length && !error; i++) {
        (target as unknown[]).push(copyOf(source[i], child(path, i), depth));
      }
    } else {
      for (const key of Object.keys(source)) {
        const item = (source as Record<string, unknown>)[key];
        if (item !== undefined) setOwn(target, key, copyOf(item, child(path, key), depth));
        if (error) break;
      }
    }
  }
  return error ? { error } : { copy, parts };
}

/**
 * The pointers of all that `filled` holds and `original` doesn't: what defaults have added. The two must otherwise be
 * equal in structure.
 */
export function addedPointers(original: unknown, filled: unknown): string[] {
  const added: string[] = [];
  const stack: { readonly before: unknown; readonly after: object; readonly path: string }[] = [];
  if (isContainer(filled)) stack.push({ before: original, after: filled, path: "" });
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { before, after, path } = frame;
    for (const key of Object.keys(after)) {
      const pointer = child(path, key);
      const was = ownValue(before, key);
      const is = ownValue(after, key);
      if (was === undefined) added.push(pointer);
      else if (isContainer(is)) stack.push({ before: was, after: is, path: pointer });
    }
  }
  return added;
}

function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

function describe(item: unknown): string {
  if (typeof item === "number") return String(item);
  if (typeof item === "object") return `a ${item?.constructor?.name ?? "non-JSON object"}`;
  return item === undefined ? "undefined" : `a ${typeof item}`;
}

function fault(keyword: string, path: string, what: string, limit?: number): ContractError {
  const message = `${place(path)} ${what}.`;
  return { gate: "schema", keyword, path, message, ...(limit === undefined ? {} : { limit }) };
}
