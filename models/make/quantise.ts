/**
 * The tensor types this project writes, as pairs of packers and unpackers. Layouts: ggml's `ggml-common.h`
 * (`block_q8_0`, `block_q4_0`, `block_q4_1`) and IEEE 754 binary16; scales and rounding as its reference quantisers
 * choose them.
 *
 * Invariants, for finite numbers in range of a half float:
 * - F32 is exact, F16 the nearest half float (ties to even).
 * - Q8_0 is off by at most half a step of amax/127, Q4_0 by at most a step of amax/8, amax being the block's largest
 *   magnitude, Q4_1 by at most half a step of (max - min)/15 (and all by their half floats' rounding).
 */

/** How a tensor's numbers are stored. */
export type TensorType = "F32" | "F16" | "Q8_0" | "Q4_0" | "Q4_1";

interface TensorLayout {
  /** The number that stands for the type in a GGUF file (`enum ggml_type`). */
  readonly id: number;
  /** Numbers in a block; a row must hold whole blocks. */
  readonly blockLength: number;
  pack(numbers: Float32Array): Uint8Array;
  /** The first `count` numbers held by `bytes`. */
  unpack(bytes: Uint8Array, count: number): Float32Array;
}

const blockLength = 32;
const half = blockLength / 2;
const q8Bytes = 2 + blockLength;
const q4Bytes = 2 + half;
const q41Bytes = 4 + half;

/** Layout of each tensor type. */
export const tensorTypes: Readonly<Record<TensorType, TensorLayout>> = {
  F32: { id: 0, blockLength: 1, pack: packF32, unpack: unpackF32 },
  F16: { id: 1, blockLength: 1, pack: packF16, unpack: unpackF16 },
  Q4_0: { id: 2, blockLength, pack: packQ4, unpack: unpackQ4 },
  Q4_1: { id: 3, blockLength, pack: packQ41, unpack: unpackQ41 },
  Q8_0: { id: 8, blockLength, pack: packQ8, unpack: unpackQ8 },
};

function packF32(numbers: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  for (let i = 0; i < numbers.length; i++) view.setFloat32(i * 4, numbers[i]!, true);
  return new Uint8Array(view.buffer);
}

function unpackF32(bytes: Uint8Array, count: number): Float32Array {
  const view = viewOf(bytes);
  return Float32Array.from({ length: count }, (_, i) => view.getFloat32(i * 4, true));
}

function packF16(numbers: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 2));
  for (let i = 0; i < numbers.length; i++) view.setUint16(i * 2, halfBits(numbers[i]!), true);
  return new Uint8Array(view.buffer);
}

function unpackF16(bytes: Uint8Array, count: number): Float32Array {
  const view = viewOf(bytes);
  return Float32Array.from({ length: count }, (_, i) => halfValue(view.getUint16(i * 2, true)));
}

/** A block is a half-float scale and 32 signed bytes. */
function packQ8(numbers: Float32Array): Uint8Array {
  const blocks = numbers.length / blockLength;
  const view = new DataView(new ArrayBuffer(blocks * q8Bytes));
  for (let block = 0; block < blocks; block++) {
    const from = block * blockLength;
    let largest = 0;
    for (let i = 0; i < blockLength; i++) largest = Math.max(largest, Math.abs(numbers[from + i]!));
    const scale = largest / 127;
    const at = block * q8Bytes;
    view.setUint16(at, halfBits(scale), true);
    for (let i = 0; i < blockLength; i++) {
      view.setInt8(at + 2 + i, scale === 0 ? 0 : roundAwayFromZero(numbers[from + i]! / scale));
    }
  }
  return new Uint8Array(view.buffer);
}

function unpackQ8(bytes: Uint8Array, count: number): Float32Array {
  const view = viewOf(bytes);
  const numbers = new Float32Array(count);
  for (let from = 0, at = 0; from < count; from += blockLength, at += q8Bytes) {
    const scale = halfValue(view.getUint16(at, true));
    for (let i = 0; i < blockLength; i++) numbers[from + i] = scale * view.getInt8(at + 2 + i);
  }
  return numbers;
}

