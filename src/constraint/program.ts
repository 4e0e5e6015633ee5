/**
 * What may be written, byte by byte: configurations, and how a byte leads from one to the next.
 *
 * A configuration is the set of ways in which the text so far can be read: its *threads*. A thread is a place in a scalar,
 * a key or punctuation, within a *frame*: the open container, what it has had so far, and its parent. Threads, frames and
 * configurations are hash-consed: equal ones are one object, so what's worked out about one (the next configuration for a
 * byte, its mask) is worked out once.
 *
 * A value may stand at the *bottom*: then nothing is known of what's around it, and its end is an *exit*. All that depends
 * on a value alone is worked out there, and holds wherever the value stands.
 */
import {
  type Alternative,
  type CompiledSchema,
  countsMultiples,
  type Layout,
  mostBlanks,
  type ShapeId,
} from "../schema/index.ts";
import { Between, closerOf, mayBeEmpty, openerOf } from "./between.ts";
import { containsEnough, countingShape, mayCount, mayNotCount } from "./contained.ts";
import { type ArrayForm, type Demands, type Form, Forms, type ObjectForm, type Writing } from "./forms.ts";
import { type Gap, type GapKind, Gaps } from "./gap.ts";
import type { KeyList } from "./key-list.ts";
import { dead, mark } from "./lexeme.ts";
import { allowedIn } from "./members.ts";
import { Pool } from "./pool.ts";
import { type Bits, has } from "./sets.ts";
import type { KeyLexeme } from "./spelling.ts";
import {
  type Configuration,
  type Frame,
  type GapThread,
  type GuardThread,
  isGap,
  type KeyThread,
  type OpeningThread,
  type OtherKeyThread,
  type ScalarThread,
  type Thread,
} from "./threads.ts";

const allBytes: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

/** A schema that repeats itself without end can force text without end. */
const longestForced = 10_000;

export class Program {
  readonly forms: Forms;
  readonly start: Configuration;
  /** Whether values may have to be checked. */
  readonly guards: boolean;
  readonly pool = new Pool();
  readonly between: Between;
  private readonly gaps: Gaps;

  private readonly layout: Layout;
  private readonly ordered: boolean;
  /** Room to work in, for one step at a time. */
  private readonly stepped: Thread[] = [];

  constructor(schema: CompiledSchema, writing: Writing) {
    const { layout, ordered } = writing;
    this.layout = layout;
    this.ordered = ordered;
    this.gaps = new Gaps(layout);
    this.forms = new Forms(schema.shape, writing);
    this.between = new Between(this.forms, this.gaps);
    this.guards = schema.shape.shapes.some((shape) => shape.some(isGuarded));
    const { root } = this.pool;
    this.start = this.pool.configuration(layout.loose ? [this.pool.gap("begin", root, 0, 0)] : this.value(0, root));
  }

  /** The configuration after one more byte; `null` if it can't come. */
  advance(from: Configuration, byte: number): Configuration | null {
    const known = this.pool.way(from, byte);
    if (known !== undefined) return known;
    const threads = this.stepped;
    threads.length = 0;
    for (let i = 0; i < from.threads.length; i++) this.step(from.threads[i]!, byte, threads);
    const next = threads.length === 0 ? null : this.pool.configuration(threads);
    this.pool.setWay(from, byte, next);
    return next;
  }

  /** The same for the bytes of a slice. */
  advanceAll(from: Configuration, bytes: Uint8Array, start: number, end: number): Configuration | null {
    let at: Configuration | null = from;
    for (let i = start; at && i < end; i++) at = this.advance(at, bytes[i]!);
    return at;
  }

  /** How much white space may come at once; see {@link dry}. */
  blanksLeft(thread: Thread): number {
    if (!this.layout.loose) return 0;
    if (thread.kind === "after") return mostBlanks;
    return isGap(thread) ? this.gapAt(thread.kind, thread.frame).blanksLeft(thread.at) : 0;
  }

  /** What a thread is once white space has come, and no more of it may. */
  dry(thread: Thread): Thread[] {
    if (isGap(thread)) {
      const { kind, frame, at, shape } = thread;
      return [this.pool.gap(kind, frame, this.gapAt(kind, frame).dry(at), shape)];
    }
    const { frame } = thread;
    const close = this.mayClose(frame) ? [this.pool.gap("close", frame, mostBlanks, -1)] : [];
    return this.hasRoom(frame) ? [...close, this.pool.gap("comma", frame, mostBlanks, -1)] : close;
  }

  private gapAt(kind: GapKind, frame: Frame): Gap {
    return this.gaps.at(kind, frame.depth);
  }

