import { followersOf } from "./followers.ts";
import { addAll, type Bits, both, common, complement, has, members, missing, remove, removed, unite } from "./sets.ts";
import { type Trie, tokensOf } from "./trie.ts";
import type { Below } from "./walk.ts";

/** Lists up to this long are copied: they cost no more than a reference and the object it leads to. */
const mostCopied = 8;

/** Collects what a walk finds. */
export class Found {
  readonly tokens: number[] = [];
  /** More tokens: lists that others have, too. */
  readonly lists: ArrayLike<number>[] = [];
  bits: Bits | undefined;
  /** Tokens that end just where a value does. */
  readonly whole: ArrayLike<number>[] = [];
  /** Where a value has ended and tokens go on. */
  readonly exits: Below[] = [];
  /** What's found where a check must hold first. */
  doubtful: Found | undefined;
  /** Whether others have the same `bits`, so that they're never to be written to. */
  shared = false;

  /** @param only the tokens that count; absent: all */
  constructor(private readonly only?: Bits) {}

  at({ tokens, starts }: Trie, node: number): void {
    for (let t = starts[node]!; t < starts[node + 1]!; t++) {
      if (!this.only || has(this.only, tokens[t]!)) this.tokens.push(tokens[t]!);
    }
  }

  /** A value has ended at a node. */
  exit(trie: Trie, node: number): void {
    this.end(tokensOf(trie, node));
    if (followersOf(trie, node).length > 0) this.exits.push({ trie, node, only: this.only });
  }

  /** @param tokens end just where a value does; they must stay as they are */
  end(tokens: ArrayLike<number>, among?: Bits): void {
    const only = this.counting(among);
    const kept = only ? common(tokens, only) : tokens;
    if (kept.length > 0) this.whole.push(kept);
  }

  /** @param tokens isn't copied if it's long: it must stay as it is */
  list(tokens: ArrayLike<number>): void {
    if (!this.only && tokens.length > mostCopied) {
      this.lists.push(tokens);
      return;
    }
    for (let i = 0; i < tokens.length; i++) if (!this.only || has(this.only, tokens[i]!)) this.tokens.push(tokens[i]!);
  }

  /** What another has but for ends. */
  inside({ tokens, lists, bits }: Found): void {
    this.list(tokens);
    for (let i = 0; i < lists.length; i++) this.list(lists[i]!);
    if (bits) this.unite(bits);
  }

  /** Where to put what's found beyond a check. */
  beyondCheck(): Found {
    this.doubtful ??= new Found(this.only);
    return this.doubtful;
  }

  /** Whether tokens end a value or go on behind it. */
  get ends(): boolean {
    return this.whole.length + this.exits.length > 0 || (this.doubtful?.ends ?? false);
  }

  /** What ends here must pass a check first. */
  doubtExits(): void {
    const { whole, exits } = this;
    if (whole.length + exits.length === 0) return;
    const beyond = this.beyondCheck();
    beyond.whole.push(...whole.splice(0));
    beyond.exits.push(...exits.splice(0));
  }

  unite(bits: Bits): void {
    if (this.only) this.uniteOwn(both(bits, this.only));
    else if (this.bits) this.uniteOwn(bits);
    else {
      this.bits = bits;
      this.shared = true;
    }
  }

  private uniteOwn(bits: Bits): void {
    if (!this.bits || this.shared) this.bits = this.bits?.slice() ?? new Uint32Array(bits.length);
    this.shared = false;
    unite(this.bits, bits);
  }

  /** Of some tokens, those that count here. */
  private counting(among: Bits | undefined): Bits | undefined {
    return this.only && among ? both(this.only, among) : (this.only ?? among);
  }

  add(found: Found): void {
    this.inside(found);
    for (let i = 0; i < found.whole.length; i++) this.end(found.whole[i]!);
    for (let i = 0; i < found.exits.length; i++) {
      const { trie, node, only } = found.exits[i]!;
      this.exits.push({ trie, node, only: this.counting(only) });
    }
    if (found.doubtful) this.beyondCheck().add(found.doubtful);
  }
}

/** What was found of a key, but for some tokens; one may be in several lists. */
export function without(part: Found, lists: readonly ArrayLike<number>[], words: number): Found {
  if (lists.length === 0) return part;
  const gone = marked(lists, words);
  const less = new Found();
  for (const list of [part.tokens, ...part.lists]) less.list(missing(list, gone));
  for (const list of part.whole) less.end(missing(list, gone));
  // Most of them end the key, and aren't among those after which it goes on.
  if (part.bits) less.unite(meets(part.bits, lists) ? removed(part.bits, gone) : part.bits);
  let rest: Bits | undefined;
  for (const { trie, node, only } of part.exits) {
    less.exits.push({ trie, node, only: only ? removed(only, gone) : (rest ??= complement(gone)) });
  }
  for (let i = 0; i < lists.length; i++) clear(gone, lists[i]!);
  return less;
}

let scratch: Bits = new Uint32Array(0);

/** The tokens of some lists as a bitset, to be cleared after use. */
function marked(lists: readonly ArrayLike<number>[], words: number): Bits {
  if (scratch.length !== words) scratch = new Uint32Array(words);
  for (let i = 0; i < lists.length; i++) addAll(scratch, lists[i]!);
  return scratch;
}

function meets(bits: Bits, lists: readonly ArrayLike<number>[]): boolean {
  for (let l = 0; l < lists.length; l++) {
    const list = lists[l]!;
    for (let i = 0; i < list.length; i++) if (has(bits, list[i]!)) return true;
  }
  return false;
}

function clear(bits: Bits, tokens: ArrayLike<number>): void {
  for (let i = 0; i < tokens.length; i++) remove(bits, tokens[i]!);
}

/** What was found behind however many checks, but for tokens that are known to come: each token once, by number. */
export function beside(found: Found, known: Bits): Uint32Array {
  const left = new Set<number>();
  for (let f: Found | undefined = found; f; f = f.doubtful) {
    for (const list of [f.tokens, ...f.lists]) for (const token of missing(list, known)) left.add(token);
    if (f.bits) for (const token of members(removed(f.bits, known))) left.add(token);
  }
  return Uint32Array.from(left).sort();
}
