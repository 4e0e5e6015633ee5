/**
 * What the machine says, made into the live value, events and warnings of one document.
 *
 * The order of events is that of the text: a key, its value's beginning, a string's deltas, completion, and for an
 * array's item `item`. While a candidate hasn't proved itself its events are held back, in order.
 */
import { convert, mayConvert } from "./convert.ts";
import type { Cursor } from "./cursor.ts";
import type { Place } from "./errors.ts";
import { type Emitter, type Kind, type Repair, TreeEvent, type Warning, type WarningKind } from "./events.ts";
import type { Guide, ProgressSchema } from "./guide.ts";
import { type Path, PathStep } from "./path.ts";
import { PatternMatcher, type PatternState } from "./pattern.ts";
import type { ProgressMeter } from "./progress.ts";
import { type RepairName, repairMessages } from "./repairs.ts";
import type { Sink } from "./sink.ts";
import { COLON, KEY, OBJECT, STRING, VALUE } from "./states.ts";
import type { Tree } from "./tree.ts";

/** What becomes of a key that its object has already: the later value wins, the earlier one, or it's an error. */
export type DuplicateKeys = "last" | "first" | "error";

/** What becomes of numbers that a double can't hold: rounded, as a `bigint` (integers), or as their source text. */
export type Numbers = "number" | "bigint" | "text";

export interface ReaderPolicy {
  readonly duplicateKeys: DuplicateKeys;
  readonly numbers: Numbers;
  readonly repairs: ReadonlySet<RepairName>;
}

/** An event, and whom to tell it. */
export type Delivery = readonly [listeners: Emitter["delta"], event: object];

/** Warnings and repairs of one document that are kept; all are told and counted. */
const mostKept = 1000;

/** Characters of a converted string that its repair shows. */
const mostShown = 80;

const noMatches: readonly number[] = [];

export class Reader implements Sink {
  /** Which document this is. */
  document = 0;
  warnings: Warning[] = [];
  repairs: Repair[] = [];
  repairCounts: Partial<Record<RepairName, number>> = {};
  /** Values complete so far. */
  values = 0;

  /** Neither build nor tell. */
  private muted = false;
  /** Events of a candidate; undefined once it's proven. */
  private held: Delivery[] | undefined;
  /** Offsets at which the open containers begin; the last one may be a string's. */
  private readonly starts: number[] = [];
  private readonly kinds: number[] = [];
  /** For each depth, the step to the value being read there, once somebody needed it. */
  private readonly steps: (PathStep | undefined)[] = [];
  private readonly states: (PatternState | undefined)[] = [];
  private matcher: PatternMatcher | undefined;
  private pct = 0;
  /** In lenient mode, the schema by which strings are converted. */
  private readonly guide: Guide | undefined;
  /** The schema of the open string, while that may have to be converted; then nothing is shown or told of it. */
  private target: ProgressSchema | undefined;
  private place: Place | undefined;
  private withheld = "";
  private matched: Emitter["subscriptions"] = [];

  constructor(
    private readonly tree: Tree,
    private readonly emitter: Emitter,
    private readonly cursor: Cursor,
    private readonly meter: ProgressMeter,
    private readonly policy: ReaderPolicy,
    guide: Guide | undefined,
  ) {
    if (policy.repairs.size > 0) this.guide = guide;
  }

  /** Makes ready for the next document. */
  begin(document: number, tentative: boolean, muted: boolean): void {
    this.document = document;
    this.values = 0;
    this.pct = 0;
    this.meter.reset();
    this.muted = muted;
    this.held = tentative && !muted ? [] : undefined;
    if (this.warnings.length > 0) this.warnings = [];
    if (this.repairs.length > 0) {
      this.repairs = [];
      this.repairCounts = {};
    }
    this.target = undefined;
    this.steps.length = 0;
    this.states.length = 0;
    if (!muted) this.tree.reset();
  }

  open(kind: number, start: number): void {
    const { tree } = this;
    if (this.muted) return;
    this.beginValue(kind === OBJECT ? "object" : "array", start);
    this.starts[tree.depth] = start;
    this.kinds[tree.depth] = kind;
    if (kind === OBJECT) tree.openObject();
    else tree.openArray();
  }

  close(end: number): void {
    if (this.muted) return;
    this.values++;
    const { tree } = this;
    const value = tree.close();
    if (this.emitter.busy) {
      this.complete(this.kinds[tree.depth] === OBJECT ? "object" : "array", value, this.starts[tree.depth]!, end);
    }
  }

