/**
 * The keys that an object has had, of those that aren't named: as they're spelled, a character for each byte.
 *
 * What's written is written one after the other, so a set is a stretch of a list that several sets share: the next one
 * costs one entry, and nothing is copied but where writing was taken back and goes on differently.
 */
export class Written {
  private readonly next = new Map<string, Written>();
  private more: Written | undefined;

  private constructor(
    readonly id: number,
    /** Keys in the order in which they came; those from `count` on aren't in this set. */
    readonly keys: readonly string[],
    readonly count: number,
    private readonly places: Map<string, number>,
    /** Whether there are others in it of which nothing is known. */
    readonly isVague = false,
  ) {}

  static none(id = 0): Written {
    return new Written(id, [], 0, new Map());
  }

  has(key: string): boolean {
    const place = this.places.get(key);
    return place !== undefined && place < this.count;
  }

  get isEmpty(): boolean {
    return this.count === 0 && !this.isVague;
  }

  /** This set and a key of which nothing is known. */
  andSome(id: () => number): Written {
    this.more ??= new Written(id(), this.keys, this.count, this.places, true);
    return this.more;
  }

  /** This set and one more key. */
  and(key: string, id: () => number): Written {
    let next = this.next.get(key);
    if (!next) {
      next = this.keys.length === this.count ? this : this.copy();
      (next.keys as string[]).push(key);
      next.places.set(key, this.count);
      next = new Written(id(), next.keys, this.count + 1, next.places, this.isVague);
      this.next.set(key, next);
    }
    return next;
  }

  private copy(): Written {
    const keys = this.keys.slice(0, this.count);
    return new Written(this.id, keys, this.count, new Map(keys.map((key, place) => [key, place])), this.isVague);
  }
}
