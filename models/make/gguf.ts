/**
 * Writes and reads GGUF version 3, the file format of llama.cpp: a header, typed metadata, a table of tensors and their
 * data. The format is described in ggml's `docs/gguf.md`; the block layouts of Q8_0 and Q4_0 in ggml's `ggml-common.h`.
 *
 * Invariants:
 * - The same input gives the same bytes: nothing depends on time, platform or the order of evaluation.
 * - `readGguf(writeGguf(file))` has the metadata of `file`, and its tensors up to the precision of their types.
 */
import { type TensorType, tensorTypes } from "./quantise.ts";

/** Position in this list is the number that stands for the type in a file. */
const valueTypes = [
  "uint8",
  "int8",
  "uint16",
  "int16",
  "uint32",
  "int32",
  "float32",
  "bool",
  "string",
  "array",
  "uint64",
  "int64",
  "float64",
] as const;

type NumberType = "uint8" | "int8" | "uint16" | "int16" | "uint32" | "int32" | "float32" | "float64";

/** A metadata value with the type it has in the file. Arrays hold items of one type. */
export type GgufValue =
  | { readonly type: NumberType; readonly value: number }
  | { readonly type: "uint64" | "int64"; readonly value: bigint }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | GgufArray;

/** An array value: `of` is the type of every item, `value` the bare items. */
export type GgufArray =
  | { readonly type: "array"; readonly of: NumberType; readonly value: readonly number[] }
  | { readonly type: "array"; readonly of: "uint64" | "int64"; readonly value: readonly bigint[] }
  | { readonly type: "array"; readonly of: "bool"; readonly value: readonly boolean[] }
  | { readonly type: "array"; readonly of: "string"; readonly value: readonly string[] }
  | { readonly type: "array"; readonly of: "array"; readonly value: readonly GgufArray[] };

/** Metadata by key, in file order. Keys are dotted, such as `llama.block_count`. */
export type GgufMetadata = ReadonlyMap<string, GgufValue>;

/** A tensor as numbers: row-major `data`, and `shape` with the length of a row first (ggml's order, not PyTorch's). */
export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** How the numbers are stored. Quantised types need rows of a multiple of 32 numbers. */
  readonly type: TensorType;
  readonly data: Float32Array;
}

/** What a GGUF file holds. */
export interface GgufFile {
  readonly metadata: GgufMetadata;
  readonly tensors: readonly GgufTensor[];
}

/** Tensor data, and each tensor in it, begins at a multiple of this many bytes (the format's default). */
export const alignment = 32;

const magic = 0x46554747; // "GGUF", read as a little-endian number
const version = 3;

/**
 * The bytes of a GGUF v3 file.
 *
 * @throws RangeError for a tensor whose data doesn't fill its shape, whose rows don't fit its type's blocks, or whose
 *   name is longer than the 64 bytes the format allows, and for a metadata number outside its type's range.
 */
export function writeGguf({ metadata, tensors }: GgufFile): Uint8Array {
  const out = new ByteWriter();
  out.number("uint32", magic);
  out.number("uint32", version);
  out.bigint("uint64", BigInt(tensors.length));
  out.bigint("uint64", BigInt(metadata.size));
  for (const [key, value] of metadata) {
    out.string(key);
    out.number("uint32", valueTypes.indexOf(value.type));
    writeValue(out, value);
  }
  const bodies = tensors.map(packTensor);
  let offset = 0;
  for (const [index, tensor] of tensors.entries()) {
    out.string(tensor.name);
    out.number("uint32", tensor.shape.length);
    for (const length of tensor.shape) out.bigint("uint64", BigInt(length));
    out.number("uint32", tensorTypes[tensor.type].id);
    out.bigint("uint64", BigInt(offset));
    offset = align(offset + bodies[index]!.length);
  }
  for (const body of bodies) {
    out.pad(alignment);
    out.bytes(body);
  }
  out.pad(alignment);
  return out.finish();
}

