import { dead, Lexeme, mark } from "./lexeme.ts";

/** Texts as they're spelled, such as the values of an `enum`: a trie, so the cost is that of what they share. */
export class SpellingLexeme extends Lexeme {
  override readonly sparse = true;
  /** Per state, the first of the states that come next, and the next one beside it; 0 if there's none. */
  readonly first: Int32Array;
  readonly beside: Int32Array;
  /** Per state, the byte that leads to it. */
  readonly bytes: Uint8Array;

  /** @param texts as they're written, a character for each byte */
  constructor(texts: readonly string[]) {
    super();
    let most = 1;
    for (const text of texts) most += text.length;
    this.first = new Int32Array(most);
    this.beside = new Int32Array(most);
    this.bytes = new Uint8Array(most);
    this.add(0);
    for (const text of texts) this.insert(text);
  }

  override goesOn(state: number): boolean {
    return this.first[state] !== 0;
  }

  override step(state: number, byte: number): number {
    const { bytes, beside } = this;
    let next = this.first[state]!;
    while (next !== 0 && bytes[next] !== byte) next = beside[next]!;
    return next === 0 ? dead : next;
  }

  protected next(state: number, byte: number): number {
    return this.step(state, byte);
  }

  private insert(text: string): void {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const byte = text.charCodeAt(i);
      const next = this.step(state, byte);
      state = next === dead ? this.child(state, byte) : next;
    }
    this.marks[state]! |= mark.whole;
  }

  private child(state: number, byte: number): number {
    const child = this.add(0);
    this.bytes[child] = byte;
    this.beside[child] = this.first[state]!;
    this.first[state] = child;
    return child;
  }
}

/**
 * Spelled texts of which none may come twice: keys of properties, or items. Its states know what lies ahead: in the order of
 * their bytes, those that begin alike stand together.
 */
export class KeyLexeme extends SpellingLexeme {
  /** The texts by their numbers, in the order of their bytes. */
  readonly order: readonly number[];
  /** Per state, where in `order` those that go on from here begin, and where they end. */
  readonly ahead: Int32Array;
  readonly past: Int32Array;
  /** Per state, the number of the text that ends here; −1 if none does. */
  readonly ended: Int32Array;
  /** The bytes with which they begin. */
  readonly beginnings: readonly number[];

  /** @param spelled as they're written, a character for each byte; none twice */
  constructor(spelled: readonly string[]) {
    const order = [...spelled.keys()].sort((a, b) => (spelled[a]! < spelled[b]! ? -1 : 1));
    // Each comes before those beside it, so the first comes last.
    super(order.map((text) => spelled[text]!).reverse());
    this.order = order;
    this.ahead = new Int32Array(this.size);
    this.past = new Int32Array(this.size);
    this.ended = new Int32Array(this.size).fill(-1);
    for (let at = 0; at < order.length; at++) this.pass(spelled[order[at]!]!, at);
    this.beginnings = [...new Set(order.map((text) => spelled[text]!.charCodeAt(0)))];
  }

  /** How many texts there are. */
  get texts(): number {
    return this.order.length;
  }

  private pass(text: string, at: number): void {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      if (this.past[state] === 0) this.ahead[state] = at;
      this.past[state] = at + 1;
      state = this.step(state, text.charCodeAt(i));
    }
    this.ended[state] = this.order[at]!;
  }
}

const encoder = new TextEncoder();
/** Arguments of one call: more of them could overflow the stack. */
const part = 4096;

/** A text's bytes in UTF-8, as a text with a character for each. */
export function bytesOf(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return charactersOf(encoder.encode(text));
  return text;
}

/** A character for each byte. */
export function charactersOf(bytes: Uint8Array): string {
  let found = "";
  for (let i = 0; i < bytes.length; i += part) found += String.fromCharCode(...bytes.subarray(i, i + part));
  return found;
}
