/** What has been found in the text so far, and what of it is shown. */
import type { Cursor } from "./cursor.ts";
import type { ExtractError } from "./errors.ts";
import type { Warning, WarningKind } from "./events.ts";
import type { Path } from "./path.ts";
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
  readonly values: number;
  readonly document: Document;
  readonly held: readonly Delivery[];
}

export class Findings {
  /** The live value is the tree's; else it's `shown`. */
  live = false;
  shown: unknown;
  /** What's shown is a complete document. */
  complete = false;
  /** Complete values in what's shown, and the source characters of it (0 if it broke). */
  values = 0;
  characters = 0;
  /** The path of the innermost open value, where what's shown broke or was cut off. */
  private open: Path | undefined;
  private found = 0;
  private aside: Aside | undefined;

  constructor(
    private readonly selection: Selection,
    private readonly tree: Tree,
    private readonly reader: Reader,
    private readonly teller: Teller,
    private readonly cursor: Cursor,
  ) {}

  /** Whether the value at a path of what's shown is complete, was left open, or isn't there. */
  state(path: Path): "complete" | "open" | "absent" {
    const { open } = this;
    let value = this.shown;
    for (const key of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return "absent";
      if (Array.isArray(value) !== (typeof key === "number")) return "absent";
      value = (value as Record<string | number, unknown>)[key];
    }
    if (value === undefined) return "absent";
    return open && path.every((key, d) => key === open[d]) ? "open" : "complete";
  }

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
    this.present(this.document(index, finding), this.reader.values);
  }

  /** A document is broken or cut off; returns what's known of it. */
  leave(error?: ExtractError): Unfinished {
    const { tree, reader } = this;
    const known = error === undefined || this.live;
    const partial = known ? tree.value : undefined;
    if (known) this.display(partial, reader.values, 0, openIn(tree));
    this.live = false;
    const { warnings, repairs } = reader;
    return { ...(error && { error }), partial, warnings, repairs };
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
    const { values } = reader;
    const citation = !expected && isCitation(tree.value, values);
    // The first one that isn't empty, or else the first.
    if (citation || this.settled || (this.aside && (values === 1 || this.aside.values > 1))) return;
    this.aside = { document: this.document(this.found, finding), values, held: this.teller.takeHeld() };
  }

  /** A reasoning block that was never opened ended at this offset: all that was found before is reasoning. */
  withdraw(offset: number): void {
    this.aside = undefined;
    this.display(undefined, 0, 0);
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
      this.present(this.aside.document, this.aside.values);
    }
    return this.selection.conclude(cut);
  }

  private present(document: Document, values: number): void {
    this.complete = this.selection.add(document);
    if (!this.complete) {
      this.display(undefined, 0, 0);
      return;
    }
    this.display(document.value, values, document.end - document.start);
    this.teller.emitter.emit("document", { type: "document", document });
  }

  private display(value: unknown, values: number, characters: number, open?: Path): void {
    this.shown = value;
    this.values = values;
    this.characters = characters;
    this.open = open;
  }

  private document(index: number, finding: Finding): Document {
    const { warnings, repairs, repairCounts } = this.reader;
    const { value } = this.tree;
    return { value, index, ...finding, warnings, repairs, repairCounts, repaired: repairs.length > 0 };
  }
}

/** The path of the innermost value that's open in a tree; undefined if none is. */
function openIn({ depth, keys, openLength }: Tree): Path | undefined {
  if (openLength >= 0) return keys.slice(0, depth);
  return depth > 0 ? keys.slice(0, depth - 1) : undefined;
}
