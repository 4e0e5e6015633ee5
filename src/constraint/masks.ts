/**
 * Masks: which tokens may come next.
 *
 * Most of what a mask says depends on the value being written alone. So a value is looked at *alone* first, with nothing
 * known of what's around: the tokens after which it goes on, and the places in the trie where tokens lead out of it. That
 * holds wherever such a value stands, and is kept. A configuration's mask is then the tokens of its values alone, and those
 * of which its frames take the rest; that is kept by configuration. (XGrammar tells tokens that depend on the context from
 * those that don't, beforehand; here it happens at the first visit, so that compiling costs nothing.)
 */

import { descend } from "./descend.ts";
import { freeKey, type KeyLexeme } from "./forms.ts";
import { type Kinds, kindsOf } from "./kinds.ts";
import { dead, type Lexeme } from "./lexeme.ts";
import type { Program } from "./program.ts";
import { addAll, type Bits, has, members, removed, unite } from "./sets.ts";
import { TextLexeme } from "./text.ts";
import type { Configuration, KeyThread, OtherKeyThread, Thread } from "./threads.ts";
import { tokenKind } from "./token-kind.ts";
import { type Trie, tokensAfter, tokensAt, trieOf } from "./trie.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { type Below, BlankRuns, KeyWalk, LexemeWalk } from "./walk.ts";
import type { Written } from "./written.ts";

/** What a vocabulary is made into once, for all schemas. */
export class Tokens {
  readonly trie: Trie;
  /** Words of a bitset. */
  readonly words: number;
  /** Tokens that end the text. */
  readonly ends: Uint32Array;
  /** The mask with no token in it. */
  readonly nothing: Bits;
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

/** Collects what a walk finds. */
class Found {
  readonly tokens: number[] = [];
  bits: Bits | undefined;
  readonly exits: Below[] = [];
  /** What's found where a check must hold first. */
  doubtful: Found | undefined;
  private shared = false;

  /** @param only the tokens that count; absent: all */
  constructor(private readonly only?: Bits) {}

  at({ tokens, starts }: Trie, node: number): void {
    for (let t = starts[node]!; t < starts[node + 1]!; t++) {
      if (!this.only || has(this.only, tokens[t]!)) this.tokens.push(tokens[t]!);
    }
  }

  exit(trie: Trie, node: number): void {
    this.exits.push({ trie, node, only: this.only });
  }

  list(tokens: ArrayLike<number>): void {
    for (let i = 0; i < tokens.length; i++) if (!this.only || has(this.only, tokens[i]!)) this.tokens.push(tokens[i]!);
  }

  /** Where to put what's found beyond a check. */
  beyondCheck(): Found {
    this.doubtful ??= new Found(this.only);
    return this.doubtful;
  }

  /** What ends here must pass a check first. */
  doubtExits(): void {
    if (this.exits.length > 0) this.beyondCheck().exits.push(...this.exits.splice(0));
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
    if (found.doubtful) this.beyondCheck().add(found.doubtful);
  }
}

/** Where in a key that isn't named a look is taken; `text` is what's written of it. */
interface KeyPlace {
  readonly trie: Trie;
  readonly node: number;
  readonly lexeme: TextLexeme;
  readonly state: number;
  readonly text: string;
}

/** The tokens that would end in the first so many of these keys. */
interface Beginning {
  readonly keys: readonly string[];
  count: number;
  readonly tokens: Set<number>;
}

/** What was found of a key, but for some tokens. */
function without(part: Found, tokens: ReadonlySet<number>, words: number): Found {
  if (tokens.size === 0) return part;
  const less = new Found();
  less.list(part.tokens.filter((token) => !tokens.has(token)));
  if (part.bits) less.unite(removed(part.bits, tokens));
  for (const { trie, node, only } of part.exits) {
    less.exits.push({ trie, node, only: removed(only ?? new Uint32Array(words).fill(0xffffffff), tokens) });
  }
  return less;
}

/** The tokens that may come next, and those that may if what they end passes its checks. */
export interface Mask {
  readonly bits: Bits;
  readonly doubtful: Uint32Array;
}

const none = new Uint32Array(0);

/** All that was found, behind however many checks. */
function flat(found: Found): Found {
  const all = new Found();
  for (let f: Found | undefined = found; f; f = f.doubtful) {
    all.list(f.tokens);
    if (f.bits) all.unite(f.bits);
  }
  return all;
}

/** Masks kept: of a vocabulary of 128,000 tokens, 16 MB. */
const mostMasks = 1000;
/** Values kept that allow many tokens: of the same vocabulary at most 32 MB, if they have nothing in common. */
const mostParts = 2000;

export class Masks {
  private generation = 0;
  private readonly masks = new Map<Configuration, Mask>();
  private readonly keyWalks = new Map<KeyLexeme, Map<Trie, Map<number, KeyWalk>>>();
  private readonly otherKeys = new Map<ReadonlySet<string>, Map<Trie, Map<string, Found>>>();
  /** Where keys begin, the tokens that would repeat one. */
  private readonly beginnings = new Map<Trie, Map<string, Beginning>>();
  private readonly numbers = new Map<Lexeme, number>();
  private readonly parts = new Map<Trie, Map<number, Map<Thread, Found>>>();
  /** Those of them that have a bitset. */
  private largeParts = 0;

