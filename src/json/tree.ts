/**
 * The live value: the tree of the document being read, current at every moment, and its snapshots.
 *
 * Invariants:
 * - A member appears once its key is complete and its value has begun; strings grow; numbers and literals appear whole;
 *   nothing that has appeared changes otherwise, or goes.
 * - Text of the open string is put into the tree only when somebody looks, so reading on costs nothing per look not taken.
 * - A snapshot never changes. It costs nothing to take: what's open is marked as shared, and the next change copies the
 *   open containers (and only those), so everything closed is the same object in every snapshot.
 */
import type { Path } from "./path.ts";

type Members = Record<string, unknown>;
type Items = unknown[];

interface Frame {
  readonly container: Members | Items;
  readonly key: string | number;
  readonly open: boolean;
}

/** What stands for containers when nothing is built. Never written to. */
const nothing: Members = Object.freeze({});
const noItems: Items = Object.freeze([]) as unknown as Items;

const hasOwn = Object.prototype.hasOwnProperty;

export class Tree {
  /** The document's value as far as it's been put together; undefined before anything of it is known. */
  private root: unknown;
  /** Open containers. */
  depth = 0;
  private readonly containers: (Members | Items)[] = [];
  /** Where in each open container reading is: a key, or an index (−1 before the first item). */
  readonly keys: (string | number)[] = [];
  /** The innermost open container, in one of two guises. */
  private items: Items | undefined;
  private members: Members | undefined;
  /** The outermost `shared` open containers are part of a snapshot. */
  private shared = 0;

  private text = "";
  private pieces = 0;
  private inString = false;
  /** The open string is in the tree already, perhaps with less text. */
  private placed = false;
  private current = true;
  /** The value being read at this depth is a duplicate's, which isn't wanted. */
  private discarded = -1;

  reset(): void {
    this.root = undefined;
    this.depth = 0;
    this.containers.length = 0;
    this.items = undefined;
    this.members = undefined;
    this.shared = 0;
    this.inString = false;
    this.discarded = -1;
  }

  /** @param build false keeps only the open string: for those who listen and don't want a value */
  constructor(readonly build: boolean) {}

  openObject(): void {
    const object: Members = this.build ? {} : nothing;
    this.attach(object);
    this.keys[this.depth] = "";
    this.containers[this.depth++] = object;
    this.members = object;
    this.items = undefined;
  }

  openArray(): void {
    const array: Items = this.build ? [] : noItems;
    this.attach(array);
    this.keys[this.depth] = -1;
    this.containers[this.depth++] = array;
    this.items = array;
    this.members = undefined;
  }

  /** Closes the innermost container and returns it. */
  close(): Members | Items {
    const depth = --this.depth;
    const closed = this.containers[depth]!;
    if (this.shared > depth) this.shared = depth;
    if (this.discarded > depth) this.discarded = -1;
    if (depth > 0) this.enter(this.containers[depth - 1]!);
    else this.items = this.members = undefined;
    return closed;
  }

  /**
   * The open containers, outermost first: where each is being read, and whether the value there is still open.
   * @param next in an array, an item is awaited, and it's where that goes
   */
  *frames(next = false): Generator<Frame> {
    const { containers, keys, depth } = this;
    for (let d = 0; d < depth; d++) {
      const container = containers[d]!;
      const at = keys[d]!;
      const key = next && d === depth - 1 && typeof at === "number" ? at + 1 : at;
      const there = Array.isArray(container) ? (key as number) < container.length : hasOwn.call(container, key);
      yield { container, key, open: d < depth - 1 || this.inString || !there };
    }
  }

  /** Length of the open string so far; −1 if none is open. */
  get openLength(): number {
    return this.inString ? this.text.length : -1;
  }

  /** Whether the value at a path is complete, still open, or not there. */
  state(path: Path): "complete" | "open" | "absent" {
    let value = this.value;
    if (value === undefined) return "absent";
    let open = this.depth > 0 || this.inString;
    for (let d = 0; d < path.length; d++) {
      const key = path[d]!;
      if (typeof value !== "object" || value === null || !hasOwn.call(value, key)) return "absent";
      if (Array.isArray(value) !== (typeof key === "number")) return "absent";
      open &&= d < this.depth && key === this.keys[d] && (d < this.depth - 1 || this.inString);
      // A value that's kept out isn't the one that is here.
      open &&= this.discarded !== d + 1;
      value = (value as Members)[key];
    }
    return open ? "open" : "complete";
  }

