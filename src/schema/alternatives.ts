import { type Automata, usable } from "./automata.ts";
import { type Automaton, AutomatonLimitError, isEmpty, lengthRange, matches } from "./automaton.ts";
import { type Bounds, closeBounds, lower, raise } from "./bounds.ts";
import type { Case, Watcher } from "./cases.ts";
import { hasText } from "./count.ts";
import {
  compareDecimals,
  type Decimal,
  decimalOf,
  decimalText,
  isInteger,
  isMultiple,
  multiplesBetween,
  parseDecimal,
} from "./decimal.ts";
import type { Place } from "./document.ts";
import { checkedFormats, formatFacts, formatHolds, isAsserted } from "./format.ts";
import { keywordsOf, read, types, valuesOf } from "./keywords.ts";
import { countsMultiples } from "./multiples.ts";
import type { PatternFacts } from "./pattern.ts";
import type { Scalar } from "./shape.ts";

/** Alternatives while the table is being built: children are requests, automata objects, checks places. */
export interface Built {
  /** What a validator must still decide; none twice. */
  checks: Place[];
  /** `oneOf`s whose branches must turn out to exclude each other, or be checked. */
  exclusive: readonly Place[];
  sources: readonly Place[];
}
export interface BuiltLiterals extends Built {
  kind: "literals";
  values: Scalar[];
}
export interface BuiltNumber extends Built, Bounds {
  kind: "number";
  integer: boolean;
  multipleOf: Decimal[];
}
export interface BuiltString extends Built {
  kind: "string";
  minLength: number;
  maxLength: number | null;
  automaton: Automaton | null;
}

/** What building needs of its surroundings. */
export interface Workshop extends Watcher {
  readonly automata: Automata;
  /** Whether `format` is asserted. */
  readonly assertsFormats: boolean;
}

/** The number alternative of a case. `undefined`: no number can fit. */
export function numberAlternative(shop: Workshop, one: Case): BuiltNumber | undefined {
  const built: BuiltNumber = {
    checks: [],
    exclusive: one.exclusive,
    sources: one.members,
    kind: "number",
    integer: one.integer,
    minimum: null,
    maximum: null,
    exclusiveMinimum: false,
    exclusiveMaximum: false,
    multipleOf: [],
  };
  for (const place of one.members) {
    const format = shop.assertsFormats ? keywordsOf(place).format : undefined;
    const range = typeof format === "string" ? integerFormats.get(format) : undefined;
    if (range) {
      shop.note(place, "format", "grammar");
      built.integer = true;
      raise(built, parseDecimal(range[0]), false);
      lower(built, parseDecimal(range[1]), false);
    }
    const { exclusiveMinimum, exclusiveMaximum } = keywordsOf(place);
    const minimum = read.number(place, "minimum");
    const maximum = read.number(place, "maximum");
    if (minimum !== undefined) raise(built, decimalOf(minimum), exclusiveMinimum === true);
    if (maximum !== undefined) lower(built, decimalOf(maximum), exclusiveMaximum === true);
    if (typeof exclusiveMinimum !== "boolean") {
      const bound = read.number(place, "exclusiveMinimum");
      if (bound !== undefined) raise(built, decimalOf(bound), true);
    }
    if (typeof exclusiveMaximum !== "boolean") {
      const bound = read.number(place, "exclusiveMaximum");
      if (bound !== undefined) lower(built, decimalOf(bound), true);
    }
    const unit = read.positive(place, "multipleOf");
    if (unit !== undefined) multiply(built, decimalOf(unit));
  }
  noteClosed(shop, built);
  if (!closeBounds(built, built.integer) || multiplesBetween(built) <= 0) return undefined;
  noteUncounted(shop, built);
  return built;
}

