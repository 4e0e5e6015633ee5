/**
 * Masks: which tokens may come next.
 *
 * Most of what a mask says depends on the innermost frame alone. So each thread is looked at *alone* first, with nothing
 * known of what's around: the tokens after which it goes on, and what is left of the tokens that lead out of it. That
 * holds wherever the thread stands, and is kept. A configuration's mask is then the tokens of its threads alone, and
 * those whose rest its surroundings take; that is kept by configuration. (XGrammar tells tokens that depend on the context
 * from those that don't, beforehand; here it happens at the first visit, so that compiling costs nothing.)
 */
import type { Configuration, Program, Text, Thread } from "./program.ts";
import { addAll, type Bits, unite } from "./sets.ts";
import { type Below, restOf, TextWalk } from "./textwalk.ts";
import { type Trie, trieOf } from "./trie.ts";
import { tokenKind, type Vocabulary } from "./vocabulary.ts";
import type { Lexeme } from "./lexeme.ts";
import { freeText } from "./forms.ts";

/** What a vocabulary is made into once, for all schemas. */
export class Tokens {
  readonly trie: Trie;
  /** Words of a bitset. */
  readonly words: number;
  /** Tokens that end the text. */
  readonly ends: Uint32Array;
  /** Walks of free text. */
  readonly freeWalks = new Walks();

  constructor(readonly vocabulary: Vocabulary) {
    this.trie = trieOf(vocabulary);
    this.words = (vocabulary.size + 31) >> 5;
    const ends: number[] = [];
    for (let t = 0; t < vocabulary.size; t++) if (vocabulary.kindOf(t) === tokenKind.end) ends.push(t);
    this.ends = Uint32Array.from(ends);
  }
}

/** Walks of strings' tokens, by where they begin. */
class Walks {
  private readonly tries = new Map<Trie, Map<string, TextWalk>>();

  get(trie: Trie, node: number, lexeme: Lexeme, state: number, words: number): TextWalk {
    let walks = this.tries.get(trie);
    if (!walks) this.tries.set(trie, (walks = new Map()));
    const key = `${node} ${state}`;
    let walk = walks.get(key);
    if (!walk) walks.set(key, (walk = new TextWalk(trie, node, lexeme, state, words)));
    return walk;
  }
}

/** What a thread allows alone. */
interface Alone {
  readonly tokens: readonly number[];
  readonly bits: Bits | undefined;
  /** What's left of tokens that lead out of it. */
  readonly rest: Trie | undefined;
}

/** Collects what a walk finds. */
class Found {
  readonly tokens: number[] = [];
  bits: Bits | undefined;
  readonly exits: Below[] = [];
  private shared = false;

  /** @param without tokens that don't count */
  constructor(private readonly without?: ReadonlySet<number>) {}

  at({ tokens, starts }: Trie, node: number): void {
    for (let t = starts[node]!; t < starts[node + 1]!; t++) {
      if (!this.without?.has(tokens[t]!)) this.tokens.push(tokens[t]!);
    }
  }

  exit(trie: Trie, node: number): void {
    this.exits.push({ trie, node, without: this.without });
  }

  list(tokens: ArrayLike<number>): void {
    for (let i = 0; i < tokens.length; i++) if (!this.without?.has(tokens[i]!)) this.tokens.push(tokens[i]!);
  }

  unite(bits: Bits): void {
    if (!this.bits) {
      this.bits = bits;
      this.shared = true;
      return;
    }
    if (this.shared) this.bits = this.bits.slice();
    this.shared = false;
    unite(this.bits, bits);
  }

  add(found: Found): void {
    this.list(found.tokens);
    if (found.bits) this.unite(found.bits);
    this.exits.push(...found.exits);
  }
}

export class Masks {
  private readonly masks = new Map<Configuration, Bits>();
  private readonly known = new Map<Thread, Alone>();
  private readonly walks = new Map<Lexeme, Walks>();

  constructor(
    private readonly program: Program,
    private readonly tokens: Tokens,
  ) {
    this.walks.set(freeText, tokens.freeWalks);
  }

