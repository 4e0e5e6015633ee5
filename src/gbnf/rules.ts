import { choice, type Expression, repeat, rule, sequence } from "./expression.ts";

/** llama.cpp refuses or ignores counts from 2,000 on (its `MAX_REPETITION_THRESHOLD`); larger ones are nested. */
const maxCount = 1999;
const block = 1000;
/** How deep groups may nest inside one rule, and how many parts a rule may have, to be written into its caller. */
const maxNesting = 4;
const maxParts = 250;

/** The grammar being written: rules by name, each body once. */
export class RuleBook {
  readonly #bodies = new Map<string, Expression>();
  readonly #byBody = new Map<string, string>();
  readonly #used = new Map<string, number>();

  /** How many rules there are so far. */
  get size(): number {
    return this.#bodies.size;
  }

  /** A name for a rule whose body comes later. */
  reserve(hint: string): string {
    const number = this.#used.get(hint) ?? 0;
    this.#used.set(hint, number + 1);
    return number === 0 && !/\d$/.test(hint) ? hint : `${hint}${/\d$/.test(hint) ? "-" : ""}${number}`;
  }

  set(name: string, body: Expression): void {
    this.#bodies.set(name, body);
  }

  /** A reference to a rule with this body: the one that there is, or a new one. Small bodies stand for themselves. */
  share(hint: string, body: Expression): Expression {
    if (body.kind === "rule" || body.kind === "text") return body;
    let name = this.#byBody.get(body.source);
    if (name === undefined) {
      name = this.reserve(hint);
      this.#byBody.set(body.source, name);
      this.#bodies.set(name, body);
    }
    return rule(name);
  }

  /** `item` at least `min` and at most `max` times, within what llama.cpp's parser can count. */
  repeat(hint: string, item: Expression, min: number, max: number): Expression {
    if (max === 0) return sequence();
    if (min === 1 && max === 1) return item;
    const one = item.kind === "class" ? item : this.share(hint, item);
    if ((max <= maxCount || max === Infinity) && min <= maxCount) return repeat(one, min, max);
    const many = this.share(hint, this.repeat(hint, one, block, block));
    const fixed = sequence(this.#exactly(hint, many, Math.floor(min / block)), this.#exactly(hint, one, min % block));
    if (max === Infinity) return sequence(fixed, repeat(one, 0, max));
    const left = max - min;
    const blocks = Math.floor(left / block);
    const short = sequence(this.repeat(hint, many, 0, blocks - 1), this.repeat(hint, one, 0, block - 1));
    const long = sequence(this.#exactly(hint, many, blocks), this.repeat(hint, one, 0, left % block));
    if (blocks === 0) return sequence(fixed, this.repeat(hint, one, 0, left));
    return sequence(fixed, this.share(hint, choice(short, long)));
  }

  #exactly(hint: string, item: Expression, count: number): Expression {
    return this.repeat(hint, item, count, count);
  }

  /** The grammar's text: the rules reached from `root`, those used once or very short written into their place. */
  print(root: string): { text: string; rules: number } {
    const { order, keep, uses } = this.#calleesFirst(root);
    // Callees come before their callers, so what is written into place is finished.
    const inlined = new Map<string, Expanded>();
    const lines: string[] = [];
    const twins = new Map<string, string>();
    for (const name of order) {
      const expanded = expand(this.#bodies.get(name)!, inlined);
      const { body } = expanded;
      const once = uses.get(name) === 1 && expanded.nesting < maxNesting && expanded.parts <= maxParts;
      const tiny = body.kind === "rule" || (body.kind === "text" && body.text.length < 4);
      if (!keep.has(name) && (once || tiny)) {
        inlined.set(name, expanded);
        continue;
      }
      const twin = twins.get(body.source);
      if (twin !== undefined && !keep.has(name)) inlined.set(name, single(rule(twin)));
      else {
        twins.set(body.source, name);
        lines.push(`${name} ::= ${body.source}\n`);
      }
    }
    return { text: lines.reverse().join(""), rules: lines.length };
  }

  /**
   * The rules reached from `root`, each after those it calls; how often each is called; and those that must keep their
   * names, because in a recursion a caller comes first, or because it is the root.
   */
  #calleesFirst(root: string): { order: string[]; keep: Set<string>; uses: Map<string, number> } {
    const order: string[] = [];
    const keep = new Set([root]);
    const uses = new Map<string, number>();
    const open = new Set<string>();
    const seen = new Set<string>();
    const enter = (name: string) => {
      seen.add(name);
      open.add(name);
      const callees: string[] = [];
      collectCalls(this.#bodies.get(name)!, 1, callees, uses);
      return { name, callees, next: 0 };
    };
    const stack = [enter(root)];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const callee = top.callees[top.next++];
      if (callee === undefined) {
        order.push(top.name);
        open.delete(top.name);
        stack.pop();
      } else if (!seen.has(callee)) stack.push(enter(callee));
      else if (open.has(callee)) keep.add(callee);
    }
    return { order, keep, uses };
  }
}

/**
 * Lists the rules that a body calls, and counts the calls. What a quantifier repeats counts twice: it must stay a rule,
 * since in parentheses it would count against the repetition limit.
 */
function collectCalls(body: Expression, times: number, callees: string[], uses: Map<string, number>): void {
  switch (body.kind) {
    case "rule":
      callees.push(body.name);
      uses.set(body.name, (uses.get(body.name) ?? 0) + times);
      break;
    case "sequence":
      for (const part of body.parts) collectCalls(part, times, callees, uses);
      break;
    case "choice":
      for (const option of body.options) collectCalls(option, times, callees, uses);
      break;
    case "repeat":
      collectCalls(body.item, 2, callees, uses);
      break;
  }
}

/** A body with rules written into it, how deep groups nest in it then, and how many parts it has. */
interface Expanded {
  readonly body: Expression;
  readonly nesting: number;
  readonly parts: number;
}

function single(body: Expression): Expanded {
  return { body, nesting: 0, parts: 1 };
}

/** A body with the inlined rules written into their places. */
function expand(body: Expression, inlined: ReadonlyMap<string, Expanded>): Expanded {
  if (body.kind === "rule") return inlined.get(body.name) ?? single(body);
  if (body.kind === "repeat") {
    const item = expand(body.item, inlined).body;
    const simple = item.kind === "class" || item.kind === "text" || item.kind === "rule";
    return single(simple && item !== body.item ? repeat(item, body.min, body.max) : body);
  }
  if (body.kind !== "sequence" && body.kind !== "choice") return single(body);
  const children = body.kind === "sequence" ? body.parts : body.options;
  const bodies: Expression[] = [];
  let [nesting, parts, changed] = [0, 0, false];
  for (const child of children) {
    const expanded = expand(child, inlined);
    // A choice in a sequence needs parentheses; one among options is more options.
    const group = body.kind === "sequence" && expanded.body.kind === "choice" ? 1 : 0;
    nesting = Math.max(nesting, expanded.nesting + group);
    parts += expanded.parts;
    changed ||= expanded.body !== child;
    bodies.push(expanded.body);
  }
  if (!changed) return { body, nesting, parts };
  return { body: body.kind === "sequence" ? sequence(...bodies) : choice(...bodies), nesting, parts };
}
