/**
 * Path patterns: `steps[*].title`, `**.id`, `["a b"][0]`, `*.name`.
 *
 * `name` or `["name"]` is a member, `*` any member, `[3]` an item, `[*]` any item, `**` any number of steps, also none.
 * A leading `$.` is allowed, and needed where a pattern would read as an event's name (`$.key`).
 *
 * All patterns of an extractor are compiled into one automaton over steps, made lazily: following a path costs one
 * look-up a step however many patterns there are, and only names that occur in patterns are ever remembered.
 */

type Test = string | number | typeof anyKey | typeof anyIndex | typeof anything;
const anyKey = Symbol("*");
const anyIndex = Symbol("[*]");
const anything = Symbol("**");

export interface PathPattern {
  /** As written. */
  readonly source: string;
  /** @internal */
  readonly tests: readonly Test[];
}

const token = /\[\s*(?:(\*)|(\d+)|("(?:[^"\\]|\\.)*"))\s*\]|(?:^|\.)(?:(\*\*?)|([^.[\]*"\s]+))/y;

/**
 * Compiles a pattern.
 * @throws {SyntaxError} naming the column of what can't be understood
 */
export function parsePathPattern(source: string): PathPattern {
  let text = source;
  let skipped = 0;
  if (text === "$") return { source, tests: [] };
  if (text.startsWith("$.") || text.startsWith("$[")) {
    skipped = text[1] === "." ? 2 : 1;
    text = text.slice(skipped);
  }
  const tests: Test[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length || text === "") {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) {
      throw new SyntaxError(`Path pattern ${JSON.stringify(source)}: can't understand column ${skipped + at + 1}`);
    }
    const [, star, index, quoted, stars, name] = match;
    if (star) tests.push(anyIndex);
    else if (index) tests.push(Number(index));
    else if (quoted) tests.push(JSON.parse(quoted) as string);
    else if (stars) tests.push(stars === "**" ? anything : anyKey);
    else tests.push(name!);
  }
  return { source, tests };
}

/** A set of positions in the patterns, with where each next step leads. */
export interface PatternState<T> {
  /** What there is to know of the paths that lead here. */
  readonly about: T;
  /** @internal */
  readonly positions: readonly Position[];
  /** @internal */
  readonly next: Map<string | number | symbol, PatternState<T>>;
}

type Position = readonly [pattern: number, position: number];

export class PatternMatcher<T> {
  /** For the root's path. */
  readonly root: PatternState<T>;
  private readonly states = new Map<string, PatternState<T>>();
  private readonly named = new Set<string | number>();

  /** @param about what there is to know of paths that these patterns match; asked once for each state */
  constructor(
    private readonly patterns: readonly PathPattern[],
    private readonly about: (matches: readonly PathPattern[]) => T,
  ) {
    for (const { tests } of patterns) for (const t of tests) if (typeof t !== "symbol") this.named.add(t);
    this.root = this.state(patterns.map((_, i) => [i, 0] as const));
  }

  /** The state after one more step. */
  step(state: PatternState<T>, key: string | number): PatternState<T> {
    const label = this.named.has(key) ? key : typeof key === "number" ? anyIndex : anyKey;
    const known = state.next.get(label);
    if (known) return known;
    const positions: Position[] = [];
    for (const [pattern, at] of state.positions) {
      const test = this.patterns[pattern]!.tests[at];
      if (test === anything) positions.push([pattern, at]);
      else if (test === key || test === (typeof key === "number" ? anyIndex : anyKey))
        positions.push([pattern, at + 1]);
    }
    const next = this.state(positions);
    state.next.set(label, next);
    return next;
  }

  /** The one state with these positions; `**` also matches no step. */
  private state(seeds: readonly Position[]): PatternState<T> {
    const all = new Map<string, Position>();
    for (const [pattern, from] of seeds) {
      for (let at = from; ; at++) {
        all.set(`${pattern}.${at}`, [pattern, at]);
        if (this.patterns[pattern]!.tests[at] !== anything) break;
      }
    }
    const id = [...all.keys()].sort().join();
    let state = this.states.get(id);
    if (!state) {
      const positions = [...all.values()];
      const ended = positions.filter(([pattern, at]) => at === this.patterns[pattern]!.tests.length);
      const matches = ended.map(([pattern]) => this.patterns[pattern]!);
      state = { about: this.about(matches), positions, next: new Map() };
      this.states.set(id, state);
    }
    return state;
  }
}
