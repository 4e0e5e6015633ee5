/**
 * `npx tsx bench/json/run.ts [--ours] [WORK…]`: measures our reader and its peers, and prints a table with the targets.
 *
 * `WORK`: only the work whose name contains one of these. `--ours`: without the peers. The peers come from a package of
 * their own: `npm ci --prefix bench/json`; what isn't installed is left out, and said.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Measurement } from "./measure.ts";
import { readers } from "./readers.ts";
import { type Work, works } from "./works.ts";

/** What one reader costs at one thing. */
interface Result {
  readonly reader: string;
  readonly value: number;
  /** Of `JSON.parse`. */
  readonly ratio?: number;
  readonly wrong?: boolean;
}

/** The most a value may be, or the least a rate must be, in the unit; a rate's is in times the best peer's. */
interface Target {
  readonly unit: string;
  readonly target: number;
}

const measurer = fileURLToPath(new URL("measure.ts", import.meta.url));
const args = process.argv.slice(2);
const wanted = args.filter((arg) => arg !== "--ours");
const measured = args.includes("--ours") ? readers.slice(0, 1) : readers;
/** Readers that wait for the whole text: compared only where no other peer reads on. */
const waiting: ReadonlySet<string> = new Set(readers.filter(({ whole }) => whole).map(({ name }) => name));

/** Measures in a process of its own. A peer that fails there is left out, and said to. */
function measure(reader: string, work: Work): Measurement | undefined {
  const options = ["--import", "tsx", "--expose-gc", measurer, reader, work.name];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: "utf8", timeout: 300_000 });
  if (status === 0) return (JSON.parse(stdout.trim().split("\n").at(-1)!) as Measurement | null) ?? undefined;
  console.error(`${reader} failed at ${work.name}: ${/^\w*Error.*$/m.exec(stderr)?.[0] ?? "no answer in 5 minutes"}`);
  return undefined;
}

function inUnit({ unit }: Work, { time, parse, tokens, megabytes }: Measurement): number {
  if (unit === "µs/token") return time / tokens;
  return unit === "MB/s" ? (megabytes / time) * 1e6 : time / parse;
}

const show = (n: number) => (n < 10 ? n.toFixed(n < 1 ? 3 : 2) : String(Math.round(n)));

/** Prints our line, with the target, and those of the peers below it. */
function print(name: string, { unit, target }: Target, results: readonly Result[]): void {
  const rate = unit === "MB/s";
  const [ours, ...peers] = results;
  const right = peers.filter(({ wrong }) => !wrong);
  const reading = right.filter(({ reader }) => !waiting.has(reader));
  const compared = (reading.length > 0 ? reading : right).map(({ value }) => value);
  const best = compared.length > 0 ? (rate ? Math.max : Math.min)(...compared) : undefined;
  const bound = rate ? best && best * target : target;
  const met = bound !== undefined && ours && (rate ? ours.value >= bound : ours.value <= bound);
  const aim = `${rate ? "≥" : "≤"} ${bound === undefined ? `${target} × the best peer` : `${show(bound)} ${met ? "✓" : "✗"}`}`;
  for (const { reader, value, ratio, wrong } of results) {
    const first = reader === ours?.reader;
    const cells = [
      first ? name : "",
      waiting.has(reader) ? `${reader} (whole text)` : reader,
      `${show(value)} ${unit}${wrong ? " (wrong)" : ""}`,
      first && best ? `${(value / best).toFixed(2)} ×` : "",
      ratio === undefined ? "" : show(ratio),
      first ? aim : "",
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

console.log("| work | reader | | of the best peer | × JSON.parse | target |\n|---|---|---|---|---|---|");
/** Per token, by reader: what live values of the smallest document cost. */
let smallest: ReadonlyMap<string, number> | undefined;
for (const work of works) {
  if (wanted.length > 0 && !wanted.some((w) => work.name.includes(w))) continue;
  const done = measured.flatMap(({ name }) => {
    const measurement = measure(name, work);
    return measurement ? [{ name, measurement, value: inUnit(work, measurement) }] : [];
  });
  const results = done.map(({ name, measurement: { time, parse, wrong }, value }): Result => {
    return { reader: name, value, ratio: time / parse, ...(wrong && { wrong }) };
  });
  print(work.name, work, results);
  if (work.memory) {
    const kept = done.filter(({ measurement }) => measurement.kept);
    print(
      "memory kept, 10 MB",
      { unit: "× the plain value", target: 1.5 },
      kept.map(({ name, measurement: { kept, keptByParse } }) => ({ reader: name, value: kept! / keptByParse! })),
    );
  }
  if (work.mode !== "live") continue;
  const before = smallest;
  if (!before) smallest = new Map(done.map(({ name, value }) => [name, value]));
  else if (work.size === Math.max(...works.filter(({ mode }) => mode === "live").map(({ size }) => size))) {
    const grown = done.filter(({ name }) => before.has(name));
    print(
      "live value, growth from the smallest",
      { unit: "×", target: 1.3 },
      grown.map(({ name, value }) => ({ reader: name, value: value / before.get(name)! })),
    );
  }
}
