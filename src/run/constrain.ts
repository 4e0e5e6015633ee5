/** What holds a model to a schema while it writes. */
import { type Constraint, createConstraint, type Vocabulary } from "../constraint/index.ts";
import { boundaryCheck } from "../contract/index.ts";
import type { ConstraintKind, GenerateRequest } from "../engine/index.ts";
import type { JsonSchema } from "../schema/index.ts";

/** A schema's token constraint, made once for each vocabulary it meets. */
export function maskFor(schema: JsonSchema): (vocabulary: Vocabulary) => Constraint {
  const made = new WeakMap<Vocabulary, Constraint>();
  return (vocabulary) => {
    let start = made.get(vocabulary);
    if (!start) {
      start = createConstraint(schema, vocabulary, { check: boundaryCheck(schema) });
      made.set(vocabulary, start);
    }
    return start.fork();
  };
}

/** The part of a request that constrains it. */
export function constrained(
  kind: ConstraintKind,
  { grammar, mask }: { readonly grammar: string; readonly mask: (vocabulary: Vocabulary) => Constraint },
): Pick<GenerateRequest, "grammar" | "constraint"> {
  if (kind === "none") return {};
  return kind === "mask" ? { constraint: mask } : { grammar };
}
