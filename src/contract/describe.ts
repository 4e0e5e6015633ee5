/**
 * A schema as a type a person (or a small model) can read: shorter than the JSON Schema it comes from (the plan
 * contract takes three fifths), with no constraint left out. The notation is TypeScript's, with `integer` added and bounds as comments.
 */
import { type JsonSchema, SchemaError, type StandardSchema, toJsonSchema } from "../schema/index.ts";
import { isPlainObject, ownValue } from "./own.ts";
import { refSteps, resolveRef } from "./pointer.ts";

/** Deepest nesting that is written out in one type: what is deeper is a type of its own. */
const deepest = 64;

/** Keywords the notation itself says. Whatever is neither here nor in `annotations` is written out as JSON. */
const said = new Set(
  `$schema $id $ref $defs definitions $anchor type enum const anyOf oneOf allOf properties required additionalProperties
  patternProperties items prefixItems minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf minProperties maxProperties default description nullable`.split(/\s+/),
);
/** Keywords that constrain nothing and aren't worth a model's attention. */
const annotations = new Set("title $comment examples example deprecated readOnly writeOnly $vocabulary".split(" "));

type Node = Readonly<Record<string, unknown>>;

/** A type in the notation: what to write, and what its comment says. */
interface Described {
  readonly type: string;
  readonly comment: string;
}

/**
 * Writes a schema as a compact type. Definitions that are referred to come first as `type Name = …`; a reference to the
 * root is called `Root`. Deterministic: the order is the schema's.
 * @throws {SchemaError} for a reference that isn't to `#`, `#/$defs/…` or `#/definitions/…`
 */
export function describeSchema(input: JsonSchema | StandardSchema): string {
  const schema = toJsonSchema(input);
  const describer = new Describer(schema);
  const root = describer.describe(schema, 0);
  const definitions: string[] = [];
  // Describing one definition may refer to more of them.
  for (const [name, target] of describer.referred) {
    const { type, comment } = describer.describe(target, 0);
    definitions.push(`${commentLine(comment)}type ${name} = ${type}\n`);
  }
  const rootName = describer.refersToRoot ? "type Root = " : "";
  return `${definitions.join("")}${commentLine(root.comment)}${rootName}${root.type}`;
}

class Describer {
  /** Definitions referred to so far, by the name they are written under. A Map keeps what is added while iterating. */
  readonly referred = new Map<string, unknown>();
  refersToRoot = false;

  constructor(private readonly root: unknown) {}

  describe(schema: unknown, depth: number): Described {
    if (depth > deepest && isPlainObject(schema)) return { type: this.apart(schema), comment: "" };
    if (!isPlainObject(schema)) return { type: schema === false ? "never" : "any", comment: "" };
    const parts = [this.baseType(schema, depth)];
    if (typeof schema.$ref === "string") parts.push(this.nameOf(schema.$ref));
    for (const keyword of ["anyOf", "oneOf"]) {
      if (Array.isArray(schema[keyword])) parts.push(this.join(schema[keyword], " | ", depth));
    }
    if (Array.isArray(schema.allOf)) parts.push(this.join(schema.allOf, " & ", depth));
    const type = parts.filter((part) => part !== undefined);
    return {
      type: type.length === 0 ? "any" : type.map(wrapUnless(type.length === 1)).join(" & "),
      comment: comment(schema),
    };
  }

  /** What `type`, `enum`, `const` and the structure say; undefined if they say nothing. */
  private baseType(schema: Node, depth: number): string | undefined {
    const nullable = schema.nullable === true ? " | null" : "";
    if ("const" in schema) return JSON.stringify(schema.const) + nullable;
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ") + nullable;
    const names = typeNames(schema);
    return names.length === 0 ? undefined : names.map((name) => this.named(name, schema, depth)).join(" | ") + nullable;
  }

  private named(name: string, schema: Node, depth: number): string {
    if (name === "object") return this.object(schema, depth);
    return name === "array" ? this.array(schema, depth) : name;
  }

  private object(schema: Node, depth: number): string {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const lines: string[] = [];
    const properties = isPlainObject(schema.properties) ? schema.properties : {};
    for (const key of Object.keys(properties)) {
      const mark = required.has(key) ? "" : "?";
      lines.push(line(`${propertyName(key)}${mark}`, this.describe(ownValue(properties, key), depth + 1)));
    }
    for (const key of required) {
      if (!Object.hasOwn(properties, key)) lines.push(line(propertyName(String(key)), { type: "any", comment: "" }));
    }
    const patterns = isPlainObject(schema.patternProperties) ? schema.patternProperties : {};
    for (const key of Object.keys(patterns))
      lines.push(line(`[/${key}/]`, this.describe(ownValue(patterns, key), depth + 1)));
    if (isPlainObject(schema.additionalProperties)) {
      lines.push(line("[other: string]", this.describe(schema.additionalProperties, depth + 1)));
    }
    return lines.length === 0 ? "{}" : `{\n${indent(lines.join("\n"))}\n}`;
  }

