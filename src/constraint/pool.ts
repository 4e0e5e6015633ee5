/** One object for equal frames, threads and configurations, so that what's known of one is known of all. */
import type { ShapeId } from "../schema/index.ts";
import type { ArrayForm, Demands, ObjectForm, ScalarForm } from "./forms.ts";
import type { GapKind } from "./gap.ts";
import { KeyText } from "./key-text.ts";
import type { Seen } from "./members.ts";
import type { Configuration, Frame, KeyThread, OtherKeyThread, PlaceThread, Thread } from "./threads.ts";
import { Tuples } from "./tuples.ts";
import { Written } from "./written.ts";

/** Configurations kept, and ways from one to the next: some 40 MB of these. */
const mostKept = 50_000;
const mostWays = 1_000_000;

export class Pool {
  /** How often everything was forgotten: what's known of threads and configurations doesn't hold for new ones. */
  generation = 0;
  /** What stands around the root. */
  readonly root: Frame;

  /** Of a key that isn't named, before its first byte. */
  readonly noText = new KeyText(0, undefined, 0, 0);

  /** Numbers given out, none twice. */
  private ids = 1;
  private noneSeen: Seen = { id: 0, list: [], next: new Map() };
  private written = Written.none();
  private readonly seen = new Map<string, Seen>();
  private readonly demands = new Map<Demands, number>();
  private readonly bottoms: Frame[] = [];
  private readonly keyTexts = new Map<number, KeyText>();
  private readonly frames = new Table<Frame>();
  private readonly threads = new Table<Thread>();
  /** By configuration and byte, the next configuration; `null`: there is none. */
  private readonly ways = new Table<Configuration | null>();
  /** Configurations of more than two threads, by their numbers. */
  private readonly larger = new Map<string, Configuration>();
  private configurations = 0;

  constructor() {
    this.root = this.around(0, 0);
  }

  private around(id: number, depth: number): Frame {
    const { noneSeen: seen, written } = this;
    const form = undefined;
    return { id, form, parent: undefined, depth, count: 0, seen, left: 0, written, hits: 0, allowed: undefined };
  }

  /** Where nothing is known of what's around, but how deep it is. */
  bottom(depth: number): Frame {
    return (this.bottoms[depth] ??= this.around(this.ids++, depth));
  }

  /** The configuration of one thread. */
  alone(thread: Thread): Configuration {
    return (thread.alone ??= this.made([thread]));
  }

  /** The configuration of these threads; one may be given several times. The list is copied. */
  configuration(threads: readonly Thread[]): Configuration {
    if (threads.length === 1) return this.alone(threads[0]!);
    const sorted = byId(threads);
    const first = sorted[0]!;
    if (sorted.length === 1) return this.alone(first);
    if (sorted.length === 2) {
      first.pair ??= this.made(sorted);
      if (first.pair.threads[1] === sorted[1]) return first.pair;
    }
    let key = "";
    for (const { id } of sorted) key += `${id},`;
    let found = this.larger.get(key);
    if (!found) this.larger.set(key, (found = this.made(sorted)));
    return found;
  }

  private made(threads: readonly Thread[]): Configuration {
    if (this.configurations === mostKept) this.forget();
    this.configurations++;
    return { id: this.ids++, threads, guarded: threads.some(isGuard), bytes: undefined };
  }

  /** Where a byte leads, if that's known. */
  way(from: Configuration, byte: number): Configuration | null | undefined {
    return this.ways.find(from.id, byte);
  }

  /** Keeps where a byte leads. */
  setWay(from: Configuration, byte: number, next: Configuration | null): void {
    if (this.ways.count === mostWays) this.forget();
    this.ways.add(next, from.id, byte);
  }

  /** The frame of a container that's just been opened. */
  opened(form: ArrayForm | ObjectForm, parent: Frame, depth: number): Frame {
    const left = form.kind === "array" ? 0 : form.required;
    return this.frame({ form, parent, depth, count: 0, seen: this.noneSeen, left, written: this.written, hits: 0 });
  }

  frame({ form, parent, depth, count, seen, left, written, hits }: Omit<Frame, "id" | "allowed">): Frame {
    const { frames } = this;
    const known = frames.find(form!.id, parent!.id, count, seen.id, written.id, hits);
    if (known) return known;
    const made = { id: this.ids++, form, parent, depth, count, seen, left, written, hits, allowed: undefined };
    return frames.add(made, form!.id, parent!.id, count, seen.id, written.id, hits);
  }

  /** The properties of `seen`, and one more. */
  with(seen: Seen, property: number): Seen {
    let next = seen.next.get(property);
    if (!next) {
      const list = [...seen.list, property].sort((a, b) => a - b);
      const key = list.join();
      next = this.seen.get(key) ?? { id: this.ids++, list, next: new Map() };
      this.seen.set(key, next);
      seen.next.set(property, next);
    }
    return next;
  }

  /** The keys of `written`, and one more. */
  withKey(written: Written, key: string): Written {
    return written.and(key, () => this.ids++);
  }

  /** The keys of `written`, and one of which nothing is known. */
  withSomeKey(written: Written): Written {
    return written.andSome(() => this.ids++);
  }

  scalar(form: ScalarForm, frame: Frame, state: number, length: number): Thread {
    const { threads } = this;
    const known = threads.find(tagOf.scalar, form.id, frame.id, state, length);
    if (known) return known;
    const made = {
      kind: "scalar",
      id: this.ids++,
      form,
      frame,
      state,
      length,
      alone: undefined,
      pair: undefined,
    } as const;
    return threads.add(made, tagOf.scalar, form.id, frame.id, state, length);
  }

