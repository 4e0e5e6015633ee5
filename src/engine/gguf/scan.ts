/**
 * Reads the structure of a GGUF header: keys, values, tensor descriptions. Nothing here knows what a key means.
 *
 * Invariants: time and memory are linear in the bytes of the header that are really there, whatever counts and lengths
 * it claims; nothing is read outside `bytes`; no recursion.
 */
import { limits, type TensorType, tensorTypes, valueSize, valueType } from "./types.ts";

/** Why a header can't be used; `reason` completes the sentence "The model file …". */
export class HeaderProblem extends Error {
  constructor(
    readonly code: "not-a-model" | "model-truncated" | "model-invalid" | "model-unsupported",
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** The bytes at hand end here, but the file goes on: read more and scan again. */
export class MoreBytesNeeded extends Error {}

/** An array's place in the header; its elements are read when asked for. */
export interface HeaderArray {
  readonly elementType: number;
  readonly count: number;
  /** Offset of the first element. */
  readonly start: number;
}

export type HeaderValue =
  | { readonly type: number; readonly scalar: number | boolean | string }
  | { readonly type: typeof valueType.array; readonly array: HeaderArray };

export interface HeaderTensor {
  readonly name: string;
  readonly type: TensorType;
  /** Lengths of its dimensions, rows first. */
  readonly shape: readonly number[];
  readonly elements: number;
  readonly bytes: number;
}

export interface Header {
  readonly version: number;
  readonly values: ReadonlyMap<string, HeaderValue>;
  readonly tensors: readonly HeaderTensor[];
  /** Bytes of the header itself. */
  readonly headerBytes: number;
  /** Bytes the file must have for all its tensors to be in it. */
  readonly bytesNeeded: number;
}

const magic = 0x46554747; // "GGUF", little-endian

/**
 * Scans the header at the start of a file of `fileSize` bytes, of which `bytes` are the first.
 * @throws {HeaderProblem} if the header is wrong
 * @throws {MoreBytesNeeded} if `bytes` ends inside the header and the file is longer
 */
export function scanHeader(bytes: Buffer, fileSize: number): Header {
  const cursor = new Cursor(bytes, fileSize);
  const version = scanVersion(cursor);
  const tensorCount = cursor.count("tensors", limits.tensors);
  const keyCount = cursor.count("keys", limits.keys);
  const values = scanValues(cursor, keyCount);
  const alignment = alignmentOf(values);
  const { tensors, dataBytes } = scanTensors(cursor, tensorCount, alignment);
  const headerBytes = cursor.at;
  const bytesNeeded = tensorCount > 0 ? padded(headerBytes, alignment) + dataBytes : headerBytes;
  return { version, values, tensors, headerBytes, bytesNeeded };
}

function scanVersion(cursor: Cursor): number {
  if (cursor.fileSize === 0) throw new HeaderProblem("not-a-model", "is empty");
  if (cursor.fileSize < 4 || cursor.uint32() !== magic) {
    throw new HeaderProblem("not-a-model", "isn't a GGUF file: it doesn't begin with GGUF");
  }
  const version = cursor.uint32();
  if (version === 2 || version === 3) return version;
  if (version === 1) throw new HeaderProblem("model-unsupported", "is GGUF version 1, which llama.cpp no longer reads");
  if ((version & 0xffff) === 0) throw new HeaderProblem("model-unsupported", "is big-endian");
  throw new HeaderProblem("model-unsupported", `is GGUF version ${version}; versions 2 and 3 are known`);
}

function scanValues(cursor: Cursor, keyCount: number): Map<string, HeaderValue> {
  const values = new Map<string, HeaderValue>();
  for (let i = 0; i < keyCount; i++) {
    const key = cursor.name(limits.keyBytes, "a key");
    if (values.has(key)) throw new HeaderProblem("model-invalid", `has the key ${quoted(key)} twice`);
    values.set(key, scanValue(cursor, key));
  }
  return values;
}

function scanValue(cursor: Cursor, key: string): HeaderValue {
  const type = cursor.uint32();
  if (type === valueType.array) return { type, array: scanArray(cursor, key) };
  if (type === valueType.string) return { type, scalar: cursor.string(limits.stringBytes, `the value of ${key}`) };
  if (type >= valueSize.length)
    throw new HeaderProblem("model-invalid", `gives ${quoted(key)} the unknown type ${type}`);
  return { type, scalar: cursor.scalar(type) };
}

function scanArray(cursor: Cursor, key: string): HeaderArray {
  const elementType = cursor.uint32();
  const size = valueSize[elementType];
  if (size === undefined || elementType === valueType.array) {
    throw new HeaderProblem("model-invalid", `has an array of the impossible type ${elementType} at ${quoted(key)}`);
  }
  const count = cursor.count(`elements in ${key}`, limits.arrayElements);
  const start = cursor.at;
  if (elementType === valueType.string) {
    for (let i = 0; i < count; i++) cursor.skip(cursor.length(limits.stringBytes, `an element of ${key}`));
  } else {
    cursor.skip(count * size);
  }
  return { elementType, count, start };
}

function alignmentOf(values: ReadonlyMap<string, HeaderValue>): number {
  const value = values.get("general.alignment");
  if (value === undefined) return 32;
  const alignment = "scalar" in value && value.type === valueType.uint32 ? Number(value.scalar) : 0;
  if (alignment === 0 || (alignment & (alignment - 1)) !== 0 || alignment > 2 ** 20) {
    throw new HeaderProblem("model-invalid", "has a general.alignment that isn't a power of two");
  }
  return alignment;
}

function scanTensors(cursor: Cursor, tensorCount: number, alignment: number) {
  const tensors: HeaderTensor[] = [];
  const names = new Set<string>();
  let dataBytes = 0;
  for (let i = 0; i < tensorCount; i++) {
    const name = cursor.name(limits.tensorNameBytes, "a tensor's name");
    if (names.has(name)) throw new HeaderProblem("model-invalid", `has the tensor ${quoted(name)} twice`);
    names.add(name);
    const tensor = scanTensor(cursor, name);
    const offset = cursor.uint64();
    if (offset !== dataBytes) {
      throw new HeaderProblem("model-invalid", `puts tensor ${quoted(name)} at ${offset} instead of ${dataBytes}`);
    }
    dataBytes += padded(tensor.bytes, alignment);
    if (!Number.isSafeInteger(dataBytes)) throw new HeaderProblem("model-invalid", "has tensors of impossible size");
    tensors.push(tensor);
  }
  return { tensors, dataBytes };
}

function scanTensor(cursor: Cursor, name: string): HeaderTensor {
  const dimensions = cursor.uint32();
  if (dimensions > limits.dimensions) {
    throw new HeaderProblem("model-invalid", `gives tensor ${quoted(name)} ${dimensions} dimensions`);
  }
  const shape: number[] = [];
  let elements = 1;
  for (let i = 0; i < dimensions; i++) {
    const length = cursor.uint64();
    shape.push(length);
    elements *= length;
    // ggml_new_tensor asserts that no dimension is 0.
    if (length === 0 || !Number.isSafeInteger(elements)) {
      throw new HeaderProblem("model-invalid", `gives tensor ${quoted(name)} an impossible shape`);
    }
  }
  const typeId = cursor.uint32();
  const type = tensorTypes.get(typeId);
  if (type === undefined) {
    throw new HeaderProblem("model-unsupported", `stores tensor ${quoted(name)} as type ${typeId}, which is unknown`);
  }
  if ((shape[0] ?? 1) % type.block !== 0) {
    throw new HeaderProblem(
      "model-invalid",
      `has rows in tensor ${quoted(name)} that aren't whole ${type.name} blocks`,
    );
  }
  return { name, type, shape, elements, bytes: (elements / type.block) * type.bytes };
}

function padded(size: number, alignment: number): number {
  return Math.ceil(size / alignment) * alignment;
}

/** A name from the file, cut and made safe to print. */
export function quoted(name: string): string {
  const visible = name.replace(/[^\x20-\x7e]/g, "?");
  return `"${visible.length > 60 ? `${visible.slice(0, 60)}…` : visible}"`;
}

/** A bounded reading position. */
class Cursor {
  at = 0;
  readonly #bytes: Buffer;

  constructor(
    bytes: Buffer,
    readonly fileSize: number,
  ) {
    this.#bytes = bytes;
  }

  uint32(): number {
    const at = this.skip(4);
    return this.#bytes.readUInt32LE(at);
  }

  /** Exact up to 2^53; larger values, which no real file has, come out rounded. */
  uint64(): number {
    const at = this.skip(8);
    return this.#bytes.readUInt32LE(at) + this.#bytes.readUInt32LE(at + 4) * 2 ** 32;
  }

  count(what: string, limit: number): number {
    const count = this.uint64();
    if (count > limit) throw new HeaderProblem("model-invalid", `claims ${count} ${what}; at most ${limit} are taken`);
    return count;
  }

  length(limit: number, what: string): number {
    const length = this.uint64();
    if (length > limit)
      throw new HeaderProblem("model-invalid", `claims ${length} bytes for ${what}; at most ${limit} are taken`);
    return length;
  }

  string(limit: number, what: string): string {
    const length = this.length(limit, what);
    const at = this.skip(length);
    return this.#bytes.toString("utf8", at, at + length);
  }

  /** A string of printable ASCII, not empty: llama.cpp takes names for C strings, and asserts that they aren't empty. */
  name(limit: number, what: string): string {
    const name = this.string(limit, what);
    if (!/^[\x20-\x7e]+$/.test(name))
      throw new HeaderProblem("model-invalid", `has ${what} that is none: ${quoted(name)}`);
    return name;
  }

  scalar(type: number): number | boolean {
    const at = this.skip(valueSize[type]!);
    switch (type) {
      case valueType.uint8:
        return this.#bytes.readUInt8(at);
      case valueType.int8:
        return this.#bytes.readInt8(at);
      case valueType.uint16:
        return this.#bytes.readUInt16LE(at);
      case valueType.int16:
        return this.#bytes.readInt16LE(at);
      case valueType.uint32:
        return this.#bytes.readUInt32LE(at);
      case valueType.int32:
        return this.#bytes.readInt32LE(at);
      case valueType.float32:
        return this.#bytes.readFloatLE(at);
      case valueType.bool:
        return this.#bytes.readUInt8(at) !== 0;
      case valueType.uint64:
        return Number(this.#bytes.readBigUInt64LE(at));
      case valueType.int64:
        return Number(this.#bytes.readBigInt64LE(at));
      default:
        return this.#bytes.readDoubleLE(at);
    }
  }

  /** Moves past `length` bytes and returns where they begin. */
  skip(length: number): number {
    const at = this.at;
    const end = at + length;
    if (end > this.fileSize) throw new HeaderProblem("model-truncated", "ends inside its header");
    if (end > limits.headerBytes) throw new HeaderProblem("model-invalid", "has a header of more than 256 MB");
    if (end > this.#bytes.length) throw new MoreBytesNeeded();
    this.at = end;
    return at;
  }
}
