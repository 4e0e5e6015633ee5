/** A report in Markdown: what was measured, what is known of the peers, and what each figure means. */
import { type Known, type Published, sources } from "./published.ts";
import type { EngineReport, Report } from "./report.ts";
import type { Figures, Spread, Status } from "./results.ts";

/** One row of a table of figures; `best` says which end of it is the good one. */
interface Row {
  readonly name: string;
  readonly value: (figures: Figures) => number | undefined;
  readonly show: (value: number, figures: Figures) => string;
  readonly best?: "least" | "most";
}

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const ofAll = (value: number, { schemas }: Figures) => `${whole(value)} (${((100 * value) / schemas).toFixed(1)} %)`;
const inStatus = (name: string, status: Status): Row => {
  return { name, value: ({ byStatus }) => byStatus[status], show: whole, best: "least" };
};
const maskTime = (name: string, of: (spread: Spread) => number): Row => {
  return { name, value: ({ maskUs }) => maskUs && of(maskUs), show: time, best: "least" };
};
const compileTime = (name: string, of: (spread: Spread) => number): Row => {
  return { name, value: ({ compileUs }) => compileUs && of(compileUs) / 1000, show: time, best: "least" };
};

const rows: readonly Row[] = [
  { name: "schemas", value: ({ schemas }) => schemas, show: whole },
  { name: "that pass", value: ({ byStatus }) => byStatus.pass, show: ofAll, best: "most" },
  inStatus("refused at compiling", "compile_error"),
  inStatus("a valid instance refused", "validation_error"),
  { name: "an invalid instance accepted", value: (figures) => figures.acceptingInvalid, show: whole, best: "least" },
  inStatus("crashed", "crash"),
  inStatus("out of memory", "oom"),
  inStatus("out of time", "timeout"),
  { name: "valid instances refused", value: ({ validRefused }) => validRefused, show: whole, best: "least" },
  { name: "invalid instances accepted", value: ({ invalidAccepted }) => invalidAccepted, show: whole, best: "least" },
  { name: "masks", value: ({ masks }) => masks, show: whole },
  maskTime("mask, µs: p50", ({ p50 }) => p50),
  maskTime("mean", ({ mean }) => mean),
  maskTime("p90", ({ p90 }) => p90),
  maskTime("p99", ({ p99 }) => p99),
  maskTime("p99.9", ({ p999 }) => p999),
  maskTime("max", ({ max }) => max),
  compileTime("compile, ms: p50", ({ p50 }) => p50),
  compileTime("mean", ({ mean }) => mean),
  compileTime("p99", ({ p99 }) => p99),
  compileTime("max", ({ max }) => max),
];
/** Where every schema passes, only the times say something. */
const timeRows = rows.filter(({ name }, index) => name === "schemas" || index >= rows.length - 11);

export function markdownOf(report: Report): string {
  const { engines, leftOut, settings } = report;
  const parts = ["# MaskBench", conditions(report)];
  const peers = engines.some(({ peer }) => peer);
  const common = engines[0]?.common.schemas ?? 0;
  const passed = engines[0]?.passedByAll.schemas ?? 0;
  if (peers) {
    const which = `the first ${whole(common)} of a shuffle (seed ${settings.seed})`;
    parts.push(`## The schemas that every engine was given: ${which}`, figuresTable(engines, "common", rows));
    parts.push(`## Of those, the ${whole(passed)} that every engine passes`);
    parts.push(figuresTable(engines, "passedByAll", timeRows));
  }
  const ours = engines.filter(({ peer }) => !peer);
  const further = ours.filter(({ all }) => !peers || all.schemas > common);
  if (further.length > 0) parts.push("## All schemas that sluice was given", figuresTable(further, "all", rows));
  parts.push("## Beside what is known of the peers over all of MaskBench", besidePublished(ours, report.published));
  if (leftOut.length > 0) {
    parts.push(
      "## Left out",
      leftOut.map(({ name, why, remedy }) => `- ${name}: ${why}. To have it: \`${remedy}\`.`).join("\n"),
    );
  }
  parts.push("## What the figures mean", meanings(report));
  return `${parts.join("\n\n")}\n`;
}

function conditions({ settings, machine, engines }: Report): string {
  const { clock, timeLimit, memoryLimit, recycle } = settings;
  const lines = [
    `${machine.processor}, ${machine.cores} cores; Node ${machine.node}.`,
    `${clock === "cpu" ? "CPU" : "Wall"} time; limits of ${timeLimit} s and ${whole(memoryLimit)} MB a schema; a new process after ${whole(recycle)} schemas.`,
  ];
  for (const { name, spent, stopped, all, said } of engines) {
    const clockSays = said?.split("; ").slice(1).join("; ");
    const note = clockSays ? `; ${clockSays}` : "";
    const cut = stopped ? ", stopped before the end" : "";
    lines.push(
      `${name}: ${whole(all.schemas)} schemas in ${whole(spent.seconds)} s at a load of ${spent.load.toFixed(1)}${cut}${note}.`,
    );
  }
  return lines.map((line) => `- ${line}`).join("\n");
}

