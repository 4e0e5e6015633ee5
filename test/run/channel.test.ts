import { describe, expect, it } from "vitest";
import { Channel } from "../../src/run/channel.ts";

async function read<T>(iterator: AsyncIterator<T, void>): Promise<T[]> {
  const values: T[] = [];
  for (let step = await iterator.next(); !step.done; step = await iterator.next()) values.push(step.value);
  return values;
}

describe("Channel", () => {
  it("keeps every value for a slow reader, from the moment it asked", async () => {
    const channel = new Channel<number>("all");
    channel.push(0);
    const reader = channel[Symbol.asyncIterator]();
    for (const value of [1, 2, 3]) channel.push(value);
    channel.close();
    expect(await read(reader)).toEqual([1, 2, 3]);
  });

  it("keeps only the newest value where that is what readers want", async () => {
    const channel = new Channel<number>("newest");
    const reader = channel[Symbol.asyncIterator]();
    for (const value of [1, 2, 3]) channel.push(value);
    channel.close();
    expect(await read(reader)).toEqual([3]);
  });

  it("wakes every reader that waits, and ends them all", async () => {
    const channel = new Channel<string>("all");
    const readers = [channel[Symbol.asyncIterator](), channel[Symbol.asyncIterator]()].map(read);
    channel.push("a");
    channel.close();
    expect(await Promise.all(readers)).toEqual([["a"], ["a"]]);
  });

  it("gives the error after the values before it, once", async () => {
    const channel = new Channel<string>("all");
    const reader = channel[Symbol.asyncIterator]();
    channel.push("a");
    channel.close(new Error("broken"));
    expect(await reader.next()).toEqual({ value: "a", done: false });
    await expect(reader.next()).rejects.toThrow("broken");
    expect((await reader.next()).done).toBe(true);
  });

  it("tells a reader that comes too late how it ended", async () => {
    const failed = new Channel<string>("all");
    failed.close(new Error("broken"));
    await expect(failed[Symbol.asyncIterator]().next()).rejects.toThrow("broken");
    const ended = new Channel<string>("all");
    ended.close();
    expect(await read(ended[Symbol.asyncIterator]())).toEqual([]);
  });

  it("gives a reader that joins late what came before, in one, and never twice", async () => {
    let text = "";
    const channel = new Channel<string>("all", () => text || undefined);
    const early = channel[Symbol.asyncIterator]();
    for (const piece of ["a", "b"]) {
      text += piece;
      channel.push(piece);
    }
    const late = channel[Symbol.asyncIterator]();
    channel.push("c");
    channel.close();
    expect(await read(early)).toEqual(["a", "b", "c"]);
    expect(await read(late)).toEqual(["ab", "c"]);
    const after = channel[Symbol.asyncIterator]();
    expect(await read(after)).toEqual(["ab"]);
    expect(channel.wanted).toBe(false);
  });

  it("is wanted only while somebody reads", async () => {
    const channel = new Channel<number>("all");
    expect(channel.wanted).toBe(false);
    const reader = channel[Symbol.asyncIterator]();
    expect(channel.wanted).toBe(true);
    await reader.return?.();
    expect(channel.wanted).toBe(false);
    channel.push(1);
    expect((await reader.next()).done).toBe(true);
  });
});
