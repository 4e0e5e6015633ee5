import type { BuiltLiterals } from "./alternatives.ts";
import { type Automaton, areSame, hashOf } from "./automaton.ts";
import type { BuiltAlternative } from "./build.ts";
import { decimalText } from "./decimal.ts";
import type { Place } from "./document.ts";
import { classesOfEqual, Numbers, Outline } from "./equal.ts";
import type { Alternative, Scalar, Shape, ShapeTable } from "./shape.ts";
import type { BuiltArray } from "./structures.ts";

/**
 * Assembles the table: shapes that allow the same values in the same way become one, whatever part of the schema they
 * come from and also where they are recursive; then they are numbered from the root, breadth first.
 */
export function assembled(shapes: readonly BuiltAlternative[][]): ShapeTable {
  const merged = shapes.map(joinLiterals);
  const interner = new Interner();
  const classes = equalShapes(merged, interner);
  const order = [0];
  const numbers = new Map<number, number>([[classes[0]!, 0]]);
  const numberOf = (request: number): number => {
    const group = classes[request]!;
    let number = numbers.get(group);
    if (number === undefined) {
      number = order.length;
      numbers.set(group, number);
      order.push(request);
    }
    return number;
  };
  const sourcesOf = sourcesByClass(merged, classes);
  const table: Shape[] = [];
  const out = new Interner();
  for (const request of order) {
    const places = sourcesOf.get(classes[request]!)!;
    table.push(merged[request]!.map((one, i) => final(one, places[i]!, numberOf, out)));
  }
  return { shapes: table, ...out.lists() };
}

/** Numbers automata and pointers in order of first use. */
class Interner {
  readonly #automata: Automaton[] = [];
  readonly #byHash = new Map<number, readonly number[]>();
  readonly #known = new Map<Automaton, number>();
  readonly #checks = new Map<string, number>();
  readonly #sources = new Map<string, number>();