  constructor(
    private readonly program: Program,
    private readonly tokens: Tokens,
  ) {}

  /** The mask with no token in it. */
  get nothing(): Bits {
    return this.tokens.nothing;
  }

  /** The mask of a configuration without guards. It's shared: never write to it. */
  of(configuration: Configuration): Mask {
    if (this.generation !== this.program.pool.generation) this.forget();
    let mask = this.masks.get(configuration);
    if (!mask) {
      // The oldest makes room.
      if (this.masks.size === mostMasks) this.masks.delete(this.masks.keys().next().value!);
      this.masks.set(configuration, (mask = this.make(configuration)));
    }
    return mask;
  }

  private forget(): void {
    this.generation = this.program.pool.generation;
    for (const kept of [this.masks, this.otherKeys, this.parts, this.beginnings]) kept.clear();
  }

  private make(configuration: Configuration): Mask {
    const { tokens, program } = this;
    const found = new Found();
    this.walk(tokens.trie, 0, configuration, found);
    if (program.isComplete(configuration)) found.list(tokens.ends);
    const bits = this.bitsOf(found);
    if (!found.doubtful) return { bits, doubtful: none };
    const doubtful = this.bitsOf(flat(found.doubtful));
    return { bits, doubtful: Uint32Array.from(members(doubtful)).filter((token) => !has(bits, token)) };
  }

  private bitsOf({ bits, tokens }: Found): Bits {
    if (bits && tokens.length === 0) return bits;
    const mask = bits ? bits.slice() : new Uint32Array(this.tokens.words);
    addAll(mask, tokens);
    return mask;
  }

  /** Takes the tokens at a node and below it that may come where a configuration stands. */
  private walk(trie: Trie, node: number, configuration: Configuration, found: Found): void {
    const first = this.enter(trie, node, configuration, found);
    if (first) this.descend(trie, node, first, found);
  }

  /** The same for the nodes below alone. */
  private descend(trie: Trie, node: number, configuration: Configuration, found: Found): void {
    descend(this.program, trie, node, configuration, (child, next) => this.enter(trie, child, next, found));
  }

  /**
   * Takes what's known of the values among a configuration's threads, and the tokens at the node itself for all others.
   * Returns those others, to go on with below the node.
   */
  private enter(trie: Trie, node: number, configuration: Configuration, found: Found): Configuration | undefined {
    const { program } = this;
    const { threads } = configuration;
    const left: Thread[] = [];
    for (const thread of threads) {
      if (thread.kind === "exit") found.exit(trie, node);
      else if (thread.kind === "guard") {
        this.walk(trie, node, program.pool.configuration([thread.then]), found.beyondCheck());
      } else if (program.isValue(thread)) {
        const part = this.part(trie, node, program.alone(thread));
        if (program.isBottom(thread.frame)) found.add(part);
        else this.goOn(part, program.afterward(thread), found);
      } else if (thread.kind === "other") this.inOtherKey(trie, node, thread, found);
      else if (thread.kind === "key") this.inKey(trie, node, thread, found);
      else left.push(...this.pastBlanks(trie, node, thread, found));
    }
    if (left.length === 0) return undefined;
    found.at(trie, node);
    return program.pool.configuration(left);
  }

