/** What the lint looks for. `docs/lint.md` has the same table, and a test that it does. */

/**
 * How much a finding matters.
 * - `error`: the schema can't be used, or not as it is meant
 * - `warning`: a model is likely to fail or to run away on it
 * - `note`: it could be better
 */
export type Severity = "error" | "warning" | "note";

/** Severities from the gravest. */
export const severities: readonly Severity[] = ["error", "warning", "note"];

export interface LintRule {
  readonly id: RuleId;
  readonly severity: Severity;
  /** What it finds, as a noun phrase. */
  readonly title: string;
  /** What to do. */
  readonly advice: string;
  /** Why that helps. */
  readonly reason: string;
}

const table = {
  "not-json": {
    severity: "error",
    title: "A file that isn't JSON",
    advice: "Correct the file: it must hold one JSON Schema and nothing else.",
    reason: "Nothing can be said of a schema that can't be read.",
  },
  "duplicate-key": {
    severity: "error",
    title: "A key that is in its object more than once",
    advice: "Keep one of them, or merge what they hold.",
    reason: "Readers of JSON keep the last one and drop the others without a word, which is hardly what was meant.",
  },
  "inexact-number": {
    severity: "warning",
    title: "A number of more digits than are read",
    advice: "Write a number of at most 15 digits, one that a double holds, or a string.",
    reason: "JavaScript reads the nearest double for it: the bound or value that counts isn't the one that is written.",
  },
  "invalid-schema": {
    severity: "error",
    title: "A schema that can't be compiled",
    advice: "Give the keyword a value that JSON Schema allows there, or make the schema smaller.",
    reason: "No grammar, mask or validator can be made of it.",
  },
  "bad-reference": {
    severity: "error",
    title: "A reference that leads nowhere or in a circle",
    advice:
      "Put what it refers to under `$defs` and refer to it there; take out references that lead back to themselves.",
    reason: "Other documents aren't fetched, and what can't be followed can't be enforced.",
  },
  unsatisfiable: {
    severity: "error",
    title: "A schema that no value fits",
    advice: "Take out one of the keywords that contradict each other.",
    reason: "A model has nothing that it could write.",
  },
  "dead-part": {
    severity: "warning",
    title: "A property, item, branch or type that no value fits",
    advice: "Take out one of the keywords that contradict each other, or the part.",
    reason: "It can never be written, which is hardly what was meant.",
  },
  "free-string": {
    severity: "warning",
    title: "A free string where an `enum` would do",
    advice: "List the values in an `enum`, with one such as `other` if the list may be incomplete.",
    reason: "A model that picks from a list can't misspell, translate or invent a value.",
  },
  "no-type": {
    severity: "warning",
    title: "A value of any type",
    advice: "Say its `type`, or list its values.",
    reason:
      "A model left free to choose writes now a string, now an object, and the reader must be ready for all of them.",
  },
  "unbounded-string": {
    severity: "warning",
    title: "A string without a longest length, or with one out of reach",
    advice: "Set `maxLength`: a word 40, a title 120, a paragraph 600.",
    reason: "A small model that begins to repeat itself ends a string only when it must.",
  },
  "unbounded-number": {
    severity: "warning",
    title: "A number without bounds on both sides, or with one out of reach",
    advice: "Set `minimum` and `maximum`.",
    reason: "Digits are as easy to repeat as words, and a number out of all proportion is valid.",
  },
  "unbounded-array": {
    severity: "warning",
    title: "An array without a greatest number of items, or with one out of reach",
    advice: "Set `maxItems`.",
    reason:
      "A list that needn't end is where small models run away most: they repeat or alternate items to the last token.",
  },
  "unbounded-map": {
    severity: "warning",
    title: "An object of any number of keys of the model's own, or of very many",
    advice: "Set `maxProperties`, or make it an array of objects with a key and a value, with `maxItems`.",
    reason: "Keys can be invented without end, as items can.",
  },
  "open-object": {
    severity: "warning",
    title: "An object that doesn't say `additionalProperties`",
    advice: "Set `additionalProperties` to false (beside `allOf`, `unevaluatedProperties`).",
    reason: "JSON Schema takes any further property then, so a model may add some that nobody reads.",
  },
  "deep-nesting": {
    severity: "warning",
    title: "Objects nested three deep or deeper",
    advice: "Flatten it with prefixes (`user_name` for `user.name`), or refer to parts by an id.",
    reason: "Models lose count of open brackets, and of where they are: errors rise steeply from the third level.",
  },
  "many-required": {
    severity: "warning",
    title: "An object with many required properties",
    advice: "Require what is useless without, give the rest a `default`, or ask in two steps.",
    reason: "A model that must fill a property it knows nothing of makes something up.",
  },
  "missing-description": {
    severity: "note",
    title: "A property without a description",
    advice: "Say in a sentence what belongs in it, with its unit and form.",
    reason: "The name is all a model has to go by otherwise.",
  },
  "vague-name": {
    severity: "note",
    title: "A property whose name says nothing",
    advice: "Name it after what it holds: `invoice_total`, not `value`.",
    reason: "A model writes what a name calls for.",
  },
  "ignored-keyword": {
    severity: "warning",
    title: "A keyword that has no effect",
    advice:
      "Correct its spelling, add what it needs beside it, or take it out (keywords that begin with `x-` are let be).",
    reason: "It looks like a rule, and nothing enforces it.",
  },
  "foreign-escape": {
    severity: "warning",
    title: "An escape of another dialect of regular expressions in a pattern",
    advice: "Write what is meant as ECMA-262 has it: `^` and `$` for `\\A` and `\\z`.",
    reason: "JSON Schema's patterns are ECMA-262's, in which an unknown escape stands for its letter.",
  },
  "boundary-check": {
    severity: "note",
    title: "A keyword that a grammar can't hold",
    advice: "Say it in another way, or decode with `--constraint mask`, which holds every keyword as values close.",
    reason: "Under a grammar alone it is checked when the value is finished, which may have been in vain.",
  },
  cost: {
    severity: "warning",
    title: "A schema that makes a large grammar",
    advice: "Share parts with `$ref`, shorten long lists of values, bound patterns, or split the task.",
    reason: "Large grammars take long to load, and slow down every token.",
  },
} as const satisfies Record<string, Omit<LintRule, "id">>;

export type RuleId = keyof typeof table;

/** All rules, in the order in which they are documented. */
export const lintRules: readonly LintRule[] = Object.entries(table).map(([id, rule]) => ({
  id: id as RuleId,
  ...rule,
}));

/** Whether a text is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(table, text);
}
