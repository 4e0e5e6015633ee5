import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { breaches } from "../scripts/layers.ts";

const folder = mkdtempSync(join(tmpdir(), "sluice-layers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Breaches of a source tree that holds one file. */
function breachesOf(path: string, code: string): string[] {
  const src = mkdtempSync(join(folder, "src-"));
  mkdirSync(dirname(join(src, path)), { recursive: true });
  writeFileSync(join(src, path), code);
  return breaches(src);
}

describe("the layer law", () => {
  it("holds for the sources", () => {
    expect(breaches(fileURLToPath(new URL("../src", import.meta.url)))).toEqual([]);
  });

  it.each([
    ["json/a.ts", 'import { x } from "../schema/index.ts";'],
    ["json/a.ts", 'import type { x } from "../schema/index.ts";'],
    ["json/a.ts", 'export * from "../engine/index.ts";'],
    ["json/a.ts", 'const x = await import("../schema/index.ts");'],
    ["json/a.ts", 'import { readFile } from "node:fs";'],
    ["json/a.ts", 'import Ajv from "ajv";'],
    ["engine/llama/a.ts", 'import {\n  y,\n} from "../../contract/index.ts";'],
    ["contract/a.ts", 'import "../engine/index.ts";'],
    ["run/a.ts", 'import { x } from "../cli/main.ts";'],
    ["plan/a.ts", 'import { x } from "../../bench/x.ts";'],
  ])("sees a breach: %s with %s", (path, code) => {
    expect(breachesOf(path, code)).toHaveLength(1);
  });

  it.each([
    ["json/deep/a.ts", 'import { x } from "../b.ts";\nimport EventEmitter from "eventemitter3";'],
    ["constraint/a.ts", 'import { x } from "../json/index.ts";'],
    ["engine/a.ts", 'import { readFile } from "node:fs";\nimport { x } from "../gbnf/index.ts";'],
    ["cli/a.ts", 'import { x } from "../run/index.ts";'],
  ])("lets pass what is allowed: %s", (path, code) => {
    expect(breachesOf(path, code)).toEqual([]);
  });
});
