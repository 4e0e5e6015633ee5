import { choice, type Expression, oneOf, print, sequence, text } from "./expression.ts";
import type { RuleBook } from "./rules.ts";

/** A text, and what follows once it is written. */
export interface Entry {
  readonly text: string;
  readonly tail: Expression;
}

interface Node {
  readonly label: string;
  readonly children: Node[];
  /** What follows where an entry ends here. */
  tail: Expression | undefined;
}

/**
 * One of several different texts, each with its own continuation, decided character by character: common beginnings
 * are written once, so that a matcher has as many ways open as there are different next characters, not entries. Parts
 * that several tries have in common are shared rules.
 */
export function oneOfTexts(rules: RuleBook, hint: string, entries: readonly Entry[]): Expression {
  const sorted = entries.map((entry) => ({ ...entry, points: [...entry.text] }));
  sorted.sort((a, b) => comparePoints(a.points, b.points));
  const root: Node = { label: "", children: [], tail: undefined };
  const nodes = [root];
  const todo = [{ node: root, from: 0, to: sorted.length, depth: 0 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, depth } = next;
    let { from } = next;
    if (sorted[from]!.points.length === depth) node.tail = sorted[from++]!.tail;
    while (from < next.to) {
      let to = from + 1;
      while (to < next.to && sorted[to]!.points[depth] === sorted[from]!.points[depth]) to++;
      const [first, last] = [sorted[from]!.points, sorted[to - 1]!.points];
      let end = depth + 1;
      while (end < first.length && first[end] === last[end]) end++;
      if (to - from === 1) end = first.length;
      const child: Node = { label: first.slice(depth, end).join(""), children: [], tail: undefined };
      node.children.push(child);
      nodes.push(child);
      todo.push({ node: child, from, to, depth: end });
      from = to;
    }
  }
  // Children were made after their parents, so going backwards finds them finished.
  const finished = new Map<Node, Expression>();
  for (const node of nodes.reverse()) {
    const options = edgesOf(node, finished);
    const body = node.tail ? choice(...options, node.tail) : choice(...options);
    finished.set(node, node === root || node.children.length === 0 ? body : rules.share(hint, body));
  }
  return finished.get(root)!;
}

/** A node's ways on; ways that differ in their first character alone become one with a class. */
function edgesOf(node: Node, finished: ReadonlyMap<Node, Expression>): Expression[] {
  const groups = new Map<string, { firsts: number[]; rest: Expression }>();
  for (const child of node.children) {
    const [first = "", ...others] = child.label;
    const rest = sequence(text(others.join("")), finished.get(child)!);
    const key = print(rest);
    const group = groups.get(key);
    if (group) group.firsts.push(first.codePointAt(0)!);
    else groups.set(key, { firsts: [first.codePointAt(0)!], rest });
  }
  return [...groups.values()].map(({ firsts, rest }) =>
    sequence(oneOf(firsts.flatMap((first) => [first, first])), rest),
  );
}

function comparePoints(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i]!.codePointAt(0)! - b[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Up to this many entries each choice is a trie of its own. */
const wholeTries = 24;
/** Beyond it a choice is said in parts: the rest of a small block, the rest of a larger one, and all that is left. */
const blockSizes = [8, 128, 2048];

/**
 * Choices over a list, each of which offers the entries from some index on. In a long list each choice writes down only
 * the few entries before the next block; the tries of whole blocks are shared by all the choices before them. So
 * size grows with the list and a few, not with its square.
 */
export class Suffixes {
  readonly #rules: RuleBook;
  readonly #hint: string;
  readonly #entry: (index: number) => Entry;
  readonly #entries: Entry[] = [];
  readonly #parts = new Map<string, Expression>();

  /** @param entry makes an entry of the list; asked once for each that some choice offers */
  constructor(rules: RuleBook, hint: string, entry: (index: number) => Entry) {
    this.#rules = rules;
    this.#hint = hint;
    this.#entry = entry;
  }

  /** One of the entries `from` … `to - 1`. */
  choice(from: number, to: number): Expression {
    if (from >= to) throw new RangeError("a choice of no entries");
    if (to - from <= wholeTries) return this.#part(from, to);
    const options: Expression[] = [];
    let start = from;
    for (const size of blockSizes) {
      const end = Math.min(to, (Math.floor(start / size) + 1) * size);
      options.push(this.#part(start, end));
      start = end;
      if (start === to) return choice(...options);
    }
    options.push(this.#part(start, to));
    return choice(...options);
  }

  #part(from: number, to: number): Expression {
    const key = `${from}:${to}`;
    let found = this.#parts.get(key);
    if (!found) {
      for (let i = from; i < to; i++) this.#entries[i] ??= this.#entry(i);
      found = this.#rules.share(this.#hint, oneOfTexts(this.#rules, this.#hint, this.#entries.slice(from, to)));
      this.#parts.set(key, found);
    }
    return found;
  }
}
