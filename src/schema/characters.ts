import type { AST } from "@eslint-community/regexpp";

/*
 * Sets of code points as flat pairs `low, high`, ascending and not touching. Surrogates are in no set: text that a
 * model writes has none.
 */

/** Every code point that text can have. */
export const anything: readonly number[] = [0, 0xd7ff, 0xe000, 0x10ffff];

/** ECMA-262 §22.2.2.9 (`\d`, `\w`) and §12.2, §12.3 (`\s`, and what `.` leaves out). */
const digits = [0x30, 0x39];
const words = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const spaces = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
].flat();
const lineEnds = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];

export const wordCharacters: readonly number[] = words;

/** The code points outside a set. */
export function complement(set: readonly number[]): number[] {
  const outside: number[] = [];
  for (let i = 0; i < anything.length; i += 2) {
    let from = anything[i]!;
    const end = anything[i + 1]!;
    for (let j = 0; j < set.length && from <= end; j += 2) {
      if (set[j + 1]! < from || set[j]! > end) continue;
      if (set[j]! > from) outside.push(from, set[j]! - 1);
      from = set[j + 1]! + 1;
    }
    if (from <= end) outside.push(from, end);
  }
  return outside;
}

/** Ranges in any order as a set. */
export function union(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i]!, ranges[i + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [low, high] of pairs) {
    const end = set.length - 1;
    if (end > 0 && low <= set[end]! + 1) set[end] = Math.max(set[end]!, high);
    else set.push(low, high);
  }
  return set;
}

/** The code points in both sets. */
export function inBoth(a: readonly number[], b: readonly number[]): number[] {
  const common: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const low = Math.max(a[i]!, b[j]!);
    const high = Math.min(a[i + 1]!, b[j + 1]!);
    if (low <= high) common.push(low, high);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return common;
}

/** What an escape such as `\d` or `\p{Lu}`, or `.`, stands for. */
export function escapeSet(node: AST.CharacterSet): readonly number[] {
  switch (node.kind) {
    case "any":
      return complement(lineEnds);
    case "digit":
      return node.negate ? complement(digits) : [...digits];
    case "word":
      return node.negate ? complement(words) : [...words];
    case "space":
      return node.negate ? complement(spaces) : [...spaces];
    case "property":
      return propertySet([node.raw]);
  }
}

const properties = new Map<string, number[]>();

/**
 * The code points that have one of some Unicode properties, each as an escape such as `\p{Lu}`: asked of the JavaScript engine, so
 * that both always agree. To ask for all of them takes as long as for one.
 */
export function propertySet(escapes: readonly string[]): readonly number[] {
  const source = `[${escapes.join("")}]`;
  let set = properties.get(source);
  if (!set) {
    const runs = new RegExp(`${source}+`, "gu");
    const found: number[] = [];
    for (const { low, text } of codePoints()) {
      const units = low > 0xffff ? 2 : 1;
      for (let match = runs.exec(text); match; match = runs.exec(text)) {
        const last = low + runs.lastIndex / units - 1;
        found.push(low + match.index / units, uniform.includes(last) ? last + 0xfffd : last);
      }
    }
    set = union(found);
    properties.set(source, set);
  }
  return set;
}

/** Code points one after the other, as a text in which all take as many units. */
interface CodePoints {
  readonly low: number;
  readonly text: string;
}

/** Making it takes longer than looking for a property in it; it's 1 MB, and properties come together. */
let kept: WeakRef<readonly CodePoints[]> | undefined;

function codePoints(): readonly CodePoints[] {
  const known = kept?.deref();
  if (known) return known;
  const ranges = [
    [0, 0xd7ff],
    [0xe000, 0xffff],
    [0x10000, 0x3ffff],
    [0xe0000, 0xeffff],
  ] as const;
  const made = [
    ...ranges.map(([low, high]) => ({ low, text: textOf(low, high) })),
    ...uniform.flatMap((low) => [low, low + 0xfffe, low + 0xffff].map((one) => ({ low: one, text: textOf(one, one) }))),
  ];
  kept = new WeakRef(made);
  return made;
}

/** Planes that are of one kind but for their last two code points: nothing is assigned in them, or all is for private use. */
const uniform = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map((plane) => plane << 16);

function textOf(low: number, high: number): string {
  const wide = low > 0xffff;
  const units = new Uint16Array((high - low + 1) * (wide ? 2 : 1));
  let next = 0;
  for (let point = low; point <= high; point++) {
    if (wide) units[next++] = 0xd7c0 + (point >> 10);
    units[next++] = wide ? 0xdc00 + (point & 0x3ff) : point;
  }
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units);
}
