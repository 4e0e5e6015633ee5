/** JSON pointers (RFC 6901) and the order they are listed in. */
import { ownValue } from "./own.ts";

/** The pointer of a member: `child("/steps/0", "a/b")` is `/steps/0/a~1b`. */
export function child(parent: string, key: string | number): string {
  return `${parent}/${typeof key === "number" ? key : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * The steps of a reference into its own document: `#/$defs/a~1b` has the steps `$defs` and `a/b`, `#` has none.
 * Undefined for a reference elsewhere.
 */
export function refSteps(ref: string): string[] | undefined {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let pointer = ref.slice(1);
  try {
    pointer = decodeURIComponent(pointer);
  } catch {
    // Not percent-encoded: it stands as it is.
  }
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What a reference into its own document leads to; undefined if there is nothing, or it leads elsewhere. */
export function resolveRef(ref: string, root: unknown): unknown {
  return refSteps(ref)?.reduce<unknown>(ownValue, root);
}

/** How a sentence names the value at a pointer. */
export function place(path: string): string {
  return path === "" ? "The document" : path;
}

/**
 * Orders names as people count: runs of ASCII digits compare by value, so `S2` comes before `S10` and `/steps/2` before
 * `/steps/10`; everything else compares by UTF-16 code unit. Linear, and exact for any number of digits.
 */
export function compareNatural(left: string, right: string): number {
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (isDigit(left, i) && isDigit(right, j)) {
      const a = digits(left, i);
      const b = digits(right, j);
      const x = a.replace(/^0+(?=\d)/, "");
      const y = b.replace(/^0+(?=\d)/, "");
      if (x.length !== y.length) return x.length - y.length;
      if (x !== y) return x < y ? -1 : 1;
      i += a.length;
      j += b.length;
    } else {
      const difference = left.charCodeAt(i++) - right.charCodeAt(j++);
      if (difference !== 0) return difference;
    }
  }
  // Equal so far: the shorter rest first, then (for `01` and `1`) any fixed order.
  return left.length - i - (right.length - j) || (left < right ? -1 : left > right ? 1 : 0);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function digits(text: string, start: number): string {
  let end = start;
  while (end < text.length && isDigit(text, end)) end++;
  return text.slice(start, end);
}
