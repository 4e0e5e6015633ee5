import { inBoth } from "../schema/index.ts";
import { choice, type Expression, oneOf, sequence, text } from "./expression.ts";
import { complement, normalised } from "./grammar.ts";
import type { RuleBook } from "./rules.ts";

/** Code points that stand for themselves in a JSON string (RFC 8259 §7), and that UTF-8 can say: no surrogates. */
const plain = [0x20, 0x21, 0x23, 0x5b, 0x5d, 0xd7ff, 0xe000, 0x10ffff];
/** Most sets of escapes that are kept for the next grammar. */
const maxKnownEscapes = 1000;
/** Control characters with a short escape, and its letter. */
const short: ReadonlyMap<number, string> = new Map([
  [0x08, "b"],
  [0x09, "t"],
  [0x0a, "n"],
  [0x0c, "f"],
  [0x0d, "r"],
]);
/** What begins and ends a JSON string. */
export const quote = text('"');
const hexDigit = oneOf([0x30, 0x39, 0x41, 0x46, 0x61, 0x66]);

/** The inside of JSON strings. */
export class StringRules {
  /** How many more states of patterns a grammar may write down; each takes a rule. */
  statesLeft = 30_000;
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

  /** One character that is none of these. */
  charactersBut(points: readonly number[]): Expression {
    const key = `^${points.join(",")}`;
    let found = this.#classes.get(key);
    if (!found) {
      found = this.characters(complement(normalised(points.flatMap(pair))));
      this.#classes.set(key, found);
    }
    return found;
  }

  #class(ranges: readonly number[]): Expression {
    const raw = inBoth(ranges, plain);
    const options = raw.length > 0 ? [oneOf(raw)] : [];
    const escapes = escapesOf(escapedIn(ranges));
    if (escapes) options.push(sequence(text("\\"), this.#rules.share("escape", escapes)));
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
      oneOf([...'"/\\bfnrt'].flatMap((letter) => pair(letter.charCodeAt(0)))),
      sequence(text("u"), choice(notSurrogate, pairOfSurrogates), hex, hex),
    );
    this.#free = this.#rules.share("char", choice(oneOf(plain), sequence(text("\\"), escaped)));
    return this.#free;
  }
}

/** The characters in these ranges that JSON strings hold only as escapes: U+0000 to U+001F as bits, and the two others. */
function escapedIn(ranges: readonly number[]): { controls: number; others: number[] } {
  let controls = 0;
  for (let i = 0; i < ranges.length && ranges[i]! < 0x20; i += 2) {
    for (let point = ranges[i]!; point <= Math.min(0x1f, ranges[i + 1]!); point++) controls |= 1 << point;
  }
  return { controls, others: [0x22, 0x5c].filter((point) => contains(ranges, point)) };
}

const knownEscapes = new Map<string, Expression | undefined>();

/** What follows the backslash: a letter or, where JSON has none for a character, `u00XX` with digits in either case. */
function escapesOf({ controls, others }: ReturnType<typeof escapedIn>): Expression | undefined {
  const key = `${controls} ${others}`;
  if (knownEscapes.has(key)) return knownEscapes.get(key);
  const letters = [...others];
  const digits: [number[], number[]] = [[], []];
  for (let point = 0; point < 0x20; point++) {
    if ((controls & (1 << point)) === 0) continue;
    const letter = short.get(point);
    if (letter) letters.push(letter.charCodeAt(0));
    else digits[point >> 4]!.push(point & 15);
  }
  const options = letters.length > 0 ? [oneOf(letters.sort((a, b) => a - b).flatMap(pair))] : [];
  digits.forEach((low, high) => {
    if (low.length > 0) options.push(sequence(text(`u00${high}`), oneOf(low.flatMap(hexPoints).sort((a, b) => a - b))));
  });
  const found = options.length > 0 ? choice(...options) : undefined;
  if (knownEscapes.size < maxKnownEscapes) knownEscapes.set(key, found);
  return found;
}

function pair(point: number): [number, number] {
  return [point, point];
}

/** A hexadecimal digit in either case, as ranges. */
function hexPoints(digit: number): number[] {
  const lower = digit.toString(16);
  const points = digit < 10 ? [lower] : [lower.toUpperCase(), lower];
  return points.flatMap((character) => pair(character.charCodeAt(0)));
}

function contains(ranges: readonly number[], codePoint: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= codePoint && codePoint <= ranges[i + 1]!) return true;
  return false;
}
