import { checkOptions, type OptionNames, ofType, oneOf, wholeNumber } from "../options/index.ts";
import { type Layout, layoutOf, type Whitespace } from "../schema/index.ts";

/** How a grammar lays JSON out, and how far it lets a model go where the schema sets no bound. */
export interface GbnfOptions {
  /** How the text is laid out; see {@link Whitespace}. Default `spaced`. */
  readonly whitespace?: Whitespace;
  /**
   * In which order properties are written: the schema's (default), or those it requires before the others, so that a text
   * that breaks off has most of what's needed. Keys that aren't named come last.
   */
  readonly order?: "schema" | "required-first";
  /**
   * Let integers be written with a fraction of zero, too: `1.0`, an integer to JSON Schema but for draft-04, whose schemas
   * this leaves as they are. Default false.
   */
  readonly zeroFractions?: boolean;
  /** Throw when a keyword is refused; see `compileSchema`. Default true. */
  readonly strict?: boolean;
  /**
   * Most code points of a string without `maxLength`, and of a key that isn't named. Under a pattern it's the most of like
   * characters in a row. Default 1,999, the most that llama.cpp counts in one chain. `null` sets no bound.
   */
  readonly maxStringLength?: number | null;
  /** Most items of an array without `maxItems`, and most keys beyond the named ones of an open object. Default 256. */
  readonly maxItems?: number | null;
  /**
   * Most digits of an unbounded integer, and of a fraction; more where the first number that fits has more. Default 20. More
   * than 200 are as 200: with exponents, doubles have none of so many more.
   */
  readonly maxDigits?: number;
  /** Largest grammar, in UTF-16 units. Default 4,000,000. */
  readonly maxSize?: number;
}

/** Options with the defaults filled in; `Infinity` stands for no bound. */
export interface Settings {
  readonly layout: Layout;
  readonly requiredFirst: boolean;
  readonly zeroFractions: boolean;
  readonly maxStringLength: number;
  readonly maxItems: number;
  readonly maxDigits: number;
  readonly maxSize: number;
}

/**
 * With so many digits before and after the point and an exponent of two, no number is read as Infinity or zero: doubles reach
 * to 10^±308.
 */
const mostDigits = 200;

const names: OptionNames<GbnfOptions> = {
  whitespace: true,
  order: true,
  zeroFractions: true,
  strict: true,
  maxStringLength: true,
  maxItems: true,
  maxDigits: true,
  maxSize: true,
};

/** @throws {OptionError} for options that there aren't, or are out of range */
export function settingsOf(options: GbnfOptions): Settings {
  checkOptions("compileGbnf", options, names);
  ofType("strict", options.strict, "boolean");
  const { whitespace = "spaced", order = "schema", maxDigits = 20, maxSize = 4_000_000 } = options;
  return {
    layout: layoutOf(whitespace),
    requiredFirst: oneOf("order", order, ["schema", "required-first"]) === "required-first",
    zeroFractions: ofType("zeroFractions", options.zeroFractions, "boolean") ?? false,
    maxStringLength: bound("maxStringLength", options.maxStringLength, 1999),
    maxItems: bound("maxItems", options.maxItems, 256),
    maxDigits: Math.min(mostDigits, wholeNumber("maxDigits", maxDigits, 1)),
    maxSize: wholeNumber("maxSize", maxSize, 1),
  };
}

function bound(name: string, given: number | null | undefined, otherwise: number): number {
  if (given === null) return Number.POSITIVE_INFINITY;
  return wholeNumber(name, given === undefined ? otherwise : given, 1, ", or null for no bound");
}
