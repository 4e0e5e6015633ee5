/** Walks that were made, each once. */
import type { Kinds } from "./kinds.ts";
import type { Lexeme } from "./lexeme.ts";
import type { Bits } from "./sets.ts";
import type { TextLexeme } from "./text.ts";
import type { Trie } from "./trie.ts";
import { LexemeWalk } from "./walk.ts";

/** What's known of a lexeme. */
interface Known {
  /** By where they begin, in which trie, and whether lengths count: `(node * 2 + roomy) * 2 ** 21 + state`. */
  readonly tries: Map<Trie, Map<number, LexemeWalk>>;
  /** By a walk of free text and a state of the lexeme, the tokens that end both. */
  readonly endings: Map<LexemeWalk, Map<number, Bits>>;
}

/** What a state of a lexeme takes itself, as tokens: a row of its table. */
const perState = 256;

/** Keeps what's known of lexemes until that's too much; then it begins anew. */
export class Walks {
  private readonly known = new Map<Lexeme, Known>();
  private kept = 0;

  /**
   * @param words of a bitset
   * @param lasting whether it's kept as long as the vocabulary is: so are then the tries in which its walks end
   * @param most tokens kept
   */
  constructor(
    private readonly words: number,
    private readonly lasting: boolean,
    private readonly most = Infinity,
  ) {}

  /** What the tokens below a node can do from a state of a lexeme; `kinds` and `roomy` as in `LexemeWalk`. */
  walk(trie: Trie, node: number, lexeme: Lexeme, state: number, kinds?: Kinds, roomy = false): LexemeWalk {
    const { tries } = this.of(lexeme);
    let walks = tries.get(trie);
    if (!walks) tries.set(trie, (walks = new Map()));
    const key = (node * 2 + (roomy ? 1 : 0)) * 2 ** 21 + state;
    let walk = walks.get(key);
    if (!walk) {
      walk = new LexemeWalk(trie, node, lexeme, state, this.words, this.lasting, kinds, roomy);
      walks.set(key, walk);
      this.count(walk.size + perState);
    }
    return walk;
  }

  /** The tokens that end free text where a lexeme takes its end, too; see `LexemeWalk.endingAs`. */
  ending(free: LexemeWalk, lexeme: TextLexeme, state: number): Bits {
    const { endings } = this.of(lexeme);
    let states = endings.get(free);
    if (!states) endings.set(free, (states = new Map()));
    let bits = states.get(state);
    if (!bits) {
      states.set(state, (bits = free.endingAs(lexeme, state)));
      this.count(bits.length);
    }
    return bits;
  }

  clear(): void {
    this.known.clear();
    this.kept = 0;
  }

  private of(lexeme: Lexeme): Known {
    let known = this.known.get(lexeme);
    if (!known) this.known.set(lexeme, (known = { tries: new Map(), endings: new Map() }));
    return known;
  }

  private count(tokens: number): void {
    this.kept += tokens;
    if (this.kept > this.most) this.clear();
  }
}
