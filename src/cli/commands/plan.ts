import { type Command, Option } from "commander";
import type { ExitCode } from "../exit.ts";
import { argumentOrStdin, integer, list } from "../input.ts";
import { interruptSignal } from "../interrupt.ts";
import { addModelOptions, loadFlagged, type ModelFlags, runOptions } from "../model-options.ts";
import { planFrame, planText } from "../plan-view.ts";
import { type RunOutput, showRun } from "../show-run.ts";

interface PlanFlags extends ModelFlags {
  readonly tools?: readonly string[];
  readonly maxSteps?: number;
  readonly output: RunOutput;
}

export function planCommand(program: Command, done: (code: ExitCode) => void): void {
  const command = program
    .command("plan")
    .summary("write a task plan for a goal")
    .description(
      "Writes a task plan for a goal, shown while it is written. The grammar carries the rules: steps are numbered, " +
        "depend only on steps before them, and name only the tools you give.",
    )
    .argument("[goal]", "what the plan is for (default: read from standard input)")
    .option("--tools <names>", "tools a step may name, comma-separated or repeated", list)
    .option("--max-steps <n>", "most steps (default: 20)", integer("--max-steps", 1, 20))
    .addOption(
      new Option("-o, --output <form>", "text for people; json: the plan alone; events: one JSON event a line")
        .choices(["text", "json", "events"])
        .default("text"),
    );
  addModelOptions(command)
    .addHelpText(
      "after",
      '\nExamples:\n  sluice plan "Move our billing database to a new server without losing orders"\n' +
        '  sluice plan --tools sql,shell -o json "Rotate the API keys" > plan.json\n' +
        "  echo 'Prepare the quarterly report' | sluice plan --model smollm2-135m --seed 7",
    )
    .action(async (goal: string | undefined, flags: PlanFlags) => done(await writePlan(goal, flags)));
}

async function writePlan(argument: string | undefined, flags: PlanFlags): Promise<ExitCode> {
  const goal = (await argumentOrStdin(argument, "goal")).trim();
  const signal = interruptSignal();
  const loading = loadFlagged(flags, signal);
  // Fails where it's awaited; until then there is work to do that the model isn't needed for.
  loading.catch(() => {});
  const { plan, preparePlan } = await import("../../run/index.ts");
  const prepared = preparePlan({ tools: flags.tools ?? [], ...(flags.maxSteps && { maxSteps: flags.maxSteps }) });
  return await showRun(loading, (model) => plan({ ...runOptions(flags, model, signal), goal, prepared }), {
    output: flags.output,
    flags,
    frame: (partial, pace, style, width) => planFrame(partial ?? {}, pace, style, width),
    text: ({ value, waves, criticalPath }, style, width) => planText(value, { waves, criticalPath }, style, width),
  });
}
