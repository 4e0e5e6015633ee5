export { type CompiledGrammar, compileGbnf } from "./compile.ts";
export { GbnfError, type GbnfErrorCode } from "./error.ts";
export type { Grammar } from "./grammar.ts";
export type { GbnfOptions } from "./options.ts";
export { parseGbnf } from "./parse.ts";
export { createRecogniser, type Recogniser } from "./recogniser.ts";
