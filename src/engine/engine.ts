/**
 * What every engine offers: text out of a prompt, token by token, under a constraint.
 *
 * An engine knows nothing of schemas or plans. It takes a grammar (GBNF text) and hands out text as soon as the text
 * is whole characters; whoever consumes the stream feeds it to an extractor.
 */

import type { Constraint, Vocabulary } from "../constraint/index.ts";

/** One turn of a conversation. Engines lay turns out with the model's own chat template. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** How decoding is constrained: by token masks of our own, by llama.cpp's grammar sampler, or not at all. */
export type ConstraintKind = "mask" | "gbnf" | "none";

/** Sampling settings. Absent fields take the engine's defaults, named in each line. */
export interface Sampling {
  /** 0 is greedy. Default 0.7. */
  readonly temperature?: number;
  /** Keep the k most likely tokens. Default 40; 0 keeps all. */
  readonly topK?: number;
  /** Keep the smallest set of tokens whose probabilities sum to p. Default 0.95. */
  readonly topP?: number;
  /** Drop tokens less likely than this share of the likeliest one. Default 0.05. */
  readonly minP?: number;
  /** Divides the logits of recently written text tokens; 1 is off. Default 1.1. */
  readonly repeatPenalty?: number;
  /** How many of the latest text tokens the penalty looks at. Default 64. */
  readonly repeatLastTokens?: number;
  /** Same seed, model, prompt and settings: same tokens. Default: drawn at random, and reported. */
  readonly seed?: number;
}

export interface GenerateRequest {
  readonly prompt: string | readonly Message[];
  /** GBNF text; absent: unconstrained. */
  readonly grammar?: string;
  /** Makes the constraint on this model's tokens at its start; stands for `grammar`. */
  readonly constraint?: (vocabulary: Vocabulary) => Constraint;
  /** With `constraint`: write text that must come without asking the model for it. Default true; false to measure without. */
  readonly jumpForward?: boolean;
  /** Without a constraint: write on when the model would end (llama.cpp's `ignore_eos`), to measure. Default false. */
  readonly ignoreEnd?: boolean;
  readonly sampling?: Sampling;
  /** Most tokens to write. Default: what is left of the context. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  /**
   * Asked after each chunk has been consumed: did it belong to free text? Only such tokens are penalised for
   * repetition; punctuation and keys must repeat. Absent: every token counts as text.
   */
  readonly isText?: () => boolean;
}

/** Text that became whole with one evaluation. `text` may be empty while a character is incomplete. */
export interface Chunk {
  readonly text: string;
  /** Tokens written so far, this chunk's included. */
  readonly tokens: number;
}

/**
 * Why writing stopped: the model or the constraint ended it, the token budget or the context ran out, or it was aborted.
 * Or an error ended it, whose `stats` say so: `stuck` when the constraint had no way on (`constraint-stuck`), else `failed`.
 */
export type FinishReason = "stop" | "length" | "context" | "aborted" | "stuck" | "failed";

/** Counts and times of one generation. Times in milliseconds of wall clock. */
export interface GenerateStats {
  readonly model: string;
  readonly constraint: ConstraintKind;
  readonly seed: number;
  readonly promptTokens: number;
  /** Tokens handed out. */
  readonly tokens: number;
  /** Tokens of text that had to come, evaluated in batches (0 with `gbnf` and `none`). */
  readonly forced: number;
  /** Forward passes whose outcome was a choice: one for each token written alone, one for the end if the model chose it. */
  readonly evaluations: number;
  /** Positions evaluated a second time because no candidate fitted the constraint. */
  readonly reevaluated: number;
  /** Choices taken back, since a check refused what they led to. */
  readonly rollbacks: number;
  /** Tokens written and taken back with them; not among `tokens`. */
  readonly erased: number;
  /**
   * Tokens written and not handed out when it ended, since their value hadn't passed its checks; not among `tokens`, but
   * `maxTokens` counts them. 0 when it ended with `stop`.
   */
  readonly withheld: number;
  /** From the start of loading to a usable model; 0 when it was loaded before. */
  readonly loadMs: number;
  /** From the request to the first token, its turn waited for included; 0 if there was none. */
  readonly firstTokenMs: number;
  /** From the first token to the last. */
  readonly decodeMs: number;
  readonly finish: FinishReason;
}

/** What an engine says of itself. */
export interface EngineInfo {
  /** The model's name as asked for. */
  readonly model: string;
  /** The build in use: `cpu`, `cuda`, `vulkan` or `metal`. */
  readonly build: string;
  /** Tokens of context of each sequence. */
  readonly contextSize: number;
  /** Requests that can be written at the same time. */
  readonly sequences: number;
  readonly vocabularySize: number;
  readonly threads: number;
}

/** A loaded model. Dispose it (or declare it with `await using`) to free the native memory. */
export interface Engine extends AsyncDisposable {
  readonly info: EngineInfo;
  /**
   * Writes text for a prompt. The generator yields chunks and returns the statistics. Leaving the loop early stops the
   * model. As many requests as the engine has sequences run at the same time; others wait, first come first served.
   * @throws {EngineError} a typed error for whatever the engine or the model can't do; its `stats` say how far it came
   */
  generate(request: GenerateRequest): AsyncGenerator<Chunk, GenerateStats, void>;
  dispose(): Promise<void>;
}
