import type { Automaton } from "../schema/index.ts";
import { choice, type Expression, nothing, oneOf, rule, sequence, text } from "./expression.ts";
import type { RuleBook } from "./rules.ts";

/** Code points that stand for themselves in a JSON string (RFC 8259 §7), and that UTF-8 can say: no surrogates. */
const plain = [0x20, 0x21, 0x23, 0x5b, 0x5d, 0xd7ff, 0xe000, 0x10ffff];
/** Code points with a short escape, and its letter. */
const short: readonly (readonly [number, string])[] = [
  [0x08, "b"],
  [0x09, "t"],
  [0x0a, "n"],
  [0x0c, "f"],
  [0x0d, "r"],
  [0x22, '"'],
  [0x5c, "\\"],
];
const quote = text('"');
const hexDigits = "0123456789abcdef";
const hexDigit = oneOf([0x30, 0x39, 0x41, 0x46, 0x61, 0x66]);

/** The inside of JSON strings. */
export class StringRules {
  readonly #rules: RuleBook;
  readonly #classes = new Map<string, Expression>();
  #free: Expression | undefined;

  constructor(rules: RuleBook) {
    this.#rules = rules;
  }

  /** A string of any characters, in any spelling that JSON has for them; an escaped surrogate pair counts as one. */
  free(min: number, max: number): Expression {
    return this.#rules.share(
      "string",
      sequence(quote, this.#rules.repeat("char", this.#freeCharacter(), min, max), quote),
    );
  }

  /**
   * A string whose text an automaton accepts. Characters are escaped only where JSON makes them.
   * @param maxLoop how often a state may lead back to itself: a bound on runs of one class
   */
  automaton(hint: string, automaton: Automaton, maxLoop: number): Expression {
    const names = automaton.accepting.map(() => this.#rules.reserve(hint));
    automaton.edges.forEach((edges, state) => {
      const byTarget = new Map<number, number[]>();
      for (let i = 0; i < edges.length; i += 3) {
        const ranges = byTarget.get(edges[i + 2]!) ?? [];
        ranges.push(edges[i]!, edges[i + 1]!);
        byTarget.set(edges[i + 2]!, ranges);
      }
      const loop = byTarget.get(state);
      byTarget.delete(state);
      const options = [...byTarget].map(([target, ranges]) => sequence(this.characters(ranges), rule(names[target]!)));
      if (automaton.accepting[state]) options.push(quote);
      const run = loop ? this.#rules.repeat("char", this.characters(loop), 0, maxLoop) : nothing;
      this.#rules.set(names[state]!, sequence(run, choice(...options)));
    });
    return sequence(quote, rule(names[0]!));
  }

  /** A counted run of characters of one class, as a whole string. */
  run(ranges: readonly number[], min: number, max: number): Expression {
    return sequence(quote, this.#rules.repeat("char", this.characters(ranges), min, max), quote);
  }

  /** One character out of ranges: itself where JSON allows that, its escape where it doesn't. */
  characters(ranges: readonly number[]): Expression {
    const key = ranges.join(",");
    let found = this.#classes.get(key);
    if (!found) {
      found = this.#class(ranges);
      this.#classes.set(key, found);
    }
    return found;
  }

  #class(ranges: readonly number[]): Expression {
    const raw = overlap(ranges, plain);
    const options = raw.length > 0 ? [oneOf(raw)] : [];
    const letters = short.filter(([codePoint]) => contains(ranges, codePoint)).map(([, letter]) => letter);
    const escapes: Expression[] = letters.length > 0 ? [oneOf(letters.flatMap(pair).sort((a, b) => a - b))] : [];
    for (const high of [0, 1]) {
      // `\u00XX` for the control characters without a short escape; digits in either case.
      const digits = [...hexDigits].filter((_, low) => {
        const codePoint = high * 16 + low;
        return contains(ranges, codePoint) && !short.some(([known]) => known === codePoint);
      });
      if (digits.length > 0) escapes.push(sequence(text(`u00${high}`), oneOf(anyCase(digits))));
    }
    if (escapes.length > 0) options.push(sequence(text("\\"), this.#rules.share("escape", choice(...escapes))));
    return options.length === 1 ? options[0]! : this.#rules.share("char", choice(...options));
  }

  #freeCharacter(): Expression {
    if (this.#free) return this.#free;
    const hex = this.#rules.share("hex", hexDigit);
    const notSurrogate = choice(
      sequence(oneOf([0x30, 0x39, 0x41, 0x43, 0x45, 0x46, 0x61, 0x63, 0x65, 0x66]), hex),
      sequence(oneOf([0x44, 0x44, 0x64, 0x64]), oneOf([0x30, 0x37])),
    );
    const pairOfSurrogates = sequence(
      oneOf([0x44, 0x44, 0x64, 0x64]),
      oneOf([0x38, 0x39, 0x41, 0x42, 0x61, 0x62]),
      hex,
      hex,
      text("\\u"),
      oneOf([0x44, 0x44, 0x64, 0x64]),
      oneOf([0x43, 0x46, 0x63, 0x66]),
    );
    const escaped = choice(
      oneOf([...'"/\\bfnrt'].flatMap(pair).sort((a, b) => a - b)),
      sequence(text("u"), choice(notSurrogate, pairOfSurrogates), hex, hex),
    );
    this.#free = this.#rules.share("char", choice(oneOf(plain), sequence(text("\\"), escaped)));
    return this.#free;
  }
}

function pair(letter: string): [number, number] {
  return [letter.codePointAt(0)!, letter.codePointAt(0)!];
}

/** Hexadecimal digits in either case, as ranges. */
function anyCase(digits: readonly string[]): number[] {
  const both = new Set(digits.flatMap((digit) => [digit.toUpperCase(), digit.toLowerCase()]));
  return [...both].sort().flatMap(pair);
}

function contains(ranges: readonly number[], codePoint: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= codePoint && codePoint <= ranges[i + 1]!) return true;
  return false;
}

/** The code points in both lists of ranges. */
function overlap(a: readonly number[], b: readonly number[]): number[] {
  const common: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const low = Math.max(a[i]!, b[j]!);
    const high = Math.min(a[i + 1]!, b[j + 1]!);
    if (low <= high) common.push(low, high);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return common;
}
