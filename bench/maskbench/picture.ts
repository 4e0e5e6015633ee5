/**
 * Draws how mask times are spread, from a report: for each engine the share of masks that took longer than a time, both on
 * logarithmic scales, so that the usual mask and the one in ten thousand can be seen in one picture.
 *
 *   npx tsx bench/maskbench/picture.ts REPORT.json > docs/maskbench.svg
 *
 * The report is what `npm run bench:maskbench -- --json` prints.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EngineReport, Report } from "./report.ts";
import type { Figures } from "./results.ts";

const width = 820;
const plot = { left: 96, right: 776, top: 68, bottom: 388 };
/** The lines' names and figures stand below the plot, where no line can run. */
const table = { top: 440, row: 20, swatch: 96, name: 140, figures: [372, 470, 560, 634, 704, 776] } as const;
/** The smallest share that is shown: one mask in ten thousand. */
const leastShare = 1e-4;
/** Line colours on a light and on a dark ground (after Okabe and Ito: told apart by colour-blind eyes), and dashes besides. */
const strokes = [
  { light: "#0060a8", dark: "#6cb8ff", dash: "" },
  { light: "#2e9bd6", dark: "#a8d8ff", dash: "7 3" },
  { light: "#c24e00", dark: "#ff9a57", dash: "" },
  { light: "#00805c", dark: "#3fd0a4", dash: "" },
  { light: "#a8487f", dark: "#f09cc8", dash: "2 3" },
] as const;

type Drawn = Pick<EngineReport, "name" | "common" | "slower">;

/**
 * @param report its engines with the figures of the common schemas; up to five are drawn, in their order
 * @returns an SVG with a ground of its own, light or dark as the reader's system is
 * @throws RangeError if there is nothing to draw, or more than five engines
 */
