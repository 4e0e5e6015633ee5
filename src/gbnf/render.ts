import {
  type Alternative,
  type ArrayAlternative,
  type Automaton,
  AutomatonLimitError,
  intersect,
  type LiteralsAlternative,
  lengthAutomaton,
  Report,
  type Scalar,
  SchemaError,
  type ShapeId,
  type ShapeTable,
  type StringAlternative,
} from "../schema/index.ts";
import { choice, distinct, type Expression, nothing, rule, sequence, text } from "./expression.ts";
import { NumberRules } from "./numbers.ts";
import { objectExpression } from "./objects.ts";
import type { Settings } from "./options.ts";
import { RuleBook } from "./rules.ts";
import { StringRules } from "./strings.ts";
import { oneOfTexts, Suffixes } from "./trie.ts";

/** Writes the rules of one table. Each shape is a rule; shapes are rendered one after the other, not inside each other. */
export class Renderer {
  readonly rules = new RuleBook();
  readonly strings = new StringRules(this.rules);
  readonly settings: Settings;
  readonly table: ShapeTable;
  readonly #numbers: NumberRules;
  readonly #report: Report;
  readonly #notes = new Report();
  readonly #names = new Map<ShapeId, string>();
  readonly #queue: ShapeId[] = [];

  constructor(table: ShapeTable, settings: Settings, report: Report) {
    this.table = table;
    this.settings = settings;
    this.#report = report;
    this.#numbers = new NumberRules(this.rules, settings.maxDigits);
  }

  /** The grammar's text and its number of rules. */
  run(): { text: string; rules: number } {
    const root = this.rules.reserve("root");
    this.#names.set(0, root);
    this.#queue.push(0);
    for (const shape of this.#queue) {
      const options = this.table.shapes[shape]!.map((alternative) => this.#alternative(alternative));
      this.rules.set(this.#names.get(shape)!, distinct(options));
      this.#guardSize();
    }
    for (const note of this.#notes.list()) this.#report.replace(note);
    const printed = this.rules.print(root);
    if (printed.text.length > this.settings.maxSize) throw tooLarge(printed.text.length, this.settings.maxSize);
    return printed;
  }

  /** A reference to a shape's rule. */
  shape(id: ShapeId): Expression {
    let name = this.#names.get(id);
    if (name === undefined) {
      name = this.rules.reserve(hintOf(this.table.shapes[id]!));
      this.#names.set(id, name);
      this.#queue.push(id);
    }
    return rule(name);
  }

  /**
   * Says of a keyword of the schemas that an alternative comes from how this grammar holds it: where several
   * alternatives come from one schema, the weakest counts. A `grammar` note may also be of a keyword that isn't there:
   * a bound of the grammar's own.
   */
  note(one: Alternative, keyword: string, status: "grammar" | "boundary", reason: string): void {
    for (const source of one.sources) {
      const at = this.table.sources[source]!;
      if (status === "grammar" || this.#report.has(at, keyword)) this.#notes.add(at, keyword, status, reason);
    }
  }

  #alternative(one: Alternative): Expression {
    switch (one.kind) {
      case "literals":
        return this.#literals(one);
      case "number":
        if (one.multipleOf.length > 0) this.note(one, "multipleOf", "boundary", "the grammar doesn't count multiples");
        return this.#numbers.number(one);
      case "string":
        return this.#string(one);
      case "array":
        return this.#array(one);
      case "object":
        return objectExpression(this, one);
    }
  }

  #literals(one: LiteralsAlternative): Expression {
    const entries = one.values.map((value) => ({ text: literalText(value), tail: nothing }));
    return oneOfTexts(this.rules, "literal", entries);
  }

  #string(one: StringAlternative): Expression {
    const cap = this.settings.maxStringLength;
    const max = one.maxLength ?? Math.max(cap, one.minLength);
    if (one.automaton === null) {
      if (one.maxLength === null && cap !== Infinity) {
        this.note(one, "maxLength", "grammar", `not in the schema: capped at ${max} by default`);
      }
      return this.strings.free(one.minLength, max);
    }
    const automaton = this.table.automata[one.automaton]!;
    const loop = onlyLoop(automaton);
    if (loop) {
      if (one.maxLength === null && cap !== Infinity) {
        this.note(one, "maxLength", "grammar", `not in the schema: capped at ${max} by default`);
      }
      return this.strings.run(loop, one.minLength, max);
    }
    return this.strings.automaton("pattern", this.#counted(one, automaton), cap);
  }

  /** An automaton with the string's bounds on its length built in, as far as the states allow. */
  #counted(one: StringAlternative, automaton: Automaton): Automaton {
    if (one.minLength === 0 && one.maxLength === null) return automaton;
    try {
      const most = one.maxLength ?? Number.POSITIVE_INFINITY;
      return intersect(automaton, lengthAutomaton(one.minLength, most));
    } catch (error) {
      if (!(error instanceof AutomatonLimitError)) throw error;
      for (const keyword of ["minLength", "maxLength", "pattern", "format"]) {
        this.note(one, keyword, "boundary", "the length and the pattern together have too many states");
      }
      return automaton;
    }
  }

  #array(one: ArrayAlternative): Expression {
    const unique = one.unique ? this.#ascending(one) : undefined;
    if (unique) return unique;
    if (one.unique) this.note(one, "uniqueItems", "boundary", "the grammar compares items only of a list of literals");
    const { comma, maxItems } = this.settings;
    const { prefix, items } = one;
    let max = one.maxItems ?? Infinity;
    if (max === Infinity && maxItems !== Infinity) {
      max = Math.max(prefix.length + maxItems, one.minItems);
      this.note(one, "maxItems", "grammar", `not in the schema: capped at ${max} by default`);
    }
    const start = text("[");
    const end = text("]");
    if (max === 0) return text("[]");
    // From the back: what may follow once `i` items of the prefix are written.
    let tail: Expression = end;
    if (items !== null && max > prefix.length) {
      const item = this.shape(items);
      const further = sequence(text(comma), item);
      const [least, most] = [Math.max(0, one.minItems - prefix.length), max - prefix.length];
      if (prefix.length === 0) {
        const some = sequence(item, this.rules.repeat("item", further, Math.max(0, least - 1), most - 1), end);
        return sequence(start, one.minItems === 0 ? choice(some, end) : some);
      }
      tail = sequence(this.rules.repeat("item", further, least, most), end);
    }
    for (let i = Math.min(prefix.length, max) - 1; i >= 0; i--) {
      const written = sequence(i === 0 ? nothing : text(comma), this.shape(prefix[i]!), tail);
      tail = one.minItems > i ? written : this.rules.share("rest", choice(written, end));
    }
    return sequence(start, tail);
  }

