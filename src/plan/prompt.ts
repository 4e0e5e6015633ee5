/** The prompt that asks for a plan. */
import { onlyInstruction, type PromptMessage, spacedJson, typeInstruction } from "../contract/index.ts";
import { PlanOptionError, readTools } from "./options.ts";
import { type Plan, planLimits, planSchema } from "./schema.ts";

/** What a plan is asked for. */
export interface PlanPromptOptions {
  /** What the plan is for: untrusted text, laid out on one line whatever it holds. */
  readonly goal: string;
  /** The registered tools. */
  readonly tools?: readonly string[];
  /**
   * Whether to spell out the type of a plan. Default true. Where a grammar holds the form it need not be said, and a
   * third of the prompt is saved.
   */
  readonly contract?: boolean;
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

/** Another task than the one asked for, short and ordinary, with two steps that can run side by side. */
const exampleTask = { goal: "Move the team wiki to a new host", tools: ["shell"] };

/** The answer to it. */
export const planExample: Plan = {
  objective: "The team wiki runs on the new host and every page opens",
  assumptions: ["Both hosts are reachable"],
  steps: [
    {
      id: "S1",
      title: "Back up the wiki",
      description: "Export all pages and files of the wiki to an archive",
      dependencies: [],
      tool_hint: "shell",
      expected_output: "An archive whose size matches the source",
      risk_level: "low",
    },
    {
      id: "S2",
      title: "Prepare the new host",
      description: "Install the wiki software on the new host and create its database",
      dependencies: [],
      tool_hint: null,
      expected_output: "The empty wiki answers on the new host",
      risk_level: "low",
    },
    {
      id: "S3",
      title: "Restore the pages",
      description: "Load the archive into the wiki on the new host",
      dependencies: ["S1", "S2"],
      tool_hint: "shell",
      expected_output: "The page count is the same on both hosts",
      risk_level: "medium",
    },
    {
      id: "S4",
      title: "Switch the address",
      description: "Point the wiki's name at the new host and tell the team",
      dependencies: ["S3"],
      tool_hint: null,
      expected_output: "The wiki's name opens the new host",
      risk_level: "high",
    },
  ],
  completion_criteria: ["Every page opens on the new host"],
};

/**
 * The messages that ask a model for a plan: the rules in the system turn, an example as an exchange of its own (small
 * models copy an example out of the rules, and follow one that was an answer), and the user turn, which is exactly
 *
 *     Goal: <goal>
 *     Tools: <a, b, c>
 *     Answer with one JSON object only.
 *
 * with `none` where no tools are registered. Deterministic.
 * @throws {PlanOptionError} for an empty goal, and for tools that can't be used
 */
export function planPrompt(
  options: PlanPromptOptions,
): readonly [PromptMessage, PromptMessage, PromptMessage, PromptMessage] {
  const { contract = true } = options;
  const schema = planSchema();
  const system = ["You write plans that a program runs.", ...rules, "", onlyInstruction(schema)];
  if (contract) system.push(typeInstruction(schema));
  return [
    { role: "system", content: system.join("\n") },
    { role: "user", content: request(exampleTask) },
    { role: "assistant", content: spacedJson(planExample) },
    { role: "user", content: request(options) },
  ];
}

function request(options: PlanPromptOptions): string {
  const goal = oneLine(options.goal);
  if (goal === "") throw new PlanOptionError("goal", "The goal is empty: say in a sentence what the plan is for.");
  const tools = readTools(options.tools ?? []);
  return `Goal: ${goal}\nTools: ${tools.join(", ") || "none"}\nAnswer with one JSON object only.`;
}

/** Line breaks of every kind, tabs and control characters become one space, so that a goal can't add lines of its own. */
function oneLine(goal: string): string {
  return goal.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
