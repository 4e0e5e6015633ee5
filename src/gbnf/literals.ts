import type { Alternative, ArrayAlternative, ObjectAlternative, ShapeId } from "../schema/index.ts";
import { type Expression, type Rule, reference, sequence, text } from "./expression.ts";
import type { Renderer } from "./render.ts";
import { tooLarge } from "./size.ts";

/** Literals nest no deeper here, so that the stack is enough; deeper ones are written as containers like any other. */
const maxNesting = 64;

/** An array or object that can be written in one way only. */
export type LiteralContainer = ArrayAlternative | ObjectAlternative;

/**
 * Arrays and objects that are one value each, such as those of an `enum`: all their items or properties must be there and are
 * one value each. Each is a sequence of texts and of the rules of the literals in it, so that a choice among many can be
 * decided character by character, whatever the white space.
 */
export class LiteralRules {
  readonly #renderer: Renderer;
  /** How deep a shape nests if it is one literal; 0 if it isn't, or nests too deep. */
  readonly #nesting = new Map<ShapeId, number>();
  /** Rules by shape and depth. */
  readonly #rules = new Map<number, Rule>();
  readonly #bodies = new Set<Rule>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** The container that a shape is, if that's all it is and it can be written in one way only. */
  only(id: ShapeId): LiteralContainer | undefined {
    const [only, other] = this.#renderer.table.shapes[id]!;
    return only && !other ? this.literal(only) : undefined;
  }

  /** An alternative, if it is such a container. */
  literal(one: Alternative): LiteralContainer | undefined {
    const container = one.kind === "array" || one.kind === "object";
    return container && this.#nestingOf(one, 0) > 0 ? one : undefined;
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

  #nestingOfShape(id: ShapeId, above: number): number {
    const known = this.#nesting.get(id);
    if (known !== undefined) return known;
    const [only, other] = this.#renderer.table.shapes[id]!;
    // What stands in itself is no literal.
    this.#nesting.set(id, 0);
    const nesting = only && !other ? this.#nestingOf(only, above) : 0;
    this.#nesting.set(id, nesting);
    return nesting;
  }

  /** @param above how many containers of literals it stands in */
  #nestingOf(one: Alternative, above: number): number {
    if (one.kind === "literals") return one.values.length === 1 ? 1 : 0;
    if ((one.kind !== "array" && one.kind !== "object") || above > maxNesting || !isFixed(one)) return 0;
    let deepest = 0;
    for (const { shape } of membersOf(one)) {
      const nesting = this.#nestingOfShape(shape, above + 1);
      if (nesting === 0 || nesting >= maxNesting) return 0;
      deepest = Math.max(deepest, nesting);
    }
    return deepest + 1;
  }
}

/** Whether a container has a fixed number of items or set of keys. What else an array's report says of it is said elsewhere. */
function isFixed(one: LiteralContainer): boolean {
  if (one.kind === "object") {
    return one.others.length === 0 && one.properties.every(({ shape, required }) => required || shape === null);
  }
  const { prefix, items, minItems, maxItems, unique, contains } = one;
  const full = minItems === prefix.length && (items === null || maxItems === prefix.length);
  return full && !unique && contains === null;
}

function* membersOf(one: LiteralContainer): Generator<{ key?: string; shape: ShapeId }> {
  if (one.kind === "array") for (const shape of one.prefix) yield { shape };
  else for (const { name, shape } of one.properties) if (shape !== null) yield { key: name, shape };
}
