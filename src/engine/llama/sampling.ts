/** Sampling settings: defaults and ranges. */
import { randomInt } from "node:crypto";
import type { Sampling } from "../engine.ts";
import { EngineError } from "../errors.ts";

/** Least and most of each setting. */
export const samplingLimits = {
  /** Beyond 10, llama.cpp's 32-bit logits lose their differences. */
  temperature: [0, 10],
  topK: [0, 2 ** 31 - 1],
  topP: [0, 1],
  minP: [0, 1],
  repeatPenalty: [0.1, 10],
  repeatLastTokens: [0, 65_536],
  /** llama.cpp takes 2³² - 1 to mean "draw a seed". */
  seed: [0, 2 ** 32 - 2],
} as const;

/** Fills in what isn't given: by the model's own defaults, then by ours. @throws {EngineError} `bad-option` */
export function resolveSampling(given: Sampling = {}, defaults: Sampling = {}): Required<Sampling> {
  const limits = samplingLimits;
  return {
    temperature: number("temperature", given.temperature ?? defaults.temperature ?? 0.7, ...limits.temperature),
    topK: whole("topK", given.topK ?? defaults.topK ?? 40, ...limits.topK),
    topP: number("topP", given.topP ?? defaults.topP ?? 0.95, ...limits.topP),
    minP: number("minP", given.minP ?? defaults.minP ?? 0.05, ...limits.minP),
    repeatPenalty: number(
      "repeatPenalty",
      given.repeatPenalty ?? defaults.repeatPenalty ?? 1.1,
      ...limits.repeatPenalty,
    ),
    repeatLastTokens: whole(
      "repeatLastTokens",
      given.repeatLastTokens ?? defaults.repeatLastTokens ?? 64,
      ...limits.repeatLastTokens,
    ),
    seed: whole("seed", given.seed ?? defaults.seed ?? randomInt(limits.seed[1]), ...limits.seed),
  };
}

/** A number in range. @throws {EngineError} `bad-option` */
export function number(name: string, value: number, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new EngineError("bad-option", `\`${name}\` is ${value}.`, `Use a number from ${least} to ${most}.`, {
    option: name,
  });
}

/** A whole number in range. @throws {EngineError} `bad-option` */
export function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new EngineError("bad-option", `\`${name}\` is ${value}.`, `Use a whole number from ${least} to ${most}.`, {
    option: name,
  });
}