  /** Whether it's within a value that must still pass a check. */
  isUnsettled({ threads }: Configuration): boolean {
    return this.guards && threads.some((thread) => isUnderCheck(thread));
  }

  /** What's left if of its guards just these hold; `null` if nothing is. */
  resolve(from: Configuration, holds: (guard: GuardThread) => boolean): Configuration | null {
    const threads: Thread[] = [];
    for (const thread of from.threads) {
      if (thread.kind !== "guard") threads.push(thread);
      else if (holds(thread)) threads.push(thread.then);
    }
    return threads.length === 0 ? null : this.pool.configuration(threads);
  }

  /** The text so far is a whole value. */
  isComplete({ threads }: Configuration): boolean {
    return threads.some(({ kind }) => kind === "done" || kind === "end");
  }

  /** The bytes that must follow. */
  forced(from: Configuration): Uint8Array {
    const bytes: number[] = [];
    let at: Configuration = from;
    while (bytes.length < longestForced && !this.isComplete(at)) {
      const byte = this.onlyByte(at);
      const next = byte < 0 ? null : this.advance(at, byte);
      // A check may yet refuse it.
      if (!next || next.guarded) break;
      bytes.push(byte);
      at = next;
    }
    return Uint8Array.from(bytes);
  }

  /** The only byte that may come next; −1 if there are several. */
  private onlyByte(from: Configuration): number {
    let only = -1;
    for (const byte of this.between.bytesAfter(from) ?? allBytes) {
      if (!this.advance(from, byte)) continue;
      if (only >= 0) return -1;
      only = byte;
    }
    return only;
  }

  /** Whether all of a thread is a value to come, whose frame is only where it goes on afterwards. */
  isValue(thread: Thread): thread is ScalarThread | OpeningThread | GapThread {
    return thread.kind === "scalar" || thread.kind === "opening" || thread.kind === "colon" || thread.kind === "begin";
  }

  /** The same value with nothing known of what's around. */
  alone(thread: ScalarThread | OpeningThread | GapThread): Thread {
    const bottom = this.pool.bottom(thread.frame.depth);
    if (thread.kind === "scalar") return this.pool.scalar(thread.form, bottom, thread.state, thread.length);
    if (thread.kind === "opening") return this.pool.opening(thread.form, bottom);
    return this.pool.gap(thread.kind, bottom, thread.at, thread.shape);
  }

  /** Whether nothing is known of what's around. */
  isBottom(frame: Frame): boolean {
    return frame.form === undefined && frame !== this.pool.root;
  }

  /** What a key thread is in. */
  keysOf(form: ObjectForm | ArrayForm): KeyLexeme {
    return form.kind === "object" ? form.keys : form.list!;
  }

  /** Whether a key that goes on from a state may be written. */
  mayComeAfter(frame: Frame, { order, ahead, past }: KeyLexeme, state: number): boolean {
    for (let at = ahead[state]!; at < past[state]!; at++) if (this.mayCome(frame, order[at]!)) return true;
    return false;
  }

  /** Whether a property, or a text of a list, may be written. */
  mayCome(frame: Frame, property: number): boolean {
    return has(this.allowed(frame), property);
  }

  private allowed(frame: Frame): Bits {
    return (frame.allowed ??= allowedIn(frame, this.ordered));
  }

  /** Where a key goes on once it has ended as a property's. */
  afterKey({ form, frame }: KeyThread, property: number): Thread {
    const required = form.kind === "object" && form.properties[property]!.required;
    const counts = form.kind === "array" && form.contains?.listed.has(property);
    const after = this.pool.frame({
      ...frame,
      count: this.counted(frame),
      seen: this.pool.with(frame.seen, property),
      left: required ? frame.left - 1 : frame.left,
      hits: counts ? this.countedHits(frame) : frame.hits,
    });
    if (form.kind === "array") return this.pool.place("after", after);
    return this.pool.gap("colon", after, 0, form.properties[property]!.shape);
  }

  /** Where it goes on after a value. */
  afterward(thread: ScalarThread | OpeningThread | GapThread): Thread {
    return this.ended(thread.frame, undefined, thread.kind === "scalar" && !thread.form.container);
  }

  /** Where it goes on after a key that isn't named, whichever that is: what further ones there may be it can't tell. */
  afterOther({ form, frame, index }: OtherKeyThread): Thread {
    const written = this.pool.withSomeKey(frame.written);
    const after = this.pool.frame({ ...frame, count: this.counted(frame), written });
    return this.pool.gap("colon", after, 0, form.others[index]!.shape);
  }

  private stepAll(threads: readonly Thread[], byte: number, out: Thread[]): void {
    for (let i = 0; i < threads.length; i++) this.step(threads[i]!, byte, out);
  }

