import {
  type Alternative,
  AutomatonLimitError,
  countsMultiples,
  deepestIndent,
  firstDigits,
  type LiteralsAlternative,
  lengthRange,
  type NumberAlternative,
  Report,
  type ReportEntry,
  type Scalar,
  type ShapeId,
  type ShapeTable,
  type StringAlternative,
} from "../schema/index.ts";
import { arrayExpression } from "./arrays.ts";
import { automatonExpression } from "./automata.ts";
import { Decision } from "./decision.ts";
import { OtherTexts } from "./except.ts";
import { type Expression, nothing, type Rule, reference, sequence, text } from "./expression.ts";
import { LiteralRules } from "./literals.ts";
import { multiples } from "./multiples.ts";
import { NumberRules, zeroFraction } from "./numbers.ts";
import { objectExpression } from "./objects.ts";
import type { Settings } from "./options.ts";
import { printRules, RuleBook } from "./rules.ts";
import { guardTexts, tooLarge } from "./size.ts";
import { Spacing } from "./spacing.ts";
import { StringRules } from "./strings.ts";
import { Entry, oneOfTexts } from "./trie.ts";

/** Keywords of which what an alternative comes from may be a part. */
const inParts: ReadonlySet<string> = new Set(
  "const enum not dependencies dependentRequired dependentSchemas".split(" "),
);
/** Automata of so few states are written down in any case. */
const smallAutomaton = 8;

/** Writes the rules of one table. Each shape is a rule; shapes are rendered one after the other, not inside each other. */
export class Renderer {
  readonly rules: RuleBook;
  readonly strings: StringRules;
  readonly otherKeys: OtherTexts;
  readonly settings: Settings;
  readonly table: ShapeTable;
  readonly spacing: Spacing;
  readonly #literalRules: LiteralRules;
  readonly #numbers: NumberRules;
  readonly #report: Report;
  readonly #notes = new Report();
  /** Keywords of which this grammar doesn't hold a part. */
  readonly #weaker = new Map<string, ReportEntry>();
  /** Rules by shape and depth: how a value is laid out may depend on how deep it stands. */
  readonly #shapes = new Map<number, Rule>();

  constructor(table: ShapeTable, settings: Settings, report: Report) {
    this.table = table;
    this.settings = settings;
    this.rules = new RuleBook(settings.maxSize);
    this.strings = new StringRules(this.rules);
    this.spacing = new Spacing(this.rules, settings.layout);
    this.#report = report;
    this.#literalRules = new LiteralRules(this);
    this.#numbers = new NumberRules(this.rules, settings);
    this.otherKeys = new OtherTexts(this.rules, this.strings, "other-key", settings.maxStringLength);
  }

