export { OptionError } from "../options/index.ts";
export {
  type Automaton,
  AutomatonLimitError,
  anyText,
  firstEdge,
  isEmpty,
  lengthAutomaton,
  lengthRange,
  matches,
  step,
  textsAutomaton,
} from "./automaton.ts";
export { withinDecimals } from "./bounds.ts";
export { type BundleOptions, bundleSchema, type SchemaLoader } from "./bundle.ts";
export { inBoth } from "./characters.ts";
export { closeObjects } from "./close.ts";
export { type CompiledSchema, type CompileOptions, compileSchema, type DeadPart, isCompiled } from "./compile.ts";
export { decimalOf, isMultiple, parseDecimal } from "./decimal.ts";
export { type Dialect, isSilencedByReference, requireDialect, takesZeroFractions } from "./dialect.ts";
export { combining, type Place, SchemaDocument } from "./document.ts";
export { type Draft, draftOf, keywordsForeignTo } from "./draft.ts";
export { settleDynamic } from "./dynamic.ts";
export { SchemaError, type SchemaErrorCode } from "./error.ts";
export { leadingNowhere, refuseFaults } from "./faults.ts";
export { assertedFormats, formatHolds } from "./format.ts";
export type { Infer, InferInput, Unfinished } from "./infer.ts";
export {
  isStandardSchema,
  type JsonSchema,
  type JsonValue,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  toJsonSchema,
} from "./json-schema.ts";
export {
  blanks,
  deepestIndent,
  type Layout,
  layoutOf,
  mostBlanks,
  type Whitespace,
  whitespaceStyles,
} from "./layout.ts";
export { type LiteralContainer, Literals, membersOf } from "./literals.ts";
export { minimise } from "./minimise.ts";
export { countsMultiples, firstDigits, type NumberRange } from "./multiples.ts";
export { type NumeralOptions, Numerals, noNumeral } from "./numerals.ts";
export { foreignEscapes } from "./pattern.ts";
export { copyPlain, isPlainObject, type PlainFault, type PlainLimits } from "./plain.ts";
export { intersect, subtract } from "./product.ts";
export { settleReferences } from "./references.ts";
export { escapePointer, type KeywordStatus, pointerSteps, Report, type ReportEntry } from "./report.ts";
export { Search } from "./search.ts";
export type * from "./shape.ts";
export { mapsOfSchemas, subschemaSteps } from "./subschemas.ts";
export { faultOfValue } from "./values.ts";
