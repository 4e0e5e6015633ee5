import { type Automaton, AutomatonLimitError, matches } from "./automaton.ts";
import { PatternError } from "./pattern.ts";
import { rememberedFacts } from "./remembered.ts";

/** On texts up to this long (in UTF-16 units) backtracking ends soon, whatever the pattern. */
const shortText = 16;

/**
 * A regular expression as JSON Schema has them (ECMA-262, with the `u` flag where it's valid with it), that takes no longer than its
 * text is: longer texts are read by an automaton where there is one, since the engine's way of looking for a match can take for ever
 * (`^(a+)+$`). Where there's none (look-around of some kinds, back references, too many states) the engine must do.
 */
export class Search {
  readonly #expression: RegExp;
  readonly #source: string;
  #automaton: { readonly automaton: Automaton; readonly minLength: number; readonly maxLength: number } | undefined;
  #isMade = false;

  /** @throws {SyntaxError} for what is no regular expression, with the flag nor without */
  constructor(source: string) {
    this.#source = source;
    this.#expression = expressionOf(source);
  }

  /** Whether the flag `u` was left out, since the pattern isn't valid with it. */
  get isPlain(): boolean {
    return !this.#expression.unicode;
  }

  /** As of the expression: who keeps patterns tells them apart by it. */
  toString(): string {
    return String(this.#expression);
  }

  /** Whether there's a match in a text. */
  test(text: string): boolean {
    // Halves of surrogate pairs are on no edge of an automaton.
    if (text.length <= shortText || halves.test(text)) return this.#expression.test(text);
    if (!this.#isMade) {
      this.#isMade = true;
      this.#automaton = automatonOf(this.#source);
    }
    if (!this.#automaton) return this.#expression.test(text);
    const { automaton, minLength, maxLength } = this.#automaton;
    if (minLength > 0 || maxLength < text.length) {
      const { length } = [...text];
      if (length < minLength || length > maxLength) return false;
    }
    return matches(automaton, text);
  }
}

const halves = /\p{Surrogate}/u;

function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (unicodeError) {
    try {
      return new RegExp(source);
    } catch {
      throw unicodeError;
    }
  }
}

function automatonOf(source: string) {
  try {
    return rememberedFacts(source);
  } catch (error) {
    if (error instanceof AutomatonLimitError || error instanceof PatternError) return undefined;
    throw error;
  }
}
