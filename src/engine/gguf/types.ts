/**
 * The numbers of the GGUF format: value types, tensor types and their block sizes.
 * Source: `ggml/include/ggml.h`, `ggml/src/ggml-common.h` and `ggml/src/gguf.cpp` of the llama.cpp release that
 * node-llama-cpp 3.21.1 carries.
 */

/** Value types of metadata, by id. */
export const valueType = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  array: 9,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const;

/** Bytes of a value of each type; 0 for string and array, whose size is written in the file. */
export const valueSize: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

/**
 * Tokenizers that llama.cpp loads and whose spelling of bytes is known (`tokenizer.ggml.model`): SentencePiece,
 * byte-level BPE, and BPE with SentencePiece's spelling. Others are for encoders, or hang the loader when made up.
 */
export const supportedTokenizers: readonly string[] = ["llama", "gpt2", "gemma4"];

/** How a tensor type packs its numbers: `block` of them into `bytes`. */
export interface TensorType {
  readonly name: string;
  readonly block: number;
  readonly bytes: number;
}

const rows: readonly [id: number, name: string, block: number, bytes: number][] = [
  [0, "F32", 1, 4],
  [1, "F16", 1, 2],
  [2, "Q4_0", 32, 18],
  [3, "Q4_1", 32, 20],
  [6, "Q5_0", 32, 22],
  [7, "Q5_1", 32, 24],
  [8, "Q8_0", 32, 34],
  [9, "Q8_1", 32, 36],
  [10, "Q2_K", 256, 84],
  [11, "Q3_K", 256, 110],
  [12, "Q4_K", 256, 144],
  [13, "Q5_K", 256, 176],
  [14, "Q6_K", 256, 210],
  [15, "Q8_K", 256, 292],
  [16, "IQ2_XXS", 256, 66],
  [17, "IQ2_XS", 256, 74],
  [18, "IQ3_XXS", 256, 98],
  [19, "IQ1_S", 256, 50],
  [20, "IQ4_NL", 32, 18],
  [21, "IQ3_S", 256, 110],
  [22, "IQ2_S", 256, 82],
  [23, "IQ4_XS", 256, 136],
  [24, "I8", 1, 1],
  [25, "I16", 1, 2],
  [26, "I32", 1, 4],
  [27, "I64", 1, 8],
  [28, "F64", 1, 8],
  [29, "IQ1_M", 256, 56],
  [30, "BF16", 1, 2],
  [34, "TQ1_0", 256, 54],
  [35, "TQ2_0", 256, 66],
  [39, "MXFP4", 32, 17],
  [40, "NVFP4", 64, 36],
  [41, "Q1_0", 128, 18],
  [42, "Q2_0", 64, 18],
];

/** Tensor types this llama.cpp reads, by id. */
export const tensorTypes: ReadonlyMap<number, TensorType> = new Map(
  rows.map(([id, name, block, bytes]) => [id, { name, block, bytes }]),
);

/** What a file may claim before we stop believing it. llama.cpp compares names pairwise, so counts bound its time. */
export const limits = {
  /** Bytes before the tensor data. The largest real vocabularies take 20 MB. */
  headerBytes: 256 * 2 ** 20,
  keys: 10_000,
  tensors: 30_000,
  keyBytes: 65_535,
  stringBytes: 16 * 2 ** 20,
  arrayElements: 2 ** 26,
  /** GGML_MAX_NAME less its terminator. */
  tensorNameBytes: 63,
  /** GGML_MAX_DIMS. */
  dimensions: 4,
  /** LLAMA_MAX_LAYERS. */
  layers: 512,
} as const;
