import { pointerSteps } from "../schema/index.ts";

/** A stretch of text. */
export interface Location {
  /** From 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Just behind the last character. */
  readonly endLine: number;
  readonly endColumn: number;
}

/** Places that are looked for, as a tree of steps. */
interface Wanted {
  readonly steps: Map<string, Wanted>;
  start: number;
  end: number;
}

interface Frame {
  readonly array: boolean;
  readonly wanted: Wanted | undefined;
  index: number;
  /** In an object: a name comes next. */
  naming: boolean;
}

/**
 * Where JSON pointers lead in a JSON text: to the name of a member, or to the beginning of an item or of the whole. Of a
 * pointer that leads nowhere, the nearest place above. One pass over the text, which must be valid JSON.
 */
export function locate(text: string, pointers: Iterable<string>): Map<string, Location> {
  const root: Wanted = { steps: new Map(), start: -1, end: -1 };
  const asked = [...new Set(pointers)];
  for (const pointer of asked) {
    let at = root;
    for (const step of pointerSteps(pointer)) {
      let next = at.steps.get(step);
      if (!next) at.steps.set(step, (next = { steps: new Map(), start: -1, end: -1 }));
      at = next;
    }
  }
  scan(text, root);
  const lines = new Lines(text);
  return new Map(asked.map((pointer) => [pointer, lines.between(nearest(root, pointer))] as const));
}

function nearest(root: Wanted, pointer: string): Wanted {
  let found = root;
  for (const step of pointerSteps(pointer)) {
    const next = found.steps.get(step)!;
    if (next.start < 0) break;
    found = next;
  }
  return found;
}

function scan(text: string, root: Wanted): void {
  const stack: Frame[] = [];
  let next: Wanted | undefined = root;
  for (let i = 0; i < text.length; ) {
    const top = stack.at(-1);
    const char = text[i]!;
    if (char === " " || char === "\n" || char === "\t" || char === "\r" || char === ":") {
      i++;
    } else if (char === "," || char === "}" || char === "]") {
      if (char !== ",") stack.pop();
      else if (top?.array) next = top.wanted?.steps.get(String(++top.index));
      else if (top) top.naming = true;
      i++;
    } else if (top && !top.array && top.naming) {
      const end = stringEnd(text, i);
      next = top.wanted?.steps.size ? top.wanted.steps.get(JSON.parse(text.slice(i, end)) as string) : undefined;
      if (next) [next.start, next.end] = [i, end];
      top.naming = false;
      i = end;
    } else {
      const end = char === '"' ? stringEnd(text, i) : char === "{" || char === "[" ? i + 1 : scalarEnd(text, i);
      if (next && (!top || top.array)) [next.start, next.end] = [i, end];
      if (char === "{" || char === "[") {
        const array = char === "[";
        stack.push({ array, wanted: next, index: 0, naming: !array });
        next = array ? next?.steps.get("0") : undefined;
      }
      i = end;
    }
  }
}

function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}

function scalarEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && !" \n\t\r,]}".includes(text[i]!)) i++;
  return i;
}

/** Turns offsets into lines and columns. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  between({ start, end }: { readonly start: number; readonly end: number }): Location {
    const [line, column] = this.#at(Math.max(0, start));
    const [endLine, endColumn] = this.#at(Math.max(0, end));
    return { line, column, endLine, endColumn };
  }

  #at(offset: number): [line: number, column: number] {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - this.#starts[low]! + 1];
  }
}