/** Says where automata can't tell multiples from other numbers. */
function noteUncounted(shop: Workshop, built: BuiltNumber): void {
  const [minimum, maximum] = [built.minimum, built.maximum].map((bound) => bound && decimalText(bound));
  const range = { ...built, minimum: minimum!, maximum: maximum!, multipleOf: built.multipleOf.map(decimalText) };
  if (countsMultiples(range)) return;
  for (const place of built.sources) {
    if ("multipleOf" in keywordsOf(place)) shop.note(place, "multipleOf", "boundary", uncounted);
  }
}

const uncounted = "its multiples leave too many remainders to be counted, or have too many digits";

/** Says where a bound that must not be reached is held by the double next to it. */
function noteClosed(shop: Workshop, { integer, sources }: BuiltNumber): void {
  for (const place of sources) {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywordsOf(place);
    const says = (keyword: string, flag: unknown, beside: unknown): void => {
      const bound = flag === true ? beside : flag;
      if (typeof bound !== "number" || bound === 0 || (integer && Math.abs(bound) < 2 ** 53)) return;
      shop.note(place, keyword, "grammar", "numbers go to the double next to it: what is nearer may be read as it");
    };
    says("exclusiveMinimum", exclusiveMinimum, minimum);
    says("exclusiveMaximum", exclusiveMaximum, maximum);
  }
}

function multiply(built: BuiltNumber, unit: Decimal): void {
  // Multiples of a whole number are integers; those of one are all of them.
  built.integer ||= isInteger(unit);
  if (!(unit.coefficient === 1n && unit.exponent === 0)) built.multipleOf.push(unit);
}

/** OpenAPI's integer formats. */
const integerFormats: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["int32", ["-2147483648", "2147483647"]],
  ["int64", ["-9223372036854775808", "9223372036854775807"]],
]);

/**
 * The string alternative of a case. `undefined`: no string can fit.
 * @param listed whether it is literals that are asked about: those are judged by formats as a validator does
 */
export function stringAlternative(shop: Workshop, one: Case, listed = false): BuiltString | undefined {
  const built: BuiltString = {
    checks: [],
    exclusive: one.exclusive,
    sources: one.members,
    kind: "string",
    minLength: 0,
    maxLength: null,
    automaton: null,
  };
  for (const place of one.members) {
    const least = read.count(place, "minLength");
    const most = read.count(place, "maxLength");
    if (least !== undefined) built.minLength = Math.max(built.minLength, least);
    if (most !== undefined) built.maxLength = Math.min(built.maxLength ?? most, most);
    const source = read.text(place, "pattern");
    if (source !== undefined) {
      const facts = usable(shop, place, "pattern", source, shop.automata.pattern(source));
      demand(shop, built, place, "pattern", facts);
    }
    const format = shop.assertsFormats ? keywordsOf(place).format : undefined;
    if (typeof format !== "string" || integerFormats.has(format)) continue;
    const facts = formatFacts(format);
    if (facts) {
      if (listed) {
        shop.note(place, "format", "grammar");
        continue;
      }
      shop.note(place, "format", facts.whole ? "grammar" : "boundary", facts.note);
      if (!facts.whole) addCheck(built, place);
      demand(shop, built, place, "format", facts);
    } else if (checkedFormats.has(format)) {
      addCheck(built, place);
      shop.note(place, "format", "boundary", "decided by a validator as the value closes");
    } else shop.note(place, "format", "annotation", `not a format that is asserted: \`${format}\``);
  }
  return fitLengths(built) ? built : undefined;
}

/** Adds a pattern's facts to a string; what can't be said is left to a check. */
function demand(
  shop: Workshop,
  built: BuiltString,
  place: Place,
  keyword: string,
  facts: PatternFacts | undefined,
): void {
  if (!facts) {
    addCheck(built, place);
    return;
  }
  built.minLength = Math.max(built.minLength, facts.minLength);
  if (facts.maxLength !== Infinity) built.maxLength = Math.min(built.maxLength ?? facts.maxLength, facts.maxLength);
  try {
    built.automaton = built.automaton ? shop.automata.intersection(built.automaton, facts.automaton) : facts.automaton;
  } catch (error) {
    if (!(error instanceof AutomatonLimitError)) throw error;
    addCheck(built, place);
    shop.note(place, keyword, "boundary", `together with the other patterns: ${error.message}`);
  }
}

