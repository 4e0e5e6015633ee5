/** What the measured rounds come to, and whether the targets are met. */
import type { Sample, Variant } from "./measure.ts";

/** The samples of one round: the variants under the same seed, one after the other. */
export type Round = Readonly<Record<Variant, Sample>>;

/** One line of the table. Times in milliseconds a token, medians; ratios are medians of the rounds' own. */
export interface Row {
  readonly case: string;
  readonly wall: Readonly<Record<Variant, number>>;
  readonly cpu: Readonly<Record<Variant, number>>;
  /** Tokens of a text, and the share of them that had to come, with `mask`. */
  readonly tokens: number;
  readonly forcedShare: number;
  /** The share of the evaluations that had to be done again, over `mask` and `step`. */
  readonly againShare: number;
  /** How many times the speed of another: above 1 is faster. */
  readonly ratios: {
    readonly stepToNone: number;
    readonly maskToNone: number;
    readonly maskToGbnf: number;
  };
  /** What `mask` to `none` can be on this machine: a token in a batch isn't free. */
  readonly bound: number;
  /** Names of the targets that are missed. */
  readonly missed: readonly string[];
}

export type Clock = "wall" | "cpu";

export function rowOf(name: string, rounds: readonly Round[], batchCost: number, clock: Clock): Row {
  const of = (variant: Variant, what: Clock) => median(rounds.map((round) => round[variant][what]));
  const ratio = (fast: Variant, slow: Variant) =>
    median(rounds.map((round) => round[slow][clock] / round[fast][clock]));
  const sum = (variant: Variant, what: "tokens" | "forced" | "evaluations" | "reevaluated") =>
    rounds.reduce((total, round) => total + round[variant].stats[what], 0);
  const each = <T>(make: (variant: Variant) => T) => ({
    none: make("none"),
    gbnf: make("gbnf"),
    step: make("step"),
    mask: make("mask"),
  });
  const forcedShare = sum("mask", "forced") / sum("mask", "tokens");
  const again = sum("mask", "reevaluated") + sum("step", "reevaluated");
  const ratios = {
    stepToNone: ratio("step", "none"),
    maskToNone: ratio("mask", "none"),
    maskToGbnf: ratio("mask", "gbnf"),
  };
  return {
    case: name,
    wall: each((variant) => of(variant, "wall")),
    cpu: each((variant) => of(variant, "cpu")),
    tokens: sum("mask", "tokens") / rounds.length,
    forcedShare,
    againShare: again / (sum("mask", "evaluations") + sum("step", "evaluations")),
    ratios,
    bound: 1 / (1 - forcedShare + forcedShare * batchCost),
    missed: missedTargets(name, forcedShare, ratios),
  };
}

/** The targets of the design: what masks may cost, and what jumping over forced text must bring. */
function missedTargets(name: string, forcedShare: number, ratios: Row["ratios"]): string[] {
  const least = forcedShare >= 0.6 ? 2 : forcedShare >= 0.3 ? 1.25 : 0;
  const missed: string[] = [];
  if (ratios.stepToNone < 0.97) missed.push("step ≥ 0.97 × none");
  if (ratios.maskToNone < least) missed.push(`mask ≥ ${least} × none`);
  if (ratios.maskToGbnf < (name === "plan" ? 1.4 : 1)) missed.push(`mask ≥ ${name === "plan" ? 1.4 : 1} × gbnf`);
  return missed;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A Markdown table of the rows. */
export function tableOf(rows: readonly Row[], clock: Clock): string {
  const head = [
    "case",
    "tokens",
    "forced",
    "again",
    "none, ms",
    "gbnf, ms",
    "mask, no jump, ms",
    "mask, ms",
    "no jump ÷ none",
    "mask ÷ none (bound)",
    "mask ÷ gbnf",
    "missed",
  ];
  const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
  const lines = rows.map((row) => {
    const times = row[clock];
    const { stepToNone, maskToNone, maskToGbnf } = row.ratios;
    return [
      row.case,
      row.tokens.toFixed(0),
      percent(row.forcedShare),
      percent(row.againShare),
      ...[times.none, times.gbnf, times.step, times.mask].map((time) => time.toFixed(2)),
      `${stepToNone.toFixed(2)} ×`,
      `${maskToNone.toFixed(2)} × (${row.bound.toFixed(2)})`,
      `${maskToGbnf.toFixed(2)} ×`,
      row.missed.join("; ") || "–",
    ];
  });
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
