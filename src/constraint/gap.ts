import { blanks, type Layout, mostBlanks } from "../schema/index.ts";
import { dead } from "./lexeme.ts";

/**
 * Where between the parts of a value: before a member's value, before a further item or key, before the first one, before the
 * bracket; and around the whole value.
 */
export type GapKind = "colon" | "comma" | "first" | "close" | "begin" | "end";

/**
 * What stands between two parts of a value, byte by byte: a text, or at most a byte with white space around it. States are
 * numbers from 0.
 */
export interface Gap {
  /** The state after a byte; {@link dead} if it can't come. */
  step(at: number, byte: number): number;
  /** Whether what follows may come here. */
  isWhole(at: number): boolean;
  /** The bytes that may come here, but for what follows: the same list each time. */
  bytes(at: number): readonly number[];
  /** How much white space may come here; 0 where it's given. */
  blanksLeft(at: number): number;
  /** The state in which no more of it may come. */
  dry(at: number): number;
}

/** The gaps of a layout, by the depth at which they stand. */
export class Gaps {
  private readonly made: Record<GapKind, Gap[]> = { colon: [], comma: [], first: [], close: [], begin: [], end: [] };

  constructor(private readonly layout: Layout) {}

  at(kind: GapKind, depth: number): Gap {
    return (this.made[kind][depth] ??= this.make(kind, depth));
  }

  private make(kind: GapKind, depth: number): Gap {
    const { layout } = this;
    if (kind === "begin" || kind === "end") return layout.loose ? new LooseGap(Number.NaN) : new TextGap("");
    const text = kind === "colon" ? layout.colon : layout[kind](depth);
    return layout.loose ? new LooseGap(text.charCodeAt(0)) : new TextGap(text);
  }
}

class TextGap implements Gap {
  private readonly text: Uint8Array;
  private readonly ways: readonly (readonly number[])[];

  constructor(text: string) {
    this.text = new TextEncoder().encode(text);
    this.ways = [...Array.from(this.text, (byte) => [byte]), []];
  }

  step(at: number, byte: number): number {
    return this.text[at] === byte ? at + 1 : dead;
  }

  isWhole(at: number): boolean {
    return at === this.text.length;
  }

  bytes(at: number): readonly number[] {
    return this.ways[at]!;
  }

  blanksLeft(): number {
    return 0;
  }

  dry(at: number): number {
    return at;
  }
}

const nothing: readonly number[] = [];
/** JSON's white space, byte by byte. */
export const blankBytes: readonly number[] = Array.from(blanks, (blank) => blank.charCodeAt(0));

/** White space, and if there's a mark that, and white space again: up to so many states for each run. */
class LooseGap implements Gap {
  private readonly before: readonly number[];
  private readonly only: readonly number[];

  /** @param mark NaN: none */
  constructor(private readonly mark: number) {
    this.only = Number.isNaN(mark) ? [] : [mark];
    this.before = [...blankBytes, ...this.only];
  }

  step(at: number, byte: number): number {
    if (byte === this.mark && at <= mostBlanks) return mostBlanks + 1;
    return blankBytes.includes(byte) && this.blanksLeft(at) > 0 ? at + 1 : dead;
  }

  isWhole(at: number): boolean {
    return Number.isNaN(this.mark) || at > mostBlanks;
  }

  bytes(at: number): readonly number[] {
    if (this.blanksLeft(at) === 0) return at === mostBlanks ? this.only : nothing;
    return at < mostBlanks ? this.before : blankBytes;
  }

  blanksLeft(at: number): number {
    return mostBlanks - (at % (mostBlanks + 1));
  }

  dry(at: number): number {
    return at + this.blanksLeft(at);
  }
}
