/**
 * What `unevaluatedItems` and `unevaluatedProperties` are left with depends on which schemas beside them a value fits. ajv
 * keeps no book of items that `contains` found, of an `if` that stands alone or fails, and of items in branches. Where that
 * matters, the keyword is said as a choice: if the value fits this branch, all but these, otherwise all but those.
 */
import type { Dialect } from "./dialect.ts";
import { isPlainObject, ownValue } from "./own.ts";
import { child, resolveRef } from "./pointer.ts";

type Schema = Record<string, unknown>;

/** What a schema looks at in a value that it takes. */
type Look =
  | { readonly kind: "all" }
  | { readonly kind: "items"; readonly prefix: number; readonly contains: readonly Schema[] }
  | { readonly kind: "properties"; readonly names: readonly string[]; readonly patterns: readonly string[] }
  | {
      readonly kind: "choice";
      readonly when: Schema;
      readonly then: readonly Look[];
      readonly otherwise: readonly Look[];
    };

/** Ways for a value to go that are written out at most; beyond that the keyword stays as it is. */
const maxWays = 64;
/** Where the schema of the keyword is kept, as it is needed in several places. */
const keptIn = "unevaluated";

const keywords = ["unevaluatedItems", "unevaluatedProperties"] as const;
type Keyword = (typeof keywords)[number];

/** A schema that has such a keyword. */
export interface Holder {
  readonly node: Schema;
  readonly pointer: string;
}

/**
 * Says the keywords of these schemas in others where ajv isn't exact, in place. All references must be pointers.
 * @returns the keywords for which that would have been too long
 */
export function settleUnevaluated(root: unknown, holders: readonly Holder[], dialect: Dialect): Set<Keyword> {
  const left = new Set<Keyword>();
  const changes: (() => void)[] = [];
  for (const { node, pointer } of holders) {
    for (const keyword of keywords) {
      if (!Object.hasOwn(node, keyword)) continue;
      const reader = new Reader(root, keyword, dialect);
      const looks = reader.looksBeside(node, pointer);
      if (!reader.doubtful) continue;
      const rest = node[keyword];
      const kept = typeof rest === "boolean" ? rest : { $ref: reference(child(child(pointer, keptIn), keyword)) };
      const said = new Writer(keyword, kept, dialect).write(looks ?? []);
      if (looks === undefined || said === undefined) left.add(keyword);
      else changes.push(() => replace(node, keyword, said));
    }
  }
  for (const change of changes) change();
  return left;
}

function replace(node: Schema, keyword: Keyword, said: Schema | boolean): void {
  const kept = isPlainObject(node[keptIn]) ? node[keptIn] : {};
  if (typeof node[keyword] !== "boolean") node[keptIn] = { ...kept, [keyword]: node[keyword] };
  delete node[keyword];
  node.allOf = [...(Array.isArray(node.allOf) ? node.allOf : []), said];
}

function reference(pointer: string): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}

/** Reads off schemas what they look at. */
class Reader {
  /** Whether there is anything that ajv would get wrong. */
  doubtful = false;
  readonly #open = new Set<unknown>();

  constructor(
    private readonly root: unknown,
    private readonly keyword: Keyword,
    private readonly dialect: Dialect,
  ) {}

  /** What is looked at by all that stands beside the keyword. `undefined`: it can't be told. */
  looksBeside(node: Schema, pointer: string): Look[] | undefined {
    const rest = { ...node };
    delete rest[this.keyword];
    try {
      return this.#looks(rest, pointer, node);
    } catch (error) {
      if (error instanceof Endless) return undefined;
      throw error;
    }
  }

  #looks(schema: unknown, pointer: string, identity: unknown = schema): Look[] {
    if (!isPlainObject(schema)) return [];
    if (this.#open.has(identity)) throw new Endless();
    this.#open.add(identity);
    const looks = this.keyword === "unevaluatedItems" ? this.#items(schema, pointer) : this.#properties(schema);
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) looks.push(...this.#referred(schema, keyword));
    for (const [i, part] of this.#list(schema, "allOf")) looks.push(...this.#looks(part, `${pointer}/allOf/${i}`));
    for (const [i, part] of this.#list(schema, "anyOf")) looks.push(...this.#choice(`${pointer}/anyOf/${i}`, part, []));
    let others: Look[] = [];
    for (const [i, part] of this.#list(schema, "oneOf").toReversed()) {
      others = this.#choice(`${pointer}/oneOf/${i}`, part, others);
    }
    looks.push(...others, ...this.#condition(schema, pointer));
    this.#open.delete(identity);
    return looks;
  }

  #items(schema: Schema, pointer: string): Look[] {
    const tuple = schema[this.dialect === "2020-12" ? "prefixItems" : "items"];
    const rest =
      this.dialect === "2020-12" ? schema.items : Array.isArray(tuple) ? schema.additionalItems : schema.items;
    if (rest !== undefined || schema.unevaluatedItems !== undefined) return [{ kind: "all" }];
    const contains: Schema[] = [];
    if (this.dialect === "2020-12" && schema.contains !== undefined) {
      contains.push({ $ref: reference(`${pointer}/contains`) });
      this.doubtful = true;
    }
    const prefix = Array.isArray(tuple) ? tuple.length : 0;
    return prefix > 0 || contains.length > 0 ? [{ kind: "items", prefix, contains }] : [];
  }

  #properties(schema: Schema): Look[] {
    if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined)
      return [{ kind: "all" }];
    const names = isPlainObject(schema.properties) ? Object.keys(schema.properties) : [];
    const patterns = isPlainObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    return names.length + patterns.length > 0 ? [{ kind: "properties", names, patterns }] : [];
  }

