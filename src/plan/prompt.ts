/** The prompt that asks for a plan. */
import { formInstructions, type PromptMessage } from "../contract/index.ts";
import { PlanOptionError, readTools } from "./options.ts";
import { type Plan, planLimits, planSchema } from "./schema.ts";

/** What a plan is asked for. */
export interface PlanPromptOptions {
  /** What the plan is for: untrusted text, laid out on one line whatever it holds. */
  readonly goal: string;
  /** The registered tools. */
  readonly tools?: readonly string[];
}

const rules = [
  `1. Use 1 to ${planLimits.steps} steps, as few as do the job.`,
  "2. Number them S1, S2, S3 in order.",
  "3. dependencies names only steps of this plan that must be done before.",
  "4. Steps never wait for each other in a circle; steps that don't need each other don't depend on each other.",
  "5. Each step says what to do with what, and its expected_output is something that can be checked.",
  "6. risk_level is high for what can't be undone, costs money or touches people's data.",
  "7. tool_hint is one of the tools listed, or null. Invent no tools, and no passwords or keys.",
];

/** Another task than anyone asks for, short and ordinary, with two steps that can run side by side. */
export const planExample: Plan = {
  objective: "Twelve guests eat a three-course dinner at home on Saturday at seven",
  assumptions: ["The kitchen has one oven"],
  steps: [
    {
      id: "S1",
      title: "Choose the menu",
      description: "Pick a starter, a main dish and a dessert that fit one oven and the guests' allergies",
      dependencies: [],
      tool_hint: null,
      expected_output: "A menu with amounts for twelve",
      risk_level: "low",
    },
    {
      id: "S2",
      title: "Buy the food",
      description: "Write a shopping list from the menu and buy everything on Friday",
      dependencies: ["S1"],
      tool_hint: null,
      expected_output: "Every item of the list is in the kitchen",
      risk_level: "medium",
    },
    {
      id: "S3",
      title: "Borrow chairs",
      description: "Ask the neighbours for six chairs and fetch them",
      dependencies: [],
      tool_hint: null,
      expected_output: "Twelve chairs stand around the table",
      risk_level: "low",
    },
  ],
  completion_criteria: ["All guests are seated and served by half past seven"],
};

/**
 * The messages that ask a model for a plan: rules, the contract as a compact type and one filled example in the system
 * turn; the user turn is exactly
 *
 *     Goal: <goal>
 *     Tools: <a, b, c>
 *     Answer with one JSON object only.
 *
 * with `none` where no tools are registered. Deterministic.
 * @throws {PlanOptionError} for an empty goal, and for tools that can't be used
 */
export function planPrompt(options: PlanPromptOptions): readonly [PromptMessage, PromptMessage] {
  const goal = oneLine(options.goal);
  if (goal === "") throw new PlanOptionError("goal", "The goal is empty: say in a sentence what the plan is for.");
  const tools = readTools(options.tools ?? []);
  const system = ["You write plans that a program runs.", ...rules, "", formInstructions(planSchema(), planExample)];
  const user = [
    `Goal: ${goal}`,
    `Tools: ${tools.length === 0 ? "none" : tools.join(", ")}`,
    "Answer with one JSON object only.",
  ];
  return [
    { role: "system", content: system.join("\n") },
    { role: "user", content: user.join("\n") },
  ];
}

/** Line breaks of every kind, tabs and control characters become one space, so that a goal can't add lines of its own. */
function oneLine(goal: string): string {
  return goal.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
