import { KeyList } from "./key-list.ts";

/**
 * The keys that an object has had, of those that aren't named: as they're spelled, a character for each byte.
 *
 * What's written is written one after the other, so a set is the beginning of a list that several sets share: the next one
 * costs one entry, and nothing is copied but where writing was taken back and goes on differently.
 */
export class Written {
  private readonly next = new Map<string, Written>();
  private more: Written | undefined;

  private constructor(
    readonly id: number,
    /** Of its keys only the first `count` are in this set. */
    readonly list: KeyList,
    readonly count: number,
    /** Whether there are others in it of which nothing is known. */
    readonly isVague = false,
  ) {}

  static none(id = 0): Written {
    return new Written(id, new KeyList(), 0);
  }

  has(key: string): boolean {
    return this.list.placeOf(key) < this.count;
  }

  get isEmpty(): boolean {
    return this.count === 0 && !this.isVague;
  }

  /** Those of its keys that begin with a text, but for the first `from`. */
  beginningWith(text: string, from: number): string[] {
    return this.list.beginningWith(text, from, this.count);
  }

  /** This set and a key of which nothing is known. */
  andSome(id: () => number): Written {
    this.more ??= new Written(id(), this.list, this.count, true);
    return this.more;
  }

  /** This set and one more key. */
  and(key: string, id: () => number): Written {
    let next = this.next.get(key);
    if (!next) {
      const { list, count } = this;
      const longer = list.length === count ? list : new KeyList(list.upTo(count));
      longer.add(key);
      next = new Written(id(), longer, count + 1, this.isVague);
      this.next.set(key, next);
    }
    return next;
  }
}
