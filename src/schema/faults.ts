import { combining, type Place, type SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { escapePointer } from "./report.ts";
import { held } from "./subschemas.ts";
import { allows, faultOfValue } from "./values.ts";

/** Keywords whose value is a reference. */
export const referring = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** A reference that leads nowhere. */
export interface Dangling {
  /** Pointer to the keyword. */
  readonly path: string;
  readonly keyword: string;
  readonly failure: string;
}

/** A schema that is looked at, and the way to it: pointers are only made of those that someone asks for. */
interface Step {
  readonly schema: Keywords;
  readonly from: Step | undefined;
  /** The keyword of the one before that holds it; without one before, the whole pointer to it. */
  readonly keyword: string;
  /** Its name or index there. */
  readonly name: string | number | undefined;
  /** Pointer of the nearest enclosing schema with an identifier. */
  readonly resource: string;
}

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Refuses a document that can't be judged by: whose keywords have values that its draft doesn't allow them, or that refers
 * back to itself. That is asked of all schemas in it, used or not, since a schema of schemas does; so whoever compiles a schema
 * and whoever validates by it take the same ones.
 * @returns its references that lead nowhere, but for those in definitions that nothing refers to. That no value can reach some
 * of them is no excuse: who compiles and who validates would have to agree on what can be reached
 * @throws {SchemaError} `invalid`, or `reference` for a circle
 */
export function refuseFaults(document: SchemaDocument): readonly Dangling[] {
  const root = document.original(document.root);
  return typeof root === "boolean" ? [] : new Inspection(document).run(root);
}

/** Looks at every schema of a document, each once. */
class Inspection {
  readonly #document: SchemaDocument;
  readonly #steps = new Map<object, Step>();
  readonly #referrers: Step[] = [];
  readonly #dangling: Dangling[] = [];
  #todo: Step[] = [];
  /** Definitions: in the first round only those are looked at that something refers to. */
  #postponed: Step[] = [];
  #definitionsToo = false;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  run(root: Keywords): readonly Dangling[] {
    this.#add(root, undefined, "", undefined, "");
    this.#lookAtAll();
    this.#definitionsToo = true;
    this.#todo = this.#postponed;
    this.#lookAtAll();
    this.#refuseCircles();
    return this.#dangling;
  }

  #lookAtAll(): void {
    let next = this.#referrers.length;
    while (this.#todo.length > 0) {
      for (let step = this.#todo.pop(); step; step = this.#todo.pop()) this.#lookAt(step);
      for (; next < this.#referrers.length; next++) this.#follow(this.#referrers[next]!);
    }
  }

  #lookAt(step: Step): void {
    const { schema } = step;
    if (this.#steps.has(schema)) return;
    this.#steps.set(schema, step);
    const { length } = this.#todo;
    const alone = this.#document.standsAlone(schema);
    let refers = false;
    for (const keyword in schema) {
      if (this.#document.isIdle(keyword, alone)) continue;
      const value = schema[keyword];
      if (!allows(this.#document.draft, keyword, value)) {
        throw faultOfValue(this.#document.draft, { schema, pointer: pointerOf(step) }, keyword)!;
      }
      if (keyword === "pattern") refusePattern(value as string, keyword, step);
      else if (keyword === "$ref" || keyword === "$dynamicRef" || keyword === "$recursiveRef") refers = true;
      // Nothing can be wrong with what is no object.
      else if (typeof value === "object" && value !== null) this.#addParts(step, keyword, value);
    }
    reverseFrom(this.#todo, length);
    if (refers) this.#referrers.push(step);
  }

  #addParts(step: Step, keyword: string, value: object): void {
    const kind = held(keyword, value);
    if (kind === "schema") this.#add(value, step, keyword, undefined, step.resource);
    else if (kind === "list") {
      for (let i = 0; i < (value as unknown[]).length; i++) {
        this.#add((value as unknown[])[i], step, keyword, i, step.resource);
      }
    } else if (kind === "map") {
      for (const name of Object.keys(value)) {
        if (keyword === "patternProperties") refusePattern(name, keyword, step);
        this.#add((value as Keywords)[name], step, keyword, name, step.resource);
      }
    }
  }

  #add(part: unknown, from: Step | undefined, keyword: string, name: string | number | undefined, home: string): void {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return;
    const schema = part as Keywords;
    const step = { schema, from, keyword, name, resource: home };
    if (from && this.#document.isResource(schema)) step.resource = pointerOf(step);
    const postponed = !this.#definitionsToo && (keyword === "$defs" || keyword === "definitions");
    (postponed ? this.#postponed : this.#todo).push(step);
  }

  #follow(step: Step): void {
    for (const [keyword, target] of this.#targetsOf(step)) {
      if ("schema" in target) {
        // What references lead to needn't be where schemas are.
        const schema = this.#document.original(target);
        if (typeof schema === "boolean" || this.#steps.has(schema)) continue;
        const { pointer, resource } = target;
        this.#todo.push({ schema, from: undefined, keyword: pointer, name: undefined, resource });
      } else if (!this.#definitionsToo) {
        this.#dangling.push({ path: `${pointerOf(step)}/${keyword}`, keyword, failure: target.failure });
      }
    }
  }

  *#targetsOf(step: Step): Generator<[keyword: string, Place | { readonly failure: string }]> {
    const alone = this.#document.standsAlone(step.schema);
    for (const keyword of referring) {
      if (!Object.hasOwn(step.schema, keyword) || this.#document.isIdle(keyword, alone)) continue;
      const reference = step.schema[keyword];
      if (typeof reference === "string") yield [keyword, this.#document.resolve(step, reference)];
    }
  }

  /** Looks for a way from a schema back to itself that stays at the same value. All have a reference in them. */
  #refuseCircles(): void {
    const done = new Set<Step>();
    const open = new Set<Step>();
    const stack: { readonly step: Step; readonly left: boolean }[] = [];
    const push = (schema: unknown): void => {
      const step = this.#steps.get(schema as object);
      if (step) stack.push({ step, left: false });
    };
    for (const start of this.#referrers) {
      stack.push({ step: start, left: false });
      for (let top = stack.pop(); top; top = stack.pop()) {
        const { step, left } = top;
        if (left) {
          open.delete(step);
          done.add(step);
          continue;
        }
        if (open.has(step)) throw circular(outermost([...open].slice([...open].indexOf(step)).map(pointerOf)));
        if (done.has(step)) continue;
        open.add(step);
        stack.push({ step, left: true });
        for (const [, target] of this.#targetsOf(step)) if ("schema" in target) push(this.#document.original(target));
        const alone = this.#document.standsAlone(step.schema);
        for (const keyword in step.schema) {
          if (!combining.has(keyword) || this.#document.isIdle(keyword, alone)) continue;
          const value = step.schema[keyword];
          if (held(keyword, value) === "schema") push(value);
          else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) push(part);
        }
      }
    }
  }
}

/** The most references that one message names. */
const mostNamed = 10;

/** What a schema is refused for by which nothing can be judged, since references in it lead nowhere. */
export function leadingNowhere(dangling: readonly Dangling[]): SchemaError {
  const lines = dangling.slice(0, mostNamed).map(({ path, failure }) => `${path}: ${failure}`);
  if (dangling.length > mostNamed) lines.push(`and ${dangling.length - mostNamed} more`);
  const what = dangling.length === 1 ? "A reference leads nowhere" : `${dangling.length} references lead nowhere`;
  const [{ path, keyword }] = dangling as [Dangling];
  return new SchemaError("reference", `${what}: ${lines.join("; ")}.`, {
    path,
    keyword,
    report: dangling.map(({ path, keyword, failure }) => ({ path, keyword, status: "refused", reason: failure })),
  });
}

/** So that what is pushed first is popped first. */
function reverseFrom(steps: Step[], start: number): void {
  for (let low = start, high = steps.length - 1; low < high; low++, high--) {
    const step = steps[low]!;
    steps[low] = steps[high]!;
    steps[high] = step;
  }
}

/** Refuses what is no regular expression, with the `u` flag nor without. */
function refusePattern(source: string, keyword: string, at: Step): void {
  const failure = failureOf(source, "u") && failureOf(source, "");
  if (failure === undefined) return;
  const path = `${pointerOf(at)}/${keyword}`;
  throw new SchemaError("invalid", `A pattern isn't a regular expression: ${failure}.`, { path, keyword });
}

function failureOf(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function pointerOf(step: Step): string {
  let pointer = "";
  for (let at: Step | undefined = step; at; at = at.from) {
    if (!at.from) return at.keyword + pointer;
    const own = at.name === undefined ? "" : `/${escapePointer(String(at.name))}`;
    pointer = `/${escapePointer(at.keyword)}${own}${pointer}`;
  }
  return pointer;
}

/** Of the schemas of a circle, the one that the others are most likely in. */
function outermost(circle: readonly string[]): string {
  return circle.reduce((least, pointer) => (pointer.length < least.length ? pointer : least));
}

/** What a schema is refused for by which no judging would come to an end. */
export function circular(pointer: string): SchemaError {
  return new SchemaError(
    "reference",
    `The schema at ${pointer || "the root"} refers back to itself without going into a property or an item, ` +
      "so it says nothing. Remove that reference.",
    { path: pointer, keyword: "$ref" },
  );
}
