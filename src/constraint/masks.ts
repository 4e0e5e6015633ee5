/**
 * Masks: which tokens may come next.
 *
 * Most of what a mask says depends on the value being written alone. So a value is looked at *alone* first, with nothing
 * known of what's around: the tokens after which it goes on, and the places in the trie where tokens lead out of it. That
 * holds wherever such a value stands, and is kept. A configuration's mask is then the tokens of its values alone, and those
 * of which its frames take the rest; that is kept by configuration. (XGrammar tells tokens that depend on the context from
 * those that don't, beforehand; here it happens at the first visit, so that compiling costs nothing.)
 */

import { blanksBelow } from "./blank-runs.ts";
import { descend } from "./descend.ts";
import { freeKey } from "./forms.ts";
import { beside, Found } from "./found.ts";
import { OtherKeys } from "./other-keys.ts";
import type { Program } from "./program.ts";
import { addAll, type Bits } from "./sets.ts";
import type { KeyLexeme } from "./spelling.ts";
import type { Configuration, KeyThread, OtherKeyThread, Thread } from "./threads.ts";
import type { Tokens } from "./tokens.ts";
import { type Trie, trieOfSome } from "./trie.ts";
import { KeyWalk } from "./walk.ts";
import type { Walks } from "./walks.ts";

/** The tokens that may come next, and those that may if what they end passes its checks, or is no key that they've written before. */
export interface Mask {
  readonly bits: Bits;
  readonly doubtful: Trie | undefined;
}

/** Masks kept: of a vocabulary of 128,000 tokens, 16 MB. */
const mostMasks = 1000;
/** Values kept that allow many tokens: of the same vocabulary at most 32 MB, if they have nothing in common. */
const mostParts = 2000;

export class Masks {
  private generation = 0;
  private readonly masks = new Map<Configuration, Mask>();
  private readonly keyWalks = new Map<KeyLexeme, Map<Trie, Map<number, KeyWalk>>>();
  private readonly walks: Walks;
  private readonly others: OtherKeys;
  private readonly parts = new Map<Trie, Map<number, Map<Thread, Found>>>();
  /** Those of them that have a bitset. */
  private largeParts = 0;

