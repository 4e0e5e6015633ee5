import {
  type CompiledSchema,
  compileSchema,
  isCompiled,
  type JsonSchema,
  Report,
  type ReportEntry,
  type StandardSchema,
  takesZeroFractions,
} from "../schema/index.ts";
import { type GbnfOptions, settingsOf } from "./options.ts";
import { Renderer } from "./render.ts";

/** A grammar in GBNF, and what it holds of its schema. */
export interface CompiledGrammar {
  /** GBNF text; the start rule is `root`. */
  readonly grammar: string;
  /** The schema's report, brought up to date with what this grammar holds. */
  readonly report: readonly ReportEntry[];
  /** Number of rules in the text. */
  readonly rules: number;
}

/**
 * The GBNF grammar of a schema, for llama.cpp's grammar sampler. All that it lets through is JSON that fits the schema,
 * but for the keywords that the report calls `boundary`: validate the finished value.
 *
 * The grammar is narrower than the schema in ways that don't cost values: properties come in the schema's order, white
 * space has one style, literals and keys have the spelling of `JSON.stringify`, integers no fraction or exponent. Two ways do:
 * unique items out of a list of literals come in the order of that list, and free strings, arrays and digits are bounded
 * by default, so that a model can't run away. The report names each.
 * @throws {SchemaError} see `compileSchema`; also `too-large` when the grammar passes `maxSize`
 * @throws {OptionError} for options that there aren't or that are out of range
 */
export function compileGbnf(
  source: JsonSchema | StandardSchema | CompiledSchema,
  options: GbnfOptions = {},
): CompiledGrammar {
  const given = settingsOf(options);
  const compiled = isCompiled(source) ? source : compileSchema(source, { strict: options.strict ?? true });
  const settings = { ...given, zeroFractions: given.zeroFractions && takesZeroFractions(compiled.schema) };
  const report = new Report(compiled.report);
  const { text, rules } = new Renderer(compiled.shape, settings, report).run();
  return { grammar: text, report: report.list(), rules };
}
