/**
 * GBNF expressions as data, and their text. The constructors keep expressions small: sequences and choices are flat,
 * neighbouring texts are one, repetitions of a class that follow each other are counted.
 */
export type Expression =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "class"; readonly ranges: readonly number[] }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number };

/** Matches the empty text. */
export const nothing: Expression = { kind: "sequence", parts: [] };

export function text(value: string): Expression {
  return value === "" ? nothing : { kind: "text", text: value };
}

export function rule(name: string): Expression {
  return { kind: "rule", name };
}

/** One code point out of ranges, given as flat pairs `low, high` in ascending order; ranges that touch become one. */
export function oneOf(list: readonly number[]): Expression {
  const ranges: number[] = [];
  for (let i = 0; i < list.length; i += 2) {
    if (ranges.at(-1) === list[i]! - 1) ranges[ranges.length - 1] = list[i + 1]!;
    else ranges.push(list[i]!, list[i + 1]!);
  }
  if (ranges.length === 2 && ranges[0] === ranges[1]) return text(String.fromCodePoint(ranges[0]!));
  return { kind: "class", ranges };
}

export function sequence(...parts: readonly Expression[]): Expression {
  const flat: Expression[] = [];
  for (const part of parts) {
    for (const piece of part.kind === "sequence" ? part.parts : [part]) {
      const last = flat.at(-1);
      const joined = last && join(last, piece);
      if (joined) flat[flat.length - 1] = joined;
      else flat.push(piece);
    }
  }
  return flat.length === 1 ? flat[0]! : { kind: "sequence", parts: flat };
}

/** Two neighbours as one, where they are: text after text, and the same class again. */
function join(left: Expression, right: Expression): Expression | undefined {
  if (left.kind === "text" && right.kind === "text") return text(left.text + right.text);
  if (right.kind !== "class") return undefined;
  const [item, count] = left.kind === "repeat" && left.min === left.max ? [left.item, left.min] : [left, 1];
  if (item.kind !== "class" || count >= 1000 || !sameRanges(item.ranges, right.ranges)) return undefined;
  return { kind: "repeat", item, min: count + 1, max: count + 1 };
}

function sameRanges(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((bound, i) => bound === b[i]);
}

export function choice(...options: readonly Expression[]): Expression {
  if (options.length === 1) return options[0]!;
  if (!options.some(({ kind }) => kind === "choice")) return { kind: "choice", options };
  return {
    kind: "choice",
    options: options.flatMap((option) => (option.kind === "choice" ? option.options : [option])),
  };
}

/** A choice in which no option is there twice. */
export function distinct(options: readonly Expression[]): Expression {
  return choice(...new Map(options.map((option) => [print(option), option])).values());
}

/** The text of an expression as the body of a rule. */
export function print(expression: Expression): string {
  switch (expression.kind) {
    case "text":
      return `"${[...expression.text].map((character) => escaped(character.codePointAt(0)!, '"')).join("")}"`;
    case "class":
      return printClass(expression.ranges);
    case "rule":
      return expression.name;
    case "sequence":
      return expression.parts.length === 0 ? '""' : expression.parts.map(printPart).join(" ");
    case "choice":
      return expression.options.map(print).join(" | ");
    case "repeat":
      return `${printPart(expression.item)}${quantifier(expression.min, expression.max)}`;
  }
}

/** Choices inside something else, and sequences under a quantifier, stand in parentheses. */
function printPart(expression: Expression): string {
  const simple = expression.kind !== "choice" && expression.kind !== "sequence";
  return simple ? print(expression) : `(${print(expression)})`;
}

function quantifier(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function printClass(ranges: readonly number[]): string {
  let out = "[";
  for (let i = 0; i < ranges.length; i += 2) {
    const [low, high] = [ranges[i]!, ranges[i + 1]!];
    out += escaped(low, "[]^-");
    if (high > low + 1) out += "-";
    if (high > low) out += escaped(high, "[]^-");
  }
  return `${out}]`;
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