  key(key: string, start: number, end: number): boolean {
    if (this.muted) return true;
    const { tree } = this;
    this.steps[tree.depth] = undefined;
    this.states[tree.depth] = undefined;
    if (!tree.key(key)) {
      const { duplicateKeys } = this.policy;
      if (duplicateKeys === "error") return false;
      if (duplicateKeys === "first") tree.discard();
      this.warn("duplicate-key", start, key, `Duplicate key: the ${duplicateKeys} value wins`);
    }
    const { emitter } = this;
    if (emitter.key.length > 0) this.tell(emitter.key, this.event("key", "string", start, end, key, undefined));
    return true;
  }

  string(text: string, start: number, end: number): void {
    if (this.muted) return;
    const { tree, emitter } = this;
    if (this.guide || emitter.progress.length > 0) {
      this.beginString(start);
      if (text !== "") this.text(text, start + 1, end - 1);
      this.endString(end);
      return;
    }
    this.values++;
    if (tree.inArray) this.nextItem();
    const value = tree.attachString(text);
    if (!emitter.busy) return;
    const matches = this.matches();
    const some = matches.length > 0;
    if (some || emitter.value.length > 0) {
      this.publish(emitter.value, matches, this.event("value", "string", start, start, "", undefined));
    }
    if (text !== "" && (some || emitter.delta.length > 0)) {
      this.publish(emitter.delta, matches, this.event("delta", "string", start + 1, end - 1, text, undefined));
    }
    this.complete("string", value, start, end);
  }

  beginString(start: number): void {
    if (this.muted) return;
    this.starts[this.tree.depth] = start;
    if (this.guide && this.withhold(this.guide, start)) return;
    this.beginValue("string", start);
    this.tree.beginString();
  }

  text(piece: string, start: number, end: number): void {
    if (this.muted) return;
    if (this.target) {
      this.withheld += piece;
      return;
    }
    this.tree.append(piece);
    const { emitter } = this;
    if (!emitter.busy) return;
    const matches = this.matches();
    if (emitter.delta.length > 0 || matches.length > 0) {
      this.publish(emitter.delta, matches, this.event("delta", "string", start, end, piece, undefined));
    }
    if (emitter.progress.length > 0) this.tellProgress();
  }

  endString(end: number): void {
    if (this.muted) return;
    if (this.target) {
      this.release(this.target, end);
      return;
    }
    this.values++;
    const value = this.tree.endString();
    if (this.emitter.busy) this.complete("string", value, this.starts[this.tree.depth]!, end);
  }

  number(value: number, raw: string, start: number, end: number): void {
    if (this.muted) return;
    this.values++;
    this.beginValue("number", start);
    const kept = raw === "" ? value : this.exact(value, raw, start);
    this.tree.attach(kept);
    if (this.emitter.busy) this.complete("number", kept, start, end);
  }

  literal(value: boolean | null, start: number, end: number): void {
    if (this.muted) return;
    this.values++;
    const kind = value === null ? "null" : "boolean";
    this.beginValue(kind, start);
    this.tree.attach(value);
    if (this.emitter.busy) this.complete(kind, value, start, end);
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
    this.tell(this.emitter.listeners("repair"), repair);
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
    if (!conversion || !this.policy.repairs.has(conversion.repair)) {
      this.beginValue("string", start);
      tree.beginString();
      if (withheld !== "") this.text(withheld, start + 1, end - 1);
      this.endString(end);
      return;
    }
    const { repair, value } = conversion;
    this.addRepair(repair, this.place!, withheld.slice(0, mostShown), VALUE);
    this.values++;
    const kind = kindOf(value);
    this.beginValue(kind, start);
    tree.attach(value);
    if (this.emitter.busy) this.complete(kind, value, start, end);
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
    return !this.muted && !this.emitter.busy && this.tree.build && !this.guide;
  }

  whole(values: readonly unknown[], count: number): void {
    this.values += count;
    const { tree } = this;
    for (let i = 0; i < values.length; i++) {
      if (tree.inArray) tree.item();
      tree.attach(values[i]);
    }
    this.steps[tree.depth] = undefined;
    this.states[tree.depth] = undefined;
  }

  proven(): void {
    if (this.held) deliver(this.takeHeld());
  }

