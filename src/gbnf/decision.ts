import { choice, type Expression, nothing, sequence } from "./expression.ts";
import type { RuleBook } from "./rules.ts";
import { Entry, oneOfTexts } from "./trie.ts";

/** How often a choice is decided within what another leaves; what differs only later stays as it is. */
const maxDecisions = 100;

/** An option: what it consists of, one after the other. */
type Parts = readonly Expression[];

/**
 * Choices in which what options begin with in common is written once: objects that differ in a discriminator, and literals of
 * any kind, are told apart character by character, and not each kept open as a way of its own.
 */
export class Decision {
  readonly #rules: RuleBook;
  readonly #hint: string;
  readonly #opened: (expression: Expression) => Expression | undefined;

  /** @param opened what a reference to the rule of a literal stands for */
  constructor(rules: RuleBook, hint: string, opened: (expression: Expression) => Expression | undefined) {
    this.#rules = rules;
    this.#hint = hint;
    this.#opened = opened;
  }

  among(options: readonly Expression[], decisions = 0): Expression {
    const distinct = new Map(options.flatMap(flat).map((option) => [option.source, option]));
    if (distinct.size === 1 || decisions > maxDecisions) return choice(...distinct.values());
    const entries: Entry[] = [];
    const others: Expression[] = [];
    for (const group of this.#groups([...distinct.values()].map(partsOf))) {
      const [first] = group as [Parts, ...Parts[]];
      const common = group.length === 1 ? first.length : commonParts(group);
      const tails = group.map((parts) => sequence(...parts.slice(common)));
      const tail = group.length === 1 ? nothing : this.#rules.share(this.#hint, this.among(tails, decisions + 1));
      const [head = nothing, ...rest] = first.slice(0, common);
      if (head.kind === "text") entries.push(new Entry(head.text, sequence(...rest, tail)));
      else others.push(sequence(head, ...rest, tail));
    }
    return choice(...(entries.length > 0 ? [oneOfTexts(this.#rules, this.#hint, entries)] : []), ...others);
  }

  /**
   * Options by what they begin with. Where that are several literals, which may begin alike, what they consist of is looked
   * at; one that all of them have in common stays a rule.
   */
  #groups(options: readonly Parts[]): readonly Parts[][] {
    const groups = grouped(options);
    const literals = groups.filter(([parts]) => this.#opened(parts![0] ?? nothing));
    if (literals.length < 2) return groups;
    return grouped(
      options.map(([head = nothing, ...rest]) => {
        const body = this.#opened(head);
        return body ? partsOf(sequence(body, ...rest)) : [head, ...rest];
      }),
    );
  }
}

function grouped(options: readonly Parts[]): readonly Parts[][] {
  const groups = new Map<string, Parts[]>();
  for (const parts of options) {
    const key = (parts[0] ?? nothing).source;
    const group = groups.get(key);
    if (group) group.push(parts);
    else groups.set(key, [parts]);
  }
  return [...groups.values()];
}

/** How many parts all of a group begin with; at least the one by which they are a group. */
function commonParts(group: readonly Parts[]): number {
  const [first, ...others] = group as [Parts, ...Parts[]];
  let common = first.length;
  for (const parts of others) {
    let length = Math.min(1, common);
    while (length < common && parts[length]?.source === first[length]!.source) length++;
    common = length;
  }
  return common;
}

function partsOf(expression: Expression): Parts {
  return expression.kind === "sequence" ? expression.parts : [expression];
}

/** The options of an expression; a text before a last choice goes into each of them. */
function flat(expression: Expression): readonly Expression[] {
  if (expression.kind === "choice") return expression.options;
  if (expression.kind !== "sequence" || expression.parts.length !== 2) return [expression];
  const [head, last] = expression.parts;
  if (head!.kind !== "text" || last!.kind !== "choice") return [expression];
  return last!.options.map((option) => sequence(head!, option));
}
