import { afterEach, expect, test, vi } from "vitest";
import { withoutConsole } from "../../src/engine/llama/quiet.ts";

afterEach(() => vi.restoreAllMocks());

test("what some work prints is heard by who asked for it, and what others print meanwhile goes its way", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const spy = console.error;
  const heard: [string[], string[]] = [[], []];
  const works = heard.map((lines, index) =>
    withoutConsole(
      async () => {
        console.error("begins %d", index);
        await new Promise((resolve) => setTimeout(resolve, 1));
        console.error("ends", { index });
        if (index === 1) throw new Error("fails");
      },
      (line) => lines.push(line),
    ),
  );
  console.error("meanwhile");
  const outcomes = await Promise.allSettled(works);
  console.error("afterwards");
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(heard).toEqual([0, 1].map((index) => [`begins ${index}`, `ends { index: ${index} }`]));
  expect(printed.mock.calls).toEqual([["meanwhile"], ["afterwards"]]);
  expect(console.error).toBe(spy);
});
