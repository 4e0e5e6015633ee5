/** What a run came to, from the results of its engines. This is what `--json` prints. */
import type { EngineToRun, LeftOut } from "./engines.ts";
import type { Spent } from "./harness.ts";
import { type Published, published } from "./published.ts";
import { commonTo, type Figures, figuresOf, type Result, slowerThan, sortedMasks } from "./results.ts";

export interface Settings {
  /** Schemas that our constraint was to be measured on; all of them where left out. */
  readonly sample?: number;
  readonly peerSample?: number;
  readonly seed: number;
  readonly clock: "cpu" | "wall";
  /** Seconds a schema. */
  readonly timeLimit: number;
  /** Megabytes an engine. */
  readonly memoryLimit: number;
  readonly recycle: number;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
}

/** One engine's run, as it was measured. */
export interface Run {
  readonly engine: EngineToRun;
  readonly results: ReadonlyMap<string, Result>;
  /** Whether it was stopped before the end of its sample. */
  readonly stopped: boolean;
  readonly spent: Spent;
  /** What the engine's adapter says of itself and of its clock. */
  readonly said?: string;
}

export interface EngineReport {
  readonly id: string;
  readonly name: string;
  readonly peer: boolean;
  readonly version: string;
  readonly said?: string;
  readonly stopped: boolean;
  readonly spent: Spent;
  /** Of all schemas it was given. */
  readonly all: Figures;
  /** Of the schemas that every engine was given. */
  readonly common: Figures;
  /** Of those that every engine passes: all of them masked the same positions there. */
  readonly passedByAll: Figures;
  /** Of the common schemas: how many masks took longer than so many microseconds. */
  readonly slower: readonly (readonly [number, number])[];
}

export interface Report {
  readonly settings: Settings;
  readonly machine: Machine;
  readonly engines: readonly EngineReport[];
  readonly leftOut: readonly LeftOut[];
  readonly published: readonly Published[];
}

/** @param runs of engines that have results; what is common is so to these */
export function reportOf(
  settings: Settings,
  machine: Machine,
  runs: readonly Run[],
  leftOut: readonly LeftOut[],
): Report {
  const maps = runs.map(({ results }) => results);
  const common = commonTo(maps);
  const passed = commonTo(maps, ({ status }) => status === "pass");
  const engines = runs.map(({ engine, results, stopped, spent, said }): EngineReport => {
    const figures = (ids: Iterable<string>) => figuresOf(pick(results, ids), settings.timeLimit);
    const { id, name, peer, version } = engine;
    return {
      ...{ id, name, peer, version, stopped, spent, ...(said !== undefined && { said }) },
      all: figures(results.keys()),
      common: figures(common),
      passedByAll: figures(passed),
      slower: slowerThan(sortedMasks(pick(results, common))),
    };
  });
  return { settings, machine, engines, leftOut, published };
}

function pick(results: ReadonlyMap<string, Result>, ids: Iterable<string>): Result[] {
  return [...ids].map((id) => results.get(id)!);
}
