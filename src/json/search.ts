/**
 * Finds the documents in a text as it arrives, and reads them: the phases an extractor goes through.
 *
 * A `{` or `[` in running text begins a *candidate*. The machine reads it, but nothing of it is shown until it has proved
 * itself (see `Machine.tentative`); if it breaks before that, it was prose, and the text after its opener is looked at
 * again. What has proved itself is a document, and an error in it is an error. A value that closes without proof, such as
 * `["a"]` or `{}`, is a document if it stands alone where one is expected; else it's an *aside*, taken only if there's
 * nothing else; `[1]` in running text is a citation, and never taken. A scalar is a document only as the sole content of
 * the text, of a fence, or after reasoning.
 */
import { Cursor } from "./cursor.ts";
import { type ErrorCode, ExtractError } from "./errors.ts";
import { Emitter } from "./events.ts";
import { type Finding, Findings } from "./findings.ts";
import { Guide } from "./guide.ts";
import { type Inside, insideDocument } from "./inside.ts";
import { characterAt, Machine } from "./machine.ts";
import type { ResolvedOptions } from "./options.ts";
import { ProgressMeter } from "./progress.ts";
import { looksMeant } from "./prose.ts";
import { Reader } from "./reader.ts";
import { Recent } from "./recent.ts";
import type { ExtractResult } from "./result.ts";
import { Resync } from "./resync.ts";
import { CANDIDATE, Scanner, UNOPENED } from "./scanner.ts";
import { Selection, type Unfinished } from "./selection.ts";
import { DONE, FAILED, FIRST_ITEM, FIRST_KEY, FLAW, KEY, STRING } from "./states.ts";
import { Teller } from "./teller.ts";
import { Tree } from "./tree.ts";
import { Utf8Decoder } from "./utf8.ts";

// Phases.
const OUTSIDE = 0;
const INSIDE = 1;
/** After a value that hasn't proved itself: does it stand alone? */
const BESIDE = 2;
/** After a document that broke. */
const SKIPPING = 3;
/** After the one document of a bare text. */
const OVER = 4;
/** After an error that ends everything. */
const STOPPED = 5;

const byteOrderMark = 0xfeff;

/** A candidate that's still whole after so many characters is a document: no prose reads as JSON for so long. */
const proofLength = 256;

export class Search {
  readonly cursor = new Cursor();
  readonly emitter = new Emitter();
  private readonly recent = new Recent();
  private readonly resync = new Resync();
  readonly selection: Selection;
  readonly scanner: Scanner;
  readonly tree: Tree;
  readonly meter: ProgressMeter;
  readonly teller: Teller;
  readonly reader: Reader;
  readonly machine: Machine;
  readonly findings: Findings;
  private readonly decoder = new Utf8Decoder();

  private phase = OUTSIDE;
  // The current candidate or document.
  start = 0;
  endedAt = 0;
  private opener = 0;
  private line = 1;
  private lineStart = 0;
  private scalar = false;
  /** It began where a document is expected. */
  private expected = false;
  /** Offset at which it must have proved itself, or be over. */
  private bound = Number.POSITIVE_INFINITY;
  /** Its text from earlier chunks, while it may turn out to be prose. */
  private source = "";

  /** Characters written. */
  private total = 0;

  constructor(private readonly options: ResolvedOptions) {
    const { cursor, emitter } = this;
    this.selection = new Selection(options.select, options.accepts, options.retain);
    this.scanner = new Scanner(cursor, options.reasoning);
    this.tree = new Tree(options.values);
    const guide = options.schema && new Guide(options.schema);
    this.meter = new ProgressMeter(options.values ? guide : undefined);
    this.teller = new Teller(this.tree, emitter, this.meter);
    this.reader = new Reader(this.tree, this.teller, cursor, options, guide);
    this.machine = new Machine(this.reader, cursor, options.limits, options.repairs);
    this.findings = new Findings(this.selection, this.tree, this.reader, this.teller, cursor);
    if (!options.wrapped) this.beginBare();
  }

  /** Offset of the next character. */
  get base(): number {
    return this.cursor.base;
  }

  get inside(): Inside {
    const { phase, machine, cursor, scanner } = this;
    if (phase === INSIDE) return insideDocument(machine, cursor.base);
    if (phase === SKIPPING || (this.endedAt === cursor.base && this.endedAt > 0)) return "structure";
    return scanner.reasoning ? "reasoning" : "prose";
  }

  /** The next characters. */
  feed(text: string): void {
    const { cursor, recent, machine } = this;
    recent.add(text);
    const { length } = text;
    const end = (this.total = cursor.base + length);
    if (this.phase !== INSIDE || end > this.bound || machine.tentative || cursor.base === 0) {
      this.drive(text, 0);
      return;
    }
    // The way most pieces go.
    const i = machine.run(text, 0, length);
    const { state } = machine;
    if (state === DONE) this.closed(i);
    else if (state === FAILED) this.failed(i);
    else {
      cursor.base = end;
      return;
    }
    this.drive(text, i);
  }

