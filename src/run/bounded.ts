/**
 * Bounds for what a schema leaves open, so that a model that doesn't find an end doesn't fill its context. They are those of
 * `compileGbnf`: strings of 1,999 characters, arrays of 256 items, 257 keys beyond the named ones.
 */
import { type CompiledSchema, lengthRange } from "../schema/index.ts";

type Alternative = CompiledSchema["shape"]["shapes"][number][number];

const mostCharacters = 1999;
const mostItems = 256;

/** The same schema with bounds. What a check may demand (`contains`, say) isn't bounded: it might need more. */
export function bounded(compiled: CompiledSchema): CompiledSchema {
  const { shape } = compiled;
  const shapes = shape.shapes.map((alternatives) => alternatives.map((one) => boundedAlternative(one, shape)));
  return { ...compiled, shape: { ...shape, shapes } };
}

function boundedAlternative(one: Alternative, { automata }: CompiledSchema["shape"]): Alternative {
  if (one.checks.length > 0) return one;
  if (one.kind === "string" && one.maxLength === null) {
    const { shortest, longest } = one.automaton === null ? anyLength : lengthRange(automata[one.automaton]!);
    return longest < Infinity ? one : { ...one, maxLength: Math.max(mostCharacters, one.minLength, shortest) };
  }
  if (one.kind === "array" && one.maxItems === null) {
    return { ...one, maxItems: Math.max(mostItems, one.minItems) };
  }
  if (one.kind === "object" && one.maxProperties === null && one.others.length > 0) {
    return { ...one, maxProperties: Math.max(one.properties.length + mostItems + 1, one.minProperties) };
  }
  return one;
}

const anyLength = { shortest: 0, longest: Infinity };
