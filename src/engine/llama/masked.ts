/**
 * Writes under a token constraint of our own.
 *
 * llama.cpp gives the likeliest tokens after each position; of these the constraint says which may come, and one of them is
 * drawn here. If none of them may, the position is evaluated once more with all that may come lifted above the rest. Text
 * that must come, whatever the model, is not asked for: its tokens go into the same batch as the token before them.
 */
import type { LlamaContextSequence, LlamaModel, SequenceEvaluateOptions, Token, TokenBias } from "node-llama-cpp";
import { type Constraint, has, spell, tokenKind, type Vocabulary } from "../../constraint/index.ts";
import type { FinishReason, Sampling } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { Choices, type Place } from "./choices.ts";
import type { LlamaModule } from "./library.ts";
import { type Candidate, Sampler } from "./sampler.ts";

/** Candidates asked for. Of a real model's, the wanted one is nearly always among them. */
const candidatesAsked = 256;
/** Wider than logits spread; see `guard.ts`. */
const strength = 1000;
/** More tokens than this are cheaper to bar than to lift. */
const mostLifted = 4096;
/** If no more than these may come, they're lifted beforehand: the likeliest of a model often don't have them all. */
const fewTokens = 128;

/** What a step wrote. */
export interface Written {
  readonly bytes: Uint8Array;
  /** The tokens: one that was drawn, or those that were forced. */
  readonly tokens: readonly Token[];
  readonly forced: boolean;
}

/** Of a step that hands nothing out: what was written is withheld, since it may have to be taken back. */
const nothing: Written = { bytes: new Uint8Array(0), tokens: [], forced: false };

/** What writing needs of a loaded model. */
export interface Writer {
  readonly module: LlamaModule;
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  readonly vocabulary: Vocabulary;
}

/** The likeliest tokens after each position, whose own bytes are fed in. */
type Positions = AsyncGenerator<{ readonly probabilities: ReadonlyMap<Token, number> }, unknown, Token[]>;

export class MaskedWriting {
  /** Forward passes whose outcome was a choice. */
  evaluations = 0;
  /** Positions evaluated a second time. */
  reevaluated = 0;
  /** Tokens that were written and taken back. */
  erased = 0;
  readonly #writer: Writer;
  readonly #constraint: Constraint;
  readonly #sampler: Sampler;
  readonly #jumpForward: boolean;
  readonly #choices = new Choices();
  /** What's written and not handed out. */
  readonly #withheld: Written[] = [];
  readonly #none: TokenBias;
  #bias: TokenBias;

  constructor(writer: Writer, constraint: Constraint, sampling: Required<Sampling>, jumpForward: boolean) {
    this.#writer = writer;
    this.#constraint = constraint;
    this.#sampler = new Sampler(sampling);
    this.#jumpForward = jumpForward;
    this.#none = writer.module.TokenBias.for(writer.model);
    this.#bias = this.#none;
  }

  /** How often choices were taken back because a check left no way on. */
  get rollbacks(): number {
    return this.#choices.takenBack;
  }

