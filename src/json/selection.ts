/** Which documents count, and how it all ended. */
import type { ExtractError } from "./errors.ts";
import type { Repair, Warning } from "./events.ts";
import type { Select } from "./options.ts";
import type { Document, ExtractResult } from "./result.ts";

/** A document that broke or was cut off. */
export interface Unfinished {
  /** Why it broke; absent if it was cut off. */
  readonly error?: ExtractError;
  readonly partial: unknown;
  readonly warnings: readonly Warning[];
  readonly repairs: readonly Repair[];
}

/** Warnings kept that are of no document; all are told. */
const mostKept = 1000;

export class Selection {
  /** Nothing that follows can change what's selected, unless all is withdrawn. */
  settled = false;
  /** The documents selected so far. */
  private documents: Document[] = [];
  /** How many they are, kept or not. */
  private count = 0;
  private broken: Unfinished | undefined;
  /** The first candidate that broke, but looked as if a document was meant. */
  private nearMiss: ExtractError | undefined;
  private readonly general: Warning[] = [];

  constructor(
    private readonly select: Select,
    private readonly accepts: (value: unknown) => boolean,
    private readonly retain: boolean,
  ) {}

  /** A document is complete. Returns whether it's selected, for now. */
  add(document: Document): boolean {
    if (this.select === "schema" && !this.accepts(document.value)) return false;
    this.count = this.select === "all" ? this.count + 1 : 1;
    if (this.select !== "all") this.documents = [];
    if (this.retain) this.documents.push(document);
    if (this.select === "last") this.broken = undefined;
    this.settled = this.select === "first" || this.select === "schema";
    return true;
  }

  /** A document broke. */
  break(broken: Unfinished): void {
    if (this.select === "first") this.settled = true;
    if (this.select === "last") this.drop();
    if (this.select !== "all" || !this.broken) this.broken = broken;
  }

  miss(error: ExtractError): void {
    this.nearMiss ??= error;
  }

  warn(warning: Warning): void {
    if (this.general.length < mostKept) this.general.push(warning);
  }

  /** Everything so far was reasoning. Returns whether anything had been found in it. */
  withdraw(): boolean {
    const any = !this.empty;
    this.drop();
    this.broken = undefined;
    this.nearMiss = undefined;
    this.settled = false;
    return any;
  }

  /** Whether there's something to show for the text so far. */
  get empty(): boolean {
    return this.count === 0 && !this.broken;
  }

  private drop(): void {
    this.documents = [];
    this.count = 0;
  }

  /** How it ended; `cut` is the document within which the text ended. */
  conclude(cut: Unfinished | undefined): ExtractResult {
    const { documents } = this;
    const done = this.settled && !this.broken;
    const last = done ? undefined : this.select === "all" ? (this.broken ?? cut) : (cut ?? this.broken);
    // The last document is the one that was cut off.
    const selected = this.select === "last" && last ? [] : documents;
    const warnings = [...selected.flatMap((d) => d.warnings), ...(last?.warnings ?? []), ...this.general];
    const repairs = [...selected.flatMap((d) => d.repairs), ...(last?.repairs ?? [])];
    const result = { documents: selected, warnings, repairs };
    if (last) {
      const { error, partial } = last;
      if (error) return { status: "error", ...result, partial, error };
      return { status: "truncated", ...result, partial };
    }
    if (this.count > 0) return { status: "complete", ...result };
    if (this.nearMiss) return { status: "error", ...result, error: this.nearMiss };
    return { status: "none", ...result };
  }
}
