import {
  type BuiltLiterals,
  type BuiltNumber,
  type BuiltString,
  type Failure,
  literalsAlternative,
  numberAlternative,
  orLimit,
  stringAlternative,
  tryPattern,
} from "./alternatives.ts";
import { type Automaton, intersect, lengthAutomaton } from "./automaton.ts";
import { type Case, casesOf, type Watcher } from "./cases.ts";
import { isVirtual, type Place, SchemaDocument } from "./document.ts";
import { SchemaError } from "./error.ts";
import { plainlyApart, profilesOf } from "./exclusive.ts";
import { decidedShapes } from "./finish.ts";
import { type JsonSchema, type StandardSchema, toJsonSchema } from "./json-schema.ts";
import {
  annotations,
  checked,
  companions,
  everyType,
  expressed,
  isTrivial,
  keywordsOf,
  read,
  types,
} from "./keywords.ts";
import { namesAutomaton } from "./names.ts";
import type { PatternFacts } from "./pattern.ts";
import { type KeywordStatus, Report, type ReportEntry } from "./report.ts";
import type { ShapeTable } from "./shape.ts";
import {
  arrayAlternative,
  type BuiltArray,
  type BuiltObject,
  type ContainerWorkshop,
  objectAlternative,
  type Request,
} from "./structures.ts";

export type BuiltAlternative = BuiltLiterals | BuiltNumber | BuiltString | BuiltArray | BuiltObject;

export interface CompileOptions {
  /**
   * Throw when a keyword is refused (default true). Otherwise the Shape is wider there, and the report says so.
   */
  readonly strict?: boolean;
}

/** A schema in normal form, with the report of what became of each keyword. */
export interface CompiledSchema {
  readonly shape: ShapeTable;
  readonly report: readonly ReportEntry[];
  /** The plain JSON Schema it was made of, for a validator. */
  readonly schema: JsonSchema;
}

/** The most pairs of branches of one `oneOf` whose overlap is worked out. */
const maxOverlaps = 66;
/** The most shapes that a schema may come to. */
const maxShapes = 100_000;

/**
 * Brings a schema into normal form.
 * @throws {SchemaError} for a schema that is malformed, unsatisfiable or too large, for references that can't be
 * followed and, when `strict`, for keywords that nothing can hold
 */
export function compileSchema(input: JsonSchema | StandardSchema, options: CompileOptions = {}): CompiledSchema {
  const schema = toJsonSchema(input);
  const compiler = new Compiler(schema);
  const shape = compiler.run();
  const report = compiler.report.list();
  const refused = report.filter(({ status }) => status === "refused");
  const [first] = refused;
  if (first && options.strict !== false) {
    const lines = refused.map(({ path, reason }) => `${path}${reason ? `: ${reason}` : ""}`);
    throw new SchemaError("refused", `Nothing can hold these keywords:\n  ${lines.join("\n  ")}`, {
      path: first.path,
      keyword: first.keyword,
      report: refused,
    });
  }
  return { shape, report, schema };
}

/**
 * Works through sets of places. A set stands for the values that satisfy all of its places; its shape refers to the
 * sets of its properties and items, which are worked on later. So depth costs no stack, recursion closes by itself, and
 * `allOf` needs no merging of schemas.
 */
class Compiler implements ContainerWorkshop, Watcher {
  readonly report = new Report();
  readonly document: SchemaDocument;
  readonly #requests = new Map<string, Request>();
  readonly #queue: (readonly Place[])[] = [];
  readonly #shapes: BuiltAlternative[][] = [];
  readonly #visited = new Set<Place>();
  readonly #patterns = new Map<string, PatternFacts | Failure>();
  readonly #keyPatterns = new Map<string, Automaton | Failure>();
  readonly #names = new Map<string, Automaton | null>();
  /** `oneOf` place → the shapes of its branches taken two at a time; all must be empty. `undefined`: unknown. */
  readonly #overlaps = new Map<Place, Request[] | undefined>();

