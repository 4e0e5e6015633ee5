/**
 * What `extract` prints: the selected documents, judged by a schema if there is one, in one of three forms. Documents are
 * held until nothing in the text can take them back, then printed one by one and let go: memory doesn't grow with them.
 */
import { once } from "node:events";
import type { ContractError, Refusal, Validator } from "../contract/index.ts";
import type { Document, ExtractEvent, Extractor, ExtractResult, Repair, Select, Warning } from "../json/index.ts";
import { escapeJson, printable, styleFor } from "./terminal.ts";

export type DocumentForm = "json" | "events" | "report";

export interface DocumentOptions {
  readonly form: DocumentForm;
  readonly select: Select;
  /** What the documents must keep to. */
  readonly validator: Validator | undefined;
}

/** Characters of output that are put together before they are written. */
const outputLength = 2 ** 16;

export class DocumentOutput {
  /** Documents that break the schema. */
  private invalid = 0;
  private held: Document[] = [];
  private printed = 0;
  /** Documents that were printed, and then turned out to be reasoning. */
  private retracted = 0;
  private pending = "";
  /** With `select: "schema"`: documents that don't satisfy it, and what's wrong with the one that's nearest to it. */
  private refused = 0;
  private nearest: Refusal | undefined;

  constructor(private readonly options: DocumentOptions) {
    if (options.form === "report") this.write('{"documents":[');
  }

  /** For the extractor's option of that name. */
  readonly accepts = (value: unknown): boolean => {
    const checked = this.options.validator!.validate(value);
    if (checked.ok) return true;
    this.refused++;
    if (!this.nearest || checked.errors.length < this.nearest.errors.length) this.nearest = checked;
    return false;
  };

  /** Follows an extractor; call `release` after each piece of text, and `end` at last. */
  follow(extractor: Extractor): void {
    const { form, select } = this.options;
    if (form === "events") extractor.onAny((event) => this.line(eventLine(event)));
    extractor.on("document", ({ document }) => {
      if (form === "events") this.judge(document);
      else if (select === "all") this.held.push(document);
      else this.held = [document];
    });
    extractor.on("warning", ({ kind }) => {
      if (kind === "withdrawn") this.withdraw();
    });
  }

  /** Documents found so far. */
  get count(): number {
    return this.printed + this.held.length;
  }

  /** There's something to print. */
  get holds(): boolean {
    return this.held.length > 0;
  }

  /** Prints what's held: nothing takes it back now. */
  release(): void {
    for (const document of this.held) this.print(document);
    this.held = [];
  }

  /** Waits until all that was printed has been taken. */
  async drained(): Promise<void> {
    this.flush();
    if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  }

  /** Prints how it ended. Returns whether all that was asked for is there, and valid. */
  async end(result: ExtractResult): Promise<boolean> {
    const { form, select } = this.options;
    if (select === "last" && result.status !== "complete") this.held = [];
    this.release();
    const good = result.status === "complete" && this.invalid === 0 && this.retracted === 0;
    if (form === "json") this.notes(result);
    if (form === "report") this.write(`],${JSON.stringify(this.summary(result, good)).slice(1)}\n`);
    await this.drained();
    this.complain(result);
    return good;
  }

  private print(document: Document): void {
    const { form } = this.options;
    this.printed++;
    const errors = this.judge(document);
    if (form === "json") {
      this.notes(document);
      if (errors.length === 0) this.line(document.value);
      else explain(`The document at offset ${document.start} breaks the schema.`, errors);
    } else {
      const separator = this.printed === 1 ? "" : ",";
      this.write(separator + JSON.stringify({ ...document, ...(this.options.validator && { errors }) }));
    }
  }

  /** What's wrong with a selected document. */
  private judge(document: Document): readonly ContractError[] {
    const { validator, select, form } = this.options;
    if (!validator || select === "schema") return [];
    const checked = validator.validate(document.value);
    if (form === "events" && select !== "all") this.invalid = 0;
    if (checked.ok) return [];
    this.invalid++;
    if (form === "events") this.line({ type: "invalid", document: document.index, errors: checked.errors });
    return checked.errors;
  }

