import { type Alternative, type LiteralContainer, Literals, membersOf, type ShapeId } from "../schema/index.ts";
import { type Expression, type Rule, reference, sequence, text } from "./expression.ts";
import type { Renderer } from "./render.ts";
import { tooLarge } from "./size.ts";

/**
 * Arrays and objects that are one value each, such as those of an `enum`. Each is a sequence of texts and of the rules of the
 * literals in it, so that a choice among many can be decided character by character, whatever the white space.
 */
export class LiteralRules {
  readonly #renderer: Renderer;
  readonly #literals: Literals;
  /** Rules by shape and depth. */
  readonly #rules = new Map<number, Rule>();
  readonly #bodies = new Set<Rule>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
    this.#literals = new Literals(renderer.table);
  }

  /** The container that a shape is, if that's all it is and it can be written in one way only. */
  only(id: ShapeId): LiteralContainer | undefined {
    return this.#literals.only(id);
  }

  /** An alternative, if it is such a container. */
  literal(one: Alternative): LiteralContainer | undefined {
    return this.#literals.container(one);
  }

  /** A reference to the rule of a literal, which is a shape of its own and stands at a depth. */
  reference(id: ShapeId, one: LiteralContainer, depth: number): Expression {
    const { rules, settings, table } = this.#renderer;
    const place = depth * table.shapes.length + id;
    let rule = this.#rules.get(place);
    if (!rule) {
      rule = rules.reserve("literal");
      this.#rules.set(place, rule);
      rule.body = this.expression(one, settings.layout.within(depth));
      this.#bodies.add(rule);
    }
    return reference(rule);
  }

  /** What a reference to a literal's rule stands for; `undefined` for any other expression. */
  bodyOf(expression: Expression): Expression | undefined {
    return expression.kind === "rule" && this.#bodies.has(expression.rule) ? expression.rule.body : undefined;
  }

  /** A literal whose items or keys stand at a depth. */
  expression(one: LiteralContainer, depth: number): Expression {
    const { spacing, settings } = this.#renderer;
    const { lead, first, after, comma, close } = spacing.at(depth);
    const [open, end] = one.kind === "array" ? ["[", "]"] : ["{", "}"];
    const parts: Expression[] = [text(open), lead];
    let size = 0;
    for (const { key, shape } of membersOf(one)) {
      parts.push(parts.length === 2 ? first : comma);
      if (key !== undefined) parts.push(text(JSON.stringify(key) + spacing.colonText), spacing.colon);
      const value = this.#renderer.shape(shape, depth);
      parts.push(value, after);
      size += (key?.length ?? 0) + value.source.length;
      if (size > settings.maxSize) throw tooLarge(size, settings.maxSize);
    }
    if (parts.length > 2) parts.push(close);
    return sequence(...parts, text(end));
  }
}
