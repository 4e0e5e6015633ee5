/** The alternatives of a Shape table as forms: made ready once, so that writing needs no look at the schema. */
import {
  type Alternative,
  type ArrayAlternative,
  type Automaton,
  AutomatonLimitError,
  countsMultiples,
  intersect,
  lengthAutomaton,
  type NumberAlternative,
  type ObjectAlternative,
  type Scalar,
  type ShapeId,
  type ShapeTable,
  type StringAlternative,
} from "../schema/index.ts";
import { factsOf } from "./facts.ts";
import type { Lexeme } from "./lexeme.ts";
import { NumberLexeme } from "./number.ts";
import { SpellingLexeme } from "./spelling.ts";
import { TextLexeme } from "./text.ts";

export type Form = ScalarForm | ArrayForm | ObjectForm;

/** What a value must hold besides its form, and only its whole text can show. */
export interface Demands {
  /** Indices into the table's checks. */
  readonly checks: readonly number[];
  /** Decimals that a number is a multiple of. */
  readonly multipleOf: readonly string[];
  /** Code points a string has at least, where neither its automaton nor counting can tell. */
  readonly minLength: number;
}

/** A scalar. `least` and `most` bound a string's length in code points, where its lexeme doesn't. */
export interface ScalarForm {
  readonly kind: "scalar";
  readonly id: number;
  readonly lexeme: Lexeme;
  readonly least: number;
  readonly most: number;
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
  /** If items are strings out of a list, none twice: the list, written as keys are. */
  readonly list: KeyLexeme | undefined;
  readonly demands: Demands | undefined;
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
  readonly others: readonly OtherKeys[];
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
export interface OtherKeys {
  readonly lexeme: TextLexeme;
  readonly shape: ShapeId;
  /** Keys that aren't among them, as they're spelled, a character for each byte: the named ones. */
  readonly barred: ReadonlySet<string>;
}

/** Any text. One for all schemas, so that what's known of it is known everywhere. */
export const freeText = new TextLexeme(null);
/** Any key. One text has one spelling, so that keys written can be told apart by their bytes. */
export const freeKey = new TextLexeme(null, undefined, true);

/** Numbers by their bounds: few kinds, met again and again. */
const numbers = new Map<string, Lexeme>();
const mostNumbers = 1000;

/** Texts by their automata: schemas have formats and patterns in common, and what's known of them is known for all. */
const texts = new Map<string, TextLexeme>();
const mostTexts = 256;
/** Larger automata, in characters of JSON, are met once. */
const largestShared = 20_000;

/** Spelled texts of which none may come twice, as a trie whose states know what lies ahead: keys of properties. */
export class KeyLexeme extends SpellingLexeme {
  /** Per state, the properties whose keys go on from here. */
  readonly ahead: readonly (readonly number[])[];
  /** Per state, the property whose key ends here; −1 if none does. */
  readonly ended: readonly number[];
  /** How many there are. */
  readonly texts: number;

  constructor(names: readonly string[]) {
    const spelled = names.map((name) => JSON.stringify(name));
    super(spelled);
    this.texts = names.length;
    const ahead: number[][] = Array.from({ length: this.size }, () => []);
    const ended = ahead.map(() => -1);
    const encoder = new TextEncoder();
    spelled.forEach((text, property) => {
      let state = 0;
      for (const byte of encoder.encode(text)) {
        ahead[state]!.push(property);
        state = this.step(state, byte);
      }
      ended[state] = property;
    });
    this.ahead = ahead;
    this.ended = ended;
  }
}

/** A text's bytes, as a text with a character for each. */
function bytesOf(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Keys of a class up to this many are treated one by one. */
const fewKeys = 256;

/** The texts an automaton accepts, if there are no more than `most`. */
function textsOf(automaton: Automaton, most: number): string[] | undefined {
  if (countOf(automaton) > most) return undefined;
  const { accepting, edges } = automaton;
  const found: string[] = [];
  const todo: [state: number, text: string][] = [[0, ""]];
  for (let top = todo.pop(); top; top = todo.pop()) {
    const [state, text] = top;
    if (accepting[state]) found.push(text);
    for (let i = 0; i < edges[state]!.length; i += 3) {
      const [low, high, target] = edges[state]!.slice(i, i + 3) as [number, number, number];
      for (let c = high; c >= low; c--) todo.push([target, text + String.fromCodePoint(c)]);
    }
  }
  return found.sort();
}

/** How many texts an automaton accepts: states are passed once all ways to them are known, which never is in a circle. */
function countOf({ accepting, edges }: Automaton): number {
  const ways = new Float64Array(edges.length);
  const unknown = new Uint32Array(edges.length);
  for (const from of edges) for (let i = 2; i < from.length; i += 3) unknown[from[i]!]!++;
  if (unknown[0]! > 0) return Infinity;
  ways[0] = 1;
  let count = 0;
  let passed = 0;
  const todo = [0];
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    passed++;
    if (accepting[state]) count += ways[state]!;
    const from = edges[state]!;
    for (let i = 0; i < from.length; i += 3) {
      const target = from[i + 2]!;
      ways[target]! += ways[state]! * (from[i + 1]! - from[i]! + 1);
      if (--unknown[target]! === 0) todo.push(target);
    }
  }
  return passed === edges.length ? count : Infinity;
}

/** The forms of one table. */
export class Forms {
  private readonly made: (readonly Form[] | undefined)[] = [];
  private readonly texts = new Map<string, TextLexeme>();
  private count = 0;

