/** The alternatives of a Shape table as forms: made ready once, so that writing needs no look at the schema. */
import {
  type Alternative,
  type ArrayAlternative,
  type Automaton,
  AutomatonLimitError,
  type Contains,
  countsMultiples,
  intersect,
  type Layout,
  lengthAutomaton,
  type NumberAlternative,
  type ObjectAlternative,
  type Scalar,
  type Shape,
  type ShapeId,
  type ShapeTable,
  type StringAlternative,
} from "../schema/index.ts";
import { factsOf } from "./facts.ts";
import { KeyList } from "./key-list.ts";
import type { Lexeme } from "./lexeme.ts";
import { fewTexts, listOf, textsOf } from "./lists.ts";
import { LiteralTexts } from "./literal-texts.ts";
import { NumberLexeme } from "./number.ts";
import { bytesOf, KeyLexeme, SpellingLexeme } from "./spelling.ts";
import { TextLexeme } from "./text.ts";

export type Form = ScalarForm | ArrayForm | ObjectForm;

/** What a value must hold besides its form, and only its whole text can show. */
export interface Demands {
  /** Indices into the table's checks. */
  readonly checks: readonly number[];
  /** Decimals that a number is a multiple of. */
  readonly multipleOf: readonly string[];
  /** Indices into the table's checks, none of which may hold: of items that `contains` isn't to count. */
  readonly fails: readonly number[];
  /** Code points a string has at least, where neither its automaton nor counting can tell. */
  readonly minLength: number;
}

/** A scalar, or what's written as one. `least` and `most` bound a string's length in code points, where its lexeme doesn't. */
export interface ScalarForm {
  readonly kind: "scalar";
  readonly id: number;
  readonly lexeme: Lexeme;
  readonly least: number;
  readonly most: number;
  /** Whether it's an array or object that's written as a text: one value, or one of a list of them. */
  readonly container: boolean;
  readonly demands: Demands | undefined;
}

export interface ArrayForm {
  readonly kind: "array";
  readonly id: number;
  readonly prefix: readonly ShapeId[];
  readonly items: ShapeId | null;
  readonly least: number;
  readonly most: number;
  /** Items beyond which counting stops: nothing depends on how many there are. */
  readonly counted: number;
  readonly unique: boolean;
  /** If items are out of a list, none twice: the list, written as keys are. */
  readonly list: KeyLexeme | undefined;
  readonly contains: ContainsForm | undefined;
  readonly demands: Demands | undefined;
}

/** What's counted of an array's items. */
export interface ContainsForm {
  /** As in the table: the shape of items that count, by their place. */
  readonly prefix: readonly (ShapeId | null)[];
  readonly items: ShapeId | null;
  readonly least: number;
  readonly most: number;
  /** Items that count beyond which counting stops. */
  readonly counted: number;
  /** Where there's a most: index into the table's checks of what an item that counts is valid against. */
  readonly check: number | null;
  /** Which texts of the array's list count. */
  readonly listed: ReadonlySet<number>;
}

export interface ObjectForm {
  readonly kind: "object";
  readonly id: number;
  /** The properties that can be written: the declared ones in the schema's order, then those of small classes of keys. */
  readonly properties: readonly NamedProperty[];
  readonly declared: number;
  /** How many of them must be written. */
  readonly required: number;
  /** Their keys as they're spelled, quotes included. Its states know which properties lie ahead. */
  readonly keys: KeyLexeme;
  readonly others: readonly OtherKeyForm[];
  readonly least: number;
  readonly most: number;
  readonly counted: number;
  readonly demands: Demands | undefined;
}

export interface NamedProperty {
  readonly name: string;
  readonly shape: ShapeId;
  readonly required: boolean;
}

/** Keys that aren't named. */
export interface OtherKeyForm {
  readonly lexeme: TextLexeme;
  readonly shape: ShapeId;
  /** Keys that aren't among them, as they're spelled, a character for each byte: the named ones. */
  readonly barred: KeyList;
}

/** Any text. One for all schemas, so that what's known of it is known everywhere. */
export const freeText = new TextLexeme(null);
/** Any key. One text has one spelling, so that keys written can be told apart by their bytes. */
export const freeKey = new TextLexeme(null, undefined, true);

freeText.shared = true;
freeKey.shared = true;

/** Numbers by their bounds: few kinds, met again and again. */
const numbers = new Map<string, Lexeme>();
const mostNumbers = 1000;

/** Texts by their automata: schemas have formats and patterns in common, and what's known of them is known for all. */
const texts = new Map<string, TextLexeme>();
const mostTexts = 256;
/** Larger automata, in characters of JSON, are met once. */
const largestShared = 20_000;

/** How a value is written. */
export interface Writing {
  readonly layout: Layout;
  /** Properties come in the schema's order only, not in any. */
  readonly ordered: boolean;
  /** Integers may be written `1.0`. */
  readonly zeroFractions: boolean;
}

