/**
 * Keys in the order in which they came, each once: as they're spelled, a character for each byte. What's looked for among
 * them costs no more the more they are.
 */
export class KeyList {
  private readonly keys: string[];
  private readonly places: Map<string, number>;
  /** Their places, by the order of their bytes. */
  private readonly sorted: number[];
  private longest = 0;

  /** @param keys no two the same */
  constructor(keys: readonly string[] = []) {
    this.keys = [...keys];
    this.places = new Map(keys.map((key, place) => [key, place]));
    this.sorted = Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
    for (let i = 0; i < keys.length; i++) this.longest = Math.max(this.longest, keys[i]!.length);
  }

  get length(): number {
    return this.keys.length;
  }

  add(key: string): void {
    const place = this.keys.length;
    this.sorted.splice(this.rankOf(key), 0, place);
    this.keys.push(key);
    this.places.set(key, place);
    this.longest = Math.max(this.longest, key.length);
  }

  upTo(count: number): string[] {
    return this.keys.slice(0, count);
  }

  has(key: string): boolean {
    return this.places.has(key);
  }

  /** Infinity if it isn't there. */
  placeOf(key: string): number {
    return this.places.get(key) ?? Infinity;
  }

  /** Whether one of them begins with a text. */
  begins(text: string): boolean {
    if (text.length > this.longest) return false;
    const place = this.sorted[this.rankOf(text)];
    return place !== undefined && this.keys[place]!.startsWith(text);
  }

  /** Those that begin with a text, of the ones from a place to another: at the cost of the fewer of both. */
  beginningWith(text: string, from = 0, to = this.length): string[] {
    const { keys, sorted } = this;
    const found: string[] = [];
    if (from === to) return found;
    const first = this.rankOf(text);
    const end = this.rankOf(text + beyondBytes);
    if (to - from < end - first) {
      for (let place = from; place < to; place++) if (keys[place]!.startsWith(text)) found.push(keys[place]!);
    } else {
      for (let i = first; i < end; i++) if (sorted[i]! >= from && sorted[i]! < to) found.push(keys[sorted[i]!]!);
    }
    return found;
  }

  /** How many of them come before a text in the order of their bytes. */
  private rankOf(text: string): number {
    const { keys, sorted } = this;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[sorted[middle]!]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A character that comes after all that stand for bytes. */
const beyondBytes = "\u0100";
