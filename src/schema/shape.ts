import type { Automaton } from "./automaton.ts";

/**
 * A Shape is the normal form of a schema: which JSON values it allows, said per type of value, with every keyword,
 * reference and combinator resolved. It is what the GBNF rendering reads, and what a mask engine walks.
 *
 * Laws
 * - A value fits a shape when it fits at least one alternative of it. The alternatives of a shape are different, but
 *   may overlap.
 * - Shapes refer to each other by index, so recursion is a cycle in the table, never in the data.
 * - Every alternative is satisfiable; `root` is the first shape and all the others are reached from it.
 * - Equal alternatives lists are one shape, equal automata one automaton (hash-consing).
 * - Counts, lengths and bounds are numbers; nothing is unrolled. Bounds are decimal text, exact at any size.
 * - `checks` name what the shape is too wide for: the value must also be valid against those subschemas, which a
 *   validator decides as the value closes.
 *
 * The table is plain JSON (`structuredClone`, `JSON.stringify` and back give the same table), except that property
 * names are data: a consumer must not use them as keys of ordinary objects.
 */
export interface ShapeTable {
  readonly shapes: readonly Shape[];
  readonly automata: readonly Automaton[];
  /** JSON pointers of the subschemas that alternatives' `checks` index. */
  readonly checks: readonly string[];
  /**
   * JSON pointers that alternatives' `sources` index: the subschemas an alternative comes from or, where it is a part of
   * what one keyword says (a value of `enum`, a way to break `not`), that keyword.
   */
  readonly sources: readonly string[];
}

/** Index of a shape in the table. The root's is 0. */
export type ShapeId = number;
/** Index of an automaton in the table. */
export type AutomatonId = number;

/** Alternatives; a value fits when one of them takes it. */
export type Shape = readonly Alternative[];

export type Alternative =
  | LiteralsAlternative
  | NumberAlternative
  | StringAlternative
  | ArrayAlternative
  | ObjectAlternative;

interface Common {
  /** Indices into the table's `checks`; empty when the alternative is exact. */
  readonly checks: readonly number[];
  /** Indices into the table's `sources`. For reports only; equal shapes from several places have all of them. */
  readonly sources: readonly number[];
}

export type Scalar = null | boolean | number | string;

/** Exactly these values, in the schema's order, none twice. `null` and booleans are always literals. */
export interface LiteralsAlternative extends Common {
  readonly kind: "literals";
  readonly values: readonly Scalar[];
}

/**
 * Numbers in a range. Bounds are inclusive, but for zero; a bound that must not be reached has become the double next to it,
 * so that no decimal within is read as a double without. For integers the bounds are integers.
 */
export interface NumberAlternative extends Common {
  readonly kind: "number";
  readonly integer: boolean;
  /** Decimal text in plain notation; `null` is no bound. */
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  /** The value is a whole multiple of each of these decimals. */
  readonly multipleOf: readonly string[];
}

/** Strings by length in code points and by an automaton over the whole decoded text; `null` is any text. */
export interface StringAlternative extends Common {
  readonly kind: "string";
  readonly minLength: number;
  readonly maxLength: number | null;
  readonly automaton: AutomatonId | null;
}

/** Arrays: shapes for the first items, one for all the others, a count. */
export interface ArrayAlternative extends Common {
  readonly kind: "array";
  readonly prefix: readonly ShapeId[];
  /** Shape of the items after the prefix; `null`: there are none. */
  readonly items: ShapeId | null;
  readonly minItems: number;
  readonly maxItems: number | null;
  /** No two items are equal. */
  readonly unique: boolean;
  /** Items there must be among them; `null`: none in particular. */
  readonly contains: Contains | null;
}

/** How many of an array's items must be of a kind. `minItems` of the array is no less than it takes. */
export interface Contains {
  /** Per item of the array's prefix the shape of those that count; `null`: none there does. */
  readonly prefix: readonly (ShapeId | null)[];
  /** The same for the items after the prefix. Each of these shapes takes just what the array's own there takes and counts. */
  readonly items: ShapeId | null;
  readonly least: number;
  readonly most: number | null;
  /** Where there's a most: index into the table's `checks` of the subschema that an item is valid against if it counts. */
  readonly check: number | null;
}

/** Objects: named properties in the schema's order, and classes of other keys. */
export interface ObjectAlternative extends Common {
  readonly kind: "object";
  readonly properties: readonly Property[];
  /** Keys that aren't among `properties`. The classes' automata don't overlap; a key in none of them is barred. */
  readonly others: readonly KeyClass[];
  readonly minProperties: number;
  readonly maxProperties: number | null;
}

export interface Property {
  readonly name: string;
  /** `null`: the property is barred. */
  readonly shape: ShapeId | null;
  readonly required: boolean;
}

export interface KeyClass {
  /** The decoded keys of the class; `null` is every key. */
  readonly keys: AutomatonId | null;
  readonly shape: ShapeId;
}