  /** The mask of a configuration. It's shared: never write to it. */
  of(configuration: Configuration): Bits {
    let mask = this.masks.get(configuration);
    if (!mask) this.masks.set(configuration, (mask = this.make(configuration)));
    return mask;
  }

  private make(configuration: Configuration): Bits {
    const { program, tokens } = this;
    const found = new Found();
    for (const thread of configuration.threads) {
      if (thread.kind === "done") {
        found.list(tokens.ends);
        continue;
      }
      const alone = this.alone(program.alone(thread));
      if (alone.bits) found.unite(alone.bits);
      found.list(alone.tokens);
      if (alone.rest) this.walk(alone.rest, 0, program.configuration([program.afterward(thread)]), found);
    }
    const { bits } = found;
    if (bits && found.tokens.length === 0) return bits;
    const mask = bits ? bits.slice() : new Uint32Array(tokens.words);
    addAll(mask, found.tokens);
    return mask;
  }

  private alone(thread: Thread): Alone {
    let alone = this.known.get(thread);
    if (!alone) {
      const found = new Found();
      this.walk(this.tokens.trie, 0, this.program.configuration([thread]), found, true);
      alone = { tokens: found.tokens, bits: found.bits, rest: restOf(found.exits) };
      this.known.set(thread, alone);
    }
    return alone;
  }

  /** Looks at the tokens below a node, from the configuration there. `beyond`: not at those of the node itself. */
  private walk(trie: Trie, node: number, configuration: Configuration, found: Found, beyond = false): void {
    const { bytes, after } = trie;
    const last = after[node]!;
    const first = this.enter(trie, node, configuration, found, beyond);
    if (!first) return;
    const ends = [last];
    const stack = [first];
    for (let n = node + 1; n < last; ) {
      while (n >= ends[ends.length - 1]!) {
        ends.pop();
        stack.pop();
      }
      const next = this.program.advance(stack[stack.length - 1]!, bytes[n]!);
      const here = next && this.enter(trie, n, next, found, false);
      if (!here) {
        n = after[n]!;
        continue;
      }
      ends.push(after[n]!);
      stack.push(here);
      n++;
    }
  }

  /** Takes the tokens at a node; returns the configuration to go on with below it, if there is one. */
  private enter(
    trie: Trie,
    node: number,
    configuration: Configuration,
    found: Found,
    beyond: boolean,
  ): Configuration | undefined {
    const { threads } = configuration;
    let left = threads;
    for (const thread of threads) {
      const text = this.program.textOf(thread);
      if (!text && thread.kind !== "exit") continue;
      if (text) this.inText(trie, node, thread, text, found);
      else found.exit(trie, node);
      left = left.filter((t) => t !== thread);
    }
    if (left.length === 0) return undefined;
    if (!beyond) found.at(trie, node);
    if (left.length === threads.length) return configuration;
    return this.program.configuration(left);
  }

  /** Looks at the tokens below a node from within a string. */
  private inText(trie: Trie, node: number, thread: Thread, text: Text, found: Found): void {
    const { lexeme, state, least, most } = text;
    const onward = this.program.configuration([this.program.afterText(thread)]);
    // Where nothing but the end can go wrong, it's free text but for some ends.
    const free = lexeme !== freeText && most === Infinity && lexeme.takesAnyBeginning(state);
    const walk = free ? this.walkOf(trie, node, freeText, freeText.between(0)) : this.walkOf(trie, node, lexeme, state);
    const { bits, tokens } = walk.stay(most);
    if (bits) found.unite(bits);
    else found.list(tokens);
    const rest = walk.rest(least, most);
    if (!rest) return;
    const refused = free ? walk.refused(lexeme, state) : none;
    if (refused.size === 0) this.walk(rest, 0, onward, found);
    else {
      const inner = new Found(refused);
      this.walk(rest, 0, onward, inner);
      found.add(inner);
    }
  }

  private walkOf(trie: Trie, node: number, lexeme: Lexeme, state: number): TextWalk {
    let walks = this.walks.get(lexeme);
    if (!walks) this.walks.set(lexeme, (walks = new Walks()));
    return walks.get(trie, node, lexeme, state, this.tokens.words);
  }
}

const none: ReadonlySet<number> = new Set();
