/** The engine that runs GGUF models in this process. */
import { totalmem } from "node:os";
import type { LlamaContext, LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import type { Vocabulary } from "../../constraint/index.ts";
import { abortedError, throwIfAborted } from "../abort.ts";
import type { Chunk, Engine, EngineInfo, GenerateRequest, GenerateStats, Sampling } from "../engine.ts";
import { EngineError, messageOf } from "../errors.ts";
import type { ModelHeader } from "../gguf/check.ts";
import { Generation } from "./generation.ts";
import { Grammars } from "./grammar.ts";
import { makeUtf8Guard, type Utf8Guard } from "./guard.ts";
import { type Library, nativeReason } from "./library.ts";
import { PromptWriter } from "./prompt.ts";
import { Queue } from "./queue.ts";
import { whole } from "./sampling.ts";
import { readVocabulary } from "./vocabulary.ts";

/** What a loaded model needs to write, shared by its requests. */
export interface Loaded {
  readonly library: Library;
  readonly model: LlamaModel;
  readonly vocabulary: Vocabulary;
  readonly prompts: PromptWriter;
  readonly grammars: Grammars;
  /** Made when first needed: it costs a pass over the vocabulary. */
  readonly guard: () => Utf8Guard;
  readonly info: EngineInfo;
  /** Settings of requests that name none. */
  readonly defaults: Sampling;
}

/** The options of `loadModel` that concern this engine, checked but for the context size. */
export interface LlamaOptions {
  readonly gpuLayers: number | undefined;
  readonly contextSize: number | undefined;
  readonly sequences: number;
  readonly queueLimit: number;
  readonly threads: number | undefined;
  /** Settings of requests that name none. */
  readonly sampling: Sampling;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((fraction: number) => void) | undefined;
}

/** Tokens of context unless asked otherwise: enough for long answers, a fraction of a second and of a gigabyte to make. */
const usualContext = 4096;

/** Up to this size all weights are checked for numbers that aren't: a model with NaN in it writes its first token for ever. */
const checkedBytes = 2 ** 30;

/** What is aborted when a signal ends loading. */
export const loading = "Loading the model";

/** Loads a model whose header has been checked. `loadMs` counts from `startedAt` (a `performance.now()`). */
export async function loadLlamaEngine(
  name: string,
  header: ModelHeader,
  library: Library,
  options: LlamaOptions,
  startedAt: number,
): Promise<Engine> {
  const contextSize = contextSizeFor(header, options.contextSize);
  const { sequences, queueLimit } = options;
  refuseHopelessContexts(header, contextSize, sequences);
  const model = await loadModelFile(header, library, options);
  const threads = options.threads ?? defaultThreads(library.llama.cpuMathCores);
  const creating = createContext(model, library, { contextSize, threads, sequences });
  creating.catch(() => {});
  try {
    // The native side makes the context meanwhile.
    const vocabulary = readVocabulary(model);
    const context = await creating;
    throwIfAborted(loading, options.signal);
    let guard: Utf8Guard | undefined;
    const loaded: Loaded = {
      library,
      model,
      vocabulary,
      prompts: new PromptWriter(library.module, model),
      grammars: new Grammars(library, vocabulary),
      guard: () => (guard ??= makeUtf8Guard(library.module, model, vocabulary)),
      info: { model: name, build: library.build, contextSize, sequences, vocabularySize: vocabulary.size, threads },
      defaults: options.sampling,
    };
    const places = Array.from({ length: sequences }, () =>
      context.getSequence({ contextShift: { size: 1, strategy: refuseShift } }),
    );
    return new LlamaEngine(loaded, context, new Queue(places, queueLimit), performance.now() - startedAt);
  } catch (thrown) {
    const context = await creating.catch(() => undefined);
    await context?.dispose();
    // A context that couldn't be made keeps node-llama-cpp from ever disposing its model: garbage collection does.
    if (context !== undefined) await model.dispose();
    throw thrown;
  }
}

class LlamaEngine implements Engine {
  readonly #loaded: Loaded;
  readonly #context: LlamaContext;
  readonly #queue: Queue<LlamaContextSequence>;
  #loadMs: number;
  #disposed: Promise<void> | undefined;

  constructor(loaded: Loaded, context: LlamaContext, queue: Queue<LlamaContextSequence>, loadMs: number) {
    this.#loaded = loaded;
    this.#context = context;
    this.#queue = queue;
    this.#loadMs = loadMs;
  }

  get info(): EngineInfo {
    return this.#loaded.info;
  }

  async *generate(request: GenerateRequest): AsyncGenerator<Chunk, GenerateStats, void> {
    this.#ensureOpen();
    const run = new Generation(this.#loaded, request, performance.now());
    const turn = await this.#queue.enter(request.signal);
    let loadMs = 0;
    try {
      this.#ensureOpen();
      if (turn === undefined) return { ...run.stats, finish: "aborted" };
      loadMs = this.#loadMs;
      this.#loadMs = 0;
      const finish = yield* run.chunks(turn.place);
      return { ...run.stats, loadMs, finish };
    } catch (thrown) {
      const error = await this.#asEngineError(thrown);
      error.stats = { ...run.stats, loadMs, finish: error.code === "constraint-stuck" ? "stuck" : "failed" };
      throw error;
    } finally {
      turn?.leave();
    }
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#context.dispose().then(() => this.#loaded.model.dispose());
    return this.#disposed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #ensureOpen(): void {
    if (this.#disposed !== undefined) throw this.#disposedError();
  }

  #disposedError(): EngineError {
    return new EngineError("disposed", `The model ${this.info.model} has been disposed.`, "Load it again.");
  }

  async #asEngineError(thrown: unknown): Promise<EngineError> {
    if (this.#disposed !== undefined) return this.#disposedError();
    if (thrown instanceof EngineError) return thrown;
    const reason = await nativeReason(this.#loaded.library.log, thrown);
    const what = `The engine failed while writing: ${reason}.`;
    return new EngineError("engine-failed", what, "Load the model again.", {}, { cause: thrown });
  }
}

/** One thread fewer than there are cores: with all of them, one busy neighbour makes every token wait for its time slice. */
export function defaultThreads(cores: number): number {
  return Math.max(1, cores - 1);
}

function contextSizeFor(header: ModelHeader, asked: number | undefined): number {
  const most = header.contextLength;
  if (asked === undefined) return Math.min(most, usualContext);
  whole("contextSize", asked, 1, 2 ** 31 - 1);
  if (asked <= most) return asked;
  throw new EngineError(
    "context-too-large",
    `A context of ${asked} tokens is more than the ${most} this model was trained for.`,
    `Ask for at most ${most}.`,
    { asked, most },
  );
}

/** Left to node-llama-cpp, a context far beyond the memory takes a minute and all of the memory to be refused. */
function refuseHopelessContexts({ cacheBytesPerToken = 0 }: ModelHeader, contextSize: number, sequences: number): void {
  const needed = contextSize * sequences * cacheBytesPerToken;
  if (needed <= totalmem()) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  const contexts = sequences === 1 ? "A context" : `${sequences} contexts`;
  const takes = `${sequences === 1 ? "takes" : "take"} ${gigabytes(needed)} GB`;
  throw new EngineError(
    "out-of-memory",
    `${contexts} of ${contextSize} tokens ${takes}; this computer has ${gigabytes(totalmem())} GB.`,
    sequences === 1 ? "Ask for a smaller `contextSize`." : "Ask for fewer `sequences` or a smaller `contextSize`.",
    { contextSize, sequences, needed },
  );
}

async function loadModelFile(header: ModelHeader, library: Library, options: LlamaOptions): Promise<LlamaModel> {
  const { gpuLayers, signal, onProgress } = options;
  throwIfAborted(loading, signal);
  library.log.clear();
  const stop = new AbortController();
  let model: LlamaModel;
  try {
    model = await library.llama.loadModel({
      modelPath: header.path,
      gpuLayers: library.build === "cpu" ? 0 : (gpuLayers ?? "auto"),
      checkTensors: header.fileSize <= checkedBytes,
      loadSignal: stop.signal,
      onLoadProgress(fraction) {
        // Stopped elsewhere, node-llama-cpp may leave a native callback behind that keeps the process alive for ever.
        if (signal?.aborted) stop.abort();
        else onProgress?.(fraction);
      },
    });
  } catch (thrown) {
    throw await loadError(header.path, library, thrown, signal);
  }
  if (!signal?.aborted) return model;
  await model.dispose();
  throw abortedError(loading, signal);
}

async function loadError(
  path: string,
  library: Library,
  thrown: unknown,
  signal: AbortSignal | undefined,
): Promise<EngineError> {
  const details = { path };
  const cause = { cause: thrown };
  if (signal?.aborted) return abortedError(loading, signal);
  const reason = await nativeReason(library.log, thrown);
  if (thrown instanceof library.module.InsufficientMemoryError || /alloc|memory/i.test(reason)) {
    const what = `There isn't enough memory to load ${path}: ${reason}.`;
    return new EngineError("out-of-memory", what, "Use a smaller model or a smaller quantisation.", details, cause);
  }
  if (/unknown (model )?(architecture|pre-tokenizer|tokenizer)/i.test(reason)) {
    const what = `llama.cpp can't run ${path}: ${reason}.`;
    const remedy = "Use another model, or a newer version of this package.";
    return new EngineError("model-unsupported", what, remedy, details, cause);
  }
  const what = `llama.cpp can't load ${path}: ${reason}.`;
  return new EngineError("model-invalid", what, "Download it again, or convert it anew.", details, cause);
}

/** No signal goes in: node-llama-cpp never lets go of a context that it stopped making. */
async function createContext(
  model: LlamaModel,
  library: Library,
  size: { readonly contextSize: number; readonly threads: number; readonly sequences: number },
): Promise<LlamaContext> {
  library.log.clear();
  try {
    return await model.createContext({ ...size, failedCreationRemedy: false });
  } catch (thrown) {
    const { contextSize, sequences } = size;
    const contexts = sequences === 1 ? "A context" : `${sequences} contexts`;
    const what = `${contexts} of ${contextSize} tokens can't be made: ${messageOf(thrown)}.`;
    const remedy = sequences === 1 ? "Ask for a smaller `contextSize`." : "Ask for fewer `sequences`.";
    throw new EngineError("out-of-memory", what, remedy, { contextSize, sequences }, { cause: thrown });
  }
}

/** Requests end before the context is full, so this never runs; if it did, the text's beginning would be lost silently. */
function refuseShift(): never {
  throw new Error("the context is full");
}