function packTensor(tensor: GgufTensor): Uint8Array {
  const { name, shape, data } = tensor;
  const { blockLength, pack } = tensorTypes[tensor.type];
  const count = shape.reduce((product, length) => product * length, 1);
  if (count !== data.length) throw new RangeError(`${name}: ${data.length} numbers don't fill the shape [${shape}]`);
  if ((shape[0] ?? 0) % blockLength !== 0)
    throw new RangeError(`${name}: ${tensor.type} needs rows of a multiple of ${blockLength} numbers, not ${shape[0]}`);
  if (Buffer.byteLength(name) > 64) throw new RangeError(`${name}: a tensor's name has at most 64 bytes`);
  return pack(data);
}

function writeValue(out: ByteWriter, value: GgufValue): void {
  switch (value.type) {
    case "array": {
      out.number("uint32", valueTypes.indexOf(value.of));
      out.bigint("uint64", BigInt(value.value.length));
      if (value.of === "array") for (const item of value.value) writeValue(out, item);
      else for (const item of value.value) writeValue(out, { type: value.of, value: item } as GgufValue);
      return;
    }
    case "string":
      out.string(value.value);
      return;
    case "bool":
      out.number("uint8", value.value ? 1 : 0);
      return;
    case "uint64":
    case "int64":
      out.bigint(value.type, value.value);
      return;
    default:
      out.number(value.type, value.value);
  }
}

/** A tensor in a file: its numbers are unpacked when asked for. */
export interface StoredTensor extends Omit<GgufTensor, "data"> {
  read(): Float32Array;
}

/**
 * Reads a whole GGUF file; tensors come out as 32-bit floats. For files made here and fixtures: it trusts counts and
 * lengths, so it's no guard against hostile files.
 *
 * @throws Error for another magic number or version, a value or tensor type that's unknown, or text that isn't UTF-8;
 *   RangeError where the file ends too soon.
 */
export function readGguf(file: Uint8Array): GgufFile {
  const { metadata, tensors } = openGguf(file);
  return { metadata, tensors: tensors.map(({ read, ...tensor }) => ({ ...tensor, data: read() })) };
}

/** Reads a GGUF file but for its tensors' numbers, which may not fit in memory all at once. Throws as {@link readGguf}. */
export function openGguf(file: Uint8Array): { metadata: GgufMetadata; tensors: readonly StoredTensor[] } {
  const input = new ByteReader(file);
  const { metadata, tensorCount } = readHead(input);
  const table = Array.from({ length: tensorCount }, () => {
    const name = input.string();
    const shape = Array.from({ length: input.number("uint32") }, () => Number(input.bigint("uint64")));
    return { name, shape, type: tensorTypeOf(input.number("uint32"), name), offset: Number(input.bigint("uint64")) };
  });
  const start = align(input.offset);
  const tensors = table.map(({ offset, ...tensor }) => {
    const count = tensor.shape.reduce((product, length) => product * length, 1);
    return { ...tensor, read: () => tensorTypes[tensor.type].unpack(file.subarray(start + offset), count) };
  });
  return { metadata, tensors };
}

/** Reads only the metadata of a GGUF file. Throws as {@link readGguf} does. */
export function readGgufMetadata(file: Uint8Array): GgufMetadata {
  return readHead(new ByteReader(file)).metadata;
}

function readHead(input: ByteReader): { metadata: GgufMetadata; tensorCount: number } {
  if (input.number("uint32") !== magic) throw new Error('not a GGUF file: it doesn\'t begin with "GGUF"');
  const found = input.number("uint32");
  if (found !== version) throw new Error(`GGUF version ${found} is not supported, only ${version} is`);
  const tensorCount = Number(input.bigint("uint64"));
  const metadata = new Map<string, GgufValue>();
  for (let left = Number(input.bigint("uint64")); left > 0; left--) {
    const key = input.string();
    metadata.set(key, readValue(input, valueTypeOf(input.number("uint32"))));
  }
  return { metadata, tensorCount };
}

