import { type CompiledSchema, compileSchema, type JsonSchema, type StandardSchema } from "../schema/index.ts";
import { Masks, Tokens } from "./masks.ts";
import { type Configuration, type Layout, Program } from "./program.ts";
import type { Bits } from "./sets.ts";
import { tokenKind, type Vocabulary } from "./vocabulary.ts";

export interface ConstraintOptions {
  /** `spaced` (default) writes `", "` and `": "` as Python's `json.dumps` does; `compact` writes no blank at all. */
  readonly whitespace?: "spaced" | "compact";
  /** `schema` (default): properties come in the schema's order, so that more is forced. `free`: in any order. */
  readonly order?: "schema" | "free";
}

const tables = new WeakMap<Vocabulary, Tokens>();

/**
 * Compiles a schema into a constraint on the tokens of a vocabulary.
 * @throws {SchemaError} see `compileSchema`
 */
export function createConstraint(
  source: JsonSchema | StandardSchema | CompiledSchema,
  vocabulary: Vocabulary,
  options: ConstraintOptions = {},
): Constraint {
  const compact = options.whitespace === "compact";
  const layout: Layout = {
    comma: compact ? "," : ", ",
    colon: compact ? ":" : ": ",
    ordered: options.order !== "free",
  };
  const schema = isCompiled(source) ? source : compileSchema(source);
  const program = new Program(schema, layout);
  const masks = new Masks(program, tokensOf(vocabulary));
  return new Constraint(vocabulary, program, masks, { configuration: program.start, before: undefined, tokens: 0 });
}

/** The tables of a vocabulary, made once: a third of a second for 150,000 tokens. */
export function tokensOf(vocabulary: Vocabulary): Tokens {
  let tokens = tables.get(vocabulary);
  if (!tokens) tables.set(vocabulary, (tokens = new Tokens(vocabulary)));
  return tokens;
}

function isCompiled(source: JsonSchema | StandardSchema | CompiledSchema): source is CompiledSchema {
  return typeof source === "object" && source !== null && "shape" in source && "report" in source && "schema" in source;
}

/** What has been accepted: where it led, and from where. */
interface Step {
  readonly configuration: Configuration;
  readonly before: Step | undefined;
  /** Tokens accepted. */
  readonly tokens: number;
}

/** Says which tokens may come next, as they come. Make it with `createConstraint`. */
export class Constraint {
  /** @internal */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly program: Program,
    private readonly masks: Masks,
    private step: Step,
  ) {}

  /** The tokens that may come next, as a bitset: token `t` is bit `t & 31` of word `t >> 5`. Shared: don't write to it. */
  mask(): Bits {
    return this.masks.of(this.step.configuration);
  }

  /** Whether a token may come next. Costs a few steps, no mask. */
  accepts(token: number): boolean {
    return this.after(token) !== null;
  }

  /** Takes a token. Returns false, and stays as it is, if it can't come next. An end token is taken if the value is complete. */
  accept(token: number): boolean {
    const configuration = this.after(token);
    if (!configuration) return false;
    this.step = { configuration, before: this.step, tokens: this.step.tokens + 1 };
    return true;
  }

  /** Whether the text so far is a whole value, so that it may end. */
  get complete(): boolean {
    return this.program.isComplete(this.step.configuration);
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
    return new Constraint(this.vocabulary, this.program, this.masks, this.step);
  }

  /** The bytes of text that must come next, whatever the model: empty if there's a choice. */
  forced(): Uint8Array {
    return this.program.forced(this.step.configuration);
  }

  private after(token: number): Configuration | null {
    const { vocabulary, program } = this;
    const { configuration } = this.step;
    const kind = vocabulary.kindOf(token);
    if (kind !== tokenKind.text) return kind === tokenKind.end && this.complete ? configuration : null;
    let at: Configuration | null = configuration;
    const bytes = vocabulary.bytesOf(token);
    if (bytes.length === 0) return null;
    for (let i = 0; at && i < bytes.length; i++) at = program.advance(at, bytes[i]!);
    return at;
  }
}
