/**
 * What is wrong with a grammar.
 * - `syntax`: the text isn't GBNF
 * - `undefined-rule`, `duplicate-rule`, `no-root`: its rules don't fit together
 * - `token-literal`: it names tokens of a vocabulary (`<…>`, `!<…>`), which text alone can't match
 * - `repetition`: a count that llama.cpp refuses, or silently reads as unbounded
 * - `left-recursion`: a rule that begins with itself
 * - `not-a-grammar`: what is passed in isn't text, a grammar or a code point at all
 * - `too-large`: a limit on size or ambiguity was passed
 */
export type GbnfErrorCode =
  | "syntax"
  | "undefined-rule"
  | "duplicate-rule"
  | "no-root"
  | "token-literal"
  | "repetition"
  | "left-recursion"
  | "not-a-grammar"
  | "too-large";

/** A grammar that can't be used, with the place of the trouble where it has one. */
export class GbnfError extends Error {
  override readonly name = "GbnfError";
  readonly code: GbnfErrorCode;
  /** UTF-16 offset in the text, from 0. */
  readonly offset: number;
  /** Line and column, from 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;

  constructor(code: GbnfErrorCode, message: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split("\n").length;
    const column = offset - before.lastIndexOf("\n");
    super(`Line ${line}, column ${column}: ${message}`);
    this.code = code;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}

/** The fault of something that isn't of the type that is wanted. */
export function wrongType(what: string, given: unknown, advice: string): GbnfError {
  const kind = given === null ? "null" : Array.isArray(given) ? "an array" : `of type ${typeof given}`;
  return new GbnfError("not-a-grammar", `${what}, and this is ${kind}; ${advice}`, "", 0);
}
