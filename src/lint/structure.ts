import { escapePointer, faultOfValue, foreignEscapes } from "../schema/index.ts";
import type { Findings } from "./findings.ts";
import type { Limits } from "./lint.ts";
import { isObject, type Node, type Nodes } from "./nodes.ts";
import { invitesChoice, isVague } from "./words.ts";

/** Findings that show in the schema as it is written. */
export function findInStructure(nodes: Nodes, limits: Limits, findings: Findings): void {
  for (const node of nodes.all.values()) {
    values(nodes, node, findings);
    reference(nodes, node, findings);
    listed(node, findings);
    patterns(node, findings);
    if (node.role !== "condition") required(node, limits, findings);
    if (node.role !== "value") continue;
    freeString(node, findings);
    if (node.property === undefined) continue;
    description(nodes, node, findings);
    name(node, node.property, findings);
  }
}

/** What no compiler looks at, such as a definition that isn't referred to, a validator does. */
function values({ document }: Nodes, { place, schema }: Node, findings: Findings): void {
  for (const keyword of Object.keys(schema)) {
    const fault = faultOfValue(document.draft, place, keyword);
    if (fault) findings.add("invalid-schema", fault.path, fault.message);
  }
}

function patterns({ place, schema }: Node, findings: Findings): void {
  const meant = typeof schema.pattern === "string" ? foreignEscapes(schema.pattern) : undefined;
  if (meant !== undefined) findings.add("foreign-escape", `${place.pointer}/pattern`, `In \`pattern\`, ${meant}.`);
  for (const source of isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []) {
    const said = foreignEscapes(source);
    const path = `${place.pointer}/patternProperties/${escapePointer(source)}`;
    if (said !== undefined) findings.add("foreign-escape", path, `In this name's pattern, ${said}.`);
  }
}

function reference(nodes: Nodes, { place, schema }: Node, findings: Findings): void {
  const failure = typeof schema.$ref === "string" ? nodes.failure(place, schema.$ref) : undefined;
  if (failure !== undefined) {
    findings.add("bad-reference", `${place.pointer}/$ref`, `\`$ref\` can't be followed: ${failure}.`);
  }
}

/** Types that none of the listed values has, and values of none of the types. Where nothing is left, the compiler says so. */
function listed({ place, schema }: Node, findings: Findings): void {
  const { type, nullable } = schema;
  const keyword = Array.isArray(schema.enum) ? "enum" : "const";
  if (type === undefined || !(keyword in schema)) return;
  const types = new Set<unknown>([type, nullable === true ? ["null"] : []].flat());
  const values: readonly unknown[] = keyword === "enum" ? (schema.enum as unknown[]) : [schema.const];
  const fitting = values.map((value) => typesOf(value).filter((name) => types.has(name)));
  const used = new Set<unknown>(fitting.flat());
  if (used.size === 0) return;
  fitting.forEach((names, i) => {
    if (names.length > 0) return;
    const path = `${place.pointer}/enum/${i}`;
    findings.add("dead-part", path, `No value fits ${path}: it is none of the types that \`type\` lists.`);
  });
  for (const name of [type].flat()) {
    if (used.has(name)) continue;
    const path = `${place.pointer}/type`;
    findings.add(
      "dead-part",
      path,
      `No value fits \`${String(name)}\` at ${path}: no value of \`${keyword}\` is of that type.`,
    );
  }
}

/** The names that `type` may call a value by. */
function typesOf(value: unknown): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value !== "number") return [typeof value];
  return Number.isInteger(value) ? ["integer", "number"] : ["number"];
}

function required({ place, schema }: Node, { required: most }: Limits, findings: Findings): void {
  if (!Array.isArray(schema.required)) return;
  const count = new Set(schema.required).size;
  if (count > most) findings.add("many-required", `${place.pointer}/required`, `${count} properties are required.`);
}

/** Keywords that say which strings, or leave it to a schema elsewhere. */
const narrowing = ["enum", "const", "pattern", "format", "$ref", "allOf", "anyOf", "oneOf"];

function freeString({ place, schema, property }: Node, findings: Findings): void {
  if (!includesType(schema, "string") || narrowing.some((keyword) => keyword in schema)) return;
  const why = invitesChoice(property, schema.description);
  if (why) findings.add("free-string", place.pointer, `This string may be anything, though ${why}.`);
}

function description(nodes: Nodes, { place, schema, property }: Node, findings: Findings): void {
  if ("const" in schema || (Array.isArray(schema.enum) && schema.enum.length === 1)) return;
  for (let at: typeof place | undefined = place, steps = 0; at && steps < 20; at = nodes.target(at), steps++) {
    const { description, title } = at.schema as Record<string, unknown>;
    if ([description, title].some((text) => typeof text === "string" && text.trim() !== "")) return;
  }
  findings.add("missing-description", place.pointer, `\`${property}\` has no description.`);
}

function name({ place, siblings }: Node, property: string, findings: Findings): void {
  if (isVague(property, siblings)) {
    findings.add("vague-name", place.pointer, `The name \`${property}\` doesn't say what the value is.`);
  }
}

export function includesType({ type }: Readonly<Record<string, unknown>>, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}
