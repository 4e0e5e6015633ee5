import { type NumberRange, type NumeralOptions, Numerals, noNumeral } from "../schema/index.ts";
import { dead, Lexeme, mark } from "./lexeme.ts";

/** A numeral within bounds. */
export class NumberLexeme extends Lexeme {
  private readonly numerals: Numerals;

  constructor(range: NumberRange, options: NumeralOptions = {}) {
    super();
    this.numerals = new Numerals(range, options);
    this.catchUp();
  }

  override goesOn(state: number): boolean {
    return this.numerals.goesOn(state);
  }

  protected next(state: number, byte: number): number {
    const next = this.numerals.next(state, byte);
    this.catchUp();
    return next === noNumeral ? dead : next;
  }

  /** Adds the states that have come to be. */
  private catchUp(): void {
    while (this.size < this.numerals.size) this.add(this.numerals.isWhole(this.size) ? mark.whole : 0);
  }
}
