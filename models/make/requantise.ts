/** Stores a model's matrices as another tensor type: the same weights, for kernels that read that type faster. */
import { type GgufMetadata, type GgufTensor, openGguf, type StoredTensor, writeGguf } from "./gguf.ts";
import type { TensorType } from "./quantise.ts";

/** Types that matrices can be stored as, and their numbers in `general.file_type` (llama.cpp's `enum llama_ftype`). */
export const fileTypes = { F16: 1, Q4_0: 2, Q4_1: 3, Q8_0: 7 } as const satisfies Partial<Record<TensorType, number>>;
export type MatrixType = keyof typeof fileTypes;

/**
 * The bytes of a model whose matrices are of `type`. Vectors (norms, biases) stay as they are, and to four bits the token
 * embedding, which may be the output layer as well, goes as Q8_0. What the file's own type rounded away stays lost.
 *
 * @throws Error where the model has a tensor that isn't of a {@link TensorType}, RangeError where a row doesn't hold whole
 *   blocks; and as `openGguf`.
 */
export function requantise(model: Uint8Array, type: MatrixType): Uint8Array {
  const { metadata, tensors } = openGguf(model);
  return writeGguf({
    metadata: withFileType(metadata, type),
    tensors: tensors.map((tensor) => retyped(tensor, typeFor(tensor, type))),
  });
}

function withFileType(metadata: GgufMetadata, type: MatrixType): GgufMetadata {
  return new Map([...metadata, ["general.file_type", { type: "uint32", value: fileTypes[type] }]]);
}

function typeFor({ name, shape, type: own }: StoredTensor, type: MatrixType): TensorType {
  if (shape.length === 1) return own;
  const outermost = name === "token_embd.weight" || name === "output.weight";
  return outermost && type.startsWith("Q4") ? "Q8_0" : type;
}

/** Its numbers are unpacked as they're written, one tensor at a time. */
function retyped(tensor: StoredTensor, type: TensorType): GgufTensor {
  const { name, shape } = tensor;
  return {
    name,
    shape,
    type,
    get data() {
      return tensor.read();
    },
  };
}
