import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import type { ExtractorOptions } from "../../src/json/index.ts";
import { outcomes, type Subject } from "./browser/subject.ts";
import { shared } from "./support.ts";

const browser = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path),
);
if (!browser)
  console.warn("SKIPPED: no Chromium here (set CHROMIUM to its path), so sluice/json did not run in a browser");

/** Settings that keep it quiet: no profile of anybody's, no network. */
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--virtual-time-budget=60000",
  "--dump-dom",
];

interface Case {
  readonly text: string;
  readonly mode?: "strict" | "lenient";
  readonly select?: "first" | "last" | "all" | "schema";
  readonly allow?: NonNullable<ExtractorOptions["allow"]>;
}

/** The cases of both files; a schema's choice is a function, which can't be sent, so it's left to the first document. */
function subjects(): Subject[] {
  const own = readFileSync(new URL("../cases/extraction.json", import.meta.url));
  const files = [own, shared("cases/extract.json")].filter((file) => file !== undefined);
  const cases = files.flatMap((file) => JSON.parse(file.toString()) as Case[]);
  return cases.map(({ text, mode, select, allow }) => ({
    text,
    options: {
      ...(mode && { mode }),
      ...(select && select !== "schema" && { select }),
      ...(allow && { allow }),
    },
  }));
}

describe.skipIf(!browser)("in Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-browser-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every case reads as in Node, and streams work", async () => {
    const all = subjects();
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("browser/page.ts", import.meta.url))],
      bundle: true,
      format: "iife",
      platform: "browser",
      write: false,
    });
    const page = join(folder, "page.html");
    const inline = (script: string) => `<script>${script.replaceAll("</script", "<\\/script")}</script>`;
    const data = `const subjects = JSON.parse(decodeURIComponent("${encodeURIComponent(JSON.stringify(all))}"));`;
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><body>${inline(data)}${inline(outputFiles[0]!.text)}`);
    const { stdout } = await promisify(execFile)(browser!, [...flags, `--user-data-dir=${folder}/profile`, page], {
      maxBuffer: 2 ** 28,
      timeout: 170_000,
    });
    const found = /<div id="report">([^<]*)/.exec(stdout)?.[1];
    expect(found, "the page's report").toBeDefined();
    const report = JSON.parse(decodeURIComponent(found!));
    expect(report.failure).toBeUndefined();
    const told = ["value", "key", "value", "value", "complete", "item", "value", "delta", "complete", "item"];
    const ends = ["complete", "complete", "document", "end"];
    expect(new Set(report.streamed)).toEqual(new Set([...told, ...ends]));
    expect(report.outcomes).toHaveLength(all.length);
    for (const [i, subject] of all.entries()) {
      expect(report.outcomes[i], subject.text.slice(0, 200)).toEqual(JSON.parse(JSON.stringify(outcomes(subject))));
    }
  }, 180_000);
});

describe("the bundle", () => {
  test("needs nothing of Node", async () => {
    const { warnings, metafile } = await build({
      entryPoints: [fileURLToPath(new URL("../../src/json/index.ts", import.meta.url))],
      bundle: true,
      format: "esm",
      platform: "browser",
      metafile: true,
      write: false,
    });
    expect(warnings).toEqual([]);
    expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([]);
  });
});