  constructor(
    private readonly program: Program,
    private readonly tokens: Tokens,
  ) {
    this.walks = tokens.ownWalks();
    this.others = new OtherKeys(tokens, this.walks);
  }

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
    this.masks.clear();
    this.parts.clear();
    this.others.forget();
    this.walks.clear();
  }

  private make(configuration: Configuration): Mask {
    const { tokens, program } = this;
    const found = new Found();
    this.walk(tokens.trie, 0, configuration, found);
    if (program.isComplete(configuration)) found.list(tokens.ends);
    const bits = this.bitsOf(found);
    if (!found.doubtful) return { bits, doubtful: undefined };
    const doubtful = beside(found.doubtful, bits);
    return { bits, doubtful: doubtful.length === 0 ? undefined : trieOfSome(tokens.vocabulary, doubtful) };
  }

  private bitsOf({ bits, tokens, lists, shared }: Found): Bits {
    lists.push(tokens);
    if (!bits || shared) return this.tokens.bitsets.of(bits, lists);
    // Nobody else has it.
    for (let i = 0; i < lists.length; i++) addAll(bits, lists[i]!);
    return bits;
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
    const { threads } = configuration;
    let onward: Configuration | undefined;
    if (threads.length === 1) onward = this.take(trie, node, threads[0]!, found);
    else {
      const left: Thread[] = [];
      for (let i = 0; i < threads.length; i++) {
        const other = this.take(trie, node, threads[i]!, found);
        if (other) left.push(...other.threads);
      }
      if (left.length > 0) onward = this.program.pool.configuration(left);
    }
    if (onward) found.at(trie, node);
    return onward;
  }

  /** The same of one thread. */
  private take(trie: Trie, node: number, thread: Thread, found: Found): Configuration | undefined {
    const { program } = this;
    if (thread.kind === "exit") found.exit(trie, node);
    else if (thread.kind === "guard") this.walk(trie, node, program.pool.alone(thread.then), found.beyondCheck());
    else if (program.isValue(thread)) {
      const part = this.part(trie, node, program.alone(thread));
      if (!part.ends || program.isBottom(thread.frame)) found.add(part);
      else this.goOn(part, program.afterward(thread), found);
    } else if (thread.kind === "other") this.inOtherKey(trie, node, thread, found);
    else if (thread.kind === "key") this.inKey(trie, node, thread, found);
    else return this.pastBlanks(trie, node, thread, found);
    return undefined;
  }

  /** Takes the tokens that go on with white space, and what may come after it. Returns what there's to go on with otherwise. */
  private pastBlanks(trie: Trie, node: number, thread: Thread, found: Found): Configuration {
    const { program } = this;
    const left = program.blanksLeft(thread);
    const runs = left > 0 ? blanksBelow(trie, node) : undefined;
    if (!runs || runs.longest > left) return program.pool.alone(thread);
    const dry = program.pool.configuration(program.dry(thread));
    found.list(runs.within(left));
    if (runs.rest) this.descend(runs.rest, 0, dry, found);
    return dry;
  }

  /** Takes what was found of a value alone, and goes on where it ends. */
  private goOn(part: Found, afterward: Thread, found: Found, foundBehind = found): void {
    if (part.doubtful) this.goOn(part.doubtful, afterward, found.beyondCheck());
    found.inside(part);
    for (let i = 0; i < part.whole.length; i++) endAt(afterward, part.whole[i]!, foundBehind);
    for (let i = 0; i < part.exits.length; i++) {
      const { trie, node, only } = part.exits[i]!;
      const onward = this.program.pool.alone(afterward);
      if (!only) this.walk(trie, node, onward, foundBehind);
      else {
        const inner = new Found(only);
        this.walk(trie, node, onward, inner);
        foundBehind.add(inner);
      }
    }
  }

  private inOtherKey(trie: Trie, node: number, thread: OtherKeyThread, found: Found): void {
    const { form, frame, index, state, text } = thread;
    const { lexeme, barred } = form.others[index]!;
    const place = { trie, node, lexeme, state, text: text.toString() };
    const part = this.others.at(place, barred, frame.written);
    const { isVague } = frame.written;
    // Behind a key that the same token has written: whether this one is another is known once it's there, or can't be helped.
    const into = isVague && lexeme !== freeKey ? found.beyondCheck() : found;
    if (!part.ends) into.add(part);
    else this.goOn(part, this.program.afterOther(thread), into, isVague ? found.beyondCheck() : found);
  }

  private inKey(trie: Trie, node: number, thread: KeyThread, found: Found): void {
    const { program } = this;
    const { form, frame, state } = thread;
    const keys = program.keysOf(form);
    const { stays, ends } = this.keyWalk(trie, node, keys, state);
    for (let i = 0; i < stays.length; i++) {
      const { state, tokens } = stays[i]!;
      if (program.mayComeAfter(frame, keys, state)) found.list(tokens);
    }
    for (let i = 0; i < ends.length; i++) {
      const { node, property } = ends[i]!;
      if (!program.mayCome(frame, property)) continue;
      this.walk(trie, node, program.pool.alone(program.afterKey(thread, property)), found);
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
      const place = { trie, node, lexeme: form.lexeme, state };
      this.tokens.inLexeme(place, Math.max(0, form.least - length), form.most - length, this.walks, part);
      if (form.demands) part.doubtExits();
    } else {
      part.at(trie, node);
      this.descend(trie, node, this.pastBlanks(trie, node, thread, part), part);
    }
    threads.set(thread, part);
    if (part.bits && ++this.largeParts > mostParts) {
      this.largeParts = 0;
      this.parts.clear();
    }
    return part;
  }
}

/** Takes tokens that end where a value does. */
function endAt(afterward: Thread, tokens: ArrayLike<number>, found: Found): void {
  if (afterward.kind === "exit") found.end(tokens);
  else if (afterward.kind === "guard") endAt(afterward.then, tokens, found.beyondCheck());
  else found.list(tokens);
}
