/** The command line: `sluice <command>`. Each command is a file in `commands/`; this one names them and their faults. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { checkCommand } from "./commands/check.ts";
import { compileCommand } from "./commands/compile.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { extractCommand } from "./commands/extract.ts";
import { generateCommand } from "./commands/generate.ts";
import { lintCommand } from "./commands/lint.ts";
import { modelsCommand } from "./commands/models.ts";
import { planCommand } from "./commands/plan.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import { reportFault } from "./fault.ts";

const help = `
Exit codes:
  0    the result is valid
  1    the result isn't valid, was cut off, or got stuck: nothing that could
       follow would have passed the schema's checks
  2    wrong use: an unknown option, a file that isn't there, a schema that can't
       be used; or the output can't be written
  3    the engine or the model failed
  130  interrupted, by Ctrl-C or SIGTERM
The last line of \`-o events\` says the same of a model's run, however it ended.

Environment:
  SLUICE_MODEL   default model, as for --model
  SLUICE_CACHE   folder for downloaded models
  NO_COLOR       no colours`;

/** Runs one command line and says how it went. Never throws, never ends the process. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.valid;
  const program = new Command("sluice")
    .description("Structured output from local models that a program can trust, shown while it streams.")
    .version(version())
    .addHelpText("after", help);
  const done = (result: ExitCode) => {
    code = result;
  };
  planCommand(program, done);
  generateCommand(program, done);
  extractCommand(program, done);
  compileCommand(program, done);
  lintCommand(program, done, version());
  checkCommand(program, done);
  modelsCommand(program, done);
  doctorCommand(program, done);
  complainAlike(program, program.name());
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return reportFault(error);
  }
}

/** Wrong use of a command or of one below it is thrown, and says where to read on. */
function complainAlike(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
  for (const below of command.commands) complainAlike(below, `${name} ${below.name()}`);
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
