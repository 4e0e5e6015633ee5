/**
 * GBNF expressions as data, each with its text. The constructors keep expressions small: sequences and choices are flat,
 * neighbouring texts are one, repetitions of a class that follow each other are counted.
 */
export type Expression = Shown &
  (
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "class"; readonly ranges: readonly number[] }
    | { readonly kind: "rule"; readonly rule: Rule }
    | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
    | { readonly kind: "choice"; readonly options: readonly Expression[] }
    | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number }
  );

interface Shown {
  /** The expression as the body of a rule. Made once, since it is also what tells expressions apart. */
  readonly source: string;
}

/** A rule that expressions refer to. Its body may come later. */
export interface Rule {
  readonly name: string;
  body: Expression;
}

/** Matches the empty text. */
export const nothing: Expression = { kind: "sequence", parts: [], source: '""' };

export function text(value: string): Expression {
  return value === "" ? nothing : { kind: "text", text: value, source: quoted(value) };
}

export function reference(rule: Rule): Expression {
  return { kind: "rule", rule, source: rule.name };
}

/** One code point out of ranges, given as flat pairs `low, high` in ascending order; ranges that touch become one. */
export function oneOf(list: readonly number[]): Expression {
  const ranges: number[] = [];
  for (let i = 0; i < list.length; i += 2) {
    if (ranges.at(-1) === list[i]! - 1) ranges[ranges.length - 1] = list[i + 1]!;
    else ranges.push(list[i]!, list[i + 1]!);
  }
  if (ranges.length === 2 && ranges[0] === ranges[1]) return text(String.fromCodePoint(ranges[0]!));
  return { kind: "class", ranges, source: shownClass(ranges) };
}

export function sequence(...parts: readonly Expression[]): Expression {
  const flat: Expression[] = [];
  for (const part of parts) {
    if (part.kind === "sequence") for (const piece of part.parts) append(flat, piece);
    else append(flat, part);
  }
  if (flat.length === 0) return nothing;
  if (flat.length === 1) return flat[0]!;
  let source = grouped(flat[0]!);
  for (let i = 1; i < flat.length; i++) source += ` ${grouped(flat[i]!)}`;
  return { kind: "sequence", parts: flat, source };
}

/** Adds to a sequence; what can be one with the last part is. */
function append(parts: Expression[], piece: Expression): void {
  const last = parts.at(-1);
  const joined = last && join(last, piece);
  if (joined) parts[parts.length - 1] = joined;
  else parts.push(piece);
}

/** Two neighbours as one, where they are: text after text, and the same class again. */
function join(left: Expression, right: Expression): Expression | undefined {
  if (left.kind === "text" && right.kind === "text") return text(left.text + right.text);
  if (right.kind !== "class") return undefined;
  const [item, count] = left.kind === "repeat" && left.min === left.max ? [left.item, left.min] : [left, 1];
  if (item.kind !== "class" || count >= 1000 || item.source !== right.source) return undefined;
  return repeat(item, count + 1, count + 1);
}

export function choice(...options: readonly Expression[]): Expression {
  if (options.length === 1) return options[0]!;
  const flat: Expression[] = [];
  let source = "";
  for (const option of options) {
    source += flat.length === 0 ? option.source : ` | ${option.source}`;
    if (option.kind === "choice") flat.push(...option.options);
    else flat.push(option);
  }
  return { kind: "choice", options: flat, source };
}

/** `item` from `min` to `max` times; `Infinity` is no bound. Whether llama.cpp can count so far is `RuleBook`'s matter. */
export function repeat(item: Expression, min: number, max: number): Expression {
  return { kind: "repeat", item, min, max, source: grouped(item) + quantifier(min, max) };
}

/** Choices inside something else, and sequences under a quantifier, stand in parentheses. */
function grouped(expression: Expression): string {
  const composite = expression.kind === "choice" || expression.kind === "sequence";
  return composite ? `(${expression.source})` : expression.source;
}

function quantifier(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function shownClass(ranges: readonly number[]): string {
  let out = "[";
  for (let i = 0; i < ranges.length; i += 2) {
    const [low, high] = [ranges[i]!, ranges[i + 1]!];
    out += escaped(low, "[]^-");
    if (high > low + 1) out += "-";
    if (high > low) out += escaped(high, "[]^-");
  }
  return `${out}]`;
}

const harmless = /^[ !#-[\]-~]*$/;

function quoted(value: string): string {
  if (harmless.test(value)) return `"${value}"`;
  return `"${[...value].map((character) => escaped(character.codePointAt(0)!, '"')).join("")}"`;
}

/** A character as llama.cpp's parser reads it back: what is special where it stands, or can't be seen, is escaped. */
function escaped(codePoint: number, special: string): string {
  const character = String.fromCodePoint(codePoint);
  if (codePoint === 0x0a) return "\\n";
  if (codePoint === 0x0d) return "\\r";
  if (codePoint === 0x09) return "\\t";
  if (character === "^" && special.includes("^")) return "\\x5E";
  if (character === "\\" || special.includes(character)) return `\\${character}`;
  if (codePoint >= 0x20 && codePoint < 0x7f) return character;
  if (codePoint <= 0xff) return `\\x${hex(codePoint, 2)}`;
  if (/^[\p{L}\p{N}]$/u.test(character)) return character;
  return codePoint <= 0xffff ? `\\u${hex(codePoint, 4)}` : `\\U${hex(codePoint, 8)}`;
}

function hex(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, "0");
}