  constructor(
    private readonly table: ShapeTable,
    /** Integers may be written `1.0`. */
    private readonly zeroFractions: boolean,
  ) {}

  of(shape: ShapeId): readonly Form[] {
    return (this.made[shape] ??= this.table.shapes[shape]!.map((one) => this.form(one)));
  }

  private form(one: Alternative): Form {
    const id = this.count++;
    const demands = demandsOf(one);
    switch (one.kind) {
      case "literals": {
        const lexeme = new SpellingLexeme(this.spellings(one.values));
        return { kind: "scalar", id, lexeme, least: 0, most: Infinity, demands };
      }
      case "number":
        return { kind: "scalar", id, lexeme: numberLexeme(one, this.zeroFractions), least: 0, most: Infinity, demands };
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
    if (one.automaton === null) return { kind: "scalar", id, lexeme: freeText, least: minLength, most, demands };
    const automaton = this.table.automata[one.automaton]!;
    // A least length can be counted where any greater one will do; else the automaton must know it.
    if (minLength === 0 || factsOf(automaton).stretches) {
      return { kind: "scalar", id, lexeme: this.text(automaton, freeText), least: minLength, most, demands };
    }
    const long = longTexts(automaton, minLength);
    if (long) return { kind: "scalar", id, lexeme: this.text(long, freeText), least: 0, most, demands };
    const also = { checks: one.checks, multipleOf: [], minLength };
    return { kind: "scalar", id, lexeme: this.text(automaton, freeText), least: 0, most, demands: also };
  }

  private text(automaton: Automaton, base: TextLexeme): TextLexeme {
    const key = `${base === freeKey} ${JSON.stringify(automaton)}`;
    const known = key.length > largestShared ? this.texts : texts;
    let lexeme = known.get(key);
    if (!lexeme) {
      // The oldest makes room.
      if (known === texts && texts.size === mostTexts) texts.delete(texts.keys().next().value!);
      known.set(key, (lexeme = new TextLexeme(automaton, base)));
    }
    return lexeme;
  }

  private array(one: ArrayAlternative, id: number, demands: Demands | undefined): ArrayForm {
    const { prefix, items, minItems, unique } = one;
    const most = Math.min(one.maxItems ?? Infinity, items === null ? prefix.length : Infinity);
    const counted = Math.max(prefix.length, most < Infinity ? most : minItems, unique ? 2 : 0);
    const texts = unique && prefix.length === 0 && items !== null ? this.listed(items) : undefined;
    const list = texts && new KeyLexeme(texts);
    return { kind: "array", id, prefix, items, least: minItems, most, counted, unique, list, demands };
  }

  /** The strings that are all a shape allows, if that's so. */
  private listed(shape: ShapeId): string[] | undefined {
    const [only, other] = this.table.shapes[shape]!;
    if (other || only?.kind !== "literals" || only.checks.length > 0) return undefined;
    return only.values.every((value) => typeof value === "string") ? [...only.values] : undefined;
  }

  private object(one: ObjectAlternative, id: number, demands: Demands | undefined): ObjectForm {
    const properties = one.properties.flatMap(({ name, shape, required }) =>
      shape === null ? [] : [{ name, shape, required }],
    );
    const declared = properties.length;
    const named = new Set(one.properties.map(({ name }) => name));
    const barred = new Set([...named].map((name) => bytesOf(JSON.stringify(name))));
    const others: OtherKeys[] = [];
    for (const { keys, shape } of one.others) {
      const automaton = keys === null ? undefined : this.table.automata[keys]!;
      const few = automaton && textsOf(automaton, fewKeys);
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
      keys: new KeyLexeme(properties.map(({ name }) => name)),
      others,
      least: one.minProperties,
      most,
      counted: most < Infinity ? most : one.minProperties,
      demands,
    };
  }
}

function demandsOf(one: Alternative): Demands | undefined {
  const multipleOf = one.kind === "number" && !countsMultiples(one) ? one.multipleOf : [];
  return one.checks.length + multipleOf.length > 0 ? { checks: one.checks, multipleOf, minLength: 0 } : undefined;
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
    if (numbers.size < mostNumbers) numbers.set(key, lexeme);
  }
  return lexeme;
}