function readValue(input: ByteReader, type: GgufValue["type"]): GgufValue {
  if (type !== "array") return { type, value: readScalar(input, type) } as GgufValue;
  const of = valueTypeOf(input.number("uint32"));
  const length = Number(input.bigint("uint64"));
  const value = Array.from({ length }, () => (of === "array" ? readValue(input, of) : readScalar(input, of)));
  return { type, of, value } as GgufArray;
}

function readScalar(input: ByteReader, type: Exclude<GgufValue["type"], "array">): number | bigint | boolean | string {
  switch (type) {
    case "string":
      return input.string();
    case "bool":
      return input.number("uint8") !== 0;
    case "uint64":
    case "int64":
      return input.bigint(type);
    default:
      return input.number(type);
  }
}

function valueTypeOf(id: number): GgufValue["type"] {
  const type = valueTypes[id];
  if (!type) throw new Error(`unknown metadata value type ${id}`);
  return type;
}

function tensorTypeOf(id: number, name: string): TensorType {
  for (const [type, { id: known }] of Object.entries(tensorTypes)) if (known === id) return type as TensorType;
  throw new Error(`${name}: tensor type ${id} is not supported`);
}

function align(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

const numbers = {
  uint8: { size: 1, min: 0, max: 0xff, get: "getUint8", set: "setUint8" },
  int8: { size: 1, min: -0x80, max: 0x7f, get: "getInt8", set: "setInt8" },
  uint16: { size: 2, min: 0, max: 0xffff, get: "getUint16", set: "setUint16" },
  int16: { size: 2, min: -0x8000, max: 0x7fff, get: "getInt16", set: "setInt16" },
  uint32: { size: 4, min: 0, max: 0xffffffff, get: "getUint32", set: "setUint32" },
  int32: { size: 4, min: -0x80000000, max: 0x7fffffff, get: "getInt32", set: "setInt32" },
  float32: { size: 4, min: -Infinity, max: Infinity, get: "getFloat32", set: "setFloat32" },
  float64: { size: 8, min: -Infinity, max: Infinity, get: "getFloat64", set: "setFloat64" },
} as const;

/** Appends little-endian values to a buffer that grows. */
class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(type: NumberType, value: number): void {
    const { size, min, max, set } = numbers[type];
    const whole = type === "float32" || type === "float64" || Number.isInteger(value);
    if (!whole || value < min || value > max) throw new RangeError(`${value} is not a ${type}`);
    const at = this.#claim(size);
    this.#view[set](at, value, true);
  }

  bigint(type: "uint64" | "int64", value: bigint): void {
    const fits = type === "uint64" ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
    if (fits !== value) throw new RangeError(`${value} is not a ${type}`);
    const at = this.#claim(8);
    this.#view.setBigUint64(at, BigInt.asUintN(64, value), true);
  }

  string(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.bigint("uint64", BigInt(encoded.length));
    this.bytes(encoded);
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#claim(bytes.length);
    this.#bytes.set(bytes, at);
  }

  pad(multiple: number): void {
    this.#claim((multiple - (this.#length % multiple)) % multiple);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Makes room for `size` zero bytes at the end and returns where they begin. */
  #claim(size: number): number {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Takes little-endian values from the front of a buffer. */
class ByteReader {
  offset = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(type: NumberType): number {
    const { size, get } = numbers[type];
    const value = this.#view[get](this.offset, true);
    this.offset += size;
    return value;
  }

  bigint(type: "uint64" | "int64"): bigint {
    const value =
      type === "uint64" ? this.#view.getBigUint64(this.offset, true) : this.#view.getBigInt64(this.offset, true);
    this.offset += 8;
    return value;
  }

  string(): string {
    const length = Number(this.bigint("uint64"));
    const end = this.offset + length;
    if (end > this.#bytes.length) throw new RangeError(`a text of ${length} bytes runs past the end of the file`);
    const text = this.#decoder.decode(this.#bytes.subarray(this.offset, end));
    this.offset = end;
    return text;
  }
}
