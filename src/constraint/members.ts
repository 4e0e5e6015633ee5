/**
 * Which properties may still come in an object, and which texts in a list: worked out once a frame, as a bitset, so that
 * many optional properties cost no more than few.
 */
import type { ArrayForm, ObjectForm } from "./forms.ts";
import { type Bits, has } from "./sets.ts";
import type { Frame } from "./threads.ts";

/** A set of properties written, hash-consed. */
export interface Seen {
  readonly id: number;
  /** In ascending order. */
  readonly list: readonly number[];
  readonly next: Map<number, Seen>;
}

/** The properties that may come next in a frame: bit `p & 31` of word `p >> 5`. */
export function allowedIn(frame: Frame, ordered: boolean): Bits {
  const { form, seen } = frame;
  if (form!.kind === "array") return allowedOfList(form!, form!.list!.texts, frame);
  const { properties, most } = form!;
  // What's required must still find room.
  const room = most === Infinity ? Infinity : most - frame.count;
  if (frame.left > room) return new Uint32Array(0);
  const [first, last] = ordered ? window(form!, frame) : [0, properties.length];
  const allowed = new Uint32Array((properties.length + 31) >> 5);
  for (let p = first; p < last; p++) {
    if (frame.left < room || properties[p]!.required) allowed[p >> 5]! |= 1 << (p & 31);
  }
  return without(allowed, seen);
}

/** Of a list: the texts that aren't there yet, as far as those that must be counted still find room. */
function allowedOfList({ contains, most }: ArrayForm, texts: number, { seen, count, hits }: Frame): Bits {
  const left = without(allOf(texts), seen);
  if (!contains) return left;
  const counting = new Uint32Array(left.length);
  let counts = 0;
  for (const text of contains.listed) {
    if (!has(left, text)) continue;
    counting[text >> 5]! |= 1 << (text & 31);
    counts++;
  }
  const mayCount = hits < contains.most;
  const mayElse = hits + Math.min(most - count - 1, counts) >= contains.least;
  return left.map((word, i) => (mayCount ? word & counting[i]! : 0) | (mayElse ? word & ~counting[i]! : 0));
}

function allOf(count: number): Bits {
  const all = new Uint32Array((count + 31) >> 5).fill(0xffffffff);
  if ((count & 31) !== 0) all[all.length - 1] = 2 ** (count & 31) - 1;
  return all;
}

function without(bits: Bits, { list }: Seen): Bits {
  for (const p of list) bits[p >> 5]! &= ~(1 << (p & 31));
  return bits;
}

/**
 * Of an object whose declared properties come in their order, then the others in any: those that may come, as far as
 * order says, from the first up to but not with the last.
 */
function window(
  { properties, declared, others, least }: ObjectForm,
  { seen, count, written }: Frame,
): [number, number] {
  const { list } = seen;
  const { length } = properties;
  const next = !written.isEmpty ? declared : (list.at(-1) ?? -1) + 1;
  let required = next;
  while (required < declared && !properties[required]!.required) required++;
  // Those after the one that comes must be enough.
  const enough = others.length > 0 ? length : count + length - least + 1;
  if (required < declared) return [next, Math.min(required + 1, enough)];
  const undeclared = length - declared - list.filter((p) => p >= declared).length;
  const free = others.length > 0 || count + undeclared >= least;
  return [Math.min(next, declared), free ? length : Math.min(declared, enough)];
}
