import { choice, type Expression, sequence } from "./expression.ts";
import { normalised } from "./grammar.ts";
import type { RuleBook } from "./rules.ts";
import { quote, type StringRules } from "./strings.ts";

/** The entries `from` … `to - 1` of the texts in order, which have their first `depth` UTF-16 units in common. */
interface Node {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly parent: Node | undefined;
  /** The next characters, and what follows each. */
  readonly ways: Map<number, Expression>;
}

/** Strings of any text but some, in one grammar. */
export class OtherTexts {
  readonly #rules: RuleBook;
  readonly #strings: StringRules;
  readonly #hint: string;
  readonly #cap: number;
  #free: Expression | undefined;
  /** What follows where one text alone is left to avoid, by what is left of it. */
  readonly #known = new Map<string, Expression>();

  /** @param cap the most characters once a text has turned off all those to avoid */
  constructor(rules: RuleBook, strings: StringRules, hint: string, cap: number) {
    this.#rules = rules;
    this.#strings = strings;
    this.#hint = hint;
    this.#cap = cap;
  }

  /**
   * A string of any text but these. Along the texts' common beginnings each character either goes on along them or turns
   * off. What is left of several texts alike is one rule.
   */
  but(texts: readonly string[]): Expression {
    const sorted = [...texts].sort();
    const nodes: Node[] = [{ from: 0, to: sorted.length, depth: 0, parent: undefined, ways: new Map() }];
    for (const node of nodes) {
      const { to, depth, ways } = node;
      let from = sorted[node.from]!.length === depth ? node.from + 1 : node.from;
      while (from < to) {
        const point = sorted[from]!.codePointAt(depth)!;
        const next = depth + (point > 0xffff ? 2 : 1);
        let end = from + 1;
        while (end < to && sorted[end]!.codePointAt(depth) === point) end++;
        // Half of a surrogate pair can't be written, so nothing need be kept from it.
        if (!isSurrogate(point)) {
          if (end - from === 1) ways.set(point, this.#butOne(sorted[from]!.slice(next)));
          else nodes.push({ from, to: end, depth: next, parent: node, ways: new Map() });
        }
        from = end;
      }
    }
    // Nodes come after their parents, so going backwards finds the ways on finished.
    for (let i = nodes.length - 1; i > 0; i--) {
      const { from, depth, parent, ways } = nodes[i]!;
      const text = sorted[from]!;
      parent!.ways.set(text.codePointAt(parent!.depth)!, this.#step(ways, text.length === depth));
    }
    return sequence(quote, this.#step(nodes[0]!.ways, sorted[0] === ""));
  }

  /** What follows where only this text must be avoided. */
  #butOne(text: string): Expression {
    let found = this.#known.get(text);
    if (found) return found;
    const points = Array.from(text, (character) => character.codePointAt(0)!);
    // From the end, as far as it isn't known already.
    let left = "";
    found = this.#step(new Map(), true);
    for (let i = points.length - 1; i >= 0; i--) {
      left = String.fromCodePoint(points[i]!) + left;
      const ways: Map<number, Expression> = isSurrogate(points[i]!) ? new Map() : new Map([[points[i]!, found]]);
      found = this.#known.get(left) ?? this.#step(ways, false);
      this.#known.set(left, found);
    }
    this.#known.set(text, found);
    return found;
  }

  /** What follows once a text has turned off. */
  #rest(): Expression {
    if (this.#free) return this.#free;
    const any = this.#rules.repeat("char", this.#strings.charactersBut([]), 0, this.#cap);
    this.#free = this.#rules.share(this.#hint, sequence(any, quote));
    return this.#free;
  }

  /** One more character, or the end, unless one of the texts ends here. */
  #step(ways: ReadonlyMap<number, Expression>, ends: boolean): Expression {
    const options = [sequence(this.#strings.charactersBut([...ways.keys()]), this.#rest())];
    const groups = new Map<string, { points: number[]; rest: Expression }>();
    for (const [point, rest] of ways) {
      const group = groups.get(rest.source);
      if (group) group.points.push(point);
      else groups.set(rest.source, { points: [point], rest });
    }
    for (const { points, rest } of groups.values()) {
      const ranges = normalised(points.flatMap((point) => [point, point]));
      options.push(sequence(this.#strings.characters(ranges), rest));
    }
    if (!ends) options.push(quote);
    return this.#rules.share(this.#hint, choice(...options));
  }
}

function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}
