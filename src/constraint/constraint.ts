import { checkOptions, type OptionNames, ofType, oneOf } from "../options/index.ts";
import {
  type CompiledSchema,
  compileSchema,
  isCompiled,
  type JsonSchema,
  layoutOf,
  type StandardSchema,
  takesZeroFractions,
  type Whitespace,
} from "../schema/index.ts";
import { type Check, Judge } from "./demands.ts";
import { descend } from "./descend.ts";
import { Masks } from "./masks.ts";
import { Prefix } from "./prefix.ts";
import { Program } from "./program.ts";
import { addAll, type Bits } from "./sets.ts";
import { follow, noSpans, type Spans } from "./spans.ts";
import type { Configuration, GuardThread } from "./threads.ts";
import { tokenKind } from "./token-kind.ts";
import { Tokens } from "./tokens.ts";
import { longestToken, nodeOf, type Trie } from "./trie.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface ConstraintOptions {
  /** How the text is laid out; see {@link Whitespace}. Default `spaced`. */
  readonly whitespace?: Whitespace;
  /** `schema` (default): properties come in the schema's order, so that more is forced. `free`: in any order. */
  readonly order?: "schema" | "free";
  /**
   * Let integers be written with a fraction of zero, too: `1.0`, an integer to JSON Schema but for draft-04, whose schemas
   * this leaves as they are. Default false.
   */
  readonly zeroFractions?: boolean;
  /**
   * Judges what the schema's report calls `boundary`, as values close: whether a value is valid against the subschema at a
   * JSON pointer. `boundaryCheck` of the contract room makes one. Without it, such keywords aren't enforced.
   */
  readonly check?: Check;
}

const names: OptionNames<ConstraintOptions> = { whitespace: true, order: true, zeroFractions: true, check: true };

const tables = new WeakMap<Vocabulary, Tokens>();

/**
 * Compiles a schema into a constraint on the tokens of a vocabulary.
 * @throws {SchemaError} see `compileSchema`
 * @throws {OptionError} for options that there aren't
 * @throws {TypeError} for what isn't a `Vocabulary`
 */
export function createConstraint(
  source: JsonSchema | StandardSchema | CompiledSchema,
  vocabulary: Vocabulary,
  options: ConstraintOptions = {},
): Constraint {
  if (typeof vocabulary?.bytesOf !== "function")
    throw new TypeError("`vocabulary` must be a Vocabulary: see docs/constraint.md.");
  checkOptions("createConstraint", options, names);
  const { whitespace = "spaced", order = "schema" } = options;
  oneOf("order", order, ["schema", "free"]);
  const layout = layoutOf(whitespace);
  const schema = isCompiled(source) ? source : compileSchema(source, { shared: true });
  const zeroFractions =
    ofType("zeroFractions", options.zeroFractions, "boolean") === true && takesZeroFractions(schema.schema);
  const program = new Program(schema, { layout, ordered: order === "schema", zeroFractions });
  const masks = new Masks(program, tokensOf(vocabulary));
  const judge = new Judge(ofType("check", options.check, "function"), schema.shape.checks);
  const text = Prefix.empty();
  const { start: configuration } = program;
  const nothing = { configuration, spans: noSpans, before: undefined, tokens: 0, text, ended: false, mask: undefined };
  return new Constraint(vocabulary, program, masks, judge, nothing);
}

/** The tables of a vocabulary, made once: a third of a second for 150,000 tokens. */
export function tokensOf(vocabulary: Vocabulary): Tokens {
  let tokens = tables.get(vocabulary);
  if (!tokens) tables.set(vocabulary, (tokens = new Tokens(vocabulary)));
  return tokens;
}

/** Where the text so far led. */
interface Place {
  readonly configuration: Configuration;
  /** Empty where nothing has to pass a check. */
  readonly spans: Spans;
}

/** What has been accepted: where it led, and from where. */
interface Step extends Place {
  readonly before: Step | undefined;
  /** Tokens accepted. */
  readonly tokens: number;
  /** All their bytes, where something has to pass a check. */
  readonly text: Prefix;
  /** Whether the last one was an end token. */
  readonly ended: boolean;
  /** The mask, where it depends on the text. */
  mask: Bits | undefined;
}

