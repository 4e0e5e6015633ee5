/** Integers of a tuple; those that aren't given are 0. */
const width = 6;

/**
 * Numbers tuples of integers in the order of their first use: a hash table without an object or a text for each, so that
 * there's nothing in it for a garbage collector to look at.
 */
export class Tuples {
  /** How many there are. */
  count = 0;
  /** The tuples, one after the other. */
  private kept = new Int32Array(16 * width);
  /** By hash, numbers + 1 of the tuples; 0 where it's free. At most half full. */
  private slots = new Int32Array(32);

  /** The number of a tuple; −1 if it isn't there. */
  find(a: number, b: number, c = 0, d = 0, e = 0, f = 0): number {
    return this.slots[this.slotOf(a, b, c, d, e, f)]! - 1;
  }

  /** The number of a tuple: the next one, `count` as it was, if it's new. */
  numberOf(a: number, b: number, c = 0, d = 0, e = 0, f = 0): number {
    const { slots, kept } = this;
    const slot = this.slotOf(a, b, c, d, e, f);
    if (slots[slot] !== 0) return slots[slot]! - 1;
    const at = this.count * width;
    kept[at] = a;
    kept[at + 1] = b;
    kept[at + 2] = c;
    kept[at + 3] = d;
    kept[at + 4] = e;
    kept[at + 5] = f;
    slots[slot] = ++this.count;
    if (2 * this.count === slots.length) this.grow();
    return this.count - 1;
  }

  /** Where a tuple is, or would be. */
  private slotOf(a: number, b: number, c: number, d: number, e: number, f: number): number {
    const { slots, kept } = this;
    const last = slots.length - 1;
    let slot = hashOf(a, b, c, d, e, f) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      const at = (slots[slot]! - 1) * width;
      if (kept[at] !== a || kept[at + 1] !== b || kept[at + 2] !== c) continue;
      if (kept[at + 3] === d && kept[at + 4] === e && kept[at + 5] === f) break;
    }
    return slot;
  }

  clear(): void {
    this.count = 0;
    this.kept = new Int32Array(16 * width);
    this.slots = new Int32Array(32);
  }

  private grow(): void {
    const kept = new Int32Array(2 * this.kept.length);
    kept.set(this.kept);
    const slots = new Int32Array(2 * this.slots.length);
    const last = slots.length - 1;
    for (let number = 1; number <= this.count; number++) {
      const at = (number - 1) * width;
      const hash = hashOf(kept[at]!, kept[at + 1]!, kept[at + 2]!, kept[at + 3]!, kept[at + 4]!, kept[at + 5]!);
      let slot = hash & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = number;
    }
    this.kept = kept;
    this.slots = slots;
  }
}

/** Each integer is mixed in by a multiplication (the prime of FNV-1a); what's left of the high bits comes down at the end. */
function hashOf(a: number, b: number, c: number, d: number, e: number, f: number): number {
  let hash = Math.imul(a ^ 0x811c9dc5, 0x01000193) ^ b;
  hash = Math.imul(hash, 0x01000193) ^ c;
  hash = Math.imul(hash, 0x01000193) ^ d;
  hash = Math.imul(hash, 0x01000193) ^ e;
  hash = Math.imul(Math.imul(hash, 0x01000193) ^ f, 0x01000193);
  return hash ^ (hash >>> 15);
}
