import { describe, expect, it } from "vitest";
import { createConstraint } from "../../src/constraint/index.ts";
import { boundaryCheck, createValidator, promptFor, readText } from "../../src/contract/index.ts";
import { compileGbnf } from "../../src/gbnf/index.ts";
import { createExtractor, extract, extractStream } from "../../src/json/index.ts";
import { lintSchema, lintText } from "../../src/lint/index.ts";
import { OptionError } from "../../src/options/index.ts";
import { prepare } from "../../src/run/index.ts";
import { bundleSchema, compileSchema } from "../../src/schema/index.ts";
import { vocabularyOf } from "../constraint/support.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
type Loose = any;

const schema = { type: "null" };
const vocabulary = vocabularyOf([]);

/** Whatever takes options: with one of its own, and that one misspelt. */
const doors: readonly [
  name: string,
  take: (options: Loose) => unknown,
  own: Record<string, unknown>,
  misspelt: string,
][] = [
  ["createExtractor", createExtractor, { select: "last" }, "selct"],
  ["extract", (options) => extract(["1"], options).next(), { duplicateKeys: "first" }, "duplicateKey"],
  ["extractStream", extractStream, { numbers: "bigint" }, "numbres"],
  ["limits of createExtractor", (limits) => createExtractor({ limits }), { depth: 3 }, "dept"],
  ["compileSchema", (options) => compileSchema(schema, options), { strict: false }, "stict"],
  ["bundleSchema", (options) => bundleSchema(schema, () => undefined, options), { maxSchemas: 3 }, "maxSchema"],
  ["compileGbnf", (options) => compileGbnf(schema, options), { whitespace: "compact" }, "whiteSpaces"],
  ["createConstraint", (options) => createConstraint(schema, vocabulary, options), { order: "free" }, "oder"],
  ["createValidator", (options) => createValidator(schema, options), { formats: "annotate" }, "format"],
  ["boundaryCheck", (options) => boundaryCheck(schema, options), { formats: "annotate" }, "fromats"],
  ["prepare", (options) => prepare(schema, options), { formats: "annotate" }, "format"],
  ["readText", (options) => readText("1", options), { accepts: () => true }, "accept"],
  ["promptFor", (options) => promptFor({ schema, task: "x", ...options }), { example: null }, "exmaple"],
  ["lintSchema", (options) => lintSchema(schema, options), { maxFindings: 3 }, "maxFinding"],
  ["lintText", (options) => lintText("{}", options), { off: [] }, "of"],
  ["limits of lintSchema", (limits) => lintSchema(schema, { limits }), { nesting: 3 }, "nestng"],
];

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(doors)("%s", (_, take, own, misspelt) => {
  const [name] = Object.keys(own) as [string];

  it("takes its options, and none but these", async () => {
    expect(await errorOf(() => take(own))).toBeUndefined();
    expect(await errorOf(() => take({ [name]: undefined }))).toBeUndefined();
    const error = await errorOf(() => take({ [misspelt]: Object.values(own)[0] }));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ code: "bad-option", option: misspelt });
    expect((error as Error).message).toContain(`has no option \`${misspelt}\`. Did you mean \`${name}\`?`);
    expect(((await errorOf(() => take({ ["\n".repeat(9999)]: 1 }))) as Error).message).toMatch(/^.{20,400}$/s);
    // Nor what a prototype lends.
    expect(await errorOf(() => take({ toString: 1 }))).toBeInstanceOf(OptionError);
  });
});

it("what isn't an object holds no options", async () => {
  for (const [name, take] of doors) {
    if (name === "promptFor") continue;
    for (const options of [null, 5, "last", ["last"]]) {
      expect(await errorOf(() => take(options)), name).toMatchObject({ name: "OptionError", option: "" });
    }
  }
});

it.each<[option: string, work: () => unknown]>([
  ["schema", () => createExtractor({ schema: 5 as Loose })],
  ["schema", () => createExtractor({ schema: null as Loose })],
  ["accepts", () => createExtractor({ select: "schema", accepts: "yes" as Loose })],
  ["retain", () => createExtractor({ retain: "no" as Loose })],
  ["reasoning", () => createExtractor({ reasoning: "think" as Loose })],
  ["allow", () => createExtractor({ allow: "quote" as Loose })],
  ["select", () => createExtractor({ select: "frist" as Loose })],
  ["strict", () => compileSchema(schema, { strict: "no" as Loose })],
  ["formats", () => compileSchema(schema, { formats: "asert" as Loose })],
  ["shared", () => compileSchema(schema, { shared: "x" as Loose })],
  ["formats", () => compileSchema(schema, { formats: null as Loose })],
  ["whitespace", () => compileGbnf(schema, { whitespace: null as Loose })],
  ["order", () => compileGbnf(schema, { order: null as Loose })],
  ["whitespace", () => createConstraint(schema, vocabulary, { whitespace: null as Loose })],
  ["order", () => createConstraint(schema, vocabulary, { order: null as Loose })],
  ["select", () => createExtractor({ select: null as Loose })],
  ["mode", () => createExtractor({ mode: null as Loose })],
  ["allow", () => createExtractor({ allow: null as Loose })],
  ["wrappers", () => createExtractor({ wrappers: null as Loose })],
  ["reasoning", () => createExtractor({ reasoning: null as Loose })],
  ["values", () => createExtractor({ values: null as Loose })],
  ["duplicateKeys", () => createExtractor({ duplicateKeys: null as Loose })],
  ["numbers", () => createExtractor({ numbers: null as Loose })],
  ["formats", () => prepare(schema, { formats: null as Loose })],
  ["text", () => lintText(1 as Loose)],
  ["formats", () => createValidator(schema, { formats: "none" as Loose })],
  ["formats", () => boundaryCheck(schema, { formats: 1 as Loose })],
  ["defaults", () => createValidator(schema, { defaults: 0 as Loose })],
  ["order", () => compileGbnf(schema, { order: "required" as Loose })],
  ["strict", () => compileGbnf(schema, { strict: 0 as Loose })],
  ["zeroFractions", () => compileGbnf(schema, { zeroFractions: "yes" as Loose })],
  ["check", () => createConstraint(schema, vocabulary, { check: true as Loose })],
  ["accepts", () => readText("1", { accepts: 1 as Loose })],
  ["task", () => promptFor({ schema } as Loose)],
  ["rules", () => lintSchema(schema, { rules: "cost" as Loose })],
  ["maxSchemas", () => bundleSchema(schema, () => undefined, { maxSchemas: Number.NaN })],
])("a value that makes no sense for `%s` is refused (%#)", async (option, work) => {
  expect(await errorOf(work)).toMatchObject({ name: "OptionError", option });
});

it("suggests what was meant", () => {
  expect(() => createExtractor({ select: "frist" as Loose })).toThrow(
    'must be one of first, last, all, schema, not "frist". Did you mean "first"?',
  );
  expect(() => lintSchema({}, { rules: ["no-types" as Loose] })).toThrow("Did you mean `no-type`?");
  expect(() => createExtractor({ x: 1 } as Loose)).toThrow(/has no option `x`\. There is `select`, `accepts`/);
});

it("a limit that is undefined is the default", () => {
  const extractor = createExtractor({ limits: { depth: undefined } as Loose, wrappers: "none" });
  extractor.write("[".repeat(600));
  expect(extractor.end().error?.code).toBe("depth-limit");
});
