import type { ReportEntry } from "./report.ts";

/**
 * What kind of trouble a schema is.
 * - `not-a-schema`: the input is neither a JSON Schema nor a schema object that can be turned into one
 * - `invalid`: a keyword's value isn't what JSON Schema allows there
 * - `reference`: a `$ref` that can't be followed, or that leads back to itself
 * - `unsatisfiable`: no value at all fits
 * - `too-large`, `too-deep`: a limit was passed
 */
export type SchemaErrorCode = "not-a-schema" | "invalid" | "reference" | "unsatisfiable" | "too-large" | "too-deep";

/** A schema that can't be used. The message says what, where, and what to do. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly code: SchemaErrorCode;
  /** JSON pointer to the place in the schema (`""` is its root). */
  readonly path: string;
  /** The keyword in question, if it is one. */
  readonly keyword: string | undefined;
  /**
   * The entries of the report that led here: for `reference`, every reference that leads nowhere; for `unsatisfiable`, the
   * keywords that contradict each other.
   */
  readonly report: readonly ReportEntry[];

  constructor(
    code: SchemaErrorCode,
    message: string,
    at: { path: string; keyword?: string; report?: readonly ReportEntry[] },
  ) {
    super(message);
    this.code = code;
    this.path = at.path;
    this.keyword = at.keyword;
    this.report = at.report ?? [];
  }
}
