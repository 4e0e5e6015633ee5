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
import type { LlamaModule } from "./library.ts";
import { type Candidate, Sampler } from "./sampler.ts";

/** Candidates asked for. Of a real model's, the wanted one is nearly always among them. */
const candidatesAsked = 256;
/** Wider than logits spread; see `guard.ts`. */
const strength = 1000;
/** More tokens than this are cheaper to bar than to lift. */
const mostLifted = 4096;

/** What a step wrote. */
export interface Written {
  readonly bytes: Uint8Array;
  /** The tokens: one that was drawn, or those that were forced. */
  readonly tokens: readonly Token[];
  readonly forced: boolean;
}

/** What writing needs of a loaded model. */
export interface Writer {
  readonly module: LlamaModule;
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  readonly vocabulary: Vocabulary;
}

export class MaskedWriting {
  /** Forward passes whose outcome was a choice. */
  evaluations = 0;
  /** Positions evaluated a second time. */
  reevaluated = 0;
  readonly #writer: Writer;
  readonly #constraint: Constraint;
  readonly #sampler: Sampler;
  readonly #none: TokenBias;
  #bias: TokenBias;

  constructor(writer: Writer, constraint: Constraint, sampling: Required<Sampling>) {
    this.#writer = writer;
    this.#constraint = constraint;
    this.#sampler = new Sampler(sampling);
    this.#none = writer.module.TokenBias.for(writer.model);
    this.#bias = this.#none;
  }

  /**
   * Writes after a prompt's last tokens, until the value is complete. Leave the loop to stop it.
   * @param recent the latest tokens of text, for the repetition penalty
   * @throws {EngineError} `constraint-stuck` when a check on the value so far leaves nothing that may come
   */
  async *write(prompt: Token[], recent: () => ReadonlySet<number>): AsyncGenerator<Written, FinishReason, void> {
    const { sequence, vocabulary } = this.#writer;
    const steps = sequence.evaluateWithMetadata(prompt, { probabilities: true } as const, this.#options());
    let feed: Token[] = prompt;
    try {
      for (;;) {
        let step = await steps.next(feed);
        this.evaluations++;
        if (step.done) return "stop";
        let candidates = this.#allowed(step.value.probabilities);
        if (candidates.length === 0) {
          await this.#liftAllowed();
          const last = feed[feed.length - 1]!;
          const end = sequence.nextTokenIndex;
          await sequence.eraseContextTokenRanges([{ start: end - 1, end }]);
          step = await steps.next([last]);
          this.#bias = this.#none;
          this.reevaluated++;
          if (step.done) return "stop";
          candidates = this.#allowed(step.value.probabilities);
          if (candidates.length === 0) throw stuck();
        }
        const token = this.#sampler.draw(candidates, recent()) as Token;
        this.#constraint.accept(token);
        if (vocabulary.kindOf(token) === tokenKind.end) return "stop";
        yield { bytes: vocabulary.bytesOf(token), tokens: [token], forced: false };
        const forced = this.#forced();
        if (forced.length > 0) {
          yield { bytes: bytesOf(vocabulary, forced), tokens: forced, forced: true };
        }
        if (this.#constraint.finished) return "stop";
        feed = [token, ...forced];
      }
    } finally {
      await steps.return();
    }
  }

  /** The callbacks must not throw; see `generation.ts`. */
  #options(): SequenceEvaluateOptions & { readonly yieldEogToken: true } {
    const tokenBias = () => this.#bias;
    return { temperature: 1, topK: candidatesAsked, topP: 1, minP: 0, yieldEogToken: true, tokenBias };
  }

  #allowed(probabilities: ReadonlyMap<Token, number>): Candidate[] {
    const allowed: Candidate[] = [];
    for (const [token, probability] of probabilities) {
      if (this.#constraint.accepts(token)) allowed.push([token, probability]);
    }
    return allowed;
  }

  /** Lifts what may come above all else, or bars the rest if that's less. */
  async #liftAllowed(): Promise<void> {
    const { module, model, vocabulary } = this.#writer;
    const mask = this.#constraint.mask();
    const allowed: Token[] = [];
    const barred: Token[] = [];
    for (let token = 0; token < vocabulary.size; token++) (has(mask, token) ? allowed : barred).push(token as Token);
    if (allowed.length === 0) throw stuck();
    const bias = module.TokenBias.for(model);
    this.#bias =
      allowed.length <= mostLifted ? bias.set(allowed, { logit: strength }) : bias.set(barred, { logit: -strength });
  }

  /**
   * The tokens of text that must come, as the model would write it; accepted already. The last one is left to the model,
   * since a longer token may begin with it, unless nothing comes after it.
   */
  #forced(): Token[] {
    const text = this.#constraint.forced();
    if (text.length === 0) return [];
    const tokens = this.#spelled(text);
    const taken: Token[] = [];
    for (const [i, token] of tokens.entries()) {
      if (i === tokens.length - 1 && !this.#endsAfter(token)) break;
      if (!this.#constraint.accept(token)) break;
      taken.push(token);
    }
    return taken;
  }

  #endsAfter(token: Token): boolean {
    const after = this.#constraint.fork();
    return after.accept(token) && after.finished;
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

function bytesOf(vocabulary: Vocabulary, tokens: readonly Token[]): Uint8Array {
  const parts = tokens.map((token) => vocabulary.bytesOf(token));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function stuck(): EngineError {
  return new EngineError(
    "constraint-stuck",
    "What has been written leaves no token that could still lead to a value that passes the schema's checks.",
    "Try another seed, or say in the schema's types and patterns what its checks demand.",
  );
}
