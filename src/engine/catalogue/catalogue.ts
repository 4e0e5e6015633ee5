/** The models known by name, and where each lives on this machine. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sampling } from "../engine.ts";
import { EngineError, quote } from "../errors.ts";

/** A file of the Hugging Face hub. `revision` is a commit or a branch, `main` by default. */
export interface HubSource {
  readonly kind: "hub";
  readonly owner: string;
  readonly repo: string;
  readonly file: string;
  readonly revision?: string;
  readonly note?: string;
}

/** A file inside a Python wheel, fetched with the user's own `pip`. */
export interface WheelSource {
  readonly kind: "wheel";
  readonly package: string;
  readonly version: string;
  readonly file: string;
}

/** A file that comes with this package. */
export interface PackageSource {
  readonly kind: "package";
  readonly file: string;
}

export type ModelSource = HubSource | WheelSource | PackageSource;

/** A model of `models/catalogue.json`. Sources are tried in order. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** SPDX name. */
  readonly licence: string;
  /** Size of the file; absent where the package brings the file itself. */
  readonly bytes?: number;
  /** SHA-256 of the file, in hex; a download that differs is thrown away. */
  readonly sha256?: string;
  /** Tokens of context it was trained for. */
  readonly context: number;
  /** Settings that suit it better than the general defaults; a request's own settings come first. */
  readonly sampling?: Sampling;
  readonly sources: readonly ModelSource[];
}

/** A catalogue entry and its place here. */
export interface ListedModel extends CatalogueEntry {
  /** Where the file is, or will be once pulled. */
  readonly path: string;
  readonly present: boolean;
}

/** The model used when none is named and `SLUICE_MODEL` isn't set. */
export const embeddedModel = "embedded";

/** The root of the package, from `src/engine/catalogue` as from `dist/engine/catalogue`. */
const packageRoot = fileURLToPath(new URL("../../../", import.meta.url));

let entries: readonly CatalogueEntry[] | undefined;

/** All entries, in the catalogue's order. */
export function catalogueEntries(): readonly CatalogueEntry[] {
  entries ??= (
    JSON.parse(readFileSync(join(packageRoot, "models/catalogue.json"), "utf8")) as { models: CatalogueEntry[] }
  ).models;
  return entries;
}

/** All models known by name, each with its path and whether the file is there. */
export function listModels(): ListedModel[] {
  return catalogueEntries().map((entry) => {
    const path = entryPath(entry);
    return { ...entry, path, present: existsSync(path) };
  });
}

/** What a model's name means. */
export type ModelReference =
  | { readonly kind: "catalogue"; readonly entry: CatalogueEntry; readonly path: string }
  | { readonly kind: "hub"; readonly source: HubSource; readonly path: string }
  | { readonly kind: "file"; readonly path: string };

/**
 * Reads a model's name: a catalogue name, an `hf:owner/repo/file` URI (`hf:owner/repo@revision/file` for another revision
 * than `main`), or the path of a file. Without a name: the variable `SLUICE_MODEL`, else the embedded model.
 * @throws {EngineError} `model-not-found` for an unknown name or a malformed URI
 */
export function resolveModel(name?: string): ModelReference {
  const asked = name ?? (process.env.SLUICE_MODEL || embeddedModel);
  if (asked.startsWith("hf:")) {
    const source = parseHubUri(asked);
    return {
      kind: "hub",
      source,
      path: join(cacheFolder(), "hub", source.owner, source.repo, source.revision ?? "main", source.file),
    };
  }
  const entry = catalogueEntries().find((candidate) => candidate.name === asked);
  if (entry !== undefined) return { kind: "catalogue", entry, path: entryPath(entry) };
  if (/[/\\]|\.gguf$/i.test(asked) || isAbsolute(asked) || existsSync(asked))
    return { kind: "file", path: resolve(asked) };
  throw new EngineError(
    "model-not-found",
    `There is no model named ${quote(asked)}.`,
    `Use one of ${catalogueEntries()
      .map((known) => known.name)
      .join(", ")}, a path ending in .gguf, or hf:owner/repo/file.`,
    { name: asked },
  );
}

/** Where the named model's file is, or will be once pulled. @throws {EngineError} `model-not-found` */
export function modelPath(name?: string): string {
  return resolveModel(name).path;
}

/**
 * The folder of pulled models: `SLUICE_CACHE`, or the platform's cache folder (`~/Library/Caches` on macOS,
 * `%LOCALAPPDATA%` on Windows, else `XDG_CACHE_HOME` or `~/.cache`) with `sluice/models` in it.
 */
export function cacheFolder(): string {
  const { SLUICE_CACHE, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (SLUICE_CACHE) return resolve(SLUICE_CACHE);
  const home = homedir();
  if (process.platform === "darwin") return join(home, "Library", "Caches", "sluice", "models");
  if (process.platform === "win32") return join(LOCALAPPDATA || join(home, "AppData", "Local"), "sluice", "models");
  // The XDG specification says to ignore relative paths.
  const cache = XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, ".cache");
  return join(cache, "sluice", "models");
}

function entryPath(entry: CatalogueEntry): string {
  const [source] = entry.sources;
  if (source?.kind === "package") return join(packageRoot, source.file);
  const file = source?.file.split("/").at(-1) ?? `${entry.name}.gguf`;
  return join(cacheFolder(), entry.name, file);
}

function parseHubUri(uri: string): HubSource {
  // Names as the hub allows them; no part may be "..", which would leave the cache folder.
  const match = /^hf:([\w.-]+)\/([\w.-]+)(?:@([\w.-]+))?\/([\w.-]+(?:\/[\w.-]+)*)$/.exec(uri);
  const [, owner, repo, revision, file] = match ?? [];
  if (
    !owner ||
    !repo ||
    !file ||
    [owner, repo, revision, ...file.split("/")].some((part) => part === "." || part === "..")
  ) {
    throw new EngineError(
      "model-not-found",
      `${quote(uri)} isn't the address of a model.`,
      "Write hf:owner/repo/file.gguf.",
      { uri },
    );
  }
  return { kind: "hub", owner, repo, file, ...(revision !== undefined && { revision }) };
}
