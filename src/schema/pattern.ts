import { type AST, RegExpParser } from "@eslint-community/regexpp";
import type { Automaton, Meter } from "./automaton.ts";
import { anything, complement, escapeSet, propertySet, union } from "./characters.ts";
import { withoutLooks } from "./look.ts";
import { determinise, type Guard, Nfa } from "./nfa.ts";
import { intersect, subtract } from "./product.ts";

/**
 * What a pattern says of a string, in the terms a Shape has: an automaton of the whole text and, where the pattern
 * only counts (`^[a-z]{1,40}$`), bounds on its length in place of so many states.
 */
export interface PatternFacts {
  readonly automaton: Automaton;
  readonly minLength: number;
  readonly maxLength: number;
}

/** A pattern that isn't a regular expression at all, or one that an automaton here can't say. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  /** `syntax`: not a regular expression; `unsupported`: one that this code makes no automaton of. */
  readonly kind: "syntax" | "unsupported";
  constructor(kind: "syntax" | "unsupported", message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Longest pattern read, in UTF-16 units, and deepest nesting of its groups. */
const maxSource = 20_000;
const maxNesting = 200;

/**
 * The texts in which a JSON Schema `pattern` (ECMA-262, Unicode mode, unanchored) finds a match. Patterns that are no
 * regular expression in Unicode mode are read without it, as many people write them.
 * @throws {PatternError}
 * @throws {import("./automaton.ts").AutomatonLimitError} when the automaton would be too large
 */
export function patternFacts(source: string, meter?: Meter): PatternFacts {
  const pattern = parse(source);
  const counted = countedClass(pattern);
  if (counted) {
    const nfa = new Nfa(meter);
    const loop = { ...counted.element, type: "Quantifier", min: 0, max: Number.POSITIVE_INFINITY };
    nfa.final = new Builder(nfa).quantifier(loop as AST.Quantifier, nfa.start, counted.element.element);
    return { automaton: determinise(nfa), minLength: counted.element.min, maxLength: counted.element.max };
  }
  return { automaton: search(pattern.alternatives, meter), minLength: 0, maxLength: Infinity };
}

function parse(source: string): AST.Pattern {
  if (source.length > maxSource) throw new PatternError("unsupported", `the pattern is longer than ${maxSource}`);
  if (nesting(source) > maxNesting) throw new PatternError("unsupported", `groups nest deeper than ${maxNesting}`);
  const parser = new RegExpParser({ ecmaVersion: 2024 });
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    try {
      return parser.parsePattern(source, 0, source.length, { unicode: false });
    } catch {
      throw new PatternError("syntax", error instanceof Error ? error.message : String(error));
    }
  }
}

/** Escapes that other dialects of regular expressions have and ECMA-262 has not: what they mean there, and how to say it. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["A", "the start of the text; write `^`"],
  ["z", "the end of the text; write `$`"],
  ["Z", "the end of the text; write `$`"],
  ["G", "the end of the last match; leave it out"],
  ["h", "a blank or tab (or a hexadecimal digit); write `[ \\t]`"],
  ["H", "no blank or tab; write `[^ \\t]`"],
  ["R", "a line end; write `(?:\\r\\n|\\n|\\r)`"],
  ["N", "no line end; write `.`"],
  ["K", "the start of what is matched; leave it out"],
  ["X", "a character with its marks; write `\\P{M}\\p{M}*`"],
  ["Q", "quoted text; escape its characters one by one"],
  ["E", "the end of quoted text; leave it out"],
  ["a", "the bell; write `\\x07`"],
  ["e", "the escape character; write `\\x1B`"],
  ["p", "a property; its name isn't known in ECMA-262"],
  ["P", "a property; its name isn't known in ECMA-262"],
]);

/**
 * What is to be said of a pattern that is read without Unicode mode, in which an escape that isn't one stands for its letter;
 * `undefined` if there is none that is likely to mean something else.
 */
export function foreignEscapes(source: string): string | undefined {
  const found = new Set<string>();
  for (let i = source.indexOf("\\"); i >= 0 && i + 1 < source.length; i = source.indexOf("\\", i + 2)) {
    if (foreign.has(source[i + 1]!)) found.add(source[i + 1]!);
  }
  if (found.size === 0) return undefined;
  try {
    new RegExp(source, "u");
    return undefined;
  } catch {
    const said = [...found].map(
      (letter) => `\`\\${letter}\` is the letter ${letter} in ECMA-262, elsewhere ${foreign.get(letter)}`,
    );
    return said.join("; ");
  }
}

