/** One request: prompt in, chunks of text out. */
import type { SequenceEvaluateOptions, Token } from "node-llama-cpp";
import type { Chunk, FinishReason, GenerateRequest, GenerateStats } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { Loaded } from "./engine.ts";
import { resolveSampling, whole } from "./sampling.ts";
import { advance, clean, illFormed } from "./utf8.ts";

/**
 * Tokens of a prompt evaluated at once: an `AbortSignal` is heard between chunks. On a CPU, 64 is as fast as 512 and half
 * as fast again as 16; a GPU wants more. Fixed, because the batch a token is in changes its logits' last bits.
 */
const promptChunk = { cpu: 64, gpu: 512 };

/** A request about to run. */
export interface Generation {
  /** Writes the text; returns why it ended. */
  chunks(): AsyncGenerator<Chunk, FinishReason, void>;
  /** The counts so far. */
  stats(): Omit<GenerateStats, "finish">;
}

/**
 * Prepares a request; `askedAt` is when it came.
 * @throws {EngineError} `bad-option`
 */
export function generation(loaded: Loaded, request: GenerateRequest, askedAt: number): Generation {
  const { library, model, sequence, vocabulary, info } = loaded;
  const sampling = resolveSampling(request.sampling, loaded.defaultSeed);
  const asked = request.maxTokens === undefined ? Infinity : whole("maxTokens", request.maxTokens, 1, 2 ** 31 - 1);
  const counts = { promptTokens: 0, tokens: 0, evaluations: 0 };
  let firstAt = 0;
  let lastAt = 0;

  async function* chunks(): AsyncGenerator<Chunk, FinishReason, void> {
    const prompt = loaded.prompts.tokens(request.prompt);
    counts.promptTokens = prompt.length;
    const room = info.contextSize - prompt.length;
    if (room < 1) throw tooLong(prompt.length, info.contextSize);
    const grammar = request.grammar === undefined ? undefined : await loaded.grammars.get(request.grammar);

    const lastChunk = await evaluatePrompt(prompt);
    if (lastChunk === undefined) return "aborted";

    // What the native callbacks read. They must not throw: an error in one never reaches us, and ends the process.
    let utf8 = clean;
    const guard = grammar && loaded.guard();
    const textTokens: Token[] = [];
    const none: Token[] = [];
    const options: SequenceEvaluateOptions = {
      temperature: sampling.temperature,
      topK: sampling.topK,
      topP: sampling.topP,
      minP: sampling.minP,
      seed: sampling.seed,
      ...(grammar && {
        grammarEvaluationState: new library.module.LlamaGrammarEvaluationState({ model, grammar }),
        tokenBias: () => guard![utf8]!,
      }),
      ...(sampling.repeatPenalty !== 1 &&
        sampling.repeatLastTokens > 0 && {
          repeatPenalty: {
            penalty: sampling.repeatPenalty,
            maxPunishTokens: sampling.repeatLastTokens,
            // Inside a character the penalty would divide the guard's bias.
            punishTokens: () => (utf8 === clean ? textTokens : none),
          },
        }),
    };

    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const steps = sequence.evaluate(lastChunk, options);
    try {
      for (;;) {
        const step = await steps.next();
        counts.evaluations++;
        if (step.done) {
          // Under a grammar nothing can be left; without one, half a character is written as U+FFFD, as a decoder does.
          const rest = decoder.decode();
          if (rest !== "") yield { text: rest, tokens: counts.tokens };
          return "stop";
        }
        lastAt = performance.now();
        if (counts.tokens++ === 0) firstAt = lastAt;
        const token = step.value;
        const bytes = vocabulary.bytesOf(token);
        if (guard !== undefined) {
          utf8 = advance(utf8, bytes);
          if (utf8 === illFormed) throw illFormedGrammar();
        }
        yield { text: decoder.decode(bytes, { stream: true }), tokens: counts.tokens };
        if (request.signal?.aborted) return "aborted";
        if (counts.tokens === asked) return "length";
        if (counts.tokens === room) return "context";
        if (bytes.length > 0 && (request.isText?.() ?? true)) {
          textTokens.push(token);
          if (textTokens.length > sampling.repeatLastTokens) textTokens.shift();
        }
      }
    } finally {
      await steps.return();
    }
  }

  /** Evaluates all but the last chunk and returns that, or `undefined` if the signal fired. */
  async function evaluatePrompt(prompt: Token[]): Promise<Token[] | undefined> {
    await sequence.clearHistory();
    const size = library.build === "cpu" ? promptChunk.cpu : promptChunk.gpu;
    const last = Math.floor((prompt.length - 1) / size) * size;
    for (let start = 0; start < last; start += size) {
      if (request.signal?.aborted) return undefined;
      await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(start, start + size));
    }
    return request.signal?.aborted ? undefined : prompt.slice(last);
  }

  const stats = () => ({
    model: info.model,
    constraint: request.grammar === undefined ? ("none" as const) : ("gbnf" as const),
    seed: sampling.seed,
    ...counts,
    forced: 0,
    reevaluated: 0,
    rollbacks: 0,
    loadMs: 0,
    firstTokenMs: counts.tokens > 0 ? firstAt - askedAt : 0,
    decodeMs: lastAt - firstAt,
  });

  return { chunks, stats };
}

function tooLong(tokens: number, contextSize: number): EngineError {
  return new EngineError(
    "prompt-too-long",
    `The prompt has ${tokens} tokens and leaves no room in a context of ${contextSize}.`,
    "Shorten it, or load the model with a larger contextSize.",
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
