import { type Automaton, anyText, firstEdge, step } from "../schema/index.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Leeway, Leeways, noLeeway } from "./leeway.ts";
import { dead, Lexeme, mark } from "./lexeme.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const SLASH = 0x2f;

/** What a letter after a backslash means. */
const escapes: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter, i) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(i)]),
);

/** What must be escaped. */
const escaped: readonly number[] = [...Array.from({ length: 0x20 }, (_, c) => c), QUOTE, BACKSLASH];
/** Whether a control character has no escape of one letter. */
const isLong = (c: number) => c < 0x20 && ![8, 9, 10, 12, 13].includes(c);

/**
 * A string, from its opening quote to its closing one: UTF-8 without ill-formed sequences, every escape JSON has, and an
 * automaton over the decoded code points. What an automaton sees is the same however it's spelled.
 *
 * Inside a character, a state knows which code points it may become (`low` to `high`): if the automaton takes none of
 * them it's dead, so no token can end in a place from which the string can't be finished.
 */
export class TextLexeme extends Lexeme {
  private readonly automaton: Automaton;
  private readonly facts: Facts;
  private readonly inner: Inner[] = [];
  private readonly known = new Map<string, number>();
  private readonly leeways: Leeways;
  readonly end: number;

  /**
   * @param automaton over decoded code points; `null` is any text
   * @param base free text of the same spelling; absent for free text itself
   * @param plain only what must be escaped is, as `JSON.stringify` does it, so that texts and spellings are one to one
   */
  constructor(
    automaton: Automaton | null,
    readonly base: TextLexeme | undefined = undefined,
    private readonly plain: boolean = base?.plain ?? false,
  ) {
    super();
    this.automaton = automaton ?? anyText;
    this.facts = factsOf(this.automaton);
    this.leeways = new Leeways(this.automaton, this.facts.nearest);
    this.state({ kind: "open", at: 0, low: 0, high: 0, left: 0 }, 0);
    this.end = this.state({ kind: "closed", at: 0, low: 0, high: 0, left: 0 }, mark.whole);
  }

  /** The base's state that is like one of this lexeme, where there's nothing of a character yet; else undefined. */
  likeness(state: number): number | undefined {
    const { kind } = this.inner[state]!;
    return kind === "open" ? 0 : kind === "between" ? this.base?.between(0) : undefined;
  }

  /** The state between characters in which the automaton is in state `at`. */
  private between(at: number): number {
    return this.state({ kind: "between", at, low: 0, high: 0, left: 0 }, mark.between);
  }

  /** Every text may follow (after the opening quote), as a beginning of what's taken: only its end may be refused. */
  takesAnyBeginning(state: number): boolean {
    const { kind, at } = this.inner[state]!;
    return (kind === "between" || kind === "open") && this.facts.open[at]!;
  }

  isBetween(state: number): boolean {
    return (this.marks[state]! & mark.between) !== 0;
  }

  /** Every text may follow, and the quote after any of it. */
  takesAll(state: number): boolean {
    const { kind, at } = this.inner[state]!;
    return kind === "between" && this.facts.free[at]!;
  }

  /**
   * What may follow whatever it is; nothing within a character.
   * @param counts whether the room matters that a text needs
   */
  leeway(state: number, counts: boolean): Leeway {
    const { kind, at } = this.inner[state]!;
    return kind === "between" ? this.leeways.at(at, counts) : noLeeway;
  }

  /** Whether anything but the closing quote can follow. */
  canGrow(state: number): boolean {
    const { kind, at } = this.inner[state]!;
    return kind !== "between" || this.automaton.edges[at]!.length > 0;
  }

  private needOf({ kind, at, low, high }: Inner): number {
    const { nearest } = this.facts;
    if (kind === "open") return nearest[0]!;
    if (kind === "between" || kind === "utf8 rest" || kind === "hex rest") return nearest[at]!;
    if (kind === "closed") return 0;
    if (this.plain && (kind === "escape" || kind === "hex")) {
      const meant = escaped.filter((c) => c >= low && c <= high && (kind === "escape" || isLong(c)));
      const ways = meant.map((c) => step(this.automaton, at, c)).filter((to) => to >= 0);
      return Math.min(...ways.map((to) => nearest[to]!));
    }
    const pairs = kind === "escape" || kind === "hex" ? pairsOf(low, high) : undefined;
    return Math.min(this.nearestAfter(at, low, high), pairs ? this.nearestAfter(at, ...pairs) : Infinity);
  }

