/**
 * ajv writes one function for a schema, with a block inside a block for each part of a keyword: some two thousand
 * properties or branches exhaust the stack, of ajv or of the engine that reads its code. So long keywords are said in
 * parts, which are parts of parts where there are many. What is valid stays the same.
 */
import { isPlainObject } from "./own.ts";
import { child, refSteps } from "./pointer.ts";

/** Keywords with more parts than that are long. */
const long = 100;
/** How many parts a part has; of first items more, since each part says how many come before. */
const fan = 16;
const itemsFan = 200;
/** The fewest branches of a group of a long `oneOf`, and where the groups are kept. */
const leastGroup = 64;
const partsKey = "parts";

/** `$comment` of an `anyOf` that is a part of a longer union; it stands for its branches. */
export const partOfUnion = "part of a longer union";
/** `$comment` of a `oneOf` that says a part of what a longer one does; the numbers of its branches mean nothing. */
export const partOfChoice = "part of a longer oneOf";

const single =
  "additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties".split(
    " ",
  );
const lists = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const maps = ["$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies"];
/** Maps that only add up; of the others, the names must stay where they are, since `additionalProperties` looks at them. */
const sums = ["dependentSchemas", "dependentRequired", "dependencies"];

type Schema = Record<string, unknown>;

/** A subschema: its pointer in the schema as it was given, and as it is now. */
interface Position {
  readonly schema: unknown;
  readonly was: string;
  readonly now: string;
}

/** A part of a long keyword, to hold beside the others, and the subschemas in it with pointers from it. */
interface Conjunct {
  readonly part: Schema;
  readonly inside: readonly Position[];
}

/**
 * Rewrites the long keywords of a schema, in place.
 * @returns the pointers of the subschemas that have moved: from where they were to where they are now
 */
export function narrow(root: unknown): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  // Where a part of the schema is a resource of its own, pointers into it would begin there.
  if (!isWide(root) || hasNestedId(root)) return moved;
  const references: Schema[] = [];
  const seen = new Set<unknown>();
  const stack: Position[] = [{ schema: root, was: "", now: "" }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { schema, was, now } = top;
    if (was !== now) moved.set(was, now);
    if (!isPlainObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (typeof schema.$ref === "string") references.push(schema);
    for (const part of split(schema, now))
      stack.push({ schema: part.schema, was: was + part.was, now: now + part.now });
  }
  for (const schema of references) {
    const steps = refSteps(schema.$ref as string);
    const target = steps && moved.get(steps.reduce(child, ""));
    if (target !== undefined) schema.$ref = reference(target);
  }
  return moved;
}

/** Splits the long keywords of one schema. Returns its subschemas, with pointers from here. */
function split(schema: Schema, now: string): Position[] {
  const positions: Position[] = [];
  const keep = (part: unknown, pointer: string): void => {
    positions.push({ schema: part, was: pointer, now: pointer });
  };
  const conjuncts: Conjunct[] = [];
  for (const keyword of single) if (isPlainObject(schema[keyword])) keep(schema[keyword], `/${keyword}`);
  for (const keyword of [...maps, "dependentRequired"]) {
    const map = schema[keyword];
    if (!isPlainObject(map)) continue;
    const entries = Object.entries(map);
    const at = (key: string) => child(`/${keyword}`, key);
    if (entries.length <= long || keyword === "$defs" || keyword === "definitions") {
      for (const [key, part] of entries) keep(part, at(key));
      continue;
    }
    for (const some of chunks(entries, fan)) {
      const inside = some.map(([key, part]) => ({ schema: part, was: at(key), now: at(key) }));
      conjuncts.push({ part: { [keyword]: Object.fromEntries(some) }, inside });
    }
    if (sums.includes(keyword)) delete schema[keyword];
    else schema[keyword] = Object.fromEntries(entries.map(([key]) => [key, true]));
  }
  for (const keyword of lists) {
    const list = schema[keyword];
    if (!Array.isArray(list) || keyword === "allOf") continue;
    const at = (i: number) => `/${keyword}/${i}`;
    if (list.length <= long) for (const [i, part] of list.entries()) keep(part, at(i));
    else if (keyword === "anyOf") {
      schema.anyOf = tree(list, anyOf);
      for (const [i, part] of list.entries()) {
        positions.push({ schema: part, was: at(i), now: treePath("anyOf", i, list.length) });
      }
    } else if (keyword === "oneOf") {
      const size = groupSize(list.length);
      for (const [i, part] of list.entries()) {
        const to = `/${partsKey}/${Math.floor(i / size)}/one/oneOf/${i % size}`;
        positions.push({ schema: part, was: at(i), now: to });
      }
      conjuncts.push(...splitChoice(schema, now, list));
    } else {
      for (let first = 0; first < list.length; first += itemsFan) {
        const some = list.slice(first, first + itemsFan);
        const inside = some.map((part, i) => ({ schema: part, was: at(first + i), now: at(first + i) }));
        conjuncts.push({ part: { [keyword]: [...Array<boolean>(first).fill(true), ...some] }, inside });
      }
      schema[keyword] = list.map(() => true);
    }
  }
  const own = Array.isArray(schema.allOf) ? schema.allOf : [];
  const all = [...own, ...conjuncts.map(({ part }) => part)];
  if (all.length > 0) schema.allOf = tree(all, (allOf) => ({ allOf }));
  for (const [i, part] of own.entries()) {
    positions.push({ schema: part, was: `/allOf/${i}`, now: treePath("allOf", i, all.length) });
  }
  for (const [i, { inside }] of conjuncts.entries()) {
    const start = treePath("allOf", own.length + i, all.length);
    for (const { schema: part, was, now } of inside) positions.push({ schema: part, was, now: start + now });
  }
  return positions;
}