  #referred(schema: Schema, keyword: string): Look[] {
    const ref = schema[keyword];
    if (typeof ref !== "string") return [];
    const target = resolveRef(ref, this.root);
    if (keyword !== "$ref" || target === undefined) throw new Endless();
    return this.#looks(target, decodeURIComponent(ref.slice(1)));
  }

  #list(schema: Schema, keyword: string): (readonly [number, unknown])[] {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((part, i) => [i, part] as const) : [];
  }

  #choice(pointer: string, part: unknown, otherwise: Look[]): Look[] {
    const then = this.#looks(part, pointer);
    if (then.length === 0 && otherwise.length === 0) return [];
    // ajv knows of branches what properties they look at, but not what items.
    if (this.keyword === "unevaluatedItems") this.doubtful = true;
    return [{ kind: "choice", when: { $ref: reference(pointer) }, then, otherwise }];
  }

  #condition(schema: Schema, pointer: string): Look[] {
    const looks: Look[] = [];
    if (schema.if !== undefined) {
      const then = [...this.#looks(schema.if, `${pointer}/if`), ...this.#looks(schema.then, `${pointer}/then`)];
      const otherwise = this.#looks(schema.else, `${pointer}/else`);
      if (then.length + otherwise.length > 0) {
        this.doubtful = true;
        looks.push({ kind: "choice", when: { $ref: reference(`${pointer}/if`) }, then, otherwise });
      }
    }
    if (this.keyword === "unevaluatedItems" || !isPlainObject(schema.dependentSchemas)) return looks;
    for (const name of Object.keys(schema.dependentSchemas)) {
      const at = child(`${pointer}/dependentSchemas`, name);
      const then = this.#looks(ownValue(schema.dependentSchemas, name), at);
      looks.push({ kind: "choice", when: { required: [name] }, then, otherwise: [] });
    }
    return looks;
  }
}

/** A schema that refers back to itself, or out of the document. */
class Endless extends Error {}

/** What has been looked at on one way. */
interface Seen {
  readonly prefix: number;
  readonly contains: readonly Schema[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Writes the choice, with what is left to the keyword at the end of each way. */
class Writer {
  #ways = 0;

  constructor(
    private readonly keyword: Keyword,
    private readonly rest: Schema | boolean,
    private readonly dialect: Dialect,
  ) {}

  /** `undefined`: there are too many ways. */
  write(looks: readonly Look[]): Schema | boolean | undefined {
    const said = this.#write(looks, { prefix: 0, contains: [], names: [], patterns: [] });
    return this.#ways > maxWays ? undefined : said;
  }

  #write(looks: readonly Look[], seen: Seen): Schema | boolean {
    if (this.#ways > maxWays) return true;
    const [look, ...later] = looks;
    switch (look?.kind) {
      case "all":
        this.#ways++;
        return true;
      case "items": {
        const prefix = Math.max(seen.prefix, look.prefix);
        return this.#write(later, { ...seen, prefix, contains: [...seen.contains, ...look.contains] });
      }
      case "properties": {
        const { names, patterns } = look;
        return this.#write(later, {
          ...seen,
          names: [...seen.names, ...names],
          patterns: [...seen.patterns, ...patterns],
        });
      }
      case "choice":
        return {
          if: look.when,
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: this.#write([...look.then, ...later], seen),
          else: this.#write([...look.otherwise, ...later], seen),
        };
      default:
        this.#ways++;
        return this.keyword === "unevaluatedItems" ? this.#otherItems(seen) : this.#otherProperties(seen);
    }
  }

  #otherItems({ prefix, contains }: Seen): Schema {
    const items = contains.length > 0 ? { anyOf: [this.rest, ...contains] } : this.rest;
    if (prefix === 0) return { items };
    const first = Array<boolean>(prefix).fill(true);
    return this.dialect === "2020-12" ? { prefixItems: first, items } : { items: first, additionalItems: items };
  }

  #otherProperties({ names, patterns }: Seen): Schema {
    return {
      properties: Object.fromEntries(names.map((name) => [name, true])),
      patternProperties: Object.fromEntries(patterns.map((pattern) => [pattern, true])),
      additionalProperties: this.rest,
    };
  }
}