  constructor(schema: JsonSchema) {
    this.document = new SchemaDocument(schema);
  }

  run(): ShapeTable {
    this.request([this.document.root]);
    for (let i = 0; i < this.#queue.length; i++) this.#shapes.push(this.#build(this.#queue[i]!));
    return decidedShapes(this.#shapes, this.#overlaps, (place, exclude) => {
      if (exclude) this.note(place, "oneOf", "grammar", "no value fits two of its branches");
      else this.note(place, "oneOf", "boundary", "a value may fit two of its branches");
    });
  }

  request(places: readonly Place[]): Request {
    const set = new Map<number, Place>();
    for (const place of places) {
      this.visit(place);
      if (!isTrivial(place)) set.set(place.id, place);
    }
    const key = [...set.keys()].sort((a, b) => a - b).join(",");
    const known = this.#requests.get(key);
    if (known !== undefined) return known;
    const request = this.#queue.length;
    if (request >= maxShapes) {
      const path = places[0]?.pointer ?? "";
      throw new SchemaError("too-large", `The schema comes to more than ${maxShapes} shapes; the last at ${path}.`, {
        path,
      });
    }
    this.#requests.set(key, request);
    this.#queue.push([...set.values()]);
    return request;
  }

  #build(places: readonly Place[]): BuiltAlternative[] {
    const cases = casesOf(this.document, places, this);
    return cases.flatMap((one) => this.#alternatives(one));
  }

