import { describe, expect, test } from "vitest";
import { createExtractor } from "../../src/json/index.ts";
import { byByte, byCharacter, type Chunk, plainly, shared, untar } from "./support.ts";

/** JSONTestSuite: `y_` must be read, `n_` refused, `i_` must only not harm. */
const archive = shared("suites/json-test-suite.tar.gz");
const files = archive ? [...untar(archive)].map(([name, bytes]) => ({ name, bytes })) : [];

function verdict(chunks: readonly Chunk[], depth?: number) {
  const extractor = createExtractor({ wrappers: "none", ...(depth && { limits: { depth } }) });
  for (const chunk of chunks) extractor.write(chunk);
  return extractor.end();
}

describe.skipIf(!archive)("JSONTestSuite", () => {
  const cuts: [string, (bytes: Buffer) => Chunk[]][] = [
    ["by byte", (bytes) => [...bytes].map((b) => Uint8Array.of(b))],
    ["bytes in one piece", (bytes) => [new Uint8Array(bytes)]],
  ];

  test("the archive is what it was", () => {
    expect(files.filter((f) => f.name.startsWith("y_"))).toHaveLength(95);
    expect(files.filter((f) => f.name.startsWith("n_"))).toHaveLength(188);
  });

  test.each(cuts)("%s", (_, pieces) => {
    for (const { name, bytes } of files) {
      const { status, documents } = verdict(pieces(bytes), 200_000);
      if (name.startsWith("y_")) {
        expect({ name, status, value: plainly(documents[0]?.value) }).toEqual({
          name,
          status: "complete",
          value: plainly(JSON.parse(bytes.toString())),
        });
      } else if (name.startsWith("n_")) {
        expect({ name, status }).not.toEqual({ name, status: "complete" });
      }
    }
  });

  test("by character, where the bytes are text", () => {
    for (const { name, bytes } of files) {
      const text = bytes.toString();
      if (!Buffer.from(text).equals(bytes)) continue;
      const { status, documents } = verdict(byCharacter(text), 200_000);
      expect({ name, valid: status === "complete" }).toEqual({ name, valid: parses(text) });
      if (status === "complete")
        expect({ name, value: plainly(documents[0]?.value) }).toEqual({
          name,
          value: plainly(JSON.parse(withoutMark(text))),
        });
    }
  });

  test("lenient mode reads what's valid just the same", () => {
    for (const { name, bytes } of files) {
      if (!name.startsWith("y_")) continue;
      const extractor = createExtractor({ wrappers: "none", mode: "lenient", allow: ["single-quote", "escape"] });
      for (const chunk of byCharacter(bytes.toString())) extractor.write(chunk);
      const { status, documents, repairs } = extractor.end();
      const value = plainly(documents[0]?.value);
      const wanted = plainly(JSON.parse(bytes.toString()));
      expect({ name, status, value, repairs }).toEqual({ name, status: "complete", value: wanted, repairs: [] });
    }
  });

  test("within wrappers nothing valid is lost either", () => {
    for (const { name, bytes } of files) {
      if (!name.startsWith("y_")) continue;
      const extractor = createExtractor();
      for (const chunk of byByte(bytes.toString())) extractor.write(chunk);
      const { status, documents } = extractor.end();
      expect({ name, status, value: plainly(documents[0]?.value) }).toEqual({
        name,
        status: "complete",
        value: plainly(JSON.parse(bytes.toString())),
      });
    }
  });
});

/** `JSON.parse` but for a byte order mark, which it refuses and we skip, as RFC 8259 allows. */
function parses(text: string): boolean {
  try {
    JSON.parse(withoutMark(text));
    return true;
  } catch {
    return false;
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}
