import { OptionError, withDefaults } from "../options/index.ts";

/** Everything that bounds what a hostile text can make the reader do, in one place. */
export interface Limits {
  /** Open containers at once. Default 512. */
  readonly depth?: number;
  /** Source characters (UTF-16 units) of one document. Default: none. */
  readonly documentLength?: number;
  /** Source characters between the quotes of one string or key, escapes counted as written. Default 2²⁷. */
  readonly stringLength?: number;
  /** Characters of one number. Default 10,000. */
  readonly numberLength?: number;
  /** Members of one object. Default 10⁶. */
  readonly keys?: number;
  /** Items of one array. Default 10⁸. */
  readonly items?: number;
}

export const defaultLimits: Required<Limits> = {
  depth: 512,
  documentLength: Number.POSITIVE_INFINITY,
  stringLength: 2 ** 27,
  numberLength: 10_000,
  keys: 1_000_000,
  items: 100_000_000,
};

/**
 * Fills in the defaults.
 * @throws {OptionError} when a limit isn't a number above zero
 */
export function resolveLimits(limits: Limits = {}): Required<Limits> {
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    throw new OptionError(name, `Limit \`${name}\` must be a number above 0, not ${String(value)}.`);
  }
  return withDefaults(defaultLimits, limits);
}
