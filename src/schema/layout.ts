/** How JSON is laid out as it's written: what stands between the parts of a value. */
import { oneOf } from "../options/index.ts";

/**
 * - `spaced`: `{"a": 1, "b": []}`, as Python's `json.dumps` writes
 * - `compact`: `{"a":1,"b":[]}`, as `JSON.stringify(value)` writes
 * - `pretty`: a line for each item and key, indented by two spaces a level, as `JSON.stringify(value, null, 2)` writes;
 *   levels beyond {@link deepestIndent} are indented as that one
 * - `any`: up to {@link mostBlanks} blanks, tabs and line ends wherever JSON may have them, before and after the value too.
 *   For texts that others wrote; a model is better held to one of the others
 */
export type Whitespace = "spaced" | "compact" | "pretty" | "any";

export const whitespaceStyles: readonly Whitespace[] = ["spaced", "compact", "pretty", "any"];

/** The level from which `pretty` indents no further, so that a grammar of a recursive schema is finite. */
export const deepestIndent = 16;
/** Most white space in a row under `any`: a model can't run away in it, and sixteen levels of four blanks fit. */
export const mostBlanks = 80;
/** JSON's white space. */
export const blanks = "\t\n\r ";

/** The text between the parts of a value. `depth` counts the containers that are open. */
export interface Layout {
  /** Whether up to {@link mostBlanks} of {@link blanks} may stand around each of the texts. */
  readonly loose: boolean;
  readonly colon: string;
  comma(depth: number): string;
  /** Between the opening bracket and the first item or key. */
  first(depth: number): string;
  /** Between the last item or value and the closing bracket. */
  close(depth: number): string;
  /** The depth within a container that stands at this one, as far as it matters. */
  within(depth: number): number;
}

/** @throws {OptionError} for a style that there isn't */
export function layoutOf(whitespace: Whitespace): Layout {
  switch (oneOf("whitespace", whitespace, whitespaceStyles)) {
    case "spaced":
      return flat(", ", ": ", false);
    case "compact":
      return flat(",", ":", false);
    case "any":
      return flat(",", ":", true);
    case "pretty":
      return {
        loose: false,
        colon: ": ",
        comma: (depth) => `,${lineAt(depth)}`,
        first: lineAt,
        close: (depth) => lineAt(depth - 1),
        within: (depth) => Math.min(depth + 1, deepestIndent),
      };
  }
}

function flat(comma: string, colon: string, loose: boolean): Layout {
  return { loose, colon, comma: () => comma, first: () => "", close: () => "", within: () => 0 };
}

function lineAt(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
