/** The one door: what a program writes text into and reads documents, values and events from. */
import type { EventMap, ExtractEvent, Listener, PathListener } from "./events.ts";
import type { Inside } from "./inside.ts";
import { type ExtractorOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import type { Path } from "./path.ts";
import type { Progress } from "./progress.ts";
import type { ExtractResult } from "./result.ts";
import { Search } from "./search.ts";

/**
 * Makes an extractor.
 * @throws {OptionError} (a TypeError) for options that there aren't or that make no sense
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  return new Extractor(resolveOptions(options));
}

/** Reads one text. Make it with `createExtractor`. */
export class Extractor {
  private readonly search: Search;
  private result: ExtractResult | undefined;
  /** Within `write` or `end`; still so afterwards if a listener threw. */
  private reading = false;

  /** @internal */
  constructor(options: ResolvedOptions) {
    this.search = new Search(options);
  }

  /**
   * Takes the next piece of the text: characters or UTF-8 bytes, cut anywhere. Tells listeners what it finds, before it
   * returns. Nothing in the text makes it throw; what's wrong with a document is in events and in the result.
   * @throws {Error} after `end()`, from within a listener, and after a listener threw
   * @throws {TypeError} for anything but a string or a Uint8Array; nothing is read then
   * @throws what a listener throws; then the text can't be read on
   */
  write(chunk: string | Uint8Array): void {
    if (this.result !== undefined) throw new Error("write() after end()");
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) {
      throw new TypeError("write() takes a string or a Uint8Array of UTF-8");
    }
    this.enter("write");
    if (typeof chunk !== "string") this.search.feedBytes(chunk);
    else if (chunk !== "") this.search.feed(chunk);
    this.reading = false;
  }

  /**
   * The text is over. Returns how it ended; calling it again returns the same.
   * @throws {Error} from within a listener, and after a listener threw
   * @throws what a listener throws
   */
  end(): ExtractResult {
    if (this.result) return this.result;
    this.enter("end");
    this.result = this.search.end();
    this.search.emitter.emit("end", { type: "end", result: this.result });
    this.reading = false;
    return this.result;
  }

  /**
   * The live value of the current document, or of the selected one once it's complete; undefined when there is none.
   * It grows in place: read it again after each `write`, or take a `snapshot()` to keep. It's what is being built, not a
   * copy: never write to it.
   */
  get value(): unknown {
    const { findings, tree } = this.search;
    return findings.live ? tree.value : findings.shown;
  }

  /**
   * The value now: nothing that's read later changes it. Whatever didn't change since another snapshot is the same object in
   * both and in the live value, so never write to it (it isn't frozen, since that would cost more than all else).
   */
  snapshot(): unknown {
    const { findings, tree } = this.search;
    return findings.live ? tree.snapshot() : findings.shown;
  }

  /** Whether the value at a path of `value` is complete, still open (for good, if its document broke), or not there. */
  state(path: Path): "complete" | "open" | "absent" {
    const { findings, tree } = this.search;
    return findings.live ? tree.state(path) : findings.state(path);
  }

  /** How far the document in `value` has come. Its fraction never goes back; the next document starts anew. */
  get progress(): Progress {
    const { meter, tree, findings, base, start, reader } = this.search;
    const fraction = meter.fraction(tree, this.state([]) === "complete");
    const { values, characters } = findings.live ? { values: reader.values, characters: base - start } : findings;
    return { ...(fraction !== undefined && { fraction }), values, characters };
  }

  /** Nothing more of the text is needed for what's selected (unless all so far turns out to be reasoning). */
  get settled(): boolean {
    return this.search.findings.settled;
  }

  /** What the last character written belonged to. */
  get inside(): Inside {
    return this.search.inside;
  }

  /**
   * Calls `listener` for each event of that name, or, given a path pattern, for what happens to the values it matches.
   *
   * Listeners are called one by one within `write` and `end`, and aren't waited for. A promise that one returns is
   * ignored: if it's rejected and the listener doesn't handle that, it's an unhandled rejection. To wait for one's work
   * before more is read, iterate over `extract` or read from `extractStream`.
   */
  on<E extends keyof EventMap>(event: E, listener: (event: EventMap[E]) => void): this;
  /** @throws {SyntaxError} for a pattern that can't be understood */
  on(pathPattern: string, listener: PathListener): this;
  on(name: string, listener: Listener): this {
    this.search.emitter.on(name, listener);
    return this;
  }

  /** Takes a listener off again, or all listeners of that name. */
  off(name: keyof EventMap | (string & {}), listener?: Listener): this {
    this.search.emitter.off(name, listener);
    return this;
  }

  /** Calls `listener` for every event, in order. As with `on`, it isn't waited for. */
  onAny(listener: (event: ExtractEvent) => void): this {
    this.search.emitter.onAny(listener);
    return this;
  }

  offAny(listener: (event: ExtractEvent) => void): this {
    this.search.emitter.offAny(listener);
    return this;
  }

  private enter(method: string): void {
    if (this.reading) throw new Error(`${method}() from within a listener, or after a listener threw`);
    this.reading = true;
  }
}
