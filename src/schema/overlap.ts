/**
 * What's left of the branches of a `oneOf` once what fits two of them is taken away. Where that can be said, no value needs a
 * check, and none is begun that could only be refused: `oneOf: [{ required: ["a"] }, { required: ["b"] }]` takes objects with
 * just one of both, and nothing but objects.
 *
 * Law: what's taken away fits two branches, and what's left without a check fits no two.
 */
import {
  addCheck,
  type BuiltLiterals,
  type BuiltNumber,
  type BuiltString,
  fitsNumber,
  fitsString,
} from "./alternatives.ts";
import type { Automata } from "./automata.ts";
import {
  type Automaton,
  AutomatonLimitError,
  anyText,
  areSame,
  isEmpty,
  lengthAutomaton,
  matches,
  textsAutomaton,
} from "./automaton.ts";
import type { BuiltAlternative } from "./build.ts";
import { hasText } from "./count.ts";
import { compareDecimals } from "./decimal.ts";
import type { Place } from "./document.ts";
import type { Effort } from "./effort.ts";
import { isAsserted } from "./format.ts";
import { keywordsOf } from "./keywords.ts";
import type { Scalar } from "./shape.ts";
import type { BuiltArray, BuiltObject, Request } from "./structures.ts";

/** What two branches have in common, as one of their alternatives. */
interface Common {
  readonly one: BuiltAlternative;
  /** Whether all of it fits both: it may only seem so, as far as a check has to say it. */
  readonly certain: boolean;
  /** Whether nothing else fits both; the automaton of a format may leave some of it out. */
  readonly whole: boolean;
}

/** An alternative without what was taken away; `unclear`: more of it may fit two branches. */
interface Left {
  readonly one: BuiltAlternative;
  readonly unclear: boolean;
}

/** More pieces than this of an alternative aren't told apart. */
const maxPieces = 4;
/** What it costs to compare two alternatives, and a name more, in the terms of `Effort`. */
const perPair = 1;
const perName = 0.2;

export class Overlaps {
  /** `oneOf`s of which branches overlap; `undefined`: where isn't known. */
  readonly #common = new Map<Place, readonly Common[] | undefined>();
  /** Those that still need a check. */
  readonly #underCheck = new Set<Place>();
  readonly #shapes: readonly (readonly BuiltAlternative[])[];
  readonly #fits: Uint8Array;
  readonly #anything: Request | undefined;
  readonly #automata: Automata;
  readonly #effort: Effort;

