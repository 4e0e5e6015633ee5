/** Strings that stand for what a schema asks for: numbers, booleans, null, encoded documents, enum values in other case. */
import { includesType, type ProgressSchema } from "./guide.ts";
import type { RepairName } from "./repairs.ts";
import { Skimmer } from "./skim.ts";

/** A string read as something else. */
export interface Conversion {
  readonly repair: RepairName;
  readonly value: unknown;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const skimmer = new Skimmer();

/** Whether a string at this place may have to be converted. It's then shown only when complete, so that it never flips. */
export function mayConvert(schema: ProgressSchema | undefined): schema is ProgressSchema {
  return schema !== undefined && (!includesType(schema, "string") || Array.isArray(schema.enum));
}

/** What `text` stands for under a schema; undefined if it's no other than the string. */
export function convert(text: string, schema: ProgressSchema): Conversion | undefined {
  if (includesType(schema, "string")) return inOtherCase(text, schema.enum ?? []);
  const trimmed = text.trim();
  if (number.test(trimmed)) {
    const value = Number(trimmed);
    const whole = Number.isSafeInteger(value);
    const wanted = includesType(schema, "number") || (whole && includesType(schema, "integer"));
    const exact = whole || (Number.isFinite(value) && !Number.isInteger(value));
    return wanted && exact ? { repair: "type", value } : undefined;
  }
  const word = words.get(trimmed.toLowerCase());
  if (word !== undefined) {
    return includesType(schema, word === null ? "null" : "boolean") ? { repair: "type", value: word } : undefined;
  }
  return decoded(trimmed, schema);
}

function inOtherCase(text: string, options: readonly unknown[]): Conversion | undefined {
  if (options.includes(text)) return undefined;
  const wanted = text.trim().toLowerCase();
  const alike = options.filter((option) => typeof option === "string" && option.toLowerCase() === wanted);
  return alike.length === 1 ? { repair: "enum-case", value: alike[0] } : undefined;
}

/** A document encoded once more, if there's nothing odd in it. */
function decoded(text: string, schema: ProgressSchema): Conversion | undefined {
  const wanted = text[0] === "{" ? "object" : text[0] === "[" ? "array" : "";
  if (wanted === "" || !includesType(schema, wanted)) return undefined;
  skimmer.look(text, 0, text.length, true);
  if (skimmer.end !== text.length) return undefined;
  try {
    return { repair: "double-encoded", value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