/** Says which tokens may come next, as they come. Make it with `createConstraint`. */
export class Constraint {
  /** @internal */
  constructor(
    /** The one it's made for. */
    readonly vocabulary: Vocabulary,
    private readonly program: Program,
    private readonly masks: Masks,
    private readonly judge: Judge,
    private step: Step,
  ) {}

  /** The tokens that may come next, as a bitset: token `t` is bit `t & 31` of word `t >> 5`. Shared: don't write to it. */
  mask(): Bits {
    const { step } = this;
    if (step.ended) return this.masks.nothing;
    const { bits, doubtful } = this.masks.of(step.configuration);
    if (!doubtful) return bits;
    if (!step.mask) {
      this.judge.forget();
      this.addJudged(doubtful, (step.mask = bits.slice()));
    }
    return step.mask;
  }

  /** Whether a token may come next. Costs a few steps, no mask. */
  accepts(token: number): boolean {
    if (this.isEnd(token)) return this.mayEnd;
    return this.after(token) !== null;
  }

  /**
   * Whether a longer token that begins with this one's bytes may come; false if this one mayn't. Where a check would have to judge it, it's said to.
   * Text that must come is left to the model from its last token on where this holds: the model may write more at once.
   */
  acceptsLonger(token: number): boolean {
    const { trie } = tokensOf(this.vocabulary);
    const node = nodeOf(trie, this.vocabulary.bytesOf(token));
    const here = this.isEnd(token) ? null : this.after(token);
    return node >= 0 && here !== null && !this.eachBelow(node, here.configuration, () => false);
  }

  /**
   * The tokens that may come next if they are no more than `most`; `undefined` if they are more, if the text may end, or if
   * a check would have to judge one. Costs a few steps for each of them, no mask.
   */
  few(most: number): number[] | undefined {
    if (this.step.ended) return [];
    const { trie } = tokensOf(this.vocabulary);
    const tokens: number[] = [];
    const all = this.eachBelow(0, this.step.configuration, (node) => {
      for (let t = trie.starts[node]!; t < trie.starts[node + 1]!; t++) tokens.push(trie.tokens[t]!);
      return tokens.length <= most;
    });
    return all && !this.complete ? tokens : undefined;
  }

  /**
   * Shows the nodes with tokens that may come, below one of the trie where a configuration stands. False as soon as `show`
   * is, or where a check would have to judge.
   */
  private eachBelow(node: number, from: Configuration, show: (node: number) => boolean): boolean {
    const { trie } = tokensOf(this.vocabulary);
    const { starts } = trie;
    return descend(this.program, trie, node, from, (n, next) =>
      next.guarded || (starts[n]! < starts[n + 1]! && !show(n)) ? false : next,
    );
  }

  /**
   * Takes a token. Returns false, and stays as it is, if it can't come next. An end token is taken if the value is complete;
   * after it nothing may come.
   */
  accept(token: number): boolean {
    const { step, vocabulary } = this;
    const tokens = step.tokens + 1;
    if (this.isEnd(token)) {
      if (!this.mayEnd) return false;
      const { configuration, spans, text } = step;
      this.step = { configuration, spans, before: step, tokens, text, ended: true, mask: undefined };
      return true;
    }
    const place = this.after(token);
    if (!place) return false;
    const text = this.program.guards ? step.text.and(vocabulary.bytesOf(token)) : step.text;
    const { configuration, spans } = place;
    this.step = { configuration, spans, before: step, tokens, text, ended: false, mask: undefined };
    return true;
  }

  /** Whether the text so far is a whole value, so that it may end. */
  get complete(): boolean {
    return this.program.isComplete(this.step.configuration);
  }

  /** Whether the text so far is a whole value and nothing but its end can come, or that has come. */
  get finished(): boolean {
    return this.step.ended || this.step.configuration.threads.every(({ kind }) => kind === "done");
  }

  /** Whether the text so far ends within a value that must still pass a check: it may have to be taken back. */
  get unsettled(): boolean {
    return this.program.isUnsettled(this.step.configuration);
  }