  #alternatives(one: Case): BuiltAlternative[] {
    for (const place of one.exclusive) this.#watchOverlap(place);
    const literals = literalsAlternative(this, one);
    const found: (BuiltAlternative | undefined)[] = literals ? [literals] : this.#open(one);
    return found.filter((alternative): alternative is BuiltAlternative => {
      if (!alternative) return false;
      for (const place of one.members) {
        const type = alternative.kind === "literals" ? 0 : types[alternative.kind];
        if (this.isChecked(place, type)) alternative.checks.add(place);
      }
      for (const place of one.open) alternative.checks.add(place);
      return true;
    });
  }

  /** The alternatives of a case without `enum` and `const`: one for each type it leaves. */
  #open(one: Case): (BuiltAlternative | undefined)[] {
    const has = (type: number): boolean => (one.types & type) !== 0;
    const values = [...(has(types.null) ? [null] : []), ...(has(types.boolean) ? [true, false] : [])];
    const blank = { checks: new Set<Place>(), exclusive: one.exclusive, sources: one.members };
    return [
      values.length > 0 ? { ...blank, kind: "literals", values } : undefined,
      has(types.number) ? numberAlternative(this, one) : undefined,
      has(types.string) ? stringAlternative(this, one) : undefined,
      has(types.array) ? arrayAlternative(this, one) : undefined,
      has(types.object) ? objectAlternative(this, one) : undefined,
    ];
  }

  /**
   * Asks, once per `oneOf`, for the shapes that would be the overlap of each two of its branches, as far as it isn't
   * plain that they have none.
   */
  #watchOverlap(place: Place): void {
    if (this.#overlaps.has(place)) return;
    const branches = read.list(place, "oneOf")!.map((_, i) => this.document.child(place, "oneOf", i));
    const profiles = branches.map((branch) => profilesOf(this.document, casesOf(this.document, [branch], this)));
    const unclear = branches.flatMap((a, i) =>
      branches.slice(i + 1).flatMap((b, j) => (plainlyApart(profiles[i]!, profiles[i + 1 + j]!) ? [] : [[a, b]])),
    );
    const few = unclear.length <= maxOverlaps;
    this.#overlaps.set(place, few ? unclear.map((pair) => this.request(pair)) : undefined);
  }

  /** Reports a place's keywords the first time it is looked at. */
  visit(place: Place): void {
    if (this.#visited.has(place)) return;
    this.#visited.add(place);
    const keywords = keywordsOf(place);
    for (const keyword of Object.keys(keywords)) {
      const [status, reason] = standing(keyword, keywords);
      this.note(place, keyword, status, reason);
    }
  }

  leftOpen(place: Place, keyword: string, reason: string): void {
    this.note(place, keyword, "boundary", reason);
  }

  refused(place: Place, keyword: string, reason: string): void {
    this.note(place, keyword, "refused", reason);
  }

  /** For a type of 0, one of the keywords that speak of every type. */
  isChecked(place: Place, type: number): boolean {
    const keywords = keywordsOf(place);
    for (const keyword in keywords) {
      const mask = checked.get(keyword);
      if (mask === undefined || (keyword === "if" && !("then" in keywords) && !("else" in keywords))) continue;
      if (mask === everyType || (mask & type) !== 0) return true;
    }
    return false;
  }

  names(places: readonly Place[]): Automaton | undefined {
    const key = places.map(({ id }) => id).join(",");
    let found = this.#names.get(key);
    if (found === undefined) {
      found = namesAutomaton(this, places) ?? null;
      this.#names.set(key, found);
    }
    return found ?? undefined;
  }

  note(place: Place, keyword: string, status: KeywordStatus, reason?: string): void {
    if (!isVirtual(place)) this.report.add(place.pointer, keyword, status, reason);
    // What a part of a keyword can't hold, the keyword doesn't.
    else if (status === "boundary" || status === "refused")
      this.report.add(place.owner, place.standsFor!, status, reason);
  }

  pattern(place: Place, keyword: string, source: string): PatternFacts | undefined {
    let facts = this.#patterns.get(source);
    if (!facts) {
      facts = tryPattern(source);
      this.#patterns.set(source, facts);
    }
    if (!("failure" in facts)) return facts;
    if (facts.syntax) {
      const path = `${place.pointer}/${keyword}`;
      throw new SchemaError("invalid", `\`${source}\` at ${path} is no regular expression: ${facts.failure}.`, {
        path,
        keyword,
      });
    }
    this.note(place, keyword, "boundary", facts.failure);
    return undefined;
  }

  keyPattern(place: Place, source: string): Automaton | undefined {
    const facts = this.pattern(place, "patternProperties", source);
    if (!facts) return undefined;
    const { automaton, minLength, maxLength } = facts;
    if (minLength === 0 && maxLength === Infinity) return automaton;
    let keys = this.#keyPatterns.get(source);
    if (keys === undefined) {
      keys = orLimit(() => intersect(automaton, lengthAutomaton(minLength, maxLength)));
      this.#keyPatterns.set(source, keys);
    }
    if ("accepting" in keys) return keys;
    this.note(place, "patternProperties", "boundary", keys.failure);
    return undefined;
  }
}

/** What is known of a keyword by its name alone. */
function standing(keyword: string, keywords: Readonly<Record<string, unknown>>): [KeywordStatus, string?] {
  if (keyword === "multipleOf") return ["boundary", "the grammar doesn't count multiples"];
  if (keyword === "uniqueItems") {
    return keywords.uniqueItems === true ? ["boundary", "the grammar doesn't compare items"] : ["grammar"];
  }
  // What a format comes to is found out where a string (or for int32 and int64 a number) may stand.
  if (keyword === "format") return ["annotation"];
  if (keyword === "additionalItems" && !Array.isArray(keywords.items))
    return ["annotation", "no `items` array beside it"];
  if (expressed.has(keyword)) return ["grammar"];
  if (keyword === "if" && !("then" in keywords) && !("else" in keywords)) return ["annotation", "no `then` or `else`"];
  if (checked.has(keyword)) return ["boundary", "decided by a validator as the value closes"];
  const partner = companions.get(keyword);
  if (partner) return partner in keywords ? ["boundary"] : ["annotation", `no \`${partner}\` beside it`];
  return annotations.has(keyword) ? ["annotation"] : ["annotation", "not a keyword of JSON Schema"];
}
