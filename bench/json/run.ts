/**
 * `npx tsx bench/json/run.ts [--ours] [WORK…]`: measures our reader and its peers, and prints a table with the targets.
 *
 * `WORK`: only the work whose name contains one of these. `--ours`: without the peers. The peers come from a package of
 * their own: `npm ci --prefix bench/json`; what isn't installed is left out, and said.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Measurement } from "./measure.ts";
import { readers } from "./readers.ts";
import { type Work, works } from "./works.ts";

const measurer = fileURLToPath(new URL("measure.ts", import.meta.url));
const args = process.argv.slice(2);
const alone = args.includes("--ours");
const wanted = args.filter((a) => a !== "--ours");

function measure(reader: string, work: Work): Measurement | undefined {
  const options = ["--import", "tsx", "--expose-gc", measurer, reader, work.name];
  const output = execFileSync(process.execPath, options, { encoding: "utf8", timeout: 300_000 });
  return (JSON.parse(output.trim().split("\n").at(-1)!) as Measurement | null) ?? undefined;
}

function inUnit({ unit }: Work, { time, parse, tokens, megabytes }: Measurement): number {
  if (unit === "µs/token") return time / tokens;
  return unit === "MB/s" ? (megabytes / time) * 1e6 : time / parse;
}

const show = (n: number) => (n < 10 ? n.toFixed(n < 1 ? 3 : 2) : String(Math.round(n)));

console.log("| work | reader | | of the best peer | × JSON.parse | target |\n|---|---|---|---|---|---|");
for (const work of works) {
  if (wanted.length > 0 && !wanted.some((w) => work.name.includes(w))) continue;
  const rows: { name: string; measured: Measurement; value: number }[] = [];
  for (const { name } of alone ? readers.slice(0, 1) : readers) {
    const measured = measure(name, work);
    if (measured) rows.push({ name, measured, value: inUnit(work, measured) });
  }
  const peers = rows.slice(1).filter(({ measured }) => !measured.wrong);
  const rates = work.unit === "MB/s";
  const best = peers.length > 0 ? (rates ? Math.max : Math.min)(...peers.map((p) => p.value)) : undefined;
  for (const [i, { name, measured, value }] of rows.entries()) {
    const target = rates ? (best ?? Number.NaN) * work.target : work.target;
    const met = rates ? value >= target : value <= target;
    const { kept, keptByParse, wrong } = measured;
    const memory = kept ? `; keeps ${(kept / keptByParse!).toFixed(2)} ×` : "";
    const cells = [
      i === 0 ? work.name : "",
      name,
      `${show(value)} ${work.unit}${memory}${wrong ? " (wrong)" : ""}`,
      i === 0 && best ? `${(value / best).toFixed(2)} ×` : "",
      show(measured.time / measured.parse),
      i === 0
        ? `${rates ? "≥" : "≤"} ${Number.isNaN(target) ? "1.4 × the best peer" : show(target)} ${met ? "✓" : "✗"}`
        : "",
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
