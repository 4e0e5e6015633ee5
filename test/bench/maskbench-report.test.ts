import { describe, expect, it } from "vitest";
import type { LeftOut } from "../../bench/maskbench/engines.ts";
import { drawPicture } from "../../bench/maskbench/picture.ts";
import { published } from "../../bench/maskbench/published.ts";
import { type Report, type Run, reportOf } from "../../bench/maskbench/report.ts";
import { parseResults } from "../../bench/maskbench/results.ts";
import { markdownOf } from "../../bench/maskbench/table.ts";

interface Line {
  readonly id: string;
  readonly status?: string;
  readonly mask_us?: readonly number[];
  readonly failures?: readonly object[];
}

function run(name: string, peer: boolean, lines: readonly Line[], rest: Partial<Run> = {}): Run {
  const text = lines.map((one) => `${JSON.stringify({ status: "pass", ttfm_us: 1500, ...one })}\n`).join("");
  const engine = { id: name, name, peer, version: "1", adapter: "", options: [] };
  return { engine, results: parseResults(text), stopped: false, spent: { seconds: 12, load: 1.25 }, ...rest };
}

const ours = run("sluice", false, [
  { id: "a", mask_us: [1, 3] },
  { id: "b", mask_us: [4] },
  { id: "c", mask_us: [5000] },
]);
const peer = run(
  "peer <1>",
  true,
  [
    { id: "a", mask_us: [7.5, 8.5] },
    { id: "b", status: "invalidation_error", mask_us: [2], failures: [{ kind: "invalidation" }] },
  ],
  { said: "1; timing one token costs 0.6 us of the cpu clock, included" },
);

function report(runs: readonly Run[], leftOut: readonly LeftOut[] = []): Report {
  const settings = { peerSample: 2, seed: 1, clock: "cpu", timeLimit: 60, memoryLimit: 4096, recycle: 100 } as const;
  return reportOf(settings, { processor: "A processor", cores: 2, node: "v20" }, runs, leftOut);
}

/** The cells of the first row that begins with `name`, below the heading that begins with `heading`. */
function row(markdown: string, heading: string, name: string): string[] {
  const section = markdown.split("\n## ").find((part) => part.startsWith(heading))!;
  const found = section.split("\n").find((text) => text.startsWith(`| ${name} |`))!;
  return found
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());
}

describe("the tables of bench:maskbench", () => {
  it("compare engines over the schemas that all were given, the best in bold", () => {
    const markdown = markdownOf(report([ours, peer]));
    const common = "The schemas that every engine was given: the first 2";
    expect(row(markdown, common, "that pass")).toEqual(["**2 (100.0 %)**", "1 (50.0 %)"]);
    expect(row(markdown, common, "an invalid instance accepted")).toEqual(["**0**", "1"]);
    expect(row(markdown, common, "crashed")).toEqual(["0", "0"]);
    expect(row(markdown, common, "mask, µs: p50")).toEqual(["**3**", "7.5"]);
    expect(row(markdown, common, "compile, ms: p50")).toEqual(["1.5", "1.5"]);
  });

  it("compare times over those that all pass", () => {
    const markdown = markdownOf(report([ours, peer]));
    expect(row(markdown, "Of those, the 1 that every engine passes", "max")).toEqual(["**3**", "8.5"]);
    expect(row(markdown, "Of those, the 1 that every engine passes", "masks")).toEqual(["2", "2"]);
  });

  it("show ours over all of its schemas, too, and what is known of the peers, each source named", () => {
    const markdown = markdownOf(report([ours, peer]));
    expect(row(markdown, "All schemas that sluice was given", "schemas")).toEqual(["3"]);
    const beside = row(markdown, "Beside what is known", "sluice");
    expect(beside.slice(0, 3)).toEqual(["3", "100.0 %", "0 (0.0 %)"]);
    for (const { engine } of published) expect(markdown).toContain(`| ${engine} \\*`);
    expect(markdown).toContain("\\*\\* Not of this run");
  });

  it("are ours alone without peers, and say what was left out, stopped, and how the clock counts", () => {
    const leftOut = { name: "XGrammar", why: "python3 lacks xgrammar", remedy: "pip install xgrammar" };
    const alone = markdownOf(report([{ ...ours, stopped: true }], [leftOut]));
    expect(alone).not.toContain("every engine");
    expect(alone).toContain("- sluice: 3 schemas in 12 s at a load of 1.3, stopped before the end.");
    expect(alone).toContain("- XGrammar: python3 lacks xgrammar. To have it: `pip install xgrammar`.");
    expect(markdownOf(report([ours, peer]))).toContain(
      "1.3; timing one token costs 0.6 us of the cpu clock, included.",
    );
  });

  it("have a cell for every engine in every row", () => {
    const blocks = markdownOf(report([ours, peer])).match(/(?:^\|.*\n)+/gm)!;
    expect(blocks).toHaveLength(4);
    for (const block of blocks) {
      const widths = block
        .trim()
        .split("\n")
        .map((text) => text.split("|").length);
      expect(new Set(widths).size).toBe(1);
    }
  });
});

describe("the picture of mask times", () => {
  it("has a falling line and the figures of every engine, names escaped", () => {
    const picture = drawPicture(report([ours, peer]));
    expect(picture).toContain("peer &#60;1&#62;");
    expect(picture).not.toContain("<1>");
    const lines = [...picture.matchAll(/<path class="line e\d" clip-path[^>]* d="M([^"]+)"/g)];
    expect(lines).toHaveLength(2);
    for (const [, points] of lines) {
      const heights = points!.split("L").map((point) => Number(point.split(" ")[1]));
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    }
  });

  it("refuses to draw nothing, or more lines than can be told apart", () => {
    expect(() => drawPicture(report([]))).toThrow(RangeError);
    const many = Array.from({ length: 6 }, (_, index) => run(`engine ${index}`, true, [{ id: "a", mask_us: [1] }]));
    expect(() => drawPicture(report(many))).toThrow(/room for 5/);
  });
});
