/** The last characters read, to show with an error: the same whatever the cuts. */

/** Characters shown up to and with the wrong one; no more pieces than that need be kept. */
const excerptLength = 32;

export class Recent {
  private readonly pieces: string[] = new Array(excerptLength).fill("");
  private count = 0;

  add(piece: string): void {
    this.pieces[this.count++ & (excerptLength - 1)] = piece;
  }

  /** The text that ends before offset `end`, of `total` characters so far. */
  upTo(end: number, total: number): string {
    let text = "";
    let from = total;
    for (let k = 1; k <= excerptLength && from > end - excerptLength; k++) {
      const piece = this.pieces[(this.count - k) & (excerptLength - 1)]!;
      from -= piece.length;
      text = piece + text;
    }
    const cut = text.slice(Math.max(0, end - excerptLength - from), Math.max(0, end - from));
    // No half of a surrogate pair at either end.
    return cut.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  }
}
