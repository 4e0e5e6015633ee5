export { Constraint, type ConstraintOptions, createConstraint } from "./constraint.ts";
export { type Bits, has } from "./sets.ts";
export { tokenKind, Vocabulary } from "./vocabulary.ts";
