import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "./exit.ts";

/** Files of a folder that are looked at, and how far down. */
const maxFiles = 10_000;
const maxDepth = 50;

/** The files that paths stand for. */
export interface FoundFiles {
  /** Each file once, by the first of its names. */
  readonly files: readonly string[];
  /** Paths that stand for no file, each with a sentence that says why. */
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}

/**
 * The files that paths stand for: a file for itself, a folder for the `.json` files in it and below, in the order of
 * their names. Within a folder, those called `node_modules` or `.…` and links to folders are passed by.
 * @throws {UsageError} for too many files
 */
export async function schemaFiles(paths: readonly string[]): Promise<FoundFiles> {
  const search = new Search();
  for (const path of paths) {
    const isFolder = path !== "-" && (await stat(path).catch(() => undefined))?.isDirectory();
    if (!isFolder) await search.add(path);
    else if ((await search.collect(path, 0)) === 0) {
      search.faults.push({ path, message: `There is no .json file in the folder ${path}.` });
    }
  }
  return { files: [...search.found.values()], faults: search.faults };
}

class Search {
  /** By what they really are: two names may mean the same file. */
  readonly found = new Map<string, string>();
  readonly faults: { path: string; message: string }[] = [];

  async add(path: string): Promise<void> {
    const real = path === "-" ? "-" : await realpath(path).catch(() => path);
    if (!this.found.has(real)) this.found.set(real, path);
    if (this.found.size > maxFiles) throw new UsageError(`More than ${maxFiles} files: name fewer folders.`);
  }

  /** Returns how many files there are in a folder, or something that is said of them. */
  async collect(folder: string, depth: number): Promise<number> {
    if (depth > maxDepth) return this.#fault(folder, `The folder ${folder} is more than ${maxDepth} levels down.`);
    let entries: Dirent[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      return this.#fault(folder, `Cannot read the folder ${folder}: ${(error as Error).message}.`);
    }
    let count = 0;
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const passedBy = entry.name.startsWith(".") || entry.name === "node_modules";
        if (!passedBy) count += await this.collect(path, depth + 1);
      } else if (/\.json$/i.test(entry.name) && (await isFile(entry, path))) {
        await this.add(path);
        count++;
      }
    }
    return count;
  }

  #fault(path: string, message: string): number {
    this.faults.push({ path, message });
    return 1;
  }
}

/** A file, or a link that doesn't lead to a folder: of one that leads nowhere, reading it says so. */
async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await stat(path).catch(() => undefined);
  return target === undefined || target.isFile();
}
