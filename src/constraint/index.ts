export { Constraint, type ConstraintOptions, createConstraint, spell } from "./constraint.ts";
export type { Check } from "./demands.ts";
export { PackedVocabularyError, packVocabulary, unpackVocabulary } from "./packed.ts";
export { type Bits, has } from "./sets.ts";
export { tokenKind } from "./token-kind.ts";
export { Vocabulary, VocabularyError, vocabularyLimits } from "./vocabulary.ts";
