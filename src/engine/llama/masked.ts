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
/** Choices taken back before giving up. */
const mostRollbacks = 256;
/** Choices taken back one after the other before going back further at once. */
const mostInTurn = 128;
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
  /** Tokens written and held back, when nothing is handed out. */
  readonly held?: number;
}

const nothing: Written = { bytes: new Uint8Array(0), tokens: [], forced: false };

/** What writing needs of a loaded model. */
export interface Writer {
  readonly module: LlamaModule;
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  readonly vocabulary: Vocabulary;
}

/** A choice that may have to be taken back. */
interface Decision {
  /** Tokens the constraint had accepted before it. */
  readonly length: number;
  /** Position in the context of the token before it, and that token. */
  readonly index: number;
  readonly last: Token;
  readonly token: Token;
  /** What was tried there before. */
  readonly barred: Set<number>;
  /** Whether what was barred might have led somewhere. */
  readonly hasty: boolean;
  /** Steps held back before it. */
  readonly held: number;
}

export class MaskedWriting {
  /** Forward passes whose outcome was a choice. */
  evaluations = 0;
  /** Positions evaluated a second time. */
  reevaluated = 0;
  /** Choices taken back because a check left no way on. */
  rollbacks = 0;
  readonly #writer: Writer;
  readonly #constraint: Constraint;
  readonly #sampler: Sampler;
  readonly #jumpForward: boolean;
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

  /**
   * Writes after a prompt's last tokens, until the value is complete. Leave the loop to stop it. A value that must pass a
   * check is handed out once it has: what a check refuses is taken back and tried another way.
   * @param recent the latest tokens of text, for the repetition penalty
   * @param most tokens there's room for; whoever takes what's written stops there
   * @throws {EngineError} `constraint-stuck` when a check on the value so far leaves nothing that may come
   */
  async *write(
    prompt: Token[],
    recent: () => ReadonlySet<number>,
    most: number,
  ): AsyncGenerator<Written, FinishReason, void> {
    const { sequence, vocabulary } = this.#writer;
    const held: Written[] = [];
    const decisions: Decision[] = [];
    let barred: Set<number> = new Set();
    let hasty = false;
    /** Choices taken back since a value under a check was begun. */
    let backs = 0;
    const first = this.#forced();
    if (first.length > 0) {
      held.push({ bytes: bytesOf(vocabulary, first), tokens: first, forced: true });
      const spent = first.length >= most;
      if (this.#constraint.finished || (spent && !this.#constraint.unsettled)) {
        yield* held;
        return "stop";
      }
      if (spent) yield { ...nothing, held: first.length };
    }
    let feed: Token[] = [...prompt, ...first];
    const steps = sequence.evaluateWithMetadata(feed, { probabilities: true } as const, this.#options());
    try {
      for (;;) {
        const few = this.#constraint.few(fewTokens)?.filter((token) => !barred.has(token)) as Token[] | undefined;
        if (few && few.length > 0) this.#bias = this.#lifting(few);
        const step = await steps.next(feed);
        this.#bias = this.#none;
        this.evaluations++;
        if (step.done) return "stop";
        const last = feed[feed.length - 1]!;
        const latest = recent();
        let candidates = this.#allowed(step.value.probabilities, barred, latest);
        if (candidates.length === 0 && this.#lift(barred)) {
          await this.#forgetFrom(sequence.nextTokenIndex - 1);
          const again = await steps.next([last]);
          this.#bias = this.#none;
          this.reevaluated++;
          if (again.done) return "stop";
          candidates = this.#allowed(again.value.probabilities, barred, latest);
        }
        if (candidates.length === 0) {
          if (this.rollbacks === mostRollbacks) throw stuck();
          this.rollbacks++;
          if (hasty) {
            barred = new Set();
            hasty = false;
            await this.#forgetFrom(sequence.nextTokenIndex - 1);
            feed = [last];
            continue;
          }
          const far = stride(++backs);
          decisions.length = Math.max(Math.min(1, decisions.length), decisions.length - far + 1);
          const back = decisions.pop();
          if (!back) throw stuck();
          this.#constraint.rollback(this.#constraint.length - back.length);
          await this.#forgetFrom(back.index);
          held.length = back.held;
          barred = back.barred.add(back.token);
          hasty = back.hasty || far > 1;
          feed = [back.last];
          continue;
        }
        const token = this.#sampler.draw(candidates, latest) as Token;
        const decision = {
          length: this.#constraint.length,
          index: sequence.nextTokenIndex - 1,
          last,
          token,
          barred,
          hasty,
          held: held.length,
        };
        const unsettled = this.#constraint.unsettled;
        barred = new Set();
        hasty = false;
        this.#constraint.accept(token);
        // The choice that begins a value under a check may have to be taken back, too.
        if (unsettled || this.#constraint.unsettled || decisions.length > 0) decisions.push(decision);
        if (vocabulary.kindOf(token) === tokenKind.end) {
          // A number at the root has passed its checks only now.
          yield* held;
          return "stop";
        }
        held.push({ bytes: vocabulary.bytesOf(token), tokens: [token], forced: false });
        const forced = this.#forced();
        if (forced.length > 0) held.push({ bytes: bytesOf(vocabulary, forced), tokens: forced, forced: true });
        if (!this.#constraint.unsettled) {
          decisions.length = 0;
          backs = 0;
          yield* held.splice(0);
        } else yield { ...nothing, held: held.reduce((sum, { tokens }) => sum + tokens.length, 0) };
        if (this.#constraint.finished) return "stop";
        feed = [token, ...forced];
      }
    } finally {
      await steps.return();
    }
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
  #allowed(
    probabilities: ReadonlyMap<Token, number>,
    barred: ReadonlySet<number>,
    recent: ReadonlySet<number>,
  ): Candidate[] {
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
  #lift(never: ReadonlySet<number>): boolean {
    const { module, model, vocabulary } = this.#writer;
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

/**
 * How many choices to take back at once. First one by one, which finds what there is to find nearby; but what went wrong may
 * lie before a long text, each of whose tokens could be another: then 2, 4, 8, … and from 2 again.
 */
function stride(backs: number): number {
  return backs <= mostInTurn ? 1 : 2 ** (1 + ((backs - mostInTurn - 1) % 12));
}

function stuck(): EngineError {
  return new EngineError(
    "constraint-stuck",
    "What has been written leaves no token that could still lead to a value that passes the schema's checks.",
    "Try another seed, or say in the schema's types and patterns what its checks demand.",
  );
}
