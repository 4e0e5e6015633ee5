/** What a program is in while it writes: frames, threads and configurations. See `Program`. */
import type { ShapeId } from "../schema/index.ts";
import type { ArrayForm, Demands, ObjectForm, ScalarForm } from "./forms.ts";
import type { GapKind } from "./gap.ts";
import type { KeyText } from "./key-text.ts";
import type { Seen } from "./members.ts";
import type { Bits } from "./sets.ts";
import type { Written } from "./written.ts";

/** An open container, or what stands around the root. */
export interface Frame {
  readonly id: number;
  /** Absent around the root, and at the bottom. */
  readonly form: ArrayForm | ObjectForm | undefined;
  readonly parent: Frame | undefined;
  /** How deep it is, as far as that matters for the layout. */
  readonly depth: number;
  /** Items or members so far, as far as they're counted. */
  readonly count: number;
  /** Properties written. */
  readonly seen: Seen;
  /** Required properties not yet written. */
  readonly left: number;
  /** Other keys written. */
  readonly written: Written;
  /** Items written that `contains` counts, as far as they're counted. */
  readonly hits: number;
  /** The properties that may come next; worked out when first asked for. */
  allowed: Bits | undefined;
}

export type Thread = ScalarThread | OpeningThread | KeyThread | OtherKeyThread | GapThread | PlaceThread | GuardThread;

interface Common {
  readonly id: number;
  readonly frame: Frame;
  /** The configuration of this thread alone, and one with another thread that comes after it: most are one of the two. */
  alone: Configuration | undefined;
  pair: Configuration | undefined;
}
/** In a scalar. `length`: code points begun, as far as they matter. */
export interface ScalarThread extends Common {
  readonly kind: "scalar";
  readonly form: ScalarForm;
  readonly state: number;
  readonly length: number;
}
/** Before the opening bracket. */
export interface OpeningThread extends Common {
  readonly kind: "opening";
  readonly form: ArrayForm | ObjectForm;
}
/** In a property's key, or in an item out of a list. */
export interface KeyThread extends Common {
  readonly kind: "key";
  readonly form: ObjectForm | ArrayForm;
  readonly state: number;
}
export interface OtherKeyThread extends Common {
  readonly kind: "other";
  readonly form: ObjectForm;
  readonly index: number;
  readonly state: number;
  /** Its bytes so far. */
  readonly text: KeyText;
}
/** Between two parts of a value; `at` is the state of the {@link Gap}. */
export interface GapThread extends Common {
  readonly kind: GapKind;
  readonly at: number;
  /** Of the value that follows, where one does. */
  readonly shape: ShapeId;
}
const gaps: ReadonlySet<Thread["kind"]> = new Set<GapKind>(["colon", "comma", "first", "close", "begin", "end"]);

export function isGap(thread: Thread): thread is GapThread {
  return gaps.has(thread.kind);
}

/** After a value, at the end of everything, or out of the frame whose parent isn't known. */
export interface PlaceThread extends Common {
  readonly kind: "after" | "done" | "exit";
}

/** After a value that must still be checked: what it is if the check holds. It's resolved at once, or taken on trust. */
export interface GuardThread extends Common {
  readonly kind: "guard";
  readonly demands: Demands | undefined;
  /** Whether the value is a scalar: where its text begins. */
  readonly scalar: boolean;
  /** It must differ from the items before it. */
  readonly unique: boolean;
  readonly then: Thread;
}

/** The ways in which a text can be read. */
export interface Configuration {
  readonly id: number;
  readonly threads: readonly Thread[];
  /** Whether there are guards among them. */
  readonly guarded: boolean;
  /** The only bytes that may come, once that was asked; `null`: it may be any, since a scalar or a key is open. */
  bytes: readonly number[] | null | undefined;
}