  /** Hands over the events held back. */
  takeHeld(): readonly Delivery[] {
    const { held } = this;
    this.held = undefined;
    return held ?? [];
  }

  /** Reports and remembers a warning on something that begins at `start`, on the current line. */
  private warn(kind: WarningKind, start: number, text: string, message: string): void {
    const { cursor, tree } = this;
    const path = tree.keys.slice(0, tree.depth);
    const warning: Warning = { type: "warning", kind, path, text, message, ...cursor.place(start) };
    if (this.warnings.length < mostKept) this.warnings.push(warning);
    this.tell(this.emitter.listeners("warning"), warning);
  }

  private exact(value: number, raw: string, start: number): number | bigint | string {
    const integer = !/[.eE]/.test(raw);
    if (integer ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
    this.warn("number-precision", start, raw, "A number that a double can't hold exactly");
    const { numbers } = this.policy;
    if (numbers === "text") return raw;
    return numbers === "bigint" && integer ? BigInt(raw) : value;
  }

  private beginValue(kind: Kind, start: number): void {
    const { tree, emitter } = this;
    if (tree.inArray) this.nextItem();
    if (!emitter.busy) return;
    const matches = this.matches();
    if (emitter.value.length === 0 && matches.length === 0) return;
    this.publish(emitter.value, matches, this.event("value", kind, start, start, "", undefined));
  }

  private nextItem(): void {
    const { tree } = this;
    tree.item();
    this.steps[tree.depth] = undefined;
    this.states[tree.depth] = undefined;
  }

  private complete(kind: Kind, value: unknown, start: number, end: number): void {
    const { emitter } = this;
    const matches = this.matches();
    if (emitter.complete.length > 0 || matches.length > 0) {
      this.publish(emitter.complete, matches, this.event("complete", kind, start, end, "", value));
    }
    if (emitter.item.length > 0 && this.tree.inArray) {
      this.tell(emitter.item, this.event("item", kind, start, end, "", value));
    }
    if (emitter.progress.length > 0) this.tellProgress();
  }

  private tellProgress(): void {
    const { tree } = this;
    const pct = Math.floor(100 * (this.meter.fraction(tree, tree.depth === 0) ?? 0));
    if (pct <= this.pct) return;
    this.pct = pct;
    this.tell(this.emitter.progress, { type: "progress", pct });
  }

  private event(type: TreeEvent["type"], kind: Kind, start: number, end: number, text: string, value: unknown) {
    return new TreeEvent(type, kind, this.document, this.step(this.tree.depth), start, end, text, value);
  }

  private publish(listeners: Emitter["delta"], matches: readonly number[], event: object): void {
    this.tell(listeners, event);
    for (let i = 0; i < matches.length; i++) this.tell(this.matched[matches[i]!]!.listeners, event);
  }

  private tell(listeners: Emitter["delta"], event: object): void {
    if (this.held !== undefined) this.held.push([listeners, event]);
    else for (let i = 0; i < listeners.length; i++) listeners[i]!(event);
  }

  /** The step to the value at a depth; made when first needed, with those above it. */
  private step(depth: number): PathStep | undefined {
    const { steps } = this;
    if (steps[depth] !== undefined) return steps[depth];
    let from = depth;
    while (from > 0 && steps[from] === undefined) from--;
    let step = steps[from];
    while (from < depth) {
      step = new PathStep(step, this.tree.keys[from]!);
      steps[++from] = step;
    }
    return step;
  }

  /** The patterns that match the path of the value being read. */
  private matches(): readonly number[] {
    const { emitter, states, tree } = this;
    const { subscriptions } = emitter;
    if (subscriptions.length === 0) return noMatches;
    if (this.matched !== subscriptions || !this.matcher) {
      this.matched = subscriptions;
      this.matcher = new PatternMatcher(subscriptions.map((s) => s.pattern));
      states.length = 0;
    }
    const { depth } = tree;
    let from = depth;
    while (from > 0 && states[from] === undefined) from--;
    let state = from === 0 ? this.matcher.root : states[from]!;
    while (from < depth) {
      state = this.matcher.step(state, tree.keys[from]!);
      states[++from] = state;
    }
    return state.matches;
  }
}

/** Tells what was held back. */
export function deliver(held: readonly Delivery[]): void {
  for (const [listeners, event] of held) for (const listener of listeners) listener(event);
}

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as Kind);
}
