/** The prompt that asks for a value of a schema. */
import { checkOptions, OptionError, type OptionNames } from "../options/index.ts";
import { type JsonSchema, type StandardSchema, toJsonSchema } from "../schema/index.ts";
import { describeSchema } from "./describe.ts";
import { exampleFor } from "./example.ts";
import type { ContractError } from "./gates.ts";
import { createValidator } from "./validator.ts";

/** One turn of a conversation, as every engine takes it. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a prompt is made from. */
export interface PromptOptions {
  /** The contract of the answer. */
  readonly schema: JsonSchema | StandardSchema;
  /** What the model is asked to do. */
  readonly task: string;
  /**
   * A filled answer, preferably to another task: small models copy what they see. Default: one made from the schema,
   * or none where none can be made that validates.
   */
  readonly example?: unknown;
}

const names: OptionNames<PromptOptions> = { schema: true, task: true, example: true };

/** An example that doesn't satisfy the schema it is meant to show. */
export class ExampleError extends Error {
  override readonly name = "ExampleError";

  constructor(
    /** What is wrong with the example. */
    readonly errors: readonly ContractError[],
  ) {
    super(`The example doesn't satisfy the schema: ${errors.map(({ message }) => message).join(" ")}`);
  }
}

/**
 * The messages that ask a model for one value of a schema and nothing else: the form in the system turn, the task in
 * the user turn, which says the form again, since small models follow the last line best. Deterministic.
 * @throws {SchemaError} if the schema can't be used
 * @throws {ExampleError} if a given example doesn't satisfy it
 * @throws {OptionError} for options that there aren't, and for a task that is no text
 */
export function promptFor(options: PromptOptions): readonly [PromptMessage, PromptMessage] {
  checkOptions("promptFor", options, names);
  if (typeof options.task !== "string") throw new OptionError("task", "Option `task` must be a string.");
  const schema = toJsonSchema(options.schema);
  return [
    { role: "system", content: formInstructions(schema, options.example) },
    { role: "user", content: `${options.task.trim()}\n\n${formOf(schema).reminder}` },
  ];
}

/**
 * The part of a prompt that says what an answer looks like: one JSON value and nothing around it, its type in compact
 * form, and a filled example that isn't fenced (a fence in the prompt is a fence in the answer).
 * @throws {SchemaError} if the schema can't be used
 * @throws {ExampleError} if a given example doesn't satisfy it
 */
export function formInstructions(schema: JsonSchema, example?: unknown): string {
  const shown = exampleText(schema, example);
  const instructions = [onlyInstruction(schema), typeInstruction(schema)];
  if (shown !== undefined) instructions.push(`\nAn example of the form, from another task:\n${shown}`);
  return instructions.join("\n");
}

/** One value and nothing around it, in a sentence or two. */
export function onlyInstruction(schema: JsonSchema): string {
  const { name, ends } = formOf(schema);
  return `Answer with ${name} and nothing else: no Markdown, no code fence, no word before or after it.${ends}`;
}

/** The type of the value, in compact form. */
export function typeInstruction(schema: JsonSchema): string {
  return [
    "It has this type; comments say what each part means and its bounds. A ? marks what may be left out.",
    "Write no property that isn't listed.",
    "",
    describeSchema(schema),
  ].join("\n");
}

/** The line that says what an answer is, for schemas whose values are objects, arrays or anything. */
function formOf(schema: JsonSchema): { readonly name: string; readonly ends: string; readonly reminder: string } {
  const type =
    typeof schema === "boolean" ? undefined : (schema.type ?? ("properties" in schema ? "object" : undefined));
  if (type === "object") return form("one JSON object", " The first character is { and the last is }.");
  if (type === "array") return form("one JSON array", " The first character is [ and the last is ].");
  return form("one JSON value", "");
}

function form(name: string, ends: string) {
  return { name, ends, reminder: `Answer with ${name} only.` };
}

function exampleText(schema: JsonSchema, given: unknown): string | undefined {
  const { validate } = createValidator(schema);
  if (given === undefined) {
    const made = exampleFor(schema);
    return validate(made).ok ? spacedJson(made) : undefined;
  }
  const result = validate(given);
  if (!result.ok) throw new ExampleError(result.errors);
  return spacedJson(given);
}

/**
 * JSON on one line with a space after each comma and colon: how models have mostly seen it, and how the grammar lets them
 * write it by default, so that an example never teaches what can't be written.
 * @throws {TypeError} for a value that JSON can't hold
 */
export function spacedJson(value: unknown): string {
  // Indented JSON has line breaks only between values: inside strings they are escaped.
  return JSON.stringify(value, null, 1).replaceAll(/,\n */g, ", ").replaceAll(/\n */g, "");
}
