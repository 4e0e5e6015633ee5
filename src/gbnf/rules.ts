import { choice, type Expression, nothing, type Rule, reference, repeat, sequence } from "./expression.ts";
import { guardParts, tooLarge } from "./size.ts";

/** llama.cpp refuses or ignores counts from 2,000 on (its `MAX_REPETITION_THRESHOLD`); larger ones are nested. */
const maxCount = 1999;
const block = 1000;
/** How deep groups may nest inside one rule, and how many parts a rule may have, to be written into its caller. */
const maxNesting = 4;
const maxParts = 250;

/** The grammar being written: its rules, each body once. */
export class RuleBook {
  readonly #byBody = new Map<string, Expression>();
  readonly #used = new Map<string, number>();
  readonly #maxSize: number;
  #size = 0;
  /** What the shared bodies come to. */
  #characters = 0;

  /** @param maxSize the most characters that the grammar may come to */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /**
   * A rule whose body comes later.
   * @throws {SchemaError} `too-large`: a rule takes at least ten characters, so they need not all be written out to be too many
   */
  reserve(hint: string): Rule {
    const number = this.#used.get(hint) ?? 0;
    this.#used.set(hint, number + 1);
    if (++this.#size * 10 > this.#maxSize) throw tooLarge(this.#size * 10, this.#maxSize);
    const name = number === 0 && !/\d$/.test(hint) ? hint : `${hint}${/\d$/.test(hint) ? "-" : ""}${number}`;
    return { name, body: nothing };
  }

  /**
   * A reference to a rule with this body: the one that there is, or a new one. Small bodies stand for themselves.
   * @throws {SchemaError} `too-large`
   */
  share(hint: string, body: Expression): Expression {
    if (body.kind === "rule" || body.kind === "text") return body;
    let found = this.#byBody.get(body.source);
    if (!found) {
      this.#characters += body.source.length;
      guardParts(this.#characters, this.#maxSize);
      const rule = this.reserve(hint);
      rule.body = body;
      found = reference(rule);
      this.#byBody.set(body.source, found);
    }
    return found;
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
}

/** The text of the rules reached from one, those used once or very short written into their place. */
export function printRules(root: Rule): { text: string; rules: number } {
  const uses = calleesFirst(root);
  // Callees come before their callers, so what is written into place is finished.
  const inlined = new Map<Rule, Expanded>();
  const lines: string[] = [];
  const twins = new Map<string, Rule>();
  for (const [rule, { count, keep }] of uses) {
    const expanded = expand(rule.body, inlined);
    const { body } = expanded;
    const once = count === 1 && expanded.nesting < maxNesting && expanded.parts <= maxParts;
    const tiny = body.kind === "rule" || (body.kind === "text" && body.text.length < 4);
    if (!keep && (once || tiny)) {
      inlined.set(rule, expanded);
      continue;
    }
    const twin = twins.get(body.source);
    if (twin && !keep) inlined.set(rule, single(reference(twin)));
    else {
      twins.set(body.source, rule);
      lines.push(`${rule.name} ::= ${body.source}\n`);
    }
  }
  return { text: lines.reverse().join(""), rules: lines.length };
}

interface Uses {
  /** How often it is called. */
  count: number;
  /** It must keep its name, because in a recursion a caller comes first, or because it is the root. */
  keep: boolean;
  /** Those that it calls are being looked at. */
  open: boolean;
}

/** The rules reached from one, each after those it calls. */
function calleesFirst(root: Rule): Map<Rule, Uses> {
  const seen = new Map<Rule, Uses>();
  const ordered = new Map<Rule, Uses>();
  const enter = (rule: Rule, count: number, keep: boolean) => {
    const uses: Uses = { count, keep, open: true };
    seen.set(rule, uses);
    const calls: Call[] = [];
    collectCalls(rule.body, 1, calls);
    return { rule, uses, calls, next: 0 };
  };
  const stack = [enter(root, 1, true)];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const call = top.calls[top.next++];
    if (!call) {
      top.uses.open = false;
      ordered.set(top.rule, top.uses);
      stack.pop();
      continue;
    }
    const known = seen.get(call.rule);
    if (!known) stack.push(enter(call.rule, call.times, false));
    else {
      known.count += call.times;
      known.keep ||= known.open;
    }
  }
  return ordered;
}

interface Call {
  readonly rule: Rule;
  readonly times: number;
}

/**
 * Lists the rules that a body calls. What a quantifier repeats counts as called twice: it must stay a rule, since in
 * parentheses it would count against the repetition limit.
 */
function collectCalls(body: Expression, times: number, calls: Call[]): void {
  switch (body.kind) {
    case "rule":
      calls.push({ rule: body.rule, times });
      break;
    case "sequence":
      for (const part of body.parts) collectCalls(part, times, calls);
      break;
    case "choice":
      for (const option of body.options) collectCalls(option, times, calls);
      break;
    case "repeat":
      collectCalls(body.item, 2, calls);
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
function expand(body: Expression, inlined: ReadonlyMap<Rule, Expanded>): Expanded {
  if (body.kind === "rule") return inlined.get(body.rule) ?? single(body);
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
