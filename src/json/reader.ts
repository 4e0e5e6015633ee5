/**
 * What the machine says, made into the live value, events and warnings of one document.
 *
 * The order of events is that of the text: a key, its value's beginning, a string's deltas, completion, and for an
 * array's item `item`. While a candidate hasn't proved itself its events are held back, in order.
 */
import type { Cursor } from "./cursor.ts";
import {
  type Emitter,
  type Kind,
  TreeEvent,
  WANTS_COMPLETE,
  WANTS_DELTA,
  WANTS_ITEM,
  WANTS_KEY,
  WANTS_PATHS,
  WANTS_VALUE,
  type Warning,
  type WarningKind,
} from "./events.ts";
import { OBJECT, type Sink } from "./machine.ts";
import { type Path, PathStep } from "./path.ts";
import { PatternMatcher, type PatternState } from "./pattern.ts";
import type { Tree } from "./tree.ts";

/** What becomes of a key that its object has already: the later value wins, the earlier one, or it's an error. */
export type DuplicateKeys = "last" | "first" | "error";

/** What becomes of numbers that a double can't hold: rounded, as a `bigint` (integers), or as their source text. */
export type Numbers = "number" | "bigint" | "text";

export interface ReaderPolicy {
  readonly duplicateKeys: DuplicateKeys;
  readonly numbers: Numbers;
}

const noMatches: readonly string[] = [];

export class Reader implements Sink {
  /** Which document this is. */
  document = 0;
  warnings: Warning[] = [];

  /** Neither build nor tell. */
  private muted = false;
  /** Events of a candidate; undefined once it's proven. */
  private held: [string, object][] | undefined;
  /** Offsets at which the open containers begin; the last one may be a string's. */
  private readonly starts: number[] = [];
  private readonly kinds: number[] = [];
  /** For each depth, the step to the value being read there, once somebody needed it. */
  private readonly steps: (PathStep | undefined)[] = [];
  private readonly states: (PatternState | undefined)[] = [];
  private matcher: PatternMatcher | undefined;
  private matched: Emitter["patterns"] = [];

  constructor(
    private readonly tree: Tree,
    private readonly emitter: Emitter,
    private readonly cursor: Cursor,
    private readonly policy: ReaderPolicy,
  ) {}

  /** Makes ready for the next document. */
  begin(document: number, tentative: boolean, muted: boolean): void {
    this.document = document;
    this.muted = muted;
    this.held = tentative && !muted ? [] : undefined;
    if (this.warnings.length > 0) this.warnings = [];
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
    const { tree } = this;
    const value = tree.close();
    if (this.emitter.wants !== 0) {
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
    if (this.emitter.wants & WANTS_KEY) {
      this.deliver(
        "key",
        new TreeEvent("key", "string", this.document, this.step(tree.depth), start, end, key, undefined),
      );
    }
    return true;
  }

  beginString(start: number): void {
    if (this.muted) return;
    this.beginValue("string", start);
    this.starts[this.tree.depth] = start;
    this.tree.beginString();
  }

  text(piece: string, start: number, end: number): void {
    if (this.muted) return;
    this.tree.append(piece);
    const { wants } = this.emitter;
    if ((wants & (WANTS_DELTA | WANTS_PATHS)) === 0) return;
    const matches = wants & WANTS_PATHS ? this.matches() : noMatches;
    if ((wants & WANTS_DELTA) === 0 && matches.length === 0) return;
    const step = this.step(this.tree.depth);
    const event = new TreeEvent("delta", "string", this.document, step, start, end, piece, undefined);
    if (wants & WANTS_DELTA) this.deliver("delta", event);
    for (const pattern of matches) this.deliver(pattern, event);
  }

  endString(end: number): void {
    if (this.muted) return;
    const value = this.tree.endString();
    if (this.emitter.wants !== 0) this.complete("string", value, this.starts[this.tree.depth]!, end);
  }

  number(value: number, raw: string, start: number, end: number): void {
    if (this.muted) return;
    this.beginValue("number", start);
    const kept = raw === "" ? value : this.exact(value, raw, start);
    this.tree.attach(kept);
    if (this.emitter.wants !== 0) this.complete("number", kept, start, end);
  }

  literal(value: boolean | null, start: number, end: number): void {
    if (this.muted) return;
    const kind = value === null ? "null" : "boolean";
    this.beginValue(kind, start);
    this.tree.attach(value);
    if (this.emitter.wants !== 0) this.complete(kind, value, start, end);
  }

  proven(): void {
    const { held } = this;
    this.held = undefined;
    if (held) for (const [name, event] of held) this.emitter.emit(name, event);
  }

  /** Hands over the events held back. */
  takeHeld(): readonly [string, object][] {
    const { held } = this;
    this.held = undefined;
    return held ?? [];
  }

  /** Where reading is: the innermost value that's open or awaited. */
  get path(): Path {
    return this.tree.keys.slice(0, this.tree.depth);
  }

  /** Reports and remembers a warning on something that begins at `start`, on the current line. */
  private warn(kind: WarningKind, start: number, text: string, message: string): void {
    const { cursor } = this;
    const warning: Warning = { type: "warning", kind, path: this.path, text, message, ...cursor.place(start) };
    this.warnings.push(warning);
    this.deliver("warning", warning);
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
    const { tree } = this;
    if (tree.inArray) {
      tree.item();
      this.steps[tree.depth] = undefined;
      this.states[tree.depth] = undefined;
    }
    const { wants } = this.emitter;
    if ((wants & (WANTS_VALUE | WANTS_PATHS)) === 0) return;
    const matches = wants & WANTS_PATHS ? this.matches() : noMatches;
    if ((wants & WANTS_VALUE) === 0 && matches.length === 0) return;
    const event = new TreeEvent("value", kind, this.document, this.step(tree.depth), start, start, "", undefined);
    if (wants & WANTS_VALUE) this.deliver("value", event);
    for (const pattern of matches) this.deliver(pattern, event);
  }

  private complete(kind: Kind, value: unknown, start: number, end: number): void {
    const { wants } = this.emitter;
    const { depth, inArray } = this.tree;
    const matches = wants & WANTS_PATHS ? this.matches() : noMatches;
    const item = (wants & WANTS_ITEM) !== 0 && inArray;
    if ((wants & WANTS_COMPLETE) === 0 && matches.length === 0 && !item) return;
    const step = this.step(depth);
    const event = new TreeEvent("complete", kind, this.document, step, start, end, "", value);
    if (wants & WANTS_COMPLETE) this.deliver("complete", event);
    for (const pattern of matches) this.deliver(pattern, event);
    if (item) this.deliver("item", new TreeEvent("item", kind, this.document, step, start, end, "", value));
  }

  private deliver(name: string, event: object): void {
    if (this.held !== undefined) this.held.push([name, event]);
    else this.emitter.emit(name, event);
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
  private matches(): readonly string[] {
    const { emitter, states, tree } = this;
    if (this.matched !== emitter.patterns || !this.matcher) {
      this.matched = emitter.patterns;
      this.matcher = new PatternMatcher(emitter.patterns);
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
