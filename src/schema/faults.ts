import { combining, type Place, type SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { keywordsOf } from "./keywords.ts";
import { escapePointer } from "./report.ts";
import { subschemaSteps } from "./subschemas.ts";
import { faultOfValue } from "./values.ts";

/** Keywords whose value is a reference. */
export const referring = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** A reference that leads nowhere. */
export interface Dangling {
  /** Pointer to the keyword. */
  readonly path: string;
  readonly keyword: string;
  readonly failure: string;
}

/** A schema, and the way to it: pointers are only made of those that someone asks for. */
interface Step {
  readonly schema: JsonSchema;
  readonly from: Step | undefined;
  /** Pointer from there. */
  readonly path: string;
}

/**
 * Refuses a document that can't be judged by: whose keywords have values that its draft doesn't allow them, or that refers
 * back to itself. That is asked of all schemas in it, used or not, since a schema of schemas does; so whoever compiles a schema
 * and whoever validates by it take the same ones.
 * @returns its references that lead nowhere, but for those in definitions that nothing refers to. That no value can reach some
 * of them is no excuse: who compiles and who validates would have to agree on what can be reached
 * @throws {SchemaError} `invalid`, or `reference` for a circle
 */
export function refuseFaults(document: SchemaDocument): readonly Dangling[] {
  const seen = new Set<JsonSchema>();
  const referrers: Step[] = [];
  const definitions: Step[] = [];
  const starts: Place[] = [];
  const dangling: Dangling[] = [];
  let next = 0;
  const check = (todo: Step[], postponed: Step[] | undefined): void => {
    while (todo.length > 0) {
      checkValues(document, todo, { seen, referrers, postponed });
      for (; next < referrers.length; next++) {
        const pointer = pointerOf(referrers[next]!);
        const place = document.at(pointer);
        if (!place) continue;
        starts.push(place);
        for (const [keyword, target] of targetsOf(document, place)) {
          if ("failure" in target) {
            if (postponed) dangling.push({ path: `${pointer}/${keyword}`, keyword, failure: target.failure });
            continue;
          }
          // What references lead to needn't be where schemas are.
          const schema = document.original(target);
          if (!seen.has(schema)) todo.push({ schema, from: undefined, path: target.pointer });
        }
      }
    }
  };
  check([{ schema: document.original(document.root), from: undefined, path: "" }], definitions);
  check(definitions, undefined);
  refuseCircles(document, starts);
  return dangling;
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

/** What is found, and in the first round what is left for the second: definitions that nothing may refer to. */
interface Found {
  readonly seen: Set<JsonSchema>;
  readonly referrers: Step[];
  readonly postponed: Step[] | undefined;
}

function checkValues(document: SchemaDocument, todo: Step[], { seen, referrers, postponed }: Found): void {
  for (let step = todo.pop(); step; step = todo.pop()) {
    if (typeof step.schema === "boolean" || seen.has(step.schema)) continue;
    seen.add(step.schema);
    const { schema } = document.heard(step.schema);
    const at = step;
    // The pointer is asked for where something is wrong.
    const here = {
      schema,
      get pointer() {
        return pointerOf(at);
      },
    };
    const { length } = todo;
    for (const keyword in schema as object) {
      const value = (schema as Readonly<Record<string, unknown>>)[keyword];
      const fault = faultOfValue(document.draft, here, keyword);
      if (fault) throw fault;
      refusePatterns(keyword, value, at);
      // Nothing can be wrong with what is no object.
      if (typeof value !== "object") continue;
      for (const [, name] of subschemaSteps(keyword, value)) {
        const part = name === undefined ? value : (value as Record<string | number, unknown>)[name];
        if (typeof part !== "object" || part === null) continue;
        const path = `/${escapePointer(keyword)}${name === undefined ? "" : `/${escapePointer(String(name))}`}`;
        const isDefinition = keyword === "$defs" || keyword === "definitions";
        (isDefinition && postponed ? postponed : todo).push({ schema: part as JsonSchema, from: step, path });
      }
    }
    reverseFrom(todo, length);
    if (referring.some((keyword) => Object.hasOwn(schema as object, keyword))) referrers.push(step);
  }
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
function refusePatterns(keyword: string, value: unknown, at: Step): void {
  const sources =
    keyword === "pattern" ? [value as string] : keyword === "patternProperties" ? Object.keys(value!) : [];
  for (const source of sources) {
    const failure = failureOf(source, "u") && failureOf(source, "");
    if (failure === undefined) continue;
    const path = `${pointerOf(at)}/${keyword}`;
    throw new SchemaError("invalid", `A pattern isn't a regular expression: ${failure}.`, { path, keyword });
  }
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
  const paths: string[] = [];
  for (let at: Step | undefined = step; at; at = at.from) paths.push(at.path);
  return paths.reverse().join("");
}

function* targetsOf(document: SchemaDocument, place: Place): Generator<[keyword: string, Place | { failure: string }]> {
  for (const keyword of referring) {
    const reference = keywordsOf(place)[keyword];
    if (typeof reference !== "string") continue;
    yield [keyword, document.resolve(place, reference)];
  }
}

/** Looks for a way from a schema back to itself that stays at the same value. All have a reference in them. */
function refuseCircles(document: SchemaDocument, starts: readonly Place[]): void {
  const done = new Set<Place>();
  const open = new Set<Place>();
  const stack: { readonly place: Place; readonly left: boolean }[] = [];
  for (const start of starts) {
    stack.push({ place: start, left: false });
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { place, left } = top;
      if (left) {
        open.delete(place);
        done.add(place);
        continue;
      }
      if (open.has(place)) throw circular(outermost([...open].slice([...open].indexOf(place))));
      if (done.has(place) || typeof place.schema === "boolean") continue;
      open.add(place);
      stack.push({ place, left: true });
      for (const [, target] of targetsOf(document, place)) {
        if ("schema" in target) stack.push({ place: target, left: false });
      }
      for (const [keyword, value] of Object.entries(place.schema)) {
        if (!combining.has(keyword)) continue;
        for (const steps of subschemaSteps(keyword, value)) {
          stack.push({ place: document.child(place, ...steps), left: false });
        }
      }
    }
  }
}

/** Of the schemas of a circle, the one that the others are most likely in. */
function outermost(circle: readonly Place[]): Place {
  return circle.reduce((least, place) => (place.pointer.length < least.pointer.length ? place : least));
}

/** What a schema is refused for by which no judging would come to an end. */
export function circular(place: Place): SchemaError {
  return new SchemaError(
    "reference",
    `The schema at ${place.pointer || "the root"} refers back to itself without going into a property or an item, ` +
      "so it says nothing. Remove that reference.",
    { path: place.pointer, keyword: "$ref" },
  );
}
