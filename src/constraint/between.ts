/** What may come between values: brackets, white space, commas, colons, and the first bytes of what follows. */
import type { ShapeId } from "../schema/index.ts";
import type { ArrayForm, Form, Forms, ObjectForm } from "./forms.ts";
import type { Gap, GapKind, Gaps } from "./gap.ts";
import { dead } from "./lexeme.ts";
import { type Configuration, type Frame, isGap, type Thread } from "./threads.ts";

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const nothing: readonly number[] = [];
const quote = [QUOTE];
const openingBracket = [OPEN_BRACKET];
const openingBrace = [OPEN_BRACE];
const closingBracket = [CLOSE_BRACKET];
const closingBrace = [CLOSE_BRACE];

export class Between {
  private readonly starts: (readonly number[])[] = [];
  private readonly unions = new Map<readonly number[], Map<readonly number[], readonly number[]>>();

  constructor(
    private readonly forms: Forms,
    private readonly gaps: Gaps,
  ) {}

  /** The bytes that may come next where no scalar or key is open; nothing else may. `null` where one is. */
  bytesAfter(configuration: Configuration): readonly number[] | null {
    if (configuration.bytes === undefined) configuration.bytes = this.bytesOf(configuration);
    return configuration.bytes;
  }

  private bytesOf({ threads }: Configuration): readonly number[] | null {
    for (let i = 0; i < threads.length; i++) if (within.has(threads[i]!.kind)) return null;
    let bytes = this.beginnings(threads[0]!);
    for (let i = 1; i < threads.length; i++) bytes = this.either(bytes, this.beginnings(threads[i]!));
    return bytes;
  }

  /** The bytes of both lists, each once. Lists are few and made once, so what they come to together is kept. */
  private either(some: readonly number[], others: readonly number[]): readonly number[] {
    if (some === others || others.length === 0) return some;
    if (some.length === 0) return others;
    let known = this.unions.get(some);
    if (!known) this.unions.set(some, (known = new Map()));
    let union = known.get(others);
    if (!union) known.set(others, (union = [...new Set([...some, ...others])]));
    return union;
  }

  private beginnings(thread: Thread): readonly number[] {
    const { kind, frame } = thread;
    if (kind === "opening") return thread.form.kind === "array" ? openingBracket : openingBrace;
    if (kind === "after") return this.either(this.bytesIn("comma", frame, 0, -1), this.bytesIn("close", frame, 0, -1));
    return isGap(thread) ? this.bytesIn(thread.kind, frame, thread.at, thread.shape) : nothing;
  }

  /** The bytes that may come in a gap, or after it if it may end. */
  private bytesIn(kind: GapKind, frame: Frame, at: number, shape: ShapeId): readonly number[] {
    const gap = this.gaps.at(kind, frame.depth);
    const within = gap.bytes(at);
    const whole = gap.isWhole(at);
    const closes = kind === "close" ? whole : kind === "first" && mayBeEmpty(gap, at);
    const bracket = !closes ? nothing : frame.form!.kind === "array" ? closingBracket : closingBrace;
    const own = this.either(within, bracket);
    return whole ? this.either(own, this.startsAfter(kind, frame, shape)) : own;
  }

  /** The bytes with which what follows a gap may begin, but for a bracket. */
  private startsAfter(kind: GapKind, frame: Frame, shape: ShapeId): readonly number[] {
    if (kind === "close" || kind === "end") return nothing;
    return kind === "colon" || kind === "begin" ? this.startsOf(shape, frame.depth) : this.startsIn(frame);
  }

  /** The bytes with which the next item or key in a frame may begin. */
  private startsIn({ form, count, depth }: Frame): readonly number[] {
    if (form!.kind === "object") return quote;
    if (form!.list) return form!.list.beginnings;
    const shape = form!.prefix[count] ?? form!.items;
    return shape === null ? nothing : this.startsOf(shape, depth);
  }

  /** The bytes with which a value may begin: the same at each depth. */
  private startsOf(shape: ShapeId, depth: number): readonly number[] {
    return (this.starts[shape] ??= [...new Set(this.forms.of(shape, depth).flatMap(startsOfForm))]);
  }
}

/** The bracket that opens a value of a form. */
export function openerOf(form: ArrayForm | ObjectForm): number {
  return form.kind === "array" ? OPEN_BRACKET : OPEN_BRACE;
}

/** Threads in a scalar or a key, or behind one that must be checked. */
const within: ReadonlySet<Thread["kind"]> = new Set(["scalar", "key", "other", "guard"]);

/** The bracket that closes a frame. */
export function closerOf({ form }: Frame): number {
  return form!.kind === "array" ? CLOSE_BRACKET : CLOSE_BRACE;
}

/** Whether a container may close in the gap before its first item: before that has begun, or among white space at will. */
export function mayBeEmpty(gap: Gap, at: number): boolean {
  return at === 0 || gap.isWhole(0);
}

/** Scalars, and what's written as one, begin with one of these. */
const scalarStarts = [...new TextEncoder().encode('"-0123456789tfn[{')];

function startsOfForm(form: Form): number[] {
  if (form.kind !== "scalar") return [openerOf(form)];
  return scalarStarts.filter((byte) => form.lexeme.step(0, byte) !== dead);
}
