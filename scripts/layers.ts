/**
 * The layer law (design §2): a room imports only the rooms its row names. Prints each breach and exits 1.
 * Run it with `npm run layers`.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Room → rooms it may import. Rooms absent from a row are closed to it; every room may import itself. */
export const allowed: Record<string, readonly string[]> = {
  options: [],
  json: ["options"],
  schema: ["options"],
  gbnf: ["schema", "options"],
  lint: ["json", "schema", "gbnf", "options"],
  constraint: ["json", "schema", "gbnf", "options"],
  contract: ["json", "schema", "options"],
  plan: ["contract", "schema"],
  engine: ["constraint", "gbnf", "json"],
  run: ["engine", "plan", "contract", "constraint", "gbnf", "schema", "json", "options"],
};
/** Rooms on top: they may import everything below them. */
const open = new Set(["cli", "server", "web", "index.ts"]);
/** Rooms that run in a browser, so no `node:` import may appear there. */
const browser = new Set(["options", "json", "schema", "gbnf", "lint", "constraint"]);
/** Packages a room may import; other rooms may use any dependency. */
const packages: Record<string, readonly string[]> = {
  options: [],
  json: ["eventemitter3"],
  schema: ["@eslint-community/regexpp"],
  gbnf: [],
  lint: [],
  constraint: [],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b(?:[^;"']*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

export function breaches(src: string): string[] {
  const found: string[] = [];
  for (const file of sourceFiles(src)) {
    const room = relative(src, file).split("/")[0]!;
    for (const match of readFileSync(file, "utf8").matchAll(importPattern)) {
      const target = (match[1] ?? match[2])!;
      const reason = breach(src, file, room, target);
      if (reason) found.push(`${relative(src, file)}: imports ${target}: ${reason}`);
    }
  }
  return found;
}

function breach(src: string, file: string, room: string, target: string): string | undefined {
  if (target.startsWith("node:")) return browser.has(room) ? `${room} must run in a browser` : undefined;
  if (!target.startsWith(".")) {
    const name = target.split("/", target.startsWith("@") ? 2 : 1).join("/");
    const known = packages[room];
    return known && !known.includes(name) ? `${room} may use only ${known.join(", ") || "no package"}` : undefined;
  }
  const other = relative(src, resolve(dirname(file), target)).split("/")[0]!;
  if (other === "..") return "leaves src";
  if (other === room || open.has(room)) return undefined;
  return allowed[room]?.includes(other) ? undefined : `${room} may not import ${other}`;
}

function* sourceFiles(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sourceFiles(path);
    else if (path.endsWith(".ts")) yield path;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = breaches(fileURLToPath(new URL("../src", import.meta.url)));
  for (const line of found) console.error(line);
  console.log(`layers: ${found.length} breach${found.length === 1 ? "" : "es"}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
