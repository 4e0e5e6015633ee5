/**
 * What the machine says, made into the live value, warnings and repairs of one document, and told on.
 *
 * The order of events is that of the text: a key, its value's beginning, a string's deltas, completion, and for an
 * array's item `item`.
 */
import { convert, mayConvert } from "./convert.ts";
import type { Cursor } from "./cursor.ts";
import type { Place } from "./errors.ts";
import type { Kind, Repair, Warning, WarningKind } from "./events.ts";
import type { Guide, ProgressSchema } from "./guide.ts";
import type { Path } from "./path.ts";
import { type RepairName, repairMessages } from "./repairs.ts";
import type { Sink } from "./sink.ts";
import { COLON, KEY, OBJECT, STRING, VALUE } from "./states.ts";
import type { Teller } from "./teller.ts";
import type { Tree } from "./tree.ts";

/**
 * What becomes of a key that its object has already: the later value wins (what was told of the earlier one has been
 * told), the earlier one (nothing but the warning is told of the later), or it's an error.
 */
export type DuplicateKeys = "last" | "first" | "error";

/** What becomes of numbers that a double can't hold: rounded, as a `bigint` (integers), or as their source text. */
export type Numbers = "number" | "bigint" | "text";

export interface ReaderPolicy {
  readonly duplicateKeys: DuplicateKeys;
  readonly numbers: Numbers;
  readonly repairs: ReadonlySet<RepairName>;
}

/** Warnings and repairs of one document that are kept; all are told and counted. */
const mostKept = 1000;

/** Characters of a converted string that its repair shows. */
const mostShown = 80;

export class Reader implements Sink {
  warnings: Warning[] = [];
  repairs: Repair[] = [];
  repairCounts: Partial<Record<RepairName, number>> = {};
  /** Values complete so far. */
  values = 0;

  /** Neither build nor tell. */
  private muted = false;
  /** Offsets at which the open containers begin; the last one may be a string's. */
  private readonly starts: number[] = [];
  /** In lenient mode, the schema by which strings are converted. */
  private readonly guide: Guide | undefined;
  /** The schema of the open string, while that may have to be converted; then nothing is shown or told of it. */
  private target: ProgressSchema | undefined;
  private place: Place | undefined;
  private withheld = "";

  constructor(
    private readonly tree: Tree,
    private readonly teller: Teller,
    private readonly cursor: Cursor,
    private readonly policy: ReaderPolicy,
    guide: Guide | undefined,
  ) {
    if (policy.repairs.size > 0) this.guide = guide;
  }

  /** Whether anybody is told of the value being read: not of one that's discarded, which isn't in the document. */
  private get tells(): boolean {
    return this.teller.emitter.busy && !this.tree.discarding;
  }

  /** Makes ready for the next document. */
  begin(document: number, tentative: boolean, muted: boolean): void {
    this.values = 0;
    this.muted = muted;
    this.teller.begin(document, tentative && !muted);
    if (this.warnings.length > 0) this.warnings = [];
    if (this.repairs.length > 0) {
      this.repairs = [];
      this.repairCounts = {};
    }
    this.target = undefined;
    if (!muted) this.tree.reset();
  }

  open(kind: number, start: number): void {
    if (this.muted) return;
    const { tree, teller } = this;
    if (tree.inArray) this.nextItem();
    if (this.tells) teller.value(kind === OBJECT ? "object" : "array", start);
    this.starts[tree.depth] = start;
    if (kind === OBJECT) tree.openObject();
    else tree.openArray();
  }

  close(end: number): void {
    if (this.muted) return;
    this.values++;
    const { tree, teller } = this;
    const kind = tree.inArray ? "array" : "object";
    const value = tree.close();
    if (this.tells) teller.complete(kind, value, this.starts[tree.depth]!, end);
  }

  key(key: string, start: number, end: number): boolean {
    if (this.muted) return true;
    const { tree, teller } = this;
    teller.moved(tree.depth);
    if (!tree.key(key)) {
      const { duplicateKeys } = this.policy;
      if (duplicateKeys === "error") return false;
      if (duplicateKeys === "first") tree.discard();
      this.warn("duplicate-key", start, key, `Duplicate key: the ${duplicateKeys} value wins`);
    }
    if (this.tells) teller.key(key, start, end);
    return true;
  }

  string(text: string, start: number, end: number): void {
    if (this.muted) return;
    const { tree, teller } = this;
    if (this.guide || teller.measured) {
      this.beginString(start);
      if (text !== "") this.text(text, start + 1, end - 1);
      this.endString(end);
      return;
    }
    this.values++;
    if (tree.inArray) this.nextItem();
    const value = tree.attachString(text);
    if (this.tells) teller.whole("string", value, text, start, end);
  }

  beginString(start: number): void {
    if (this.muted) return;
    const { tree, teller } = this;
    this.starts[tree.depth] = start;
    if (this.guide && this.withhold(this.guide, start)) return;
    if (tree.inArray) this.nextItem();
    if (this.tells) teller.value("string", start);
    tree.beginString();
  }

