/** The README's code runs: each block of TypeScript, each command line of sluice. */
import { exec } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { blocksOf, runBlock } from "./blocks.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const scripts = blocksOf("README.md", "ts").map((script, index) => [index + 1, script] as const);
const commands = blocksOf("README.md", "sh")
  .flatMap((block) => block.split("\n"))
  .filter((line) => line.includes("npx sluice"));

describe("README.md", () => {
  it("has code and commands to run", () => {
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    expect(commands.length).toBeGreaterThanOrEqual(5);
  });

  it.each(scripts)("example %i", async (index, script) => {
    const { logged, failed } = await runBlock(script, `readme-${index}`);
    expect(logged.length).toBeGreaterThan(0);
    expect(failed).toEqual([]);
  });

  // The installing half of the two commands at the top is what made this test possible.
  it.each(commands)("%s", async (line) => {
    const command = line
      .replace("npm ci && ", "")
      // Without a seed each run writes another plan; a test must not depend on luck.
      .replace(/(sluice plan (?!.*--seed))/, "$1--seed 1 ")
      .replaceAll("npx sluice", `"${process.execPath}" bin/sluice.js`);
    const { stdout } = await promisify(exec)(command, { cwd: root });
    expect(stdout).not.toBe("");
  });
});
