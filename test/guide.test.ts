/** The guide's code runs, and prints what its comments say. */
import { describe, expect, it } from "vitest";
import { blocksOf, runBlock } from "./blocks.ts";

const blocks = blocksOf("docs/guide.md", "ts").map((block, index) => [index + 1, block] as const);

/** What a block says it prints: comments behind `console.log`, and lines of comment at its end. */
function promises(block: string): string[] {
  const behind = [...block.matchAll(/console\.log\(.*\)(?:\)| *;) *\/\/ (.+)$/gm)].map((match) => match[1]!);
  const below = [...block.matchAll(/^\/\/ (.+)$/gm)].map((match) => match[1]!);
  return [...behind, ...below];
}

describe("docs/guide.md", () => {
  it.each(blocks)("example %i", async (index, block) => {
    const { logged, failed } = await runBlock(block, `guide-${index}`);
    expect(failed).toEqual([]);
    expect(promises(block).length).toBeGreaterThan(0);
    // "…" stands for whatever a model writes.
    for (const promise of promises(block)) if (!promise.includes("…")) expect(logged).toContain(promise);
  });
});
