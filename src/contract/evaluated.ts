/** The properties and items of a value that keywords have looked at (2020-12 §11). */
export class Evaluated {
  /** So many first items. */
  private first = 0;
  private readonly items = new Set<number>();
  private readonly names = new Set<string>();

  addItems(first: number): void {
    if (first > this.first) this.first = first;
  }

  addItem(index: number): void {
    this.items.add(index);
  }

  addName(name: string): void {
    this.names.add(name);
  }

  hasItem(index: number): boolean {
    return index < this.first || this.items.has(index);
  }

  hasName(name: string): boolean {
    return this.names.has(name);
  }

  add(other: Evaluated): void {
    this.addItems(other.first);
    for (const index of other.items) this.items.add(index);
    for (const name of other.names) this.names.add(name);
  }
}
