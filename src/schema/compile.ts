import { checkOptions, type OptionNames, ofType, oneOf } from "../options/index.ts";
import { Automata } from "./automata.ts";
import { alternativesOf, type BuiltAlternative } from "./build.ts";
import { casesOf } from "./cases.ts";
import { choicesOf, partsOf } from "./choices.ts";
import { type Contradiction, Contradictions, pointerOf } from "./contradiction.ts";
import { requireDialect } from "./dialect.ts";
import { isVirtual, type Place, SchemaDocument } from "./document.ts";
import { draftOf } from "./draft.ts";
import { settleDynamic } from "./dynamic.ts";
import { Effort } from "./effort.ts";
import { SchemaError } from "./error.ts";
import { unclearPairs } from "./exclusive.ts";
import { type Dangling, leadingNowhere, refuseFaults } from "./faults.ts";
import { decidedShapes } from "./finish.ts";
import { type JsonSchema, type StandardSchema, toJsonSchema } from "./json-schema.ts";
import {
  annotations,
  checked,
  companions,
  decidedLate,
  expressed,
  isTrivial,
  keywordsOf,
  soleReference,
  types,
  typesOf,
} from "./keywords.ts";
import { Overlaps } from "./overlap.ts";
import { readingOf } from "./pattern.ts";
import { type KeywordStatus, Report, type ReportEntry } from "./report.ts";
import { satisfiable } from "./satisfiable.ts";
import type { ShapeTable } from "./shape.ts";
import type { ContainerWorkshop, Request } from "./structures.ts";
import { faultOfValue } from "./values.ts";

export interface CompileOptions {
  /**
   * Throw when a keyword is refused (default true). Otherwise the Shape is wider there, and the report says so.
   */
  readonly strict?: boolean;
  /**
   * `assert` (default): a string must be of the `format` it's given, as the format-assertion vocabulary of 2020-12 has it.
   * `annotate`: `format` says nothing, as is JSON Schema's own default.
   */
  readonly formats?: "assert" | "annotate";
  /**
   * Works schemas that demand the same through once, wherever they're written: for whoever only wants the Shape, up to ten
   * times as fast. Its `sources` and `checks` name one of them; the report and dead parts cost another go when they're
   * read. Default false.
   */
  readonly shared?: boolean;
}

/** A schema in normal form, with the report of what became of each keyword. */
export interface CompiledSchema {
  readonly shape: ShapeTable;
  readonly report: readonly ReportEntry[];
  /** The plain JSON Schema it was made of, for a validator. */
  readonly schema: JsonSchema;
  /** Parts that no value fits though the schema doesn't say so plainly (`false`); the first twenty that were met. */
  readonly dead: readonly DeadPart[];
}

/**
 * Whether something is a schema in normal form, made by `compileSchema` or a copy of that, and not a JSON Schema. A copy that
 * lacks a part is neither: what takes schemas refuses it.
 */
export function isCompiled(source: unknown): source is CompiledSchema {
  try {
    const { shape, schema } = source as Partial<CompiledSchema>;
    const lists = [shape?.shapes, shape?.automata, shape?.checks, shape?.sources];
    // The report may be made only when it's asked for.
    const whole = "report" in (source as object) && "dead" in (source as object) && schema !== undefined;
    return whole && lists.every((list) => Array.isArray(list));
  } catch {
    // What can't be read is none: as a schema it's refused with the reason.
    return false;
  }
}

/** A part of a schema that no value fits: a property or item, a branch, or one of the types that it lists. */
export interface DeadPart {
  /** JSON pointer to the innermost schema that no value fits. */
  readonly path: string;
  /** JSON pointers to the keywords that contradict each other. */
  readonly keywords: readonly string[];
  /** Which keywords contradict each other, with their values. */
  readonly message: string;
}

/** The most pairs of branches of one `oneOf` whose overlap is worked out. */
const maxOverlaps = 66;
/** The most shapes that a schema may come to. */
const maxShapes = 100_000;
/** What it costs, beside its members, to combine schemas in one more way (in the terms of `Effort`). */
const perRequest = 20;
/** The most parts that allow nothing of which the report says why. */
const maxExplained = 20;
/** The most references that are followed in one go. */
const maxReferences = 100;

/**
 * Brings a schema into normal form.
 * @throws {SchemaError} for a schema that is malformed, of an unknown draft, unsatisfiable or too large, for references that
 * go round in a circle and, when `strict`, for those that lead nowhere: nothing can hold what they ask for
 * @throws {OptionError} for options that there aren't or that have other values
 */
