import { alternativesOf, type BuiltAlternative } from "./build.ts";
import { type Case, casesOf } from "./cases.ts";
import { choicesOf } from "./choices.ts";
import type { Place } from "./document.ts";
import { Effort } from "./effort.ts";
import { everyType, expressed, keywordsOf, typesOf } from "./keywords.ts";
import { escapePointer } from "./report.ts";
import { canExist, mostItems } from "./satisfiable.ts";
import type { ContainerWorkshop, Request } from "./structures.ts";

/** Why no value fits some schemas together. */
export interface Contradiction {
  /** JSON pointer to the innermost schema that no value fits. */
  readonly path: string;
  /** What contradicts itself: without any of it some value might fit. */
  readonly demands: readonly Demand[];
  readonly message: string;
}

/** A keyword of a place; `undefined`: the place is the schema `false`. */
interface Demand {
  readonly place: Place;
  readonly keyword: string | undefined;
}

/** What is known once all sets of places are worked through. */
export interface Findings {
  readonly shop: ContainerWorkshop;
  readonly shapes: readonly BuiltAlternative[][];
  /** Which of them have a value. */
  readonly fits: Uint8Array;
  /** The places of a request, and the request for places, if there was one. */
  placesOf(request: Request): readonly Place[];
  requestOf(places: readonly Place[]): Request | undefined;
  /** Whether branches of the `oneOf` of a place overlap. */
  overlap(place: Place): boolean;
}

/** The most ways to satisfy a schema that are looked at and shown, and attempts to leave something out of one. */
const maxCases = 50;
const maxShown = 3;
const maxAttempts = 500;
/** The most that may be spent on explanations, in the terms of `Effort`. */
const maxEffort = 500_000;
/** Combine schemas; what they combine is in a case already. */
const combining = new Set(
  "$ref $dynamicRef $recursiveRef allOf anyOf oneOf not dependencies dependentRequired dependentSchemas".split(" "),
);

/** Count items. */
const counting = new Set(["contains", "minContains", "maxContains"]);

/**
 * Finds out, where no value fits, which keywords contradict each other: leaves out one after the other as long as what
 * is left still allows nothing.
 */
export class Contradictions {
  readonly #findings: Findings;
  readonly #known = new Map<Request, Contradiction | undefined>();
  /** Looks at places without a trace. */
  readonly #shop: ContainerWorkshop;
  readonly #shapes: readonly BuiltAlternative[][];
  readonly #fits: Uint8Array;

