import { dead, Lexeme, mark } from "./lexeme.ts";

/** Texts as they're spelled, such as the values of an `enum`: a trie, so the cost is that of what they share. */
export class SpellingLexeme extends Lexeme {
  override readonly sparse = true;
  private readonly children: Map<number, number>[] = [];

  constructor(texts: Iterable<string>) {
    super();
    const encoder = new TextEncoder();
    this.node();
    for (const text of texts) {
      let state = 0;
      for (const byte of encoder.encode(text)) {
        const children = this.children[state]!;
        let next = children.get(byte);
        if (next === undefined) children.set(byte, (next = this.node()));
        state = next;
      }
      this.marks[state]! |= mark.whole;
    }
  }

  override goesOn(state: number): boolean {
    return this.children[state]!.size > 0;
  }

  override step(state: number, byte: number): number {
    return this.children[state]!.get(byte) ?? dead;
  }

  protected next(state: number, byte: number): number {
    return this.step(state, byte);
  }

  private node(): number {
    this.children.push(new Map());
    return this.add(0);
  }
}