export function compileSchema(input: JsonSchema | StandardSchema, options: CompileOptions = {}): CompiledSchema {
  checkOptions("compileSchema", options, names);
  ofType("strict", options.strict, "boolean");
  ofType("shared", options.shared, "boolean");
  const { formats = "assert" } = options;
  oneOf("formats", formats, ["assert", "annotate"]);
  const given = toJsonSchema(input);
  requireDialect(given);
  const schema = settleDynamic(given);
  return options.shared ? sharing(schema, options) : each(schema, options);
}

function each(schema: JsonSchema, options: CompileOptions): CompiledSchema {
  const compiler = new Compiler(schema, options);
  if (compiler.dangling.length > 0 && options.strict !== false) throw leadingNowhere(compiler.dangling);
  const shape = compiler.run();
  const report = compiler.report.list();
  return { shape, report, schema, dead: compiler.dead };
}

const names: OptionNames<CompileOptions> = { strict: true, formats: true, shared: true };

/**
 * The Shape alone, with what else there is to say when it's asked for. Who shares can't name the place where a fault is, so
 * faults are found by who doesn't.
 */
function sharing(schema: JsonSchema, options: CompileOptions): CompiledSchema {
  let exact: CompiledSchema | undefined;
  const more = (): CompiledSchema => (exact ??= each(schema, { ...options, shared: false }));
  try {
    const compiler = new Compiler(schema, { ...options, shared: true });
    if (compiler.dangling.length > 0) return more();
    const shape = compiler.run();
    return {
      shape,
      schema,
      get report() {
        return more().report;
      },
      get dead() {
        return more().dead;
      },
    };
  } catch (error) {
    if (error instanceof SchemaError && error.code !== "too-large") return more();
    throw error;
  }
}

/**
 * Works through sets of places. A set stands for the values that satisfy all of its places; its shape refers to the
 * sets of its properties and items, which are worked on later. So depth costs no stack, recursion closes by itself, and
 * `allOf` needs no merging of schemas.
 */
class Compiler implements ContainerWorkshop {
  readonly report = new Report();
  readonly dead: DeadPart[] = [];
  readonly document: SchemaDocument;
  readonly effort = new Effort();
  readonly automata = new Automata(this.effort);
  readonly #requests = new Map<number | string, Request>();
  readonly #queue: (readonly Place[])[] = [];
  readonly #shapes: BuiltAlternative[][] = [];
  readonly #visited = new Set<Place>();
  /** The references that lead nowhere. */
  readonly dangling: readonly Dangling[];
  /** `oneOf` place → the shapes of its branches taken two at a time; all must be empty. `undefined`: unknown. */
  readonly #overlaps = new Map<Place, Request[] | undefined>();

  readonly assertsFormats: boolean;

  readonly #shared: boolean;

  constructor(schema: JsonSchema, { formats, shared = false }: CompileOptions) {
    this.assertsFormats = formats !== "annotate";
    this.#shared = shared;
    this.document = new SchemaDocument(schema, shared);
    this.dangling = refuseFaults(this.document);
  }

