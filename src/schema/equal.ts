/** Which shapes are the same: they allow the same values in the same way, also where they are recursive. */
import { Sequences } from "./numbering.ts";
import { Partition } from "./partition.ts";

/**
 * Shapes as whole numbers: shape `s` is the alternatives from `shapes[s]` on, alternative `a` is what's its `own`, and refers to
 * the `parts` from `alternatives[a]` on; −1 is none.
 */
export class Outline {
  readonly shapes: number[] = [0];
  readonly alternatives: number[] = [0];
  readonly own: number[] = [];
  readonly parts: number[] = [];

  /** One more alternative of the shape that is being given. */
  add(own: number, parts: readonly (number | null)[]): void {
    this.own.push(own);
    for (let i = 0; i < parts.length; i++) this.parts.push(parts[i] ?? -1);
    this.alternatives.push(this.parts.length);
  }

  /** The shape has all its alternatives. */
  close(): void {
    this.shapes.push(this.own.length);
  }
}

/**
 * Per shape its class of equal ones. All are in one class at first, and classes are split until the shapes of each have the same
 * alternatives, which depends on the classes of the shapes that these refer to: as automata are minimised.
 */
export function classesOfEqual(outline: Outline): Int32Array {
  const count = outline.shapes.length - 1;
  const users = usersOf(outline);
  const classes = new Partition(count);
  for (let shape = 0; shape < count; shape++) classes.add(shape);
  classes.close();
  const numbers = new Numbers(outline, classes.of);
  const groups = new Int32Array(count);
  for (let set = classes.next(); set >= 0; set = classes.next()) {
    const first = classes.first[set]!;
    const middle = classes.middle[set]!;
    numbers.clear();
    // Those that needn't be looked at have the same alternatives.
    if (middle < classes.past[set]!) numbers.ofShape(classes.members[middle]!);
    for (let i = first; i < middle; i++) groups[i] = numbers.ofShape(classes.members[i]!);
    const moved = classes.split(set, groups, numbers.shapes.count);
    for (let i = 0; i < moved.length; i++) {
      const shape = moved[i]!;
      for (let j = users.starts[shape]!; j < users.starts[shape + 1]!; j++) classes.mark(users.shapes[j]!);
    }
  }
  return classes.of;
}

/** Numbers alternatives and shapes: equal ones alike. */
export class Numbers {
  readonly alternatives = new Sequences();
  readonly shapes = new Sequences();
  /** Per alternative's number, the last shape that was given one like that. */
  readonly #last: number[] = [];

  constructor(
    private readonly outline: Outline,
    private readonly classes: Int32Array,
  ) {}

  clear(): void {
    this.alternatives.clear();
    this.shapes.clear();
    this.#last.length = 0;
  }

  ofAlternative(alternative: number): number {
    const { own, alternatives, parts } = this.outline;
    this.alternatives.push(own[alternative]!);
    for (let i = alternatives[alternative]!; i < alternatives[alternative + 1]!; i++) {
      this.alternatives.push(parts[i]! < 0 ? -1 : this.classes[parts[i]!]!);
    }
    return this.alternatives.close();
  }

  /** An alternative that a shape has twice counts once. */
  ofShape(shape: number): number {
    const { shapes } = this.outline;
    for (let alternative = shapes[shape]!; alternative < shapes[shape + 1]!; alternative++) {
      const number = this.ofAlternative(alternative);
      if (this.#last[number] === shape) continue;
      this.#last[number] = shape;
      this.shapes.push(number);
    }
    return this.shapes.close();
  }
}

/** The shapes that refer to each: those that refer to shape `s` stand in `shapes` from `starts[s]` to `starts[s + 1]`. */
function usersOf({ shapes, alternatives, parts }: Outline): {
  readonly starts: Int32Array;
  readonly shapes: Int32Array;
} {
  const count = shapes.length - 1;
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < parts.length; i++) if (parts[i]! >= 0) starts[parts[i]!]!++;
  for (let shape = 0, sum = 0; shape <= count; shape++) starts[shape] = sum += starts[shape]!;
  const users = new Int32Array(starts[count]!);
  // Filled from behind, so that each of `starts` comes to stand where its users begin.
  for (let shape = 0; shape < count; shape++) {
    for (let i = alternatives[shapes[shape]!]!; i < alternatives[shapes[shape + 1]!]!; i++) {
      if (parts[i]! >= 0) users[--starts[parts[i]!]!] = shape;
    }
  }
  return { starts, shapes: users };
}