  automaton(value: Automaton | null): number | null {
    if (!value) return null;
    let id = this.#known.get(value);
    if (id !== undefined) return id;
    const hash = hashOf(value);
    const alike = this.#byHash.get(hash) ?? [];
    id = alike.find((other) => areSame(this.#automata[other]!, value));
    if (id === undefined) {
      id = this.#automata.push(value) - 1;
      this.#byHash.set(hash, [...alike, id]);
    }
    this.#known.set(value, id);
    return id;
  }

  checks(places: readonly Place[]): number[] {
    return places.length === 0 ? [] : numbered(this.#checks, places, ({ owner }) => owner);
  }

  sources(places: Iterable<Place>): number[] {
    return numbered(this.#sources, places, ({ owner, standsFor }) =>
      standsFor === undefined ? owner : `${owner}/${standsFor}`,
    );
  }

  lists(): Pick<ShapeTable, "automata" | "checks" | "sources"> {
    return { automata: this.#automata, checks: [...this.#checks.keys()], sources: [...this.#sources.keys()] };
  }
}

function numbered(ids: Map<string, number>, places: Iterable<Place>, pointerOf: (place: Place) => string): number[] {
  const found = new Set<number>();
  for (const place of places) {
    const pointer = pointerOf(place);
    let id = ids.get(pointer);
    if (id === undefined) {
      id = ids.size;
      ids.set(pointer, id);
    }
    found.add(id);
  }
  return [...found].sort((a, b) => a - b);
}

/** Joins the literals of a shape that are under the same checks, each value once. */
function joinLiterals(shape: readonly BuiltAlternative[]): BuiltAlternative[] {
  if (shape.length < 2) return [...shape];
  const joined: BuiltAlternative[] = [];
  const groups = new Map<string, { values: Set<Scalar>; sources: Set<Place>; first: BuiltLiterals }>();
  for (const one of shape) {
    if (one.kind !== "literals") {
      joined.push(one);
      continue;
    }
    const checks = one.checks.map(({ id }) => id).sort((a, b) => a - b);
    const group = groups.get(checks.join());
    if (!group) {
      groups.set(checks.join(), { values: new Set(one.values), sources: new Set(one.sources), first: one });
      joined.push(one);
      continue;
    }
    for (const value of one.values) group.values.add(value);
    for (const place of one.sources) group.sources.add(place);
  }
  for (const { values, sources, first } of groups.values()) {
    first.values = [...values];
    first.sources = [...sources];
  }
  return joined;
}

/** Per request the number of its class of equal shapes. Also drops alternatives that a shape has twice. */
function equalShapes(shapes: BuiltAlternative[][], interner: Interner): Int32Array {
  const outline = new Outline();
  const ownKeys = new Map<string, number>();
  for (const shape of shapes) {
    for (const one of shape) {
      const key = ownKey(one, interner);
      let own = ownKeys.get(key);
      if (own === undefined) ownKeys.set(key, (own = ownKeys.size));
      outline.add(own, partsOf(one));
    }
    outline.close();
  }
  const classes = classesOfEqual(outline);
  const numbers = new Numbers(outline, classes);
  for (const [i, shape] of shapes.entries()) {
    if (shape.length < 2) continue;
    const seen = new Map<number, BuiltAlternative>();
    for (const [j, one] of shape.entries()) {
      const number = numbers.ofAlternative(outline.shapes[i]! + j);
      const twin = seen.get(number);
      if (twin) twin.sources = [...new Set([...twin.sources, ...one.sources])];
      else seen.set(number, one);
    }
    if (seen.size < shape.length) shapes[i] = [...seen.values()];
  }
  return classes;
}

/** All that distinguishes an alternative apart from the shapes it refers to and where it comes from. */
function ownKey(one: BuiltAlternative, interner: Interner): string {
  const checks = interner.checks(one.checks);
  switch (one.kind) {
    case "literals":
      return JSON.stringify([0, checks, one.values]);
    case "number": {
      const bounds = [one.minimum && decimalText(one.minimum), one.maximum && decimalText(one.maximum)];
      const flags = [one.integer, one.exclusiveMinimum, one.exclusiveMaximum];
      return JSON.stringify([1, checks, bounds, flags, one.multipleOf.map(decimalText)]);
    }
    case "string":
      return JSON.stringify([2, checks, one.minLength, one.maxLength, interner.automaton(one.automaton)]);
    case "array":
      return JSON.stringify([
        3,
        checks,
        one.minItems,
        one.maxItems,
        one.unique,
        one.prefix.length,
        ...counts(one, interner),
      ]);
    case "object": {
      const names = one.properties.map(({ name, required }) => [name, required]);
      const keys = one.others.map((others) => interner.automaton(others.keys));
      return JSON.stringify([4, checks, names, keys, one.minProperties, one.maxProperties]);
    }
  }
}

function counts({ contains }: BuiltArray, interner: Interner): unknown[] {
  if (!contains) return [];
  const { least, most, place } = contains;
  return most === null ? [least] : [least, most, interner.checks([place])];
}

/** The shapes that an alternative refers to; `null` where there is none. */
export function partsOf(one: BuiltAlternative): (number | null)[] {
  const parts = neededParts(one);
  return one.kind === "array" && one.contains ? [...parts, ...one.contains.prefix, one.contains.items] : parts;
}

/** The same without those that only tell which items count. */
export function neededParts(one: BuiltAlternative): (number | null)[] {
  if (one.kind === "array") return [...one.prefix, one.items];
  if (one.kind === "object")
    return [...one.properties.map(({ shape }) => shape), ...one.others.map(({ shape }) => shape)];
  return [];
}

/** Per class, the sources of its alternatives in all the places that came to the same shape. */
function sourcesByClass(shapes: readonly BuiltAlternative[][], classes: Int32Array): Map<number, Set<Place>[]> {
  const found = new Map<number, Set<Place>[]>();
  shapes.forEach((shape, i) => {
    const known = found.get(classes[i]!);
    if (!known)
      found.set(
        classes[i]!,
        shape.map(({ sources }) => new Set(sources)),
      );
    else
      shape.forEach(({ sources }, j) => {
        for (const place of sources) known[j]?.add(place);
      });
  });
  return found;
}

function final(
  one: BuiltAlternative,
  places: ReadonlySet<Place>,
  numberOf: (request: number) => number,
  out: Interner,
): Alternative {
  const common = { checks: out.checks(one.checks), sources: out.sources(places) };
  switch (one.kind) {
    case "literals":
      return { kind: "literals", values: one.values, ...common };
    case "number":
      return {
        kind: "number",
        integer: one.integer,
        minimum: one.minimum && decimalText(one.minimum),
        maximum: one.maximum && decimalText(one.maximum),
        exclusiveMinimum: one.exclusiveMinimum,
        exclusiveMaximum: one.exclusiveMaximum,
        multipleOf: one.multipleOf.map(decimalText),
        ...common,
      };
    case "string": {
      const { minLength, maxLength } = one;
      return { kind: "string", minLength, maxLength, automaton: out.automaton(one.automaton), ...common };
    }
    case "array":
      return {
        kind: "array",
        prefix: one.prefix.map(numberOf),
        items: one.items === null ? null : numberOf(one.items),
        minItems: one.minItems,
        maxItems: one.maxItems,
        unique: one.unique,
        contains: one.contains && {
          prefix: one.contains.prefix.map((shape) => (shape === null ? null : numberOf(shape))),
          items: one.contains.items === null ? null : numberOf(one.contains.items),
          least: one.contains.least,
          most: one.contains.most,
          check: one.contains.most === null ? null : out.checks([one.contains.place])[0]!,
        },
        ...common,
      };
    case "object":
      return {
        kind: "object",
        properties: one.properties.map(({ name, shape, required }) => ({
          name,
          shape: shape === null ? null : numberOf(shape),
          required,
        })),
        others: one.others.map(({ keys, shape }) => ({ keys: out.automaton(keys), shape: numberOf(shape) })),
        minProperties: one.minProperties,
        maxProperties: one.maxProperties,
        ...common,
      };
  }
}
