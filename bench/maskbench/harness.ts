/** Runs the MaskBench harness (a folder beside the repository) as processes that can be watched and stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { EngineToRun } from "./engines.ts";
import type { Options } from "./options.ts";

/** Megabytes that an engine may take: the harness's own limit. */
export const memoryLimit = 4096;

/** Results in the folder are of something else, or the harness failed. */
export class HarnessError extends Error {
  override readonly name = "HarnessError";
}

/** What measuring an engine took, all its runs in a folder together. */
export interface Spent {
  /** By the wall clock. */
  readonly seconds: number;
  /** The machine's load meanwhile, on average: that of others, besides about one. */
  readonly load: number;
}

export type Outcome = "done" | "stopped" | { readonly failed: string };

export class Harness {
  readonly #folder: string;
  readonly #work: string;
  #child: ChildProcess | undefined;
  #stopped = false;

  /** @param work where the tokenised cases and the results go */
  constructor(folder: string, work: string) {
    this.#folder = folder;
    this.#work = work;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Ends what runs, its helpers first asked for by number: a worker in a long compile would outlive its parent. */
  stop(): void {
    this.#stopped = true;
    const pid = this.#child?.pid;
    if (pid === undefined || this.#child?.exitCode !== null) return;
    // Held still, it can't start another worker while its workers are ended.
    signal(pid, "SIGSTOP");
    for (const worker of childrenOf(pid)) signal(-worker, "SIGKILL");
    signal(pid, "SIGKILL");
  }

  /** Tokenises all instances, unless the folder has them. */
  async prepare(data: {
    readonly cases: string;
    readonly vocabulary: string;
    readonly library: string;
  }): Promise<void> {
    const marker = join(this.#cache, "prepared");
    if (existsSync(marker)) return;
    const args = ["--jsonl", data.cases, "--gguf", data.vocabulary, "--nlc", data.library, "--out", this.#cache];
    const outcome = await this.#run("prepare.mjs", args);
    if (outcome === "done") writeFileSync(marker, "");
    else if (outcome !== "stopped") throw new HarnessError(`the harness can't prepare the cases: ${outcome.failed}`);
  }

  /**
   * Measures an engine on the first `sample` schemas of the shuffle; goes on with what its folder has.
   *
   * @param progress called twice a second with the number of schemas that are done
   */
  async measure(
    engine: EngineToRun,
    sample: number | undefined,
    { seed, clock, timeLimit, recycle }: Options,
    progress: (done: number) => void,
  ): Promise<Outcome> {
    const folder = join(this.#work, engine.id);
    const file = this.#results(engine);
    claim(folder, { version: engine.version, seed, clock, timeLimit, recycle });
    if (existsSync(file)) cutToLines(file);
    const options = engine.options.flatMap((option) => ["--opt", option]);
    const limits = ["--time-limit", timeLimit, "--mem-limit", memoryLimit, "--recycle", recycle, "--jobs", 1];
    const cases = [...(sample === undefined ? [] : ["--sample", sample]), "--seed", seed];
    const method = ["--cache", this.#cache, "--adapter", engine.adapter, "--masks", "--clock", clock];
    const count = lineCounter(file);
    const loads = [loadavg()[0]!];
    const watch = setInterval(() => {
      loads.push(loadavg()[0]!);
      progress(count());
    }, 500);
    const before = performance.now();
    try {
      return await this.#run("run.mjs", [...method, ...options, ...limits, ...cases, "--out", folder].map(String));
    } finally {
      clearInterval(watch);
      const load = loads.reduce((sum, one) => sum + one, 0) / loads.length;
      const spent = together(this.read(engine).spent, { seconds: (performance.now() - before) / 1000, load });
      writeFileSync(join(folder, "spent.json"), JSON.stringify(spent));
    }
  }

  /** The engine's results so far, what they took, and what its adapter says of its version. */
  read(engine: EngineToRun): { readonly results: string; readonly spent: Spent; readonly said?: string } {
    const content = (name: string) => {
      const file = join(this.#work, engine.id, name);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    };
    const [results, spent, meta] = [content("results.jsonl"), content("spent.json"), content("meta.json")];
    const before = spent === "" ? { seconds: 0, load: 0 } : (JSON.parse(spent) as Spent);
    return { results, spent: before, ...(meta !== "" && { said: (JSON.parse(meta) as { version: string }).version }) };
  }

  get #cache(): string {
    return join(this.#work, "cache");
  }

  #results(engine: EngineToRun): string {
    return join(this.#work, engine.id, "results.jsonl");
  }

  #run(script: string, args: readonly string[]): Promise<Outcome> {
    if (this.#stopped) return Promise.resolve("stopped");
    // A process group of its own: Ctrl-C comes to us, and we end what has to be ended.
    const child = spawn(process.execPath, [join(this.#folder, script), ...args], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    let tail = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-2000);
    });
    return new Promise((done) => {
      child.on("error", (error) => done({ failed: error.message }));
      child.on("close", (code) => {
        this.#child = undefined;
        if (code === 0) done("done");
        else if (this.#stopped) done("stopped");
        else done({ failed: causeIn(tail) ?? `it ended with ${code}` });
      });
    });
  }
}

function together(a: Spent, b: Spent): Spent {
  const seconds = a.seconds + b.seconds;
  return { seconds, load: (a.seconds * a.load + b.seconds * b.load) / seconds };
}

/** The line that names the error, rather than the trace below it. */
function causeIn(tail: string): string | undefined {
  const lines = tail.split("\n").map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.findLast((line) => line !== "");
}

/** Writes down what the folder's results are of, or checks that they are of the same. */
function claim(folder: string, settings: Record<string, string | number>): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "settings.json");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(settings));
  const before = JSON.parse(readFileSync(file, "utf8")) as Record<string, string | number>;
  const other = Object.keys(settings).filter((key) => before[key] !== settings[key]);
  if (other.length === 0) return;
  const differences = other.map((key) => `${key} ${before[key]}, not ${settings[key]}`).join("; ");
  throw new HarnessError(`${folder} has results of other settings (${differences}): give another --out, or remove it.`);
}

/** Takes off a last line that a stopped run left half written; the harness couldn't read it. */
function cutToLines(file: string): void {
  const content = readFileSync(file);
  const end = content.lastIndexOf(0x0a) + 1;
  if (end < content.length) truncateSync(file, end);
}

/** Counts the lines of a growing file; each call reads only what is new. */
function lineCounter(file: string): () => number {
  const buffer = Buffer.alloc(1 << 16);
  let offset = 0;
  let lines = 0;
  return () => {
    if (!existsSync(file)) return lines;
    const handle = openSync(file, "r");
    try {
      for (let read = 1; read > 0; ) {
        read = readSync(handle, buffer, 0, buffer.length, offset);
        offset += read;
        for (let i = buffer.indexOf(0x0a); i >= 0 && i < read; i = buffer.indexOf(0x0a, i + 1)) lines++;
      }
    } finally {
      closeSync(handle);
    }
    return lines;
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        // The name in brackets may have blanks and brackets itself; the parent is the second field after it.
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        return false; // It has ended since.
      }
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
