/**
 * The run object: one generation under way. It can be awaited for its result, iterated for its events, watched through
 * `.partials` and `.text`, listened to with `.on`, and ended with `.abort()`, in any combination.
 */
import { createHash } from "node:crypto";
// Not through the room's index: what that brings along is heavy.
import { EngineError } from "../engine/errors.ts";
import type { Chunk, ConstraintKind, Engine, GenerateRequest, GenerateStats, Sampling } from "../engine/index.ts";
import type { EventMap, ExtractEvent, Extractor, ExtractResult, PathListener } from "../json/index.ts";
import { Channel } from "./channel.ts";
import { usualConstraint } from "./constrain.ts";
import type { RunRecord } from "./result.ts";

/** Settings every run takes. */
export interface RunOptions extends Sampling {
  /** A loaded model. The run doesn't dispose it. */
  readonly model: Engine;
  /** Most tokens to write. Default: what is left of the context. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  /**
   * Default `mask`: our token masks, which hold every keyword of the schema and don't ask the model for text that must come.
   * `gbnf`: llama.cpp's own sampler holds the model to a grammar, in which some keywords can't be said. `none` only asks
   * nicely.
   */
  readonly constraint?: ConstraintKind;
}

/** New text, as soon as its characters are whole. */
export interface TextEvent {
  readonly type: "text";
  readonly text: string;
  /** Tokens written so far. */
  readonly tokens: number;
}

/** Everything a run emits, in order: the raw text and the extractor's events. */
export type RunEvent = TextEvent | ExtractEvent;

type RunEventMap = EventMap & { text: TextEvent };

/** What a run is made of; `generate` and `plan` fill it in. */
export interface RunSetup<Result> {
  readonly options: RunOptions;
  /** Makes a reader of what is written. */
  extractor(): Extractor;
  readonly request: Pick<GenerateRequest, "prompt" | "grammar" | "constraint">;
  /** Judges what was written. */
  finish(outcome: Outcome): Promise<Result>;
}

/** What a generation came to, before it is judged. */
export interface Outcome {
  readonly extracted: ExtractResult;
  readonly text: string;
  readonly stats: GenerateStats;
  /** Why it was aborted, if it was. */
  readonly reason: unknown;
  /** The record, without what only the judge knows. */
  readonly record: Omit<RunRecord, "defaults">;
}

/**
 * A generation under way. Starts once the caller's current work is done, so listeners added right away miss nothing.
 * Awaiting it gives the result; only faults of the program or the engine reject it.
 */
export class Run<Part, Result> implements PromiseLike<Result>, AsyncIterable<RunEvent> {
  readonly #events = new Channel<RunEvent>("all");
  readonly #text = new Channel<string>("all", () => this.#written || undefined);
  readonly #partials = new Channel<Part>("newest", () => this.#newPartial());
  readonly #textListeners = new Set<(event: TextEvent) => void>();
  readonly #abort = new AbortController();
  /** Fires with the caller's signal, or at `abort()`. */
  readonly #signal: AbortSignal;
  readonly #extractor: Extractor;
  /** All text so far. */
  #written = "";
  /** The partial that was handed out last. */
  #shown: unknown;
  readonly #result: Promise<Result>;

  constructor(setup: RunSetup<Result>) {
    checkOptions(setup.options);
    const { signal } = setup.options;
    this.#signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal;
    this.#extractor = setup.extractor();
    this.#extractor.onAny((event) => this.#events.push(event));
    this.#result = Promise.resolve().then(() => this.#run(setup));
    // Whoever iterates instead of awaiting sees the error there; it must not also count as unhandled.
    this.#result.catch(() => {});
  }

  /**
   * The value as far as it's known, after every change. A partial is only to be read: it shares what didn't change with
   * the others and with events, so whoever changes one (its type forbids it) changes what they see, though never the
   * result. A slow reader gets the newest and misses those in between; one that begins late, even after the end, gets
   * the newest first.
   */
  get partials(): AsyncIterable<Part> {
    return this.#partials;
  }

  /** The raw text in pieces; one who begins late, even after the end, gets all that was written by then as the first. */
  get text(): AsyncIterable<string> {
    return this.#text;
  }

  /** Every event from now on; those before aren't kept. */
  [Symbol.asyncIterator](): AsyncIterator<RunEvent, void> {
    return this.#events[Symbol.asyncIterator]();
  }

  /**
   * Listens to an event by name, or to what happens at a path (`steps[*].title`). Returns the run.
   *
   * Listeners are called as the model writes, and aren't waited for. What one throws stops the model and rejects the run.
   * A promise that one returns is ignored: if it's rejected, and the listener doesn't handle that, it's an unhandled
   * rejection.
   */
  on<Name extends keyof RunEventMap>(name: Name, listener: (event: RunEventMap[Name]) => void): this;
  on(pathPattern: string, listener: PathListener): this;
  on(name: string, listener: (event: never) => void): this {
    if (name === "text") this.#textListeners.add(listener as (event: TextEvent) => void);
    else this.#extractor.on(name as "value", listener as (event: ExtractEvent) => void);
    return this;
  }

