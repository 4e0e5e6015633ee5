import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "./exit.ts";

/** Files of a folder that are looked at, and how far down. */
const maxFiles = 10_000;
const maxDepth = 50;

/**
 * The files that paths stand for: a file for itself, a folder for the `.json` files in it and below, in the order of
 * their names. Folders called `node_modules` or `.…` are passed by, and links to folders aren't followed.
 */
export async function schemaFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = path !== "-" && (await stat(path).catch(() => undefined))?.isDirectory();
    if (!isFolder) {
      found.push(path);
      continue;
    }
    const before = found.length;
    await collect(path, 0, found);
    if (found.length === before) throw new UsageError(`There is no .json file in the folder ${path}.`);
  }
  const unique = [...new Set(found)];
  if (unique.length > maxFiles) throw new UsageError(`More than ${maxFiles} files: name fewer folders.`);
  return unique;
}

async function collect(folder: string, depth: number, found: string[]): Promise<void> {
  if (depth > maxDepth || found.length > maxFiles) return;
  const entries = await entriesOf(folder);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") {
      await collect(path, depth + 1, found);
    } else if (entry.isFile() && entry.name.endsWith(".json")) found.push(path);
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new UsageError(`Cannot read the folder ${folder}: ${(error as Error).message}.`, { cause: error });
  }
}
