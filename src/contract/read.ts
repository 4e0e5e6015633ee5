/** Gates `extract` and `parse`: from the text a model wrote to the value in it. */
import {
  createExtractor,
  type ExtractError,
  type ExtractorOptions,
  type ExtractResult,
  toPointer,
} from "../json/index.ts";
import { checkOptions, type OptionNames, ofType } from "../options/index.ts";
import { type ContractError, type GateResult, gates, refuse } from "./gates.ts";

/** What to look for in a text. */
export interface ReadOptions {
  /** Whether a document is of the kind that is wanted: where several are found, the first such one is taken. */
  readonly accepts?: (value: unknown) => boolean;
}

/**
 * Finds the JSON document in a finished text (in prose, fences, after reasoning) and reads it. Strict: nothing is
 * repaired, and a key that is written twice is an error, since one of its values would be lost.
 *
 * A text without a document and one that was cut off fail at `extract`. Cut off (keyword `truncated`) isn't a fault
 * of the format: the budget was too small or the answer too long. A document that isn't JSON fails at `parse`.
 * @throws {OptionError} for options that there aren't
 */
export function readText(text: string, options: ReadOptions = {}): GateResult<unknown> {
  checkOptions("readText", options, { accepts: true } satisfies OptionNames<ReadOptions>);
  const accepts = ofType("accepts", options.accepts, "function");
  const wanted = accepts && extract(text, { select: "schema", accepts });
  // Nothing of the kind wanted: then the fault is in the document that broke or was cut off, if there is one.
  const result = wanted && wanted.status !== "none" ? wanted : extract(text, { select: "first" });
  const [document] = result.documents;
  if (result.status === "complete" && document) return { ok: true, value: document.value, defaults: [] };
  const error = result.error ? parseError(result.error) : extractError(text, result);
  return refuse([error], { skipped: gates.slice(gates.indexOf(error.gate) + 1, gates.indexOf("reference")) });
}

function extract(text: string, options: ExtractorOptions): ExtractResult {
  const extractor = createExtractor({ ...options, duplicateKeys: "error" });
  extractor.write(text);
  return extractor.end();
}

function parseError(error: ExtractError): ContractError {
  return { gate: "parse", keyword: error.code, path: toPointer(error.path), message: `${error.message}.` };
}

function extractError(text: string, { status }: ExtractResult): ContractError {
  if (status === "truncated") {
    const message =
      `The text ends after ${text.length} characters, within the document. ` +
      "Its form isn't at fault: allow more tokens, or ask for a shorter answer.";
    return { gate: "extract", keyword: "truncated", path: "", message };
  }
  const message = "The text holds no JSON document; answer with the JSON alone.";
  return { gate: "extract", keyword: "none", path: "", message };
}
