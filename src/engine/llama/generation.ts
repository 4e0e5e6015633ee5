/** One request: prompt in, chunks of text out. */
import type { LlamaContextSequence, LlamaGrammar, SequenceEvaluateOptions, Token } from "node-llama-cpp";
import type { Constraint } from "../../constraint/index.ts";
import type { Chunk, FinishReason, GenerateRequest, GenerateStats, Sampling } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { Loaded } from "./engine.ts";
import { bytesOf, MaskedWriting, type Written } from "./masked.ts";
import { resolveSampling, whole } from "./sampling.ts";
import { advance, clean, illFormed } from "./utf8.ts";

/**
 * Tokens of a prompt evaluated at once: an `AbortSignal` is heard between chunks. On a CPU, 64 is as fast as 512 and a
 * third faster than 16; a GPU wants more. Fixed, because the batch a token is in changes its logits' last bits.
 */
const promptChunk = { cpu: 64, gpu: 512 };

const noTokens: Token[] = [];

/** A request about to run, then running: `chunks` writes its text, `stats` are its counts so far. */
export class Generation {
  readonly #loaded: Loaded;
  readonly #request: GenerateRequest;
  readonly #sampling: Required<Sampling>;
  readonly #maxTokens: number;
  readonly #askedAt: number;
  #promptTokens = 0;
  #tokens = 0;
  #forced = 0;
  #evaluations = 0;
  /** What writes under a constraint, with counts of its own. */
  #masked: MaskedWriting | undefined;
  #firstAt = 0;
  #lastAt = 0;
  /** The state of the UTF-8 written, and the latest tokens of text. The native callbacks read them. */
  #utf8 = clean;
  readonly #textTokens: Token[] = [];

  /** `askedAt` is when the request came. @throws {EngineError} `bad-option` */
  constructor(loaded: Loaded, request: GenerateRequest, askedAt: number) {
    this.#loaded = loaded;
    this.#request = request;
    this.#askedAt = askedAt;
    this.#sampling = resolveSampling(request.sampling, loaded.defaults);
    const { maxTokens } = request;
    this.#maxTokens = maxTokens === undefined ? Infinity : whole("maxTokens", maxTokens, 1, 2 ** 31 - 1);
  }

  get stats(): Omit<GenerateStats, "finish"> {
    return {
      model: this.#loaded.info.model,
      constraint: this.#request.constraint ? "mask" : this.#request.grammar === undefined ? "none" : "gbnf",
      seed: this.#sampling.seed,
      promptTokens: this.#promptTokens,
      tokens: this.#tokens,
      forced: this.#forced,
      evaluations: this.#masked?.evaluations ?? this.#evaluations,
      reevaluated: this.#masked?.reevaluated ?? 0,
      rollbacks: this.#masked?.rollbacks ?? 0,
      erased: this.#masked?.erased ?? 0,
      withheld: this.#masked?.withheld ?? 0,
      loadMs: 0,
      firstTokenMs: this.#tokens > 0 ? this.#firstAt - this.#askedAt : 0,
      decodeMs: this.#lastAt - this.#firstAt,
    };
  }

  /** Writes the text in a sequence that nobody else uses meanwhile; returns why it ended. */
  async *chunks(sequence: LlamaContextSequence): AsyncGenerator<Chunk, FinishReason, void> {
    const { info, prompts, grammars } = this.#loaded;
    const { grammar: text, prompt: asked } = this.#request;
    const prompt = prompts.tokens(asked);
    this.#promptTokens = prompt.length;
    if (prompt.length >= info.contextSize) throw tooLong(prompt.length, info.contextSize);
    const grammar = text === undefined ? undefined : await grammars.get(text);
    const reading = this.#evaluatePrompt(sequence, prompt);
    reading.catch(() => {});
    const constraint = await this.#constraintWhile(reading);
    const lastChunk = await reading;
    if (lastChunk === undefined) return "aborted";
    if (constraint) return yield* this.#writeMasked(sequence, lastChunk, constraint, info.contextSize - prompt.length);
    const steps = sequence.evaluate(lastChunk, this.#options(grammar));
    try {
      return yield* this.#write(steps, info.contextSize - prompt.length, grammar !== undefined);
    } finally {
      await steps.return();
    }
  }

  /** Makes the constraint while the native side reads the prompt: the first one of a model or of a schema takes time. */
  async #constraintWhile(reading: Promise<unknown>): Promise<Constraint | undefined> {
    const start = this.#request.constraint;
    if (!start) return undefined;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      return start(this.#loaded.vocabulary);
    } catch (thrown) {
      // Nobody else may have the sequence before it's quiet.
      await reading.catch(() => {});
      throw thrown;
    }
  }

