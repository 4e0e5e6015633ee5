import { blanks, type Layout, mostBlanks } from "../schema/index.ts";
import { type Expression, nothing, oneOf, repeat, sequence, text } from "./expression.ts";
import type { RuleBook } from "./rules.ts";

/** What stands between the parts of a container: `[` lead (first item after (comma item after)* close)? `]`. */
export interface Punctuation {
  readonly lead: Expression;
  readonly first: Expression;
  readonly after: Expression;
  readonly comma: Expression;
  readonly close: Expression;
}

/** A layout's punctuation as expressions. */
export class Spacing {
  /** The text between a key and its value where that's always the same; it's written along with the key. */
  readonly colonText: string;
  /** The rest of what stands there. */
  readonly colon: Expression;
  readonly #layout: Layout;
  readonly #blanks: Expression;
  readonly #made = new Map<number, Punctuation>();

  constructor(rules: RuleBook, layout: Layout) {
    this.#layout = layout;
    const classOfBlanks = oneOf([...blanks].flatMap((blank) => [blank.charCodeAt(0), blank.charCodeAt(0)]));
    this.#blanks = layout.loose ? rules.share("blanks", repeat(classOfBlanks, 0, mostBlanks)) : nothing;
    this.colonText = layout.loose ? "" : layout.colon;
    this.colon = layout.loose ? sequence(this.#blanks, text(layout.colon), this.#blanks) : nothing;
  }

  /** A value with what may stand before and after it where it's all there is. */
  around(value: Expression): Expression {
    return sequence(this.#blanks, value, this.#blanks);
  }

  /** Within a container at a depth. */
  at(depth: number): Punctuation {
    let made = this.#made.get(depth);
    if (!made) {
      const lead = this.#blanks;
      made = {
        lead,
        first: text(this.#layout.first(depth)),
        after: lead,
        comma: sequence(text(this.#layout.comma(depth)), lead),
        close: text(this.#layout.close(depth)),
      };
      this.#made.set(depth, made);
    }
    return made;
  }
}
