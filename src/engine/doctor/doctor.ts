/** What this computer can run, found out in child processes: a native library that crashes is reported, not suffered. */
import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, availableParallelism, cpus, freemem, platform, release, totalmem } from "node:os";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Build, type BuildChoice, builds, buildsHere } from "../build.ts";
import { resolveModel } from "../catalogue/catalogue.ts";
import { EngineError, messageOf } from "../errors.ts";
import { type ModelHeader, readModelHeader } from "../gguf/check.ts";
import { defaultThreads } from "../llama/engine.ts";

/** Whether a native build works here. */
export interface BuildReport {
  readonly build: Build;
  readonly usable: boolean;
  /** Why not; absent if usable. */
  readonly reason?: string;
  /** Names of the devices it would use; empty for `cpu`. */
  readonly devices: readonly string[];
  /** The llama.cpp release in it, if it could be loaded. */
  readonly llamaCpp?: string;
  /** Physical cores as llama.cpp counts them. */
  readonly mathCores?: number;
}

/** Whether a model works here. */
export interface ModelReport {
  readonly model: string;
  readonly path: string;
  readonly header?: ModelHeader;
  readonly loads: boolean;
  /** Why not; absent if it loads. */
  readonly reason?: string;
  readonly build?: string;
  readonly contextSize?: number;
  readonly threads?: number;
  /** Milliseconds from nothing to a loaded model, in a process of its own. */
  readonly loadMs?: number;
  /** Tokens written a second, over a short text. */
  readonly tokensPerSecond?: number;
}

export interface DoctorReport {
  readonly node: { readonly version: string; readonly supported: boolean };
  readonly system: { readonly platform: string; readonly release: string; readonly arch: string };
  readonly cpu: { readonly model: string; readonly threads: number; readonly defaultThreads: number };
  /** Bytes. */
  readonly memory: { readonly total: number; readonly free: number };
  /** The version of node-llama-cpp. */
  readonly nodeLlamaCpp: string;
  readonly builds: readonly BuildReport[];
  readonly model: ModelReport;
}

export interface DoctorOptions {
  /** The model to try. Default as in `loadModel`. It is never downloaded. */
  readonly model?: string | undefined;
  readonly build?: BuildChoice | undefined;
  readonly threads?: number | undefined;
  /** Milliseconds each probe may take. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a probe is asked to do. */
export type ProbeTask =
  | { readonly kind: "build"; readonly build: Build }
  | {
      readonly kind: "model";
      readonly model: string;
      readonly build: BuildChoice;
      readonly threads: number | undefined;
    };

/** What it found, or why it couldn't. */
export type ProbeAnswer = { readonly found: Partial<BuildReport> | Partial<ModelReport> } | { readonly reason: string };

/** Looks at this computer. Never throws for what it finds. @throws {EngineError} `aborted` */
export async function doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
  const { timeoutMs = 60_000, signal } = options;
  const buildReports = await Promise.all(builds.map((build) => probeBuild(build, timeoutMs, signal)));
  const cores = buildReports.find(({ build }) => build === "cpu")?.mathCores ?? availableParallelism();
  // After the builds: it measures time.
  const model = await probeModel(options, timeoutMs, signal);
  if (signal?.aborted) {
    throw new EngineError("aborted", "The examination was aborted.", "Start it again.", {}, { cause: signal.reason });
  }
  return {
    node: { version: process.versions.node, supported: Number(process.versions.node.split(".")[0]) >= 20 },
    system: { platform: platform(), release: release(), arch: arch() },
    cpu: {
      model: cpus()[0]?.model.trim() ?? "unknown",
      threads: availableParallelism(),
      defaultThreads: defaultThreads(cores),
    },
    memory: { total: totalmem(), free: freemem() },
    nodeLlamaCpp: nodeLlamaCppVersion(),
    builds: buildReports,
    model,
  };
}

async function probeBuild(build: Build, timeoutMs: number, signal: AbortSignal | undefined): Promise<BuildReport> {
  if (!buildsHere.includes(build)) {
    return { build, usable: false, reason: "It isn't for this kind of computer.", devices: [] };
  }
  const answer = await probe({ kind: "build", build }, timeoutMs, signal);
  if ("reason" in answer) return { build, usable: false, reason: answer.reason, devices: [] };
  return { build, usable: true, devices: [], ...(answer.found as Partial<BuildReport>) };
}

async function probeModel(
  options: DoctorOptions,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ModelReport> {
  const name = options.model ?? "";
  let report: ModelReport = { model: name, path: "", loads: false };
  try {
    const reference = resolveModel(options.model);
    report = {
      ...report,
      model: reference.kind === "catalogue" ? reference.entry.name : name || reference.path,
      path: reference.path,
    };
    if (reference.kind !== "file" && !existsSync(reference.path))
      return { ...report, reason: "It isn't on this computer yet." };
    report = { ...report, header: await readModelHeader(reference.path) };
  } catch (thrown) {
    return { ...report, reason: thrown instanceof EngineError ? thrown.what : messageOf(thrown) };
  }
  const task = { kind: "model", model: report.path, build: options.build ?? "auto", threads: options.threads } as const;
  const answer = await probe(task, timeoutMs, signal);
  if ("reason" in answer) return { ...report, reason: answer.reason };
  return { ...report, loads: true, ...(answer.found as Partial<ModelReport>) };
}

/** Runs one task in a child process; a crash, a hang and a failure all come back as a reason. */
export async function probe(task: ProbeTask, timeoutMs: number, signal?: AbortSignal): Promise<ProbeAnswer> {
  const extension = extname(import.meta.url);
  const file = fileURLToPath(new URL(`./probe${extension}`, import.meta.url));
  const child = fork(file, [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // From source it needs the loader for TypeScript, whoever started this process.
    execArgv:
      extension === ".ts" ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href] : [],
  });
  let errors = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    errors = (errors + bytes.toString()).slice(-4000);
  });
  const answered = new Promise<ProbeAnswer>((resolve) => {
    const timer = setTimeout(() => resolve({ reason: `It gave no answer within ${timeoutMs / 1000} s.` }), timeoutMs);
    const onAbort = () => resolve({ reason: "It was aborted." });
    signal?.addEventListener("abort", onAbort);
    child.on("message", (answer) => resolve(answer as ProbeAnswer));
    child.on("error", (error) => resolve({ reason: error.message }));
    child.on("close", (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve({ reason: crashReason(code, killedBy, errors) });
    });
  });
  if (signal?.aborted) child.kill("SIGKILL");
  else child.send(task);
  const answer = await answered;
  child.kill("SIGKILL");
  return answer;
}

function crashReason(code: number | null, signal: string | null, errors: string): string {
  const lines = errors.trim().split("\n");
  const line = lines.find((text) => /ASSERT|fatal|terminate|what\(\)|Error:/.test(text)) ?? lines.at(-1);
  return `The native library crashed (${signal ?? `exit code ${code}`})${line ? `: ${line.trim()}` : ""}.`;
}

function nodeLlamaCppVersion(): string {
  const entry = createRequire(import.meta.url).resolve("node-llama-cpp");
  const manifest = new URL("../package.json", pathToFileURL(entry));
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