/** The forms of one table. */
export class Forms {
  private readonly made: (readonly Form[] | undefined)[] = [];
  /** Of shapes that are written differently at each depth. */
  private readonly madeAt = new Map<ShapeId, (readonly Form[])[]>();
  private readonly lesser = new Map<string, readonly Form[]>();
  private readonly texts = new Map<string, TextLexeme>();
  private readonly literals: LiteralTexts | undefined;
  private readonly zeroFractions: boolean;
  private count = 0;

  constructor(
    private readonly table: ShapeTable,
    { layout, ordered, zeroFractions }: Writing,
  ) {
    this.zeroFractions = zeroFractions;
    if (ordered && !layout.loose && !zeroFractions) this.literals = new LiteralTexts(table, layout);
  }

  /** The forms of a shape that stands at a depth. */
  of(shape: ShapeId, depth: number): readonly Form[] {
    return this.made[shape] ?? this.madeAt.get(shape)?.[depth] ?? this.make(shape, depth);
  }

  private make(shape: ShapeId, depth: number): readonly Form[] {
    const alternatives = this.table.shapes[shape]!;
    const texts = alternatives.length > 1 ? this.literals?.of(alternatives, depth) : undefined;
    // One by itself is a container as good as any.
    if (!texts || texts.size < 2) return (this.made[shape] = alternatives.map((one) => this.form(one)));
    // Told apart character by character, not each kept as a way of its own.
    const forms = [
      texted(this.count++, new SpellingLexeme([...texts.values()].map(bytesOf)), undefined, true),
      ...alternatives.filter((one) => !texts.has(one)).map((one) => this.form(one)),
    ];
    const known = this.madeAt.get(shape) ?? [];
    this.madeAt.set(shape, known);
    return (known[depth] = forms);
  }

  /**
   * What a shape takes that isn't valid against a check, whose values in the shape are another one: told by the kind of value
   * or the literal, where that's enough, else left to the check.
   */
  without(shape: ShapeId, valid: ShapeId | null, check: number): readonly Form[] {
    const key = `${shape} ${valid} ${check}`;
    let forms = this.lesser.get(key);
    if (!forms) {
      const { shapes } = this.table;
      forms = lessOf(shapes[shape]!, valid === null ? [] : shapes[valid]!).map(([one, sure]) =>
        this.form(one, sure ? [] : [check]),
      );
      this.lesser.set(key, forms);
    }
    return forms;
  }

  private form(one: Alternative, fails: readonly number[] = []): Form {
    const id = this.count++;
    const demands = demandsOf(one, fails);
    switch (one.kind) {
      case "literals":
        return texted(id, new SpellingLexeme(this.spellings(one.values).map(bytesOf)), demands);
      case "number":
        return texted(id, numberLexeme(one, this.zeroFractions), demands);
      case "string":
        return this.string(one, id, demands);
      case "array":
        return this.array(one, id, demands);
      case "object":
        return this.object(one, id, demands);
    }
  }

  private spellings(values: readonly Scalar[]): string[] {
    const plain = values.map((value) => JSON.stringify(value));
    return this.zeroFractions ? plain.flatMap((text) => (/^-?\d+$/.test(text) ? [text, `${text}.0`] : [text])) : plain;
  }

  private string(one: StringAlternative, id: number, demands: Demands | undefined): ScalarForm {
    const { minLength, maxLength } = one;
    const most = maxLength ?? Infinity;
    const form = { ...texted(id, freeText, demands), least: minLength, most };
    if (one.automaton === null) return form;
    const automaton = this.table.automata[one.automaton]!;
    // A least length can be counted where any greater one will do; else the automaton must know it.
    if (minLength === 0 || factsOf(automaton).stretches) return { ...form, lexeme: this.text(automaton, freeText) };
    const long = longTexts(automaton, minLength);
    if (long) return { ...form, lexeme: this.text(long, freeText), least: 0 };
    const also = { checks: one.checks, multipleOf: [], fails: demands?.fails ?? [], minLength };
    return { ...form, lexeme: this.text(automaton, freeText), least: 0, demands: also };
  }

  private text(automaton: Automaton, base: TextLexeme): TextLexeme {
    const key = `${base === freeKey} ${JSON.stringify(automaton)}`;
    const known = key.length > largestShared ? this.texts : texts;
    let lexeme = known.get(key);
    if (!lexeme) {
      // The oldest makes room.
      if (known === texts && texts.size === mostTexts) texts.delete(texts.keys().next().value!);
      known.set(key, (lexeme = new TextLexeme(automaton, base)));
      lexeme.shared = known === texts;
    }
    return lexeme;
  }

  private array(one: ArrayAlternative, id: number, demands: Demands | undefined): ArrayForm {
    const { prefix, items, minItems, unique } = one;
    const most = Math.min(one.maxItems ?? Infinity, items === null ? prefix.length : Infinity);
    const counted = Math.max(prefix.length, most < Infinity ? most : minItems, unique ? 2 : 0);
    let texts = unique && prefix.length === 0 && items !== null ? this.listed(items) : undefined;
    const counting = one.contains?.items === null ? [] : one.contains && this.listed(one.contains.items);
    if (one.contains && !counting) texts = undefined;
    const list = texts && new KeyLexeme(texts.map(bytesOf));
    const listed = new Set(texts && counting ? counting.map((text) => texts.indexOf(text)) : []);
    const contains = one.contains ? containsForm(one.contains, listed) : undefined;
    return { kind: "array", id, prefix, items, least: minItems, most, counted, unique, list, contains, demands };
  }