  constructor(findings: Findings) {
    const { shop, shapes, fits } = findings;
    this.#findings = findings;
    // Two more shapes, for parts that no request was made for: without a value, and with any number of them.
    const [dead, alive] = [shapes.length, shapes.length + 1];
    this.#fits = Uint8Array.from([...fits, 0, 1]);
    this.#shapes = [...shapes, [], [anyString]];
    this.#shop = {
      document: shop.document,
      automata: shop.automata,
      assertsFormats: shop.assertsFormats,
      effort: new Effort(maxEffort),
      keepsContradictions: true,
      visit: () => {},
      passOver: () => {},
      note: () => {},
      request: (places) => findings.requestOf(places) ?? (places.some(({ schema }) => schema === false) ? dead : alive),
    };
  }

  /** Why no value fits what was asked for. `undefined`: it can't be told. */
  ofRequest(request: Request): Contradiction | undefined {
    if (!this.#known.has(request)) {
      this.#known.set(request, undefined);
      const places = this.#findings.placesOf(request);
      this.#known.set(request, this.#ofCases(places, casesOf(places, this.#shop), everyType));
    }
    return this.#known.get(request);
  }

  /** Why no value of these types fits all of these places. `undefined`: one does, or it can't be told. */
  of(places: readonly Place[], types = everyType): Contradiction | undefined {
    const cases = casesOf(places, this.#shop);
    return cases.length > maxCases ? undefined : this.#ofCases(places, cases, types);
  }

  #ofCases(places: readonly Place[], cases: readonly Case[], types: number): Contradiction | undefined {
    const found = new Map<string, Contradiction>();
    for (const one of cases.slice(0, maxCases)) {
      const contradiction = this.#inCase(pathOf(places), one, types);
      if (!contradiction) return undefined;
      found.set(contradiction.message, contradiction);
    }
    const all = [...found.values()];
    if (all.length < 2) return all[0];
    const shown = all.slice(0, maxShown).map(({ message }) => message);
    const unseen = all.length - shown.length + Math.max(0, cases.length - maxCases);
    const message = `each choice fails: ${shown.join("; ")}${unseen > 0 ? `; and ${unseen} more` : ""}`;
    return { path: pathOf(places), demands: all.flatMap(({ demands }) => demands), message };
  }

  #inCase(path: string, one: Case, types: number): Contradiction | undefined {
    for (const place of one.open) {
      const choice = choicesOf(this.#shop.document, place).choices.find(({ branches }) => branches.length === 0);
      if (choice) return leaf(path, [{ place, keyword: choice.keyword }]);
    }
    const all = one.members.flatMap(demandsOf);
    if (this.#remaining(all, types)) return this.#ofOverlap(path, one);
    const demands = this.#withoutTypes(this.#least(all, types), types);
    const missing = this.#missingPart(demands, one.types & types);
    if (missing?.request === undefined || missing.request >= this.#findings.shapes.length) return leaf(path, demands);
    const { name, request } = missing;
    const barred = this.#findings.placesOf(request).find(({ schema }) => schema === false);
    if (barred) {
      // Rather than the keyword that the `false` stands in, the `false`.
      const rest = demands.filter(({ place, keyword }) => !barred.pointer.startsWith(`${place.pointer}/${keyword}`));
      return leaf(path, [...rest, { place: barred, keyword: undefined }]);
    }
    const inner = this.ofRequest(request);
    if (!inner) return { path, demands, message: `${list(demands)} demand ${name}, which needs itself without end` };
    const outer = demands.filter(({ keyword }) => keyword === "required" || keyword === "minItems");
    const why = outer.length > 0 ? `${list(outer)} demands ${name}, where ` : "";
    return { path: inner.path, demands: [...inner.demands, ...outer], message: `${why}${inner.message}` };
  }

  /** Where a case seems to allow something, what was taken away is what fits another branch of a `oneOf`, too. */
  #ofOverlap(path: string, { exclusive }: Case): Contradiction | undefined {
    const demands = exclusive.flatMap((place) =>
      this.#findings.overlap(place) ? [{ place, keyword: "oneOf" as const }] : [],
    );
    if (demands.length === 0) return undefined;
    return { path, demands, message: `what fits one branch of ${list(demands)} fits another one, too` };
  }

  /** As few of these demands as still allow nothing: parts are left out, ever smaller ones (as Zeller's ddmin, 2002). */
  #least(demands: readonly Demand[], types: number): readonly Demand[] {
    let core = demands;
    let attempts = 0;
    for (let size = core.length >> 1; size >= 1 && attempts < maxAttempts; size >>= 1) {
      for (let i = 0; i < core.length && attempts < maxAttempts; attempts++) {
        const rest = [...core.slice(0, i), ...core.slice(i + size)];
        if (rest.length === 0 || this.#remaining(rest, types)) i += size;
        else core = rest;
      }
    }
    return core;
  }

  /** Leaves out `type` where it only says what the others speak of. */
  #withoutTypes(demands: readonly Demand[], types: number): readonly Demand[] {
    let left = types;
    for (const { place } of demands) left &= typesOf(place).mask;
    const others = demands.filter(({ keyword }) => keyword !== "type");
    return left === 0 || others.length === 0 || this.#remaining(others, left) ? demands : others;
  }

  /** Do these demands together leave a value of these types? */
  #remaining(demands: readonly Demand[], types: number): boolean {
    return this.#alternatives(demands, types).some((one) => canExist(one, this.#fits, this.#shapes));
  }

  /** The alternatives that there would be if the schemas had only these keywords. */
  #alternatives(demands: readonly Demand[], allowed: number): BuiltAlternative[] {
    const kept = new Map<Place, Record<string, unknown>>();
    for (const { place, keyword } of demands) {
      if (keyword === undefined) return [];
      const keywords = kept.get(place) ?? {};
      keywords[keyword] = keywordsOf(place)[keyword];
      kept.set(place, keywords);
    }
    let types = allowed;
    let integer = false;
    const members = Array.from(kept, ([place, schema]) => ({
      ...place,
      schema: withOpened(schema, keywordsOf(place)),
    }));
    for (const member of members) {
      const own = typesOf(member);
      types &= own.mask;
      integer ||= own.integer;
    }
    return types === 0 ? [] : alternativesOf(this.#shop, { members, types, integer, open: [], exclusive: [] });
  }

  /** The property or item that must be there and can't. */
  #missingPart(demands: readonly Demand[], types: number): { name: string; request: Request | undefined } | undefined {
    const [one, other] = this.#alternatives(demands, types);
    if (other) return undefined;
    if (one?.kind === "object") {
      const property = one.properties.find(
        ({ shape, required }) => required && (shape === null || this.#fits[shape] === 0),
      );
      if (property) return { name: JSON.stringify(property.name), request: property.shape ?? undefined };
      const parts = one.minProperties > 0 ? [...one.properties, ...one.others] : [];
      const part = parts.find(({ shape }) => shape !== null && this.#fits[shape] === 0);
      return part && { name: "a property", request: part.shape! };
    }
    if (one?.kind !== "array" || one.minItems <= mostItems(one, this.#fits)) return undefined;
    const most = mostItems(one, this.#fits);
    const request = most < one.prefix.length ? one.prefix[most] : (one.items ?? undefined);
    return request !== undefined && this.#fits[request] === 0 ? { name: `item ${most}`, request } : undefined;
  }
}

/** Keywords that speak of what the others beside them leave. */
const remainders: readonly (readonly [keyword: string, others: readonly string[]])[] = [
  ["additionalProperties", ["properties", "patternProperties"]],
  ["items", ["prefixItems"]],
  ["additionalItems", ["items"]],
];

/** Some of a schema's keywords. What is left out demands nothing any more, but still names what isn't left for others. */
function withOpened(kept: Record<string, unknown>, whole: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const [keyword, others] of remainders) {
    if (!(keyword in kept)) continue;
    for (const other of others) {
      const held = whole[other];
      if (other in kept || typeof held !== "object" || held === null) continue;
      if (Array.isArray(held)) kept[other] = held.map(() => true);
      else if (other !== "items") kept[other] = opened(held);
    }
  }
  return kept;
}

function opened(map: object): object {
  return Object.fromEntries(Object.keys(map).map((name) => [name, true]));
}

const anyString: BuiltAlternative = {
  kind: "string",
  minLength: 0,
  maxLength: null,
  automaton: null,
  checks: [],
  exclusive: [],
  sources: [],
};

function demandsOf(place: Place): Demand[] {
  if (place.schema === false) return [{ place, keyword: undefined }];
  const keywords = Object.keys(keywordsOf(place)).filter(
    (keyword) => (expressed.has(keyword) || counting.has(keyword)) && !combining.has(keyword),
  );
  return keywords.map((keyword) => ({ place, keyword }));
}

function pathOf(places: readonly Place[]): string {
  return places[0]?.owner ?? "";
}

/** Where a demand stands: a keyword's pointer, or that of the schema `false`. */
export function pointerOf({ place, keyword }: Demand): string {
  if (place.standsFor !== undefined) return `${place.owner}/${escapePointer(place.standsFor)}`;
  return keyword === undefined ? place.pointer : `${place.pointer}/${escapePointer(keyword)}`;
}

function leaf(path: string, demands: readonly Demand[]): Contradiction {
  const verb = demands.length === 1 ? "allows nothing" : "contradict each other";
  return { path, demands, message: `${list(demands)} ${verb}` };
}

/** Demands as a sentence lists them, each with its value if that is short. */
function list(demands: readonly Demand[]): string {
  const shown = [...new Set(demands.map(show))];
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

function show(demand: Demand): string {
  const { place, keyword } = demand;
  const pointer = pointerOf(demand) || "the root";
  if (place.standsFor !== undefined) return pointer;
  const value = JSON.stringify(keyword === undefined ? false : keywordsOf(place)[keyword]) ?? "";
  return value.length > 40 ? pointer : `${pointer} (${value})`;
}
