import { type Command, Option } from "commander";
import { type ExitCode, exitCodes } from "../exit.ts";
import { list, readText } from "../input.ts";
import { planText } from "../plan-view.ts";
import { printable, styleFor, visibleJson, widthOf } from "../terminal.ts";

interface CheckFlags {
  readonly tools?: readonly string[];
  readonly order: "dag" | "earlier";
  readonly risk?: boolean;
  readonly output: "text" | "json";
}

export function checkCommand(program: Command, done: (code: ExitCode) => void): void {
  program
    .command("check")
    .summary("check a task plan against its contract and rules")
    .description(
      "Checks a plan, also one that another model wrote: schema, references, cycles, worth; tools with --tools, risk with --risk.",
    )
    .argument("[plan]", "the plan, as JSON or as text that holds it; - or nothing is standard input", "-")
    .option(
      "--tools <names>",
      "registered tools, comma-separated or repeated (default: tool names aren't checked)",
      list,
    )
    .addOption(
      new Option(
        "--order <rule>",
        "dag: any order without a cycle; earlier: steps may depend only on steps before them",
      )
        .choices(["dag", "earlier"])
        .default("dag"),
    )
    .option("--risk", "also refuse steps whose risk_level is too low for what they do")
    .addOption(
      new Option("-o, --output <form>", "text for people; json: the whole result")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      '\nExamples:\n  sluice check plan.json --tools sql,shell\n  sluice plan "…" -o json | sluice check -o json',
    )
    .action(async (file: string, flags: CheckFlags) => done(await check(file, flags)));
}

async function check(file: string, flags: CheckFlags): Promise<ExitCode> {
  const text = await readText(file);
  const { checkPlan, defaultRiskRules } = await import("../../plan/index.ts");
  const result = checkPlan(text, {
    order: flags.order,
    ...(flags.tools !== undefined && { tools: flags.tools }),
    ...(flags.risk && { riskRules: defaultRiskRules }),
  });
  if (flags.output === "json") process.stdout.write(`${visibleJson(result, 2)}\n`);
  else if (result.ok) {
    const lines = planText(result.plan, result, styleFor(process.stdout), widthOf(process.stdout));
    process.stdout.write(`${lines.join("\n")}\n`);
  } else {
    const style = styleFor(process.stdout);
    for (const error of result.errors) process.stdout.write(`${style.red(error.gate)}: ${printable(error.message)}\n`);
  }
  return result.ok ? exitCodes.valid : exitCodes.invalid;
}
