import { type Command, Option } from "commander";
import type { ExtractResult, RepairName } from "../../json/index.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { list, readChunks } from "../input.ts";
import { printable, printLine, styleFor } from "../terminal.ts";

interface ExtractFlags {
  readonly select: "first" | "last" | "all";
  readonly lenient?: boolean;
  readonly allow?: readonly RepairName[];
  readonly output: "json" | "events" | "report";
}

export function extractCommand(program: Command, done: (code: ExitCode) => void): void {
  program
    .command("extract")
    .summary("find the JSON in what a model wrote")
    .description(
      "Finds the JSON in text: in prose, in code fences, after reasoning blocks. A document that is cut off is " +
        "reported as truncated and never printed as if it were whole.",
    )
    .argument("[file]", "the text; - or nothing is standard input", "-")
    .addOption(
      new Option("--select <policy>", "which document to take when there are several")
        .choices(["first", "last", "all"])
        .default("first"),
    )
    .option(
      "--lenient",
      "read past flaws whose meaning is sure (trailing commas, None, curly quotes, …), each reported",
    )
    .option("--allow <repairs>", "allow these repairs as well (single-quote, escape); implies --lenient", list)
    .addOption(
      new Option(
        "-o, --output <form>",
        "json: each value on a line; events: each event; report: status, spans, warnings",
      )
        .choices(["json", "events", "report"])
        .default("json"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  sluice extract reply.txt\n  llm 'list three rivers as JSON' | sluice extract --select all",
    )
    .action(async (file: string, flags: ExtractFlags) => done(await extract(file, flags)));
}

async function extract(file: string, flags: ExtractFlags): Promise<ExitCode> {
  const { createExtractor } = await import("../../json/index.ts");
  const extractor = usable(() =>
    createExtractor({
      select: flags.select,
      ...((flags.lenient || flags.allow) && { mode: "lenient" }),
      ...(flags.allow && { allow: flags.allow }),
    }),
  );
  let found = false;
  extractor.on("document", () => {
    found = true;
  });
  if (flags.output === "events") extractor.onAny((event) => printLine(event));
  for await (const chunk of readChunks(file)) {
    extractor.write(chunk);
    if (found && flags.select === "first") break;
  }
  const result = extractor.end();
  if (flags.output === "report") printLine(result);
  if (flags.output === "json") {
    for (const { value } of result.documents) printLine(value);
    for (const { kind, line, column, message } of result.warnings) {
      process.stderr.write(
        `${styleFor(process.stderr).yellow("warning:")} ${kind} at line ${line}, column ${column}: ${printable(message)}\n`,
      );
    }
    for (const { kind, line, column, message } of result.repairs) {
      process.stderr.write(
        `${styleFor(process.stderr).yellow("repaired:")} ${kind} at line ${line}, column ${column}: ${printable(message)}\n`,
      );
    }
  }
  if (result.status === "complete") return exitCodes.valid;
  process.stderr.write(`${styleFor(process.stderr).red(result.status)}: ${printable(reasonOf(result))}\n`);
  return exitCodes.invalid;
}

/** Makes the extractor; options that it doesn't take were given on the command line. */
function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function reasonOf({ status, error }: ExtractResult): string {
  if (error) return error.message;
  return status === "truncated" ? "The text ends within a document." : "There is no JSON in the text.";
}
