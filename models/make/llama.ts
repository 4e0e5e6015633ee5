/** Puts weights and a tokenizer together into a model file of llama.cpp's `llama` architecture. */
import { type GgufMetadata, type GgufTensor, type GgufValue, writeGguf } from "./gguf.ts";
import type { TensorType } from "./quantise.ts";

/** Dimensions of a model of the `llama` architecture: RoPE on interleaved pairs, RMS norm, SwiGLU, grouped queries. */
export interface LlamaShape {
  readonly layers: number;
  /** Length of the vector that stands for a token. */
  readonly width: number;
  /** Heads of attention; each has `width / heads` dimensions, an even number. */
  readonly heads: number;
  /** Heads of keys and values, a divisor of `heads`. */
  readonly kvHeads: number;
  /** Inner length of the feed-forward part. */
  readonly feedForward: number;
  /** Tokens a context may hold. */
  readonly contextLength: number;
}

/** What {@link packLlama} needs. */
export interface LlamaParts {
  /** `general.name` of the file. */
  readonly name: string;
  readonly shape: LlamaShape;
  /** The `tokenizer.*` keys. */
  readonly tokenizer: GgufMetadata;
  /** Type of the matrices (norms are always F32). */
  readonly type: TensorType;
  /** Numbers of the tensor with that name and shape (ggml's order). Asked once for each, in file order. */
  weights(name: string, shape: readonly number[]): Float32Array;
  /** More `general.*` keys, such as a licence. */
  readonly general?: Readonly<Record<string, string>>;
  /**
   * `task` for a model trained on one task at a time: written as `sluice.prompt`, by which the engine shows it the last
   * task alone, without the rules and examples that general models need.
   */
  readonly prompt?: "task";
}

/** Epsilon of every RMS norm, here and in training. */
export const normEpsilon = 1e-5;
/** Base of the RoPE frequencies, here and in training. */
export const ropeBase = 10_000;

/** The bytes of a model. Output weights are never tied to the embedding. Throws RangeError for shapes that don't fit. */
export function packLlama({ name, shape, tokenizer, type, weights, general = {}, prompt }: LlamaParts): Uint8Array {
  checkShape(shape);
  const tensors = [...tensorShapes(shape, vocabularySize(tokenizer))].map(
    ([tensor, dimensions]): GgufTensor => ({
      name: tensor,
      shape: dimensions,
      type: dimensions.length === 1 ? "F32" : type,
      data: weights(tensor, dimensions),
    }),
  );
  const metadata = new Map<string, GgufValue>([
    ["general.architecture", text("llama")],
    ["general.name", text(name)],
    ...Object.entries(general).map(([key, value]) => [`general.${key}`, text(value)] as const),
    ...(prompt ? [["sluice.prompt", text(prompt)] as const] : []),
    ["llama.block_count", whole(shape.layers)],
    ["llama.context_length", whole(shape.contextLength)],
    ["llama.embedding_length", whole(shape.width)],
    ["llama.feed_forward_length", whole(shape.feedForward)],
    ["llama.attention.head_count", whole(shape.heads)],
    ["llama.attention.head_count_kv", whole(shape.kvHeads)],
    ["llama.attention.layer_norm_rms_epsilon", { type: "float32", value: normEpsilon }],
    ["llama.rope.dimension_count", whole(shape.width / shape.heads)],
    ["llama.rope.freq_base", { type: "float32", value: ropeBase }],
    ["llama.vocab_size", whole(vocabularySize(tokenizer))],
    ...tokenizer,
  ]);
  return writeGguf({ metadata, tensors });
}

/** The part of a file's metadata that is its tokenizer. */
export function tokenizerOf(metadata: GgufMetadata): GgufMetadata {
  return new Map([...metadata].filter(([key]) => key.startsWith("tokenizer.")));
}

/** Name and shape of every tensor, in file order. */
export function* tensorShapes(shape: LlamaShape, vocabulary: number): Generator<[string, number[]]> {
  const { layers, width, feedForward } = shape;
  const kvWidth = (width / shape.heads) * shape.kvHeads;
  yield ["token_embd.weight", [width, vocabulary]];
  for (let layer = 0; layer < layers; layer++) {
    const block = `blk.${layer}`;
    yield [`${block}.attn_norm.weight`, [width]];
    yield [`${block}.attn_q.weight`, [width, width]];
    yield [`${block}.attn_k.weight`, [width, kvWidth]];
    yield [`${block}.attn_v.weight`, [width, kvWidth]];
    yield [`${block}.attn_output.weight`, [width, width]];
    yield [`${block}.ffn_norm.weight`, [width]];
    yield [`${block}.ffn_gate.weight`, [width, feedForward]];
    yield [`${block}.ffn_up.weight`, [width, feedForward]];
    yield [`${block}.ffn_down.weight`, [feedForward, width]];
  }
  yield ["output_norm.weight", [width]];
  yield ["output.weight", [width, vocabulary]];
}

function checkShape({ width, heads, kvHeads }: LlamaShape): void {
  if ((width / heads) % 2 !== 0) throw new RangeError(`width ${width} / heads ${heads} must be an even number`);
  if (heads % kvHeads !== 0) throw new RangeError(`heads ${heads} must be a multiple of kvHeads ${kvHeads}`);
}

function vocabularySize(tokenizer: GgufMetadata): number {
  const tokens = tokenizer.get("tokenizer.ggml.tokens");
  if (tokens?.type !== "array") throw new RangeError("the tokenizer has no tokenizer.ggml.tokens");
  return tokens.value.length;
}

function text(value: string): GgufValue {
  return { type: "string", value };
}

function whole(value: number): GgufValue {
  return { type: "uint32", value };
}
