/** The options of every command that lets a model write, and how they become an engine and a run's settings. */
import { type Command, Option } from "commander";
import type { ConstraintKind, Engine } from "../engine/index.ts";
// Not through the room's index: what that brings along isn't needed to read a command line.
import { samplingLimits } from "../engine/llama/sampling.ts";
import type { RunOptions } from "../run/index.ts";
import { integer, number } from "./input.ts";

export interface ModelFlags {
  readonly model?: string;
  readonly seed?: number;
  readonly temperature?: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly repeatPenalty?: number;
  readonly maxTokens?: number;
  readonly context?: number;
  readonly threads?: number;
  readonly gpuLayers?: number;
  readonly build: "auto" | "cpu" | "cuda" | "vulkan" | "metal";
  readonly constraint: ConstraintKind;
  readonly offline?: boolean;
  readonly stats?: boolean;
}

export function addModelOptions(command: Command): Command {
  return command
    .option(
      "-m, --model <name>",
      "model name, GGUF path or hf:owner/repo/file (default: $SLUICE_MODEL, else the embedded model)",
    )
    .addOption(
      new Option(
        "--constraint <kind>",
        "mask: nothing invalid can be written, held by our token masks; gbnf: the same but for what a grammar can't say, held by llama.cpp; none: the prompt only asks",
      )
        .choices(["mask", "gbnf", "none"])
        .default("mask"),
    )
    .option(
      "--seed <n>",
      "same seed, same text (default: random, reported by --stats)",
      integer("--seed", ...samplingLimits.seed),
    )
    .option(
      "-t, --temperature <n>",
      "0 is greedy (default: 0.7; 0.4 for the embedded model)",
      number("--temperature", ...samplingLimits.temperature),
    )
    .option(
      "--top-k <n>",
      "keep the n likeliest tokens, 0 keeps all (default: 40)",
      integer("--top-k", ...samplingLimits.topK),
    )
    .option(
      "--top-p <n>",
      "keep the likeliest tokens up to this probability (default: 0.95)",
      number("--top-p", ...samplingLimits.topP),
    )
    .option(
      "--min-p <n>",
      "drop tokens less likely than this share of the likeliest (default: 0.05)",
      number("--min-p", ...samplingLimits.minP),
    )
    .option(
      "--repeat-penalty <n>",
      "divides the logits of repeated text tokens, 1 is off (default: 1.1; 1.05 for the embedded model)",
      number("--repeat-penalty", ...samplingLimits.repeatPenalty),
    )
    .option(
      "-n, --max-tokens <n>",
      "most tokens to write (default: what the context leaves)",
      integer("--max-tokens", 1),
    )
    .option(
      "-c, --context <n>",
      "context size in tokens (default: 4096, or the model's own if smaller)",
      integer("--context", 1),
    )
    .option("--threads <n>", "threads that decode (default: one fewer than the cores)", integer("--threads", 1))
    .option("--gpu-layers <n>", "layers on the GPU (default: as many as fit)", integer("--gpu-layers", 0))
    .addOption(
      new Option("--build <kind>", "native build of llama.cpp")
        .choices(["auto", "cpu", "cuda", "vulkan", "metal"])
        .default("auto"),
    )
    .option("--offline", "never download a model")
    .option("--stats", "one JSON line of counts and times on stderr at the end");
}

/** Loads the model the flags name, showing a download's progress on a terminal. */
export async function loadFlagged(flags: ModelFlags, signal: AbortSignal): Promise<Engine> {
  const [{ loadModel }, { downloadBar }] = await Promise.all([import("../engine/index.ts"), import("./download.ts")]);
  const bar = downloadBar(process.stderr);
  try {
    return await loadModel(flags.model, {
      build: flags.build,
      contextSize: flags.context,
      threads: flags.threads,
      gpuLayers: flags.gpuLayers,
      offline: flags.offline,
      signal,
      onProgress: (progress) => progress.phase === "download" && bar.update(progress),
    });
  } finally {
    bar.clear();
  }
}

/** The run settings among the flags; absent ones keep their defaults. */
export function runOptions(flags: ModelFlags, model: Engine, signal: AbortSignal): RunOptions {
  const { seed, temperature, topK, topP, minP, repeatPenalty, maxTokens, constraint } = flags;
  const given = { seed, temperature, topK, topP, minP, repeatPenalty, maxTokens };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { model, signal, constraint, ...present };
}