  /** Different literals in ascending order of the schema's list, for arrays of unique literals. */
  #ascending(one: ArrayAlternative): Expression | undefined {
    const [literals, other] = one.items === null ? [] : this.table.shapes[one.items]!;
    if (one.prefix.length > 0 || other || literals?.kind !== "literals") return undefined;
    const count = literals.values.length;
    const min = one.minItems;
    const max = Math.min(one.maxItems ?? count, count);
    if (min > max) return undefined;
    const bounded = max < count;
    if (count * Math.max(min, bounded ? max : 0) > 4000) return undefined;
    this.note(one, "uniqueItems", "grammar", "narrower: items come in the order of their list");
    const { comma } = this.settings;
    const suffixes = new Map<string, Suffixes>();
    // `written` counts as far as it matters: up to the minimum, or to the maximum where there is one.
    const relevant = (written: number): number => (bounded ? written : Math.min(written, min));
    const names = new Map<string, string>();
    const after = (from: number, written: number): Expression => {
      const key = `${from}:${relevant(written)}`;
      let name = names.get(key);
      if (name === undefined) {
        name = this.rules.reserve("subset");
        names.set(key, name);
        todo.push({ name, from, written: relevant(written) });
      }
      return rule(name);
    };
    const todo: { name: string; from: number; written: number }[] = [];
    const next = (from: number, written: number): Expression | undefined => {
      // The last choice that leaves enough values for the minimum.
      const to = Math.min(count, count - (min - written) + 1);
      if (from >= to || written >= max) return undefined;
      const key = String(relevant(written + 1));
      let chain = suffixes.get(key);
      if (!chain) {
        chain = new Suffixes(this.rules, "literal", (i) => ({
          text: literalText(literals.values[i]!),
          tail: after(i + 1, written + 1),
        }));
        suffixes.set(key, chain);
      }
      return chain.choice(from, to);
    };
    const first = next(0, 0);
    const start = min > 0 ? first! : first ? choice(first, text("]")) : text("]");
    for (let i = 0; i < todo.length; i++) {
      const { name, from, written } = todo[i]!;
      const further = next(from, written);
      const options = further ? [sequence(text(comma), further)] : [];
      if (written >= min) options.push(text("]"));
      this.rules.set(name, choice(...options));
    }
    return sequence(text("["), start);
  }

  #guardSize(): void {
    // A rule takes at least ten characters: no need to write them all out to see that they are too many.
    if (this.rules.size * 10 > this.settings.maxSize) throw tooLarge(this.rules.size * 10, this.settings.maxSize);
  }
}

/** The ranges of an automaton that only says which characters a text is made of. */
function onlyLoop(automaton: Automaton): number[] | undefined {
  if (automaton.accepting.length !== 1 || automaton.edges[0]!.length === 0) return undefined;
  return automaton.edges[0]!.filter((_, i) => i % 3 < 2);
}

/** The text of a literal: as `JSON.stringify` writes it. */
export function literalText(value: Scalar): string {
  return JSON.stringify(value);
}

function hintOf(alternatives: readonly Alternative[]): string {
  const [first, second] = alternatives;
  if (!first || second) return "value";
  return first.kind === "literals" ? "literal" : first.kind;
}

function tooLarge(size: number, limit: number): SchemaError {
  return new SchemaError(
    "too-large",
    `The grammar comes to ${size} characters; the limit is ${limit}. Make the schema smaller, or raise maxSize.`,
    { path: "" },
  );
}
