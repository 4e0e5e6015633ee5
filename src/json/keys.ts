/**
 * Keys are few, and follow each other in the same order object after object: most are recognised by a look at the text,
 * without a new string.
 */

const slots = 256;
/** Longer keys aren't kept, nor are those that are written with escapes. */
const longest = 32;

export class Keys {
  private readonly keys: string[] = new Array(slots).fill("");
  private readonly lengths = new Uint8Array(slots);
  /** Their code units. */
  private readonly units = new Uint16Array(slots * longest);
  /** The slot of the key that last came after the one in this slot. */
  private readonly next = new Uint8Array(slots);
  /** The slot of the last key, and of the one that's expected. */
  private last = 0;
  private slot = 0;
  /** Characters of the expected key that were read. */
  matched = 0;

  /** A key begins. */
  begin(): void {
    this.slot = this.next[this.last]!;
    this.matched = 0;
  }

  /** Reads `text` while it's that of the expected key; returns the index of the first character that isn't. */
  follow(text: string, from: number, to: number): number {
    const { units, slot, matched } = this;
    const first = slot * longest + matched;
    const end = Math.min(to, from + this.lengths[slot]! - matched);
    let i = from;
    while (i < end && units[first + i - from] === text.charCodeAt(i)) i++;
    this.matched = matched + i - from;
    return i;
  }

  /** All of the expected key was read. */
  get isWhole(): boolean {
    return this.matched === this.lengths[this.slot];
  }

  /** What was read of the expected key. */
  get read(): string {
    return this.keys[this.slot]!.slice(0, this.matched);
  }

  /** The expected key is the one that came. */
  accept(): string {
    this.last = this.slot;
    return this.keys[this.slot]!;
  }

  /** The key that `text`, plain text, has from `from` to `to`. */
  take(text: string, from: number, to: number): string {
    const length = to - from;
    if (length === 0) return "";
    if (length > longest) return asName(text.slice(from, to));
    const slot = (length * 31 + text.charCodeAt(from) * 7 + text.charCodeAt(to - 1)) & (slots - 1);
    this.next[this.last] = slot;
    this.last = slot;
    if (this.lengths[slot] === length && this.isAt(slot, length, text, from)) return this.keys[slot]!;
    const { units } = this;
    for (let i = 0; i < length; i++) units[slot * longest + i] = text.charCodeAt(from + i);
    this.lengths[slot] = length;
    return (this.keys[slot] = asName(text.slice(from, to)));
  }

  private isAt(slot: number, length: number, text: string, from: number): boolean {
    const { units } = this;
    const first = slot * longest;
    let i = 0;
    while (i < length && units[first + i] === text.charCodeAt(from + i)) i++;
    return i === length;
  }
}

/** The same text as V8 keeps names of properties: setting one by it needs no look-up of the text. */
export function asName(text: string): string {
  for (const name in { [text]: 0 }) return name;
  return text;
}
