/** How arrays and objects that are one value each are written, where that can only be in one way. */
import {
  type Alternative,
  type Layout,
  type LiteralContainer,
  Literals,
  membersOf,
  type ShapeTable,
} from "../schema/index.ts";

/** Characters of all of them in one place; more are written part by part, as other values are. */
const mostText = 2 ** 23;

export class LiteralTexts {
  private readonly literals: Literals;

  /** @param layout a fixed one: white space isn't free */
  constructor(
    private readonly table: ShapeTable,
    private readonly layout: Layout,
  ) {
    this.literals = new Literals(table);
  }

  /**
   * The alternatives that are such values, each with its text where it stands at a depth. None if they would be too long.
   * What is left to checks is no such value: they're told of the places at which it stands.
   */
  of(alternatives: readonly Alternative[], depth: number): Map<Alternative, string> {
    const texts = new Map<Alternative, string>();
    let length = 0;
    for (const one of alternatives) {
      const container = this.literals.container(one);
      const text = container && this.container(container, depth);
      if (text === undefined) continue;
      if ((length += text.length) > mostText) return new Map();
      texts.set(one, text);
    }
    return texts;
  }

  private container(one: LiteralContainer, depth: number): string | undefined {
    if (one.checks.length > 0) return undefined;
    const { layout } = this;
    const within = layout.within(depth);
    const parts: string[] = [];
    for (const { key, shape } of membersOf(one)) {
      const value = this.text(this.table.shapes[shape]![0]!, within);
      if (value === undefined) return undefined;
      parts.push(key === undefined ? value : JSON.stringify(key) + layout.colon + value);
    }
    const [open, close] = one.kind === "array" ? "[]" : "{}";
    if (parts.length === 0) return `${open}${close}`;
    return `${open}${layout.first(within)}${parts.join(layout.comma(within))}${layout.close(within)}${close}`;
  }

  private text(one: Alternative, depth: number): string | undefined {
    if (one.kind !== "literals") return this.container(one as LiteralContainer, depth);
    return one.checks.length > 0 ? undefined : JSON.stringify(one.values[0]);
  }
}
