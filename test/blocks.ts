/** Runs the code blocks of a page, as a reader would who copies them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { vi } from "vitest";

/** The blocks of a language on a page of the repository. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), "utf8");
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "gs"))].map((match) => match[1]!);
}

/** Runs a block of TypeScript and gives the lines it logs, and those it logs as errors. */
export async function runBlock(block: string, name: string): Promise<{ logged: string[]; failed: string[] }> {
  // Inside the package, so that its own name resolves.
  const folder = new URL(`blocks-${name}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL("block.ts", folder);
  writeFileSync(file, `${block}\nexport {};\n`);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    await import(/* @vite-ignore */ file.href);
    const lines = (calls: unknown[][]) => calls.map((call) => call.join(" "));
    return { logged: lines(log.mock.calls), failed: lines(error.mock.calls) };
  } finally {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  }
}