  private step(thread: Thread, byte: number, out: Thread[]): void {
    const { kind } = thread;
    if (kind === "scalar") this.inScalar(thread, byte, out);
    else if (kind === "opening") this.open(thread, byte, out);
    else if (kind === "after") this.after(thread.frame, byte, out);
    else if (kind === "key") this.inKey(thread, byte, out);
    else if (kind === "other") this.inOtherKey(thread, byte, out);
    else if (kind === "guard") this.step(thread.then, byte, out);
    else if (isGap(thread)) this.inGap(thread, byte, out);
  }

  private inScalar({ form, frame, state, length }: ScalarThread, byte: number, out: Thread[]): void {
    const { lexeme, least, most } = form;
    const next = lexeme.step(state, byte);
    if (next === dead) return;
    const whole = lexeme.isWhole(next);
    let begun = length;
    if ((lexeme.marks[state]! & mark.between) !== 0) {
      if (whole && length < least) return;
      if (!whole) begun = Math.min(length + 1, most < Infinity ? most + 1 : least);
    }
    if (begun + lexeme.needs[next]! > most) return;
    if (whole) out.push(this.ended(frame, form.demands, !form.container));
    if (!whole || lexeme.goesOn(next)) out.push(this.pool.scalar(form, frame, next, begun));
  }

  private open({ form, frame }: OpeningThread, byte: number, out: Thread[]): void {
    if (byte !== openerOf(form)) return;
    const opened = this.pool.opened(form, frame, this.layout.within(frame.depth));
    out.push(this.pool.gap("first", opened, 0, -1));
  }

  /** After a value. */
  private after(frame: Frame, byte: number, out: Thread[]): void {
    if (this.mayClose(frame)) this.pass("close", frame, 0, -1, byte, out);
    const comma = this.gapAt("comma", frame).step(0, byte);
    if (comma !== dead && this.hasRoom(frame)) out.push(this.pool.gap("comma", frame, comma, -1));
  }

  private inGap({ kind, frame, at, shape }: GapThread, byte: number, out: Thread[]): void {
    if (kind === "first") this.beforeFirst(frame, at, byte, out);
    else this.pass(kind, frame, at, shape, byte, out);
  }

  /** After the opening bracket: the first item or key, or at once the closing one. */
  private beforeFirst(frame: Frame, at: number, byte: number, out: Thread[]): void {
    const gap = this.gapAt("first", frame);
    if (this.mayClose(frame) && mayBeEmpty(gap, at)) this.close(frame, byte, out);
    // Where nothing can come, no line is begun for it.
    if (gap.isWhole(0) || this.hasRoom(frame)) this.pass("first", frame, at, -1, byte, out);
  }

  /** More of a gap, or what follows if it may end. */
  private pass(kind: GapKind, frame: Frame, at: number, shape: ShapeId, byte: number, out: Thread[]): void {
    const gap = this.gapAt(kind, frame);
    const next = gap.step(at, byte);
    if (next !== dead) out.push(this.pool.gap(kind, frame, next, shape));
    else if (!gap.isWhole(at)) return;
    else if (kind === "close") this.close(frame, byte, out);
    else if (kind === "end") return;
    else if (kind === "colon" || kind === "begin") {
      this.stepAll(this.value(shape, frame), byte, out);
    } else if (frame.form!.kind === "object") this.keys(frame, byte, out);
    else this.stepAll(this.item(frame), byte, out);
  }

  private close(frame: Frame, byte: number, out: Thread[]): void {
    if (byte === closerOf(frame)) out.push(this.ended(frame.parent!, frame.form!.demands, false));
  }

  private mayClose(frame: Frame): boolean {
    return frame.count >= frame.form!.least && frame.left === 0 && containsEnough(frame);
  }

  /** Whether one more item or member may come. */
  private hasRoom(frame: Frame): boolean {
    const { form, count } = frame;
    if (count >= form!.most) return false;
    if (form!.kind === "array" && form!.contains && !form!.list) return this.item(frame).length > 0;
    if (form!.kind === "array") return !form!.list || this.allowed(frame).some((word) => word !== 0);
    return form!.others.length > 0 || this.allowed(frame).some((word) => word !== 0);
  }

  private keys(frame: Frame, byte: number, out: Thread[]): void {
    const form = frame.form as ObjectForm;
    this.inKey(this.pool.key(form, frame, 0), byte, out);
    const room = form.most - frame.count > frame.left;
    if (room && !(this.ordered && frame.left > 0)) {
      for (let i = 0; i < form.others.length; i++)
        this.inOtherKey(this.pool.other(form, frame, i, 0, this.pool.noText), byte, out);
    }
  }

