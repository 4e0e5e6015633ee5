/** Which shapes are the same: they allow the same values in the same way, also where they are recursive. */
import { incomingOf } from "./incoming.ts";
import { Sequences } from "./numbering.ts";
import { type Likeness, Partition } from "./partition.ts";

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
  const starts = outline.shapes.map((alternative) => outline.alternatives[alternative]!);
  const users = incomingOf(count, starts, outline.parts, 1);
  const classes = new Partition(count);
  for (let shape = 0; shape < count; shape++) classes.add(shape);
  classes.close();
  classes.refine(users, new Numbers(outline, classes.of));
  return classes.of;
}

/** Numbers alternatives and shapes: equal ones alike. */
export class Numbers implements Likeness {
  readonly #alternatives = new Sequences();
  readonly #shapes = new Sequences();
  /** Per alternative's number, the last shape that was given one like that. */
  readonly #last: number[] = [];

  constructor(
    private readonly outline: Outline,
    private readonly classes: Int32Array,
  ) {}

  /** Shapes. */
  get count(): number {
    return this.#shapes.count;
  }

  clear(): void {
    this.#alternatives.clear();
    this.#shapes.clear();
    this.#last.length = 0;
  }

  ofAlternative(alternative: number): number {
    const { own, alternatives, parts } = this.outline;
    this.#alternatives.push(own[alternative]!);
    for (let i = alternatives[alternative]!; i < alternatives[alternative + 1]!; i++) {
      this.#alternatives.push(parts[i]! < 0 ? -1 : this.classes[parts[i]!]!);
    }
    return this.#alternatives.close();
  }

  /** The number of a shape. An alternative that it has twice counts once. */
  of(shape: number): number {
    const { shapes } = this.outline;
    for (let alternative = shapes[shape]!; alternative < shapes[shape + 1]!; alternative++) {
      const number = this.ofAlternative(alternative);
      if (this.#last[number] === shape) continue;
      this.#last[number] = shape;
      this.#shapes.push(number);
    }
    return this.#shapes.close();
  }
}
