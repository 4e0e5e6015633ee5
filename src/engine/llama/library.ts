/** Opens node-llama-cpp: imports it, picks and loads a native build, keeps its log to itself. */
import { readdir } from "node:fs/promises";
import type { Llama } from "node-llama-cpp";
import { type Build, type BuildChoice, builds, buildsHere } from "../build.ts";
import { EngineError, messageOf, quote } from "../errors.ts";
import { withoutConsole } from "./quiet.ts";

export type LlamaModule = typeof import("node-llama-cpp");

/** node-llama-cpp with one build loaded. */
export interface Library {
  readonly module: LlamaModule;
  readonly llama: Llama;
  readonly build: Build;
  readonly log: NativeLog;
}

/** The last lines llama.cpp logged: they hold the reason when a call only says that it failed. */
export class NativeLog {
  readonly #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line.trim());
    if (this.#lines.length > 50) this.#lines.shift();
  }

  clear(): void {
    this.#lines.length = 0;
  }

  /** The lines since {@link clear}, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }
}

let module: Promise<LlamaModule> | undefined;
const libraries = new Map<BuildChoice, Promise<Library>>();

/**
 * Opens a build, once in a process. Importing the package and testing the native binary in a child process (which
 * node-llama-cpp does on Linux, so that a binary that can't run here doesn't end this process) take most of the time it
 * takes to a first token, and neither needs anything else: call it early, do other work, and await it late. It can't be
 * stopped: who gives up leaves it to itself.
 * @throws {EngineError} `build-unavailable`, `bad-option`
 */
export function openLibrary(choice: BuildChoice): Promise<Library> {
  let library = libraries.get(choice);
  if (library === undefined) {
    library = open(choice);
    libraries.set(choice, library);
    library.catch(() => libraries.delete(choice));
  }
  return library;
}

/** How long node-llama-cpp takes from being imported to having forked the process that tries the binary. */
const forkMs = 40;

/**
 * Resolves once an opening library only waits for its test process (which takes it a third of a second): the moment for
 * other work at start-up that needs the processor. Resolves at once when no library is being opened.
 */
export async function libraryWaits(): Promise<void> {
  if (module === undefined) return;
  await module.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, forkMs));
}

/** How long a signal that ended the test process may take to be heard here. */
const signalMs = 20;

async function open(choice: BuildChoice): Promise<Library> {
  if (choice !== "auto") {
    if (!builds.includes(choice)) {
      throw new EngineError("bad-option", `There is no build ${quote(choice)}.`, `Use auto, ${builds.join(", ")}.`);
    }
    return openBuild(choice);
  }
  for (const build of await gpuBuilds()) {
    const library = await openLibrary(build).catch(() => undefined);
    if (library !== undefined) return library;
  }
  return openLibrary("cpu");
}

async function openBuild(build: Build): Promise<Library> {
  if (!buildsHere.includes(build)) throw unavailable(build, "it isn't for this kind of computer");
  module ??= import("node-llama-cpp");
  const { getLlama, LlamaLogLevel } = await module;
  const log = new NativeLog();
  const gpu = build === "cpu" ? false : build;
  const opening = () =>
    getLlama({
      gpu,
      build: "never",
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.warn,
      logger: (_level, line) => log.add(line),
      maxThreads: 0,
    });
  let llama: Llama;
  try {
    llama = await withoutConsole(opening, (line) => log.add(line));
  } catch (thrown) {
    // Ctrl-C in a terminal ends the test process too, and that may be heard first. Whoever waits has a signal to hear.
    await new Promise((resolve) => setTimeout(resolve, signalMs));
    const reason = "its native binary isn't installed, or the driver it needs is missing";
    throw unavailable(
      build,
      reason,
      log.lines.length > 0 ? new Error(log.lines.join("\n"), { cause: thrown }) : thrown,
    );
  }
  if (llama.gpu !== gpu) {
    await llama.dispose();
    throw unavailable(build, "the native binary turned out to be another one");
  }
  if (build !== "cpu" && (await llama.getGpuDeviceNames()).length === 0) {
    await llama.dispose();
    throw unavailable(build, "it finds no device");
  }
  return { module: await module, llama, build, log };
}

function unavailable(build: Build, reason: string, thrown?: unknown): EngineError {
  const cause = thrown === undefined ? undefined : { cause: thrown };
  const remedy = build === "cpu" ? "Install the package again on this computer." : "Use the build auto or cpu.";
  return new EngineError("build-unavailable", `The ${build} build can't be used: ${reason}.`, remedy, { build }, cause);
}

/** GPU builds worth trying, best first. Trying one costs a child process, so a computer without a GPU tries none. */
async function gpuBuilds(): Promise<Build[]> {
  if (process.platform === "linux" && !(await hasGpuDevice())) return [];
  if (process.platform === "darwin" && process.arch !== "arm64") return [];
  module ??= import("node-llama-cpp");
  const types = await (await module).getLlamaGpuTypes("supported");
  return types.filter((type) => type !== false);
}

/** Device nodes of GPU drivers: rendering (any vendor), NVIDIA, AMD's compute driver, Windows' GPU inside WSL. */
async function hasGpuDevice(): Promise<boolean> {
  const [devices, rendering] = await Promise.all([names("/dev"), names("/dev/dri")]);
  return (
    devices.some((name) => /^(nvidia|nvgpu|kfd$|dxg$)/.test(name)) ||
    rendering.some((name) => name.startsWith("renderD"))
  );
}

function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** What a native failure was about: the first line of the log that tells, else its own message. */
export async function nativeReason(log: NativeLog, thrown: unknown): Promise<string> {
  // Lines come from native threads and may arrive after the failure.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const telling = log.lines.find(
    (line) =>
      /error|fail|invalid|unknown|missing|not enough|unable|mismatch|wrong/i.test(line) && !line.startsWith(guessing),
  );
  return telling?.replace(/^\w+: /, "").replace(/^error loading model: /, "") ?? messageOf(thrown);
}

/** node-llama-cpp's own note on how it estimates memory. */
const guessing = "Failed simulating";
