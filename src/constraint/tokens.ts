import { Bitsets } from "./bitsets.ts";
import type { Found } from "./found.ts";
import { type Kinds, kindsOf } from "./kinds.ts";
import type { Lexeme } from "./lexeme.ts";
import type { Bits } from "./sets.ts";
import { TextLexeme } from "./text.ts";
import { tokenKind } from "./token-kind.ts";
import { type Trie, trieOf } from "./trie.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { LexemeWalk } from "./walk.ts";
import { Walks } from "./walks.ts";

/** What a vocabulary is made into once, for all schemas. */
export class Tokens {
  readonly trie: Trie;
  /** Words of a bitset. */
  readonly words: number;
  /** Tokens that end the text. */
  readonly ends: Uint32Array;
  /** The mask with no token in it. */
  readonly nothing: Bits;
  readonly bitsets: Bitsets;
  private readonly kinds: Kinds;
  /** What's known of lexemes that serve many schemas: free text and numbers, for good. */
  private readonly walks: Walks;
  /** The same of texts that are bound by something: they may be many, and large. */
  private readonly boundWalks: Walks;

  constructor(readonly vocabulary: Vocabulary) {
    this.trie = trieOf(vocabulary);
    this.kinds = kindsOf(this.trie);
    this.words = (vocabulary.size + 31) >> 5;
    this.nothing = new Uint32Array(this.words);
    this.bitsets = new Bitsets(this.words);
    this.walks = new Walks(this.words, true);
    this.boundWalks = this.ownWalks();
    const ends: number[] = [];
    for (let t = 0; t < vocabulary.size; t++) if (vocabulary.kindOf(t) === tokenKind.end) ends.push(t);
    this.ends = Uint32Array.from(ends);
  }

  /** Room for what's known of the lexemes of one schema. */
  ownWalks(): Walks {
    return new Walks(this.words, false, mostWalked);
  }

  /**
   * What a lexeme allows, with at least and at most so many more characters.
   * @param own where to keep what other schemas have no use for
   */
  inLexeme(place: LexemePlace, least: number, most: number, own: Walks, found: Found): void {
    const { lexeme, state } = place;
    const text = lexeme instanceof TextLexeme ? lexeme : undefined;
    // Where nothing but the end can go wrong, it's free text but for some ends.
    const free = text?.base && least === 0 && most === Infinity && text.takesAnyBeginning(state);
    const alike = text?.base ? text.likeness(state) : undefined;
    const like =
      alike === undefined ? undefined : this.walk({ ...place, lexeme: text!.base!, state: alike }, Infinity, own);
    const walk = free && like ? like : this.walk(place, most, own);
    const stay = walk.stay(most);
    if (stay.bits) found.unite(stay.bits);
    else found.list(stay.tokens);
    if (walk.ends.length === 0) return;
    // Strings end where free text does, if they end: the places are the same for all of them.
    const all = !text || (!text.base && least === 0 && most === Infinity);
    let only: Bits | undefined;
    if (free) only = this.walksOf(place, own).ending(walk, text, state);
    else if (!all) only = walk.ending(least, most);
    const { whole, exits } = like ?? walk;
    found.end(whole, only);
    for (const exit of exits) found.exits.push({ ...exit, only });
  }

  private walk(place: LexemePlace, most: number, own: Walks): LexemeWalk {
    const { trie, node, lexeme, state } = place;
    const text = lexeme instanceof TextLexeme && lexeme.isBetween(state) ? lexeme : undefined;
    const kinds = text && trie === this.trie && node === 0 ? this.kinds : undefined;
    // Of free text it's the same either way.
    const roomy = kinds !== undefined && text?.base !== undefined && most === Infinity;
    return this.walksOf(place, own).walk(trie, node, lexeme, state, kinds, roomy);
  }

  /** Where to keep what's known of a lexeme in a trie: with the one of them that's there for the shorter time. */
  private walksOf({ trie, lexeme }: LexemePlace, own: Walks): Walks {
    if (!trie.lasting || !lexeme.shared) return own;
    return lexeme instanceof TextLexeme && lexeme.base ? this.boundWalks : this.walks;
  }
}

/** Where a look at the tokens of a lexeme is taken. */
export interface LexemePlace {
  readonly trie: Trie;
  readonly node: number;
  readonly lexeme: Lexeme;
  readonly state: number;
}

/** Tokens kept in walks of bound texts: 32 MB. */
const mostWalked = 2 ** 23;
