/**
 * The flaws that lenient mode can read past. Each is reported where it happens; a text without flaws is never touched.
 *
 * Allowed unless switched off: those whose meaning is sure. By name only: `single-quote`, because apostrophes make it a
 * guess, and `escape`, because where one backslash is wrong others may be escapes by accident (`C:\new`).
 */
export type RepairName = keyof typeof repairMessages;

/** Each repair, and what it did. */
export const repairMessages = {
  /** A comma before a closing bracket. Reported at the bracket. */
  "trailing-comma": "A comma before the closing bracket was skipped",
  /** No comma between two values, the first not a string or on another line. Reported at the second. */
  "missing-comma": "A missing comma was put in",
  /** Typographic or full-width double quotes around a string or key. */
  quote: "Quotation marks were taken for quotes",
  "single-quote": "Single quotes were taken for double ones",
  /** Full-width comma or colon between values. */
  punctuation: "Full-width punctuation was taken for plain",
  /** `True`, `False`, `None`, `TRUE`, `FALSE`, `NULL`, `Null`. */
  literal: "A literal of another language was understood",
  /** A key without quotes. */
  key: "Quotes were put around a key",
  /** Line and block comments as in JavaScript, and `#`. */
  comment: "A comment was skipped",
  /** A character below U+0020 as it is in a string. */
  "control-character": "A control character was taken as it is",
  /** With a schema that asks for it: a string that holds a number, a boolean or null. */
  type: "A string was taken for the value it spells",
  /** With a schema that asks for it: a string that holds an object or array. */
  "double-encoded": "A string was taken for the JSON it holds",
  /** With a schema that asks for it: an enum's string in other case. */
  "enum-case": "A string was taken for the enum value it's spelled like",
  /** A backslash before what can't be escaped is a backslash; before an apostrophe it's nothing. */
  escape: "A backslash that escapes nothing was taken as it is",
} as const;

/** Not without being asked for. */
const byName: readonly RepairName[] = ["single-quote", "escape"];

export const repairNames = Object.keys(repairMessages) as readonly RepairName[];

/** Repairs allowed in lenient mode unless others are named. */
export const usualRepairs: readonly RepairName[] = repairNames.filter((name) => !byName.includes(name));
