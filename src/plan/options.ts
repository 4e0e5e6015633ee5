/** What callers of this room pass in, checked: the fault of a programmer is thrown, with a sentence that says what to do. */

import { list } from "../contract/index.ts";

/** An option that can't be used. */
export class PlanOptionError extends Error {
  override readonly name = "PlanOptionError";

  constructor(
    /** The option at fault. */
    readonly option: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The names of the registered tools, checked. Names are laid out on one line of a prompt, separated by commas, so they
 * hold neither commas nor line breaks.
 * @throws {PlanOptionError} for an empty, repeated or unprintable name
 */
export function readTools(tools: readonly string[]): readonly string[] {
  if (!Array.isArray(tools)) throw new PlanOptionError("tools", "`tools` must be a list of names.");
  const seen = new Set<string>();
  for (const name of tools) {
    if (typeof name !== "string" || !/^[^\s,\p{C}][^,\p{C}\p{Zl}\p{Zp}]{0,99}$/u.test(name) || name !== name.trim()) {
      throw new PlanOptionError(
        "tools",
        `${list([name])} can't be a tool's name: names have 1 to 100 characters, none of them a comma or a ` +
          "control character, and no space at either end.",
      );
    }
    if (seen.has(name)) throw new PlanOptionError("tools", `The tool ${list([name])} is registered twice.`);
    seen.add(name);
  }
  return [...seen];
}

/**
 * A whole number between two bounds.
 * @throws {PlanOptionError} for anything else
 */
export function readCount(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new PlanOptionError(
    option,
    `\`${option}\` must be a whole number from ${least} to ${most}, not ${typeof value === "number" ? value : list([value])}.`,
  );
}
