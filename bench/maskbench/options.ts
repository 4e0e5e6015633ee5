/** What `npm run bench:maskbench` can be told, and the checks of it. */
import { parseArgs } from "node:util";

/** The peers that can be measured, in the order in which they run. */
export const peerNames = ["llguidance", "xgrammar", "web-xgrammar"] as const;
export type PeerName = (typeof peerNames)[number];

/** The layouts in which texts are taken: any that JSON has, or the one that a run of ours writes. */
export const layouts = ["any", "spaced"] as const;
export type Layout = (typeof layouts)[number];

const clocks = ["cpu", "wall"] as const;
export type Clock = (typeof clocks)[number];

export interface Options {
  /** How many schemas our constraint is measured on; all where it's left out. */
  readonly sample?: number;
  /** How many of the same schemas the peers are measured on; all where it's left out. */
  readonly peerSample?: number;
  /** What the schemas are shuffled by: a shorter sample is the beginning of a longer one. */
  readonly seed: number;
  readonly peers: readonly PeerName[];
  readonly whitespace: readonly Layout[];
  readonly clock: Clock;
  /** The most seconds that one schema may take. */
  readonly timeLimit: number;
  /** How many schemas one process serves before a new one goes on. */
  readonly recycle: number;
  /** A Python that has the peers' packages. */
  readonly python?: string;
  /** A virtual environment that has them. */
  readonly venv?: string;
  /** Where the results are kept, so that a run that was stopped goes on. */
  readonly out?: string;
  readonly json: boolean;
}

/** An option that can't be meant: the message says which, what it was and what it may be. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

const defaults = { peerSample: 300, seed: 1, timeLimit: 60, recycle: 100_000 };

export const help = `npm run bench:maskbench [-- OPTIONS]

Measures our constraint on the schemas of MaskBench (the half beside the repository), and its peers on a sample of them:
same schemas, same tokens (Llama 3, 128,256), same clock, one engine after the other. Prints tables in Markdown.

  --sample N|all       schemas for sluice (default all: 3 to 9 minutes a layout)
  --peer-sample N|all  schemas for the peers, the first of ours (default ${defaults.peerSample}, or --sample if that's less;
                       web-xgrammar takes about 10 minutes for them, and hours for all)
  --seed N             what the schemas are shuffled by (default ${defaults.seed})
  --peers LIST         of ${peerNames.join(",")}, or none (default all that are there)
  --python PATH        a Python that has the packages llguidance and xgrammar
  --venv FOLDER        a virtual environment that has them (default without either: python3)
  --whitespace LIST    of any,spaced: texts in any layout, as the peers take them, or in the one that a run of ours
                       writes (default both, a column each)
  --clock cpu|wall     cpu (default): the engine's own processor time, so that busy neighbours do little harm
  --time-limit S       seconds that one schema may take (default ${defaults.timeLimit})
  --recycle N          a new process after every N schemas (default: one for all, as in a server; the same for every engine)
  --out FOLDER         keep the results there; the same command goes on where it was stopped
  --json               the report as JSON, for programs and for bench/maskbench/picture.ts
  -h, --help

Ctrl-C stops it: what has been measured is printed; a second one ends it at once.`;

/**
 * Reads the command line.
 *
 * @param args without the program's name
 * @returns the options, or "help" where help was asked for
 * @throws OptionError for an option that isn't known, a value that isn't one of its own, or two that contradict each other
 */
export function readOptions(args: readonly string[]): Options | "help" {
  const given = parsed(args);
  if (given.help) return "help";
  if (given.python !== undefined && given.venv !== undefined) {
    throw new OptionError("--python and --venv both name a Python: give one of them.");
  }
  const sample = schemas("--sample", given.sample ?? "all");
  const wanted = schemas("--peer-sample", given["peer-sample"] ?? String(Math.min(defaults.peerSample, sample)));
  if (wanted > sample && given["peer-sample"] !== "all") {
    throw new OptionError(
      `--peer-sample ${wanted} is more than --sample ${sample}: peers run on a part of our schemas.`,
    );
  }
  const peerSample = Math.min(wanted, sample);
  return {
    ...(sample !== Infinity && { sample }),
    ...(peerSample !== Infinity && { peerSample }),
    seed: whole("--seed", given.seed, defaults.seed, 0, 2 ** 32 - 1),
    peers: given.peers === "none" ? [] : list("--peers", given.peers, peerNames, ", or none"),
    whitespace: list("--whitespace", given.whitespace, layouts),
    clock: list("--clock", given.clock ?? clocks[0], clocks, "", 1)[0]!,
    timeLimit: whole("--time-limit", given["time-limit"], defaults.timeLimit, 1, 3600),
    recycle: whole("--recycle", given.recycle, defaults.recycle, 1, defaults.recycle),
    ...path("python", given.python),
    ...path("venv", given.venv),
    ...path("out", given.out),
    json: given.json ?? false,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        sample: text,
        "peer-sample": text,
        seed: text,
        peers: text,
        python: text,
        venv: text,
        whitespace: text,
        clock: text,
        "time-limit": text,
        recycle: text,
        out: text,
        json: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : error} See --help.`);
  }
}

function schemas(option: string, given: string): number {
  return given === "all" ? Infinity : whole(option, given, 0, 1, 1_000_000, ", or all");
}

function whole(option: string, given: string | undefined, standard: number, least: number, most: number, or = "") {
  if (given === undefined) return standard;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new OptionError(
    `${option} must be a whole number from ${least} to ${most}${or}, not ${JSON.stringify(given)}.`,
  );
}

/** Those of `known` that the list names, in the order of `known`; all of them without a list. */
function list<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
  or = "",
  most: number = known.length,
): readonly T[] {
  if (given === undefined) return known;
  const names = given.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown === undefined && names.length <= most && new Set(names).size === names.length) {
    return known.filter((name) => names.includes(name));
  }
  const choice = most === 1 ? "one of" : "a list of";
  throw new OptionError(`${option} must be ${choice} ${known.join(", ")}${or}, not ${JSON.stringify(given)}.`);
}

function path<K extends string>(name: K, given: string | undefined): { readonly [P in K]?: string } {
  if (given === undefined) return {};
  if (given.trim() === "") throw new OptionError(`--${name} must be a path; it's empty.`);
  return { [name]: given } as { readonly [P in K]: string };
}
