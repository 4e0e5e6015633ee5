/** The extractor where text comes as a stream: as an async iterable of events, and as a web `TransformStream`. */
import type { ExtractEvent } from "./events.ts";
import { createExtractor, Extractor } from "./extractor.ts";
import type { ExtractorOptions } from "./options.ts";

/** Text or UTF-8 bytes, cut anywhere. */
export type Chunk = string | Uint8Array;

/** Where text comes from. */
export type ChunkSource = Iterable<Chunk> | AsyncIterable<Chunk> | ReadableStream<Chunk>;

/** Longer chunks are read in parts, so that not more events are waiting than so much text makes. */
const longestPart = 2 ** 14;

/**
 * Reads a source, and yields every event, the last one `end` with the result. The source is asked for more only when all
 * events so far were taken, and is closed when the reader stops early.
 *
 * @param how options, or an extractor, whose live value can then be read between events
 */
export async function* extract(
  source: ChunkSource,
  how: ExtractorOptions | Extractor = {},
): AsyncGenerator<ExtractEvent, void> {
  const extractor = how instanceof Extractor ? how : createExtractor(how);
  let events: ExtractEvent[] = [];
  const taken = () => {
    const taken = events;
    events = [];
    return taken;
  };
  const listener = (event: ExtractEvent) => void events.push(event);
  extractor.onAny(listener);
  try {
    for await (const chunk of Symbol.asyncIterator in source || Symbol.iterator in source ? source : chunksOf(source)) {
      for (const part of partsOf(chunk)) {
        extractor.write(part);
        yield* taken();
      }
    }
    extractor.end();
    yield* taken();
  } finally {
    extractor.offAny(listener);
  }
}

/**
 * Text in, events out: `reply.pipeThrough(extractStream())`. As with any transform stream, what is piped in waits until
 * what came out is read.
 */
export function extractStream(options: ExtractorOptions = {}): TransformStream<Chunk, ExtractEvent> {
  const extractor = createExtractor(options);
  return new TransformStream<Chunk, ExtractEvent>({
    start(controller) {
      extractor.onAny((event) => controller.enqueue(event));
    },
    transform: (chunk) => extractor.write(chunk),
    flush: () => void extractor.end(),
  });
}

function* partsOf(chunk: Chunk): Generator<Chunk> {
  for (let i = 0; i < chunk.length; i += longestPart) yield chunk.slice(i, i + longestPart);
}

/** For browsers whose streams can't be iterated over. */
async function* chunksOf(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void> {
  const reader = stream.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    await reader.cancel();
  }
}
