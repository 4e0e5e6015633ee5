import { GbnfError, wrongType } from "./error.ts";
import { type Grammar, inRanges, lastCodePoint, leftRecursive, productive } from "./grammar.ts";

/** Most ways a text may be read at once, and most places the matcher remembers, before it gives up. */
const maxWays = 10_000;
const maxPlaces = 5_000_000;
/** Remembered steps before they are forgotten again. */
const maxSteps = 200_000;
/** Marks the end of an alternative in `Tables.code`. */
const end = 0x7fffffff;

/** Reads a text code point by code point and says whether a grammar allows what it has read. */
export interface Recogniser {
  /**
   * Reads on. Returns whether the text so far can still become a sentence of the grammar; once it can't, nothing more
   * can be read.
   * @throws {GbnfError} `too-large` if the grammar is so ambiguous that the ways to read the text pass a limit;
   * `not-a-grammar` for what is neither text nor a code point
   */
  accept(input: number | string): boolean;
  /** Can the text so far still become a sentence? */
  readonly alive: boolean;
  /** Is it one? */
  readonly complete: boolean;
  /** In how many ways the text so far can be read: what a matcher like llama.cpp's pays for with each token. */
  readonly ways: number;
  /**
   * The text that must come next, whatever is written: up to where there's a choice, or the sentence may end; at most so
   * many code points (default 10,000), since a grammar can force text without end. Doesn't read it.
   */
  forced(most?: number): string;
  /** A recogniser in the same state that goes on by itself. Costs next to nothing. */
  fork(): Recogniser;
}

/**
 * A recogniser at the start of a grammar's sentences.
 * @throws {GbnfError} `left-recursion` for rules that begin with themselves (`root ::= root`, too: llama.cpp refuses any, used
 * or not), also behind what may be empty unless nothing comes after; `not-a-grammar` for what `parseGbnf` doesn't return
 */
export function createRecogniser(grammar: Grammar): Recogniser {
  const lists: readonly unknown[] = [grammar?.names, grammar?.rules, grammar?.classes];
  if (!lists.every(Array.isArray) || grammar.rules.length === 0) {
    throw wrongType("createRecogniser takes a grammar", grammar, "pass what `parseGbnf` returns");
  }
  const looping = leftRecursive(grammar);
  if (looping.length > 0) {
    const names = looping.slice(0, 5).map((rule) => `\`${grammar.names[rule]}\``);
    throw new GbnfError(
      "left-recursion",
      `rules that begin with themselves: ${names.join(", ")}; put what is repeated after something else`,
      "",
      0,
    );
  }
  const tables = new Tables(grammar);
  return new Cursor(tables, tables.start());
}

/** All ways to go on, as a sorted set of places, with what was worked out about it. */
interface State {
  readonly places: readonly number[];
  readonly complete: boolean;
  /** Where code points lead; made when there's a second one, since a long text has a state for each of its characters. */
  steps: Map<number, State> | undefined;
  /** The first of them; −1 before there is one. */
  point: number;
  next: State | undefined;
}

const dead: State = { places: [], complete: false, steps: undefined, point: -1, next: undefined };

class Cursor implements Recogniser {
  readonly #tables: Tables;
  #state: State;

  constructor(tables: Tables, state: State) {
    this.#tables = tables;
    this.#state = state;
  }

