/**
 * Checks the numbers that shape a model.
 *
 * llama.cpp asserts these (and so ends the process) in `load_hparams`, when it makes a tensor's description, and in its
 * first evaluation, before or instead of comparing them with the tensors that are in the file. Keys that only some
 * architectures have are checked where they are given. What an architecture asserts beyond this isn't known here.
 */
import { type Header, HeaderProblem, type HeaderValue, quoted } from "./scan.ts";
import { limits } from "./types.ts";

/** @throws {HeaderProblem} */
export function checkHyperparameters(header: Header, architecture: string, vocabularySize: number) {
  const at = (name: string) => new Hyperparameter(`${architecture}.${name}`, header.values);
  const has = (tensor: string) => header.tensors.some(({ name }) => name === tensor);

  const layers = at("block_count").required(1, limits.layers);
  const contextLength = at("context_length").required(1, 2 ** 31 - 1);
  const width = at("embedding_length").required(1, 2 ** 24);
  checkShape(header, "token_embd.weight", 0, width, at("embedding_length").key);
  checkShape(header, "token_embd.weight", 1, vocabularySize, "tokenizer.ggml.tokens");

  const feedForward = at("feed_forward_length");
  if (has("blk.0.ffn_down.weight")) {
    const length = feedForward.requiredOrArray(1, 2 ** 24);
    if (length !== undefined) checkShape(header, "blk.0.ffn_down.weight", 0, length, feedForward.key);
  }
  if (has("blk.0.attn_q.weight") || has("blk.0.attn_qkv.weight")) at("attention.head_count").requiredOrArray(1, 65_536);
  if (has("blk.0.attn_k.weight")) at("attention.head_count_kv").optional(1, 65_536);
  for (const name of ["attention.key_length", "attention.value_length", "rope.dimension_count"])
    at(name).optional(1, 65_536);
  for (const name of ["attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon"])
    at(name).optionalNumber(0, 1);

  const scaling = header.values.get(`${architecture}.rope.scaling.type`);
  if (
    scaling !== undefined &&
    !("scalar" in scaling && ["none", "linear", "yarn", "longrope"].includes(`${scaling.scalar}`))
  ) {
    throw new HeaderProblem("model-unsupported", "has a rope.scaling.type that is unknown");
  }
  checkExperts(at, layers);
  return { layers, contextLength };
}

function checkExperts(at: (name: string) => Hyperparameter, layers: number): void {
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

/** A number among the metadata. */
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

  #wrong(value: number | boolean | string, least: number, most: number): HeaderProblem {
    const found = typeof value === "string" ? quoted(value) : String(value);
    return new HeaderProblem(
      "model-invalid",
      `has ${found} as ${quoted(this.key)}; at least ${least}, at most ${most} fits`,
    );
  }
}
