import { type Command, Option } from "commander";
import { downloadBar, megabytes } from "../download.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { interruptSignal } from "../interrupt.ts";
import { columns, styleFor } from "../terminal.ts";

export function modelsCommand(program: Command, done: (code: ExitCode) => void): void {
  const models = program
    .command("models")
    .summary("list, download and find models")
    .description("The models known by name. Downloaded files live in a cache folder ($SLUICE_CACHE).");
  models
    .command("list")
    .description("list the models known by name")
    .addOption(new Option("-o, --output <form>", "text or json").choices(["text", "json"]).default("text"))
    .action(async ({ output }: { output: "text" | "json" }) => done(await listAll(output)));
  models
    .command("pull")
    .description("download a model, resuming where an earlier try ended, and check it; prints its path")
    .argument("<name>", "a name from the list, or hf:owner/repo/file")
    .option("--offline", "say whether it is here, without downloading")
    .addHelpText(
      "after",
      "\nExamples:\n  sluice models pull smollm2-135m\n  sluice models pull hf:owner/repo/model.Q4_K_M.gguf",
    )
    .action(async (name: string, { offline }: { offline?: boolean }) => done(await pull(name, offline)));
  models
    .command("path")
    .description("print where a model's file is, or will be once pulled")
    .argument("[name]", "a name, path or hf: URI (default: the default model)")
    .action(async (name?: string) => {
      const { modelPath } = await import("../../engine/index.ts");
      process.stdout.write(`${modelPath(name)}\n`);
      done(exitCodes.valid);
    });
}

async function listAll(output: "text" | "json"): Promise<ExitCode> {
  const { listModels } = await import("../../engine/index.ts");
  const found = listModels();
  if (output === "json") process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else {
    const style = styleFor(process.stdout);
    const width = Math.max(...found.map(({ name }) => columns(name)));
    for (const { name, description, present, bytes, licence } of found) {
      const size = bytes === undefined ? "" : `, ${megabytes(bytes)} MB`;
      const state = present ? style.green("here      ") : style.dim("not pulled");
      process.stdout.write(
        `${style.bold(name.padEnd(width))}  ${state}  ${description} ${style.dim(`(${licence}${size})`)}\n`,
      );
    }
  }
  return exitCodes.valid;
}

async function pull(name: string, offline: boolean | undefined): Promise<ExitCode> {
  const signal = interruptSignal();
  const { pullModel } = await import("../../engine/index.ts");
  const bar = downloadBar(process.stderr);
  try {
    const path = await pullModel(name, { signal, offline, onProgress: bar.update });
    bar.clear();
    process.stdout.write(`${path}\n`);
  } finally {
    bar.clear();
  }
  return exitCodes.valid;
}