  /** The fewest characters to come after one of these. */
  private nearestAfter(at: number, low: number, high: number): number {
    const edges = this.automaton.edges[at]!;
    let least = Infinity;
    for (let i = firstEdge(edges, low); i < edges.length && edges[i]! <= high; i += 3) {
      least = Math.min(least, this.facts.nearest[edges[i + 2]!]!);
    }
    return least;
  }

  override goesOn(state: number): boolean {
    return state !== this.end;
  }

  protected next(state: number, byte: number): number {
    const inner = this.inner[state]!;
    switch (inner.kind) {
      case "open":
        return byte === QUOTE ? this.between(0) : dead;
      case "closed":
        return dead;
      case "between":
        return this.begin(inner.at, byte);
      case "utf8":
        return (byte & 0xc0) === 0x80 ? this.character(inner, "utf8", 6, byte & 0x3f) : dead;
      case "escape":
        return this.escape(inner.at, byte);
      case "hex":
      case "low":
        if (!isHex(byte) || (this.plain && byte < 0x61 && byte > 0x39)) return dead;
        return this.character(inner, inner.kind, 4, hexValue(byte));
      case "pair":
        return byte === BACKSLASH ? this.state({ ...inner, kind: "pair-u" }, 0) : dead;
      case "pair-u":
        return byte === LOWER_U ? this.range(inner.at, "low", inner.low, inner.high, 4, inner.low - 0xdc00) : dead;
      case "utf8 rest":
        return (byte & 0xc0) === 0x80 ? this.rest(inner) : dead;
      case "hex rest":
        return isHex(byte) ? this.rest(inner) : dead;
    }
  }

  /** The first byte of a character, or the closing quote. */
  private begin(at: number, byte: number): number {
    if (byte === QUOTE) return this.automaton.accepting[at] ? this.end : dead;
    // Every character has an escape, so there must only be some.
    if (this.automaton.edges[at]!.length === 0) return dead;
    if (byte === BACKSLASH && this.plain && !escaped.some((c) => step(this.automaton, at, c) >= 0)) return dead;
    if (byte === BACKSLASH) return this.state({ kind: "escape", at, low: 0, high: 0xffff, left: 0 }, 0);
    if (byte < 0x20 || (byte >= 0x80 && byte < 0xc2) || byte > 0xf4) return dead;
    if (byte < 0x80) return this.decoded(at, byte);
    if (byte < 0xe0) return this.range(at, "utf8", (byte & 0x1f) << 6, ((byte & 0x1f) << 6) | 0x3f, 1);
    if (byte < 0xf0) {
      const from = (byte & 0xf) << 12;
      return this.range(at, "utf8", Math.max(0x800, from), from === 0xd000 ? 0xd7ff : from | 0xfff, 2, from);
    }
    const from = (byte & 7) << 18;
    return this.range(at, "utf8", Math.max(0x10000, from), Math.min(0x10ffff, from | 0x3ffff), 3, from);
  }

  private escape(at: number, byte: number): number {
    if (byte === LOWER_U) return this.range(at, "hex", 0, this.plain ? 0x1f : 0xffff, 4, 0);
    const meant = escapes.get(byte);
    return meant === undefined || (this.plain && meant === SLASH) ? dead : this.decoded(at, meant);
  }

  /** One more piece of a character: `bits` more bits of its value. */
  private character(
    { at, low, high, left, base }: Inner,
    kind: "utf8" | "hex" | "low",
    bits: number,
    value: number,
  ): number {
    const size = 1 << (bits * (left - 1));
    const from = base! + value * size;
    const to = from + size - 1;
    if (to < low || from > high) return dead;
    if (left === 1 && kind !== "hex") return this.decoded(at, from);
    if (left === 1 && this.plain && !isLong(from)) return dead;
    if (left === 1) {
      if (from >= 0xdc00 && from <= 0xdfff) return dead;
      if (from < 0xd800 || from > 0xdbff) return this.decoded(at, from);
      const first = 0x10000 + ((from - 0xd800) << 10);
      return this.range(at, "pair", first, first + 0x3ff, 0);
    }
    return this.range(at, kind, Math.max(low, from), Math.min(high, to), left - 1, from);
  }

