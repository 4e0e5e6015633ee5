import { type Command, Option } from "commander";
import type { Finding, RuleId, Severity } from "../../lint/index.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { list, readSchemaText } from "../input.ts";
import { schemaFiles } from "../schema-files.ts";
import { findingLines, type Linted } from "../show-findings.ts";
import { printable, styleFor, visibleJson } from "../terminal.ts";

interface LintFlags {
  readonly rule?: readonly string[];
  readonly off?: readonly string[];
  readonly failOn: Severity | "never";
  readonly output: "text" | "json" | "sarif";
}

export function lintCommand(program: Command, done: (code: ExitCode) => void, version: string): void {
  program
    .command("lint")
    .summary("find what makes a JSON Schema hard for a model")
    .description(
      "Looks for what a model fails at or runs away on, for keywords without effect or that contradict each other, and " +
        "for schemas that cost too much, each with its line and advice. docs/lint.md explains the rules.",
    )
    .argument(
      "[schemas...]",
      "JSON Schemas, or folders: the *.json in them and below, but not in node_modules and .folders; - or nothing is standard input",
    )
    .option("--rule <ids>", "look by these rules only, comma-separated or repeated", list)
    .option("--off <ids>", "leave these rules out", list)
    .addOption(
      new Option("--fail-on <severity>", "the mildest severity for which the exit code is 1")
        .choices(["error", "warning", "note", "never"])
        .default("error"),
    )
    .addOption(
      new Option("-o, --output <form>", "text for people; json; sarif: for editors and code hosts (SARIF 2.1.0)")
        .choices(["text", "json", "sarif"])
        .default("text"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  sluice lint person.json\n  sluice lint schemas --fail-on warning --off missing-description,vague-name" +
        "\n  sluice lint schemas -o sarif > lint.sarif",
    )
    .action(async (paths: string[], flags: LintFlags) => done(await lint(paths, flags, version)));
}

async function lint(paths: readonly string[], flags: LintFlags, version: string): Promise<ExitCode> {
  const { lintText, severities, toSarif } = await import("../../lint/index.ts");
  const options = { ...(await rulesOf("--rule", flags.rule)), ...(await rulesOf("--off", flags.off)) };
  if (options.rules?.every((id) => options.off?.includes(id))) {
    throw new UsageError("No rule is left to look by: --off names all that --rule does.");
  }
  const { files, faults } = await schemaFiles(paths.length === 0 ? ["-"] : paths);
  const linted: Linted[] = faults.map(({ path, message }) => unread(path, message));
  for (const path of files) {
    try {
      linted.push({ file: path, ...lintText(await readSchemaText(path), options) });
    } catch (error) {
      // One that can't be read doesn't keep the others from being looked at.
      if (!(error instanceof UsageError)) throw error;
      linted.push(unread(path, error.message));
    }
  }
  const read = linted.filter((one) => one.unread === undefined);
  if (flags.output === "json") process.stdout.write(`${visibleJson(linted.map(named), 2)}\n`);
  else if (flags.output === "sarif") process.stdout.write(`${visibleJson(toSarif(linted, version), 2)}\n`);
  else if (read.length > 0) {
    process.stdout.write(`${findingLines(read.map(named), styleFor(process.stdout)).join("\n")}\n`);
  }
  for (const { unread } of linted) {
    if (unread !== undefined) process.stderr.write(`${styleFor(process.stderr).red("error:")} ${printable(unread)}\n`);
  }
  if (read.length < linted.length) return exitCodes.usage;
  const grave = flags.failOn === "never" ? [] : severities.slice(0, severities.indexOf(flags.failOn) + 1);
  const fails = ({ severity }: Finding): boolean => grave.includes(severity);
  return read.some(({ findings }) => findings.some(fails)) ? exitCodes.invalid : exitCodes.valid;
}

function unread(file: string, message: string): Linted {
  return { file, findings: [], omitted: 0, unread: message };
}

/** Standard input by a name. */
function named(linted: Linted): Linted {
  return linted.file === "-" ? { ...linted, file: "stdin" } : linted;
}

async function rulesOf(
  flag: "--rule" | "--off",
  ids: readonly string[] | undefined,
): Promise<{ readonly rules?: readonly RuleId[]; readonly off?: readonly RuleId[] }> {
  if (ids === undefined) return {};
  if (ids.length === 0) throw new UsageError(`${flag} names no rule.`);
  const { isRuleId, lintRules } = await import("../../lint/index.ts");
  const unknown = ids.find((id) => !isRuleId(id));
  if (unknown !== undefined) {
    const { nearest } = await import("../../options/index.ts");
    const known = lintRules.map(({ id }) => id);
    const meant = nearest(unknown, known);
    const advice = `The rules are ${known.join(", ")}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
    throw new UsageError(`${flag} names "${unknown}", which isn't a rule. ${advice}`);
  }
  const rules = ids as readonly RuleId[];
  return flag === "--rule" ? { rules } : { off: rules };
}
