/** A schema file that a command works with: what is wrong with the schema is said with its place in the file. */
import type { JsonSource, Location } from "../json/index.ts";
import type { JsonSchema } from "../schema/index.ts";
import { UsageError } from "./exit.ts";
import { nameOf, readSchemaText } from "./input.ts";
import { printable, styleFor } from "./terminal.ts";

/** The most warnings of a kind. */
const mostSaid = 5;

export class SchemaFile {
  readonly schema: JsonSchema;
  readonly #name: string;
  readonly #source: JsonSource;

  constructor(path: string, source: JsonSource) {
    this.#name = nameOf(path);
    this.#source = source;
    this.schema = source.value as JsonSchema;
  }

  /** Does something with the schema: what is wrong with that is said as `file:line:column`, and where in the schema. */
  async placing<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { SchemaError } = await import("../schema/index.ts");
      if (!(error instanceof SchemaError)) throw error;
      const { message, report } = error;
      // Of keywords that contradict each other, the first.
      const path = report[0]?.path ?? error.path;
      const named = path === "" || message.includes(path) ? "" : ` (at ${path})`;
      throw new UsageError(`${this.#at(path)} ${message}${named}`, { cause: error });
    }
  }

  /** What JSON lets pass and is hardly meant, on stderr. */
  warn(): void {
    this.#warnOf(this.#source.repeated, "is there twice; the last one counts");
    this.#warnOf(this.#source.rounded, "has more digits than a double holds; another number is read");
  }

  #warnOf(pointers: readonly string[], what: string): void {
    const said = pointers.slice(0, mostSaid).map((path) => `${this.#at(path)} ${path} ${what}.`);
    const more = pointers.length - mostSaid;
    if (more > 0) said.push(`${this.#name}: and the same of ${more} more.`);
    for (const line of said)
      process.stderr.write(`${styleFor(process.stderr).yellow("warning:")} ${printable(line)}\n`);
  }

  #at(pointer: string): string {
    return placed(this.#name, this.#source.locate([pointer]).get(pointer)!);
  }
}

/**
 * Reads a schema's file; `-` is standard input.
 * @throws {UsageError} for one that can't be read, or isn't JSON in UTF-8
 */
export async function readSchema(path: string): Promise<SchemaFile> {
  const text = await readSchemaText(path);
  const { JsonSourceError, readSource } = await import("../json/index.ts");
  try {
    const file = new SchemaFile(path, readSource(text));
    file.warn();
    return file;
  } catch (error) {
    if (!(error instanceof JsonSourceError)) throw error;
    throw new UsageError(`${placed(nameOf(path), error.location)} This isn't JSON: ${error.message}`, { cause: error });
  }
}

function placed(name: string, { line, column }: Location): string {
  return `${name}:${line}:${column}:`;
}