  text(piece: string, start: number, end: number): void {
    if (this.muted) return;
    if (this.target) {
      this.withheld += piece;
      return;
    }
    this.tree.append(piece);
    const { teller } = this;
    if (this.tells) teller.delta(piece, start, end);
  }

  endString(end: number): void {
    if (this.muted) return;
    if (this.target) {
      this.release(this.target, end);
      return;
    }
    this.values++;
    const { tree, teller } = this;
    const value = tree.endString();
    if (this.tells) teller.complete("string", value, this.starts[tree.depth]!, end);
  }

  number(value: number, raw: string, start: number, end: number): void {
    if (this.muted) return;
    this.whole("number", raw === "" ? value : this.exact(value, raw, start), start, end);
  }

  literal(value: boolean | null, start: number, end: number): void {
    if (!this.muted) this.whole(value === null ? "null" : "boolean", value, start, end);
  }

  /** A value that comes whole, and isn't built any further. */
  private whole(kind: Kind, value: unknown, start: number, end: number): void {
    this.values++;
    const { tree, teller } = this;
    if (tree.inArray) this.nextItem();
    tree.attach(value);
    if (this.tells) teller.whole(kind, value, "", start, end);
  }

  repair(flaw: RepairName, at: number, text: string, state: number): void {
    if (this.muted) return;
    this.addRepair(flaw, this.cursor.place(at), text, state);
  }

  private addRepair(flaw: RepairName, place: Place, text: string, state: number): void {
    const { repairs, repairCounts } = this;
    const repair: Repair = {
      type: "repair",
      kind: flaw,
      path: this.path(state),
      text,
      message: repairMessages[flaw],
      ...place,
    };
    repairCounts[flaw] = (repairCounts[flaw] ?? 0) + 1;
    if (repairs.length < mostKept) repairs.push(repair);
    this.teller.tell(this.teller.emitter.listeners("repair"), repair);
  }

  /** A string begins: whether to wait for its end, because it may stand for something else. */
  private withhold(guide: Guide, start: number): boolean {
    const schema = guide.at(this.tree);
    if (!mayConvert(schema)) return false;
    this.target = schema;
    this.place = this.cursor.place(start);
    this.withheld = "";
    return true;
  }

  /** The string that was waited for is complete. */
  private release(schema: ProgressSchema, end: number): void {
    const { tree, withheld } = this;
    const start = this.starts[tree.depth]!;
    this.target = undefined;
    const conversion = convert(withheld, schema);
    if (conversion && this.policy.repairs.has(conversion.repair)) {
      this.addRepair(conversion.repair, this.place!, withheld.slice(0, mostShown), VALUE);
      this.whole(kindOf(conversion.value), conversion.value, start, end);
      return;
    }
    if (tree.inArray) this.nextItem();
    if (this.tells) this.teller.value("string", start);
    tree.beginString();
    if (withheld !== "") this.text(withheld, start + 1, end - 1);
    this.endString(end);
  }

  /** Where the machine is in `state`: the innermost value that's open or awaited. */
  path(state: number): Path {
    const { tree } = this;
    const path = tree.keys.slice(0, tree.depth);
    const within = state === VALUE || state === COLON || state >= STRING;
    if (!within || state === KEY) path.pop();
    else if (tree.inArray && state !== STRING) path.push((path.pop() as number) + 1);
    return path;
  }

  get bulk(): boolean {
    return !this.muted && !this.teller.emitter.busy && this.tree.build && !this.guide;
  }

  bulkValues(values: readonly unknown[], count: number): void {
    this.values += count;
    const { tree } = this;
    for (let i = 0; i < values.length; i++) {
      if (tree.inArray) tree.item();
      tree.attach(values[i]);
    }
    this.teller.moved(tree.depth);
  }

  proven(): void {
    this.teller.proven();
  }

  /** Reports and remembers a warning on something that begins at `start`, on the current line. */
  private warn(kind: WarningKind, start: number, text: string, message: string): void {
    const { cursor, tree } = this;
    const path = tree.keys.slice(0, tree.depth);
    const warning: Warning = { type: "warning", kind, path, text, message, ...cursor.place(start) };
    if (this.warnings.length < mostKept) this.warnings.push(warning);
    this.teller.tell(this.teller.emitter.listeners("warning"), warning);
  }

  /** What's kept of a number that a double can't hold. */
  private exact(value: number, raw: string, start: number): number | bigint | string {
    this.warn("number-precision", start, raw, "A number that a double can't hold exactly");
    const { numbers } = this.policy;
    if (numbers === "text") return raw;
    return numbers === "bigint" && !/[.eE]/.test(raw) ? BigInt(raw) : value;
  }

  private nextItem(): void {
    const { tree } = this;
    tree.item();
    this.teller.moved(tree.depth);
  }
}

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as Kind);
}
