import { setFlagsFromString } from "node:v8";
import { type Command, Option } from "commander";
import type { RepairName, Select } from "../../json/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { type Formats, formatsOption } from "../formats.ts";
import { integer, list, readChunks } from "../input.ts";
import { ReadingLine } from "../reading-line.ts";
import { readSchema, type SchemaFile } from "../schema-file.ts";
import { type DocumentForm, DocumentOutput } from "../show-documents.ts";

interface ExtractFlags {
  readonly select: Select;
  readonly lenient?: boolean;
  readonly allow?: readonly RepairName[];
  readonly schema?: string;
  readonly formats: Formats;
  readonly limit: number;
  readonly output: DocumentForm;
}

/** Bytes of text that are read before anything is printed: so long a closing reasoning tag can take documents back. */
const holdLength = 2 ** 20;

/** Characters of a document: its value fits in 200 MB with all else, as test/slow/extract.test.ts and docs/decisions say. */
const defaultLimit = 2_000_000;

export function extractCommand(program: Command, done: (code: ExitCode) => void): void {
  program
    .command("extract")
    .summary("find the JSON in what a model wrote")
    .description(
      "Finds the JSON in text: in prose, in code fences, after reasoning blocks. A document that is cut off is " +
        "reported as truncated and never printed as if it were whole; one that breaks --schema isn't printed either.",
    )
    .argument("[file]", "the text; - or nothing is standard input", "-")
    .addOption(
      new Option("--select <policy>", "which document to take when there are several; schema: the first that fits it")
        .choices(["first", "last", "all", "schema"])
        .default("first"),
    )
    .option("-s, --schema <file>", "JSON Schema that documents must satisfy: faults are listed with their path")
    .addOption(formatsOption())
    .option(
      "--lenient",
      "read past flaws whose meaning is sure (trailing commas, None, curly quotes, …), each reported; with --schema " +
        "also strings that stand for a number, a boolean, an object, where it asks for one",
    )
    .option("--allow <repairs>", "allow these repairs as well (single-quote, escape); implies --lenient", list)
    .option(
      "--limit <characters>",
      "longest document to build; a longer one is an error",
      integer("--limit", 1, 2 ** 28),
      defaultLimit,
    )
    .addOption(
      new Option(
        "-o, --output <form>",
        "json: each value on a line; events: each event on a line, of text of any size; report: status, spans, repairs, " +
          "errors",
      )
        .choices(["json", "events", "report"])
        .default("json"),
    )
    .addHelpText("after", examples)
    .action(async (file: string, flags: ExtractFlags) => done(await extract(file, flags)));
}

const examples = `
Examples:
  sluice extract reply.txt                                     the first document in a reply
  llm 'three rivers as JSON' | sluice extract --select last    the last one
  sluice extract --select all --lenient log.txt > all.ndjson   every one, a line each, flaws read past and named
  sluice extract --schema person.json reply.txt                the first one, which must be a person: exit code 1 if not
  sluice extract --select schema --schema person.json          the first person among all that's there
  sluice extract -o events huge.json | grep '"item"'           what's in it as it's read, however long it is
  sluice extract -o report reply.txt                           where it is, in what, and what had to be repaired`;

async function extract(file: string, flags: ExtractFlags): Promise<ExitCode> {
  const { select, limit, output: form } = flags;
  // By default V8 lets a heap grow to a multiple of what's in use before it collects old garbage: here, 60 MB more.
  setFlagsFromString("--heap-growing-percent=20");
  const source = await schemaOf(file, flags);
  const { createExtractor } = await import("../../json/index.ts");
  const validator = source && (await source.placing(() => validatorOf(source.schema, flags.formats)));
  const output = new DocumentOutput({ form, select, validator });
  const builds = form !== "events" || validator !== undefined;
  const extractor = usable(() =>
    createExtractor({
      select,
      ...(select === "schema" && { accepts: output.accepts }),
      ...((flags.lenient || flags.allow) && { mode: "lenient" }),
      ...(flags.allow && { allow: flags.allow }),
      schema: source?.schema,
      values: builds ? "tree" : "none",
      retain: select !== "all",
      limits: {
        ...(builds && { documentLength: limit }),
        stringLength: limit,
        keys: Number.POSITIVE_INFINITY,
        items: Number.POSITIVE_INFINITY,
      },
    }),
  );
  output.follow(extractor);
  using reading = new ReadingLine(process.stderr);
  let read = 0;
  for await (const chunk of readChunks(file)) {
    extractor.write(chunk);
    read += chunk.length;
    if (read > holdLength && select !== "last") {
      if (output.holds) reading.clear();
      output.release();
      // Between two characters: the text isn't cut off, it's left.
      if (extractor.settled && chunk.at(-1)! < 0x80) break;
    }
    await output.drained();
    if (form !== "events") reading.draw({ read, documents: output.count, fraction: extractor.progress.fraction });
  }
  reading.clear();
  return (await output.end(extractor.end())) ? exitCodes.valid : exitCodes.invalid;
}

async function schemaOf(file: string, { schema, select }: ExtractFlags): Promise<SchemaFile | undefined> {
  if (schema === undefined && select === "schema") {
    throw new UsageError("--select schema takes the first document that satisfies a schema: name it with --schema.");
  }
  if (schema === "-" && file === "-") {
    throw new UsageError("The text and the schema can't both be standard input: name a file for one of them.");
  }
  return schema === undefined ? undefined : await readSchema(schema);
}

/** Judges values as they stand: what's missing isn't filled in. */
async function validatorOf(schema: JsonSchema, formats: Formats) {
  const { createValidator } = await import("../../contract/index.ts");
  return createValidator<JsonSchema, unknown>(schema, { defaults: false, formats });
}

/** Makes the extractor; options that it doesn't take were given on the command line. */
function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