  /** Takes the tokens that go on with white space, and what may come after it. Returns what there's to go on with otherwise. */
  private pastBlanks(trie: Trie, node: number, thread: Thread, found: Found): Thread[] {
    const { program } = this;
    const left = program.blanksLeft(thread);
    const runs = left > 0 ? this.tokens.blanks(trie, node) : undefined;
    if (!runs || runs.longest > left) return [thread];
    const dry = program.dry(thread);
    found.list(runs.tokens);
    if (runs.rest) this.descend(runs.rest, 0, program.pool.configuration(dry), found);
    return dry;
  }

  /** Takes what was found of a value alone, and goes on where it ends. */
  private goOn(part: Found, afterward: Thread, found: Found): void {
    if (part.doubtful) this.goOn(part.doubtful, afterward, found.beyondCheck());
    found.list(part.tokens);
    if (part.bits) found.unite(part.bits);
    for (const { trie, node, only } of part.exits) {
      const onward = this.program.pool.configuration([afterward]);
      if (!only) this.walk(trie, node, onward, found);
      else {
        const inner = new Found(only);
        this.walk(trie, node, onward, inner);
        found.add(inner);
      }
    }
  }

  private inOtherKey(trie: Trie, node: number, thread: OtherKeyThread, found: Found): void {
    const { form, frame, index, state, text } = thread;
    const { lexeme, barred } = form.others[index]!;
    const place = { trie, node, lexeme, state, text: text.toString() };
    let part = this.otherKey(place, barred);
    const { written } = frame;
    if (written.count > 0) part = without(part, this.endingWritten(place, written), this.tokens.words);
    this.goOn(part, this.program.afterOther(thread), found);
  }

  /** What a key allows that is none of the barred ones. */
  private otherKey(place: KeyPlace, barred: ReadonlySet<string>): Found {
    const { trie, node, lexeme, state, text } = place;
    let tries = this.otherKeys.get(barred);
    if (!tries) this.otherKeys.set(barred, (tries = new Map()));
    let parts = tries.get(trie);
    if (!parts) tries.set(trie, (parts = new Map()));
    // The text matters only where it's the beginning of a barred key.
    const begins = [...barred].some((key) => key.startsWith(text));
    const key = `${node} ${state} ${begins ? text : "-"} ${lexeme === freeKey ? "" : this.numberOf(lexeme)}`;
    let part = parts.get(key);
    if (!part) {
      part = new Found();
      this.inLexeme(trie, node, lexeme, state, 0, Infinity, part);
      if (begins) part = without(part, this.endingAny(place, barred), this.tokens.words);
      parts.set(key, part);
    }
    return part;
  }

  /** The tokens that would make a key one that's written already. Where a key begins, what's known is only added to. */
  private endingWritten(place: KeyPlace, { keys, count }: Written): ReadonlySet<number> {
    const { trie, node, lexeme, state, text } = place;
    if (text.length > 1) {
      const tokens = new Set<number>();
      for (let i = 0; i < count; i++) this.ending(place, keys[i]!, tokens);
      return tokens;
    }
    let known = this.beginnings.get(trie);
    if (!known) this.beginnings.set(trie, (known = new Map()));
    const at = `${node} ${this.numberOf(lexeme)} ${state} ${text}`;
    let ending = known.get(at);
    if (ending?.keys !== keys || ending.count > count) known.set(at, (ending = { keys, count: 0, tokens: new Set() }));
    for (; ending.count < count; ending.count++) this.ending(place, keys[ending.count]!, ending.tokens);
    return ending.tokens;
  }

  /** The tokens that would make a key one of these, or leave no other way on. */
  private endingAny(place: KeyPlace, keys: Iterable<string>): Set<number> {
    const tokens = new Set<number>();
    for (const key of keys) this.ending(place, key, tokens);
    return tokens;
  }