function figuresTable(
  engines: readonly EngineReport[],
  of: "all" | "common" | "passedByAll",
  chosen: readonly Row[],
): string {
  const lines = chosen.map(({ name, value, show, best }) => {
    const values = engines.map((engine) => value(engine[of]));
    const shown = values.map((v, i) => (v === undefined ? "–" : show(v, engines[i]![of])));
    return [name, ...emphasised(values, shown, best)];
  });
  return table(["", ...engines.map(({ name }) => name)], lines);
}

/** The best of a row stands out, unless all are the same. */
function emphasised(values: readonly (number | undefined)[], shown: readonly string[], best: Row["best"]): string[] {
  const known = values.filter((value) => value !== undefined);
  if (best === undefined || new Set(shown).size < 2) return [...shown];
  const top = (best === "most" ? Math.max : Math.min)(...known);
  const winner = shown[values.indexOf(top)];
  return shown.map((text) => (text === winner ? `**${text}**` : text));
}

function besidePublished(ours: readonly EngineReport[], peers: readonly Published[]): string {
  const head = ["", "schemas", "pass", "accept an invalid instance", "mask, µs: p50 / mean / p99 / max", "compile, ms"];
  const marks = new Map(
    Object.keys(sources).map((source, index) => [source, "*".repeat(index + 1).replaceAll("*", "\\*")]),
  );
  const cells = (
    name: string,
    schemas: number,
    passing: number,
    accepting: number,
    times: Known[],
    compile: Known[],
  ) => [
    name,
    whole(schemas),
    `${((100 * passing) / schemas).toFixed(1)} %`,
    `${whole(accepting)} (${((100 * accepting) / schemas).toFixed(1)} %)`,
    times.map(known).join(" / ") || "–",
    compile.map(known).join(" / ") || "–",
  ];
  const four = (spread: Spread | undefined, unit: number) =>
    spread ? [spread.p50, spread.mean, spread.p99, spread.max].map((value) => value / unit) : [];
  const lines = ours.map(({ name, all }) =>
    cells(name, all.schemas, all.byStatus.pass, all.acceptingInvalid, four(all.maskUs, 1), four(all.compileUs, 1000)),
  );
  for (const { engine, source, schemas, passing, acceptingInvalid, maskUs, compileMs } of peers) {
    const name = `${engine} ${marks.get(source)}`;
    const ordered = ({ p50, mean, p99, max }: Published["maskUs"]) => [p50, mean, p99, max];
    lines.push(cells(name, schemas, passing, acceptingInvalid, ordered(maskUs), ordered(compileMs)));
  }
  const notes = Object.entries(sources).map(([source, text]) => `${marks.get(source)} Not of this run: ${text}.`);
  return [table(head, lines), ...notes].join("\n\n");
}

function meanings({ settings, engines }: Report): string {
  const peers = engines.some(({ peer }) => peer);
  const list = [
    "A schema passes if it compiles, all its valid instances are taken and none of its invalid ones. One without instances passes by compiling. The end of an instance isn't looked at (MaskBench's rule). An error's class is that of the last failing instance, but *an invalid instance accepted* counts every schema with at least one.",
    "Mask: the time to make a token's mask, look the token up in it and go on. Compile: from the schema's text to where the first mask can be asked for; a schema out of time counts with the limit. What is made once a vocabulary isn't in either.",
    "An engine that refuses a schema makes no masks for it, and one that refuses an instance none for the rest of it: over the same schemas, the engines' masks aren't of the same positions. Over those that all pass they are, but for where an invalid instance is refused.",
    "p99: 99 % took at most that. Bold: the best of a row.",
    "Any layout: JSON with any white space, and integers written `1.0`, as LLGuidance takes them. Spaced: only `, ` and `: `, and integers as `1`, which is what a run of ours lets a model write. XGrammar and web-xgrammar are set up as MaskBench has them: `, ` and `: ` only, objects closed unless the schema opens them.",
    "JavaScript is compiled while it runs, which this counts: the first schemas after a process has started cost sluice several times what later ones do, so a larger sample, or `--recycle`, moves its figures. Native engines don't change so. JavaScript's clock counts whole microseconds, at least one.",
  ];
  if (peers && settings.peerSample !== settings.sample) {
    list.push(
      "The schemas given to all are the first that sluice was given, so its figures there are those of a process that has just started.",
    );
  }
  return list.map((line) => `- ${line}`).join("\n");
}

function known(value: Known): string {
  return typeof value === "number" ? time(value) : value.map(time).join("–");
}

/** Two significant digits below a hundred, whole numbers above. */
function time(value: number): string {
  if (value >= 99.5) return whole(value);
  const rounded = Number(value.toPrecision(2));
  return String(rounded);
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
