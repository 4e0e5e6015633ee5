import { choice, type Expression, print, rule, sequence } from "./expression.ts";

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
    const key = print(body);
    let name = this.#byBody.get(key);
    if (name === undefined) {
      name = this.reserve(hint);
      this.#byBody.set(key, name);
      this.#bodies.set(name, body);
    }
    return rule(name);
  }

  /** `item` at least `min` and at most `max` times, within what llama.cpp's parser can count. */
  repeat(hint: string, item: Expression, min: number, max: number): Expression {
    if (max === 0) return sequence();
    if (min === 1 && max === 1) return item;
    const one = item.kind === "class" ? item : this.share(hint, item);
    if ((max <= maxCount || max === Infinity) && min <= maxCount) return { kind: "repeat", item: one, min, max };
    const many = this.share(hint, this.repeat(hint, one, block, block));
    const fixed = sequence(this.#exactly(hint, many, Math.floor(min / block)), this.#exactly(hint, one, min % block));
    if (max === Infinity) return sequence(fixed, { kind: "repeat", item: one, min: 0, max });
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
    const { order, keep } = this.#calleesFirst(root);
    const uses = new Map<string, number>();
    for (const name of order) {
      const { called, repeated } = callsIn(this.#bodies.get(name)!);
      for (const callee of called) uses.set(callee, (uses.get(callee) ?? 0) + 1);
      // What a quantifier repeats stays a rule: in parentheses it would count against the repetition limit.
      for (const callee of repeated) uses.set(callee, 2);
    }
    // Callees come before their callers, so what is written into place is finished.
    const inlined = new Map<string, Expanded>();
    const kept: { name: string; text: string }[] = [];
    const byText = new Map<string, string>();
    for (const name of order) {
      const expanded = expand(this.#bodies.get(name)!, inlined);
      const { body } = expanded;
      const once = uses.get(name) === 1 && expanded.nesting < maxNesting && expanded.parts <= maxParts;
      const tiny = body.kind === "text" && body.text.length < 4;
      if (!keep.has(name) && (once || tiny)) {
        inlined.set(name, expanded);
        continue;
      }
      const text = print(body);
      const twin = byText.get(text);
      if (twin !== undefined && !keep.has(name)) inlined.set(name, single(rule(twin)));
      else {
        byText.set(text, name);
        kept.push({ name, text });
      }
    }
    kept.reverse();
    const lines = kept.map(({ name, text }) => `${name} ::= ${text}\n`);
    return { text: lines.join(""), rules: lines.length };
  }

  /**
   * The rules reached from `root`, each after those it calls; and those that must keep their names, because in a
   * recursion a caller comes first, or because it is the root.
   */
  #calleesFirst(root: string): { order: string[]; keep: Set<string> } {
    const order: string[] = [];
    const keep = new Set([root]);
    const open = new Set<string>();
    const seen = new Set<string>();
    const enter = (name: string) => {
      seen.add(name);
      open.add(name);
      return { name, callees: callsIn(this.#bodies.get(name)!).called.values() };
    };
    const stack = [enter(root)];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.callees.next();
      if (next.done) {
        order.push(top.name);
        open.delete(top.name);
        stack.pop();
      } else if (!seen.has(next.value)) stack.push(enter(next.value));
      else if (open.has(next.value)) keep.add(next.value);
    }
    return { order, keep };
  }
}

/** The rules that a body calls, each as often as it does, and those it calls under a quantifier. */
function callsIn(body: Expression): { called: string[]; repeated: string[] } {
  const called: string[] = [];
  const repeated: string[] = [];
  const todo = [body];
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (next.kind === "rule") called.push(next.name);
    else if (next.kind === "sequence") todo.push(...next.parts);
    else if (next.kind === "choice") todo.push(...next.options);
    else if (next.kind === "repeat") {
      if (next.item.kind === "rule") repeated.push(next.item.name);
      todo.push(next.item);
    }
  }
  return { called, repeated };
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
    return single(simple ? { ...body, item } : body);
  }
  if (body.kind !== "sequence" && body.kind !== "choice") return single(body);
  const children = (body.kind === "sequence" ? body.parts : body.options).map((child) => expand(child, inlined));
  const bodies = children.map((child) => child.body);
  // A choice in a sequence needs parentheses; one among options is more options.
  const group = (child: Expanded): number => (body.kind === "sequence" && child.body.kind === "choice" ? 1 : 0);
  return {
    body: body.kind === "sequence" ? sequence(...bodies) : choice(...bodies),
    nesting: children.reduce((most, child) => Math.max(most, child.nesting + group(child)), 0),
    parts: children.reduce((sum, child) => sum + child.parts, 0),
  };
}
