/** Loads a model by name: finds or fetches its file, checks it, opens the native library, makes the engine. */

import { throwIfAborted, untilAborted } from "./abort.ts";
import type { BuildChoice } from "./build.ts";
import { type ModelReference, resolveModel } from "./catalogue/catalogue.ts";
import type { Progress } from "./catalogue/download.ts";
import { pullModel } from "./catalogue/pull.ts";
import type { Engine, Sampling } from "./engine.ts";
import { readModelHeader } from "./gguf/check.ts";
import { loading, loadLlamaEngine } from "./llama/engine.ts";
import { openLibrary } from "./llama/library.ts";
import { samplingLimits, whole } from "./llama/sampling.ts";

/** What {@link loadModel} takes. */
export interface LoadOptions {
  /** The native build. Default `auto`: a GPU build that finds a device, else `cpu`. */
  readonly build?: BuildChoice | undefined;
  /** Layers to run on the GPU. Default: as many as fit. 0 on the `cpu` build. */
  readonly gpuLayers?: number | undefined;
  /** Tokens of prompt and answer together. Default: 4,096, or what the model was trained for if that is less. */
  readonly contextSize?: number | undefined;
  /**
   * Requests written at the same time, 1 to 64, each in a context of its own of `contextSize` tokens; others wait.
   * Default 1. The memory for all contexts is taken at loading. They're evaluated together, which changes the last bits of
   * logits: with more than 1, a seed may give another text beside other requests than alone.
   */
  readonly sequences?: number | undefined;
  /** Requests that may wait for a sequence; one more fails with code `busy`. Default: any number. */
  readonly queueLimit?: number | undefined;
  /** Threads to compute with. Default: one fewer than the physical cores, at least 1. */
  readonly threads?: number | undefined;
  /** Seed of requests that name none. Default: one drawn for each request. */
  readonly seed?: number | undefined;
  /** Ends loading with an error of code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Never download: a model that isn't on this machine is an error of code `offline`. Default false. */
  readonly offline?: boolean | undefined;
  /** Told how far a download or the loading has come. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** Progress of a download (in bytes) or of loading (as a fraction, 0 to 1). */
export type LoadProgress =
  | ({ readonly phase: "download" } & Progress)
  | { readonly phase: "load"; readonly fraction: number };

/**
 * Loads a model. Dispose it to free its memory.
 *
 * ```ts
 * await using model = await loadModel("smollm2-135m");
 * ```
 *
 * @param name a catalogue name, the path of a GGUF file, or `hf:owner/repo/file`; a model that isn't on this machine is
 *   downloaded. Default: `SLUICE_MODEL` if set, else the embedded model.
 * @throws {EngineError} any code but those of requests; see the table there
 */
export async function loadModel(name?: string, options: LoadOptions = {}): Promise<Engine> {
  const startedAt = performance.now();
  const { signal, onProgress } = options;
  throwIfAborted(loading, signal);
  checkOptions(options);
  const reference = resolveModel(name);
  // Opening the library takes longest and needs nothing: it goes on while the file is found and checked.
  const opening = openLibrary(options.build ?? "auto");
  opening.catch(() => {});
  const path = await pullModel(name, {
    signal,
    offline: options.offline,
    onProgress: onProgress && ((progress) => onProgress({ phase: "download", ...progress })),
  });
  const header = await untilAborted(loading, readModelHeader(path), signal);
  const library = await untilAborted(loading, opening, signal);
  return loadLlamaEngine(
    nameOf(reference, name),
    header,
    library,
    {
      gpuLayers: options.gpuLayers,
      contextSize: options.contextSize,
      sequences: options.sequences ?? 1,
      queueLimit: options.queueLimit ?? Infinity,
      threads: options.threads,
      sampling: { ...modelSampling(reference), ...(options.seed !== undefined && { seed: options.seed }) },
      signal,
      onProgress: onProgress && ((fraction) => onProgress({ phase: "load", fraction })),
    },
    startedAt,
  );
}

/**
 * Starts opening the native library before a model is asked for. A program that will load one calls this first of all and
 * does the rest of its own start-up meanwhile; failures show when the model is loaded.
 */
export function prepareEngine(build: BuildChoice = "auto"): void {
  openLibrary(build).catch(() => {});
}

function checkOptions({ gpuLayers, contextSize, sequences, queueLimit, threads, seed }: LoadOptions): void {
  if (gpuLayers !== undefined) whole("gpuLayers", gpuLayers, 0, 10_000);
  if (contextSize !== undefined) whole("contextSize", contextSize, 1, 2 ** 31 - 1);
  if (sequences !== undefined) whole("sequences", sequences, 1, 64);
  if (queueLimit !== undefined && queueLimit !== Infinity) whole("queueLimit", queueLimit, 0, 2 ** 31 - 1);
  if (threads !== undefined) whole("threads", threads, 1, 1024);
  if (seed !== undefined) whole("seed", seed, ...samplingLimits.seed);
}

/** What suits a model of the catalogue better than the general defaults. */
function modelSampling(reference: ModelReference): Sampling {
  return reference.kind === "catalogue" ? (reference.entry.sampling ?? {}) : {};
}

function nameOf(reference: ModelReference, asked: string | undefined): string {
  if (reference.kind === "catalogue") return reference.entry.name;
  return asked ?? reference.path;
}
