import { choice, type Expression, print, rule, sequence } from "./expression.ts";

/** llama.cpp refuses or ignores counts from 2,000 on (its `MAX_REPETITION_THRESHOLD`); larger ones are nested. */
const maxCount = 1999;
const block = 1000;
/** How deep groups may nest inside one rule before they become rules of their own. */
const maxNesting = 4;

/** The grammar being written: rules by name, each body once. */
export class RuleBook {
  readonly #bodies = new Map<string, Expression>();
  readonly #byBody = new Map<string, string>();
  readonly #used = new Map<string, number>();
  #size = 0;

  /** The characters of all bodies so far, roughly. */
  get size(): number {
    return this.#size;
  }

  /** A name for a rule whose body comes later. */
  reserve(hint: string): string {
    const number = this.#used.get(hint) ?? 0;
    this.#used.set(hint, number + 1);
    return number === 0 && !/\d$/.test(hint) ? hint : `${hint}${/\d$/.test(hint) ? "-" : ""}${number}`;
  }

  set(name: string, body: Expression): void {
    this.#bodies.set(name, body);
    this.#size += print(body).length;
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
      this.#size += key.length;
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

  /** The grammar's text: the rules reached from `root`, those used once written into their place. */
  print(root: string): { text: string; rules: number } {
    const uses = this.#countUses(root);
    const inlined = new Map<string, Expression>();
    const depth = new Map<string, number>();
    // Callees are finished before callers; a rule met again while unfinished is recursive and keeps its name.
    for (const name of this.#calleesFirst(root)) {
      const body = this.#expand(this.#bodies.get(name)!, inlined);
      const nesting = 1 + nestingOf(body);
      depth.set(name, nesting);
      this.#bodies.set(name, body);
      const once = uses.get(name) === 1 && nesting <= maxNesting;
      if (name !== root && (once || (body.kind === "text" && body.text.length < 4))) inlined.set(name, body);
    }
    const names = this.#reached(root);
    const lines = names.map((name) => `${name} ::= ${print(this.#bodies.get(name)!)}\n`);
    return { text: lines.join(""), rules: names.length };
  }

  #expand(body: Expression, inlined: ReadonlyMap<string, Expression>): Expression {
    switch (body.kind) {
      case "rule":
        return inlined.get(body.name) ?? body;
      case "sequence":
        return sequence(...body.parts.map((part) => this.#expand(part, inlined)));
      case "choice":
        return choice(...body.options.map((option) => this.#expand(option, inlined)));
      case "repeat": {
        const item = this.#expand(body.item, inlined);
        return item.kind === "class" || item.kind === "text" || item.kind === "rule" ? { ...body, item } : body;
      }
      default:
        return body;
    }
  }

  #countUses(root: string): Map<string, number> {
    const uses = new Map<string, number>();
    for (const name of this.#reached(root)) {
      for (const callee of namesIn(this.#bodies.get(name)!)) uses.set(callee, (uses.get(callee) ?? 0) + 1);
      // What a quantifier repeats must stay a rule: in parentheses it would count against the repetition limit.
      for (const callee of repeatedIn(this.#bodies.get(name)!)) uses.set(callee, 2);
    }
    return uses;
  }

  #reached(root: string): string[] {
    const names = new Set([root]);
    for (const name of names) for (const callee of namesIn(this.#bodies.get(name)!)) names.add(callee);
    return [...names];
  }

  #calleesFirst(root: string): string[] {
    const done: string[] = [];
    const seen = new Set<string>();
    const stack: { name: string; callees: Iterator<string> }[] = [];
    const enter = (name: string): void => {
      seen.add(name);
      stack.push({ name, callees: namesIn(this.#bodies.get(name)!)[Symbol.iterator]() });
    };
    enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.callees.next();
      if (next.done) done.push(stack.pop()!.name);
      else if (!seen.has(next.value)) enter(next.value);
    }
    return done;
  }
}

function namesIn(body: Expression): string[] {
  if (body.kind === "rule") return [body.name];
  return partsOf(body).flatMap(namesIn);
}

function repeatedIn(body: Expression): string[] {
  if (body.kind === "repeat") return body.item.kind === "rule" ? [body.item.name] : repeatedIn(body.item);
  return partsOf(body).flatMap(repeatedIn);
}

function nestingOf(body: Expression): number {
  return Math.max(0, ...partsOf(body).map((part) => (part.kind === "choice" ? 1 : 0) + nestingOf(part)));
}

function partsOf(body: Expression): readonly Expression[] {
  if (body.kind === "sequence") return body.parts;
  if (body.kind === "choice") return body.options;
  return body.kind === "repeat" ? [body.item] : [];
}
