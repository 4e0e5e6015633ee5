/** Looking into values of unknown shape, by own properties only: what a prototype holds isn't there. */

/** An own property's value; undefined if there is none, whatever the prototype says. */
export function ownValue(container: unknown, key: string): unknown {
  return isContainer(container) && Object.hasOwn(container, key)
    ? (container as Record<string, unknown>)[key]
    : undefined;
}

export { isPlainObject } from "../schema/index.ts";

/** Whether a value is an object or an array. */
export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