/** Drops bounds that the automaton implies. False: no string is left. */
function fitLengths(built: BuiltString): boolean {
  if (built.automaton) {
    if (isEmpty(built.automaton)) return false;
    const { shortest, longest } = lengthRange(built.automaton);
    if (built.minLength > longest || shortest > (built.maxLength ?? Infinity)) return false;
    if (!hasText(built.automaton, built.minLength, built.maxLength ?? Infinity)) return false;
    if (built.minLength <= shortest) built.minLength = 0;
    if (built.maxLength !== null && built.maxLength >= longest) built.maxLength = null;
  }
  return built.minLength <= (built.maxLength ?? Infinity);
}

/** The case's scalar literals, if `enum` or `const` leaves it to some; each fits all the other members too. */
export function literalsAlternative(shop: Workshop, one: Case): BuiltLiterals | undefined {
  let values: Scalar[] | undefined;
  for (const place of one.members) {
    for (const keyword of ["const", "enum"] as const) {
      const listed = valuesOf(place, keyword);
      if (!listed || listed.some((value) => typeof value === "object" && value !== null)) continue;
      const allowed = new Set(listed as Scalar[]);
      values = values ? values.filter((value) => allowed.has(value)) : [...allowed];
    }
  }
  if (!values) return undefined;
  const number = values.some((value) => typeof value === "number") ? numberAlternative(shop, one) : undefined;
  const string = values.some((value) => typeof value === "string") ? stringAlternative(shop, one, true) : undefined;
  const formats = shop.assertsFormats ? one.members.map((place) => keywordsOf(place).format).filter(isAsserted) : [];
  const built: BuiltLiterals = {
    checks: [],
    exclusive: one.exclusive,
    sources: one.members,
    kind: "literals",
    values: values.filter((value) => fits(value, one, number, string, formats)),
  };
  for (const place of string?.checks ?? []) addCheck(built, place);
  return built;
}

/** Whether a literal fits what the members of a case say of its type. */
function fits(
  value: Scalar,
  { types: allowed }: Case,
  number: BuiltNumber | undefined,
  string: BuiltString | undefined,
  formats: readonly string[],
): boolean {
  if (value === null) return (allowed & types.null) !== 0;
  if (typeof value === "boolean") return (allowed & types.boolean) !== 0;
  if (typeof value === "number") return !!number && (allowed & types.number) !== 0 && fitsNumber(number, value);
  if (!string || (allowed & types.string) === 0 || !fitsString(string, value)) return false;
  for (const format of formats) if (!formatHolds(format, value)) return false;
  return true;
}

/** Whether a number is one of an alternative. */
export function fitsNumber(built: BuiltNumber, value: number): boolean {
  const decimal = decimalOf(value);
  if (built.integer && !isInteger(decimal)) return false;
  if (built.minimum && compareDecimals(decimal, built.minimum) < (built.exclusiveMinimum ? 1 : 0)) return false;
  if (built.maximum && compareDecimals(decimal, built.maximum) > (built.exclusiveMaximum ? -1 : 0)) return false;
  return built.multipleOf.every((unit) => isMultiple(decimal, unit));
}

/** Whether a string is one of an alternative. */
export function fitsString(built: BuiltString, value: string): boolean {
  const length = codePointLength(value);
  if (length < built.minLength || length > (built.maxLength ?? Infinity)) return false;
  return !built.automaton || matches(built.automaton, value);
}

/** The length of a string as JSON Schema counts it. */
function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Leaves a place to a validator. */
export function addCheck(built: Built, place: Place): void {
  if (!built.checks.includes(place)) built.checks.push(place);
}
