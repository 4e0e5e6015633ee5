import { type Command, Option } from "commander";
import type { Engine } from "../../engine/index.ts";
import type { ExitCode } from "../exit.ts";
import { type Formats, formatsOption } from "../formats.ts";
import { argumentOrStdin } from "../input.ts";
import { interruptSignal } from "../interrupt.ts";
import { addModelOptions, loadFlagged, type ModelFlags, runOptions } from "../model-options.ts";
import { paceLine } from "../plan-view.ts";
import { readSchema } from "../schema-file.ts";
import { type RunOutput, showRun } from "../show-run.ts";
import { clip, printable, visibleJson } from "../terminal.ts";

interface GenerateFlags extends ModelFlags {
  readonly schema: string;
  readonly formats: Formats;
  readonly output: RunOutput;
}

export function generateCommand(program: Command, done: (code: ExitCode) => void): void {
  const command = program
    .command("generate")
    .summary("write a value of any JSON Schema")
    .description("Writes one JSON value that satisfies a schema, shown while it is written.")
    .argument("[prompt]", "what is asked of the model (default: read from standard input)")
    .requiredOption("-s, --schema <file>", "JSON Schema of the value")
    .addOption(formatsOption())
    .addOption(
      new Option("-o, --output <form>", "text: indented JSON; json: one line; events: one JSON event a line")
        .choices(["text", "json", "events"])
        .default("text"),
    );
  addModelOptions(command)
    .addHelpText(
      "after",
      '\nExamples:\n  sluice generate --schema person.json "Describe Ada Lovelace" --model smollm2-135m\n' +
        "  cat ticket.txt | sluice generate --schema triage.json -o json",
    )
    .action(async (prompt: string | undefined, flags: GenerateFlags) => done(await writeValue(prompt, flags)));
}

async function writeValue(argument: string | undefined, flags: GenerateFlags): Promise<ExitCode> {
  const source = await readSchema(flags.schema);
  const prompt = await argumentOrStdin(argument, "prompt");
  const { generate, prepare } = await import("../../run/index.ts");
  // A schema that can't be used should be known before a model is loaded.
  const prepared = await source.placing(() => prepare(source.schema, { formats: flags.formats }));
  const signal = interruptSignal();
  const begin = (model: Engine) => generate({ ...runOptions(flags, model, signal), schema: prepared, prompt });
  return await showRun(loadFlagged(flags, signal), begin, {
    output: flags.output,
    flags,
    frame: (partial, pace, style, width, height) => {
      const lines = partial === undefined ? [] : JSON.stringify(partial, null, 2).split("\n");
      return [...lines.slice(-(height - 1)).map((line) => clip(printable(line), width)), paceLine(pace, style)];
    },
    text: ({ value }) => [visibleJson(value, 2)],
  });
}
