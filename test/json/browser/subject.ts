/** What is read here and in the browser, to be compared. No Node API. */
import { createExtractor, type ExtractorOptions } from "../../../src/json/index.ts";

export interface Subject {
  readonly text: string;
  readonly options: ExtractorOptions;
}

/** What comes of a text in one piece, by character and by byte: the result and all events. */
export function outcomes({ text, options }: Subject): unknown[] {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
  return [[text], text.split(""), bytes].map((chunks) => {
    const extractor = createExtractor(options);
    const events: unknown[] = [];
    extractor.onAny((event) => events.push(event));
    for (const chunk of chunks) extractor.write(chunk);
    return { result: extractor.end(), value: extractor.value, events };
  });
}
