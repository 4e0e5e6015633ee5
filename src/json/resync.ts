/** After a document broke: where does the text after it begin? */

/**
 * Skips the rest of a broken document: to where its brackets balance or, if it's all on one line, to the line's end
 * (so that one bad line of many costs that line only).
 */
export class Resync {
  private depth = 0;
  private oneLine = false;
  private inString = false;
  private escaped = false;

  begin(depth: number, oneLine: boolean, inString: boolean): void {
    this.depth = depth;
    this.oneLine = oneLine;
    this.inString = inString;
    this.escaped = false;
  }

  /** Returns the index where text outside documents goes on, or -1 if that isn't in this piece. */
  skip(text: string, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 && this.oneLine) return i;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (c === 92) this.escaped = true;
        else if (c === 34) this.inString = false;
      } else if (c === 34) this.inString = true;
      else if (c === 123 || c === 91) this.depth++;
      else if ((c === 125 || c === 93) && --this.depth <= 0) return i + 1;
    }
    return -1;
  }
}