  private withdraw(): void {
    this.held = [];
    this.retracted = this.printed;
    if (this.options.form === "events") this.invalid = 0;
  }

  private summary(result: ExtractResult, good: boolean): object {
    const { status, partial, error } = result;
    const { refused, nearest } = this;
    return {
      status,
      ...(this.options.validator && { valid: good }),
      ...(refused > 0 && { refused, errors: nearest?.errors }),
      ...(partial !== undefined && { partial }),
      ...(error && { error }),
      ...withoutDocuments(result),
    };
  }

  /** Warnings and repairs, on stderr. */
  private notes(of: Document | ExtractResult): void {
    const { warnings, repairs } = "documents" in of ? withoutDocuments(of) : of;
    for (const { kind, line, column, message } of warnings) {
      complain("yellow", "warning", `${kind} at line ${line}, column ${column}: ${message}`);
    }
    for (const { kind, line, column, message } of repairs) {
      complain("yellow", "repaired", `${kind} at line ${line}, column ${column}: ${message}`);
    }
  }

  /** Says on stderr why it isn't what was asked for. */
  private complain(result: ExtractResult): void {
    const { status } = result;
    const { refused, nearest, invalid, retracted } = this;
    if (status !== "complete") complain("red", status, reasonOf(result, refused));
    if (status === "none" && nearest) explain("", nearest.errors);
    if (invalid > 0 && this.options.form !== "json")
      complain("red", "invalid", `${documents(invalid)} broke the schema.`);
    if (retracted > 0) complain("red", "withdrawn", `${documents(retracted)} printed above stood in reasoning.`);
  }

  /** Writes JSON text. */
  private line(value: unknown): void {
    this.write(`${JSON.stringify(value)}\n`);
  }

  private write(text: string): void {
    this.pending += text;
    if (this.pending.length >= outputLength) this.flush();
  }

  private flush(): void {
    if (this.pending !== "") process.stdout.write(escapeJson(this.pending));
    this.pending = "";
  }
}

/**
 * An event's line. The value of a container, of a document and of the result isn't in it: all of it was told before, in
 * smaller pieces.
 */
function eventLine(event: ExtractEvent): unknown {
  if (event.type === "document") {
    const { value, ...found } = event.document;
    return { type: "document", document: found };
  }
  if (event.type === "end") {
    const { documents, partial, ...result } = event.result;
    return { type: "end", result };
  }
  if ((event.type !== "complete" && event.type !== "item") || (event.kind !== "object" && event.kind !== "array")) {
    return event;
  }
  const { type, document, path, start, end, kind } = event;
  return { type, document, path, start, end, kind };
}

/** Warnings and repairs that belong to no finished document. */
function withoutDocuments({ documents, warnings, repairs }: ExtractResult): {
  readonly warnings: readonly Warning[];
  readonly repairs: readonly Repair[];
} {
  const known = new Set<object>(documents.flatMap((document) => [...document.warnings, ...document.repairs]));
  return {
    warnings: warnings.filter((warning) => !known.has(warning)),
    repairs: repairs.filter((repair) => !known.has(repair)),
  };
}

function reasonOf({ status, error }: ExtractResult, refused: number): string {
  const raisable = error?.code === "document-limit" || error?.code === "string-limit";
  if (error) return raisable ? `${error.message}. --limit raises it.` : error.message;
  if (status === "truncated") return "The text ends within a document.";
  if (refused === 0) return "There is no JSON in the text.";
  return `${documents(refused)} found, but none that satisfies the schema.${refused > 1 ? " The nearest:" : ""}`;
}

function documents(count: number): string {
  return count === 1 ? "1 document" : `${count} documents`;
}

function explain(what: string, errors: readonly ContractError[]): void {
  if (what !== "") complain("red", "invalid", what);
  for (const { message } of errors) process.stderr.write(`  ${printable(message)}\n`);
}

function complain(colour: "red" | "yellow", what: string, message: string): void {
  process.stderr.write(`${styleFor(process.stderr)[colour](`${what}:`)} ${printable(message)}\n`);
}