  private array(schema: Node, depth: number): string {
    const prefix = Array.isArray(schema.prefixItems)
      ? schema.prefixItems
      : Array.isArray(schema.items)
        ? schema.items
        : [];
    const rest = Array.isArray(schema.items) ? true : (schema.items ?? true);
    const item = rest === false ? undefined : this.inline(rest, depth);
    if (prefix.length === 0) return item === undefined ? "[]" : `${wrap(item)}[]`;
    const first = prefix.map((member) => this.inline(member, depth));
    return `[${[...first, ...(item === undefined ? [] : [`...${wrap(item)}[]`])].join(", ")}]`;
  }

  private join(branches: readonly unknown[], separator: string, depth: number): string {
    return branches.map((branch) => wrapUnless(branches.length === 1)(this.inline(branch, depth))).join(separator);
  }

  /** A type in the middle of a line: its comment follows in place. */
  private inline(schema: unknown, depth: number): string {
    const { type, comment: text } = this.describe(schema, depth + 1);
    return text === "" ? type : `${wrap(type)} /* ${text.replaceAll("*/", "* /")} */`;
  }

  /** The name of a type that is written apart, since it is nested deep. */
  private apart(schema: Node): string {
    const taken = (name: string) =>
      ["$defs", "definitions"].some((keyword) => resolveRef(`#/${keyword}/${name}`, this.root) !== undefined);
    let number = this.referred.size + 1;
    while (this.referred.has(`Part${number}`) || taken(`Part${number}`)) number++;
    this.referred.set(`Part${number}`, schema);
    return `Part${number}`;
  }

  private nameOf(ref: string): string {
    if (ref === "#") {
      this.refersToRoot = true;
      return "Root";
    }
    const [keyword, key, ...deeper] = refSteps(ref) ?? [];
    const isDefinition = (keyword === "$defs" || keyword === "definitions") && deeper.length === 0;
    const target = isDefinition ? resolveRef(ref, this.root) : undefined;
    if (key === undefined || target === undefined) {
      throw new SchemaError("reference", `The schema refers to ${ref}, which isn't a definition in it.`, {
        path: "",
        keyword: "$ref",
      });
    }
    const name = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(key) ? key : JSON.stringify(key);
    this.referred.set(name, target);
    return name;
  }
}

/** The types a schema allows, in its order; those its keywords imply when it names none. */
function typeNames(schema: Node): string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.map(String);
  if ("properties" in schema || "required" in schema || "patternProperties" in schema) return ["object"];
  if ("items" in schema || "prefixItems" in schema) return ["array"];
  return [];
}

/** Description, bounds and whatever the notation can't say. */
function comment(schema: Node): string {
  const parts: string[] = [];
  if (typeof schema.description === "string") parts.push(oneLine(schema.description));
  const bounds = [
    between(schema.minLength, schema.maxLength, "character"),
    typeof schema.format === "string" ? `format ${schema.format}` : patternNote(schema.pattern),
    between(schema.minimum, schema.maximum, ""),
    schema.exclusiveMinimum === undefined ? "" : `> ${String(schema.exclusiveMinimum)}`,
    schema.exclusiveMaximum === undefined ? "" : `< ${String(schema.exclusiveMaximum)}`,
    schema.multipleOf === undefined ? "" : `a multiple of ${String(schema.multipleOf)}`,
    between(schema.minItems, schema.maxItems, "item"),
    schema.uniqueItems === true ? "no item twice" : "",
    between(schema.minProperties, schema.maxProperties, "property"),
    "default" in schema ? `default ${JSON.stringify(schema.default)}` : "",
    ...Object.keys(schema)
      .filter((key) => !said.has(key) && !annotations.has(key))
      .map((key) => `${key}: ${JSON.stringify(schema[key])}`),
  ].filter((bound) => bound !== "");
  if (bounds.length > 0) parts.push(bounds.join(", "));
  return parts.map((part) => part.replace(/\.$/, "")).join("; ");
}

/** A pattern beside a format only spells the format out: the name says it better. */
function patternNote(pattern: unknown): string {
  return typeof pattern === "string" ? `matches /${pattern}/` : "";
}

function between(low: unknown, high: unknown, noun: string): string {
  if (low === undefined && high === undefined) return "";
  const most = high ?? low;
  const plural = noun === "property" ? "properties" : `${noun}s`;
  const unit = noun === "" ? "" : ` ${most === 1 ? noun : plural}`;
  if (low === high) return `${String(low)}${unit}`;
  if (high === undefined) return `at least ${String(low)}${unit}`;
  return low === undefined ? `at most ${String(high)}${unit}` : `${String(low)} to ${String(high)}${unit}`;
}

/** One property: its comment behind it, or above it if the type takes several lines. */
function line(name: string, { type, comment: text }: Described): string {
  if (type.includes("\n")) return `${commentLine(text)}${name}: ${type}`;
  return text === "" ? `${name}: ${type}` : `${name}: ${type} // ${text}`;
}

function commentLine(text: string): string {
  return text === "" ? "" : `// ${text}\n`;
}

function propertyName(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : JSON.stringify(key);
}

function wrap(type: string): string {
  return / [|&] /.test(type) && !type.startsWith("{") && !type.startsWith("[") ? `(${type})` : type;
}

function wrapUnless(alone: boolean): (type: string) => string {
  return alone ? (type) => type : wrap;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