  /** Listens to everything, in order; as with `on`. Returns the run. */
  onAny(listener: (event: RunEvent) => void): this {
    this.#textListeners.add(listener);
    this.#extractor.onAny(listener);
    return this;
  }

  /** The value as far as it's known now, only to be read, as `partials`. Undefined before anything is known. */
  get partial(): Part | undefined {
    return this.#extractor.snapshot() as Part | undefined;
  }

  /** How far the value has come, 0 to 1, by what its schema asks for; never goes back. */
  get fraction(): number | undefined {
    return this.#extractor.progress.fraction;
  }

  /** Stops the model. The run then ends with a failure of kind `aborted` and what was known by then. */
  abort(reason?: unknown): void {
    this.#abort.abort(reason);
  }

  // biome-ignore lint/suspicious/noThenProperty: a run is awaitable by design
  then<A = Result, B = never>(
    onValue?: ((value: Result) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(onValue, onError);
  }

  async #run(setup: RunSetup<Result>): Promise<Result> {
    try {
      const stats = await this.#write(setup);
      const { reason } = this.#signal;
      this.#extractor.end();
      this.#publishPartial();
      const text = this.#written;
      const extracted = readAlone(setup.extractor(), text);
      const result = await setup.finish({
        extracted,
        text,
        stats,
        reason,
        record: recordOf(setup.options, text, stats, extracted),
      });
      this.#close();
      return result;
    } catch (error) {
      this.#close(error);
      throw error;
    }
  }

  /** Lets the model write, and hands every piece to the extractor and to whoever listens. */
  async #write({ options, request }: RunSetup<Result>): Promise<GenerateStats> {
    const extractor = this.#extractor;
    const generation = options.model.generate({
      ...request,
      sampling: options,
      ...(options.maxTokens !== undefined && { maxTokens: options.maxTokens }),
      signal: this.#signal,
      isText: () => extractor.inside === "string",
    });
    try {
      for (;;) {
        const step = await generation.next();
        if (step.done) return step.value;
        this.#publish(step.value);
      }
    } catch (error) {
      // That's something a model can do: a result.
      if (error instanceof EngineError && error.stats?.finish === "stuck") return error.stats;
      throw error;
    } finally {
      // A listener that throws ends the run; the model must not go on writing.
      await generation.return(undefined as never);
    }
  }

  #publish({ text, tokens }: Chunk): void {
    if (text === "") return;
    this.#written += text;
    const event: TextEvent = { type: "text", text, tokens };
    this.#events.push(event);
    this.#text.push(text);
    for (const listener of this.#textListeners) listener(event);
    this.#extractor.write(text);
    this.#publishPartial();
  }

  #publishPartial(): void {
    if (!this.#partials.wanted) return;
    const before = this.#shown;
    const partial = this.#newPartial();
    if (partial !== undefined && partial !== before) this.#partials.push(partial);
  }

  #newPartial(): Part | undefined {
    this.#shown = this.#extractor.snapshot();
    return this.#shown as Part | undefined;
  }

  #close(error?: unknown): void {
    this.#partials.close(error);
    this.#text.close(error);
    this.#events.close(error);
  }
}

/** The options, if there are any. Faults that types would have caught, here and below, are for callers without types. */
export function optionsOf<Options>(options: Options, needed: string): Options {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`Options are needed, at least ${needed}, not ${options === null ? "null" : typeof options}.`);
}

function checkOptions({ model, constraint = usualConstraint }: RunOptions): void {
  if (typeof model?.generate !== "function") throw new TypeError("`model` must be a loaded model: await loadModel().");
  if (!["mask", "gbnf", "none"].includes(constraint)) {
    throw new TypeError(`\`constraint\` must be "mask", "gbnf" or "none", not ${JSON.stringify(constraint)}.`);
  }
}

/**
 * Reads the whole text once more for the result: parts of what the first reading made are in partials and events, where a
 * caller may have changed them.
 */
function readAlone(extractor: Extractor, text: string): ExtractResult {
  extractor.write(text);
  return extractor.end();
}

function recordOf(
  options: RunOptions,
  text: string,
  stats: GenerateStats,
  extracted: ExtractResult,
): Omit<RunRecord, "defaults"> {
  return {
    model: options.model.info.model,
    constraint: stats.constraint,
    seed: stats.seed,
    attempts: 1,
    finish: stats.finish,
    textHash: createHash("sha256").update(text).digest("hex"),
    warnings: extracted.warnings,
    repairs: extracted.repairs,
    stats,
  };
}
