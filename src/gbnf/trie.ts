import { choice, type Expression, oneOf, sequence, text } from "./expression.ts";
import type { RuleBook } from "./rules.ts";

/** A text, and what follows once it is written. */
export class Entry {
  readonly text: string;
  readonly tail: Expression;
  readonly #edges = new Map<number, Edge>();

  constructor(text: string, tail: Expression) {
    this.text = text;
    this.tail = tail;
  }

  /** What is left of it after so many UTF-16 units; the same object each time, since many tries have it. */
  from(depth: number): Edge {
    let edge = this.#edges.get(depth);
    if (!edge) {
      edge = new Edge(this.text.slice(depth), this.tail);
      this.#edges.set(depth, edge);
    }
    return edge;
  }
}

/** A way on in a trie: a text of at least a character, and what comes then. */
class Edge {
  /** The first character, and the text that follows it. */
  readonly first: number;
  readonly label: string;
  readonly rest: Expression;
  #key: string | undefined;
  #whole: Expression | undefined;

  constructor(label: string, rest: Expression) {
    this.first = label.codePointAt(0)!;
    this.label = label.slice(this.first > 0xffff ? 2 : 1);
    this.rest = rest;
  }

  /** The same for ways that differ in their first character alone. */
  get key(): string {
    this.#key ??= `${this.label}\n${this.rest.source}`;
    return this.#key;
  }

  get whole(): Expression {
    this.#whole ??= sequence(text(String.fromCodePoint(this.first) + this.label), this.rest);
    return this.#whole;
  }
}

/** The entries `from` … `to - 1`, which have their first `depth` UTF-16 units in common. */
interface Node {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly parent: Node | undefined;
  /** Where its ways on are put as they get known. */
  readonly edges: Edge[];
}

/**
 * One of several different texts, each with its own continuation, decided character by character: common beginnings
 * are written once, so that a matcher has as many ways open as there are different next characters, not entries. Parts
 * that several tries have in common are shared rules.
 */
export function oneOfTexts(rules: RuleBook, hint: string, entries: readonly Entry[]): Expression {
  return trieOf(rules, hint, entries.toSorted(byText));
}

function byText(a: Entry, b: Entry): number {
  return a.text < b.text ? -1 : 1;
}

/** The same for entries in the order of their texts. */
function trieOf(rules: RuleBook, hint: string, sorted: readonly Entry[]): Expression {
  if (sorted.length === 1) return sequence(text(sorted[0]!.text), sorted[0]!.tail);
  const root: Node = { from: 0, to: sorted.length, depth: 0, parent: undefined, edges: [] };
  const nodes = [root];
  for (const node of nodes) {
    const { to, depth, edges } = node;
    let from = sorted[node.from]!.text.length === depth ? node.from + 1 : node.from;
    while (from < to) {
      const entry = sorted[from]!;
      const first = entry.text.codePointAt(depth)!;
      let end = from + 1;
      while (end < to && sorted[end]!.text.codePointAt(depth) === first) end++;
      if (end - from === 1) edges.push(entry.from(depth));
      else {
        const common = commonLength(entry.text, sorted[end - 1]!.text, depth);
        nodes.push({ from, to: end, depth: common, parent: node, edges: [] });
      }
      from = end;
    }
  }
  // Nodes come after their parents, so going backwards finds the ways on finished.
  for (let i = nodes.length - 1; i > 0; i--) {
    const node = nodes[i]!;
    const label = sorted[node.from]!.text.slice(node.parent!.depth, node.depth);
    node.parent!.edges.push(new Edge(label, rules.share(hint, bodyOf(node, sorted))));
  }
  return bodyOf(root, sorted);
}

/** A node's ways on; ways that differ in their first character alone become one with a class. */
function bodyOf(node: Node, sorted: readonly Entry[]): Expression {
  const groups = new Map<string, Edge[]>();
  for (const edge of node.edges.sort((a, b) => a.first - b.first)) {
    const group = groups.get(edge.key);
    if (group) group.push(edge);
    else groups.set(edge.key, [edge]);
  }
  const options: Expression[] = [];
  for (const group of groups.values()) {
    const [edge] = group as [Edge, ...Edge[]];
    if (group.length === 1) options.push(edge.whole);
    else options.push(sequence(oneOf(group.flatMap(({ first }) => [first, first])), text(edge.label), edge.rest));
  }
  const own = sorted[node.from]!;
  if (own.text.length === node.depth) options.push(own.tail);
  return choice(...options);
}

/** How many units two texts have in common; never half of a surrogate pair. */
function commonLength(a: string, b: string, from: number): number {
  let length = from;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  const last = a.charCodeAt(length - 1);
  return length > from && last >= 0xd800 && last < 0xdc00 ? length - 1 : length;
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
  readonly #tail: (index: number) => Expression;
  /** The entries, as they are made, by the position that their text has in order; and that position by index. */
  readonly #entries: Entry[] = [];
  readonly #texts: readonly string[];
  readonly #ranks: Int32Array;
  readonly #parts = new Map<string, Expression>();

  /** @param tail makes what follows an entry; asked once for each that some choice offers */
  constructor(rules: RuleBook, hint: string, texts: readonly string[], tail: (index: number) => Expression) {
    this.#rules = rules;
    this.#hint = hint;
    this.#tail = tail;
    this.#texts = texts;
    this.#ranks = new Int32Array(texts.length);
    const order = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    for (const [rank, index] of order.entries()) this.#ranks[index] = rank;
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
      const ranks = this.#ranks.slice(from, to);
      for (let i = from; i < to; i++) {
        this.#entries[this.#ranks[i]!] ??= new Entry(this.#texts[i]!, this.#tail(i));
      }
      const sorted = Array.from(ranks.sort(), (rank) => this.#entries[rank]!);
      const trie = trieOf(this.#rules, this.#hint, sorted);
      found = sorted.length === 1 ? trie : this.#rules.share(this.#hint, trie);
      this.#parts.set(key, found);
    }
    return found;
  }
}