  /** Adds the tokens that would make a key this one. */
  private ending({ trie, node, lexeme, state, text }: KeyPlace, key: string, tokens: Set<number>): void {
    if (!key.startsWith(text)) return;
    const rest = key.slice(text.length);
    for (const token of tokensAfter(trie, node, rest)) tokens.add(token);
    const before = rest.slice(0, -1);
    const end = lexeme.run(state, before);
    if (end !== dead && !lexeme.canGrow(end)) for (const token of tokensAt(trie, node, before)) tokens.add(token);
  }

  private numberOf(lexeme: Lexeme): number {
    let number = this.numbers.get(lexeme);
    if (number === undefined) this.numbers.set(lexeme, (number = this.numbers.size));
    return number;
  }

  private inKey(trie: Trie, node: number, thread: KeyThread, found: Found): void {
    const { program } = this;
    const { form, frame, state } = thread;
    const keys = program.keysOf(form);
    const { stays, ends } = this.keyWalk(trie, node, keys, state);
    for (const [next, tokens] of stays) if (program.mayComeAny(frame, keys.ahead[next]!)) found.list(tokens);
    for (const { node, property } of ends) {
      if (!program.mayComeAny(frame, [property])) continue;
      this.walk(trie, node, program.pool.configuration([program.afterKey(thread, property)]), found);
    }
  }

  private keyWalk(trie: Trie, node: number, keys: KeyLexeme, state: number): KeyWalk {
    let walks = this.keyWalks.get(keys);
    if (!walks) this.keyWalks.set(keys, (walks = new Map()));
    let nodes = walks.get(trie);
    if (!nodes) walks.set(trie, (nodes = new Map()));
    const key = node * 2 ** 20 + state;
    let walk = nodes.get(key);
    if (!walk) nodes.set(key, (walk = new KeyWalk(trie, node, keys, state)));
    return walk;
  }

  /** What a value alone allows at a node and below it. */
  private part(trie: Trie, node: number, thread: Thread): Found {
    let nodes = this.parts.get(trie);
    if (!nodes) this.parts.set(trie, (nodes = new Map()));
    let threads = nodes.get(node);
    if (!threads) nodes.set(node, (threads = new Map()));
    let part = threads.get(thread);
    if (part) return part;
    part = new Found();
    if (thread.kind === "scalar") {
      const { form, state, length } = thread;
      this.inLexeme(trie, node, form.lexeme, state, Math.max(0, form.least - length), form.most - length, part);
      if (form.demands) part.doubtExits();
    } else {
      part.at(trie, node);
      const first = this.pastBlanks(trie, node, thread, part);
      this.descend(trie, node, this.program.pool.configuration(first), part);
    }
    threads.set(thread, part);
    if (part.bits && ++this.largeParts > mostParts) {
      this.largeParts = 0;
      this.parts.clear();
    }
    return part;
  }

  /** What a lexeme allows, with at least and at most so many more characters. */
  private inLexeme(
    trie: Trie,
    node: number,
    lexeme: Lexeme,
    state: number,
    least: number,
    most: number,
    found: Found,
  ): void {
    const { tokens } = this;
    const text = lexeme instanceof TextLexeme ? lexeme : undefined;
    // Where nothing but the end can go wrong, it's free text but for some ends.
    const free = text?.base && most === Infinity && text.takesAnyBeginning(state);
    const alike = text?.base ? text.likeness(state) : undefined;
    const like = alike === undefined ? undefined : tokens.walk(trie, node, text!.base!, alike);
    const walk = free && like ? like : tokens.walk(trie, node, lexeme, state);
    const stay = walk.stay(most);
    if (stay.bits) found.unite(stay.bits);
    else found.list(stay.tokens);
    if (walk.ends.length === 0) return;
    // Strings end where free text does, if they end: the places are the same for all of them.
    const all = !text || (!text.base && least === 0 && most === Infinity);
    const only = all ? undefined : free ? walk.endingAs(text, state) : walk.ending(least, most);
    for (const exit of (like ?? walk).exits) found.exits.push({ ...exit, only });
  }
}
