import { GbnfError, type GbnfErrorCode, wrongType } from "./error.ts";
import { complement, type Grammar, lastCodePoint, normalised } from "./grammar.ts";

/** llama.cpp's limit: an item's size times its count must stay below it, and a larger maximum is silently no maximum. */
const repetitionLimit = 2000;
/** Most symbols that a grammar may come to once its repetitions are written out. */
const maxSymbols = 4_000_000;

/**
 * Reads GBNF as llama.cpp does (`llama_grammar_parser` of September 2026): rules, alternatives, groups, literals,
 * classes, `.`, the quantifiers `* + ? {m} {m,} {m,n}`, comments. Stricter in what it would let pass or trip over:
 * a maximum above its limit, a maximum below the minimum, a rule defined twice.
 * @throws {GbnfError} with line and column
 */
export function parseGbnf(text: string): Grammar {
  if (typeof text !== "string") throw wrongType("parseGbnf reads text", text, "pass the grammar's source");
  return new Parser(text).grammar();
}

/** A sequence being read, in a rule or in a group of one. */
interface Level {
  readonly rule: number;
  /** The rule's name as written, after which made-up rules are called. */
  readonly name: string;
  readonly alternatives: number[][];
  sequence: number[];
  /** Where the item before a quantifier starts in the sequence; its length when there is none. */
  item: number;
  /** llama.cpp's measure of that item's size. */
  weight: number;
  /** Rules there were before the group, and where it opened; for the top level unused. */
  readonly before: number;
  readonly open: number;
}

class Parser {
  readonly #text: string;
  #at = 0;
  readonly #names: string[] = [];
  readonly #rules: (number[][] | undefined)[] = [];
  readonly #ids = new Map<string, number>();
  /** Where each named rule was first mentioned. */
  readonly #mentions: number[] = [];
  readonly #classes: number[][] = [];
  readonly #classIds = new Map<string, number>();
  #symbols = 0;

  constructor(text: string) {
    this.#text = text;
    const nul = text.indexOf("\0");
    if (nul >= 0) throw this.#error("syntax", "a NUL character ends the text for llama.cpp; remove it", nul);
  }

