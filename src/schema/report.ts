/**
 * How a keyword is held.
 * - `grammar`: nothing that breaks it can be written
 * - `boundary`: the grammar is wider; checking the finished value (ajv) holds it
 * - `refused`: nothing holds it
 * - `annotation`: it asserts nothing
 */
export type KeywordStatus = "grammar" | "boundary" | "refused" | "annotation";

/** One line of the report: a keyword at a place in the schema, and what became of it. */
export interface ReportEntry {
  /** JSON pointer to the keyword in the schema, such as `/properties/age/minimum`. */
  readonly path: string;
  readonly keyword: string;
  readonly status: KeywordStatus;
  /** Why it is so, where that isn't plain; also where a grammar is narrower than the keyword asks. */
  readonly reason?: string;
}

const severity: Record<KeywordStatus, number> = { annotation: 0, grammar: 1, boundary: 2, refused: 3 };

/** Collects entries. A keyword met several times keeps the weakest hold that any use of it has. */
export class Report {
  readonly #entries = new Map<string, ReportEntry>();
  readonly #passedOver = new Set<string>();

  constructor(entries: Iterable<ReportEntry> = []) {
    for (const entry of entries) this.#entries.set(entry.path, entry);
  }

  /** Takes no more entries of a schema at a pointer and what's in it. */
  passOver(pointer: string): void {
    this.#passedOver.add(pointer);
  }

  /** @param at JSON pointer to the schema that has the keyword */
  add(at: string, keyword: string, status: KeywordStatus, reason?: string): void {
    if (this.#passedOver.size > 0 && this.#isPassedOver(at)) return;
    const path = `${at}/${escapePointer(keyword)}`;
    const known = this.#entries.get(path);
    if (known && severity[known.status] > severity[status]) return;
    if (known && severity[known.status] === severity[status] && (known.reason || !reason)) return;
    this.#entries.set(path, { path, keyword, status, ...(reason ? { reason } : {}) });
  }

  #isPassedOver(at: string): boolean {
    for (let end = at.length; end > 0; end = at.lastIndexOf("/", end - 1)) {
      if (this.#passedOver.has(at.slice(0, end))) return true;
    }
    return false;
  }

  /** Replaces what is known of a keyword: a rendering may hold more or less than the Shape says. */
  replace(entry: ReportEntry): void {
    this.#entries.set(entry.path, entry);
  }

  has(at: string, keyword: string): boolean {
    return this.#entries.has(`${at}/${escapePointer(keyword)}`);
  }

  /** The entry at a path. */
  at(path: string): ReportEntry | undefined {
    return this.#entries.get(path);
  }

  list(): ReportEntry[] {
    return [...this.#entries.values()];
  }
}

/** One step of a JSON pointer, escaped (RFC 6901). */
export function escapePointer(step: string): string {
  return step.includes("~") || step.includes("/") ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}

/** The steps of a JSON pointer, unescaped (RFC 6901). */
export function pointerSteps(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
