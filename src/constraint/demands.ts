/** What only a whole value can show: whether it passes its checks, is a multiple, differs from the items before it. */
import { isMultiple, parseDecimal } from "../schema/index.ts";
import type { Demands } from "./forms.ts";
import type { Prefix } from "./prefix.ts";

/** Whether a value is valid against the subschema at a JSON pointer. */
export type Check = (pointer: string, value: unknown) => boolean;

/** Results kept. */
const mostKept = 10_000;
/** Arrays within each other whose items are kept. */
const mostArrays = 64;

/** Items of an array that begins at a known offset of texts of a lineage. */
interface Items {
  readonly lineage: object;
  /** Where the next one begins. */
  upTo: number;
  readonly values: Set<string>;
}

/**
 * Judges values as they close. What it judged it remembers for a while: of the tokens that may come next, many end the
 * same value.
 */
export class Judge {
  private readonly known = new Map<Demands, Map<string, boolean>>();
  private count = 0;
  /** The items of arrays that were looked at, by where those begin. */
  private readonly arrays = new Map<number, Items>();

  constructor(
    /** Absent: all checks pass. */
    private readonly check: Check | undefined,
    private readonly pointers: readonly string[],
  ) {}

  /** Lets go of what it remembers. */
  forget(): void {
    this.known.clear();
    this.count = 0;
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

  /**
   * Whether an item differs from those before it: the array begins at an offset of the text, the item lies between two.
   * Items are read once, as the array gets longer.
   */
  isNew(text: Prefix, array: number, from: number, to: number): boolean {
    const { lineage, length } = text;
    let items = this.arrays.get(array);
    if (items?.lineage !== lineage || items.upTo > from) {
      if (this.arrays.size === mostArrays) this.arrays.clear();
      this.arrays.set(array, (items = { lineage, upTo: array + 1, values: new Set() }));
    }
    const more = itemsIn(text.slice(items.upTo, from));
    const item = canonical(JSON.parse(text.slice(from, to)));
    // What isn't accepted yet may turn out otherwise.
    if (from > length) return !items.values.has(item) && !more.includes(item);
    for (const one of more) items.values.add(one);
    items.upTo = from;
    return !items.values.has(item);
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

/** Items that stand with a comma behind each, in canonical form. */
function itemsIn(text: string): string[] {
  return (JSON.parse(`[${text.slice(0, Math.max(0, text.lastIndexOf(",")))}]`) as unknown[]).map(canonical);
}

/** One text for equal values: members in the order of their names. Values' depth is bounded by what could be parsed. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
