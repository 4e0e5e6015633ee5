/** How a domain is written down: templates for goals and for the parts of a good plan. */
import type { ToolKind } from "./tools.ts";

/**
 * Several templates, one a line. In a template `[a|b|]` is a choice and `{x}` a slot. The writer avoids verbs that must
 * agree with a slot ("the {x} works"), for a slot may be singular or plural.
 */
export type Templates = string;

/** A kind of step that plans of a domain may have. */
export interface StepKind {
  readonly key: string;
  /** Keys of steps whose result it needs, separated by spaces. A step left out of a plan is replaced by its own needs. */
  readonly after?: string;
  /** How often a plan has the step, if there's room; 1 (default) means always. */
  readonly share?: number;
  readonly risk?: "low" | "medium" | "high";
  /** Kinds of tools that help, best first. */
  readonly tools?: readonly ToolKind[];
  readonly title: Templates;
  readonly does: Templates;
  readonly gives: Templates;
}

/** A field in which people set goals. */
export interface Domain {
  readonly name: string;
  /** Goals, as orders: "Move {our} {x} to {y}". */
  readonly goals: Templates;
  /** Groups {team} and persons {who} that a plan may name. */
  readonly teams: string;
  readonly roles: string;
  /** Heads of the goal's main object {x}; most get a modifier before them. Separated by commas. */
  readonly objects: string;
  /** What fills each further slot: alternatives separated by commas. */
  readonly slots?: Readonly<Record<string, string>>;
  readonly assumptions: Templates;
  readonly steps: readonly StepKind[];
  readonly criteria: Templates;
}
