/** What is known of the peers over all of MaskBench, for a table beside our own figures. None of it was measured in a run. */

/** A figure, or the lowest and the highest of several runs. */
export type Known = number | readonly [number, number];

export interface Published {
  readonly engine: string;
  readonly source: keyof typeof sources;
  readonly schemas: number;
  readonly passing: number;
  /** Schemas that accept an invalid instance. */
  readonly acceptingInvalid: number;
  readonly maskUs: { readonly p50: Known; readonly mean: Known; readonly p99: Known; readonly max: Known };
  /** Milliseconds. */
  readonly compileMs: { readonly p50: Known; readonly mean: Known; readonly p99: Known; readonly max: Known };
}

export const sources = {
  harness:
    "measured earlier with this harness over all schemas but one, on a virtual machine with two cores (CPU time, limit of 60 s a schema, 0.7 to 1.2 µs of Python in every mask)",
  readme:
    "the table in MaskBench's README: another machine (96 threads, wall time, limit of 900 s); of invalid instances it counts the schemas whose last failing instance is one",
} as const;

export const published: readonly Published[] = [
  {
    engine: "LLGuidance 1.9.1",
    source: "harness",
    schemas: 11_305,
    passing: 9_489,
    acceptingInvalid: 0,
    maskUs: { p50: 9, mean: 25, p99: [255, 371], max: 16_300 },
    compileMs: { p50: 0.71, mean: 1.2, p99: 10, max: 1_400 },
  },
  {
    engine: "LLGuidance 1.9.1, unknown keywords ignored",
    source: "harness",
    schemas: 11_305,
    passing: 10_750,
    acceptingInvalid: 103,
    maskUs: { p50: 9, mean: 25, p99: [255, 371], max: 16_300 },
    compileMs: { p50: 0.71, mean: 1.2, p99: 10, max: 1_400 },
  },
  {
    engine: "XGrammar 0.2.9",
    source: "harness",
    schemas: 11_305,
    passing: 9_669,
    acceptingInvalid: 443,
    maskUs: { p50: 4, mean: [25, 55], p99: [219, 508], max: 102_000 },
    compileMs: { p50: 1.9, mean: 86, p99: 1_700, max: 60_000 },
  },
  {
    engine: "LLGuidance 0.7.10",
    source: "readme",
    schemas: 11_306,
    passing: 8_909,
    acceptingInvalid: 0,
    maskUs: { p50: 46, mean: 64, p99: 533, max: 33_055 },
    compileMs: { p50: 1.037, mean: 1.85, p99: 17.988, max: 229.367 },
  },
  {
    engine: "XGrammar 0.1.17",
    source: "readme",
    schemas: 11_306,
    passing: 8_122,
    acceptingInvalid: 1_368,
    maskUs: { p50: 9, mean: 728, p99: 5_687, max: 6_283_834 },
    compileMs: { p50: 919.459, mean: 27_062, p99: 900_000, max: 900_000 },
  },
  {
    engine: "llama.cpp (llama-cpp-python 0.3.8)",
    source: "readme",
    schemas: 11_306,
    passing: 6_505,
    acceptingInvalid: 649,
    maskUs: { p50: 17_021, mean: 16_565, p99: 60_371, max: 1_129_560 },
    compileMs: { p50: 0.312, mean: 92.371, p99: 28.558, max: 900_000 },
  },
  {
    engine: "Outlines-core 0.2.3",
    source: "readme",
    schemas: 11_306,
    passing: 7_050,
    acceptingInvalid: 822,
    maskUs: { p50: 34, mean: 1_858, p99: 7_184, max: 1_100_000 },
    compileMs: { p50: 587.9, mean: 18_352, p99: 413_000, max: 900_000 },
  },
];
