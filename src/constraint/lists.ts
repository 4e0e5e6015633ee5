/** What takes so few values that they can be written down, one by one. */
import {
  type Alternative,
  type Automaton,
  isMultiple,
  type NumberAlternative,
  parseDecimal,
  type Scalar,
  type ShapeTable,
} from "../schema/index.ts";

/** Keys of a class, and values of a shape, up to this many are treated one by one. */
export const fewTexts = 256;

/** The texts an automaton accepts, if there are no more than `most`. */
export function textsOf(automaton: Automaton, most: number): string[] | undefined {
  if (countOf(automaton) > most) return undefined;
  const { accepting, edges } = automaton;
  const found: string[] = [];
  const todo: [state: number, text: string][] = [[0, ""]];
  for (let top = todo.pop(); top; top = todo.pop()) {
    const [state, text] = top;
    if (accepting[state]) found.push(text);
    for (let i = 0; i < edges[state]!.length; i += 3) {
      const [low, high, target] = edges[state]!.slice(i, i + 3) as [number, number, number];
      for (let c = high; c >= low; c--) todo.push([target, text + String.fromCodePoint(c)]);
    }
  }
  return found.sort();
}

/** How many texts an automaton accepts: states are passed once all ways to them are known, which never is in a circle. */
function countOf({ accepting, edges }: Automaton): number {
  const ways = new Float64Array(edges.length);
  const unknown = new Uint32Array(edges.length);
  for (const from of edges) for (let i = 2; i < from.length; i += 3) unknown[from[i]!]!++;
  if (unknown[0]! > 0) return Infinity;
  ways[0] = 1;
  let count = 0;
  let passed = 0;
  const todo = [0];
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    passed++;
    if (accepting[state]) count += ways[state]!;
    const from = edges[state]!;
    for (let i = 0; i < from.length; i += 3) {
      const target = from[i + 2]!;
      ways[target]! += ways[state]! * (from[i + 1]! - from[i]! + 1);
      if (--unknown[target]! === 0) todo.push(target);
    }
  }
  return passed === edges.length ? count : Infinity;
}

/** The values of an alternative that can be counted up; `undefined` if there are others, or too many. */
export function listOf(one: Alternative, { automata }: ShapeTable): readonly Scalar[] | undefined {
  if (one.checks.length > 0) return undefined;
  if (one.kind === "literals") return one.values;
  if (one.kind === "number") return one.integer ? integersOf(one) : undefined;
  if (one.kind !== "string" || one.automaton === null) return undefined;
  const { minLength } = one;
  const maxLength = one.maxLength ?? Infinity;
  const texts = textsOf(automata[one.automaton]!, fewTexts)?.filter((text) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength;
  });
  // Others may be spelled in several ways.
  return texts?.every((text) => /^[ -~]*$/.test(text)) ? texts : undefined;
}

function integersOf({ minimum, maximum, multipleOf }: NumberAlternative): number[] | undefined {
  if (minimum === null || maximum === null) return undefined;
  const first = Number(minimum);
  const count = Number(maximum) - first + 1;
  if (!Number.isSafeInteger(first) || !(count <= fewTexts)) return undefined;
  const all = Array.from({ length: count }, (_, i) => first + i);
  return all.filter((value) => multipleOf.every((unit) => isMultiple(parseDecimal(String(value)), parseDecimal(unit))));
}
