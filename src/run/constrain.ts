/** What holds a model to a schema while it writes. */
import { type Constraint, createConstraint, type Vocabulary } from "../constraint/index.ts";
import { boundaryCheck } from "../contract/index.ts";
import type { ConstraintKind, GenerateRequest } from "../engine/index.ts";
import type { CompiledSchema } from "../schema/index.ts";
import { bounded } from "./bounded.ts";

/** How a run is constrained that doesn't say. */
export const usualConstraint: ConstraintKind = "mask";

/**
 * A schema's token constraint, with bounds where the schema has none, made once for each vocabulary it meets.
 * @param formats whether the schema was compiled with formats that are asserted: the check must be as it is
 */
export function maskFor(
  compiled: CompiledSchema,
  formats: "assert" | "annotate" = "assert",
): (vocabulary: Vocabulary) => Constraint {
  const made = new WeakMap<Vocabulary, Constraint>();
  return (vocabulary) => {
    let start = made.get(vocabulary);
    if (!start) {
      start = createConstraint(bounded(compiled), vocabulary, { check: boundaryCheck(compiled.schema, { formats }) });
      made.set(vocabulary, start);
    }
    return start.fork();
  };
}

/** The part of a request that constrains it. The grammar of `prepared` is asked for only if it's needed. */
export function constrained(
  kind: ConstraintKind = usualConstraint,
  prepared: { readonly grammar: string; readonly mask: (vocabulary: Vocabulary) => Constraint },
): Pick<GenerateRequest, "grammar" | "constraint"> {
  if (kind === "none") return {};
  return kind === "mask" ? { constraint: prepared.mask } : { grammar: prepared.grammar };
}
