/*
 * Numbers 0, 1, 2, … for pairs and for sequences of whole numbers, in order of their first use. Both look them up in a table by
 * hash, in which numbers are one more than they are, since 0 is a free place; no more than half of the places are taken.
 */

/** Numbers pairs. */
export class Pairs {
  count = 0;
  /** Per number, the parts of its pair. */
  left: Int32Array = new Int32Array(64);
  right: Int32Array = new Int32Array(64);
  #table: Int32Array = new Int32Array(128);

  numberOf(left: number, right: number): number {
    const last = this.#table.length - 1;
    let at = hashOfPair(left, right) & last;
    for (let found = this.#table[at]!; found > 0; found = this.#table[at]!) {
      if (this.left[found - 1] === left && this.right[found - 1] === right) return found - 1;
      at = (at + 1) & last;
    }
    this.left[this.count] = left;
    this.right[this.count] = right;
    this.#table[at] = ++this.count;
    if (this.count === this.left.length) this.#grow();
    return this.count - 1;
  }

  #grow(): void {
    this.left = doubled(this.left);
    this.right = doubled(this.right);
    this.#table = new Int32Array(4 * this.count);
    for (let n = 0; n < this.count; n++) place(this.#table, n, hashOfPair(this.left[n]!, this.right[n]!));
  }
}

function hashOfPair(left: number, right: number): number {
  const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

/** Numbers sequences, each given part by part. */
export class Sequences {
  count = 0;
  // All small at first: V8 keeps up to 64 bytes of a typed array among its objects; a larger one costs more.
  /** The parts of all sequences, each from `starts[number]` on, and of the one that is being given. */
  parts: Int32Array = new Int32Array(16);
  starts: Int32Array = new Int32Array(16);
  #end = 0;
  #hashes: Int32Array = new Int32Array(8);
  #table: Int32Array = new Int32Array(16);

  /** One more part of the sequence that is being given. */
  push(part: number): void {
    if (this.#end === this.parts.length) this.parts = doubled(this.parts);
    this.parts[this.#end++] = part;
  }

  /** It has all its parts. @returns its number */
  close(): number {
    const start = this.starts[this.count]!;
    let hash = 0;
    for (let i = start; i < this.#end; i++) {
      hash = Math.imul(hash ^ this.parts[i]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const last = this.#table.length - 1;
    let at = hash & last;
    for (let found = this.#table[at]!; found > 0; found = this.#table[at]!) {
      if (this.#hashes[found - 1] === hash && this.#isLast(found - 1)) {
        this.#end = start;
        return found - 1;
      }
      at = (at + 1) & last;
    }
    this.#hashes[this.count] = hash;
    this.#table[at] = ++this.count;
    if (this.count === this.#hashes.length) this.#grow();
    this.starts[this.count] = this.#end;
    return this.count - 1;
  }

  /** Forgets them all. */
  clear(): void {
    const last = this.#table.length - 1;
    for (let n = 0; n < this.count; n++) {
      let at = this.#hashes[n]! & last;
      while (this.#table[at] !== n + 1) at = (at + 1) & last;
      this.#table[at] = 0;
    }
    this.count = 0;
    this.#end = 0;
  }

  /** Is this sequence the one that was given? */
  #isLast(number: number): boolean {
    const start = this.starts[this.count]!;
    const other = this.starts[number]!;
    const length = this.#end - start;
    if (this.starts[number + 1]! - other !== length) return false;
    for (let i = 0; i < length; i++) if (this.parts[other + i] !== this.parts[start + i]) return false;
    return true;
  }

  #grow(): void {
    this.starts = doubled(this.starts);
    this.#hashes = doubled(this.#hashes);
    this.#table = new Int32Array(4 * this.count);
    for (let n = 0; n < this.count; n++) place(this.#table, n, this.#hashes[n]!);
  }
}

/** Puts a number in a table that hasn't got it. */
function place(table: Int32Array, number: number, hash: number): void {
  const last = table.length - 1;
  let at = hash & last;
  while (table[at] !== 0) at = (at + 1) & last;
  table[at] = number + 1;
}

/** The same numbers with room for as many more. */
export function doubled(numbers: Int32Array): Int32Array {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}