/**
 * Just one of many: just one of the groups has a branch that fits, and a group that has one has just one. The groups are
 * functions of their own, since they are needed three times and a function can't hold any number of variables.
 */
function splitChoice(schema: Schema, now: string, list: readonly unknown[]): Conjunct[] {
  const groups = chunks(list, groupSize(list.length));
  schema[partsKey] = groups.map((oneOf) => ({
    some: anyOf(tree(oneOf, anyOf)),
    one: { oneOf, $comment: partOfChoice },
  }));
  delete schema.oneOf;
  const refer = (g: number, part: string): Schema => ({ $ref: reference(`${now}/${partsKey}/${g}/${part}`) });
  const alone = { oneOf: groups.map((_, g) => refer(g, "some")), $comment: partOfChoice };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return [alone, ...groups.map((_, g) => ({ if: refer(g, "some"), then: refer(g, "one") }))].map((part) => ({
    part,
    inside: [],
  }));
}

function groupSize(count: number): number {
  return Math.max(leastGroup, Math.ceil(Math.sqrt(count)));
}

function anyOf(parts: unknown[]): Schema {
  return { anyOf: parts, $comment: partOfUnion };
}

function reference(pointer: string): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** A long list as a tree. */
function tree(list: readonly unknown[], join: (part: unknown[]) => unknown): unknown[] {
  let level = [...list];
  if (list.length > long) while (level.length > fan) level = chunks(level, fan).map(join);
  return level;
}

/** The pointer to an item in the tree of its list. */
function treePath(keyword: string, index: number, count: number): string {
  const steps: number[] = [];
  let [rest, size] = [index, count];
  for (; count > long && size > fan; size = Math.ceil(size / fan)) {
    steps.unshift(rest % fan);
    rest = Math.floor(rest / fan);
  }
  return [rest, ...steps].map((step) => `/${keyword}/${step}`).join("");
}

/** Is there a keyword with many parts anywhere? */
function isWide(root: unknown): root is Schema {
  return isPlainObject(root) && some(root, (node) => Object.keys(node).length > long || lengthOfLists(node) > long);
}

function lengthOfLists(node: Schema): number {
  return Math.max(0, ...lists.map((keyword) => (Array.isArray(node[keyword]) ? node[keyword].length : 0)));
}

function hasNestedId(root: Schema): boolean {
  return some(root, (node) => node !== root && typeof node.$id === "string");
}

/** Does any object in a value satisfy this? */
function some(root: Schema, test: (node: Schema) => boolean): boolean {
  const stack: unknown[] = [root];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (Array.isArray(value)) for (const item of value) stack.push(item);
    else if (isPlainObject(value)) {
      if (test(value)) return true;
      for (const key of Object.keys(value)) stack.push(value[key]);
    }
  }
  return false;
}