  private inKey(thread: KeyThread, byte: number, out: Thread[]): void {
    const { form, frame, state } = thread;
    const keys = this.keysOf(form);
    const next = keys.step(state, byte);
    if (next === dead) return;
    const ended = keys.ended[next]!;
    if (ended >= 0 && this.mayCome(frame, ended)) out.push(this.afterKey(thread, ended));
    // An item may go on where another one ends, as a digit after a digit.
    if (this.mayComeAfter(frame, keys, next)) out.push(this.pool.key(form, frame, next));
  }

  private inOtherKey({ form, frame, index, state, text }: OtherKeyThread, byte: number, out: Thread[]): void {
    const { lexeme, shape, barred } = form.others[index]!;
    const next = lexeme.step(state, byte);
    if (next === dead) return;
    const longer = this.pool.withByte(text, byte);
    if (!lexeme.isWhole(next)) {
      // Not where only a key would come of it that's there already.
      const stuck = !lexeme.canGrow(next) && this.isBarred(frame, barred, `${longer}"`);
      if (!stuck) out.push(this.pool.other(form, frame, index, next, longer));
      return;
    }
    const key = longer.toString();
    if (!this.isBarred(frame, barred, key)) {
      const written = this.pool.withKey(frame.written, key);
      out.push(this.pool.gap("colon", this.pool.frame({ ...frame, count: this.counted(frame), written }), 0, shape));
    }
  }

  private isBarred({ written }: Frame, barred: KeyList, key: string): boolean {
    return barred.has(key) || written.has(key);
  }

  /** The threads before the next item of an array. */
  private item(frame: Frame): Thread[] {
    const form = frame.form as ArrayForm;
    const { prefix, items, most, list } = form;
    const { count } = frame;
    if (count >= most) return [];
    if (list) return [this.pool.key(form, frame, 0)];
    const shape = prefix[count] ?? items;
    if (shape === null) return [];
    const after = { ...frame, count: this.counted(frame) };
    if (!form.contains) return this.value(shape, this.pool.frame(after));
    const threads: Thread[] = [];
    const counting = countingShape(form.contains, count);
    if (counting !== null && mayCount(form.contains, frame)) {
      threads.push(...this.value(counting, this.pool.frame({ ...after, hits: this.countedHits(frame) })));
    }
    if (mayNotCount(form, frame)) {
      // Where any number may count, an item that does may as well not be counted.
      const { check } = form.contains;
      const forms = check === null ? this.forms.of(shape, frame.depth) : this.forms.without(shape, counting, check);
      threads.push(...this.threadsOf(forms, this.pool.frame(after)));
    }
    return threads;
  }

  private countedHits({ form, hits }: Frame): number {
    return Math.min(hits + 1, (form as ArrayForm).contains!.counted);
  }

  /** The threads before a value in a frame. */
  private value(shape: ShapeId, frame: Frame): Thread[] {
    return this.threadsOf(this.forms.of(shape, frame.depth), frame);
  }

  private threadsOf(forms: readonly Form[], frame: Frame): Thread[] {
    const threads: Thread[] = [];
    for (const form of forms) {
      threads.push(form.kind === "scalar" ? this.pool.scalar(form, frame, 0, 0) : this.pool.opening(form, frame));
    }
    return threads;
  }

  /** A value has ended in a frame. */
  private ended(frame: Frame, demands: Demands | undefined, scalar: boolean): Thread {
    const { pool } = this;
    const { form } = frame;
    const then = form
      ? pool.place("after", frame)
      : frame !== pool.root
        ? pool.place("exit", frame)
        : this.layout.loose
          ? pool.gap("end", frame, 0, -1)
          : pool.place("done", frame);
    const unique = form?.kind === "array" && form.unique && !form.list && frame.count > 1;
    if (!unique && !demands) return then;
    return pool.guard(frame, demands, scalar, unique, then);
  }

  private counted({ form, count }: Frame): number {
    return Math.min(count + 1, form!.counted);
  }
}

function isUnderCheck(thread: Thread): boolean {
  if ((thread.kind === "scalar" || thread.kind === "opening") && thread.form.demands) return true;
  for (let frame: Frame | undefined = thread.frame; frame; frame = frame.parent) {
    const { form } = frame;
    if (form && (form.demands || (form.kind === "array" && form.unique && !form.list))) return true;
  }
  return false;
}

function isGuarded(one: Alternative): boolean {
  if (one.checks.length > 0) return true;
  if (one.kind === "string" && one.minLength > 0 && one.automaton !== null) return true;
  if (one.kind === "number") return !countsMultiples(one);
  return one.kind === "array" && (one.unique || (one.contains !== null && one.contains.check !== null));
}