  /** The values that are all a shape allows, as they're spelled, if they're few. */
  private listed(shape: ShapeId): string[] | undefined {
    const all = this.table.shapes[shape]!.map((one) => listOf(one, this.table));
    if (!all.every((list) => list !== undefined)) return undefined;
    const spelled = new Set(all.flat().map((value) => JSON.stringify(value)));
    // Where a number has several spellings, a list won't do.
    return this.zeroFractions && [...spelled].some((text) => !text.startsWith('"')) ? undefined : [...spelled];
  }

  private object(one: ObjectAlternative, id: number, demands: Demands | undefined): ObjectForm {
    const properties = one.properties.flatMap(({ name, shape, required }) =>
      shape === null ? [] : [{ name, shape, required }],
    );
    const declared = properties.length;
    const named = new Set(one.properties.map(({ name }) => name));
    const barred = new KeyList([...named].map((name) => bytesOf(JSON.stringify(name))));
    const others: OtherKeyForm[] = [];
    for (const { keys, shape } of one.others) {
      const automaton = keys === null ? undefined : this.table.automata[keys]!;
      const few = automaton && textsOf(automaton, fewTexts);
      // So few that they may run out: they're written as properties are.
      if (few)
        properties.push(...few.filter((name) => !named.has(name)).map((name) => ({ name, shape, required: false })));
      else others.push({ lexeme: automaton ? this.text(automaton, freeKey) : freeKey, shape, barred });
    }
    const most = one.maxProperties ?? Infinity;
    return {
      kind: "object",
      id,
      properties,
      declared,
      required: properties.filter(({ required }) => required).length,
      keys: new KeyLexeme(properties.map(({ name }) => bytesOf(JSON.stringify(name)))),
      others,
      least: one.minProperties,
      most,
      counted: most < Infinity ? most : one.minProperties,
      demands,
    };
  }
}

/** What's written as a text that its lexeme knows all of. */
function texted(id: number, lexeme: Lexeme, demands: Demands | undefined, container = false): ScalarForm {
  return { kind: "scalar", id, lexeme, least: 0, most: Infinity, container, demands };
}

function demandsOf({ checks, ...one }: Alternative, fails: readonly number[]): Demands | undefined {
  const multipleOf = one.kind === "number" && !countsMultiples(one) ? one.multipleOf : [];
  if (checks.length + multipleOf.length + fails.length === 0) return undefined;
  return { checks, multipleOf, fails, minLength: 0 };
}

function containsForm(contains: Contains, listed: ReadonlySet<number>): ContainsForm {
  const { prefix, items, least, check } = contains;
  const most = contains.most ?? Infinity;
  return { prefix, items, least, most, counted: most < Infinity ? most : least, check, listed };
}

/**
 * What's left of alternatives without the values of others, which are among theirs; and whether it's sure of each that it
 * has none of those.
 */
function lessOf(shape: Shape, others: Shape): [one: Alternative, sure: boolean][] {
  const types = new Set(others.flatMap(typesIn));
  const literal = others.every(({ kind, checks }) => kind === "literals" && checks.length === 0);
  const gone = new Set(others.flatMap((one) => (one.kind === "literals" && one.checks.length === 0 ? one.values : [])));
  return shape.flatMap((one): [Alternative, boolean][] => {
    if (!typesIn(one).some((type) => types.has(type))) return [[one, true]];
    if (one.kind !== "literals") return [[one, false]];
    const values = one.values.filter((value) => !gone.has(value));
    return values.length === 0 ? [] : [[{ ...one, values }, literal]];
  });
}

function typesIn(one: Alternative): string[] {
  return one.kind === "literals" ? one.values.map((value) => typeof value) : [one.kind];
}

/** The texts of an automaton that have at least so many code points; undefined if that takes too many states. */
function longTexts(automaton: Automaton, minLength: number): Automaton | undefined {
  try {
    return intersect(automaton, lengthAutomaton(minLength, Infinity));
  } catch (error) {
    if (error instanceof AutomatonLimitError) return undefined;
    throw error;
  }
}

/** Numbers in a range. */
function numberLexeme(one: NumberAlternative, zeroFractions: boolean): Lexeme {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = one;
  const key = [
    integer && zeroFractions,
    integer,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    ...multipleOf,
  ].join();
  let lexeme = numbers.get(key);
  if (!lexeme) {
    lexeme = new NumberLexeme(one, { zeroFractions });
    if (numbers.size < mostNumbers) {
      numbers.set(key, lexeme);
      lexeme.shared = true;
    }
  }
  return lexeme;
}
