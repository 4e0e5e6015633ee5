/** Sampling settings: defaults and ranges. */
import { randomInt } from "node:crypto";
import type { Sampling } from "../engine.ts";
import { EngineError } from "../errors.ts";

/** llama.cpp takes the largest 32-bit number to mean "draw a seed"; it is never used as one. */
const seeds = 2 ** 32 - 1;

/** Fills in what isn't given. @throws {EngineError} `bad-option` */
export function resolveSampling(given: Sampling = {}, defaultSeed?: number): Required<Sampling> {
  return {
    // Up to 10: beyond it llama.cpp's 32-bit logits lose their differences.
    temperature: number("temperature", given.temperature ?? 0.7, 0, 10),
    topK: whole("topK", given.topK ?? 40, 0, 2 ** 31 - 1),
    topP: number("topP", given.topP ?? 0.95, 0, 1),
    minP: number("minP", given.minP ?? 0.05, 0, 1),
    repeatPenalty: number("repeatPenalty", given.repeatPenalty ?? 1.1, 0.1, 10),
    repeatLastTokens: whole("repeatLastTokens", given.repeatLastTokens ?? 64, 0, 65_536),
    seed: whole("seed", given.seed ?? defaultSeed ?? randomInt(seeds), 0, seeds - 1),
  };
}

/** A number in range. @throws {EngineError} `bad-option` */
export function number(name: string, value: number, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new EngineError("bad-option", `${name} is ${value}.`, `Use a number from ${least} to ${most}.`, {
    option: name,
  });
}

/** A whole number in range. @throws {EngineError} `bad-option` */
export function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new EngineError("bad-option", `${name} is ${value}.`, `Use a whole number from ${least} to ${most}.`, {
    option: name,
  });
}
