/**
 * Grammars for llama.cpp's sampler, checked before it sees them.
 *
 * A grammar that leaves no token to choose fails in llama.cpp's sampler in a way that ends the process, one with groups
 * nested too deep overflows its stack, and its parser writes what it dislikes to the terminal. So: parsed by ourselves
 * first, and refused if this model's tokens can't write it.
 */
import type { LlamaGrammar } from "node-llama-cpp";
import type { Vocabulary } from "../../constraint/index.ts";
import { GbnfError, type Grammar, parseGbnf } from "../../gbnf/index.ts";
import { EngineError, messageOf } from "../errors.ts";
import type { Library } from "./library.ts";
import { advance, clean } from "./utf8.ts";

/** llama.cpp 0.4.0 overflows its stack between 10,000 and 20,000 nested groups. */
const deepestGroup = 5000;

/** Makes grammars for one model; keeps the last one, for requests that repeat it. */
export class Grammars {
  readonly #library: Library;
  readonly #vocabulary: Vocabulary;
  #writable: readonly [number, number][] | undefined;
  #last: { readonly text: string; readonly grammar: LlamaGrammar } | undefined;

  constructor(library: Library, vocabulary: Vocabulary) {
    this.#library = library;
    this.#vocabulary = vocabulary;
  }

  /** @throws {EngineError} `grammar-refused` */
  async get(text: string): Promise<LlamaGrammar> {
    if (this.#last?.text === text) return this.#last.grammar;
    this.#check(text);
    try {
      const grammar = await this.#library.llama.createGrammar({ grammar: text });
      this.#last = { text, grammar };
      return grammar;
    } catch (thrown) {
      throw refused(`llama.cpp can't parse it (${messageOf(thrown)})`, thrown);
    }
  }

  #check(text: string): void {
    if (groupDepth(text) > deepestGroup) throw refused(`its groups are nested more than ${deepestGroup} deep`);
    const { classes } = parsed(text);
    this.#writable ??= writableRanges(this.#vocabulary);
    if (!this.#vocabulary.canEnd) throw refused("the model has no token that ends a text");
    for (const ranges of classes) {
      if (!isWritable(ranges, this.#writable)) {
        throw refused(`it needs ${describe(ranges)}, which this model's tokens can't write`);
      }
    }
  }
}

function parsed(text: string): Grammar {
  try {
    return parseGbnf(text);
  } catch (thrown) {
    if (thrown instanceof GbnfError) throw refused(thrown.message, thrown);
    throw thrown;
  }
}

function refused(reason: string, thrown?: unknown): EngineError {
  const cause = thrown === undefined ? undefined : { cause: thrown };
  return new EngineError(
    "grammar-refused",
    `The grammar can't be used: ${reason}.`,
    "Change the grammar, or use another model.",
    {},
    cause,
  );
}

/** Depth of parentheses outside literals, classes and comments. */
function groupDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
    else if (character === '"' || character === "[") {
      const closing = character === '"' ? '"' : "]";
      for (at++; at < text.length && text[at] !== closing; at++) if (text[at] === "\\") at++;
    } else if (character === "#") {
      while (at + 1 < text.length && text[at + 1] !== "\n" && text[at + 1] !== "\r") at++;
    }
  }
  return deepest;
}

/**
 * The characters a vocabulary can write whatever came before, as ranges of code points: those that are a token, and those
 * whose first byte is one, if all continuation bytes are. NUL isn't among them: llama.cpp's matcher never takes it.
 */
function writableRanges(vocabulary: Vocabulary): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (let token = 0; token < vocabulary.size; token++) {
    const bytes = vocabulary.bytesOf(token);
    if (bytes.length === 0 || bytes.length > 4 || bytes[0] === 0) continue;
    if (bytes.length === 1 && bytes[0]! >= 0xc2 && vocabulary.hasContinuations) ranges.push(block(bytes[0]!));
    if (advance(clean, bytes) !== clean) continue;
    const [character = "", ...more] = decoder.decode(bytes);
    const code = character.codePointAt(0)!;
    if (more.length === 0) ranges.push([code, code]);
  }
  return ranges;
}

/** The characters whose UTF-8 begins with `lead` (0xC2 … 0xF4). */
function block(lead: number): [first: number, last: number] {
  if (lead < 0xe0) return [(lead & 0x1f) << 6, ((lead & 0x1f) << 6) | 0x3f];
  if (lead < 0xf0) return [Math.max(0x800, (lead & 0xf) << 12), lead === 0xed ? 0xd7ff : ((lead & 0xf) << 12) | 0xfff];
  if (lead > 0xf4) return [1, 0];
  return [Math.max(0x10000, (lead & 7) << 18), Math.min(0x10ffff, ((lead & 7) << 18) | 0x3ffff)];
}

/** Whether some character of the class (pairs of first and last code point) can be written. */
function isWritable(classRanges: readonly number[], writable: readonly [number, number][]): boolean {
  for (let i = 0; i < classRanges.length; i += 2) {
    const first = classRanges[i]!;
    const last = classRanges[i + 1]!;
    if (writable.some((range) => Math.max(range[0], first) <= Math.min(range[1], last))) return true;
  }
  return false;
}

function describe([first = 0, last = 0]: readonly number[]): string {
  const name = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return first === last ? `the character ${name(first)}` : `a character such as ${name(first)}`;
}
