/** Every failure an engine can have, as one error class told apart by its code. */
import type { GenerateStats } from "./engine.ts";

/**
 * What went wrong. `details` of {@link EngineError} carries the figures.
 *
 * | code | when |
 * |---|---|
 * | `model-not-found` | no such file, folder instead of a file, no permission, or an unknown model name |
 * | `not-a-model` | the file isn't GGUF |
 * | `model-truncated` | the file ends before what its header promises |
 * | `model-invalid` | the header contradicts itself or the format |
 * | `model-unsupported` | a well-formed file that this llama.cpp can't run |
 * | `build-unavailable` | the native build asked for isn't there or finds no device |
 * | `bad-option` | an option or a sampling setting out of its range |
 * | `prompt-too-long` | the prompt leaves no room for an answer in the context |
 * | `context-too-large` | a context larger than the model was trained for |
 * | `out-of-memory` | not enough memory for the model or its context |
 * | `grammar-refused` | a grammar that llama.cpp can't use, or this model can't write |
 * | `constraint-stuck` | what was written leaves no token that could lead to a value that passes its checks |
 * | `busy` | more requests wait than `queueLimit` lets |
 * | `aborted` | an `AbortSignal` ended loading or a download (a generation that is aborted *finishes* as `aborted`) |
 * | `disposed` | the engine was disposed before or during the request |
 * | `download-failed` | every source of a model failed |
 * | `offline` | a model isn't on this machine and may not or can't be fetched |
 * | `checksum` | a downloaded file isn't the file the catalogue describes |
 * | `engine-failed` | the native library failed in a way not named above |
 */
export type EngineErrorCode =
  | "model-not-found"
  | "not-a-model"
  | "model-truncated"
  | "model-invalid"
  | "model-unsupported"
  | "build-unavailable"
  | "bad-option"
  | "prompt-too-long"
  | "context-too-large"
  | "out-of-memory"
  | "grammar-refused"
  | "constraint-stuck"
  | "busy"
  | "aborted"
  | "disposed"
  | "download-failed"
  | "offline"
  | "checksum"
  | "engine-failed";

/** Figures and names belonging to an error, for programs. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** A failure of an engine, a model file or a download. The message is one sentence on what, one on what to do. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  /** Of a generation that had begun: its counts and times up to the failure. */
  stats: GenerateStats | undefined;

  constructor(
    readonly code: EngineErrorCode,
    /** What happened, one sentence. */
    readonly what: string,
    /** What to do about it, one sentence. */
    readonly remedy: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(`${what} ${remedy}`, options);
  }
}

/** What somebody gave as a name, for a sentence: in quotes, at most 60 characters of it. */
export function quote(name: unknown): string {
  const characters = [...String(name).slice(0, 200)];
  return `"${characters.length > 60 ? `${characters.slice(0, 59).join("")}…` : characters.join("")}"`;
}

/** The message of anything thrown, without a stack. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