  /** The next bytes of UTF-8. */
  feedBytes(bytes: Uint8Array): void {
    if (this.phase === STOPPED) return;
    const { text, invalid } = this.decoder.decode(bytes);
    if (text !== "") this.feed(text);
    if (invalid) this.stop("invalid-utf8", 0, "", "UTF-8");
  }

  /** The text is over. */
  end(): ExtractResult {
    if (this.decoder.incomplete) this.endWithinCharacter();
    return this.findings.conclude(this.endPhase());
  }

  private drive(text: string, from: number): void {
    const { length } = text;
    let i = from;
    if (this.cursor.base === 0 && !this.options.wrapped && text.charCodeAt(0) === byteOrderMark) i++;
    while (i < length) {
      const { phase } = this;
      if (phase === INSIDE) i = this.read(text, i, length);
      else if (phase === OUTSIDE) i = this.scan(text, i, length);
      else if (phase === BESIDE) i = this.lookBeside(text, i, length);
      else if (phase === SKIPPING) i = this.skip(text, i, length);
      else if (phase === OVER) i = this.readOver(text, i, length);
      else break;
    }
    if (this.machine.tentative) this.keepSource(text);
    this.cursor.base += length;
  }

  private keepSource(text: string): void {
    const from = this.start - this.cursor.base;
    this.source += from > 0 ? text.slice(from) : text;
  }

  private scan(text: string, from: number, to: number): number {
    const { scanner } = this;
    const i = scanner.scan(text, from, to);
    if (scanner.signal === CANDIDATE) this.beginCandidate(text.charCodeAt(i), i);
    else if (scanner.signal === UNOPENED) this.findings.withdraw(this.cursor.base + i);
    return i;
  }

  private beginBare(): void {
    this.phase = INSIDE;
    this.reader.begin(0, false, false);
    this.findings.show();
    this.bound = this.options.limits.documentLength;
  }

  private beginCandidate(opener: number, i: number): void {
    const { machine, scanner, cursor } = this;
    this.phase = INSIDE;
    this.opener = opener;
    this.start = cursor.base + i;
    this.line = cursor.line;
    this.lineStart = cursor.lineStart;
    this.scalar = opener !== 123 && opener !== 91;
    this.expected = scanner.expected;
    this.source = "";
    const longest = this.options.limits.documentLength;
    this.bound = this.start + (this.scalar ? longest : Math.min(longest, proofLength));
    machine.reset();
    machine.tentative = true;
    machine.aside = opener === 91 && !this.expected;
    this.findings.begin();
  }

  private read(text: string, from: number, length: number): number {
    const { machine, cursor } = this;
    const { tentative } = machine;
    const to = cursor.base + length > this.bound ? Math.max(from, this.bound - cursor.base) : length;
    const i = machine.run(text, from, to);
    if (tentative && !machine.tentative) this.commit();
    if (machine.state === DONE) this.closed(i);
    else if (machine.state === FAILED) return this.failed(i);
    else if (i < length && cursor.base + i === this.bound) {
      if (this.bound === this.start + this.options.limits.documentLength) return this.tooLong(i);
      // In prose a comment may be anything, and so proves nothing.
      if (machine.lenient?.inComment && machine.state === FLAW) {
        machine.fail("unexpected-character", i, "", "a value");
        return this.failed(i);
      }
      machine.prove();
      this.commit();
    }
    return i;
  }

  private tooLong(i: number): number {
    this.machine.fail("document-limit", i, "", `at most ${this.options.limits.documentLength} characters`);
    return this.failed(i);
  }

  /** The candidate is a document. */
  private commit(): void {
    this.source = "";
    this.bound = this.start + this.options.limits.documentLength;
    this.findings.show();
  }

  /** The root value ended before index `i`. */
  private closed(i: number): void {
    const { machine } = this;
    this.endedAt = this.cursor.base + i;
    if (!this.options.wrapped) this.phase = OVER;
    else if (!machine.tentative) this.finish();
    else if (this.scalar || this.expected) this.phase = BESIDE;
    else this.setAside();
  }

  /** A document is complete. */
  private finish(): void {
    this.phase = OUTSIDE;
    this.findings.finish(this.finding());
    this.scanner.resume();
  }

  private finding(): Finding {
    const { scanner, start, endedAt, options } = this;
    const { fence, name, tool } = scanner;
    const wrapper = !options.wrapped ? "bare" : fence !== 0 ? "fence" : name !== "" ? "tag" : "prose";
    return { start, end: endedAt, wrapper, tag: name, tool };
  }

