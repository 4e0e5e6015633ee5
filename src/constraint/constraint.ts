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
import { Program } from "./program.ts";
import { addAll, type Bits } from "./sets.ts";
import { follow, noSpans, type Spans } from "./spans.ts";
import type { Configuration, GuardThread } from "./threads.ts";
import { tokenKind } from "./token-kind.ts";
import { Tokens } from "./tokens.ts";
import { longestToken, nodeOf } from "./trie.ts";
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
  const start = { configuration: program.start, before: undefined, tokens: 0, token: -1, spans: noSpans, ended: false };
  return new Constraint(vocabulary, program, masks, judge, start);
}

/** The tables of a vocabulary, made once: a third of a second for 150,000 tokens. */
export function tokensOf(vocabulary: Vocabulary): Tokens {
  let tokens = tables.get(vocabulary);
  if (!tokens) tables.set(vocabulary, (tokens = new Tokens(vocabulary)));
  return tokens;
}

/** What has been accepted: where it led, and from where. */
interface Step {
  readonly configuration: Configuration;
  readonly before: Step | undefined;
  /** Tokens accepted. */
  readonly tokens: number;
  /** The last of them. */
  readonly token: number;
  readonly spans: Spans;
  /** Whether it was an end token. */
  readonly ended: boolean;
  /** The mask, where it depends on the text. */
  mask?: Bits;
}

/** Says which tokens may come next, as they come. Make it with `createConstraint`. */
export class Constraint {
  /** What was last accepted, as far back as it was needed: many tokens may end the same value. */
  private recent: { readonly step: Step; readonly from: number; readonly bytes: Uint8Array } | undefined;

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
    if (doubtful.length === 0) return bits;
    if (!step.mask) {
      this.judge.forget();
      step.mask = bits.slice();
      addAll(
        step.mask,
        doubtful.filter((token) => this.accepts(token)),
      );
    }
    return step.mask;
  }

  /** Whether a token may come next. Costs a few steps, no mask. */
  accepts(token: number): boolean {
    return this.after(token) !== null;
  }

  /**
   * Whether a longer token that begins with this one's bytes may come; false if this one mayn't. Where a check would have to judge it, it's said to.
   * Text that must come is left to the model from its last token on where this holds: the model may write more at once.
   */
  acceptsLonger(token: number): boolean {
    const { trie } = tokensOf(this.vocabulary);
    const node = nodeOf(trie, this.vocabulary.bytesOf(token));
    const here = this.after(token);
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
    const step = this.after(token);
    if (step) this.step = step;
    return step !== null;
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

  private after(token: number): Step | null {
    const { vocabulary, program, step } = this;
    const kind = vocabulary.kindOf(token);
    const bytes = vocabulary.bytesOf(token);
    const tokens = step.tokens + 1;
    if (step.ended) return null;
    if (kind === tokenKind.end && this.complete) return { ...step, before: step, tokens, token, ended: true };
    if (kind !== tokenKind.text || bytes.length === 0) return null;
    let configuration: Configuration | null = step.configuration;
    let { spans } = step;
    for (let i = 0; i < bytes.length; i++) {
      configuration = program.advance(configuration, bytes[i]!);
      if (!configuration) return null;
      if (program.guards) spans = follow(spans, bytes[i]!);
      if (configuration.guarded) {
        const { length } = spans;
        configuration = program.resolve(configuration, (guard) =>
          this.holds(guard, spans, bytes.subarray(0, i + 1), length),
        );
        if (!configuration) return null;
      }
    }
    return { configuration, before: step, tokens, token, spans, ended: false };
  }

  /** Whether a value that ends at offset `end`, with the last bytes not yet accepted, passes. */
  private holds({ demands, scalar, unique }: GuardThread, spans: Spans, last: Uint8Array, end: number): boolean {
    const { judge } = this;
    const from = scalar ? spans.scalar : spans.closed;
    const text = this.text(from, last, end);
    if (demands && !judge.meets(text, demands)) return false;
    return !unique || judge.isNew(this.text(spans.open!.start, last, end).slice(0, -text.length), text);
  }

  /** The text between two offsets; the bytes before `end` that aren't accepted yet are `last`. */
  private text(from: number, last: Uint8Array, end: number): string {
    const start = end - last.length;
    if (from >= start) return decoder.decode(last.subarray(from - start));
    const before = this.accepted(from, start);
    const bytes = new Uint8Array(end - from);
    bytes.set(before);
    bytes.set(last, before.length);
    return decoder.decode(bytes);
  }

  /** The accepted bytes from an offset to the end of all, which is `end`. */
  private accepted(from: number, end: number): Uint8Array {
    const { recent } = this;
    if (recent?.step === this.step && recent.from === from) return recent.bytes;
    const bytes = new Uint8Array(end - from);
    let at = end;
    for (let step: Step | undefined = this.step; step && at > from; step = step.before) {
      const piece = step.token < 0 ? noBytes : this.vocabulary.bytesOf(step.token);
      at -= piece.length;
      if (at >= from) bytes.set(piece, at - from);
      else bytes.set(piece.subarray(from - at));
    }
    this.recent = { step: this.step, from, bytes };
    return bytes;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
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