  /** Evaluates all but the last chunk and returns that, or `undefined` if the signal fired. */
  async #evaluatePrompt(sequence: LlamaContextSequence, prompt: Token[]): Promise<Token[] | undefined> {
    const { library } = this.#loaded;
    const { signal } = this.#request;
    await sequence.clearHistory();
    const size = library.build === "cpu" ? promptChunk.cpu : promptChunk.gpu;
    const last = Math.floor((prompt.length - 1) / size) * size;
    for (let start = 0; start < last; start += size) {
      if (signal?.aborted) return undefined;
      await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(start, start + size));
    }
    return signal?.aborted ? undefined : prompt.slice(last);
  }

  /** The callbacks in here must not throw: an error in one never reaches us, and ends the process. */
  #options(grammar: LlamaGrammar | undefined): SequenceEvaluateOptions {
    const { temperature, topK, topP, minP, seed, repeatPenalty, repeatLastTokens } = this.#sampling;
    const yieldEogToken = this.#request.ignoreEnd === true && grammar === undefined;
    const options: SequenceEvaluateOptions = {
      temperature,
      topK,
      topP,
      minP,
      seed,
      ...(yieldEogToken && { yieldEogToken }),
    };
    if (grammar !== undefined) {
      const { model, library } = this.#loaded;
      const guard = this.#loaded.guard();
      options.grammarEvaluationState = new library.module.LlamaGrammarEvaluationState({ model, grammar });
      options.tokenBias = () => guard[this.#utf8]!;
    }
    if (repeatPenalty !== 1 && repeatLastTokens > 0) {
      options.repeatPenalty = {
        penalty: repeatPenalty,
        maxPunishTokens: repeatLastTokens,
        // Inside a character the penalty would divide the guard's bias.
        punishTokens: () => (this.#utf8 === clean ? this.#textTokens : noTokens),
      };
    }
    return options;
  }

  async *#write(
    steps: AsyncGenerator<Token, void, void>,
    room: number,
    guarded: boolean,
  ): AsyncGenerator<Chunk, FinishReason, void> {
    const { vocabulary } = this.#loaded;
    const { signal } = this.#request;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (;;) {
      const step = await steps.next();
      this.#evaluations++;
      if (step.done) {
        // Under a grammar nothing is left; without one, half a character becomes U+FFFD, as in any decoder.
        const rest = decoder.decode();
        if (rest !== "") yield { text: rest, tokens: this.#tokens };
        return "stop";
      }
      this.#lastAt = performance.now();
      if (this.#tokens++ === 0) this.#firstAt = this.#lastAt;
      const bytes = vocabulary.bytesOf(step.value);
      if (guarded) this.#utf8 = advance(this.#utf8, bytes);
      if (this.#utf8 === illFormed) throw illFormedGrammar();
      yield { text: decoder.decode(bytes, { stream: true }), tokens: this.#tokens };
      if (signal?.aborted) return "aborted";
      if (this.#tokens === this.#maxTokens) return "length";
      if (this.#tokens === room) return "context";
      const isText = this.#request.isText?.() ?? true;
      if (isText && bytes.length > 0) this.#remember(step.value);
    }
  }

  async *#writeMasked(
    sequence: LlamaContextSequence,
    prompt: Token[],
    constraint: Constraint,
    room: number,
  ): AsyncGenerator<Chunk, FinishReason, void> {
    const { library, model, vocabulary } = this.#loaded;
    const { signal } = this.#request;
    const writer = { module: library.module, model, sequence, vocabulary };
    const jumpForward = this.#request.jumpForward ?? true;
    const writing = new MaskedWriting(writer, constraint, this.#sampling, jumpForward);
    this.#masked = writing;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const recent = () => new Set(this.#sampling.repeatLastTokens > 0 ? this.#textTokens : []);
    const steps = writing.write(prompt, recent, Math.min(this.#maxTokens, room));
    try {
      for (;;) {
        const step = await steps.next();
        if (step.done) return step.value;
        const { bytes, tokens, forced } = this.#fitting(step.value, room);
        if (tokens.length > 0) this.#lastAt = performance.now();
        if (this.#tokens === 0) this.#firstAt = this.#lastAt;
        this.#tokens += tokens.length;
        if (forced) this.#forced += tokens.length;
        if (tokens.length > 0) yield { text: decoder.decode(bytes, { stream: true }), tokens: this.#tokens };
        if (signal?.aborted) return "aborted";
        // What's withheld counts: it may all be handed out.
        if (this.#tokens + writing.withheld >= this.#maxTokens) return "length";
        if (this.#tokens + writing.withheld >= room) return "context";
        if (tokens.length === 0) continue;
        if (!forced && (this.#request.isText?.() ?? true)) this.#remember(tokens[0]!);
      }
    } finally {
      await steps.return("stop");
    }
  }

  /** As much of what was forced as there's room for. */
  #fitting(written: Written, room: number): Written {
    const left = Math.min(this.#maxTokens, room) - this.#tokens;
    if (written.tokens.length <= left) return written;
    const tokens = written.tokens.slice(0, left);
    return { ...written, tokens, bytes: bytesOf(this.#loaded.vocabulary, tokens) };
  }

  /** For the repetition penalty. */
  #remember(token: Token): void {
    this.#textTokens.push(token);
    if (this.#textTokens.length > this.#sampling.repeatLastTokens) this.#textTokens.shift();
  }
}

function tooLong(tokens: number, contextSize: number): EngineError {
  return new EngineError(
    "prompt-too-long",
    `The prompt has ${tokens} tokens and leaves no room in a context of ${contextSize}.`,
    "Shorten it, or load the model with a larger `contextSize`, or one trained for more.",
    { tokens, contextSize },
  );
}

function illFormedGrammar(): EngineError {
  return new EngineError(
    "grammar-refused",
    "The grammar asks for a text that isn't well-formed UTF-8, or that this model has no tokens for.",
    "Use only characters up to U+10FFFF without surrogates.",
  );
}
