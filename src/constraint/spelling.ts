import { dead, Lexeme, mark } from "./lexeme.ts";

/** Texts as they're spelled, such as the values of an `enum`: a trie, so the cost is that of what they share. */
export class SpellingLexeme extends Lexeme {
  override readonly sparse = true;
  private readonly children: Map<number, number>[] = [];

  constructor(texts: Iterable<string>) {
    super();
    this.node();
    for (const text of texts) {
      let state = 0;
      const bytes = bytesOf(text);
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes.charCodeAt(i);
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

const encoder = new TextEncoder();
/** Arguments of one call: more of them could overflow the stack. */
const part = 4096;

/** A text's bytes in UTF-8, as a text with a character for each. */
export function bytesOf(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return encoded(text);
  return text;
}

function encoded(text: string): string {
  const bytes = encoder.encode(text);
  let found = "";
  for (let i = 0; i < bytes.length; i += part) found += String.fromCharCode(...bytes.subarray(i, i + part));
  return found;
}
