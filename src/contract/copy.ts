/**
 * Deep copies of JSON values, so that validating never touches what a caller passed in, and what is validated is JSON and
 * nothing else.
 */
import { copyPlain } from "../schema/index.ts";
import type { ContractError } from "./gates.ts";
import { isContainer, ownValue } from "./own.ts";
import { child, place } from "./pointer.ts";

/** Deepest nesting that is validated. Recursive schemas recurse in the validator, so depth is bounded beforehand. */
export const depthLimit = 512;

/** A copy, and how many values it consists of, itself included. */
export interface JsonCopy {
  readonly copy: unknown;
  readonly parts: number;
}

/** Copies a JSON value (see `copyPlain`). What isn't JSON, and nesting beyond `depthLimit`, is an error that names the place. */
export function copyJson(value: unknown): JsonCopy | { readonly error: ContractError } {
  const copied = copyPlain(value, { depth: depthLimit, values: Infinity });
  if ("copy" in copied) return copied;
  const { kind, path, what } = copied.fault;
  const deep = kind === "depth";
  const message = `${place(path)} ${what}${deep ? "; write a flatter value" : ""}.`;
  const error = { gate: "schema", keyword: kind, path, message } as const;
  return { error: deep ? { ...error, limit: depthLimit } : error };
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
