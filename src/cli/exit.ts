/** How the command line says how it went: exit codes, and errors as sentences instead of stack traces. */

/** Exit codes, the same for every command. Documented in `sluice --help`. */
export const exitCodes = {
  /** The result is valid. */
  valid: 0,
  /** The result isn't valid, it was cut off, or what was written left no way on. */
  invalid: 1,
  /** The command was used wrongly: unknown option, missing file, a schema that can't be used. Or its output can't be written. */
  usage: 2,
  /** The engine or the model failed. */
  engine: 3,
  /** Interrupted by Ctrl-C or `SIGTERM`. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Wrong use of the command line. The message says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
