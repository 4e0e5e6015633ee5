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
  return joined(path) || "$";
}

/** Steps at either end of a path that a sentence has room for, and characters of a key. */
const endSteps = 6;
const keyLength = 40;

/** The same for a sentence: the middle of a long path and the end of a long key are left out. */
export function briefPath(path: Path): string {
  if (path.length === 0) return "$";
  const brief = (steps: Path) => joined(steps.map((key) => (typeof key === "number" ? key : clipped(key))));
  if (path.length <= 2 * endSteps) return brief(path);
  return `${brief(path.slice(0, endSteps))} … ${brief(path.slice(-endSteps))}`;
}

/** Text from a document for a sentence: at most 40 characters of it, none of them half. */
export function clipped(text: string): string {
  return text.length <= keyLength ? text : `${[...text.slice(0, 2 * keyLength)].slice(0, keyLength - 1).join("")}…`;
}

function joined(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (plainKey.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** A path as a JSON pointer (RFC 6901): `/steps/0/title`; the root is the empty string. */
export function toPointer(path: Path): string {
  let text = "";
  for (const key of path) text += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return text;
}
