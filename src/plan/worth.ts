/**
 * Gate `worth`: a plan that satisfies every other rule can still be worthless. This finds what is so for sure: steps
 * that say nothing or only repeat the goal, results and criteria that can't be checked, steps that repeat others, and
 * credentials that nobody gave. It is no judge of quality: what it lets through may still be poor.
 */
import { list } from "../contract/index.ts";
import { type PlanError, stepPath } from "./error.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { maskSecret, strangeSecrets } from "./secrets.ts";
import { comparable, contentWords, isEmptyPhrase, isFigure, weight } from "./words.ts";

/** How much of the goal a step that adds nothing must repeat to count as restating it. */
const restatedShare = 0.6;
/** A goal of fewer words is easily repeated by one good step among others: "Deploy the app". */
const restatableWords = 4;

/** Checks a plan's worth. `request` is what the user asked for, as far as known. */
export function checkWorth(outline: Outline, request: string): PlanError[] {
  const steps = outline.steps ?? [];
  const least = steps.length === 1 ? 1 : restatableWords;
  const goals = [outline.objective ?? "", request].map(contentWords).filter((words) => weight(words) >= least);
  return [
    ...steps.flatMap((step) => checkStep(step, goals)),
    ...checkRepeats(steps),
    ...checkCriteria(outline),
    ...checkSecrets(outline, steps, request),
  ];
}

function checkStep(step: StepOutline, goals: readonly ReadonlySet<string>[]): PlanError[] {
  return [...checkDeed(step, goals), ...checkOutput(step)];
}

/** What a step does: title and description together. */
function checkDeed(step: StepOutline, goals: readonly ReadonlySet<string>[]): PlanError[] {
  const { index, title, description, expected_output: output = "" } = step;
  if (title === undefined || description === undefined) return [];
  const said = new Set([...contentWords(title), ...contentWords(description)]);
  if (said.size === 0 && !isPictures(title + description)) {
    return [fault(step, "hollow", stepPath(index), "says nothing; say what to do, with what and where")];
  }
  const all = new Set([...said, ...contentWords(output)]);
  if (goals.some((goal) => restates(all, goal))) {
    const advice = "say what to do to reach it, or split it into steps";
    return [fault(step, "restates", stepPath(index), `only repeats the goal; ${advice}`)];
  }
  if (!isEmptyPhrase(title)) return [];
  return [fault(step, "hollow", stepPath(index, "title"), `says nothing (${list([title])}); name what the step does`)];
}

function checkOutput(step: StepOutline): PlanError[] {
  const { index, expected_output: output } = step;
  if (output === undefined || contentWords(output).size > 0 || isFigure(output) || isPictures(output)) return [];
  const path = stepPath(index, "expected_output");
  return [fault(step, "hollow", path, `can't be checked (${list([output])}); say what is there when the step is done`)];
}

function restates(said: ReadonlySet<string>, goal: ReadonlySet<string>): boolean {
  for (const word of said) if (!goal.has(word)) return false;
  return weight(said) >= weight(goal) * restatedShare;
}

/** Criteria without a single letter or digit. */
function checkCriteria({ completion_criteria: criteria }: Outline): PlanError[] {
  return criteria.flatMap((text, i) => {
    if (text === undefined || /[\p{L}\p{N}]/u.test(text) || isPictures(text)) return [];
    const advice = "say how to tell that the objective is reached";
    return [fault(undefined, "hollow", `/completion_criteria/${i}`, `says nothing (${list([text])}); ${advice}`)];
  });
}

/** Steps that do the same as an earlier one, in the same words. */
function checkRepeats(steps: readonly StepOutline[]): PlanError[] {
  const first = new Map<string, StepOutline>();
  return steps.flatMap((step) => {
    if (step.title === undefined || step.description === undefined) return [];
    const key = `${comparable(step.title)}\n${comparable(step.description)}\n${step.tool_hint ?? ""}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, step);
      return [];
    }
    const names = [earlier, step].map(({ id, index }) => id ?? stepPath(index));
    const what = `does the same as ${names[0]}, in the same words; leave it out or say what is different`;
    return [{ ...fault(step, "repeated", stepPath(step.index), what), names }];
  });
}

function checkSecrets(outline: Outline, steps: readonly StepOutline[], request: string): PlanError[] {
  const find = (text: string | undefined, path: string, step?: StepOutline) =>
    text === undefined
      ? []
      : strangeSecrets(text, request).map((secret) =>
          fault(
            step,
            "secret",
            path,
            `holds a credential that the request didn't give (${maskSecret(secret)}); leave it out`,
          ),
        );
  return [
    ...find(outline.objective, "/objective"),
    ...outline.assumptions.flatMap((text, i) => find(text, `/assumptions/${i}`)),
    ...steps.flatMap((step) =>
      (["title", "description", "tool_hint", "expected_output"] as const).flatMap((field) =>
        find(step[field], stepPath(step.index, field), step),
      ),
    ),
    ...outline.completion_criteria.flatMap((text, i) => find(text, `/completion_criteria/${i}`)),
  ];
}

/** Emoji may well mean something. */
function isPictures(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}

function fault(step: StepOutline | undefined, keyword: string, path: string, what: string): PlanError {
  const error: PlanError = { gate: "worth", keyword, path, message: `${path} ${what}.` };
  return step?.id === undefined ? error : { ...error, step: step.id };
}