  /** @throws {SchemaError} `unsatisfiable` when no value fits the whole */
  run(): ShapeTable {
    this.request([this.document.root]);
    for (let i = 0; i < this.#queue.length; i++) this.#shapes.push(this.#build(this.#queue[i]!));
    for (const { path, keyword, failure } of this.dangling) {
      // Also of what is passed over.
      this.report.replace({ path, keyword, status: "refused", reason: failure });
    }
    let fits = satisfiable(this.#shapes);
    let shapes: BuiltAlternative[][] = this.#shapes;
    const overlaps = new Overlaps(shapes, fits, this.#overlaps, this.#requests.get(keyOf([])), this);
    if (overlaps.some) {
      shapes = overlaps.withoutThem();
      fits = satisfiable(shapes);
    }
    const contradictions = new Contradictions({
      shop: this,
      shapes,
      fits,
      placesOf: (request) => this.#queue[request]!,
      requestOf: (places) => this.#requests.get(keyOf(this.#set(places))),
      overlap: (place) => overlaps.holds(place) !== "apart",
    });
    if (!fits[0]) throw this.#unsatisfiable(contradictions.ofRequest(0));
    for (const place of this.#overlaps.keys()) {
      const held = overlaps.holds(place);
      if (held === "checked") this.note(place, "oneOf", "boundary", "a value may fit two of its branches");
      else if (held === "apart") this.note(place, "oneOf", "grammar", "no value fits two of its branches");
      else this.note(place, "oneOf", "grammar", "what fits two of its branches is left out");
    }
    const { table, used, dead } = decidedShapes(shapes, fits);
    if (!this.#shared) this.#noteDead(contradictions, used, dead);
    return table;
  }

  #unsatisfiable(found: Contradiction | undefined): SchemaError {
    const why = found?.message ?? "its demands contradict each other";
    const entries = new Map<string, ReportEntry>();
    for (const demand of found?.demands ?? []) {
      const path = pointerOf(demand);
      const keyword = demand.place.standsFor ?? demand.keyword ?? "false";
      entries.set(path, { path, keyword, status: "refused", reason: why });
    }
    const report = [...entries.values()];
    const first = report[0]?.keyword;
    return new SchemaError("unsatisfiable", `No value fits this schema: ${why}.`, {
      path: found?.path ?? "",
      ...(first === undefined ? {} : { keyword: first }),
      report,
    });
  }

  /**
   * Says in the report where a part of the schema allows nothing, unless it plainly says so (`false`): a property or
   * item, a branch, or one of the types that a schema lists.
   */
  #noteDead(contradictions: Contradictions, used: ReadonlyMap<Place, number>, dead: ReadonlySet<Request>): void {
    let explained = 0;
    const explain = (places: readonly Place[], types?: number): void => {
      if (places.some(({ schema }) => schema === false) || ++explained > maxExplained) return;
      const found = contradictions.of(places, types);
      // `not: {}` is a way to write `false`.
      if (!found || (found.demands.length === 1 && found.demands[0]!.keyword === "not")) return;
      const { path, message } = found;
      this.dead.push({ path, message, keywords: [...new Set(found.demands.map(pointerOf))] });
      const why = `no value fits ${path || "the root"}: ${message}`;
      for (const { place, keyword } of found.demands) {
        if (keyword !== undefined) this.note(place, keyword, "grammar", why);
      }
    };
    for (const request of dead) explain(this.#queue[request]!);
    for (const [place, found] of used) {
      for (const { keyword, branches } of choicesOf(this.document, place).choices) {
        if (keyword !== "anyOf" && keyword !== "oneOf") continue;
        for (const branch of branches) if (!used.has(branch[0]!)) explain(branch);
      }
      const { type } = keywordsOf(place);
      if (!Array.isArray(type)) continue;
      const missing = typesOf(place).mask & ~found;
      for (const bit of Object.values(types)) if (missing & bit) explain([place], bit);
    }
  }

  request(places: readonly Place[]): Request | undefined {
    const set = this.#set(places);
    const key = keyOf(set);
    const known = this.#requests.get(key);
    if (known !== undefined) return known;
    if (set.length > 1) {
      let cost = perRequest;
      for (const place of set) cost += this.effort.costOf(place);
      if (!this.effort.spend(cost)) return undefined;
    }
    const request = this.#queue.length;
    if (request >= maxShapes) {
      const path = places[0]?.pointer ?? "";
      const advice = "Split the schema, or leave out parts that need not be enforced.";
      const message = `The schema comes to more than ${maxShapes} shapes, the last at ${path}. ${advice}`;
      throw new SchemaError("too-large", message, { path });
    }
    this.#requests.set(key, request);
    this.#queue.push(set);
    return request;
  }

  /** The places that demand something, each once. */
  #set(places: readonly Place[]): readonly Place[] {
    const set: Place[] = [];
    for (const place of places) {
      const end = this.#plain(place);
      if (!isTrivial(end)) set.push(end);
    }
    return set.length < 2 ? set : [...new Set(set)];
  }

  /** Where a place leads that is nothing but a reference: so what many refer to is worked out once. */
  #plain(place: Place): Place {
    this.visit(place);
    let end = place;
    for (let steps = 0; steps < maxReferences; steps++) {
      const reference = soleReference(end);
      if (reference === undefined) return end;
      const target = this.document.resolve(end, reference);
      if (!("schema" in target)) return end;
      this.visit(target);
      end = target;
    }
    // A circle, most likely: who works on the place will find out.
    return place;
  }

  #build(places: readonly Place[]): BuiltAlternative[] {
    return casesOf(places, this).flatMap((one) => {
      for (const place of one.exclusive) this.#watchOverlap(place);
      return alternativesOf(this, one);
    });
  }

