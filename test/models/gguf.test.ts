import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readGgufFileInfo } from "node-llama-cpp";
import { afterAll, describe, expect, test } from "vitest";
import {
  alignment,
  type GgufArray,
  type GgufFile,
  type GgufMetadata,
  type GgufTensor,
  type GgufValue,
  readGguf,
  readGgufMetadata,
  writeGguf,
} from "../../models/make/gguf.ts";
import { type TensorType, tensorTypes } from "../../models/make/quantise.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const wide = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Items of each type but arrays, as `[type, arbitrary]`. */
const scalars = {
  uint8: fc.integer({ min: 0, max: 0xff }),
  int8: fc.integer({ min: -0x80, max: 0x7f }),
  uint16: fc.integer({ min: 0, max: 0xffff }),
  int16: fc.integer({ min: -0x8000, max: 0x7fff }),
  uint32: fc.integer({ min: 0, max: 0xffffffff }),
  int32: fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  float32: fc.float(),
  float64: fc.double(),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  int64: fc.bigInt(wide),
  bool: fc.boolean(),
  string: text,
};
const scalar = fc.oneof(
  ...Object.entries(scalars).map(([type, item]) =>
    (item as fc.Arbitrary<unknown>).map((value) => ({ type, value }) as GgufValue),
  ),
);
const flatArray = fc.oneof(
  ...Object.entries(scalars).map(([of, item]) =>
    fc
      .array(item as fc.Arbitrary<unknown>, { maxLength: 5 })
      .map((value) => ({ type: "array", of, value }) as GgufArray),
  ),
);
const nestedArray = fc
  .array(flatArray, { maxLength: 3 })
  .map((value): GgufArray => ({ type: "array", of: "array", value }));
const metadata: fc.Arbitrary<GgufMetadata> = fc
  .uniqueArray(fc.tuple(text, fc.oneof(scalar, flatArray, nestedArray)), { selector: ([key]) => key, maxLength: 8 })
  .map((entries) => new Map(entries));

function tensor(type: TensorType): fc.Arbitrary<Omit<GgufTensor, "name">> {
  const { blockLength } = tensorTypes[type];
  const dimensions = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  );
  return dimensions.chain(([blocks, rest]) => {
    const shape = [blocks * blockLength, ...rest];
    const length = shape.reduce((product, side) => product * side, 1);
    const numbers = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), {
      minLength: length,
      maxLength: length,
    });
    return numbers.map((data) => ({ shape, type, data: Float32Array.from(data) }));
  });
}
const tensors = fc
  .array(fc.oneof(...(["F32", "F16", "Q8_0", "Q4_0"] as const).map(tensor)), { maxLength: 4 })
  .map((list): GgufTensor[] => list.map((one, index) => ({ name: `tensor.${index}`, ...one })));
const file: fc.Arbitrary<GgufFile> = fc.record({ metadata, tensors });

const architecture: GgufMetadata = new Map([["general.architecture", { type: "string", value: "none" }]]);

const folder = mkdtempSync(join(tmpdir(), "sluice-gguf-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file written and read again", () => {
  test("has the same metadata, types included, in the same order", () => {
    fc.assert(
      fc.property(file, (written) => {
        const read = readGgufMetadata(writeGguf(written));
        expect([...read]).toStrictEqual([...written.metadata]);
      }),
    );
  });

  test("has the same tensors: stored numbers survive being stored again", () => {
    fc.assert(
      fc.property(file, (written) => {
        const bytes = writeGguf(written);
        const read = readGguf(bytes);
        const heads = ({ name, shape, type }: GgufTensor) => ({ name, shape, type });
        expect(read.tensors.map(heads)).toStrictEqual(written.tensors.map(heads));
        for (const [index, { data, type }] of read.tensors.entries()) {
          if (type === "F32") expect(data).toStrictEqual(written.tensors[index]?.data);
        }
        expect(writeGguf(written)).toStrictEqual(bytes);
      }),
    );
  });

  test("is padded: its length and all tensor data are aligned", () => {
    fc.assert(fc.property(file, (written) => writeGguf(written).length % alignment === 0));
  });
});

describe("node-llama-cpp reads", () => {
  test("any metadata and tensor table", async () => {
    const path = join(folder, "any.gguf");
    // Its reader makes a tree of dotted keys; flat keys without a dot compare one to one.
    const flat = fc.array(fc.oneof(scalar, flatArray), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(flat, tensors, async (values, written) => {
        const entries = values.map((value, index) => [`key${index}`, value] as const);
        writeFileSync(path, writeGguf({ metadata: new Map([...architecture, ...entries]), tensors: written }));
        const info = await readGgufFileInfo(path, { readTensorInfo: true, logWarnings: false });
        expect(info.version).toBe(3);
        const found = info.metadata as unknown as Record<string, unknown>;
        for (const [key, value] of entries) expect(plain(found[key])).toStrictEqual(plain(value.value));
        expect(
          info.fullTensorInfo?.map(({ name, dimensions }) => ({ name, shape: dimensions.map(Number) })),
        ).toStrictEqual(written.map(({ name, shape }) => ({ name, shape })));
        for (const { offset } of info.fullTensorInfo ?? []) expect(Number(offset) % alignment).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe("what can't be written is refused", () => {
  const one = (change: Partial<GgufTensor>): GgufFile => ({
    metadata: new Map(),
    tensors: [{ name: "t", shape: [32], type: "Q8_0", data: new Float32Array(32), ...change }],
  });
  test.each([
    ["numbers that don't fill the shape", one({ shape: [64] }), /32 numbers don't fill the shape \[64\]/],
    ["rows that aren't whole blocks", one({ shape: [16, 2] }), /multiple of 32 numbers, not 16/],
    ["a long name", one({ name: "n".repeat(65) }), /at most 64 bytes/],
    ["a number out of range", { metadata: new Map([["k", u8(256)]]), tensors: [] }, /256 is not a uint8/],
    ["a fraction for a whole number", { metadata: new Map([["k", u8(1.5)]]), tensors: [] }, /1.5 is not a uint8/],
  ])("%s", (_, bad: GgufFile, message) => {
    expect(() => writeGguf(bad)).toThrow(message);
  });
});

describe("what can't be read is refused", () => {
  const good = writeGguf({ metadata: architecture, tensors: [] });
  test("another file", () => expect(() => readGguf(new Uint8Array(64))).toThrow(/not a GGUF file/));
  test("another version", () => expect(() => readGguf(good.with(4, 2))).toThrow(/version 2 is not supported/));
  test("a file cut anywhere in its head", () => {
    for (let length = 0; length < good.length - alignment; length++) {
      expect(() => readGgufMetadata(good.subarray(0, length))).toThrow();
    }
  });
});

function u8(value: number): GgufValue {
  return { type: "uint8", value };
}

/** Big integers and numbers alike as numbers, single floats as the doubles they are. */
function plain(value: unknown): unknown {
  return Array.isArray(value) ? value.map(plain) : typeof value === "bigint" ? Number(value) : value;
}
