/** What an extractor tells its listeners, and the emitter that tells it. */
import { EventEmitter } from "eventemitter3";
import type { ExtractError, Place } from "./errors.ts";
import { type Path, type PathStep, pathOf } from "./path.ts";
import { type PathPattern, parsePathPattern } from "./pattern.ts";
import type { RepairName } from "./repairs.ts";
import type { Document, ExtractResult } from "./result.ts";

export type Kind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** Source span: `start` is the offset of the first character, `end` one past the last, in UTF-16 units of the whole text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface InDocument extends Span {
  /** Which document this belongs to: 0 for the first one found in the text. */
  readonly document: number;
  /** Where in the document. A fresh array at each reading. */
  readonly path: Path;
}

/** A key is complete. `path` ends in it; the span holds its quotes. */
export interface KeyEvent extends InDocument {
  readonly type: "key";
  readonly key: string;
}
/** A value has begun (a number or literal: is known). `end` equals `start`, where its first character is. */
export interface ValueEvent extends InDocument {
  readonly type: "value";
  readonly kind: Kind;
}
/** New text of a string. The span is the source it was decoded from, without quotes. */
export interface DeltaEvent extends InDocument {
  readonly type: "delta";
  readonly kind: "string";
  readonly text: string;
}
/** A value is complete and will not change. The span is all of it. */
export interface CompleteEvent extends InDocument {
  readonly type: "complete";
  readonly kind: Kind;
  /** The value; undefined for containers if the extractor builds no values. */
  readonly value: unknown;
}
/** An array's item is complete: told after its `complete`. */
export interface ItemEvent extends InDocument {
  readonly type: "item";
  readonly kind: Kind;
  readonly value: unknown;
  readonly index: number;
}
/** Another whole per cent of the document is there: a value is complete, or a string has grown. Needs a schema. This is the wire form. */
export interface ProgressEvent {
  readonly type: "progress";
  readonly pct: number;
}
/** A document is complete and meets the selection. */
export interface DocumentEvent {
  readonly type: "document";
  readonly document: Document;
}
/** Something was read in a way worth knowing. */
export interface Warning extends Place {
  readonly type: "warning";
  readonly kind: WarningKind;
  readonly path: Path;
  /** The source text concerned: a number's digits, a key. */
  readonly text: string;
  readonly message: string;
}
/** A flaw was read past (lenient mode). */
export interface Repair extends Place {
  readonly type: "repair";
  readonly kind: RepairName;
  readonly path: Path;
  readonly text: string;
  readonly message: string;
}
export type WarningKind =
  /** A number that a double can't hold; `text` is the number as written. */
  | "number-precision"
  | "duplicate-key"
  /** A closing reasoning tag without an opening one: the documents before it were reasoning, and are withdrawn. */
  | "withdrawn"
  /** The bytes ended within a character. */
  | "incomplete-utf8";
export interface ErrorEvent {
  readonly type: "error";
  readonly error: ExtractError;
}
export interface EndEvent {
  readonly type: "end";
  readonly result: ExtractResult;
}

/** What a path subscription is told of each matching value: that it begins, grows (strings), is complete. */
export type PathEvent = ValueEvent | DeltaEvent | CompleteEvent;
export type PathListener = (event: PathEvent) => void;

/** Events by name. */
export interface EventMap {
  key: KeyEvent;
  value: ValueEvent;
  delta: DeltaEvent;
  complete: CompleteEvent;
  item: ItemEvent;
  progress: ProgressEvent;
  document: DocumentEvent;
  warning: Warning;
  repair: Repair;
  error: ErrorEvent;
  end: EndEvent;
}
export type EventName = keyof EventMap;
export type ExtractEvent = EventMap[EventName];

/** The one shape of everything told of a value: uniform, so that emitting stays cheap. */
export class TreeEvent {
  constructor(
    readonly type: "key" | "value" | "delta" | "complete" | "item",
    readonly kind: Kind,
    readonly document: number,
    private readonly step: PathStep,
    readonly start: number,
    readonly end: number,
    readonly text: string,
    readonly value: unknown,
  ) {}

  get path(): Path {
    return pathOf(this.step);
  }

  get key(): string {
    return this.text;
  }

  get index(): number {
    return this.step.key as number;
  }

  /** The wire form: only what its type has. */
  toJSON(): Record<string, unknown> {
    const { type, document, path, kind, start, end } = this;
    const event = { type, document, path, start, end };
    if (type === "key") return { ...event, key: this.text };
    if (type === "value") return { ...event, kind };
    if (type === "delta") return { ...event, text: this.text };
    return { ...event, kind, value: this.value };
  }
}

const names: ReadonlySet<string> = new Set<EventName>([
  "key",
  "value",
  "delta",
  "complete",
  "item",
  "progress",
  "document",
  "warning",
  "repair",
  "error",
  "end",
]);

export type Listener = (event: never) => void;
export type Listeners = readonly ((event: object) => void)[];
type AnyListener = (event: ExtractEvent) => void;

/** Who listens to what happens often; for the values a path pattern matches, with those who listen to that pattern. */
export interface Audience {
  readonly key: Listeners;
  readonly value: Listeners;
  readonly delta: Listeners;
  readonly complete: Listeners;
  readonly item: Listeners;
  readonly progress: Listeners;
}

/** Knows who listens to what, so that events nobody wants are never made. */
export class Emitter {
  /** Who listens whatever the path. A new object at every change. */
  audience: Audience = { key: [], value: [], delta: [], complete: [], item: [], progress: [] };
  /** The path patterns somebody listens to, each once. */
  patterns: readonly PathPattern[] = [];
  /** Whether anybody listens to any of these. */
  busy = false;
  private readonly emitter = new EventEmitter();

  on(name: string, listener: Listener): void {
    if (!names.has(name) && !this.patterns.some(({ source }) => source === name)) {
      this.patterns = [...this.patterns, parsePathPattern(name)];
    }
    this.emitter.on(name, listener as () => void);
    this.update();
  }

  off(name: string, listener?: Listener): void {
    this.emitter.off(name, listener as () => void);
    this.update();
  }

  /** Listens to every event there is a name for. */
  onAny(listener: AnyListener): void {
    for (const name of names) this.emitter.on(name, listener);
    this.update();
  }

  offAny(listener: AnyListener): void {
    for (const name of names) this.emitter.off(name, listener);
    this.update();
  }

  emit(name: EventName, event: object): void {
    this.emitter.emit(name, event);
  }

  listeners(name: string): Listeners {
    return this.emitter.listeners(name);
  }

  /** Who listens to a value that some of the patterns match. */
  audienceOf(matches: readonly PathPattern[]): Audience {
    const { audience } = this;
    if (matches.length === 0) return audience;
    const also = matches.flatMap(({ source }) => this.listeners(source));
    const { value, delta, complete } = audience;
    return {
      ...audience,
      value: [...value, ...also],
      delta: [...delta, ...also],
      complete: [...complete, ...also],
    };
  }

  private update(): void {
    const { emitter } = this;
    this.patterns = this.patterns.filter(({ source }) => emitter.listenerCount(source) > 0);
    this.audience = {
      key: emitter.listeners("key"),
      value: emitter.listeners("value"),
      delta: emitter.listeners("delta"),
      complete: emitter.listeners("complete"),
      item: emitter.listeners("item"),
      progress: emitter.listeners("progress"),
    };
    this.busy = this.patterns.length > 0 || Object.values(this.audience).some((list) => list.length > 0);
  }
}
