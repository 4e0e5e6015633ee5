/**
 * Tells what happens in one document: makes events of it for whoever listens.
 *
 * While the document is a candidate that hasn't proved itself, its events are held back, in order.
 */
import { type Audience, type Emitter, type Kind, type Listeners, TreeEvent } from "./events.ts";
import { PathStep } from "./path.ts";
import { PatternMatcher } from "./pattern.ts";
import type { ProgressMeter } from "./progress.ts";
import type { Tree } from "./tree.ts";

/** An event, and whom to tell it. */
export type Delivery = readonly [listeners: Listeners, event: object];

export class Teller {
  /** Which document this is. */
  document = 0;
  /** Events of a candidate; undefined once it's proven. */
  private held: Delivery[] | undefined;
  /** The steps to the value being read, the root's first; those up to index `known` are made. */
  private readonly steps: PathStep[] = [];
  private known = -1;
  /** Absent if nobody listens to paths. */
  private matcher: PatternMatcher<Audience> | undefined;
  /** The audience for which the matcher was made. */
  private latest: Audience | undefined;
  private pct = 0;

  constructor(
    private readonly tree: Tree,
    readonly emitter: Emitter,
    private readonly meter: ProgressMeter,
  ) {}

  /** Whether anybody wants to know how far the document has come. */
  get measured(): boolean {
    return this.emitter.audience.progress.length > 0;
  }

  /** Makes ready for the next document. */
  begin(document: number, hold: boolean): void {
    this.document = document;
    this.pct = 0;
    this.known = -1;
    this.meter.reset();
    this.held = hold ? [] : undefined;
  }

  /** What's read next at this depth is another value. */
  moved(depth: number): void {
    if (this.known >= depth) this.known = depth - 1;
  }

  /** Tells what was held back: the candidate is a document. */
  proven(): void {
    if (this.held) deliver(this.takeHeld());
  }

  /** Hands over the events held back. */
  takeHeld(): readonly Delivery[] {
    const { held } = this;
    this.held = undefined;
    return held ?? [];
  }

  key(key: string, start: number, end: number): void {
    const { key: listeners } = this.emitter.audience;
    if (listeners.length > 0) {
      this.tell(listeners, new TreeEvent("key", "string", this.document, this.step(), start, end, key, undefined));
    }
  }

  /** A value has begun. */
  value(kind: Kind, start: number): void {
    const { value } = this.audience();
    if (value.length > 0) {
      this.tell(value, new TreeEvent("value", kind, this.document, this.step(), start, start, "", undefined));
    }
  }

  /** A string has grown. */
  delta(text: string, start: number, end: number): void {
    const { delta, progress } = this.audience();
    if (delta.length > 0) {
      this.tell(delta, new TreeEvent("delta", "string", this.document, this.step(), start, end, text, undefined));
    }
    if (progress.length > 0) this.progress(progress);
  }

  /** A value is complete. */
  complete(kind: Kind, value: unknown, start: number, end: number): void {
    const { complete, item, progress } = this.audience();
    if (complete.length > 0) {
      this.tell(complete, new TreeEvent("complete", kind, this.document, this.step(), start, end, "", value));
    }
    if (item.length > 0 && this.tree.inArray) {
      this.tell(item, new TreeEvent("item", kind, this.document, this.step(), start, end, "", value));
    }
    if (progress.length > 0) this.progress(progress);
  }

  /** A value that comes whole: it has begun, grown by `text` if it's a string that isn't empty, and is complete. */
  whole(kind: Kind, value: unknown, text: string, start: number, end: number): void {
    const { document } = this;
    const step = this.step();
    let audience = this.audience();
    const { value: begun } = audience;
    if (begun.length > 0) {
      this.tell(begun, new TreeEvent("value", kind, document, step, start, start, "", undefined));
      audience = this.audience();
    }
    const { delta, complete, item, progress } = audience;
    if (delta.length > 0 && text !== "") {
      this.tell(delta, new TreeEvent("delta", kind, document, step, start + 1, end - 1, text, undefined));
    }
    if (complete.length > 0) {
      this.tell(complete, new TreeEvent("complete", kind, document, step, start, end, "", value));
    }
    if (item.length > 0 && this.tree.inArray) {
      this.tell(item, new TreeEvent("item", kind, document, step, start, end, "", value));
    }
    if (progress.length > 0) this.progress(progress);
  }

  tell(listeners: Listeners, event: object): void {
    if (this.held !== undefined) this.held.push([listeners, event]);
    else if (listeners.length === 1) listeners[0]!(event);
    else for (let i = 0; i < listeners.length; i++) listeners[i]!(event);
  }

  private progress(listeners: Listeners): void {
    const { tree } = this;
    const pct = Math.floor(100 * (this.meter.fraction(tree, tree.depth === 0) ?? 0));
    if (pct <= this.pct) return;
    this.pct = pct;
    this.tell(listeners, { type: "progress", pct });
  }

  /** Who listens to the value being read. */
  private audience(): Audience {
    const { patterns, audience } = this.emitter;
    return patterns.length === 0 ? audience : this.step().state!.about;
  }

  /** The step to the value being read; made when first needed, with those above it. */
  private step(): PathStep {
    const { depth } = this.tree;
    return depth <= this.known && this.latest === this.emitter.audience ? this.steps[depth]! : this.makeStep(depth);
  }

  private makeStep(depth: number): PathStep {
    const { steps, emitter, tree } = this;
    if (this.latest !== emitter.audience) {
      this.latest = emitter.audience;
      this.known = -1;
      this.matcher =
        emitter.patterns.length > 0
          ? new PatternMatcher(emitter.patterns, (matches) => emitter.audienceOf(matches))
          : undefined;
    }
    const { matcher } = this;
    if (this.known < 0) steps[(this.known = 0)] = new PathStep(undefined, "", matcher?.root);
    while (this.known < depth) {
      const parent = steps[this.known]!;
      const key = tree.keys[this.known]!;
      steps[++this.known] = new PathStep(parent, key, matcher?.step(parent.state!, key));
    }
    return steps[depth]!;
  }
}

/** Tells what was held back. */
export function deliver(held: readonly Delivery[]): void {
  for (const [listeners, event] of held) for (const listener of listeners) listener(event);
}