  /** Tokens written that aren't handed out: their value must still pass a check. */
  get withheld(): number {
    return tokensIn(this.#withheld);
  }

  /**
   * Writes after a prompt's last tokens, until the value is complete. Leave the loop to stop it. A value that must pass a
   * check is handed out once it has: what a check refuses is taken back and tried another way. Meanwhile steps hand out
   * nothing; after each, `withheld` says how much there is.
   * @param recent the latest tokens of text, for the repetition penalty
   * @param most tokens there's room for; whoever takes what's written stops there
   * @throws {EngineError} `constraint-stuck` when a check on the value so far leaves nothing that may come
   */
  async *write(
    prompt: Token[],
    recent: () => ReadonlySet<number>,
    most: number,
  ): AsyncGenerator<Written, FinishReason, void> {
    const first = this.#force();
    const full = first.length >= most;
    if (this.#constraint.finished || (full && !this.#constraint.unsettled)) return yield* this.#finish();
    if (full) yield nothing;
    let feed: Token[] = [...prompt, ...first];
    const { sequence, vocabulary } = this.#writer;
    const positions = sequence.evaluateWithMetadata(feed, { probabilities: true } as const, this.#options());
    try {
      for (;;) {
        const last = feed[feed.length - 1]!;
        const latest = recent();
        const candidates = await this.#candidates(positions, feed, latest);
        if (!candidates) return "stop";
        if (candidates.length === 0) {
          feed = [await this.#goBack(last)];
          yield nothing;
          continue;
        }
        const token = this.#choose(candidates, latest, last);
        // A number at the root has passed its checks only now.
        if (vocabulary.kindOf(token) === tokenKind.end) return yield* this.#finish();
        const forced = this.#force();
        if (this.#constraint.unsettled) yield nothing;
        else yield* this.#handOut();
        if (this.#constraint.finished) return "stop";
        feed = [token, ...forced];
      }
    } finally {
      await positions.return(undefined);
    }
  }

  /** What may come after the last token fed in, likeliest first; none if nothing may. `undefined`: the model can't go on. */
  async #candidates(
    positions: Positions,
    feed: Token[],
    recent: ReadonlySet<number>,
  ): Promise<Candidate[] | undefined> {
    const { barred } = this.#choices;
    const few = this.#constraint.few(fewTokens)?.filter((token) => !barred.has(token)) as Token[] | undefined;
    if (few && few.length > 0) this.#bias = this.#lifting(few);
    const position = await positions.next(feed);
    this.#bias = this.#none;
    this.evaluations++;
    if (position.done) return undefined;
    const candidates = this.#allowed(position.value.probabilities, recent);
    if (candidates.length > 0 || !this.#lift()) return candidates;
    await this.#forgetFrom(this.#lastIndex);
    const again = await positions.next(feed.slice(-1));
    this.#bias = this.#none;
    this.reevaluated++;
    return again.done ? undefined : this.#allowed(again.value.probabilities, recent);
  }

  /** Draws one of the candidates, takes it, and remembers where if a check may yet refuse what it leads to. */
  #choose(candidates: readonly Candidate[], recent: ReadonlySet<number>, last: Token): Token {
    const token = this.#sampler.draw(candidates, recent) as Token;
    const place = this.#here(last);
    const unsettled = this.#constraint.unsettled;
    this.#constraint.accept(token);
    // The choice that begins a value under a check may have to be taken back, too.
    this.#choices.made(token, place, unsettled || this.#constraint.unsettled || this.#choices.any);
    const { vocabulary } = this.#writer;
    if (vocabulary.kindOf(token) !== tokenKind.end)
      this.#withheld.push({ bytes: vocabulary.bytesOf(token), tokens: [token], forced: false });
    return token;
  }

  /** Writes the text that must come, if any. */
  #force(): Token[] {
    const tokens = this.#forced();
    if (tokens.length > 0)
      this.#withheld.push({ bytes: bytesOf(this.#writer.vocabulary, tokens), tokens, forced: true });
    return tokens;
  }

  /** Hands out what was written: nothing of it will be taken back. */
  *#handOut(): Generator<Written, void, void> {
    this.#choices.settle();
    yield* this.#withheld.splice(0);
  }

  *#finish(): Generator<Written, FinishReason, void> {
    yield* this.#handOut();
    return "stop";
  }

  /** Goes back to an earlier choice where there's no way on. Returns the token before it, to be fed in again. */
  async #goBack(last: Token): Promise<Token> {
    const place = this.#choices.takeBack(this.#here(last));
    if (!place) throw stuck();
    this.#constraint.rollback(this.#constraint.length - place.length);
    this.erased += tokensIn(this.#withheld.splice(place.withheld));
    await this.#forgetFrom(place.index);
    return place.last;
  }

  #here(last: Token): Place {
    const { length } = this.#constraint;
    return { length, index: this.#lastIndex, last, withheld: this.#withheld.length };
  }

  /** Position in the context of the last token. */
  get #lastIndex(): number {
    return this.#writer.sequence.nextTokenIndex - 1;
  }

  /** Takes the end of the context away, from a position on. */
  async #forgetFrom(index: number): Promise<void> {
    const { sequence } = this.#writer;
    await sequence.eraseContextTokenRanges([{ start: index, end: sequence.nextTokenIndex }]);
  }

