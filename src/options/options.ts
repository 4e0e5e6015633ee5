/** What callers pass in to say how: checked, so that nothing they ask for is passed over in silence. */
import { nearest } from "./nearest.ts";

/** An option that there isn't, or that has a value that makes no sense: a programmer's fault, thrown at once. */
export class OptionError extends TypeError {
  override readonly name = "OptionError";
  readonly code = "bad-option";

  constructor(
    /** The option at fault; empty if it's all of them. */
    readonly option: string,
    message: string,
  ) {
    super(message);
  }
}

/** The names of an interface's options: all of them, or it doesn't compile. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/**
 * Checks that options are an object that has no other names than these.
 * @param taker what they are options of, as a sentence names it
 * @throws {OptionError} which names the option and the one that it may be meant for
 */
export function checkOptions(taker: string, given: unknown, names: object): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new OptionError("", `The options of ${taker} must be an object, not ${quoted(given)}.`);
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const meant = nearest(name, known);
    const advice = meant === undefined ? `There is ${known.map(code).join(", ")}.` : `Did you mean ${code(meant)}?`;
    throw new OptionError(name, `${taker} has no option ${code(name)}. ${advice}`);
  }
}

/**
 * Checks that an option is one of some values, and returns it.
 * @throws {OptionError}
 */
export function oneOf<T extends string>(option: string, value: T, allowed: readonly T[]): T {
  if (allowed.includes(value)) return value;
  const meant = typeof value === "string" ? nearest(value, allowed) : undefined;
  const advice = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
  throw new OptionError(
    option,
    `Option ${code(option)} must be one of ${allowed.join(", ")}, not ${quoted(value)}.${advice}`,
  );
}

/**
 * Checks that an option has a value of a type, where it's given, and returns it.
 * @throws {OptionError}
 */
export function ofType<T>(option: string, value: T, type: "boolean" | "function" | "string"): T {
  if (value === undefined || typeof value === type) return value;
  const wanted = type === "boolean" ? "true or false" : `a ${type}`;
  throw new OptionError(option, `Option ${code(option)} must be ${wanted}, not ${quoted(value)}.`);
}

/**
 * Checks that an option is a whole number, and returns it.
 * @throws {OptionError}
 */
export function wholeNumber(option: string, value: number, least: number, alternative = ""): number {
  if (Number.isInteger(value) && value >= least) return value;
  throw new OptionError(
    option,
    `Option ${code(option)} must be a whole number, ${least} or more${alternative}, not ${quoted(value)}.`,
  );
}

/** Options over their defaults: one that is `undefined` isn't given. */
export function withDefaults<T extends object>(defaults: T, given: Readonly<Partial<T>> | undefined): T {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) };
}

function code(name: string): string {
  return `\`${clipped(name)}\``;
}

/** A value as a sentence shows it. */
function quoted(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(clipped(value));
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === undefined) return "undefined";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