/**
 * What is to be said of how a pattern is read, if not in Unicode mode as JSON Schema asks (2020-12 §6.4): what is valid without
 * that alone, such as `\-` or `(?=a)*`, is read without it.
 */
export function readingOf(source: string): string | undefined {
  try {
    new RegExp(source, "u");
    return undefined;
  } catch {
    return foreignEscapes(source) ?? "it isn't valid in ECMA-262's Unicode mode, and is read without that";
  }
}

/** An upper bound on how deep groups nest, so that the recursive parser is never given more. */
function nesting(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < source.length; i++) {
    const character = source[i];
    if (character === "\\") i++;
    else if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}

/** `^X{m,n}$`, X a single character class: the only case where a count is one of code points. */
function countedClass(pattern: AST.Pattern): { element: AST.Quantifier } | undefined {
  const [only, second] = pattern.alternatives;
  if (!only || second || only.elements.length !== 3) return undefined;
  const [start, element, end] = only.elements as [AST.Element, AST.Element, AST.Element];
  if (start.type !== "Assertion" || start.kind !== "start" || end.type !== "Assertion" || end.kind !== "end") return;
  if (element.type !== "Quantifier") return undefined;
  const kind = element.element.type;
  return kind === "Character" || kind === "CharacterSet" || kind === "CharacterClass" ? { element } : undefined;
}

/**
 * The texts in which one of these alternatives is found. Look-ahead right after a leading `^` is a demand of its own
 * on the same text: the automata intersect, or subtract where it is negated.
 */
function search(alternatives: readonly AST.Alternative[], meter: Meter | undefined): Automaton {
  const only = alternatives.length === 1 ? alternatives[0]! : undefined;
  const [first, ...rest] = only?.elements ?? [];
  if (only && first?.type === "Assertion" && first.kind === "start") {
    const ahead = rest.findIndex((element) => element.type !== "Assertion" || element.kind !== "lookahead");
    const demands = (ahead < 0 ? rest : rest.slice(0, ahead)) as AST.LookaheadAssertion[];
    if (demands.length > 0) {
      let result = searchPlain([[first, ...rest.slice(demands.length)]], meter);
      for (const demand of demands) {
        const elements = demand.alternatives.map((alternative) => [first, ...alternative.elements]);
        const found = searchPlain(elements, meter);
        result = demand.negate ? subtract(result, found, meter) : intersect(result, found, meter);
      }
      return result;
    }
  }
  return searchPlain(
    alternatives.map((alternative) => alternative.elements),
    meter,
  );
}

function searchPlain(alternatives: readonly (readonly AST.Element[])[], meter: Meter | undefined): Automaton {
  const nfa = new Nfa(meter);
  const builder = new Builder(nfa);
  nfa.add(nfa.start, anything, nfa.start);
  const end = nfa.state();
  for (const elements of alternatives) nfa.connect(builder.sequence(elements, nfa.start), end);
  nfa.add(end, anything, end);
  nfa.final = end;
  return determinise(withoutLooks(nfa));
}

/** Turns the syntax tree into states, each part from a given state to the one it returns. */
class Builder {
  readonly #nfa: Nfa;
  /** The code points of classes that have been met: what is repeated comes again and again. */
  readonly #ranges = new Map<AST.Element, readonly number[]>();

  constructor(nfa: Nfa) {
    this.#nfa = nfa;
  }

  sequence(elements: readonly AST.Element[], from: number): number {
    let state = from;
    for (const element of elements) state = this.#element(element, state);
    return state;
  }

