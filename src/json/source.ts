/** JSON files that people write, read whole: what is in them, and where it stands. */
import { faultOf } from "./errors.ts";
import { createExtractor } from "./extractor.ts";
import { type Path, toPointer } from "./path.ts";

/** A stretch of text. */
export interface Location {
  /** From 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Just behind the last character. */
  readonly endLine: number;
  readonly endColumn: number;
}

/** A JSON text, read. */
export interface JsonSource {
  readonly value: unknown;
  /** JSON pointers of members that their object has twice or more: the last one counts. The first hundred. */
  readonly repeated: readonly string[];
  /** JSON pointers of numbers that a double can't hold: what is read is another number. The first hundred. */
  readonly rounded: readonly string[];
  /**
   * Where JSON pointers lead: to the name of a member (of several, the last), or to the beginning of an item or of the
   * whole. Of a pointer that leads nowhere, the nearest place above.
   */
  locate(pointers: Iterable<string>): Map<string, Location>;
}

/** A text that isn't JSON. The message says what is wrong, and where; so does `location`. */
export class JsonSourceError extends Error {
  override readonly name = "JsonSourceError";
  readonly location: Location;

  constructor(message: string, location: Location) {
    super(message);
    this.location = location;
  }
}

/** Depth that faults are looked for in; what `JSON.parse` takes is deeper still. */
const deepest = 1_000_000;

/**
 * Reads a JSON text (RFC 8259), a byte order mark before it allowed: for files whose faults a person is to find. What a
 * model writes is for `createExtractor`.
 * @throws {JsonSourceError} if it isn't JSON
 * @throws {TypeError} if it isn't a string
 */
export function readSource(text: string): JsonSource {
  if (typeof text !== "string") throw new TypeError("A JSON text must be a string; decode bytes as UTF-8 first.");
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (json.startsWith("\ufeff")) {
    const message = "A second byte order mark (U+FEFF) stands before the JSON; remove it.";
    throw new JsonSourceError(message, new Lines(json).between({ start: 0, end: 1 }));
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw fault(json);
  }
  let oddities: Oddities | undefined;
  return {
    value,
    get repeated() {
      return [...(oddities ??= odditiesOf(json)).repeated];
    },
    get rounded() {
      return [...(oddities ??= odditiesOf(json)).rounded];
    },
    locate: (pointers) => locate(json, pointers),
  };
}

function fault(text: string): JsonSourceError {
  const limits = { depth: deepest, stringLength: Infinity, numberLength: Infinity, keys: Infinity, items: Infinity };
  const extractor = createExtractor({ wrappers: "none", values: "none", limits });
  extractor.write(text);
  const { error } = extractor.end();
  const start = error?.offset ?? text.length;
  const message = error ? `${faultOf(error)}.` : "The text ends before its JSON does.";
  return new JsonSourceError(message, new Lines(text).between({ start, end: Math.min(start + 1, text.length) }));
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
  /** In an object: a name comes next; the last one, and all. */
  naming: boolean;
  name: string;
  readonly names: Set<string> | undefined;
}

/** What JSON lets pass and is hardly meant, by pointers. */
interface Oddities {
  readonly repeated: Set<string>;
  readonly rounded: Set<string>;
}

/** The most of a kind that are listed. */
const mostListed = 100;

function odditiesOf(text: string): Oddities {
  const oddities: Oddities = { repeated: new Set(), rounded: new Set() };
  scan(text, undefined, oddities);
  return oddities;
}

function list(pointers: Set<string>, stack: readonly Frame[]): void {
  if (pointers.size < mostListed) pointers.add(toPointer(pathOf(stack)));
}

/** Digits that a double always holds. */
const exactDigits = 15;

/** Is a number, as written, another one than the double that is read for it? */
function isRounded(number: string): boolean {
  const digits = significant(number);
  return (digits.length > exactDigits || !Number.isFinite(+number)) && digits !== significant(String(+number));
}

/** The digits of a number without its sign, point and exponent, and the zeros at either end. */
function significant(number: string): string {
  return number
    .replace(/[eE].*/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "");
}

/** One pass over the text, which must be valid JSON. */
function locate(text: string, pointers: Iterable<string>): Map<string, Location> {
  const root: Wanted = { steps: new Map(), start: -1, end: -1 };
  const asked = [...new Set(pointers)];
  for (const pointer of asked) {
    let at = root;
    for (const step of stepsOf(pointer)) {
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
  for (const step of stepsOf(pointer)) {
    const next = found.steps.get(step)!;
    if (next.start < 0) break;
    found = next;
  }
  return found;
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Finds the places that are wanted, and what is odd. */
function scan(text: string, root: Wanted | undefined, oddities?: Oddities): void {
  const stack: Frame[] = [];
  let next = root;
  for (let i = 0; i < text.length; ) {
    const top = stack.at(-1);
    const char = text[i]!;
    if (char === " " || char === "\n" || char === "\t" || char === "\r" || char === ":") {
      i++;
    } else if (char === "," || char === "}" || char === "]") {
      if (char !== ",") stack.pop();
      else if (top?.array) {
        top.index++;
        next = top.wanted?.steps.get(String(top.index));
      } else if (top) top.naming = true;
      i++;
    } else if (top && !top.array && top.naming) {
      const end = stringEnd(text, i);
      next = undefined;
      if (top.names || top.wanted?.steps.size) {
        top.name = JSON.parse(text.slice(i, end)) as string;
        next = top.wanted?.steps.get(top.name);
        if (oddities && top.names?.has(top.name)) list(oddities.repeated, stack);
        top.names?.add(top.name);
      }
      // What was found in a member that doesn't count isn't there.
      if (next && next.start >= 0) forget(next);
      if (next) [next.start, next.end] = [i, end];
      top.naming = false;
      i = end;
    } else {
      const end = char === '"' ? stringEnd(text, i) : char === "{" || char === "[" ? i + 1 : scalarEnd(text, i);
      if (next && (!top || top.array)) [next.start, next.end] = [i, end];
      if (char === "{" || char === "[") {
        const array = char === "[";
        const names = !oddities || array ? undefined : new Set<string>();
        stack.push({ array, wanted: next, index: 0, naming: !array, name: "", names });
        next = array ? next?.steps.get("0") : undefined;
      } else if (oddities && (char === "-" || (char >= "0" && char <= "9")) && isRounded(text.slice(i, end))) {
        list(oddities.rounded, stack);
      }
      i = end;
    }
  }
}

function pathOf(stack: readonly Frame[]): Path {
  return stack.map(({ array, index, name }) => (array ? index : name));
}

function forget(wanted: Wanted): void {
  const todo = [wanted];
  for (let one = todo.pop(); one; one = todo.pop()) {
    one.start = one.end = -1;
    todo.push(...one.steps.values());
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
class Lines {
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
