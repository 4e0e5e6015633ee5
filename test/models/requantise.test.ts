import { describe, expect, test } from "vitest";
import { type GgufTensor, readGguf, writeGguf } from "../../models/make/gguf.ts";
import { tensorTypes } from "../../models/make/quantise.ts";
import { requantise } from "../../models/make/requantise.ts";

/** Levels 0 to 15 up and down again, a quarter apart, from -2 on: Q4_1 holds them exactly. */
const levels = Float32Array.from({ length: 32 }, (_, i) => (i < 16 ? i : 31 - i) / 4 - 2);
const norm: GgufTensor = { name: "blk.0.attn_norm.weight", shape: [32], type: "F32", data: levels.map((x) => x / 3) };
const matrix: GgufTensor = { name: "blk.0.attn_q.weight", shape: [32, 1], type: "Q4_1", data: levels };
const embedding: GgufTensor = { ...matrix, name: "token_embd.weight", type: "Q8_0" };
const model = writeGguf({
  metadata: new Map([
    ["general.architecture", { type: "string", value: "llama" }],
    ["general.file_type", { type: "uint32", value: 3 }],
  ]),
  tensors: [embedding, norm, matrix],
});

describe("a block of Q4_1", () => {
  test("is a step, a least number and 32 levels: byte i holds number i low, number 16 + i high", () => {
    const half = [0x00, 0x34]; // 0.25
    const least = [0x00, 0xc0]; // -2
    const pairs = Array.from({ length: 16 }, (_, i) => i | ((15 - i) << 4));
    expect([...tensorTypes.Q4_1.pack(levels)]).toEqual([...half, ...least, ...pairs]);
    expect(tensorTypes.Q4_1.unpack(Uint8Array.from([...half, ...least, ...pairs]), 32)).toEqual(levels);
  });
});

describe("requantise", () => {
  test.each([
    ["F16", 1, ["F16", "F32", "F16"]],
    ["Q8_0", 7, ["Q8_0", "F32", "Q8_0"]],
    ["Q4_0", 2, ["Q8_0", "F32", "Q4_0"]],
    ["Q4_1", 3, ["Q8_0", "F32", "Q4_1"]],
  ] as const)("to %s: matrices change, vectors don't, and the file says so", (type, fileType, types) => {
    const made = readGguf(requantise(model, type));
    expect(made.tensors.map((tensor) => tensor.type)).toEqual(types);
    expect(made.metadata.get("general.file_type")).toEqual({ type: "uint32", value: fileType });
    expect(made.metadata.get("general.architecture")).toEqual({ type: "string", value: "llama" });
    expect(made.tensors[1]!.data).toEqual(norm.data);
  });

  test("a block goes through Q4_1's numbers to the other type's own block", () => {
    for (const type of ["F16", "Q8_0", "Q4_0"] as const) {
      const { pack, unpack } = tensorTypes[type];
      const [, , made] = readGguf(requantise(model, type)).tensors;
      expect(made!.data).toEqual(unpack(pack(levels), 32));
    }
  });

  test("to F16 and back nothing is lost that half floats hold", () => {
    expect(readGguf(requantise(requantise(model, "F16"), "Q4_1")).tensors[2]!.data).toEqual(levels);
  });

  test("refuses a type it can't read", () => {
    const strange = model.slice();
    const at = Buffer.from(strange).indexOf("blk.0.attn_q.weight") + "blk.0.attn_q.weight".length + 4 + 16;
    strange[at] = 12;
    expect(() => requantise(strange, "Q8_0")).toThrow("blk.0.attn_q.weight: tensor type 12 is not supported");
  });
});