  /** The callbacks must not throw; see `generation.ts`. */
  #options(): SequenceEvaluateOptions {
    const tokenBias = () => this.#bias;
    return { temperature: 1, topK: candidatesAsked, topP: 1, minP: 0, yieldEogToken: true, tokenBias };
  }

  /** The candidates that may come, as many as can matter; `probabilities` are sorted, likeliest first. */
  #allowed(probabilities: ReadonlyMap<Token, number>, recent: ReadonlySet<number>): Candidate[] {
    const { barred } = this.#choices;
    const allowed: Candidate[] = [];
    const most = this.#sampler.mostWanted(recent);
    for (const [token, probability] of probabilities) {
      if (barred.has(token) || !this.#constraint.accepts(token)) continue;
      allowed.push([token, probability]);
      if (allowed.length === most) break;
    }
    return allowed;
  }

  /** Lifts what may come above all else, or bars the rest if that's less. False if nothing may come. */
  #lift(): boolean {
    const { module, model, vocabulary } = this.#writer;
    const never = this.#choices.barred;
    const mask = this.#constraint.mask();
    const allowed: Token[] = [];
    const barred: Token[] = [];
    for (let token = 0; token < vocabulary.size; token++) {
      (has(mask, token) && !never.has(token) ? allowed : barred).push(token as Token);
    }
    if (allowed.length === 0) return false;
    // End tokens can't be lifted: `TokenBias.set` passes over them.
    const lifts = allowed.length <= mostLifted && !this.#constraint.complete;
    this.#bias = lifts ? this.#lifting(allowed) : module.TokenBias.for(model).set(barred, { logit: -strength });
    return true;
  }

  #lifting(tokens: Token[]): TokenBias {
    const { module, model } = this.#writer;
    return module.TokenBias.for(model).set(tokens, { logit: strength });
  }

  /**
   * The tokens of text that must come, as the model would write it; accepted already. The last one is left to the model
   * if a longer token that begins with it may come.
   */
  #forced(): Token[] {
    if (!this.#jumpForward) return [];
    const text = this.#constraint.forced();
    if (text.length === 0) return [];
    const tokens = this.#spelled(text);
    const taken: Token[] = [];
    for (const [i, token] of tokens.entries()) {
      if (i === tokens.length - 1 && this.#constraint.acceptsLonger(token)) break;
      if (!this.#constraint.accept(token)) break;
      taken.push(token);
    }
    return taken;
  }

  /** The model's own tokens of a text, or the longest ones where its tokenizer changes the text (leading spaces). */
  #spelled(text: Uint8Array): Token[] {
    const { model, vocabulary } = this.#writer;
    const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
    const tokens = model.tokenize(decoded, false);
    const bytes = bytesOf(vocabulary, tokens);
    const same = bytes.length === text.length && bytes.every((byte, i) => byte === text[i]);
    return same ? [...tokens] : (spell(vocabulary, text) as Token[]);
  }
}

/** What some tokens write. */
export function bytesOf(vocabulary: Vocabulary, tokens: readonly Token[]): Uint8Array {
  const parts = tokens.map((token) => vocabulary.bytesOf(token));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function tokensIn(steps: readonly Written[]): number {
  return steps.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

function stuck(): EngineError {
  return new EngineError(
    "constraint-stuck",
    "What has been written leaves no token that could still lead to a value that passes the schema's checks.",
    "Try another seed, or say in the schema's types and patterns what its checks demand.",
  );
}
