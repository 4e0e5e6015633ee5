import { freeKey } from "./forms.ts";
import { Found, without } from "./found.ts";
import { dead, type Lexeme } from "./lexeme.ts";
import type { TextLexeme } from "./text.ts";
import type { LexemePlace, Tokens } from "./tokens.ts";
import { type Trie, tokensAfter, tokensAt } from "./trie.ts";
import type { Walks } from "./walks.ts";
import type { Written } from "./written.ts";

/** Where in a key that isn't named a look is taken; `text` is what's written of it. */
export interface KeyPlace extends LexemePlace {
  readonly lexeme: TextLexeme;
  readonly text: string;
}

/** The tokens that would end in the first so many of these keys. */
interface Beginning {
  readonly keys: readonly string[];
  count: number;
  readonly tokens: Uint32Array[];
}

/** Which tokens go on with a key that isn't named: free text that doesn't end in a name, or in a key that's there already. */
export class OtherKeys {
  private readonly parts = new Map<ReadonlySet<string>, Map<Trie, Map<string, Found>>>();
  /** Where keys begin, the tokens that would repeat one. */
  private readonly beginnings = new Map<Trie, Map<string, Beginning>>();
  private readonly numbers = new Map<Lexeme, number>();

  constructor(
    private readonly tokens: Tokens,
    private readonly walks: Walks,
  ) {}

  /** What a key allows that's none of the barred ones, and none of those written. */
  at(place: KeyPlace, barred: ReadonlySet<string>, written: Written): Found {
    const part = this.free(place, barred);
    return written.count === 0 ? part : without(part, this.endingWritten(place, written), this.tokens.words);
  }

  forget(): void {
    this.parts.clear();
    this.beginnings.clear();
  }

  /** What a key allows that is none of the barred ones. */
  private free(place: KeyPlace, barred: ReadonlySet<string>): Found {
    const { trie, node, lexeme, state, text } = place;
    let tries = this.parts.get(barred);
    if (!tries) this.parts.set(barred, (tries = new Map()));
    let parts = tries.get(trie);
    if (!parts) tries.set(trie, (parts = new Map()));
    // The text matters only where it's the beginning of a barred key.
    const begins = [...barred].some((key) => beginsWith(key, text));
    const key = `${node} ${state} ${begins ? text : "-"} ${lexeme === freeKey ? "" : this.numberOf(lexeme)}`;
    let part = parts.get(key);
    if (!part) {
      part = new Found();
      this.tokens.inLexeme(place, 0, Infinity, this.walks, part);
      if (begins) part = without(part, this.endingAny(place, barred), this.tokens.words);
      parts.set(key, part);
    }
    return part;
  }

  /** The tokens that would make a key one that's written already. Where a key begins, what's known is only added to. */
  private endingWritten(place: KeyPlace, { keys, count }: Written): readonly Uint32Array[] {
    const { trie, node, lexeme, state, text } = place;
    if (text.length > 1) {
      const tokens: Uint32Array[] = [];
      for (let i = 0; i < count; i++) this.ending(place, keys[i]!, tokens);
      return tokens;
    }
    let known = this.beginnings.get(trie);
    if (!known) this.beginnings.set(trie, (known = new Map()));
    const at = `${node} ${this.numberOf(lexeme)} ${state} ${text}`;
    let ending = known.get(at);
    if (ending?.keys !== keys || ending.count > count) known.set(at, (ending = { keys, count: 0, tokens: [] }));
    for (; ending.count < count; ending.count++) this.ending(place, keys[ending.count]!, ending.tokens);
    return ending.tokens;
  }

  /** The tokens that would make a key one of these, or leave no other way on. */
  private endingAny(place: KeyPlace, keys: Iterable<string>): Uint32Array[] {
    const tokens: Uint32Array[] = [];
    for (const key of keys) this.ending(place, key, tokens);
    return tokens;
  }

  /** Adds the tokens that would make a key this one. */
  private ending({ trie, node, lexeme, state, text }: KeyPlace, key: string, tokens: Uint32Array[]): void {
    if (!beginsWith(key, text)) return;
    const rest = key.slice(text.length);
    add(tokens, tokensAfter(trie, node, rest));
    const before = rest.slice(0, -1);
    const end = lexeme.run(state, before);
    if (end !== dead && !lexeme.canGrow(end)) add(tokens, tokensAt(trie, node, before));
  }

  private numberOf(lexeme: Lexeme): number {
    let number = this.numbers.get(lexeme);
    if (number === undefined) this.numbers.set(lexeme, (number = this.numbers.size));
    return number;
  }
}

/** A long text isn't looked at where a shorter key says no. */
function beginsWith(key: string, text: string): boolean {
  return key.length >= text.length && key.startsWith(text);
}

function add(lists: Uint32Array[], tokens: Uint32Array): void {
  if (tokens.length > 0) lists.push(tokens);
}
