import type { JsonSchema } from "./json-schema.ts";
import { checked, companions, expressed } from "./keywords.ts";
import { type Held, held } from "./subschemas.ts";

/** The number of a schema that isn't taken to be like any other. */
export const unlike = -1;

/**
 * Numbers schemas by what they demand of a value: the same keywords that assert something, in the same order, with the same
 * values. Where references mean the same, those with one number allow the same values, wherever they stand. Each schema is
 * looked at once, its parts first, so it takes as long as reading the text.
 */
export class Contents {
  /** Whether a `$ref` stands alone. */
  readonly #alone: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<object, number>();

  constructor(alone: boolean) {
    this.#alone = alone;
  }

  /** The number of a schema; −1 for one with an identifier, and for what no text can say. */
  numberOf(schema: Exclude<JsonSchema, boolean>): number {
    const todo: object[] = [schema];
    for (let top = todo.at(-1); top; top = todo.at(-1)) {
      const state = this.#known.get(top);
      if (state === undefined) {
        // Until its parts are known, also what contains itself is like nothing else.
        this.#known.set(top, open);
        this.#pushParts(top, todo);
      } else {
        if (state === open) this.#known.set(top, this.#number(top));
        todo.pop();
      }
    }
    return this.#known.get(schema)!;
  }

  #pushParts(schema: object, todo: object[]): void {
    for (const keyword of this.#keywords(schema)) {
      const value = (schema as Record<string, unknown>)[keyword];
      const kind = held(keyword, value);
      if (kind === "schema") this.#push(value, todo);
      else if (kind === "list") for (const part of value as unknown[]) this.#push(part, todo);
      else if (kind === "map")
        for (const name of Object.keys(value as object)) this.#push((value as Record<string, unknown>)[name], todo);
    }
  }

  #push(part: unknown, todo: object[]): void {
    if (isSchemaObject(part) && !this.#known.has(part)) todo.push(part);
  }

  #number(schema: object): number {
    let key = "";
    for (const keyword of this.#keywords(schema)) {
      const value = (schema as Record<string, unknown>)[keyword];
      const text = this.#textOf(held(keyword, value), value);
      if (text === undefined) return unlike;
      key += `${keyword}:${text};`;
    }
    if (hasIdentifier(schema)) return unlike;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    return number;
  }

  #textOf(kind: Held, value: unknown): string | undefined {
    if (kind === "schema") return this.#partText(value);
    if (kind === "data") return textOf(value);
    let text = "";
    if (kind === "list") {
      for (const part of value as unknown[]) {
        const own = this.#partText(part);
        if (own === undefined) return undefined;
        text += `${own},`;
      }
      return text;
    }
    for (const name of Object.keys(value as object)) {
      const own = this.#partText((value as Record<string, unknown>)[name]);
      if (own === undefined) return undefined;
      text += `${JSON.stringify(name)}:${own},`;
    }
    return text;
  }

  #partText(part: unknown): string | undefined {
    if (!isSchemaObject(part)) return textOf(part);
    const number = this.#known.get(part)!;
    return number < 0 ? undefined : `#${number}`;
  }

  #keywords(schema: object): string[] {
    if (this.#alone && typeof (schema as { $ref?: unknown }).$ref === "string" && Object.hasOwn(schema, "$ref"))
      return ["$ref"];
    return Object.keys(schema).filter(asserts);
  }
}

/** Its parts are being looked at. */
const open = -2;

function asserts(keyword: string): boolean {
  return expressed.has(keyword) || checked.has(keyword) || companions.has(keyword);
}

function hasIdentifier({ $id, id }: { $id?: unknown; id?: unknown }): boolean {
  return typeof $id === "string" || typeof id === "string";
}

function isSchemaObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Data as text; `undefined` for what isn't JSON. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