/** A block is a half-float scale and 32 numbers 0–15, standing for -8–7: byte i holds number i low, number 16 + i high. */
function packQ4(numbers: Float32Array): Uint8Array {
  const blocks = numbers.length / blockLength;
  const view = new DataView(new ArrayBuffer(blocks * q4Bytes));
  for (let block = 0; block < blocks; block++) {
    const from = block * blockLength;
    // The number of largest magnitude becomes exactly -8: the scale takes its sign, for the range has one more below.
    let extreme = 0;
    for (let i = 0; i < blockLength; i++) {
      if (Math.abs(numbers[from + i]!) > Math.abs(extreme)) extreme = numbers[from + i]!;
    }
    const scale = extreme / -8;
    const level = (i: number) => (scale === 0 ? 8 : Math.min(15, Math.floor(numbers[from + i]! / scale + 8.5)));
    const at = block * q4Bytes;
    view.setUint16(at, halfBits(scale), true);
    for (let i = 0; i < half; i++) view.setUint8(at + 2 + i, level(i) | (level(i + half) << 4));
  }
  return new Uint8Array(view.buffer);
}

function unpackQ4(bytes: Uint8Array, count: number): Float32Array {
  const view = viewOf(bytes);
  const numbers = new Float32Array(count);
  for (let from = 0, at = 0; from < count; from += blockLength, at += q4Bytes) {
    const scale = halfValue(view.getUint16(at, true));
    for (let i = 0; i < half; i++) {
      const pair = view.getUint8(at + 2 + i);
      numbers[from + i] = scale * ((pair & 15) - 8);
      numbers[from + half + i] = scale * ((pair >> 4) - 8);
    }
  }
  return numbers;
}

const single = new DataView(new ArrayBuffer(4));

/** A block is two half floats, step and least number, and 32 levels 0–15, in the order of Q4_0. */
function packQ41(numbers: Float32Array): Uint8Array {
  const blocks = numbers.length / blockLength;
  const view = new DataView(new ArrayBuffer(blocks * q41Bytes));
  for (let block = 0; block < blocks; block++) {
    const from = block * blockLength;
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < blockLength; i++) {
      least = Math.min(least, numbers[from + i]!);
      most = Math.max(most, numbers[from + i]!);
    }
    const step = (most - least) / 15;
    const level = (i: number) => (step === 0 ? 0 : Math.min(15, Math.floor((numbers[from + i]! - least) / step + 0.5)));
    const at = block * q41Bytes;
    view.setUint16(at, halfBits(step), true);
    view.setUint16(at + 2, halfBits(least), true);
    for (let i = 0; i < half; i++) view.setUint8(at + 4 + i, level(i) | (level(i + half) << 4));
  }
  return new Uint8Array(view.buffer);
}

function unpackQ41(bytes: Uint8Array, count: number): Float32Array {
  const view = viewOf(bytes);
  const numbers = new Float32Array(count);
  for (let from = 0, at = 0; from < count; from += blockLength, at += q41Bytes) {
    const [step, least] = [halfValue(view.getUint16(at, true)), halfValue(view.getUint16(at + 2, true))];
    for (let i = 0; i < half; i++) {
      const pair = view.getUint8(at + 4 + i);
      numbers[from + i] = step * (pair & 15) + least;
      numbers[from + half + i] = step * (pair >> 4) + least;
    }
  }
  return numbers;
}

/** Bits of the half float nearest to a number: ties to even; beyond the range, infinity. */
export function halfBits(value: number): number {
  single.setFloat32(0, value);
  const bits = single.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15;
  const fraction = bits & 0x7fffff;
  if (exponent === 0xff - 127 + 15) return sign | 0x7c00 | (fraction === 0 ? 0 : 0x200);
  if (exponent >= 31) return sign | 0x7c00;
  if (exponent < -10) return sign;
  // Below exponent 1 the half float has no implicit leading bit: write it out and shift it down.
  const [whole, shift] = exponent > 0 ? [(exponent << 23) | fraction, 13] : [0x800000 | fraction, 14 - exponent];
  const kept = whole >>> shift;
  const rest = whole & ((1 << shift) - 1);
  const tie = 1 << (shift - 1);
  // A carry out of the fraction raises the exponent by one, up to infinity: just what rounding means.
  return sign | (rest > tie || (rest === tie && (kept & 1) === 1) ? kept + 1 : kept);
}

/** Value of a half float given by its bits. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundAwayFromZero(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