  opening(form: ArrayForm | ObjectForm, frame: Frame): Thread {
    const { threads } = this;
    const known = threads.find(tagOf.opening, form.id, frame.id);
    if (known) return known;
    const made = { kind: "opening", id: this.ids++, form, frame, alone: undefined, pair: undefined } as const;
    return threads.add(made, tagOf.opening, form.id, frame.id);
  }

  key(form: ObjectForm | ArrayForm, frame: Frame, state: number): KeyThread {
    const { threads } = this;
    const known = threads.find(tagOf.key, frame.id, state);
    if (known) return known as KeyThread;
    const made = { kind: "key", id: this.ids++, form, frame, state, alone: undefined, pair: undefined } as const;
    return threads.add(made, tagOf.key, frame.id, state);
  }

  /** A key's text and one more byte. */
  withByte(text: KeyText, byte: number): KeyText {
    const key = text.id * 256 + byte;
    let found = this.keyTexts.get(key);
    if (!found) this.keyTexts.set(key, (found = new KeyText(this.ids++, text, byte, text.length + 1)));
    return found;
  }

  other(form: ObjectForm, frame: Frame, index: number, state: number, text: KeyText): OtherKeyThread {
    const { threads } = this;
    const known = threads.find(tagOf.other, frame.id, index, state, text.id);
    if (known) return known as OtherKeyThread;
    const id = this.ids++;
    const made = { kind: "other", id, form, frame, index, state, text, alone: undefined, pair: undefined } as const;
    return threads.add(made, tagOf.other, frame.id, index, state, text.id);
  }

  gap(kind: GapKind, frame: Frame, at: number, shape: ShapeId): Thread {
    const { threads } = this;
    const known = threads.find(tagOf[kind], frame.id, at, shape);
    if (known) return known;
    const made = { kind, id: this.ids++, frame, at, shape, alone: undefined, pair: undefined };
    return threads.add(made, tagOf[kind], frame.id, at, shape);
  }

  place(kind: PlaceThread["kind"], frame: Frame): Thread {
    const { threads } = this;
    const known = threads.find(tagOf[kind], frame.id);
    return (
      known ?? threads.add({ kind, id: this.ids++, frame, alone: undefined, pair: undefined }, tagOf[kind], frame.id)
    );
  }

  guard(frame: Frame, demands: Demands | undefined, scalar: boolean, unique: boolean, then: Thread): Thread {
    const { threads } = this;
    const number = demands ? this.numberOf(demands) : -1;
    const flags = (scalar ? 1 : 0) + (unique ? 2 : 0);
    const known = threads.find(tagOf.guard, then.id, number, flags);
    if (known) return known;
    const about = { frame, demands, scalar, unique, then, alone: undefined, pair: undefined };
    return threads.add({ kind: "guard", id: this.ids++, ...about }, tagOf.guard, then.id, number, flags);
  }

  private numberOf(demands: Demands): number {
    let number = this.demands.get(demands);
    if (number === undefined) this.demands.set(demands, (number = this.demands.size));
    return number;
  }

  /** Lets go of all that's kept, so that a program that runs for long doesn't grow. What's under way goes on. */
  private forget(): void {
    this.generation++;
    this.configurations = 0;
    const { larger, threads, frames, ways, seen, keyTexts } = this;
    for (const kept of [larger, threads, frames, ways, seen, keyTexts]) kept.clear();
    this.noneSeen = { id: this.ids++, list: [], next: new Map() };
    this.written = Written.none(this.ids++);
  }
}

/** Things by tuples of integers: what makes the difference between them. */
class Table<T> {
  private readonly tuples = new Tuples();
  private things: T[] = [];

  find(a: number, b: number, c?: number, d?: number, e?: number, f?: number): T | undefined {
    const number = this.tuples.find(a, b, c, d, e, f);
    return number < 0 ? undefined : this.things[number];
  }

  add<U extends T>(thing: U, a: number, b: number, c?: number, d?: number, e?: number, f?: number): U {
    this.things[this.tuples.numberOf(a, b, c, d, e, f)] = thing;
    return thing;
  }

  get count(): number {
    return this.tuples.count;
  }

  clear(): void {
    this.tuples.clear();
    this.things = [];
  }
}

/** What threads of a kind are told from others by. */
const tagOf = {
  colon: 0,
  comma: 1,
  first: 2,
  close: 3,
  begin: 4,
  end: 5,
  key: 6,
  after: 7,
  done: 8,
  exit: 9,
  scalar: 10,
  opening: 11,
  other: 12,
  guard: 13,
} as const satisfies Record<Thread["kind"], number>;

function isGuard({ kind }: Thread): boolean {
  return kind === "guard";
}

/** Threads in the order of their numbers, each once: a few, and mostly in order. */
function byId(threads: readonly Thread[]): readonly Thread[] {
  const sorted: Thread[] = [];
  for (let i = 0; i < threads.length; i++) {
    const thread = threads[i]!;
    let at = sorted.length;
    while (at > 0 && sorted[at - 1]!.id > thread.id) at--;
    if (at > 0 && sorted[at - 1] === thread) continue;
    if (at === sorted.length) sorted.push(thread);
    else sorted.splice(at, 0, thread);
  }
  return sorted;
}
