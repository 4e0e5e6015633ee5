/** One object for equal frames, threads and configurations, so that what's known of one is known of all. */
import type { ShapeId } from "../schema/index.ts";
import type { ArrayForm, Demands, ObjectForm, ScalarForm } from "./forms.ts";
import type { GapKind } from "./gap.ts";
import { KeyText } from "./key-text.ts";
import type { Seen } from "./members.ts";
import type { Configuration, Frame, KeyThread, OtherKeyThread, PlaceThread, Thread } from "./threads.ts";
import { Written } from "./written.ts";

/** Configurations kept. */
const mostKept = 50_000;

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
  private readonly frames = new Map<string, Frame>();
  private readonly threads = new Map<string, Thread>();
  /** Every configuration; and those of more threads by their numbers. */
  private readonly configurations: Configuration[] = [];
  private readonly larger = new Map<string, Configuration>();

  constructor() {
    this.root = this.around(0, 0);
  }

  private around(id: number, depth: number): Frame {
    const { noneSeen: seen, written } = this;
    return { id, form: undefined, parent: undefined, depth, count: 0, seen, left: 0, written, hits: 0 };
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
    if (this.configurations.length >= mostKept) this.forget();
    const guarded = threads.some(({ kind }) => kind === "guard");
    const made = { id: this.ids++, threads, guarded, byte: -1, onward: null, next: undefined, bytes: undefined };
    this.configurations.push(made);
    return made;
  }

  /** The frame of a container that's just been opened. */
  opened(form: ArrayForm | ObjectForm, parent: Frame, depth: number): Frame {
    const left = form.kind === "array" ? 0 : form.required;
    return this.frame({ form, parent, depth, count: 0, seen: this.noneSeen, left, written: this.written, hits: 0 });
  }

  frame({ form, parent, depth, count, seen, left, written, hits }: Omit<Frame, "id">): Frame {
    const key = `${form!.id} ${parent!.id} ${count} ${seen.id} ${written.id} ${hits}`;
    let found = this.frames.get(key);
    if (!found) {
      found = { id: this.ids++, form, parent, depth, count, seen, left, written, hits };
      this.frames.set(key, found);
    }
    return found;
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

  scalar(form: ScalarForm, frame: Frame, state: number, length: number): Thread {
    const make = (id: number): Thread => ({ kind: "scalar", id, form, frame, state, length });
    return this.thread(`s ${form.id} ${frame.id} ${state} ${length}`, make);
  }

  opening(form: ArrayForm | ObjectForm, frame: Frame): Thread {
    return this.thread(`o ${form.id} ${frame.id}`, (id) => ({ kind: "opening", id, form, frame }));
  }

  key(form: ObjectForm | ArrayForm, frame: Frame, state: number): KeyThread {
    const threads = threadsOf(frame);
    const key = state * tags + tagOf.key;
    let found = threads.get(key);
    if (!found) threads.set(key, (found = { kind: "key", id: this.ids++, form, frame, state }));
    return found as KeyThread;
  }

  /** A key's text and one more byte. */
  withByte(text: KeyText, byte: number): KeyText {
    const key = text.id * 256 + byte;
    let found = this.keyTexts.get(key);
    if (!found) this.keyTexts.set(key, (found = new KeyText(this.ids++, text, byte, text.length + 1)));
    return found;
  }

  other(form: ObjectForm, frame: Frame, index: number, state: number, text: KeyText): OtherKeyThread {
    const make = (id: number): Thread => ({ kind: "other", id, form, frame, index, state, text });
    return this.thread(`x ${frame.id} ${index} ${state} ${text.id}`, make) as OtherKeyThread;
  }

  gap(kind: GapKind, frame: Frame, at: number, shape: ShapeId): Thread {
    const threads = threadsOf(frame);
    const key = ((shape + 1) * 2 ** 20 + at) * tags + tagOf[kind];
    let found = threads.get(key);
    if (!found) threads.set(key, (found = { kind, id: this.ids++, frame, at, shape }));
    return found;
  }

  place(kind: PlaceThread["kind"], frame: Frame): Thread {
    const threads = threadsOf(frame);
    let found = threads.get(tagOf[kind]);
    if (!found) threads.set(tagOf[kind], (found = { kind, id: this.ids++, frame }));
    return found;
  }

  guard(frame: Frame, demands: Demands | undefined, scalar: boolean, unique: boolean, then: Thread): Thread {
    const make = (id: number): Thread => ({ kind: "guard", id, frame, demands, scalar, unique, then });
    return this.thread(`g ${then.id} ${demands ? this.numberOf(demands) : ""} ${scalar} ${unique}`, make);
  }

  private thread(key: string, make: (id: number) => Thread): Thread {
    let found = this.threads.get(key);
    if (!found) this.threads.set(key, (found = make(this.ids++)));
    return found;
  }

  private numberOf(demands: Demands): number {
    let number = this.demands.get(demands);
    if (number === undefined) this.demands.set(demands, (number = this.demands.size));
    return number;
  }

  /** Lets go of all that's kept, so that a program that runs for long doesn't grow. What's under way goes on. */
  private forget(): void {
    this.generation++;
    for (const configuration of this.configurations) {
      configuration.byte = -1;
      configuration.onward = null;
      configuration.next = undefined;
    }
    for (const frame of [this.root, ...this.bottoms]) delete frame?.threads;
    this.configurations.length = 0;
    const { larger, threads, frames, seen, keyTexts } = this;
    for (const kept of [larger, threads, frames, seen, keyTexts]) kept.clear();
    this.noneSeen = { id: this.ids++, list: [], next: new Map() };
    this.written = Written.none(this.ids++);
  }
}

/** Kinds of threads that a frame keeps itself; a thread's key is what makes the difference times `tags`, plus the kind's. */
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
} as const;
const tags = 16;

function threadsOf(frame: Frame): Map<number, Thread> {
  return (frame.threads ??= new Map());
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
