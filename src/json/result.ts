import type { ExtractError } from "./errors.ts";
import type { Repair, Span, Warning } from "./events.ts";
import type { RepairName } from "./repairs.ts";

/** Where in the text a document was found. */
export type Wrapper = "bare" | "prose" | "fence" | "tag";

/** One JSON value found in the text. */
export interface Document extends Span {
  readonly value: unknown;
  /** Counts all documents found, selected or not. From 0. */
  readonly index: number;
  /** What surrounded it. */
  readonly wrapper: Wrapper;
  /** The fence's language tag, or the tag's name; empty if there's none. */
  readonly tag: string;
  /** The tool's name, where a tool-call dialect has it outside the JSON (`[TOOL_CALLS]name[ARGS]{}`); else empty. */
  readonly tool: string;
  readonly warnings: readonly Warning[];
  /** The first thousand; `repairCounts` counts them all. */
  readonly repairs: readonly Repair[];
  readonly repairCounts: Readonly<Partial<Record<RepairName, number>>>;
  /** Whether anything had to be repaired to read it. */
  readonly repaired: boolean;
}

/** How it ended. */
export interface ExtractResult {
  /**
   * - `complete`: what the selection asks for is there, whole.
   * - `truncated`: the text was cut off within a document; `partial` is what was known of it.
   * - `none`: no document.
   * - `error`: a document that can't be read on; `error` says why, `partial` is what was known of it.
   */
  readonly status: "complete" | "truncated" | "none" | "error";
  /** The selected documents, all of them complete, in the order of the text. Empty with `retain: false`. */
  readonly documents: readonly Document[];
  /** The value of the document that was cut off or broken; never a finished value. */
  readonly partial?: unknown;
  readonly error?: ExtractError;
  /** Of the selected documents, of the one in `partial`, and of the text itself (the first thousand). */
  readonly warnings: readonly Warning[];
  readonly repairs: readonly Repair[];
}