  private decoded(at: number, codePoint: number): number {
    const next = step(this.automaton, at, codePoint);
    return next < 0 ? dead : this.between(next);
  }

  /**
   * Inside a character that becomes one of `low` to `high`, with `left` pieces to come.
   * @param base what it is if all of them are zero
   */
  private range(at: number, kind: Inner["kind"], low: number, high: number, left: number, base = low): number {
    if (!this.takesSome(at, kind, low, high)) return dead;
    const bits = kind === "utf8" ? 6 : 4;
    const all = low === base && high - low === 2 ** (bits * left) - 1;
    const to = onlyWay(this.automaton.edges[at]!, low, high);
    const alike = kind === "utf8" || (kind === "hex" && !this.plain);
    if (all && to >= 0 && alike && !(high >= 0xd800 && low <= 0xdfff)) {
      // It doesn't matter which of them it becomes: one state for all such.
      return this.state({ kind: kind === "utf8" ? "utf8 rest" : "hex rest", at: to, low: 0, high: 0, left }, 0);
    }
    return this.state({ kind, at, low, high, left, base }, 0);
  }

  /** One more of the pieces that all lead to the same state. */
  private rest({ kind, at, left }: Inner): number {
    return left === 1 ? this.between(at) : this.state({ kind, at, low: 0, high: 0, left: left - 1 }, 0);
  }

  /** Whether the automaton has a way on for some character that may come of this. */
  private takesSome(at: number, kind: Inner["kind"], low: number, high: number): boolean {
    if (kind === "hex" && this.plain) {
      return escaped.some((c) => c >= low && c <= high && isLong(c) && step(this.automaton, at, c) >= 0);
    }
    if (this.overlaps(at, low, high)) return true;
    const pairs = kind === "hex" ? pairsOf(low, high) : undefined;
    return pairs !== undefined && this.overlaps(at, ...pairs);
  }

  private overlaps(at: number, low: number, high: number): boolean {
    const edges = this.automaton.edges[at]!;
    const i = firstEdge(edges, low);
    return i < edges.length && edges[i]! <= high;
  }

  private state(inner: Inner, marks: number): number {
    const { kind, at, low, high, left, base = 0 } = inner;
    const key = `${kind} ${at} ${low} ${high} ${left} ${base}`;
    let state = this.known.get(key);
    if (state === undefined) {
      state = this.add(marks, this.needOf(inner));
      this.inner.push(inner);
      this.known.set(key, state);
    }
    return state;
  }
}

/** Where in a string's text a state is. */
interface Inner {
  readonly kind:
    | "open"
    | "between"
    | "utf8"
    | "utf8 rest"
    | "escape"
    | "hex"
    | "hex rest"
    | "pair"
    | "pair-u"
    | "low"
    | "closed";
  /** The automaton's state before the character; for a rest, after it. */
  readonly at: number;
  /** The code points it may become. */
  readonly low: number;
  readonly high: number;
  /** Pieces to come: continuation bytes or hexadecimal digits. */
  readonly left: number;
  readonly base?: number;
}

/** What the first halves of pairs of escapes among these code units stand for: characters far beyond. */
function pairsOf(low: number, high: number): readonly [low: number, high: number] | undefined {
  if (high < 0xd800 || low > 0xdbff) return undefined;
  const first = 0x10000 + ((Math.max(low, 0xd800) - 0xd800) << 10);
  return [first, 0x10000 + ((Math.min(high, 0xdbff) - 0xd800) << 10) + 0x3ff];
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function hexValue(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** Where all of these characters lead, or −2 if to different states. */
function onlyWay(edges: readonly number[], low: number, high: number): number {
  const i = firstEdge(edges, low);
  return i < edges.length && edges[i]! <= low && edges[i + 1]! >= high ? edges[i + 2]! : -2;
}
