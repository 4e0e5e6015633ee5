/** The code of the guide and of the pages on grammars and masks runs, and prints what its comments say. */
import { describe, expect, it } from "vitest";
import { blocksOf, runBlock } from "./blocks.ts";

const pages = ["docs/guide.md", "docs/compile.md", "docs/constraint.md"];

/** What a block says it prints: comments behind `console.log`, and lines of comment at its end. */
function promises(block: string): string[] {
  const behind = [...block.matchAll(/console\.log\(.*\)(?:\)| *;) *\/\/ (.+)$/gm)].map((match) => match[1]!);
  const below = [...block.matchAll(/^\/\/ (.+)$/gm)].map((match) => match[1]!);
  return [...behind, ...below];
}

describe.each(pages)("%s", (page) => {
  const blocks = blocksOf(page, "ts").map((block, index) => [index + 1, block] as const);
  const name = page.replace(/\W/g, "-");

  it("has code", () => expect(blocks.length).toBeGreaterThan(0));

  it.each(blocks)("example %i", async (index, block) => {
    const { logged, failed } = await runBlock(block, `${name}-${index}`);
    expect(failed).toEqual([]);
    expect(promises(block).length).toBeGreaterThan(0);
    // "…" stands for whatever a model writes.
    for (const promise of promises(block)) if (!promise.includes("…")) expect(logged).toContain(promise);
  });
});
