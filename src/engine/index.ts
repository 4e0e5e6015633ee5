/**
 * Engines: local models behind one interface, the models they run, and what this computer can do.
 *
 * Start at {@link loadModel}. Every failure is an {@link EngineError}.
 */
export { type Build, type BuildChoice, builds } from "./build.ts";
export {
  type CatalogueEntry,
  cacheFolder,
  embeddedModel,
  type HubSource,
  type ListedModel,
  listModels,
  type ModelSource,
  modelPath,
  type PackageSource,
  type WheelSource,
} from "./catalogue/catalogue.ts";
export type { Progress } from "./catalogue/download.ts";
export { type PullOptions, pullModel } from "./catalogue/pull.ts";
export {
  type BuildReport,
  type DoctorOptions,
  type DoctorReport,
  doctor,
  type ModelReport,
} from "./doctor/doctor.ts";
export type {
  Chunk,
  ConstraintKind,
  Engine,
  EngineInfo,
  FinishReason,
  GenerateRequest,
  GenerateStats,
  Message,
  Sampling,
} from "./engine.ts";
export { EngineError, type EngineErrorCode, type ErrorDetails } from "./errors.ts";
export { type ModelHeader, readModelHeader } from "./gguf/check.ts";
export { samplingLimits } from "./llama/sampling.ts";
export { type LoadOptions, type LoadProgress, loadModel, prepareEngine } from "./load.ts";
