import { freeKey } from "./forms.ts";
import { Found, without } from "./found.ts";
import type { KeyList } from "./key-list.ts";
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

/** The tokens that would end in the first so many of some keys. */
interface Beginning {
  readonly list: KeyList;
  count: number;
  readonly tokens: Uint32Array[];
}

/** Which tokens go on with a key that isn't named: free text that doesn't end in a name, or in a key that's there already. */
export class OtherKeys {
  private readonly parts = new Map<KeyList, Map<Trie, Map<string, Found>>>();
  /** By what keys begin with, the tokens that would repeat one. */
  private readonly beginnings = new Map<Trie, Map<string, Beginning>>();
  private readonly numbers = new Map<Lexeme, number>();

  constructor(
    private readonly tokens: Tokens,
    private readonly walks: Walks,
  ) {}

  /** What a key allows that's none of the barred ones, and none of those written. */
  at(place: KeyPlace, barred: KeyList, written: Written): Found {
    const part = this.free(place, barred);
    return written.count === 0 ? part : without(part, this.endingWritten(place, written), this.tokens.words);
  }

  forget(): void {
    this.parts.clear();
    this.beginnings.clear();
  }

  /** What a key allows that is none of the barred ones. */
  private free(place: KeyPlace, barred: KeyList): Found {
    const { trie, node, lexeme, state, text } = place;
    let tries = this.parts.get(barred);
    if (!tries) this.parts.set(barred, (tries = new Map()));
    let parts = tries.get(trie);
    if (!parts) tries.set(trie, (parts = new Map()));
    // The text matters only where it's the beginning of a barred key.
    const begins = barred.begins(text);
    const key = `${node} ${state} ${begins ? text : "-"} ${lexeme === freeKey ? "" : this.numberOf(lexeme)}`;
    let part = parts.get(key);
    if (!part) {
      part = new Found();
      this.tokens.inLexeme(place, 0, Infinity, this.walks, part);
      if (begins) part = without(part, this.ending(place, barred.beginningWith(text), []), this.tokens.words);
      parts.set(key, part);
    }
    return part;
  }

  /** The tokens that would make a key one that's written already. What's known of the keys before is only added to. */
  private endingWritten(place: KeyPlace, written: Written): readonly Uint32Array[] {
    const { trie, node, lexeme, state, text } = place;
    const { list, count } = written;
    if (!list.begins(text)) return [];
    let known = this.beginnings.get(trie);
    if (!known) this.beginnings.set(trie, (known = new Map()));
    const at = `${node} ${this.numberOf(lexeme)} ${state} ${text}`;
    let ending = known.get(at);
    if (ending?.list !== list || ending.count > count) ending = { list, count: 0, tokens: [] };
    const keys = written.beginningWith(text, ending.count);
    this.ending(place, keys, ending.tokens);
    ending.count = count;
    if (keys.length > 0) known.set(at, ending);
    return ending.tokens;
  }

  /** Adds the tokens that would make a key one of these, which begin like it, or leave no other way on. */
  private ending(place: KeyPlace, keys: readonly string[], lists: Uint32Array[]): Uint32Array[] {
    const { trie, node, lexeme, state, text } = place;
    for (const key of keys) {
      const rest = key.slice(text.length);
      add(lists, tokensAfter(trie, node, rest));
      const before = rest.slice(0, -1);
      const end = lexeme.run(state, before);
      if (end !== dead && !lexeme.canGrow(end)) add(lists, tokensAt(trie, node, before));
    }
    return lists;
  }

  private numberOf(lexeme: Lexeme): number {
    let number = this.numbers.get(lexeme);
    if (number === undefined) this.numbers.set(lexeme, (number = this.numbers.size));
    return number;
  }
}

function add(lists: Uint32Array[], tokens: Uint32Array): void {
  if (tokens.length > 0) lists.push(tokens);
}
