/**
 * The flaws that lenient mode can read past. Each is reported where it happens; a text without flaws is never touched.
 * `single-quote` must be allowed by name, because apostrophes make it a guess.
 */
export type RepairName =
  | "trailing-comma"
  | "quote"
  | "single-quote"
  | "punctuation"
  | "literal"
  | "key"
  | "comment"
  | "control-character";
