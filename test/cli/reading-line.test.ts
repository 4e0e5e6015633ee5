import { describe, expect, it } from "vitest";
import { ReadingLine } from "../../src/cli/reading-line.ts";

function drawn(isTTY: boolean, patience: number, fraction?: number): string {
  const written: string[] = [];
  const stream = { isTTY, columns: 80, rows: 24, write: (text: string) => written.push(text) };
  using line = new ReadingLine(stream as never, patience);
  line.draw({ read: 1_250_000, documents: 3, fraction });
  return written.join("");
}

describe("ReadingLine", () => {
  it("says what has been read and found, and how far the document is", () => {
    expect(drawn(true, 0)).toContain("1.3 MB read, documents found: 3");
    expect(drawn(true, 0)).not.toContain("%");
    expect(drawn(true, 0, 0.509)).toContain("50 %");
  });

  it("shows nothing where there is no terminal, or not yet", () => {
    expect(drawn(false, 0)).toBe("");
    expect(drawn(true, 60_000)).toBe("");
  });

  it("is taken back, and leaves Ctrl-C as it was", () => {
    const before = process.listenerCount("SIGINT");
    const written: string[] = [];
    const stream = { isTTY: true, columns: 80, rows: 24, write: (text: string) => written.push(text) };
    {
      using line = new ReadingLine(stream as never, 0);
      line.draw({ read: 1, documents: 0, fraction: undefined });
      expect(process.listenerCount("SIGINT")).toBe(before + 1);
    }
    expect(written.at(-1)).toBe("\x1b[1A\r\x1b[J\x1b[?25h");
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