  /**
   * Asks, once per `oneOf`, for the shapes that would be the overlap of each two of its branches, as far as it isn't
   * plain that they have none.
   */
  #watchOverlap(place: Place): void {
    if (this.#overlaps.has(place)) return;
    const parts = partsOf(this.document, place, "oneOf");
    const branches = parts.map((part) => casesOf([part], this));
    const pairs = unclearPairs(this.document, branches, maxOverlaps);
    const requests = pairs?.map(([a, b]) => this.request([parts[a]!, parts[b]!]));
    this.#overlaps.set(place, requests?.every((request) => request !== undefined) ? requests : undefined);
  }

  passOver({ pointer }: Place): void {
    this.report.passOver(pointer);
  }

  /** Reports a place's keywords the first time it is looked at. */
  visit(place: Place): void {
    if (this.#visited.has(place)) return;
    this.#visited.add(place);
    this.effort.earn();
    const keywords = keywordsOf(place);
    for (const keyword in keywords) {
      const fault = isVirtual(place) ? undefined : faultOfValue(this.document.draft, place, keyword);
      if (fault) throw fault;
    }
    if (this.#shared) return;
    for (const { keyword, reason } of place.idle ?? []) this.note(place, keyword, "annotation", reason);
    for (const keyword of Object.keys(keywords)) {
      const [status, reason] = standing(keyword, keywords);
      this.note(place, keyword, status, reason);
    }
    if (place !== this.document.root && "$schema" in keywords) this.#noteDraft(place, keywords.$schema);
  }

  /** A part may name another draft than the whole. */
  #noteDraft(place: Place, $schema: unknown): void {
    const { $schema: whole } = keywordsOf(this.document.root);
    const draft = draftOf($schema);
    if ($schema === whole || (draft !== undefined && draft === draftOf(whole))) return;
    this.note(place, "$schema", "annotation", "the draft that the root names holds for the whole document");
  }

  note(place: Place, keyword: string, status: KeywordStatus, reason?: string): void {
    if (this.#shared) return;
    if (!isVirtual(place)) this.report.add(place.pointer, keyword, status, reason);
    // What a part of a keyword can't hold, the keyword doesn't.
    else if (status === "boundary" || status === "refused")
      this.report.add(place.owner, place.standsFor!, status, reason);
  }
}

/** The same for the same places; a number where there is only one, as there mostly is. */
function keyOf(set: readonly Place[]): number | string {
  if (set.length === 1) return set[0]!.id;
  const ids = set.map(({ id }) => id);
  return ids.sort((a, b) => a - b).join(",");
}

function clipped(source: string): string {
  return source.length > 60 ? `${source.slice(0, 59)}…` : source;
}

/** What is known of a keyword by its name alone. */
function standing(
  keyword: string,
  keywords: Readonly<Record<string, unknown>>,
): [KeywordStatus, (string | undefined)?] {
  if (keyword === "uniqueItems") {
    return keywords.uniqueItems === true ? ["boundary", "the grammar doesn't compare items"] : ["grammar"];
  }
  if (keyword === "pattern" && typeof keywords.pattern === "string") {
    return ["grammar", readingOf(keywords.pattern)];
  }
  if (keyword === "patternProperties") {
    const read = Object.keys(keywords.patternProperties as object).find((source) => readingOf(source) !== undefined);
    return ["grammar", read === undefined ? undefined : `in ${JSON.stringify(clipped(read))}, ${readingOf(read)}`];
  }
  // What a format comes to is found out where a string (or for int32 and int64 a number) may stand.
  if (keyword === "format") return ["annotation"];
  if (keyword === "additionalItems" && !Array.isArray(keywords.items))
    return ["annotation", "no `items` array beside it"];
  if (keyword === "nullable" && keywords.type === undefined) return ["annotation", "no `type` beside it"];
  if (expressed.has(keyword)) return ["grammar"];
  if (keyword === "if" && !("then" in keywords) && !("else" in keywords)) return ["annotation", "no `then` or `else`"];
  // How it's held is found out where an array may stand.
  if (keyword === "contains") return ["grammar"];
  if (checked.has(keyword)) return ["boundary", decidedLate];
  const partner = companions.get(keyword);
  if (partner && !(partner in keywords)) return ["annotation", `no \`${partner}\` beside it`];
  if (partner) return partner === "contains" ? ["grammar"] : ["boundary", decidedLate];
  return annotations.has(keyword) ? ["annotation"] : ["annotation", "not a keyword of JSON Schema"];
}