  grammar(): Grammar {
    this.#ruleNamed("root", 0);
    this.#space(true);
    while (this.#at < this.#text.length) this.#rule();
    if (!this.#rules[0]) throw this.#error("no-root", "there is no rule called `root`, where matching starts", 0);
    const rules = this.#rules.map((alternatives, id) => {
      if (alternatives) return alternatives;
      throw this.#error("undefined-rule", `no rule is called \`${this.#names[id]}\``, this.#mentions[id]!);
    });
    return { names: this.#names, rules, classes: this.#classes };
  }

  #rule(): void {
    const start = this.#at;
    const name = this.#name();
    this.#space(false);
    const id = this.#ruleNamed(name, start);
    if (this.#rules[id]) throw this.#error("duplicate-rule", `\`${name}\` is defined twice`, start);
    if (!this.#text.startsWith("::=", this.#at)) throw this.#error("syntax", "expected `::=` after the rule's name");
    this.#at += 3;
    this.#space(true);
    this.#rules[id] = this.#alternatives(id, name);
    const character = this.#text[this.#at];
    if (character === undefined) return;
    if (character !== "\r" && character !== "\n") {
      throw this.#error("syntax", `expected the end of the line, not \`${character}\``);
    }
    this.#space(true);
  }

  /** Reads to the end of a rule. Groups are kept on a stack of levels, so nesting has no limit. */
  #alternatives(rule: number, name: string): number[][] {
    const levels: Level[] = [level(rule, name, 0, this.#at)];
    for (;;) {
      const top = levels.at(-1)!;
      const nested = levels.length > 1;
      const character = this.#text[this.#at] ?? "";
      if (character === '"') this.#literal(top);
      else if (character === "[") this.#class(top);
      else if (character === ".") {
        this.#at++;
        this.#add(top, this.#classSymbol([0, lastCodePoint]));
      } else if (isWord(character)) {
        const start = this.#at;
        this.#add(top, this.#ruleNamed(this.#name(), start));
      } else if (character === "(") {
        levels.push(level(this.#newRule(name), name, this.#names.length - 1, this.#at++));
        this.#space(true);
        continue;
      } else if (character === "|") {
        this.#at++;
        top.alternatives.push(top.sequence);
        top.sequence = [];
        top.item = 0;
        this.#space(true);
        continue;
      } else if (character === ")" && nested) {
        this.#at++;
        levels.pop();
        this.#rules[top.rule] = [...top.alternatives, top.sequence];
        const outer = levels.at(-1)!;
        this.#add(outer, top.rule, Math.max(1, this.#names.length - top.before));
        this.#space(levels.length > 1);
        continue;
      } else if (character === "*" || character === "+" || character === "?" || character === "{") {
        this.#quantifier(top, nested);
      } else if (character === "<" || character === "!") {
        const what = "a token of a vocabulary; write the token's text as a literal instead";
        throw this.#error("token-literal", `\`${character}\` would name ${what}`);
      } else if (nested) {
        throw this.#error("syntax", "expected `)`: a group is open", character === "" ? top.open : this.#at);
      } else return [...top.alternatives, top.sequence];
      this.#space(nested);
    }
  }

  #add(level: Level, symbol: number, weight = 1): void {
    level.item = level.sequence.length;
    level.weight = weight;
    level.sequence.push(symbol);
    this.#count(1);
  }

  #literal(level: Level): void {
    const start = this.#at++;
    level.item = level.sequence.length;
    level.weight = 1;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw this.#error("syntax", 'a literal without its closing `"`', start);
      const codePoint = this.#character();
      level.sequence.push(this.#classSymbol([codePoint, codePoint]));
      this.#count(1);
    }
    this.#at++;
  }

  #class(level: Level): void {
    const start = this.#at++;
    const negated = this.#text[this.#at] === "^";
    if (negated) this.#at++;
    const ranges: number[] = [];
    while (this.#text[this.#at] !== "]") {
      if (this.#at >= this.#text.length) throw this.#error("syntax", "a class without its closing `]`", start);
      const low = this.#character();
      let high = low;
      if (this.#text[this.#at] === "-" && this.#text[this.#at + 1] !== "]") {
        this.#at++;
        if (this.#at >= this.#text.length) throw this.#error("syntax", "a class without its closing `]`", start);
        high = this.#character();
      }
      ranges.push(low, high);
    }
    this.#at++;
    level.item = level.sequence.length;
    level.weight = 1;
    // llama.cpp makes no element of an empty class, so it matches the empty text.
    if (ranges.length === 0) return;
    const positive = normalised(ranges);
    this.#add(level, this.#classSymbol(negated ? complement(positive) : positive));
  }

  /** One character of a literal or a class, escaped or not. */
  #character(): number {
    const codePoint = this.#text.codePointAt(this.#at)!;
    if (codePoint !== 0x5c) {
      this.#at += codePoint > 0xffff ? 2 : 1;
      return codePoint;
    }
    const letter = this.#text[this.#at + 1] ?? "";
    const digits = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
    if (digits > 0) {
      const hex = this.#text.slice(this.#at + 2, this.#at + 2 + digits);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits) {
        throw this.#error("syntax", `expected ${digits} hexadecimal digits after \`\\${letter}\``);
      }
      this.#at += 2 + digits;
      return Number.parseInt(hex, 16);
    }
    const plain = { t: 0x09, r: 0x0d, n: 0x0a, "\\": 0x5c, '"': 0x22, "[": 0x5b, "]": 0x5d, "-": 0x2d }[letter];
    if (plain === undefined) throw this.#error("syntax", `unknown escape \`\\${letter}\``);
    this.#at += 2;
    return plain;
  }

  #quantifier(level: Level, nested: boolean): void {
    const start = this.#at;
    const [min, max] = this.#counts(nested);
    if (level.item === level.sequence.length) throw this.#error("syntax", "nothing to repeat before this", start);
    const times = Number.isFinite(max) && max > 0 ? max : Math.max(1, min);
    const tooMany = min > repetitionLimit || (Number.isFinite(max) && max > repetitionLimit);
    if (tooMany || level.weight * times >= repetitionLimit) {
      const advice = "llama.cpp doesn't count that far; repeat a rule that repeats";
      throw this.#error("repetition", `${times} repetitions of an item of size ${level.weight}: ${advice}`, start);
    }
    const item = level.sequence.slice(level.item);
    level.sequence.length = level.item;
    for (let i = 0; i < min; i++) level.sequence.push(...item);
    this.#count(item.length * min);
    let tail: number | undefined;
    if (max === Number.POSITIVE_INFINITY) {
      tail = this.#newRule(level.name);
      this.#rules[tail] = [[...item, tail], []];
    } else {
      for (let i = min; i < max; i++) {
        const shorter = tail;
        tail = this.#newRule(level.name);
        this.#rules[tail] = [shorter === undefined ? item : [...item, shorter], []];
        this.#count(item.length + 1);
      }
    }
    if (tail !== undefined) level.sequence.push(tail);
    level.weight *= times;
  }

  #counts(nested: boolean): [min: number, max: number] {
    const character = this.#text[this.#at++];
    if (character === "*") return [0, Number.POSITIVE_INFINITY];
    if (character === "+") return [1, Number.POSITIVE_INFINITY];
    if (character === "?") return [0, 1];
    const start = this.#at - 1;
    this.#space(nested);
    const min = this.#integer();
    this.#space(nested);
    let max = min;
    if (this.#text[this.#at] === ",") {
      this.#at++;
      this.#space(nested);
      max = isDigit(this.#text[this.#at] ?? "") ? this.#integer() : Number.POSITIVE_INFINITY;
      this.#space(nested);
    }
    if (this.#text[this.#at] !== "}") throw this.#error("syntax", "expected `}` after the counts");
    this.#at++;
    if (max < min) throw this.#error("repetition", `at most ${max} is less than at least ${min}`, start);
    return [min, max];
  }

  #integer(): number {
    const start = this.#at;
    while (isDigit(this.#text[this.#at] ?? "")) this.#at++;
    if (this.#at === start) throw this.#error("syntax", "expected a number");
    return Number(this.#text.slice(start, this.#at));
  }

  #name(): string {
    const start = this.#at;
    while (isWord(this.#text[this.#at] ?? "")) this.#at++;
    if (this.#at === start) {
      throw this.#error("syntax", "expected a rule's name: letters, digits and `-`");
    }
    return this.#text.slice(start, this.#at);
  }

  #ruleNamed(name: string, mention: number): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.push(name) - 1;
      this.#ids.set(name, id);
      this.#rules.push(undefined);
      this.#mentions[id] = mention;
    }
    return id;
  }

  #newRule(name: string): number {
    this.#rules.push(undefined);
    return this.#names.push(`${name}_${this.#names.length}`) - 1;
  }

  #classSymbol(ranges: number[]): number {
    const key = ranges.join(",");
    let id = this.#classIds.get(key);
    if (id === undefined) {
      id = this.#classes.push(ranges) - 1;
      this.#classIds.set(key, id);
    }
    return -id - 1;
  }

  /** Blanks and comments; line ends only where a rule can't end. */
  #space(lines: boolean): void {
    for (;;) {
      const character = this.#text[this.#at];
      if (character === " " || character === "\t") this.#at++;
      else if (lines && (character === "\r" || character === "\n")) this.#at++;
      else if (character === "#") {
        while (this.#at < this.#text.length && this.#text[this.#at] !== "\n" && this.#text[this.#at] !== "\r")
          this.#at++;
      } else return;
    }
  }

  #count(symbols: number): void {
    this.#symbols += symbols;
    if (this.#symbols > maxSymbols) throw this.#error("too-large", `the grammar has more than ${maxSymbols} symbols`);
  }

  #error(code: GbnfErrorCode, message: string, at = this.#at): GbnfError {
    return new GbnfError(code, message, this.#text, at);
  }
}

function level(rule: number, name: string, before: number, open: number): Level {
  return { rule, name, alternatives: [], sequence: [], item: 0, weight: 1, before, open };
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character.length === 1;
}

function isWord(character: string): boolean {
  return (
    isDigit(character) ||
    (character >= "a" && character <= "z") ||
    (character >= "A" && character <= "Z") ||
    character === "-"
  );
}
