/** The README's code runs: each block of TypeScript, each command line of sluice. */
import { exec } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "gs"))].map((match) => match[1]!);

const scripts = blocks("ts");
const commands = blocks("sh")
  .flatMap((block) => block.split("\n"))
  .filter((line) => line.includes("npx sluice"));

describe("README.md", () => {
  // Inside the package, so that its own name resolves.
  const folder = new URL("readme-blocks/", import.meta.url);
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has code and commands to run", () => {
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    expect(commands.length).toBeGreaterThanOrEqual(5);
  });

  it.each(scripts.map((script, index) => [index + 1, script] as const))("example %i runs", async (index, script) => {
    const file = new URL(`block-${index}.ts`, folder);
    writeFileSync(file, `${script}\nexport {};\n`);
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    const failed = vi.spyOn(console, "error").mockImplementation(() => {});
    await import(/* @vite-ignore */ file.href);
    expect(logged.mock.calls.length).toBeGreaterThan(0);
    expect(failed.mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });

  // The installing half of the two commands at the top is what made this test possible.
  it.each(commands)("runs: %s", async (line) => {
    const command = line
      .replace("npm ci && ", "")
      // Without a seed each run writes another plan; a test must not depend on luck.
      .replace(/(sluice plan (?!.*--seed))/, "$1--seed 1 ")
      .replaceAll("npx sluice", `"${process.execPath}" bin/sluice.js`);
    const { stdout } = await promisify(exec)(command, { cwd: root });
    expect(stdout).not.toBe("");
  });
});
