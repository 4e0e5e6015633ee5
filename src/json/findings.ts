/** What has been found in the text so far, and what of it is shown. */
import type { Cursor } from "./cursor.ts";
import type { ExtractError } from "./errors.ts";
import type { Warning, WarningKind } from "./events.ts";
import { isCitation } from "./prose.ts";
import type { Reader } from "./reader.ts";
import type { Document, ExtractResult } from "./result.ts";
import type { Selection, Unfinished } from "./selection.ts";
import { type Delivery, deliver, type Teller } from "./teller.ts";
import type { Tree } from "./tree.ts";

/** Where a document is, and in what. */
export type Finding = Pick<Document, "start" | "end" | "wrapper" | "tag" | "tool">;

/** A value that closed without proof, and what there is to tell of it. */
interface Aside {
  readonly empty: boolean;
  readonly document: Document;
  readonly held: readonly Delivery[];
}

export class Findings {
  /** The live value is the tree's; else it's `shown`. */
  live = false;
  shown: unknown;
  /** What's shown is a complete document. */
  complete = false;
  private found = 0;
  private aside: Aside | undefined;

  constructor(
    private readonly selection: Selection,
    private readonly tree: Tree,
    private readonly reader: Reader,
    private readonly teller: Teller,
    private readonly cursor: Cursor,
  ) {}

  /** Nothing more is needed: what comes is neither built nor told. */
  get settled(): boolean {
    return this.selection.settled;
  }

  /** Makes ready for a candidate. */
  begin(): void {
    this.live = false;
    this.reader.begin(this.found, true, this.settled);
  }

  /** What's being read is a document, and can be shown. */
  show(): void {
    this.live = !this.settled;
    if (this.live) this.complete = false;
  }

  /** A document is complete. */
  finish(finding: Finding): void {
    const index = this.found++;
    if (this.settled) return;
    this.live = false;
    this.present(this.document(index, finding));
  }

  /** A document is broken or cut off; returns what's known of it. */
  leave(error?: ExtractError): Unfinished {
    if (error === undefined || this.live) this.shown = this.tree.value;
    this.live = false;
    const { warnings, repairs } = this.reader;
    return { ...(error && { error }), partial: this.shown, warnings, repairs };
  }

  /** A document can't be read on. */
  break(error: ExtractError): void {
    this.found++;
    if (this.settled) return;
    this.selection.break(this.leave(error));
    this.teller.emitter.emit("error", { type: "error", error });
  }

  /** A value that closed without proof, in the midst of text: kept for the case that there's nothing else. */
  setAside(finding: Finding, expected: boolean): void {
    const { reader, tree } = this;
    const empty = reader.values === 1;
    const citation = !expected && isCitation(tree.value, reader.values);
    if (citation || this.settled || (this.aside && (empty || !this.aside.empty))) return;
    this.aside = { document: this.document(this.found, finding), empty, held: this.teller.takeHeld() };
  }

  /** A reasoning block that was never opened ended at this offset: all that was found before is reasoning. */
  withdraw(offset: number): void {
    this.aside = undefined;
    this.shown = undefined;
    this.complete = false;
    if (!this.selection.withdraw()) return;
    this.warn("withdrawn", offset, "The documents before were reasoning: a closing tag ended it here");
  }

  warn(kind: WarningKind, offset: number, message: string): void {
    const warning: Warning = { type: "warning", kind, path: [], text: "", message, ...this.cursor.place(offset) };
    this.selection.warn(warning);
    this.teller.emitter.emit("warning", warning);
  }

  /** The text is over; `cut` is the document within which it ended. */
  conclude(cut: Unfinished | undefined): ExtractResult {
    if (!cut && this.selection.empty && this.aside) {
      deliver(this.aside.held);
      this.present(this.aside.document);
    }
    return this.selection.conclude(cut);
  }

  private present(document: Document): void {
    if (this.selection.add(document)) {
      this.shown = document.value;
      this.complete = true;
      this.teller.emitter.emit("document", { type: "document", document });
    } else this.shown = undefined;
  }

  private document(index: number, finding: Finding): Document {
    const { warnings, repairs, repairCounts } = this.reader;
    const { value } = this.tree;
    return { value, index, ...finding, warnings, repairs, repairCounts, repaired: repairs.length > 0 };
  }
}