  /** Whether the value being read is an item of an array. */
  get inArray(): boolean {
    return this.items !== undefined;
  }

  /** An item comes next. */
  item(): void {
    (this.keys[this.depth - 1] as number)++;
  }

  /** A member's value comes next. Returns false if the object has such a member already. */
  key(key: string): boolean {
    if (this.discarded === this.depth) this.discarded = -1;
    this.keys[this.depth - 1] = key;
    return !this.build || !hasOwn.call(this.members!, key);
  }

  /** Keep the value of the member just named out of the tree. */
  discard(): void {
    // Within a value that's discarded, all is.
    if (this.discarded < 0) this.discarded = this.depth;
  }

  /** Whether what is being read is kept out. */
  get discarding(): boolean {
    return this.discarded >= 0;
  }

  /** A finished value. */
  attach(value: unknown): void {
    const { depth } = this;
    if (this.discarded === depth || !this.build) return;
    if (depth === 0) {
      this.root = value;
      return;
    }
    if (this.shared > 0) this.unshare();
    if (this.items !== undefined) this.items.push(value);
    else setMember(this.members!, this.keys[depth - 1] as string, value);
  }

  /** A whole string; returns it, as `endString` does. */
  attachString(text: string): string {
    if (!this.build) return text;
    const own = detach(text);
    this.attach(own);
    return own;
  }

  beginString(): void {
    this.text = "";
    this.pieces = 0;
    this.inString = true;
    this.placed = false;
    this.current = false;
  }

  append(piece: string): void {
    this.text += piece;
    this.pieces++;
    this.current = false;
  }

  /** Ends the open string and returns it, as one flat string of its own that pins nothing it was cut from. */
  endString(): string {
    // What isn't kept needs neither.
    if (this.build) this.text = this.pieces === 1 ? detach(this.text) : flatten(this.text);
    const { text } = this;
    // A snapshot that shows the whole text already need not be followed by one that shows nothing new.
    const shown = this.placed && this.current && this.shared > 0;
    if (!shown) this.place();
    this.inString = false;
    return text;
  }

  /** The value so far. The same object as long as no snapshot was taken in between; it goes on growing. */
  get value(): unknown {
    if (this.inString && !this.current) this.place();
    return this.root;
  }

  /** The value so far, for keeps. */
  snapshot(): unknown {
    const { value } = this;
    this.shared = this.depth;
    return value;
  }

  private place(): void {
    if (this.placed && this.items !== undefined && this.build) {
      if (this.shared > 0) this.unshare();
      this.items[this.items.length - 1] = this.text;
    } else this.attach(this.text);
    this.placed = true;
    this.current = true;
  }

  private enter(container: Members | Items): void {
    if (Array.isArray(container)) {
      this.items = container;
      this.members = undefined;
    } else {
      this.members = container;
      this.items = undefined;
    }
  }

  /** Replaces the open containers that are part of a snapshot by copies. */
  private unshare(): void {
    const { containers, shared } = this;
    this.shared = 0;
    for (let d = 0; d < shared; d++) {
      const old = containers[d]!;
      const copy = Array.isArray(old) ? old.slice() : { ...old };
      containers[d] = copy;
      if (d === 0) this.root = copy;
      else {
        const parent = containers[d - 1]!;
        if (Array.isArray(parent)) parent[parent.length - 1] = copy;
        else if (d !== this.discarded) setMember(parent, this.keys[d - 1] as string, copy);
      }
    }
    this.enter(containers[this.depth - 1]!);
  }
}

/** `__proto__` is a name like any other. */
function setMember(object: Members, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else object[key] = value;
}

/** V8 copies slices up to this length; longer ones keep the whole string alive that they were cut from. */
const copied = 12;
/** Somewhere to put what nobody needs, so that no compiler leaves out the look. */
export let seen = 0;

/** A rope becomes one flat string when a character of it is looked at: a tenth of the memory. */
function flatten(text: string): string {
  if (text.length > copied) seen ^= text.charCodeAt(0);
  return text;
}

/** A copy of a slice: a rope of two, flattened. */
function detach(text: string): string {
  return text.length > copied ? flatten(text.charAt(0) + text.slice(1)) : text;
}