  /** The grammar's text and its number of rules. */
  run(): { text: string; rules: number } {
    const root = this.rules.reserve("root");
    // White space around the whole value isn't that of a value like it within.
    if (this.settings.layout.loose) root.body = this.spacing.around(this.shape(0, 0));
    else this.#shapes.set(0, root);
    const decision = new Decision(this.rules, "rest", (expression) => this.#literalRules.bodyOf(expression));
    // More shapes may be asked for while bodies are made.
    for (const [place, rule] of this.#shapes) {
      const depth = Math.floor(place / this.table.shapes.length);
      const alternatives = this.table.shapes[place % this.table.shapes.length]!;
      const options = alternatives.map((alternative) => this.#alternative(alternative, depth));
      rule.body = decision.among(options);
    }
    for (const note of [...this.#notes.list(), ...this.#weaker.values()]) this.#report.replace(note);
    const printed = printRules(root);
    if (printed.text.length > this.settings.maxSize) throw tooLarge(printed.text.length, this.settings.maxSize);
    return printed;
  }

  /** The one literal that a shape is, if it is one. */
  onlyLiteral(id: ShapeId): Scalar | undefined {
    const [only, other] = this.table.shapes[id]!;
    return only?.kind === "literals" && only.values.length === 1 && !other ? only.values[0] : undefined;
  }

  /** A reference to the rule of a shape that stands at a depth; a shape of one scalar literal stands for itself. */
  shape(id: ShapeId, depth: number): Expression {
    const value = this.onlyLiteral(id);
    if (value !== undefined) {
      this.guardLiterals([value]);
      return sequence(text(literalText(value)), this.afterLiteral(value));
    }
    const container = this.#literalRules.only(id);
    if (container) return this.#literalRules.reference(id, container, depth);
    const place = depth * this.table.shapes.length + id;
    let rule = this.#shapes.get(place);
    if (!rule) {
      rule = this.rules.reserve(hintOf(this.table.shapes[id]!));
      this.#shapes.set(place, rule);
    }
    return reference(rule);
  }

  /**
   * Says of a keyword of the schemas that an alternative comes from how this grammar holds it: where several
   * alternatives come from one schema, the weakest counts. A `grammar` note may also be of a keyword that isn't there:
   * a bound of the grammar's own.
   */
  note(one: Alternative, keyword: string, status: "grammar" | "boundary", reason: string): void {
    for (const source of one.sources) {
      const at = this.table.sources[source]!;
      const whole = this.#wholeAt(at);
      if (whole && status === "boundary") this.#weaker.set(at, { ...whole, status, reason });
      else if (!whole && (status === "grammar" || this.#report.has(at, keyword))) {
        this.#notes.add(at, keyword, status, reason);
      }
    }
  }

  /** Says of the keys that aren't named how long they may be, as a schema would: by `maxLength` in `propertyNames`. */
  noteKeys(one: Alternative, reason: string): void {
    for (const source of one.sources) {
      const at = this.table.sources[source]!;
      if (this.#wholeAt(at)) continue;
      this.#notes.add(`${at}/propertyNames`, "maxLength", "grammar", `not in the schema: ${reason}`);
    }
  }

  /** The entry of the keyword that a source is a part of. A schema may stand right at a keyword (`/items`), and isn't that. */
  #wholeAt(source: string): ReportEntry | undefined {
    const entry = this.#report.at(source);
    return entry && inParts.has(entry.keyword) ? entry : undefined;
  }

  /** Says of a bound of the grammar's own what it is: the least that the schema asks for, where that is more. */
  noteBound(
    one: Alternative,
    [least, asked]: readonly [string, number],
    [keyword, cap]: readonly [string, number],
  ): void {
    const bound = asked > cap ? `no more than the ${asked} that ${least} asks for` : `capped at ${cap} by default`;
    this.note(one, keyword, "grammar", `not in the schema: ${bound}`);
  }

  #alternative(one: Alternative, depth: number): Expression {
    if (depth === deepestIndent && (one.kind === "array" || one.kind === "object")) {
      this.note(one, "type", "grammar", `beyond ${deepestIndent} levels lines are indented as on that one`);
    }
    const literal = this.#literalRules.literal(one);
    if (literal) return this.#literalRules.expression(literal, this.settings.layout.within(depth));
    switch (one.kind) {
      case "literals":
        return this.#literals(one);
      case "number":
        return this.#number(one);
      case "string":
        return this.#string(one);
      case "array":
        return arrayExpression(this, one, this.settings.layout.within(depth));
      case "object":
        return objectExpression(this, one, this.settings.layout.within(depth));
    }
  }

  /** What may follow a literal's text that means the same. */
  afterLiteral(value: Scalar): Expression {
    return this.settings.zeroFractions && isPlainInteger(value) ? zeroFraction : nothing;
  }

  /** @throws {SchemaError} `too-large` for literals that no grammar of the size has room for */
  guardLiterals(values: readonly Scalar[]): void {
    const texts = values.filter((value) => typeof value === "string");
    guardTexts(texts, this.settings.maxSize, true);
  }

  #literals(one: LiteralsAlternative): Expression {
    this.guardLiterals(one.values);
    const entries = one.values.map((value) => new Entry(literalText(value), this.afterLiteral(value)));
    return oneOfTexts(this.rules, "literal", entries);
  }

  #number(one: NumberAlternative): Expression {
    if (one.multipleOf.length > 0) {
      const { zeroFractions, maxDigits: digits } = this.settings;
      const found = countsMultiples(one) ? multiples(this.rules, one, { zeroFractions, digits }) : undefined;
      if (found) {
        this.note(one, "type", "grammar", multiplesNote(one, digits));
        return found;
      }
      this.note(one, "multipleOf", "boundary", "its multiples leave too many remainders to be counted in a grammar");
    }
    this.note(one, "type", "grammar", numberNote(one, this.settings));
    return this.#numbers.number(one);
  }

  #string(one: StringAlternative): Expression {
    const cap = this.settings.maxStringLength;
    const automaton = one.automaton === null ? null : this.table.automata[one.automaton]!;
    if (!automaton) {
      const max = one.maxLength ?? Math.max(cap, one.minLength);
      if (one.maxLength === null && cap < Infinity) {
        this.noteBound(one, ["minLength", one.minLength], ["maxLength", cap]);
      }
      return this.strings.free(one.minLength, max);
    }
    if (one.maxLength === null && cap < Infinity && lengthRange(automaton).longest === Infinity) {
      const reason = `not in the schema: runs of like characters end after ${cap} by default`;
      this.note(one, "maxLength", "grammar", reason);
    }
    const states = automaton.accepting.length;
    if (states > smallAutomaton && states > this.strings.statesLeft) {
      this.#leaveString(one, "the patterns have too many states in all");
      return this.strings.free(one.minLength, one.maxLength ?? Math.max(cap, one.minLength));
    }
    const write = (min: number, max: number): Expression =>
      automatonExpression(this.rules, this.strings, "pattern", automaton, { min, max, cap });
    try {
      return write(one.minLength, one.maxLength ?? Infinity);
    } catch (error) {
      if (!(error instanceof AutomatonLimitError)) throw error;
      this.#leaveString(one, "the length and the pattern together have too many states");
      return write(0, Infinity);
    }
  }

  #leaveString(one: StringAlternative, reason: string): void {
    for (const keyword of ["minLength", "maxLength", "pattern", "format"]) this.note(one, keyword, "boundary", reason);
  }
}

