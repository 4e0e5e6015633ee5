/** Live values and snapshots of large documents: what is the same object, and how many objects are made. */
import { describe, expect, test } from "vitest";
import { createExtractor } from "../../src/json/index.ts";

interface Item {
  readonly id: number;
  readonly tags: readonly string[];
}

interface Big {
  readonly head: object;
  readonly items: readonly Item[];
  readonly tail?: object;
}

const count = 100_000;

/** Pieces that end within items: at a key, in a number, in a string, between two items. */
function* pieces(): Generator<string> {
  yield '{"head":{"a":[1]},"items":[';
  for (let i = 0; i < count; i++) {
    yield `{"id":${i}`;
    yield `,"tags":["t${i}`;
    yield `","x"]}${i < count - 1 ? "," : ""}`;
  }
  yield '],"tail":{"b":2}}';
}

/** Every object within a value, itself included. */
function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const child of Object.values(value)) yield* objectsIn(child);
}

describe(`an array of ${count} items`, () => {
  test("live, it's one object throughout: reading it copies nothing", () => {
    const extractor = createExtractor({ wrappers: "none" });
    let root: unknown;
    let items: unknown;
    let n = 0;
    for (const piece of pieces()) {
      extractor.write(piece);
      const value = extractor.value as Big;
      root ??= value;
      items ??= value.items;
      if (value !== root || value.items !== items) throw new Error(`copied at piece ${n}`);
      n++;
    }
    const { documents } = extractor.end();
    expect(documents[0]!.value).toBe(root);
    expect((items as unknown[]).length).toBe(count);
  });

  test("snapshots share all that's closed, never change, and make no object but the open ones", () => {
    const extractor = createExtractor({ wrappers: "none" });
    const kept: { readonly snapshot: Big; readonly length: number; readonly last: string }[] = [];
    let n = 0;
    for (const piece of pieces()) {
      extractor.write(piece);
      // Each third is taken at another place within an item.
      if (n++ % 4001 !== 0 || n === 1) continue;
      const snapshot = extractor.snapshot() as Big;
      expect(extractor.snapshot()).toBe(snapshot);
      kept.push({ snapshot, length: snapshot.items.length, last: JSON.stringify(snapshot.items.at(-1)) });
    }
    const final = extractor.end().documents[0]!.value as Big;
    expect(kept.length).toBeGreaterThan(70);
    expect(new Set(kept.map(({ last }) => last.replace(/\d+/g, "#"))).size).toBe(3);
    const seen = new Set<object>(objectsIn(final));
    const whole = seen.size;
    for (const { snapshot, length, last } of kept) {
      expect([snapshot.items.length, JSON.stringify(snapshot.items.at(-1))]).toEqual([length, last]);
      expect(snapshot.head).toBe(final.head);
      expect(snapshot.tail).toBeUndefined();
      for (let i = 0; i < length - 1; i++) {
        if (snapshot.items[i] !== final.items[i]) throw new Error(`item ${i} isn't shared`);
      }
      for (const object of [snapshot, snapshot.items, ...objectsIn(snapshot.items.at(-1))]) seen.add(object);
    }
    // The root, the array, the item that was open and its tags: at most so many are new in each snapshot.
    expect(seen.size - whole).toBeLessThanOrEqual(4 * kept.length);
    expect(final.items).toHaveLength(count);
  });

  test("once it's closed, it's the same object in every snapshot", () => {
    const extractor = createExtractor({ wrappers: "none" });
    extractor.write(`{"items":[${"[0],".repeat(count - 1)}[0]],"rest":[`);
    const { items } = extractor.snapshot() as { items: unknown[] };
    expect(items).toHaveLength(count);
    for (let i = 0; i < 1000; i++) {
      extractor.write(`"${i}",`);
      const snapshot = extractor.snapshot() as { items: unknown; rest: unknown[] };
      if (snapshot.items !== items || snapshot.rest.length !== i + 1) throw new Error(`not shared at ${i}`);
    }
  });
});

describe("many members, and many levels", () => {
  test("an object's closed members are shared", () => {
    const extractor = createExtractor({ wrappers: "none" });
    extractor.write("{");
    const snapshots: Record<string, unknown>[] = [];
    for (let i = 0; i < 2000; i++) {
      extractor.write(`"k${i}":{"v":[${i}]},`);
      if (i % 100 === 99) snapshots.push(extractor.snapshot() as Record<string, unknown>);
    }
    const last = snapshots.at(-1)!;
    for (const [n, snapshot] of snapshots.entries()) {
      expect(Object.keys(snapshot)).toHaveLength((n + 1) * 100);
      for (const [key, value] of Object.entries(snapshot))
        if (value !== last[key]) throw new Error(`${key} isn't shared`);
    }
  });

  test("what's beside an open path is shared, at every level", () => {
    const extractor = createExtractor({ wrappers: "none" });
    const depth = 200;
    for (let d = 0; d < depth; d++) extractor.write(`{"beside":[${d}],"in":`);
    let before = extractor.snapshot() as Record<string, never>;
    for (const piece of ['"a', "b", 'c"', "}"]) {
      extractor.write(piece);
      const now = extractor.snapshot() as Record<string, never>;
      let [a, b]: Record<string, never>[] = [before, now];
      for (let d = 0; d < depth - 1; d++) {
        if (a!.beside !== b!.beside) throw new Error(`not shared at level ${d}`);
        [a, b] = [a!.in!, b!.in!];
      }
      before = now;
    }
  });
});
