import type { Location } from "../json/index.ts";
import { lintRules, type RuleId, type Severity } from "./rules.ts";

/** One thing that a rule found in a schema. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** JSON pointer to the keyword in question or, where one is missing, to its schema (`""` is the root). */
  readonly path: string;
  /** What was found, in one sentence. */
  readonly message: string;
  /** What to do, and why: the rule's. */
  readonly advice: string;
  readonly reason: string;
  /** Where it stands in the text, if the schema was given as text. */
  readonly location?: Location;
}

const rules = new Map(lintRules.map((rule) => [rule.id, rule]));

/** Collects findings: of each rule one at a place, and not more than a limit in all. */
export class Findings {
  readonly list: Finding[] = [];
  /** Findings beyond the limit. */
  omitted = 0;
  readonly #known = new Set<string>();
  readonly #wanted: (rule: RuleId) => boolean;
  readonly #most: number;

  constructor(wanted: (rule: RuleId) => boolean, most: number) {
    this.#wanted = wanted;
    this.#most = most;
  }

  add(id: RuleId, path: string, message: string): void {
    const key = `${id} ${path}`;
    if (!this.#wanted(id) || this.#known.has(key)) return;
    if (this.list.length >= this.#most) {
      this.omitted++;
      return;
    }
    this.#known.add(key);
    const { severity, advice, reason } = rules.get(id)!;
    this.list.push({ rule: id, severity, path, message, advice, reason });
  }
}