/** How multiples are written more narrowly than the schema asks. */
function multiplesNote(one: NumberAlternative, maxDigits: number): string {
  const open = one.minimum === null || one.maximum === null;
  const before = open && maxDigits < 15 ? `, before the point ${wholeDigits(one, maxDigits)}` : "";
  return `multiples are written without exponent, with at most fifteen digits${before}`;
}

/** How numbers are written more narrowly than the schema asks. */
function numberNote(one: NumberAlternative, { maxDigits, zeroFractions }: Settings): string {
  const { integer, minimum, maximum } = one;
  const bounded = minimum !== null && maximum !== null;
  if (integer) {
    const digits = bounded ? "" : `, with at most ${wholeDigits(one, maxDigits)}`;
    return `integers are written without ${zeroFractions ? "exponent, and without fraction but .0" : "fraction or exponent"}${digits}`;
  }
  const free = [minimum, maximum].every((bound) => bound === null || bound === "0") && !bounded;
  const how = free ? "exponents of at most two digits" : "written without exponent";
  if (bounded || firstDigits(one) <= maxDigits) {
    return `${how}, at most ${maxDigits} digits before and after the point by default`;
  }
  return `${how}, at most ${maxDigits} digits after the point by default, and before it ${wholeDigits(one, maxDigits)}`;
}

/** The most digits before the point on the side of a range that has no end. */
function wholeDigits(one: NumberAlternative, maxDigits: number): string {
  const least = firstDigits(one);
  return least > maxDigits ? `${least} digits (the first one that fits has as many)` : `${maxDigits} digits by default`;
}

/** Whether a literal is a number that is written with digits alone. */
function isPlainInteger(value: Scalar): boolean {
  return typeof value === "number" && /^-?\d+$/.test(literalText(value));
}

/** The text of a literal: as `JSON.stringify` writes it. */
export function literalText(value: Scalar): string {
  return JSON.stringify(value);
}

function hintOf(alternatives: readonly Alternative[]): string {
  const [first, second] = alternatives;
  if (!first || second) return "value";
  return first.kind === "literals" ? "literal" : first.kind;
}
