import { type Command, Option } from "commander";
import type { ReportEntry, Whitespace } from "../../schema/index.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { type Formats, formatsOption } from "../formats.ts";
import { integer } from "../input.ts";
import { readSchema } from "../schema-file.ts";
import { printable, type Style, styleFor } from "../terminal.ts";

interface CompileFlags {
  readonly output: "gbnf" | "report" | "json";
  readonly whitespace: Whitespace;
  readonly formats: Formats;
  readonly zeroFractions: boolean;
  readonly order: "schema" | "required-first";
  readonly strict: boolean;
  readonly maxStringLength: number | "none";
  readonly maxItems: number | "none";
  readonly maxDigits: number;
  readonly maxSize: number;
}

export function compileCommand(program: Command, done: (code: ExitCode) => void): void {
  program
    .command("compile")
    .summary("turn a JSON Schema into a GBNF grammar")
    .description("Compiles a JSON Schema to a GBNF grammar for llama.cpp, and says for each keyword how it is kept.")
    .argument("[schema]", "the JSON Schema; - or nothing is standard input", "-")
    .addOption(
      new Option("-o, --output <form>", "gbnf: the grammar; report: a line per keyword; json: both, for programs")
        .choices(["gbnf", "report", "json"])
        .default("gbnf"),
    )
    .addOption(
      new Option("--order <order>", "of properties: as in the schema, or those it requires before the others")
        .choices(["schema", "required-first"])
        .default("schema"),
    )
    .addOption(
      new Option(
        "--whitespace <style>",
        'spaced: {"a": 1, "b": 2}; compact: {"a":1,"b":2}; pretty: a line for each key and item, indented by two blanks a level; any: whatever JSON allows, up to eighty in a row',
      )
        .choices(["spaced", "compact", "pretty", "any"])
        .default("spaced"),
    )
    .addOption(formatsOption())
    .option("--zero-fractions", "let integers be written 1.0, too", false)
    .option(
      "--max-string-length <n>",
      "most characters of a string without maxLength, and of a key that isn't named; none: no bound",
      countOrNone("--max-string-length"),
      1999,
    )
    .option(
      "--max-items <n>",
      "most items of an array without maxItems, and keys that aren't named; none: no bound",
      countOrNone("--max-items"),
      256,
    )
    .option("--max-digits <n>", "most digits of a number without bounds", integer("--max-digits", 1), 20)
    .option("--max-size <n>", "largest grammar, in characters", integer("--max-size", 1), 4_000_000)
    .option("--no-strict", "leave out what can't be kept and say so (exit code 1), instead of refusing the schema")
    .addHelpText(
      "after",
      "\nExamples:\n  sluice compile person.json > person.gbnf\n  sluice compile person.json -o report",
    )
    .action(async (schema: string, flags: CompileFlags) => done(await compile(schema, flags)));
}

async function compile(file: string, flags: CompileFlags): Promise<ExitCode> {
  const source = await readSchema(file);
  const { compileGbnf } = await import("../../gbnf/index.ts");
  const { compileSchema } = await import("../../schema/index.ts");
  // A report is most useful for a schema that would be refused, so it never refuses.
  const strict = flags.strict && flags.output === "gbnf";
  const { formats, whitespace, order, zeroFractions, maxDigits, maxSize } = flags;
  const caps = { maxStringLength: bound(flags.maxStringLength), maxItems: bound(flags.maxItems), maxDigits, maxSize };
  const options = { whitespace, order, zeroFractions, ...caps };
  const { grammar, report, rules } = await source.placing(() =>
    compileGbnf(compileSchema(source.schema, { strict, formats }), options),
  );
  const refused = report.some(({ status }) => status === "refused");
  if (flags.output === "gbnf") {
    process.stdout.write(grammar);
    for (const { path, reason } of report.filter(({ status }) => status === "refused")) {
      process.stderr.write(
        `${styleFor(process.stderr).yellow("left out:")} ${printable(path)}: ${printable(reason ?? "can't be kept")}\n`,
      );
    }
  }
  if (flags.output === "json") process.stdout.write(`${JSON.stringify({ grammar, report, rules }, null, 2)}\n`);
  if (flags.output === "report") process.stdout.write(`${reportLines(report, styleFor(process.stdout)).join("\n")}\n`);
  return refused ? exitCodes.invalid : exitCodes.valid;
}

/** A count, or `none`. */
function countOrNone(flag: string): (text: string) => number | "none" {
  const read = integer(flag, 1);
  return (text) => (text === "none" ? text : read(text));
}

function bound(flag: number | "none"): number | null {
  return flag === "none" ? null : flag;
}

function reportLines(report: readonly ReportEntry[], style: Style): string[] {
  const paint = { grammar: style.green, boundary: style.yellow, refused: style.red, annotation: style.dim };
  const entries = report.map(({ path, reason, ...rest }) => ({
    ...rest,
    path: printable(path),
    reason: printable(reason ?? ""),
  }));
  const width = entries.reduce((most, { path }) => Math.max(most, path.length), 0);
  const lines = entries.map(({ path, status, reason }) =>
    `${paint[status](status.padEnd(10))} ${path.padEnd(width)}${reason && `  ${reason}`}`.trimEnd(),
  );
  const count = (status: ReportEntry["status"]) => report.filter((entry) => entry.status === status).length;
  lines.push(
    `${count("grammar")} kept by the grammar, ${count("boundary")} checked on the finished value, ${count("refused")} refused, ${count("annotation")} annotations`,
  );
  return lines;
}
