import { choice, type Expression, sequence } from "./expression.ts";
import { complement, normalised } from "./grammar.ts";
import type { RuleBook } from "./rules.ts";
import { quote, type StringRules } from "./strings.ts";

interface Node {
  /** Whether one of the texts ends here. */
  readonly ends: boolean;
  /** The next characters, and where they lead. */
  readonly points: number[];
  readonly children: Node[];
}

/**
 * A string of any text but these. Along the texts' common beginnings each character either goes on along them or turns
 * off; once it has turned off, at most `cap` characters follow. What is left of several texts alike is one rule.
 */
export function exceptTexts(
  rules: RuleBook,
  strings: StringRules,
  hint: string,
  texts: readonly string[],
  cap: number,
): Expression {
  const free = rules.share(hint, sequence(rules.repeat("char", strings.characters(complement([])), 0, cap), quote));
  const nodes = trieOf(texts);
  // Children were made after their parents, so going backwards finds them finished.
  const finished = new Map<Node, Expression>();
  for (const node of nodes.reverse()) {
    const { points, children } = node;
    const off = complement(normalised(points.flatMap(single)));
    const groups = new Map<string, { rest: Expression; points: number[] }>();
    children.forEach((child, i) => {
      const rest = finished.get(child)!;
      const group = groups.get(rest.source);
      if (group) group.points.push(points[i]!);
      else groups.set(rest.source, { rest, points: [points[i]!] });
    });
    const options = [sequence(strings.characters(off), free)];
    for (const group of groups.values()) {
      options.push(sequence(strings.characters(normalised(group.points.flatMap(single))), group.rest));
    }
    if (!node.ends) options.push(quote);
    finished.set(node, rules.share(hint, choice(...options)));
  }
  return sequence(quote, finished.get(nodes.at(-1)!)!);
}

/** Every node of the trie of these texts, the root first and parents before their children. */
function trieOf(texts: readonly string[]): Node[] {
  const sorted = [...texts].sort();
  const nodes: Node[] = [];
  const todo = [{ from: 0, to: sorted.length, depth: 0, parent: undefined as Node | undefined }];
  for (const { from, to, depth, parent } of todo) {
    let next = from;
    const ends = next < to && sorted[next]!.length === depth;
    if (ends) next++;
    const node: Node = { ends, points: [], children: [] };
    parent?.children.push(node);
    nodes.push(node);
    while (next < to) {
      const point = sorted[next]!.codePointAt(depth)!;
      const first = next;
      while (next < to && sorted[next]!.codePointAt(depth) === point) next++;
      // Half of a surrogate pair can't be written, so nothing need be kept from it.
      if (point >= 0xd800 && point <= 0xdfff) continue;
      node.points.push(point);
      todo.push({ from: first, to: next, depth: depth + (point > 0xffff ? 2 : 1), parent: node });
    }
  }
  return nodes;
}

function single(point: number): [number, number] {
  return [point, point];
}