  /** After a value without proof: white space up to the line's end, or up to the end of where a scalar may be. */
  private lookBeside(text: string, from: number, length: number): number {
    const { fence } = this.scanner;
    for (let i = from; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 && !this.scalar) return this.accept(i);
      if (c === 10) this.cursor.newline(i);
      else if (c !== 32 && c !== 9 && c !== 13) {
        // The end of the fence, or a tag.
        if (c === 60 || (fence !== 0 && c === fence)) return this.accept(i);
        if (this.scalar) return this.rewind();
        this.setAside();
        return i;
      }
    }
    return length;
  }

  private accept(i: number): number {
    this.machine.prove();
    this.commit();
    this.finish();
    return i;
  }

  private setAside(): void {
    this.machine.tentative = false;
    this.phase = OUTSIDE;
    this.findings.setAside(this.finding(), this.expected);
    this.scanner.resume();
  }

  /** The machine stopped at index `i`. */
  private failed(i: number): number {
    const { machine, selection, cursor } = this;
    const limited = machine.failure!.code.endsWith("-limit");
    if (machine.tentative && limited && !this.scalar) {
      machine.prove();
      this.commit();
    }
    if (machine.tentative) {
      // A word, a number or a quotation that breaks is how a sentence begins, unless it's only too long.
      const meant = this.scalar ? limited : this.expected && looksMeant(machine);
      if (meant) selection.miss(this.makeError());
      this.scanner.fellBack(this.opener, machine.lastOpen + 1);
      return this.rewind();
    }
    this.findings.break(this.makeError());
    this.phase = this.options.wrapped ? SKIPPING : STOPPED;
    this.resync.begin(
      machine.depth,
      cursor.line === this.line,
      machine.failedIn === STRING || machine.failedIn === KEY,
    );
    return i;
  }

  /** Goes back to just after the opener of what turned out to be prose. */
  private rewind(): number {
    const { cursor } = this;
    this.machine.tentative = false;
    this.phase = OUTSIDE;
    cursor.line = this.line;
    cursor.lineStart = this.lineStart;
    if (this.scalar) this.scanner.fellBack(this.opener, 0);
    if (this.start >= cursor.base) return this.start - cursor.base + 1;
    const again = this.source.slice(1);
    const { base } = cursor;
    cursor.base = this.start + 1;
    this.drive(again, 0);
    cursor.base = base;
    return 0;
  }

  private skip(text: string, from: number, to: number): number {
    const i = this.resync.skip(text, from, to);
    if (i < 0) return to;
    this.phase = OUTSIDE;
    this.scanner.resume();
    return i;
  }

  private readOver(text: string, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const c = text.charCodeAt(i);
      if (c === 10) this.cursor.newline(i);
      else if (c !== 32 && c !== 9 && c !== 13) {
        this.stop("trailing-text", i, characterAt(text, i), "the end of the text");
        return i;
      }
    }
    return to;
  }

  /** An error after which nothing more is read. */
  private stop(code: ErrorCode, i: number, found: string, expected: string): void {
    if (this.phase === STOPPED) return;
    const { machine } = this;
    this.phase = STOPPED;
    machine.tentative = false;
    machine.fail(code, i, found, expected, found === "" ? i : i + 1);
    this.findings.break(this.makeError());
  }

  private endWithinCharacter(): void {
    if (this.phase === STOPPED) return;
    const bare = !this.options.wrapped && this.phase !== INSIDE;
    if (bare) this.stop("invalid-utf8", 0, "", "the rest of a character");
    else this.findings.warn("incomplete-utf8", this.cursor.base, "The text ends within a character");
  }

  /** The end of the text ends what's being read; returns what it cuts off. */
  private endPhase(): Unfinished | undefined {
    const { machine, phase, selection } = this;
    if (phase === BESIDE) this.accept(0);
    else if (phase === OVER) this.finish();
    else if (phase === INSIDE) {
      if (machine.finish()) {
        this.endedAt = this.cursor.base;
        if (machine.tentative) this.accept(0);
        else this.finish();
      } else if (!selection.settled && this.meant()) {
        if (machine.tentative) machine.prove();
        return this.findings.leave();
      }
    }
    return undefined;
  }

  /** Whether what's being read is more than an opener in prose. */
  private meant(): boolean {
    const { machine } = this;
    if (!machine.tentative) return this.options.wrapped || !machine.blank;
    return this.expected || (!machine.aside && machine.state !== FIRST_KEY && machine.state !== FIRST_ITEM);
  }

  private makeError(): ExtractError {
    const failure = this.machine.failure!;
    const excerpt = this.recent.upTo(failure.seen, this.total);
    return new ExtractError({
      ...failure,
      ...this.cursor.place(failure.offset),
      path: this.reader.path(this.machine.failedIn),
      excerpt,
    });
  }
}
