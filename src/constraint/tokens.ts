import { Bitsets } from "./bitsets.ts";
import type { Found } from "./found.ts";
import { type Kinds, kindsOf } from "./kinds.ts";
import type { Lexeme } from "./lexeme.ts";
import type { Bits } from "./sets.ts";
import { TextLexeme } from "./text.ts";
import { tokenKind } from "./token-kind.ts";
import { type Trie, trieOf } from "./trie.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { BlankRuns, LexemeWalk } from "./walk.ts";

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
  /** Per lexeme, what's known of it: free text and numbers serve many schemas. */
  private readonly walks = new WeakMap<Lexeme, Walks>();
  /** The same of texts that are bound by something: they may be many, and large. */
  private boundWalks = new WeakMap<Lexeme, Walks>();
  private readonly blankRuns = new WeakMap<Trie, Map<number, BlankRuns>>();
  /** Tokens kept in those. */
  private kept = 0;

  constructor(readonly vocabulary: Vocabulary) {
    this.trie = trieOf(vocabulary);
    this.kinds = kindsOf(this.trie);
    this.words = (vocabulary.size + 31) >> 5;
    this.nothing = new Uint32Array(this.words);
    this.bitsets = new Bitsets(this.words);
    const ends: number[] = [];
    for (let t = 0; t < vocabulary.size; t++) if (vocabulary.kindOf(t) === tokenKind.end) ends.push(t);
    this.ends = Uint32Array.from(ends);
  }

  /** What the tokens below a node can do from a state of a lexeme. */
  walk(trie: Trie, node: number, lexeme: Lexeme, state: number): LexemeWalk {
    const isText = lexeme instanceof TextLexeme;
    const bound = isText && lexeme.base !== undefined;
    const walks = this.walksOf(lexeme, trie, bound);
    const key = node * 2 ** 21 + state;
    let walk = walks.get(key);
    if (!walk) {
      const kinds = isText && node === 0 && trie === this.trie && lexeme.isBetween(state) ? this.kinds : undefined;
      walk = new LexemeWalk(trie, node, lexeme, state, this.words, kinds);
      walks.set(key, walk);
      if (bound && (this.kept += walk.size) > mostWalked) {
        this.boundWalks = new WeakMap();
        this.kept = 0;
      }
    }
    return walk;
  }

  /** What a lexeme allows, with at least and at most so many more characters. */
  inLexeme(trie: Trie, node: number, lexeme: Lexeme, state: number, least: number, most: number, found: Found): void {
    const text = lexeme instanceof TextLexeme ? lexeme : undefined;
    // Where nothing but the end can go wrong, it's free text but for some ends.
    const free = text?.base && least === 0 && most === Infinity && text.takesAnyBeginning(state);
    const alike = text?.base ? text.likeness(state) : undefined;
    const like = alike === undefined ? undefined : this.walk(trie, node, text!.base!, alike);
    const walk = free && like ? like : this.walk(trie, node, lexeme, state);
    const stay = walk.stay(most);
    if (stay.bits) found.unite(stay.bits);
    else found.list(stay.tokens);
    if (walk.ends.length === 0) return;
    // Strings end where free text does, if they end: the places are the same for all of them.
    const all = !text || (!text.base && least === 0 && most === Infinity);
    const only = all ? undefined : free ? walk.endingAs(text, state) : walk.ending(least, most);
    for (const exit of (like ?? walk).exits) found.exits.push({ ...exit, only });
  }

  /** What the tokens below a node do with white space. */
  blanks(trie: Trie, node: number): BlankRuns {
    let nodes = this.blankRuns.get(trie);
    if (!nodes) this.blankRuns.set(trie, (nodes = new Map()));
    let runs = nodes.get(node);
    if (!runs) nodes.set(node, (runs = new BlankRuns(trie, node)));
    return runs;
  }

  private walksOf(lexeme: Lexeme, trie: Trie, bound: boolean): Map<number, LexemeWalk> {
    const all = bound ? this.boundWalks : this.walks;
    let tries = all.get(lexeme);
    if (!tries) all.set(lexeme, (tries = new WeakMap()));
    let walks = tries.get(trie);
    if (!walks) tries.set(trie, (walks = new Map()));
    return walks;
  }
}

/** Walks by where they begin, in which trie. */
type Walks = WeakMap<Trie, Map<number, LexemeWalk>>;

/** Tokens kept in walks of bound texts: 32 MB. */
const mostWalked = 2 ** 23;