  quantifier(node: AST.Quantifier, from: number, element: AST.QuantifiableElement): number {
    let state = from;
    for (let i = 0; i < node.min; i++) state = this.#element(element, state);
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop = this.#nfa.state();
      this.#nfa.connect(state, loop);
      this.#nfa.connect(this.#element(element, loop), loop);
      const after = this.#nfa.state();
      this.#nfa.connect(loop, after);
      return after;
    }
    const after = this.#nfa.state();
    this.#nfa.connect(state, after);
    for (let i = node.min; i < node.max; i++) {
      state = this.#element(element, state);
      this.#nfa.connect(state, after);
    }
    return after;
  }

  #element(node: AST.Element, from: number): number {
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return this.#consume(from, node);
      case "Group":
      case "CapturingGroup": {
        if (node.type === "Group" && node.modifiers) throw new PatternError("unsupported", "modifiers in a group");
        const after = this.#nfa.state();
        for (const { elements } of node.alternatives)
          this.#nfa.connect(this.sequence(elements, this.#fork(from)), after);
        return after;
      }
      case "Quantifier":
        return this.quantifier(node, this.#fork(from), node.element);
      case "Assertion":
        return this.#assertion(node, from);
      default:
        throw new PatternError("unsupported", `${node.type.toLowerCase()} \`${node.raw}\``);
    }
  }

  #assertion(node: AST.Assertion, from: number): number {
    const to = this.#nfa.state();
    const guard = this.#guard(node);
    this.#nfa.connect(from, to, guard);
    return to;
  }

  #guard(node: AST.Assertion): Guard {
    if (node.kind === "lookahead" || node.kind === "lookbehind") return this.#look(node);
    if (node.kind === "word") return node.negate ? "inside" : "boundary";
    return node.kind;
  }

  /** The number of a look. What it asks is an automaton of all the text on its side, so it can't see to the other. */
  #look({ kind, negate, alternatives, raw }: AST.LookaheadAssertion | AST.LookbehindAssertion): number {
    const behind = kind === "lookbehind";
    if (alternatives.some(({ elements }) => elements.some((element) => looksAcross(element, behind)))) {
      throw new PatternError("unsupported", `${kind} \`${raw}\` in which the text on its other side matters`);
    }
    const nfa = new Nfa(this.#nfa.meter);
    const builder = new Builder(nfa);
    if (behind) nfa.add(nfa.start, anything, nfa.start);
    const end = nfa.state();
    for (const { elements } of alternatives) nfa.connect(builder.sequence(elements, nfa.start), end);
    if (!behind) nfa.add(end, anything, end);
    nfa.final = end;
    return this.#nfa.looks.push({ behind, negate, texts: determinise(withoutLooks(nfa)) }) - 1;
  }

  /** A state of its own, so that a loop can't lead back into what came before. */
  #fork(from: number): number {
    const state = this.#nfa.state();
    this.#nfa.connect(from, state);
    return state;
  }

  #consume(from: number, node: AST.Character | AST.CharacterSet | AST.CharacterClass): number {
    let list = this.#ranges.get(node);
    if (!list) {
      list = ranges(node);
      this.#ranges.set(node, list);
    }
    const to = this.#nfa.state();
    this.#nfa.add(from, list, to);
    return to;
  }
}

/** Whether something in a look behind (or ahead) asks for what lies on the other side of the place, or may. */
function looksAcross(node: AST.Element, behind: boolean): boolean {
  switch (node.type) {
    case "Assertion":
      if (node.kind === "start") return !behind;
      if (node.kind === "end") return behind;
      if (node.kind !== (behind ? "lookbehind" : "lookahead")) return true;
      return node.alternatives.some(({ elements }) => elements.some((element) => looksAcross(element, behind)));
    case "Group":
    case "CapturingGroup":
      return node.alternatives.some(({ elements }) => elements.some((element) => looksAcross(element, behind)));
    case "Quantifier":
      return looksAcross(node.element, behind);
    default:
      return false;
  }
}

/** The code points that a part matches; a half of a surrogate pair is none, alone as in a class. */
function ranges(node: AST.Character | AST.CharacterSet | AST.CharacterClass): readonly number[] {
  if (node.type === "Character") return isSurrogate(node.value) ? [] : [node.value, node.value];
  if (node.type === "CharacterSet") return escapeSet(node);
  const properties: string[] = [];
  const parts = node.elements.flatMap((element): readonly number[] => {
    if (element.type === "CharacterSet" && element.kind === "property") {
      properties.push(element.raw);
      return [];
    }
    if (element.type === "Character") return [element.value, element.value];
    if (element.type === "CharacterClassRange") return [element.min.value, element.max.value];
    if (element.type === "CharacterSet") return escapeSet(element);
    throw new PatternError("unsupported", `class part \`${element.raw}\``);
  });
  if (properties.length > 0) parts.push(...propertySet(properties));
  // Twice over: what a range holds of the surrogates goes, and a negated class is one of whole code points.
  const outside = complement(union(parts));
  return node.negate ? outside : complement(outside);
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}
