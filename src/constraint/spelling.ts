import { createRecogniser, type Grammar, type Recogniser } from "../gbnf/index.ts";
import { dead, Lexeme, mark } from "./lexeme.ts";

/** Texts as they're spelled, such as the values of an `enum`: a trie, so the cost is that of what they share. */
export class SpellingLexeme extends Lexeme {
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

  protected next(state: number, byte: number): number {
    return this.children[state]!.get(byte) ?? dead;
  }

  private node(): number {
    this.children.push(new Map());
    return this.add(0);
  }
}

/** ASCII texts of a grammar: numbers, whose ranges the GBNF rendering spells out. */
export class GrammarLexeme extends Lexeme {
  private readonly recognisers: Recogniser[] = [];
  private readonly known = new Map<object, number>();

  constructor(grammar: Grammar) {
    super();
    this.state(createRecogniser(grammar));
  }

  protected next(state: number, byte: number): number {
    if (byte >= 0x80) return dead;
    const recogniser = this.recognisers[state]!.fork();
    return recogniser.accept(byte) ? this.state(recogniser) : dead;
  }

  private state(recogniser: Recogniser): number {
    let state = this.known.get(recogniser.state);
    if (state === undefined) {
      state = this.add(recogniser.complete ? mark.whole : 0);
      this.recognisers.push(recogniser);
      this.known.set(recogniser.state, state);
    }
    return state;
  }
}
