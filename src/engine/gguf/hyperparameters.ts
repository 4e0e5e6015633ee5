/**
 * Checks the numbers that shape a model.
 *
 * llama.cpp asserts these (and so ends the process) in `load_hparams`, when it makes a tensor's description, and in its
 * first evaluation, before or instead of comparing them with the tensors that are in the file. Keys that only some
 * architectures have are checked where they are given. What an architecture asserts beyond this isn't known here.
 */
import { type Header, HeaderProblem, type HeaderValue, quoted } from "./scan.ts";
import { limits } from "./types.ts";

type Lookup = (name: string) => Hyperparameter;

/** @throws {HeaderProblem} */
export function checkHyperparameters(header: Header, architecture: string, vocabularySize: number) {
  const at: Lookup = (name) => new Hyperparameter(`${architecture}.${name}`, header.values);
  const layers = at("block_count").required(1, limits.layers);
  const contextLength = at("context_length").required(1, 2 ** 31 - 1);
  const width = at("embedding_length").required(1, 2 ** 24);
  checkShape(header, "token_embd.weight", 0, width, at("embedding_length").key);
  checkShape(header, "token_embd.weight", 1, vocabularySize, "tokenizer.ggml.tokens");
  checkFeedForward(header, at);
  const cacheBytesPerToken = checkAttention(header, at, width, layers);
  at("attention.layer_norm_epsilon").optionalNumber(0, 1);
  at("attention.layer_norm_rms_epsilon").optionalNumber(0, 1);
  checkRope(at);
  checkExperts(at, layers);
  return { layers, contextLength, cacheBytesPerToken };
}

function checkFeedForward(header: Header, at: Lookup): void {
  if (!hasTensor(header, "blk.0.ffn_down.weight")) return;
  const { key } = at("feed_forward_length");
  const length = at("feed_forward_length").requiredOrArray(1, 2 ** 24);
  if (length !== undefined) checkShape(header, "blk.0.ffn_down.weight", 0, length, key);
}

/** Returns the bytes of keys and values a token takes, if they are the same in each layer. */
function checkAttention(header: Header, at: Lookup, width: number, layers: number): number | undefined {
  const keyLength = at("attention.key_length").optional(1, 65_536);
  const valueLength = at("attention.value_length").optional(1, 65_536);
  const isAttention = hasTensor(header, "blk.0.attn_q.weight") || hasTensor(header, "blk.0.attn_qkv.weight");
  if (!isAttention) return undefined;
  const heads = at("attention.head_count").requiredOrArray(1, 65_536);
  if (heads === undefined || !hasTensor(header, "blk.0.attn_k.weight")) return undefined;
  const kvHeads = at("attention.head_count_kv").optional(1, 65_536) ?? heads;
  // llama.cpp keeps them as F16, two bytes a number.
  return layers * kvHeads * ((keyLength ?? width / heads) + (valueLength ?? width / heads)) * 2;
}

function checkRope(at: Lookup): void {
  at("rope.dimension_count").optional(0, 65_536);
  const scaling = at("rope.scaling.type").text();
  if (scaling === undefined || ["none", "linear", "yarn", "longrope"].includes(scaling)) return;
  throw new HeaderProblem("model-unsupported", `scales its positions by ${quoted(scaling)}, which is unknown`);
}

function checkExperts(at: Lookup, layers: number): void {
  const experts = at("expert_count").optional(0, 1024) ?? 0;
  at("expert_used_count").optional(experts === 0 ? 0 : 1, experts);
  const groups = at("expert_group_count").optional(0, Math.max(0, experts - 1)) ?? 0;
  if (groups > 1) {
    at("expert_group_used_count").required(1, groups - 1);
    if (experts % groups !== 0) {
      throw new HeaderProblem("model-invalid", `can't divide its ${experts} experts into ${groups} groups`);
    }
  }
  at("nextn_predict_layers").optional(0, layers);
}

/** A length given twice, in the numbers and in a tensor's shape, must agree: the loader believes the number first. */
function checkShape(header: Header, tensor: string, dimension: number, length: number, key: string): void {
  const found = header.tensors.find(({ name }) => name === tensor)?.shape[dimension];
  if (found === undefined || found === length) return;
  throw new HeaderProblem("model-invalid", `gives ${tensor} the length ${found}, but ${quoted(key)} says ${length}`);
}

function hasTensor(header: Header, tensor: string): boolean {
  return header.tensors.some(({ name }) => name === tensor);
}

/** A value among the metadata that shapes the model. */
class Hyperparameter {
  readonly key: string;
  readonly #value: HeaderValue | undefined;

  constructor(key: string, values: ReadonlyMap<string, HeaderValue>) {
    this.key = key;
    this.#value = values.get(key);
  }

  required(least: number, most: number): number {
    const value = this.optional(least, most);
    if (value !== undefined) return value;
    throw new HeaderProblem("model-invalid", `lacks the number ${quoted(this.key)}`);
  }

  /** An array holds a number for each layer; only that there is one is checked. */
  requiredOrArray(least: number, most: number): number | undefined {
    return this.#value !== undefined && "array" in this.#value ? undefined : this.required(least, most);
  }

  optional(least: number, most: number): number | undefined {
    const value = this.optionalNumber(least, most);
    if (value === undefined || Number.isInteger(value)) return value;
    throw this.#wrong(value, least, most);
  }

  optionalNumber(least: number, most: number): number | undefined {
    if (this.#value === undefined || "array" in this.#value) return undefined;
    const { scalar } = this.#value;
    if (typeof scalar === "number" && scalar >= least && scalar <= most) return scalar;
    throw this.#wrong(scalar, least, most);
  }

  text(): string | undefined {
    return this.#value !== undefined && "scalar" in this.#value ? String(this.#value.scalar) : undefined;
  }

  #wrong(value: number | boolean | string, least: number, most: number): HeaderProblem {
    const found = typeof value === "string" ? quoted(value) : String(value);
    return new HeaderProblem(
      "model-invalid",
      `has ${found} as ${quoted(this.key)}; at least ${least}, at most ${most} fits`,
    );
  }
}
