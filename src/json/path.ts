/** Paths: where in a document a value is. */
import type { Audience } from "./events.ts";
import type { PatternState } from "./pattern.ts";

/** Keys and array indices from the root down; `[]` is the root. */
export type Path = readonly (string | number)[];

/**
 * One step of a path, linked to the steps above it: an event costs one step, not one array. Immutable. The root's has no
 * parent, and its key means nothing.
 */
export class PathStep {
  constructor(
    readonly parent: PathStep | undefined,
    readonly key: string | number,
    /** What a matcher of path patterns knows here. */
    readonly state: PatternState<Audience> | undefined,
  ) {}
}

/** The path that ends in `step`. */
export function pathOf(step: PathStep): Path {
  const path: (string | number)[] = [];
  for (let s = step; s.parent; s = s.parent) path.push(s.key);
  return path.reverse();
}

const plainKey = /^[\p{ID_Start}$_][\p{ID_Continue}$-]*$/u;

/** A path as people write it: `steps[0].title`; keys that aren't plain names are quoted: `["a b"].c`. The root is `$`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (plainKey.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === "" ? "$" : text;
}

/** A path as a JSON pointer (RFC 6901): `/steps/0/title`; the root is the empty string. */
export function toPointer(path: Path): string {
  let text = "";
  for (const key of path) text += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return text;
}
