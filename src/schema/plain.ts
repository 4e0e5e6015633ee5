import { escapePointer } from "./report.ts";

/** Why a value isn't JSON, or more of it than is taken. */
export interface PlainFault {
  readonly kind: "json" | "depth" | "size";
  /** JSON pointer to what is at fault. */
  readonly path: string;
  /** A sentence's end, after the place: "is a bigint, which JSON can't write". */
  readonly what: string;
}

/** How much is taken: levels of containers, and values in all. */
export interface PlainLimits {
  readonly depth: number;
  readonly values: number;
}

/** A container in the middle of being copied. */
interface Frame {
  readonly source: object;
  readonly copy: object;
  readonly above: Frame | undefined;
  /** Where it is in the one above. */
  readonly key: string | number;
  readonly depth: number;
}

/**
 * Copies a JSON value, without recursion: what comes of it is plain data, whatever it was made of. Keys become own properties
 * whatever their names (`__proto__` too); properties that hold `undefined` count as absent, as in `JSON.stringify`. What JSON
 * can't write (functions, bigints, dates, NaN, …), what can't be read (a getter that throws), and what has no end is a
 * fault that names the place.
 */
export function copyPlain(
  value: unknown,
  limits: PlainLimits,
): { readonly copy: unknown; readonly parts: number } | { readonly fault: PlainFault } {
  let parts = 0;
  let fault: PlainFault | undefined;
  const stack: Frame[] = [];
  let above: Frame | undefined;
  /** What of it is looked at; `undefined`: the container itself. */
  let key: string | number | undefined;

  const refuse = (kind: PlainFault["kind"], what: string): undefined => {
    fault = { kind, path: above ? pointerOf(above, key) : "", what };
  };
  const copyOf = (item: unknown): unknown => {
    if (++parts > limits.values) return refuse("size", `is beyond the first ${limits.values} values`);
    if (item === null || typeof item === "boolean" || typeof item === "string") return item;
    if (typeof item === "number" && Number.isFinite(item)) return item;
    const isArray = Array.isArray(item);
    if (!isArray && !isPlainObject(item)) return refuse("json", `is ${describe(item)}, which JSON can't write`);
    const depth = above ? above.depth + 1 : 1;
    if (depth > limits.depth) return refuse("depth", `is nested more than ${limits.depth} levels deep`);
    const copy = isArray ? [] : {};
    stack.push({ source: item, copy, above, key: key ?? "", depth });
    return copy;
  };

  try {
    const copy = copyOf(value);
    for (let frame = stack.pop(); frame && !fault; frame = stack.pop()) {
      above = frame;
      key = undefined;
      const { source, copy: target } = frame;
      if (Array.isArray(source)) {
        // By index, so that a hole in a sparse array is seen (as undefined) instead of being skipped.
        for (key = 0; key < source.length && !fault; key++) (target as unknown[]).push(copyOf(source[key]));
        continue;
      }
      for (key of Object.keys(source)) {
        const item = (source as Record<string, unknown>)[key];
        if (item !== undefined) setOwn(target, key, copyOf(item));
        if (fault) break;
      }
    }
    if (!fault) return { copy, parts };
  } catch (error) {
    // A getter or a proxy's trap: code of the caller's.
    refuse("json", `can't be read: ${error instanceof Error ? error.message : "reading it throws"}`);
  }
  return { fault: fault! };
}

function pointerOf(frame: Frame, last: string | number | undefined): string {
  const steps = last === undefined ? [] : [last];
  for (let at: Frame = frame; at.above; at = at.above) steps.push(at.key);
  return steps.reverse().reduce((path: string, step) => `${path}/${escapePointer(String(step))}`, "");
}

/** Whether a value is an object that JSON text could have made: no array, no class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
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
  if (typeof item === "object") {
    const name = item?.constructor?.name ?? "Object";
    return name === "Object" ? "an object that inherits from another" : `a ${name}`;
  }
  return item === undefined ? "undefined" : `a ${typeof item}`;
}
