/** What only a whole value can show: whether it passes its checks, is a multiple, differs from the items before it. */
import { isMultiple, parseDecimal } from "../schema/index.ts";
import type { Demands } from "./forms.ts";

/** Whether a value is valid against the subschema at a JSON pointer. */
export type Check = (pointer: string, value: unknown) => boolean;

/** Results kept. */
const mostKept = 10_000;

/**
 * Judges values as they close. What it judged it remembers for a while: of the tokens that may come next, many end the
 * same value.
 */
export class Judge {
  private readonly known = new Map<Demands, Map<string, boolean>>();
  private count = 0;
  /** The items of the array that was looked at last, and its text up to the last one. */
  private before = "";
  private items = new Set<string>();

  constructor(
    /** Absent: all checks pass. */
    private readonly check: Check | undefined,
    private readonly pointers: readonly string[],
  ) {}

  /** Lets go of what it remembers. */
  forget(): void {
    this.known.clear();
    this.count = 0;
    this.before = "";
  }

  /** Whether a value, as it's written, meets demands. */
  meets(text: string, demands: Demands): boolean {
    let known = this.known.get(demands);
    if (!known) this.known.set(demands, (known = new Map()));
    let holds = known.get(text);
    if (holds === undefined) {
      if (++this.count > mostKept) this.forget();
      known.set(text, (holds = this.judge(text, demands)));
    }
    return holds;
  }

  /** Whether an item differs from those that come before it in an array: `before` is the array's text up to the item. */
  isNew(before: string, item: string): boolean {
    if (before !== this.before) {
      const items = JSON.parse(`${before.replace(/,\s*$/, "")}]`) as unknown[];
      this.items = new Set(items.map(canonical));
      this.before = before;
    }
    return !this.items.has(canonical(JSON.parse(item)));
  }

  private judge(text: string, { checks, multipleOf, fails, minLength }: Demands): boolean {
    if (multipleOf.length > 0) {
      // Whoever reads it has a double, which must be a multiple, too.
      const values = [parseDecimal(text), parseDecimal(String(Number(text)))];
      if (!multipleOf.every((unit) => values.every((value) => isMultiple(value, parseDecimal(unit))))) return false;
    }
    if (checks.length + fails.length === 0 && minLength === 0) return true;
    const value: unknown = JSON.parse(text);
    if (minLength > 0 && [...(value as string)].length < minLength) return false;
    const { check, pointers } = this;
    return (
      !check || (checks.every((at) => check(pointers[at]!, value)) && !fails.some((at) => check(pointers[at]!, value)))
    );
  }
}

/** One text for equal values: members in the order of their names. Values' depth is bounded by what could be parsed. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
