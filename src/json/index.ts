/**
 * `sluice/json`: reads what a model writes, as it writes it.
 *
 * One character state machine, the extractor around it that finds JSON in prose, fences, reasoning and tags, events with
 * paths, a live value and immutable snapshots. No Node API: it runs in a browser.
 *
 * Laws (each is a test):
 * 1. Cuts never matter: any text, in any pieces, as characters or bytes, gives the same result and the same events, once
 *    adjoining `delta`s of one value are joined (their spans adjoin: one's `end` is the next one's `start`). Progress
 *    told while a string grows comes with its deltas.
 * 2. Whole documents equal what `JSON.parse` makes of them.
 * 3. What has appeared in the value doesn't change or vanish: keys appear whole, with their value begun; strings only
 *    grow, by whole characters; numbers and literals appear whole. (Exceptions, by policy and with a warning: a duplicate
 *    key, and what turns out to be reasoning.)
 * 4. A snapshot never changes, and shares with every other snapshot whatever is the same in both.
 * 5. Text that's cut off is `truncated`: never a finished value.
 * 6. Lenient mode reads valid text just as strict mode does; what it reads past it names, places and counts; what could
 *    mean two things is an error in both.
 * 7. No text makes it throw, recurse or hang; time and memory are linear in the text.
 */
export { OptionError } from "../options/index.ts";
export { type ErrorCode, ExtractError, type Place } from "./errors.ts";
export type {
  CompleteEvent,
  DeltaEvent,
  DocumentEvent,
  EndEvent,
  ErrorEvent,
  EventMap,
  EventName,
  ExtractEvent,
  ItemEvent,
  KeyEvent,
  Kind,
  PathEvent,
  PathListener,
  ProgressEvent,
  Repair,
  Span,
  ValueEvent,
  Warning,
  WarningKind,
} from "./events.ts";
export { createExtractor, type Extractor } from "./extractor.ts";
export type { ProgressSchema } from "./guide.ts";
export type { Inside } from "./inside.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export type { ExtractorOptions, Select } from "./options.ts";
export { formatPath, type Path, toPointer } from "./path.ts";
export { type PathPattern, parsePathPattern } from "./pattern.ts";
export type { Progress } from "./progress.ts";
export type { DuplicateKeys, Numbers } from "./reader.ts";
export type { RepairName } from "./repairs.ts";
export type { Document, ExtractResult, Wrapper } from "./result.ts";
export { reasoningTags } from "./scanner.ts";
export { type JsonSource, JsonSourceError, type Location, readSource } from "./source.ts";
export { type Chunk, type ChunkSource, extract, extractStream } from "./stream.ts";