  accept(input: number | string): boolean {
    if (typeof input !== "string" && !isCodePoint(input)) {
      const advice = `pass a text, or a whole number from 0 to ${lastCodePoint}`;
      throw wrongType("accept reads a text or a code point", input, advice);
    }
    if (typeof input === "number") this.#state = this.#tables.step(this.#state, input);
    else {
      for (let i = 0; i < input.length; ) {
        const codePoint = input.codePointAt(i)!;
        i += codePoint > 0xffff ? 2 : 1;
        this.#state = this.#tables.step(this.#state, codePoint);
        if (this.#state === dead) return false;
      }
    }
    return this.alive;
  }

  get alive(): boolean {
    return this.#state !== dead;
  }

  get complete(): boolean {
    return this.#state.complete;
  }

  get ways(): number {
    return this.#state.places.length;
  }

  forced(most = 10_000): string {
    if (typeof most !== "number" || !(most >= 0)) {
      throw wrongType("forced takes the most code points, 0 or more", most, "pass a number, or nothing for 10,000");
    }
    let text = "";
    let state = this.#state;
    for (let i = 0; i < most && !state.complete; i++) {
      const codePoint = this.#tables.only(state);
      if (codePoint < 0) break;
      text += String.fromCodePoint(codePoint);
      state = this.#tables.step(state, codePoint);
    }
    return text;
  }

  fork(): Recogniser {
    return new Cursor(this.#tables, this.#state);
  }
}

/**
 * The grammar laid out flat, and the places met so far. A place is a position in an alternative plus the place to
 * return to after it: a stack as a linked list, each list kept once, so that a stack is a number and two ways that came
 * together are one. Place 0 is the empty stack: the sentence is complete.
 */
class Tables {
  readonly #classes: Grammar["classes"];
  /** Every alternative's symbols, each followed by `end`. */
  readonly #code: Int32Array;
  /** Per rule, where its alternatives start in `#code`. */
  readonly #starts: readonly (readonly number[])[];
  readonly #positions: number[] = [-1];
  readonly #parents: number[] = [0];
  readonly #known = new Map<number, number>();
  readonly #states = new Map<string, State>();
  #steps = 0;

  constructor(grammar: Grammar) {
    this.#classes = grammar.classes;
    const code: number[] = [];
    // What leads to no sentence isn't read: so whatever is alive can become one.
    const matches = productive(grammar);
    const fits = (symbol: number) => (symbol < 0 ? grammar.classes[-symbol - 1]!.length > 0 : matches[symbol] === 1);
    this.#starts = grammar.rules.map((alternatives) =>
      alternatives
        .filter((symbols) => symbols.every(fits))
        .map((symbols) => {
          const start = code.length;
          for (const symbol of symbols) code.push(symbol);
          code.push(end);
          return start;
        }),
    );
    this.#code = Int32Array.from(code);
  }

  start(): State {
    const starts = this.#starts[0]!;
    return starts.length === 0 ? dead : this.#close(starts.map((position) => this.#place(position, 0)));
  }

  step(state: State, codePoint: number): State {
    const known = state.point === codePoint ? state.next : state.steps?.get(codePoint);
    if (known) return known;
    const onward: number[] = [];
    for (const place of state.places) {
      if (place === 0) continue;
      const position = this.#positions[place]!;
      const ranges = this.#classes[-this.#code[position]! - 1]!;
      if (inRanges(ranges, codePoint)) onward.push(this.#place(position + 1, this.#parents[place]!));
    }
    const next = onward.length === 0 ? dead : this.#close(onward);
    if (++this.#steps > maxSteps) this.#forget();
    if (state.point < 0) {
      state.point = codePoint;
      state.next = next;
    } else {
      state.steps ??= new Map();
      state.steps.set(codePoint, next);
    }
    return next;
  }

  /** The only code point that may come; −1 if there are several. */
  only(state: State): number {
    let only = -1;
    for (const place of state.places) {
      const ranges = this.#classes[-this.#code[this.#positions[place]!]! - 1]!;
      for (let i = 0; i < ranges.length; i++) {
        if (only >= 0 && ranges[i] !== only) return -1;
        only = ranges[i]!;
      }
    }
    return only;
  }

  /** The place at a position; at the end of an alternative that is where its rule was called from. */
  #place(position: number, parent: number): number {
    if (this.#code[position] === end) return parent;
    const key = parent * this.#code.length + position;
    let place = this.#known.get(key);
    if (place === undefined) {
      place = this.#positions.length;
      if (place > maxPlaces) throw tooLarge(`more than ${maxPlaces} places`);
      this.#positions.push(position);
      this.#parents.push(parent);
      this.#known.set(key, place);
    }
    return place;
  }

  /** Goes into rules until every way is at a class or complete. */
  #close(places: readonly number[]): State {
    const seen = new Set(places);
    const ready: number[] = [];
    for (const place of seen) {
      const position = this.#positions[place]!;
      const symbol = place === 0 ? -1 : this.#code[position]!;
      if (symbol < 0) {
        if (ready.push(place) > maxWays) throw tooLarge(`more than ${maxWays} ways to read the text at once`);
        continue;
      }
      const after = this.#place(position + 1, this.#parents[place]!);
      for (const start of this.#starts[symbol]!) seen.add(this.#place(start, after));
    }
    ready.sort((a, b) => a - b);
    const key = ready.join(",");
    let state = this.#states.get(key);
    if (!state) {
      state = { places: ready, complete: ready[0] === 0, steps: undefined, point: -1, next: undefined };
      this.#states.set(key, state);
    }
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) {
      state.steps = undefined;
      state.point = -1;
      state.next = undefined;
    }
    this.#states.clear();
    this.#steps = 0;
  }
}

function isCodePoint(input: unknown): boolean {
  return Number.isInteger(input) && (input as number) >= 0 && (input as number) <= lastCodePoint;
}

function tooLarge(what: string): GbnfError {
  return new GbnfError("too-large", `the grammar can't be matched: ${what}`, "", 0);
}