  /**
   * @param fits which shapes have a value
   * @param anything the shape that takes every value, if it was asked for
   * @param pairs by the place of a `oneOf`, the shapes of its branches taken two at a time, as far as they may have values
   */
  constructor(
    shapes: readonly (readonly BuiltAlternative[])[],
    fits: Uint8Array,
    pairs: ReadonlyMap<Place, readonly Request[] | undefined>,
    anything: Request | undefined,
    { automata, effort }: { automata: Automata; effort: Effort },
  ) {
    this.#shapes = shapes;
    this.#fits = fits;
    this.#anything = anything;
    this.#automata = automata;
    this.#effort = effort;
    const found = new Map<Place, readonly Request[] | undefined>();
    for (const [place, requests] of pairs) {
      const alive = requests?.filter((request) => fits[request]);
      if (alive?.length !== 0) found.set(place, alive);
    }
    if (found.size === 0) return;
    for (const place of found.keys()) this.#common.set(place, undefined);
    for (const [place, requests] of found) {
      const common = requests?.flatMap((request) => shapes[request]!.map((one) => this.#commonOf(one)));
      this.#common.set(place, common);
    }
  }

  /** Whether there are any. */
  get some(): boolean {
    return this.#common.size > 0;
  }

  /** How a `oneOf` is held. */
  holds(place: Place): "apart" | "taken away" | "checked" {
    if (!this.#common.has(place)) return "apart";
    return this.#underCheck.has(place) ? "checked" : "taken away";
  }

  /** All shapes without what fits two branches, and with a check where that can't be said. */
  withoutThem(): BuiltAlternative[][] {
    return this.#shapes.map((shape) => shape.flatMap((one) => this.#without(one)));
  }

  #without(one: BuiltAlternative): BuiltAlternative[] {
    let left = [one];
    for (const place of one.exclusive) {
      if (!this.#common.has(place)) continue;
      const cut = left.flatMap((piece) => this.#cut(piece, place));
      left = cut.length > maxPieces ? left.map((piece) => this.#checked(piece, place)) : cut;
    }
    return left;
  }

  #cut(piece: BuiltAlternative, place: Place): BuiltAlternative[] {
    const common = this.#common.get(place);
    let left: Left[] = [{ one: piece, unclear: common === undefined }];
    for (const other of common ?? []) {
      left = left.flatMap((known) => this.#less(known, other));
      if (left.length > maxPieces) left = [{ one: piece, unclear: true }];
    }
    return left.map(({ one, unclear }) => (unclear ? this.#checked(one, place) : one));
  }

  #checked(one: BuiltAlternative, place: Place): BuiltAlternative {
    this.#underCheck.add(place);
    const checked = { ...one, checks: [...one.checks] };
    addCheck(checked, place);
    return checked;
  }

  /** What's left without what's common. */
  #less({ one, unclear }: Left, common: Common): Left[] {
    const other = common.one;
    const cost = perPair + perName * (names(one) + names(other));
    const less = this.#effort.spend(cost) ? this.#difference(one, other) : undefined;
    if (less === "apart") return [{ one, unclear: unclear || !common.whole }];
    if (!less || !common.certain) return [{ one, unclear: true }];
    return less.map((piece) => ({ one: piece, unclear: unclear || !common.whole }));
  }

  /** An alternative without another one; `undefined`: that can't be said. */
  #difference(one: BuiltAlternative, other: BuiltAlternative): BuiltAlternative[] | "apart" | undefined {
    if (one.kind === "literals") return withoutValues(one, other);
    if (one.kind === "number") return withoutNumbers(one, other);
    if (one.kind === "string") return this.#withoutTexts(one, other);
    if (one.kind !== other.kind) return "apart";
    if (one.kind === "array") return this.#arrayCovers(other as BuiltArray, one) ? [] : undefined;
    return this.#withoutObjects(one, other as BuiltObject);
  }

  #withoutTexts(one: BuiltString, other: BuiltAlternative): BuiltAlternative[] | "apart" | undefined {
    let gone: Automaton;
    try {
      if (other.kind === "literals") {
        const texts = other.values.filter((value) => typeof value === "string" && fitsString(one, value));
        if (texts.length === 0) return "apart";
        gone = textsAutomaton(texts as string[]);
      } else if (other.kind === "string") {
        const { automaton, minLength, maxLength } = other;
        const isLonger = minLength <= one.minLength && (maxLength ?? Infinity) >= (one.maxLength ?? Infinity);
        if (isLonger && (!automaton || (one.automaton && areSame(automaton, one.automaton)))) return [];
        gone = automaton ?? anyText;
        if (!isLonger) gone = this.#automata.intersection(gone, lengthAutomaton(minLength, maxLength ?? Infinity));
      } else return "apart";
      const { rest } = this.#automata.parts(one.automaton, gone);
      const isLeft = !isEmpty(rest) && hasText(rest, one.minLength, one.maxLength ?? Infinity);
      return isLeft ? [{ ...one, automaton: rest }] : [];
    } catch (error) {
      if (error instanceof AutomatonLimitError) return undefined;
      throw error;
    }
  }

  #withoutObjects(one: BuiltObject, other: BuiltObject): BuiltObject[] | "apart" | undefined {
    const own = this.#keysOf(one);
    const others = this.#keysOf(other);
    const needed = new Set([...own.required, ...others.required]);
    for (const name of needed) {
      const [a, b] = [own.shapeAt(name), others.shapeAt(name)];
      if (a === null || b === null || this.#areApart(a, b)) return "apart";
    }
    for (const name of [...own.named.keys(), ...others.named.keys()]) {
      if (!this.#covers(others.shapeAt(name), own.shapeAt(name))) return undefined;
    }
    if (!this.#keysCover(other, one) || (other.maxProperties ?? Infinity) < (one.maxProperties ?? Infinity))
      return undefined;
    if (other.minProperties > Math.max(one.minProperties, needed.size)) return undefined;
    // It has all that the other one asks for, but for some names: of these the first is missing, or the second but not the first …
    const missing = [...others.required].filter((name) => !own.required.has(name));
    return missing.map((absent, i) => {
      const present = new Set(missing.slice(0, i));
      const properties = one.properties
        .filter(({ name }) => name !== absent)
        .map((property) => (present.has(property.name) ? { ...property, required: true } : property));
      for (const name of present) {
        if (!own.named.has(name)) properties.push({ name, shape: own.shapeAt(name), required: true });
      }
      properties.push({ name: absent, shape: null, required: false });
      return { ...one, properties };
    });
  }

  #keysOf({ properties, others }: BuiltObject) {
    const named = new Map(properties.map(({ name, shape }) => [name, shape]));
    const required = new Set(properties.flatMap(({ name, required }) => (required ? [name] : [])));
    /** The shape of a property; `null`: there's none. */
    const shapeAt = (name: string): Request | null => {
      const shape = named.has(name) ? named.get(name) : others.find(({ keys }) => !keys || matches(keys, name))?.shape;
      return shape === undefined || shape === null || !this.#fits[shape] ? null : shape;
    };
    return { named, required, shapeAt };
  }

  /**
   * Whether a part of what's common takes all that a part of an alternative does: it's the very same, so that checks say the same of
   * both, or takes everything.
   */
  #covers(other: Request | null, own: Request | null): boolean {
    return own === null || own === other || (other !== null && other === this.#anything);
  }

  #arrayCovers(other: BuiltArray, one: BuiltArray): boolean {
    if (other.unique && !one.unique) return false;
    if (other.minItems > one.minItems || (other.maxItems ?? Infinity) < (one.maxItems ?? Infinity)) return false;
    for (let i = 0; i < Math.max(other.prefix.length, one.prefix.length); i++) {
      if (!this.#covers(other.prefix[i] ?? other.items, one.prefix[i] ?? one.items)) return false;
    }
    return this.#covers(other.items, one.items);
  }

  /** The same of keys that aren't named, and of their values. */
  #keysCover({ others }: BuiltObject, one: BuiltObject): boolean {
    const all = others.find(({ keys }) => keys === null)?.shape;
    return one.others.every(({ keys, shape }, i) => {
      if (all !== undefined) return this.#covers(all, shape);
      const also = others[i];
      return also?.keys && keys && areSame(keys, also.keys) && this.#covers(also.shape, shape);
    });
  }

  /** Whether two shapes are literals, none of them in both. */
  #areApart(a: Request, b: Request): boolean {
    const values = new Set<Scalar>();
    for (const one of this.#shapes[a]!) {
      if (one.kind !== "literals") return false;
      for (const value of one.values) values.add(value);
    }
    return this.#shapes[b]!.every((one) => one.kind === "literals" && !one.values.some((value) => values.has(value)));
  }

  #commonOf(one: BuiltAlternative): Common {
    return { one, certain: !this.#needsCheck(one), whole: !one.sources.some((place) => isNarrowed(place, one.kind)) };
  }

  #needsCheck(one: BuiltAlternative): boolean {
    if (one.checks.length > 0 || (one.kind === "array" && one.contains)) return true;
    return one.exclusive.some((place) => this.#common.has(place));
  }
}

/** Whether what's made of a place may hold less than what a validator takes: formats, as far as they say anything of it. */
function isNarrowed(place: Place, kind: BuiltAlternative["kind"]): boolean {
  if (kind === "array") return false;
  const { format } = keywordsOf(place);
  return kind === "object" ? Object.hasOwn(keywordsOf(place), "propertyNames") : isAsserted(format);
}

function withoutValues(one: BuiltLiterals, other: BuiltAlternative): BuiltLiterals[] | "apart" {
  const values = one.values.filter((value) => !hasValue(other, value));
  if (values.length === one.values.length) return "apart";
  return values.length === 0 ? [] : [{ ...one, values }];
}

function hasValue(other: BuiltAlternative, value: Scalar): boolean {
  if (other.kind === "literals") return other.values.includes(value);
  if (other.kind === "number") return typeof value === "number" && fitsNumber(other, value);
  return other.kind === "string" && typeof value === "string" && fitsString(other, value);
}

function withoutNumbers(one: BuiltNumber, other: BuiltAlternative): BuiltNumber[] | "apart" | undefined {
  if (other.kind === "literals") {
    return other.values.some((value) => typeof value === "number" && fitsNumber(one, value)) ? undefined : "apart";
  }
  if (other.kind !== "number" || isBelow(one, other) || isBelow(other, one)) return "apart";
  return numberCovers(other, one) ? [] : undefined;
}

function isBelow({ maximum }: BuiltNumber, { minimum }: BuiltNumber): boolean {
  return maximum !== null && minimum !== null && compareDecimals(maximum, minimum) < 0;
}

/** Whether all numbers of one are numbers of the other; false also where that isn't plain. */
function numberCovers(other: BuiltNumber, one: BuiltNumber): boolean {
  if (other.integer && !one.integer) return false;
  if (!other.multipleOf.every((unit) => one.multipleOf.some((own) => compareDecimals(own, unit) === 0))) return false;
  if (other.minimum) {
    const order = one.minimum ? compareDecimals(one.minimum, other.minimum) : -1;
    if (order < 0 || (order === 0 && other.exclusiveMinimum && !one.exclusiveMinimum)) return false;
  }
  if (other.maximum) {
    const order = one.maximum ? compareDecimals(one.maximum, other.maximum) : 1;
    if (order > 0 || (order === 0 && other.exclusiveMaximum && !one.exclusiveMaximum)) return false;
  }
  return true;
}

function names(one: BuiltAlternative): number {
  return one.kind === "object" ? one.properties.length : 0;
}