  /** Tokens accepted. */
  get length(): number {
    return this.step.tokens;
  }

  /**
   * Takes back the last tokens.
   * @throws {RangeError} if there aren't so many
   */
  rollback(tokens: number): void {
    if (!(tokens >= 0 && tokens <= this.step.tokens)) {
      throw new RangeError(`Can't take back ${tokens} tokens: ${this.step.tokens} were accepted.`);
    }
    for (let i = 0; i < tokens; i++) this.step = this.step.before!;
  }

  /** A constraint in the same state, that goes on by itself. Costs nothing. */
  fork(): Constraint {
    return new Constraint(this.vocabulary, this.program, this.masks, this.judge, this.step);
  }

  /** The bytes of text that must come next, whatever the model: empty if there's a choice. */
  forced(): Uint8Array {
    if (this.step.ended) return noBytes;
    return this.program.forced(this.step.configuration);
  }

  private get mayEnd(): boolean {
    return this.complete && !this.step.ended;
  }

  private isEnd(token: number): boolean {
    return this.vocabulary.kindOf(token) === tokenKind.end;
  }

  /** Where a token that writes text leads. */
  private after(token: number): Place | null {
    const { vocabulary, program, step } = this;
    if (step.ended || vocabulary.kindOf(token) !== tokenKind.text) return null;
    const start = vocabulary.starts[token]!;
    const end = vocabulary.starts[token + 1]!;
    if (start === end) return null;
    if (!program.guards) {
      const configuration = program.advanceAll(step.configuration, vocabulary.bytes, start, end);
      return configuration && { configuration, spans: noSpans };
    }
    const bytes = vocabulary.bytes.subarray(start, end);
    let place: Place | null = step;
    for (let i = 0; place && i < bytes.length; i++) place = this.next(place, bytes, i);
    return place;
  }

  /** Adds the tokens that may come, out of some that a check has to judge. What several of them end is judged once. */
  private addJudged({ bytes, after, starts, tokens, depth }: Trie, mask: Bits): void {
    const path = new Uint8Array(depth);
    /** Where the node of each depth on the path leads, and where its subtree ends. */
    const places: Place[] = [this.step];
    const ends: number[] = [after[0]!];
    let deepest = 0;
    for (let node = 1; node < after[0]!; ) {
      while (node >= ends[deepest]!) deepest--;
      path[deepest] = bytes[node]!;
      const place = this.next(places[deepest]!, path, deepest);
      if (!place) {
        node = after[node]!;
        continue;
      }
      addAll(mask, tokens.subarray(starts[node], starts[node + 1]));
      deepest++;
      places[deepest] = place;
      ends[deepest] = after[node]!;
      node++;
    }
  }

  /** Where one more byte leads: the one at `at` of some that come after what's accepted. */
  private next(from: Place, bytes: Uint8Array, at: number): Place | null {
    const { program } = this;
    let configuration = program.advance(from.configuration, bytes[at]!);
    if (!configuration) return null;
    if (!program.guards) return { configuration, spans: noSpans };
    const spans = follow(from.spans, bytes[at]!);
    if (configuration.guarded) {
      this.step.text.lookAhead(bytes, at + 1);
      configuration = program.resolve(configuration, (guard) => this.holds(guard, spans));
      if (!configuration) return null;
    }
    return { configuration, spans };
  }

  /** Whether a value that has just ended passes. */
  private holds({ demands, scalar, unique }: GuardThread, { scalar: begun, closed, open, length }: Spans): boolean {
    const { judge } = this;
    const { text } = this.step;
    const from = scalar ? begun : closed;
    if (demands && !judge.meets(text.slice(from, length), demands)) return false;
    return !unique || judge.isNew(text, open!.start, from, length);
  }
}

const noBytes = new Uint8Array(0);

/** Tokens that write some bytes, at each place the longest one. Empty if they can't be written. */
export function spell(vocabulary: Vocabulary, bytes: Uint8Array): number[] {
  const { trie } = tokensOf(vocabulary);
  const spelled: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = longestToken(trie, bytes, at);
    if (!found) return [];
    spelled.push(found.token);
    at += found.length;
  }
  return spelled;
}
