/**
 * Contracts: what an answer must look like, how to ask a model for it, and whether an answer keeps to it.
 *
 * - A model's faults are results (`GateResult`), collected and typed; a programmer's faults are thrown.
 * - Nothing passed in is ever changed, and every default that was filled in is reported.
 */

export { nearest } from "../options/index.ts";
export { type BoundaryCheck, boundaryCheck } from "./boundary.ts";
export { describeSchema } from "./describe.ts";
export { list } from "./explain.ts";
export { type ContractError, errorLimit, type Gate, type GateResult, gates, type Refusal, refuse } from "./gates.ts";
export { compareNatural } from "./pointer.ts";
export {
  ExampleError,
  formInstructions,
  onlyInstruction,
  type PromptMessage,
  type PromptOptions,
  promptFor,
  spacedJson,
  typeInstruction,
} from "./prompt.ts";
export { type ReadOptions, readText } from "./read.ts";
export { applyStandard } from "./standard.ts";
export { createValidator, type Validator, type ValidatorOptions } from "./validator.ts";