export function drawPicture(report: {
  readonly settings: Pick<Report["settings"], "clock">;
  readonly engines: readonly Drawn[];
}): string {
  const engines = report.engines.filter(({ common }) => common.masks > 0);
  if (engines.length === 0) throw new RangeError("The report has no engine that made masks for the common schemas.");
  if (engines.length > strokes.length) throw new RangeError(`The picture has room for ${strokes.length} engines.`);
  const longest = Math.max(...engines.map(lastShown));
  const decades = Math.max(1, Math.ceil(Math.log10(longest)));
  const x = (us: number) => plot.left + (Math.log10(us) / decades) * (plot.right - plot.left);
  const y = (share: number) => plot.top + (Math.log10(share) / Math.log10(leastShare)) * (plot.bottom - plot.top);
  const { schemas } = engines[0]!.common;
  const clock = report.settings.clock === "cpu" ? "CPU" : "wall";
  const height = table.top + (engines.length + 1) * table.row;
  const heading = "How long a token mask takes: share of the masks that took longer than …";
  const subject = `${count(schemas)} schemas of MaskBench, a vocabulary of 128,256 tokens, ${clock} time; both scales are logarithmic`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${heading}</title>`,
    `<desc>${engines.map(described).join(" ")}</desc>`,
    `<style>${style(engines.length)}</style>`,
    `<clipPath id="plot"><rect x="${plot.left}" y="${plot.top - 2}" width="${plot.right - plot.left + 2}" height="${plot.bottom - plot.top + 2}"/></clipPath>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="heading" x="20" y="28">${heading}</text>`,
    `<text class="soft" x="20" y="47">${subject}</text>`,
    ...grid(decades, x, y),
    ...engines.map((engine, index) => line(engine, index, x, y)),
    ...legend(engines),
    "</svg>\n",
  ].join("\n");
}

/** The time at which an engine's line leaves the picture. */
function lastShown({ slower, common }: Drawn): number {
  return slower.find(([, masks]) => masks < leastShare * common.masks)![0];
}

function grid(decades: number, x: (us: number) => number, y: (share: number) => number): string[] {
  const parts: string[] = [];
  for (let decade = 0; decade <= decades; decade++) {
    const at = round(x(10 ** decade));
    parts.push(`<path class="grid" d="M${at} ${plot.top}V${plot.bottom}"/>`);
    parts.push(
      `<text class="soft" x="${at}" y="${plot.bottom + 18}" text-anchor="middle">${time(10 ** decade)}</text>`,
    );
  }
  for (let share = 1; share > leastShare / 2; share /= 10) {
    const at = round(y(share));
    const label = share === 1 ? "all" : `1 in ${count(Math.round(1 / share))}`;
    parts.push(`<path class="grid" d="M${plot.left} ${at}H${plot.right}"/>`);
    parts.push(`<text class="soft" x="${plot.left - 8}" y="${at + 4}" text-anchor="end">${label}</text>`);
  }
  return parts;
}

/** It falls from step to step, and to the ground where the longest mask was. */
function line({ slower, common }: Drawn, index: number, x: (us: number) => number, y: (share: number) => number) {
  const points = slower.map(([us, masks]) => {
    const share = masks / common.masks;
    // Below the least share it's out of sight, but it has to get there.
    return `${round(x(us))} ${round(share > 0 ? y(share) : plot.bottom + 20)}`;
  });
  return `<path class="line e${index}" clip-path="url(#plot)" d="M${points.join("L")}"/>`;
}

/** What stands in the table below, and in the description for those who can't see it. */
const figures: readonly (readonly [string, (of: Figures) => string])[] = [
  ["pass", ({ byStatus, schemas }) => `${round((100 * byStatus.pass) / schemas)} %`],
  ["accept invalid", ({ acceptingInvalid }) => count(acceptingInvalid)],
  ["half within", ({ maskUs }) => time(maskUs!.p50)],
  ["99 %", ({ maskUs }) => time(maskUs!.p99)],
  ["99.9 %", ({ maskUs }) => time(maskUs!.p999)],
  ["all", ({ maskUs }) => time(maskUs!.max)],
];

function legend(engines: readonly Drawn[]): string[] {
  const cells = (row: number, texts: readonly string[], kind = "") =>
    texts.map((text, column) => {
      const [x, y] = [table.figures[column], table.top + row * table.row];
      return `<text${kind} x="${x}" y="${y}" text-anchor="end">${text}</text>`;
    });
  const heads = cells(
    0,
    figures.map(([head]) => head),
    ' class="soft"',
  );
  const rows = engines.flatMap(({ name, common }, index) => {
    const base = table.top + (index + 1) * table.row;
    return [
      `<path class="line e${index}" d="M${table.swatch} ${base - 5}h32"/>`,
      `<text x="${table.name}" y="${base}">${escaped(name)}</text>`,
      ...cells(
        index + 1,
        figures.map(([, show]) => show(common)),
      ),
    ];
  });
  return [...heads, ...rows];
}

function described({ name, common }: Drawn): string {
  return `${escaped(name)}: ${figures.map(([head, show]) => `${head} ${show(common)}`).join(", ")}.`;
}

function style(engines: number): string {
  const used = strokes.slice(0, engines);
  const light = used.map(({ light, dash }, i) => `.e${i}{stroke:${light}${dash && `;stroke-dasharray:${dash}`}}`);
  const dark = used.map(({ dark }, i) => `.e${i}{stroke:${dark}}`);
  return [
    "text{font:13px system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:#1f2328}.soft{fill:#59636e;font-size:12px}",
    ".heading{font-size:16px;font-weight:600}.ground{fill:#fff;stroke:#d1d9e0}.grid{stroke:#d1d9e0;stroke-width:.7}",
    `.line{fill:none;stroke-width:2.2;stroke-linejoin:round}${light.join("")}`,
    "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.soft{fill:#9aa4af}.ground{fill:#0d1117;stroke:#3d444d}",
    `.grid{stroke:#3d444d}${dark.join("")}}`,
  ].join("");
}

function time(us: number): string {
  const [value, unit] = us < 1000 ? [us, "µs"] : us < 1e6 ? [us / 1000, "ms"] : [us / 1e6, "s"];
  return `${value >= 99.5 ? Math.round(value) : Number(value.toPrecision(2))} ${unit}`;
}

const count = (value: number) => value.toLocaleString("en-US");
const round = (value: number) => Math.round(value * 10) / 10;
const escaped = (text: string) => text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    console.error("picture: give the report that `npm run bench:maskbench -- --json` printed: picture.ts REPORT.json");
    process.exit(2);
  }
  process.stdout.write(drawPicture(JSON.parse(readFileSync(file, "utf8")) as Report));
}
